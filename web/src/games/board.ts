/**
 * What a game's look is given to draw, and what it may ask for.
 *
 * What it draws it marks, for motion, keys, dragging and tests: each zone with `data-zone` (its name in the view),
 * each card in it with `data-place` and `data-card` (its name, "" for one that is not known), each place where money
 * lies with `data-purse` (the number of a seat, or bank, pot, house, bards). Around it is a scroll container as large
 * as the room there is.
 */
import type { Component } from "svelte";
import type { CardInfo, OfferedAction, Event, FrameNews, SeatState, View } from "../messages.gen";
import type { GameMotion } from "../motion/gameMotion";
import type { IconName } from "../ui/Icon.svelte";
import type { Offers } from "./offers";

export interface BoardProps {
  view: View; // exactly what this reader may see
  before: View | null; // what was on show before it
  news: FrameNews[]; // what led from there to here, told up to where a turn or hand began; none where it is just drawn
  faces: Map<string, CardInfo>; // by name
  seats: SeatState[];
  connected: boolean[]; // by seat, people only
  me: number | null; // the seat whose eyes these are; null: nobody's
  offers: Offers;
  choose(choices: OfferedAction[], from: HTMLElement): void; // one is done, of several one is asked for beside the element
  show(card: string): void; // open the full text of a card
}

export interface CardProps {
  face: CardInfo;
}

/** How a game looks, and what else the page has to know of it. Only the components are needed. */
export interface Look {
  Board: Component<BoardProps>; // the whole table
  Card: Component<CardProps>; // a card in full
  Emblem: Component; // a small picture for the lobby
  motion?: GameMotion; // how its events move cards and coins; by default, cards from their source to their target
  scoreIcon?: IconName; // beside every score of a result
  isCostly?(choice: OfferedAction): boolean; // whether an action is final and dear: it is listed last, and confirmed
  beats?(event: Event): number; // how long it stays on show, in beats; 1 unless there is much to read
}
