/** How Hanataz's events move silvs and cards. */
import { otherPurse, seatPurse, type GameMotion } from "../../motion/gameMotion";

const pot = ["pot"];
const house = ["house"];
const bards = ["bards"];

export const motion: GameMotion = {
  coins: {
    pay_pot: (event) => [seatPurse(event), pot],
    take_pot: (event) => [pot, seatPurse(event)],
    house_pays: () => [house, pot],
    house_takes: () => [pot, house],
    silvs: (event) => [seatPurse(event), otherPurse(event)],
    steal: (event) => [otherPurse(event), seatPurse(event)],
    tip: (event) => [seatPurse(event), bards],
    bard_pays: (event) => [bards, seatPurse(event)],
  },
  atPlace: new Set(["flip", "take_house"]),
};
