/** Points at a part of the table: a zone (the reader's own, if every seat has one), or a part of the page around it. */

const MARK = "data-pointed";

function found(what: string, me: number | null): Element[] {
  for (const selector of [`[data-zone="${what}.${me}"]`, `[data-zone="${what}"]`, `[data-part="${what}"]`]) {
    const elements = document.querySelectorAll(selector);
    if (elements.length) return [...elements];
  }
  return [];
}

/** The half of the window that contains it, so that the guide can use the other half. */
function half(element: Element): "upper" | "lower" {
  const { top, bottom } = element.getBoundingClientRect();
  return top + bottom < innerHeight ? "upper" : "lower";
}

/** Marks it; returns a function that removes the mark. */
export function point(what: string, me: number | null): () => void {
  const elements = found(what, me);
  for (const element of elements) element.setAttribute(MARK, half(element));
  return () => {
    for (const element of elements) element.removeAttribute(MARK);
  };
}
