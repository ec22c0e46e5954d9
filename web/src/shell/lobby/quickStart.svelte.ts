/** The last settings for a game against bots, so that the next game is one click away. */
import type { BotInfo, GameInfo } from "../../messages.gen";

export interface Quick {
  edition: string;
  players: number;
  level: string;
}

const PLACE = "silverhook.quick";
const FIRST_LEVEL = "heuristic"; // beatable by a player who has just learnt the game

function stored(): Record<string, Partial<Quick>> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, Partial<Quick>>;
  } catch {
    return {};
  }
}

/** The last choice for a game, as far as it is still available. */
export function lastChoice(game: GameInfo, bots: BotInfo[]): Quick {
  const { edition, players, level } = stored()[game.name] ?? {};
  const has = <T>(value: T | undefined, all: T[], otherwise: T): T =>
    value !== undefined && all.includes(value) ? value : otherwise;
  const counts = Array.from({ length: game.most - game.fewest + 1 }, (_, more) => game.fewest + more);
  const usual = game.house.level;
  const names = bots.map((bot) => bot.name);
  return {
    edition: has(
      edition,
      game.editions.map((one) => one.name),
      game.house.edition,
    ),
    players: has(players, counts, game.house.players ?? Math.min(game.most, Math.max(game.fewest, 3))),
    level: has(
      level,
      names,
      usual !== null && names.includes(usual) ? usual : names.includes(FIRST_LEVEL) ? FIRST_LEVEL : (names[0] ?? ""),
    ),
  };
}

/** Remembers a choice. */
export function remember(game: string, quick: Quick): void {
  localStorage.setItem(PLACE, JSON.stringify({ ...stored(), [game]: quick }));
}
