// Moves of bots come faster than anybody can follow: what happened is shown one after the other, each for a moment. Whoever is in a hurry
// presses something, and sees how things stand now.

/** How long one move stays before the next is shown. */
export const STEP_MS = 420;
/** However much there is to show, what waits is shown after this. */
export const LONGEST_MS = 3000;

export interface Clock {
    now(): number;
    setTimer(run: () => void, ms: number): unknown;
    clearTimer(timer: unknown): void;
}

export class Pacer<T> {
    private waiting: T[] = [];
    private timer: unknown = null;
    /** Nothing that waits is shown before. */
    private notBefore = 0;
    /** When all that waits must have been shown. */
    private deadline = 0;

    constructor(
        private readonly show: (item: T) => void,
        private readonly clock: Clock,
    ) {}

    /** Show it, now or when its turn comes. `waits`: not before what came last was seen; `stays`: it is to be seen itself. */
    push(item: T, { waits, stays }: { waits: boolean; stays: boolean }): void {
        if (this.waiting.length === 0 && (!waits || this.clock.now() >= this.notBefore)) {
            if (stays) this.notBefore = this.clock.now() + STEP_MS;
            this.show(item);
            return;
        }
        if (this.waiting.length === 0) this.deadline = this.clock.now() + LONGEST_MS;
        this.waiting.push(item);
        this.timer ??= this.clock.setTimer(() => this.next(), this.notBefore - this.clock.now());
    }

    /** Show all that waits. */
    flush(): void {
        this.stop();
        for (const item of this.waiting.splice(0)) this.show(item);
    }

    /** Show nothing more by itself. */
    stop(): void {
        if (this.timer !== null) this.clock.clearTimer(this.timer);
        this.timer = null;
    }

    private next(): void {
        this.timer = null;
        const item = this.waiting.shift();
        if (item === undefined) return;
        this.show(item);
        const left = Math.max(0, this.deadline - this.clock.now());
        const wait = Math.min(STEP_MS, left / (this.waiting.length + 1));
        this.notBefore = this.clock.now() + wait;
        if (this.waiting.length > 0) this.timer = this.clock.setTimer(() => this.next(), wait);
    }
}
