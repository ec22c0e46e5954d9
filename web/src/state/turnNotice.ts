/** Tells a person whose page is in the background that it is their turn. The notice never names a card. */
import { t } from "../words/words.svelte";
import { prefs } from "./prefs.svelte";

/** Whether this browser can show notices. */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Whether the browser allows notices; asks the person if that is not decided. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Shows a notice for a table if the page is in the background; returns a function that takes it back. */
export function noticeTurn(table: string): () => void {
  if (!prefs.notify || !canNotify() || Notification.permission !== "granted" || !document.hidden) return () => {};
  let notice: Notification;
  try {
    notice = new Notification("Silverhook", { body: t("notice.turn"), tag: table, icon: "/hook.svg" });
  } catch {
    return () => {}; // some phones show notices only through a service worker
  }
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
  return () => notice.close();
}
