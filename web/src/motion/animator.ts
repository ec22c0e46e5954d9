/** Animates cards: ghosts fly above the page, each a copy of a card. They never receive clicks. */
import type { Event } from "../messages.gen";
import type { GameMotion } from "./gameMotion";
import { back, copy, ghost, sky } from "./ghost";
import {
  plan,
  zonesOf,
  type Box,
  type CardFlight,
  type CoinFlight,
  type Layout,
  type Spot,
  type Zone,
} from "./flights";

const EASE = "cubic-bezier(0.25, 0.75, 0.25, 1)";
const STEP = 90; // milliseconds between two flights of one change
const SPREAD = 700; // milliseconds until all of them have started
const COINS = 5; // more than this many cannot be told apart

interface Drawn extends Spot {
  element: HTMLElement;
}

/** A ghost that is ready to fly: its home, its path, and what to do when it has arrived. */
interface Ready {
  home: HTMLElement;
  body: HTMLElement;
  frames: Keyframe[];
  duration: number;
  delay: number;
  after(): void;
}

export class CardAnimator {
  private before: Layout | null = null;
  private events: Event[] = [];
  private copies = new Map<Spot, HTMLElement>();
  private flying = new Set<() => void>();

  /** `root` holds every zone; `time` is how many milliseconds a flight takes, 0 where nothing moves; `motion` is the game's. */
  constructor(
    private readonly root: () => HTMLElement | undefined,
    private readonly time: () => number,
    private readonly motion: () => GameMotion,
  ) {}

  /** Remembers where everything is, just before the board is redrawn because of these events. */
  remember(events: Event[]): void {
    this.forget();
    const root = this.root();
    if (!root || !events.length || this.time() <= 0) return; // measuring would cost a layout
    this.events = events;
    this.before = layout(root);
    this.copies = copies(this.before, events);
  }

  /** Starts the flights of everything that has moved since. */
  fly(): void {
    const [root, before, duration] = [this.root(), this.before, this.time()];
    this.before = null;
    if (!root || !before) return;
    const flights = plan(this.events, before, layout(root), this.motion());
    const step = Math.min(STEP, SPREAD / Math.max(1, flights.length));
    const ready = flights.flatMap((flight, i) =>
      flight.kind === "card" ? [this.card(root, flight, duration, i * step)] : coins(root, flight, duration, i * step),
    );
    for (const home of new Set(ready.map((one) => one.home)))
      this.launch(
        home,
        ready.filter((one) => one.home === home),
      );
  }

  /** Ends every flight at once. */
  forget(): void {
    for (const end of this.flying) end();
    this.flying.clear();
    this.before = null;
    this.copies.clear();
  }

  private card(root: HTMLElement, flight: CardFlight, duration: number, delay: number): Ready {
    const { from, via, to } = flight;
    const target = to.spot && (to.spot as Drawn).element;
    const leaving = from.spot ? this.copies.get(from.spot) : undefined;
    const known = flight.card === null || from.spot?.card === flight.card;
    const arriving = target && !(leaving && known) ? copy(target) : undefined;
    const box = (arriving ? to : from.spot ? from : to).box;
    const home = (arriving && target?.closest<HTMLElement>("[data-zone]")) || zone(root, from.zone) || root;
    const frames = [from.box, ...(via ? [via, via] : []), to.box].map((there) => ({ transform: over(there, box) }));
    const time = via ? duration * 1.8 : duration;
    const after = target ? veil(target, delay + time) : () => {};
    return { home, body: ghost(arriving ?? leaving ?? back(), box), frames, duration: time, delay, after };
  }

  /** Ghosts of the same home share one sky, because showing a sky costs the browser a layout. */
  private launch(home: HTMLElement, ghosts: Ready[]): void {
    const above = sky(
      home,
      ghosts.map((one) => one.body),
    );
    for (const { body, frames, duration, delay, after } of ghosts) {
      const animation = body.animate(frames, { duration, delay, easing: EASE, fill: "both" });
      const end = () => {
        this.flying.delete(end);
        animation.cancel();
        body.remove();
        if (!above.childElementCount) above.remove();
        after();
      };
      this.flying.add(end);
      animation.onfinish = end;
    }
  }
}

function coins(root: HTMLElement, flight: CoinFlight, duration: number, delay: number): Ready[] {
  const box = { left: 0, top: 0, width: 22, height: 22 };
  const frames = [flight.from, flight.to].map((there) => ({ transform: over(there, box) }));
  return Array.from({ length: Math.min(flight.n, COINS) }, (_, i) => {
    const coin = document.createElement("i");
    coin.className = "flying-coin";
    return { home: root, body: ghost(coin, box), frames, duration, delay: delay + i * 60, after: () => {} };
  });
}

const zone = (root: HTMLElement, name: string) => root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(name)}"]`);

/** The boxes of all named zones and purses. */
function layout(root: HTMLElement): Layout {
  const zones = new Map<string, Zone>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-zone]")) {
    const name = element.dataset["zone"] ?? "";
    if (!zones.has(name)) zones.set(name, { box: element.getBoundingClientRect(), spots: spots(element) });
  }
  const purses = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-purse]"))
    purses.set(element.dataset["purse"] ?? "", element.getBoundingClientRect());
  return { zones, purses };
}

function spots(zone: HTMLElement): Drawn[] {
  return [...zone.querySelectorAll<HTMLElement>("[data-place]")]
    .filter((element) => element.closest("[data-zone]") === zone)
    .map((element) => ({
      card: element.dataset["card"] || null,
      place: Number(element.dataset["place"]),
      box: element.getBoundingClientRect(),
      element,
    }));
}

/** Copies of the cards that are about to leave, because they cannot be copied afterwards. */
function copies(before: Layout, events: Event[]): Map<Spot, HTMLElement> {
  const named = new Set(events.map((event) => event.card));
  const sources = zonesOf(events.map((event) => ({ ...event, target: null })));
  const found = new Map<Spot, HTMLElement>();
  for (const [name, zone] of before.zones)
    for (const spot of zone.spots)
      if ((spot.card !== null && named.has(spot.card)) || (spot.card === null && sources.has(name)))
        found.set(spot, copy((spot as Drawn).element));
  return found;
}

/** The transform that centres a box of this size on another, no wider than it. */
function over(there: Box, box: Box): string {
  const scale = Math.min(1.2, there.width / box.width, there.height / box.height);
  const x = there.left + (there.width - box.width) / 2;
  const y = there.top + (there.height - box.height) / 2;
  return `translate(${x}px, ${y}px) scale(${Math.max(0.25, scale)})`;
}

/** Hides the target of a flying ghost; returns a function that shows it again. */
function veil(element: HTMLElement, duration: number): () => void {
  const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  return () => hidden.cancel();
}
