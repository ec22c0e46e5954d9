/** The board's properties, handed down to its parts. */
import { createContext } from "svelte";
import type { BoardProps } from "../board";

export const [getBoard, setBoard] = createContext<() => BoardProps>();
