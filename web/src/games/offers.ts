/** The offered actions by what they belong to: a card, a seat, or nothing on the table. */
import type { OfferedAction } from "../messages.gen";

export class Offers {
  private readonly aimed: OfferedAction[];
  private readonly carded: OfferedAction[];
  readonly rest: OfferedAction[];

  constructor(readonly all: OfferedAction[]) {
    this.carded = all.filter((choice) => choice.zone !== null);
    this.aimed = all.filter((choice) => choice.zone === null && choice.seat !== null);
    this.rest = all.filter((choice) => choice.zone === null && choice.seat === null);
  }

  /** The choices on a card at a place of a zone. */
  at(zone: string, place: number, card: string | null): OfferedAction[] {
    return this.carded.filter(
      (choice) =>
        choice.zone === zone &&
        (choice.place === null || choice.place === place) &&
        (choice.card === null || choice.card === card),
    );
  }

  /** The choices with a seat as their target. */
  seat(seat: number): OfferedAction[] {
    return this.aimed.filter((choice) => choice.seat === seat);
  }
}

export const NO_OFFERS = new Offers([]);
