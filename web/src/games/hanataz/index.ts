import type { Look } from "../board";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import Emblem from "./Emblem.svelte";
import { motion } from "./motion";

const OUTCOME = 4.5; // beats: there is a result to read

export const look: Look = {
  Board,
  Card,
  Emblem,
  motion,
  scoreIcon: "silv",
  minutes: [10, 20],
  isCostly: (choice) => choice.does === "nub_out",
  beats: (event) => (event.what === "outcome" ? OUTCOME : 1),
};
