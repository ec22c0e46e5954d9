/** The next step of a guided game: the first whose moment has come and that was not shown yet. */
import type { Event, LessonInfo, LessonStepInfo, LessonWhen, News, State } from "../messages.gen";

export interface Moment {
  state: State;
  news: News[]; // the changes before it
  me: number | null;
}

/** The step to show now, if there is one. */
export function nextStep(lesson: LessonInfo, shown: ReadonlySet<string>, moment: Moment): LessonStepInfo | undefined {
  return lesson.steps.find((step) => !shown.has(step.id) && fits(step.when, shown, moment));
}

function fits(when: LessonWhen, shown: ReadonlySet<string>, { state, news, me }: Moment): boolean {
  const view = state.view;
  if (!view || !when.after.every((id) => shown.has(id))) return false;
  if (when.over !== null && when.over !== view.over) return false;
  if (when.kind !== null && view.decision?.kind !== when.kind) return false;
  if (when.does !== null && !state.actions.some((choice) => choice.does === when.does)) return false;
  if (when.event !== null) return news.some((one) => one.events.some((event) => happened(when, event, me)));
  if (when.mine !== null && (view.decision?.seat === me) !== when.mine) return false;
  const hand = me === null ? [] : (view.zones[`hand.${me}`] ?? []);
  return !when.cards.length || when.cards.some((card) => hand.includes(card));
}

function happened(when: LessonWhen, event: Event, me: number | null): boolean {
  return (
    event.what === when.event &&
    (when.mine === null || (event.seat === me) === when.mine) &&
    (!when.cards.length || (event.card !== null && when.cards.includes(event.card)))
  );
}

const PLACE = "silverhook.lesson.";

/** The steps that this browser has shown at a table. */
export function shownAt(table: string): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(PLACE + table) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

/** Remembers them, so that a reloaded page does not start over. */
export function rememberShown(table: string, shown: ReadonlySet<string>): void {
  localStorage.setItem(PLACE + table, JSON.stringify([...shown]));
}
