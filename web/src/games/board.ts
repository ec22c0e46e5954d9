/** What a game's look is given to draw, and what it may ask for. */
import type { Component } from "svelte";
import type { CardFace, Choice, SeatState, View } from "../messages.gen";
import type { Offers } from "./offers";

export interface BoardProps {
  view: View; // exactly what this reader may see
  faces: Map<string, CardFace>; // by name
  seats: SeatState[];
  connected: boolean[]; // by seat, people only
  me: number | null; // the seat whose eyes these are; null: nobody's
  offers: Offers;
  choose(choices: Choice[], from: HTMLElement): void; // one is done, of several one is asked for beside the element
  show(card: string): void; // open the full text of a card
}

export interface CardProps {
  face: CardFace;
}

/** The look of a game: the whole table, a card in full, and a small picture for the lobby. */
export interface Look {
  Board: Component<BoardProps>;
  Card: Component<CardProps>;
  Emblem: Component;
}
