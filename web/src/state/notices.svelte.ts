/** What the operator tells everybody: an announcement, and whether new tables are opened. */
import type { Notices } from "../messages.gen";
import { api } from "../net/api";

const EVERY = 30_000; // milliseconds between two looks; at a table the server tells us

let notices = $state.raw<Notices>({ announcement: null, draining: false });

/** The present notices. */
export const currentNotices = (): Notices => notices;

/** Shows other notices. */
export function setNotices({ announcement, draining }: Notices): void {
  notices = { announcement, draining };
}

/** Asks for the notices now and then; returns how to stop. */
export function watchNotices(): () => void {
  const look = () => void api.notices().then(setNotices, () => undefined);
  look();
  const timer = setInterval(look, EVERY);
  return () => clearInterval(timer);
}
