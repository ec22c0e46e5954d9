/** What a screen reader says of something that can be chosen. */
import type { OfferedAction } from "../../messages.gen";

/** What it is and what can be done with it, without saying its name twice. */
export function spoken(what: string, choices: readonly OfferedAction[]): string {
  const labels = choices.map((choice) => choice.label).join(", ");
  if (!labels) return what;
  return labels.toLowerCase().includes(what.toLowerCase()) ? labels : `${what}: ${labels}`;
}
