/**
 * The contract between the page and the look of a game: what a look gets to draw, and what it may ask for.
 *
 * For motion, keys, dragging and tests, a look marks what it draws: each zone with `data-zone` (its name in the
 * view), each card in it with `data-place` and `data-card` (its name, "" for an unknown card), each place for money
 * with `data-purse` (the number of a seat, or bank, pot, house, bards). A scroll container that fills the available
 * room surrounds it.
 */
import type { Component } from "svelte";
import type { CardInfo, OfferedAction, Event, FrameNews, SeatState, View } from "../messages.gen";
import type { GameMotion } from "../motion/gameMotion";
import type { IconName } from "../ui/Icon.svelte";
import type { Offers } from "./offers";

export interface BoardProps {
  view: View; // exactly what this reader may see
  before: View | null; // the view shown before it
  news: FrameNews[]; // the changes since then, up to the start of a turn or hand; empty if the view is only drawn
  faces: Map<string, CardInfo>; // by name
  seats: SeatState[];
  connected: boolean[]; // by seat, people only
  me: number | null; // the reader's seat; null for a spectator
  offers: Offers;
  choose(choices: OfferedAction[], from: HTMLElement): void; // takes a single choice, asks if there are several
  show(card: string): void; // open the full text of a card
}

export interface CardProps {
  face: CardInfo;
}

/** The look of a game, and what else the page has to know about it. Only the components are required. */
export interface Look {
  Board: Component<BoardProps>; // the whole table
  Card: Component<CardProps>; // a card in full
  Emblem: Component; // its picture in the lobby, as wide as it gets and three by two
  minutes?: readonly [least: number, most: number]; // about how long a game against bots takes
  motion?: GameMotion; // how its events move cards and coins; by default, cards from their source to their target
  scoreIcon?: IconName; // beside every score of a result
  isCostly?(choice: OfferedAction): boolean; // whether an action is final and costly: listed last, and confirmed
  beats?(event: Event): number; // how long it stays visible, in beats; 1 unless there is much to read
}
