/** Shows one thing after another, slowly enough for a person to follow; `skip` shows the last at once. */

export class Pace<T> {
  private queue: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` draws a thing; `beat` says how many milliseconds it is on show before the next one. */
  constructor(
    private readonly show: (thing: T) => void,
    private readonly beat: (thing: T) => number,
  ) {}

  /** Whether something is still to be shown. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** Takes the next thing: shown at once if nobody is looking at another, or if it is urgent, as what takes no time. */
  push(thing: T, urgent = this.beat(thing) <= 0): void {
    this.queue.push(thing);
    const calm = this.timer === undefined || (this.queue.length === 1 && urgent);
    if (calm) this.next();
  }

  /** Drops what has not been seen, and shows the newest. */
  skip(): void {
    this.stop();
    const last = this.queue.pop();
    this.queue = [];
    if (last !== undefined) this.show(last);
  }

  /** Forgets everything, and shows this. */
  jump(thing: T): void {
    this.queue = [thing];
    this.skip();
  }

  /** Shows nothing more. */
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
