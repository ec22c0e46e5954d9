/** Drags a card that can be chosen out of its zone; a copy of the card follows the pointer. */
import { copy, ghost, sky } from "./ghost";

const START = 10; // pixels until a press becomes a drag

interface Held {
  id: number;
  element: HTMLElement;
  x: number;
  y: number;
  ghost: HTMLElement | null;
}

export class Dragging {
  private held: Held | null = null;
  private dropped = false; // ignore the click that ends a drag

  /** `may` tells whether an element can be dragged, `drop` takes it, `carry` hears when something is carried. */
  constructor(
    private readonly may: (element: HTMLElement) => boolean,
    private readonly drop: (element: HTMLElement) => void,
    private readonly carry: (carried: boolean) => void,
  ) {}

  readonly down = (event: PointerEvent): void => {
    this.dropped = false;
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-card]") : null;
    if (event.button !== 0 || !element || !this.may(element)) return;
    this.held = { id: event.pointerId, element, x: event.clientX, y: event.clientY, ghost: null };
  };

  readonly move = (event: PointerEvent): void => {
    const { held } = this;
    if (held?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(x, y) > START) this.lift(held);
    if (held.ghost) held.ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
  };

  readonly up = (event: PointerEvent): void => {
    const { held } = this;
    if (held?.id !== event.pointerId) return;
    const dragged = held.ghost !== null;
    this.cancel();
    this.dropped = dragged;
    const zone = held.element.closest("[data-zone]")?.getBoundingClientRect();
    if (dragged && zone && !inside(zone, event.clientX, event.clientY)) this.drop(held.element);
  };

  readonly cancel = (): void => {
    if (this.held?.ghost) {
      this.held.ghost.parentElement?.remove();
      this.carry(false);
    }
    this.held = null;
  };

  readonly click = (event: MouseEvent): void => {
    if (!this.dropped) return;
    this.dropped = false;
    event.preventDefault();
    event.stopPropagation();
  };

  private lift(held: Held): void {
    const box = held.element.getBoundingClientRect();
    const home = held.element.closest<HTMLElement>("[data-zone]") ?? document.body;
    held.ghost = ghost(copy(held.element), box);
    held.ghost.style.left = `${box.left}px`;
    held.ghost.style.top = `${box.top}px`;
    sky(home, [held.ghost]);
    this.carry(true);
  }
}

const inside = (box: DOMRect, x: number, y: number) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
