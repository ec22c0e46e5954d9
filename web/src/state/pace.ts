/** Shows one thing after another, slowly enough for a person to follow; `skip` shows the last at once. */

export class Pace<T> {
  private queue: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` draws a thing; `beat` says how many milliseconds it stays before the next one. */
  constructor(
    private readonly show: (thing: T) => void,
    private readonly beat: (thing: T) => number,
  ) {}

  /** Whether something is still to be shown. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** Takes the next thing; it is shown at once if nothing is on show. */
  push(thing: T): void {
    this.queue.push(thing);
    if (this.timer === undefined) this.next();
  }

  /** Drops what has not been seen, and shows the newest. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.queue.pop();
    this.queue = [];
    if (last !== undefined) this.show(last);
  }

  /** Forgets everything, and shows this. */
  jump(thing: T): void {
    this.queue = [thing];
    this.skip();
  }

  private next(): void {
    const thing = this.queue.shift();
    if (thing === undefined) {
      this.timer = undefined;
      return;
    }
    const pause = this.beat(thing);
    if (pause > 0) this.timer = setTimeout(() => this.next(), pause);
    else this.timer = undefined;
    this.show(thing);
    if (pause <= 0 && this.queue.length) this.next();
  }
}
