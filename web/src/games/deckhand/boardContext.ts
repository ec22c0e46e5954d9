/** The context for all parts of the board: the board's own properties, and how to open a pile. */
import { getContext, setContext } from "svelte";
import type { BoardProps } from "../board";

/** A pile whose known cards can be read. */
export interface OpenPile {
  zone: string;
  title: string;
}

export interface BoardContext {
  readonly board: BoardProps;
  open(pile: OpenPile): void;
}

const KEY = Symbol("board");

export const setBoardContext = (context: BoardContext): BoardContext => setContext(KEY, context);
export const getBoardContext = (): BoardContext => getContext<BoardContext>(KEY);
