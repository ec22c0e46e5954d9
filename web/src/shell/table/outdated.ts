/** A page that is older than its server cannot talk to it, so the page reloads, but not again and again. */
import type { Goodbye } from "../../messages.gen";

const PLACE = "silverhook.reloaded";
const PATIENCE = 60_000; // milliseconds within which a second reload would be useless

/** Whether a connection ended because page and server speak different protocols. */
export const outdated = (why: Goodbye | null, refusal: { code: string } | null): boolean =>
  why?.reason === "protocol" && (refusal === null || refusal.code === "malformed");

/** Reloads the page, unless that has just been tried. */
export function reloadOnce(now = Date.now(), reload = () => location.reload()): boolean {
  const last = Number(sessionStorage.getItem(PLACE) ?? 0);
  if (now - last < PATIENCE) return false;
  sessionStorage.setItem(PLACE, String(now));
  reload();
  return true;
}
