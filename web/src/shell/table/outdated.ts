/** A page that is older than its server cannot speak with it: it is loaded anew, but not for ever. */
import type { Goodbye } from "../../messages.gen";

const PLACE = "silverhook.reloaded";
const PATIENCE = 60_000; // milliseconds within which a second reload would be in vain

/** Whether a connection ended because page and server speak different protocols. */
export const outdated = (why: Goodbye | null, refusal: { code: string } | null): boolean =>
  why?.reason === "protocol" && (refusal === null || refusal.code === "malformed");

/** Loads the page anew, unless that has just been tried. */
export function reloadOnce(now = Date.now(), reload = () => location.reload()): boolean {
  const last = Number(sessionStorage.getItem(PLACE) ?? 0);
  if (now - last < PATIENCE) return false;
  sessionStorage.setItem(PLACE, String(now));
  reload();
  return true;
}
