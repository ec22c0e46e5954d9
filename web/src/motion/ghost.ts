/** A copy of a card above the page: in the browser's top layer, so that nothing clips it, and never in the way. */
import "./ghosts.css";
import type { Box } from "./plan";

const OWN = ["id", "data-card", "data-place", "data-zone", "data-purse", "data-choices", "aria-describedby", "popover"];

/** A copy that nobody takes for the card itself. */
export function copy(element: HTMLElement): HTMLElement {
  const same = element.cloneNode(true) as HTMLElement;
  for (const one of [same, ...same.querySelectorAll<HTMLElement>("*")])
    for (const name of OWN) one.removeAttribute(name);
  return same;
}

/** The back of a card, where there is none to copy. */
export function back(): HTMLElement {
  const body = document.createElement("i");
  body.className = "flying-back";
  return body;
}

/** A wrapper for it, to be appended to its home: there it inherits all that it looks by. */
export function ghost(home: HTMLElement, body: HTMLElement, box: Box): HTMLElement {
  const wrap = document.createElement(/^[OU]L$/.test(home.tagName) ? "li" : "div");
  wrap.className = "flying";
  wrap.popover = "manual";
  wrap.inert = true;
  wrap.setAttribute("aria-hidden", "true");
  wrap.style.width = body.style.width = `${box.width}px`;
  wrap.style.height = body.style.height = `${box.height}px`;
  body.style.margin = "0";
  body.style.inset = "auto";
  body.style.transform = "none";
  wrap.append(body);
  return wrap;
}
