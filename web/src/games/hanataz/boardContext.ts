/** What every part of the board needs to draw cards and to offer what can be done with them. */
import { createContext } from "svelte";
import type { CardFace, Choice } from "../../messages.gen";
import type { Offers } from "../offers";

export interface BoardContext {
  readonly faces: ReadonlyMap<string, CardFace>;
  readonly offers: Offers;
  readonly me: number | null;
  name(seat: number): string;
  choose(choices: Choice[], from: HTMLElement): void;
  show(card: string): void;
}

export const [getBoardContext, setBoardContext] = createContext<BoardContext>();
