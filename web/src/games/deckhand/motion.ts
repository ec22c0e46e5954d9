/** How Deck Hand's events move coins and cards. */
import type { Event } from "../../messages.gen";
import { otherPurse, seatPurse, type GameMotion } from "../../motion/gameMotion";

/** The bank if there is one; otherwise coins come from the card that is played. */
const bank = (event: Event) => ["bank", `aside.${event.seat}`, "supply"];

export const motion: GameMotion = {
  coins: {
    coins: (event) => (event.n > 0 ? [bank(event), seatPurse(event)] : [seatPurse(event), bank(event)]),
    buy: (event) => [seatPurse(event), ["bank", "supply"]],
    steal_coins: (event) => [otherPurse(event), seatPurse(event)],
  },
  atPlace: new Set(["refill", "reload"]),
};
