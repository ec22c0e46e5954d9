/** Shows one item after another, slowly enough for a person to follow; `skip` shows the last one at once. */

export class Pace<T> {
  private queue: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` draws an item; `beat` says how many milliseconds it stays before the next one. */
  constructor(
    private readonly show: (thing: T) => void,
    private readonly beat: (thing: T) => number,
  ) {}

  /** Whether items are waiting. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** Takes the next item: shows it at once if no other item is waiting or visible, or if its beat is 0. */
  push(thing: T, urgent = this.beat(thing) <= 0): void {
    this.queue.push(thing);
    const calm = this.timer === undefined || (this.queue.length === 1 && urgent);
    if (calm) this.next();
  }

  /** Drops the waiting items except the newest, and shows that one. */
  skip(): void {
    this.stop();
    const last = this.queue.pop();
    this.queue = [];
    if (last !== undefined) this.show(last);
  }

  /** Drops all waiting items, and shows this one. */
  jump(thing: T): void {
    this.queue = [thing];
    this.skip();
  }

  /** Stops showing items. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private next(): void {
    this.stop();
    let pause = 0;
    while (pause <= 0) {
      const thing = this.queue.shift();
      if (thing === undefined) return;
      pause = this.beat(thing);
      this.show(thing);
    }
    this.timer = setTimeout(() => this.next(), pause);
  }
}
