import type { Look } from "../board";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import Emblem from "./Emblem.svelte";
import { motion } from "./motion";

export const look: Look = { Board, Card, Emblem, motion, scoreIcon: "hook", minutes: [10, 25] };
