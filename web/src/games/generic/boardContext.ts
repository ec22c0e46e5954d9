/** The context for all parts of the board: the board's properties. */
import { createContext } from "svelte";
import type { BoardProps } from "../board";

export const [getBoard, setBoard] = createContext<() => BoardProps>();
