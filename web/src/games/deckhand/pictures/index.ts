/** The woodcut of each card. A custom card gets one by a word of its name, or else by its marks. */
import type { CardInfo } from "../../../messages.gen";
import * as creatures from "./creatures";
import * as crew from "./crew";
import type { Drawing } from "./drawing";
import * as goods from "./goods";
import * as ships from "./ships";

export type { Drawing };
export { GROUNDS } from "./drawing";

export const DRAWINGS = { ...crew, ...creatures, ...goods, ...ships } satisfies Record<string, Drawing>;
export type Picture = keyof typeof DRAWINGS;

/** Words of a card's English name; the first one that occurs chooses the drawing. */
const BY_WORD: readonly (readonly [RegExp, Picture])[] = [
  [/fist|fight|brawl|punch/i, "fist"],
  [/celebrat|feast|ale\b|beer|tavern|toast/i, "tankard"],
  [/cabin|swab|mop|deck ?hand/i, "mop"],
  [/grog|rum\b|bottle|drink|ration/i, "bottle"],
  [/scurvy|tooth|sick|plague|fever/i, "tooth"],
  [/castaway|maroon|island|palm|beach/i, "island"],
  [/purse|thief|pocket|cutthroat|dagger|knife/i, "purse"],
  [/powder|gunpowder|keg|bomb|fuse/i, "keg"],
  [/lime|barrel|cask|fruit/i, "barrel"],
  [/lookout|spy|crow'?s nest|telescope|scout/i, "spyglass"],
  [/surgeon|barber|doctor|saw\b/i, "saw"],
  [/bosun|boatswain|whistle|pipe/i, "whistle"],
  [/broadside|cannon|gunner|gun\b/i, "cannon"],
  [/parrot|bird|gull|albatross/i, "parrot"],
  [/press|shackle|chain|prison|brig\b|captive/i, "shackles"],
  [/\bden\b|cave|cove|hideout/i, "den"],
  [/smuggl|lantern|lamp|light|night/i, "lantern"],
  [/dead man|locker|cursed/i, "chest"],
  [/\bmate\b|helm|wheel|captain|quartermaster/i, "wheel"],
  [/grave|shovel|dig|robber/i, "shovel"],
  [/motley|crew of|recruit|sailor|rabble/i, "crew"],
  [/plunder|coin|gold|loot|silver|bounty|ransom/i, "coins"],
  [/shanty|song|music|drum|dance/i, "concertina"],
  [/\bcat\b|kitten/i, "cat"],
  [/skeleton|skull|bone|ghost|dead/i, "skull"],
  [/boarding|grapnel|grappling|hook/i, "grapnel"],
  [/chest|treasure|hoard|buried/i, "buried"],
  [/mutin|cutlass|sword|saber|sabre|duel|raid|ambush/i, "cutlasses"],
  [/jolly|roger|flag|colou?rs/i, "flag"],
  [/galleon|ship|sloop|frigate|brigantine|fleet/i, "galleon"],
  [/anchor|harbou?r|port\b|dock/i, "anchor"],
  [/compass|navigat|course|north/i, "compass"],
  [/map|chart|voyage/i, "map"],
];

const BY_MARK: readonly (readonly [string, Picture])[] = [
  ["enemies", "cutlasses"],
  ["end", "map"],
  ["start", "compass"],
  ["discarded", "barrel"],
];

/** The drawing for a card. */
export function pictureOf(face: Pick<CardInfo, "name" | "marks">): Picture {
  const word = BY_WORD.find(([word]) => word.test(face.name));
  const mark = BY_MARK.find(([mark]) => face.marks.includes(mark));
  return word?.[1] ?? mark?.[1] ?? "anchor";
}
