/** Points at a part of the table: a zone (one's own, where every seat has one), or a part of the page around it. */

const MARK = "data-pointed";

function found(what: string, me: number | null): Element[] {
  for (const selector of [`[data-zone="${what}.${me}"]`, `[data-zone="${what}"]`, `[data-part="${what}"]`]) {
    const elements = document.querySelectorAll(selector);
    if (elements.length) return [...elements];
  }
  return [];
}

/** In which half of the window it lies, so that whoever explains it can stand in the other one. */
function half(element: Element): "upper" | "lower" {
  const { top, bottom } = element.getBoundingClientRect();
  return top + bottom < innerHeight ? "upper" : "lower";
}

/** Marks it, and returns how to unmark it. */
export function point(what: string, me: number | null): () => void {
  const elements = found(what, me);
  for (const element of elements) element.setAttribute(MARK, half(element));
  return () => {
    for (const element of elements) element.removeAttribute(MARK);
  };
}
