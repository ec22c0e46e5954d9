import type { Look } from "../board";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import Emblem from "./Emblem.svelte";

export const look: Look = { Board, Card, Emblem };
