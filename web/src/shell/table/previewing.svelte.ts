/** Shows a card in full beside the table while the pointer or the focus rests on it, or after a long press. */

const REST = 420; // milliseconds until a card is shown
const PRESS = 500; // milliseconds of a long press
const SHAKE = 10; // pixels that the finger may move during the press

export interface Seen {
  card: string;
  from: HTMLElement;
}

/** The card that an element shows or names. */
export function cardAt(target: EventTarget | null): Seen | null {
  const from = target instanceof Element ? target.closest<HTMLElement>("[data-card], [data-shows]") : null;
  const card = from?.dataset["shows"] ?? from?.dataset["card"];
  return from && card ? { card, from } : null;
}

export class CardPreviewing {
  seen = $state.raw<Seen | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private press: { id: number; x: number; y: number } | null = null;
  private clicked = { x: -1, y: -1 };
  private pressed = false; // after a long press: ignore the click that follows

  constructor(private readonly show: (card: string) => void) {}

  /** The listeners of the element that holds all cards. */
  readonly over = (event: PointerEvent): void => {
    const moved = Math.hypot(event.clientX - this.clicked.x, event.clientY - this.clicked.y) > 2; // otherwise the table has moved
    if (event.pointerType === "mouse" && event.buttons === 0 && moved) this.rest(event.target);
  };
  readonly focus = (event: FocusEvent): void => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) this.rest(event.target);
  };
  readonly gone = (): void => {
    clearTimeout(this.timer);
    this.seen = null;
  };
  readonly down = (event: PointerEvent): void => {
    this.gone();
    this.pressed = false;
    const found = cardAt(event.target);
    if (event.pointerType === "mouse" || !found) return;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      this.pressed = true;
      this.press = null;
      this.show(found.card);
    }, PRESS);
  };
  readonly move = (event: PointerEvent): void => {
    if (this.press?.id !== event.pointerId) return;
    if (Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > SHAKE) this.release();
  };
  readonly release = (): void => {
    if (this.press) clearTimeout(this.timer);
    this.press = null;
  };
  /** A click that only ends a long press does nothing. */
  readonly click = (event: MouseEvent): void => {
    this.gone();
    this.clicked = { x: event.clientX, y: event.clientY };
    if (!this.pressed) return;
    this.pressed = false;
    event.preventDefault();
    event.stopPropagation();
  };

  private rest(target: EventTarget | null): void {
    const found = cardAt(target);
    if (found?.from === this.seen?.from && found) return;
    this.gone();
    if (found) this.timer = setTimeout(() => (this.seen = found), REST);
  }
}
