/** A copy of a card above the page: in the browser's top layer, so that nothing clips it, and never clickable. */
import "./ghosts.css";
import type { Box } from "./flights";

const OWN = ["id", "data-card", "data-place", "data-zone", "data-purse", "data-choices", "aria-describedby", "popover"];

/** A copy that cannot be mistaken for the card itself. */
export function copy(element: HTMLElement): HTMLElement {
  const same = element.cloneNode(true) as HTMLElement;
  for (const one of [same, ...same.querySelectorAll<HTMLElement>("*")])
    for (const name of OWN) one.removeAttribute(name);
  return same;
}

/** The back of a card, if there is no card to copy. */
export function back(): HTMLElement {
  const body = document.createElement("i");
  body.className = "flying-back";
  return body;
}

/** A wrapper for the copy, to go into the sky of its home. */
export function ghost(body: HTMLElement, box: Box): HTMLElement {
  const wrap = document.createElement("div");
  wrap.className = "flying";
  wrap.style.width = body.style.width = `${box.width}px`;
  wrap.style.height = body.style.height = `${box.height}px`;
  body.style.margin = "0";
  body.style.inset = "auto";
  body.style.transform = "none";
  wrap.append(body);
  return wrap;
}

/** Opens a sky above a home, as a part of it, so that ghosts there inherit the home's styles. */
export function sky(home: HTMLElement, ghosts: HTMLElement[]): HTMLElement {
  const above = document.createElement(/^[OU]L$/.test(home.tagName) ? "li" : "div");
  above.className = "sky";
  above.popover = "manual";
  above.inert = true;
  above.setAttribute("aria-hidden", "true");
  above.append(...ghosts);
  home.append(above);
  above.showPopover?.();
  return above;
}
