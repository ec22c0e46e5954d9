/** The context that all parts of the board use to draw cards and offer choices on them. */
import { createContext } from "svelte";
import type { CardInfo, OfferedAction } from "../../messages.gen";
import type { Offers } from "../offers";

export interface BoardContext {
  readonly faces: ReadonlyMap<string, CardInfo>;
  readonly offers: Offers;
  readonly me: number | null;
  name(seat: number): string;
  choose(choices: OfferedAction[], from: HTMLElement): void;
  show(card: string): void;
}

export const [getBoardContext, setBoardContext] = createContext<BoardContext>();
