/**
 * The look that a package brings for its game: the module `look.js`, which the server sends from the package.
 * docs/adding-a-game.md explains it to authors. Each function draws into an element that is empty at first.
 */
import type { CardInfo, OfferedAction, SeatState, View } from "../../messages.gen";

/** What the board has to draw. It may be drawn again with the same values. */
export interface TableToDraw {
  view: View; // exactly what this reader may see
  faces: Record<string, CardInfo>; // by name
  seats: SeatState[];
  connected: boolean[]; // by seat, people only
  me: number | null; // the reader's seat; null for a spectator
  language: string;
  offers: OfferedAction[]; // what this reader can choose now
  at(zone: string, place: number, card: string | null): OfferedAction[]; // the choices on a card
  choose(choices: OfferedAction[], from: HTMLElement): void; // takes a single choice, asks if there are several
  show(card: string): void; // open the full text of a card
}

export interface PackagedLook {
  board(root: HTMLElement, table: TableToDraw): void; // the whole table, after each change
  card?(root: HTMLElement, face: CardInfo, language: string): void; // a card in full
  emblem?(root: HTMLElement): void; // a small picture for the lobby, three by two
  style?: string; // the address of a stylesheet, loaded before anything is drawn
}
