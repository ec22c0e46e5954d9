/** Labels for screen readers on things that can be chosen. */
import type { OfferedAction } from "../../messages.gen";

/** The name of a thing and its choices, without saying the name twice. */
export function spoken(what: string, choices: readonly OfferedAction[]): string {
  const labels = choices.map((choice) => choice.label).join(", ");
  if (!labels) return what;
  return labels.toLowerCase().includes(what.toLowerCase()) ? labels : `${what}: ${labels}`;
}
