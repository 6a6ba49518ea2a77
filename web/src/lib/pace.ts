// Moves of bots come faster than anybody can follow: what happened is shown one after the other, each for a moment. A reader in a hurry
// presses something, and sees the next. Where there is something to read, all that follows waits until the reader is done.

import type { About, Now, Seat } from "./protocol";

/** How long one move stays before the next is shown, as somebody likes it. The second is the usual one. */
export const PACES = { slow: 1700, normal: 900, fast: 420, instant: 0 } as const;
export type Pace = keyof typeof PACES;
/** Where a clock runs. */
export const CLOCK_STEP_MS = 300;
/** However much there is to show, what waits is shown after this. */
export const LONGEST_MS = 12_000;

/** How long the end of a round stays by itself where others or a clock wait; and never longer than this part of the time that one has. */
export const ROUND_END_MS = 15_000;
const ROUND_END_PART = 1 / 4;

/** How long the end of a round stays before the next begins by itself. Null: a player against bots alone, without a clock, takes as long as
 *  they like. */
export function roundEndTime(
    { you, seats }: Pick<About, "you" | "seats">,
    { clock }: Pick<Now, "clock">,
): number | null {
    const isPerson = (seat: Seat) => seat.who === "person" && seat.bot !== true;
    const alone = you !== null && seats.every((seat, i) => isPerson(seat) === (i === you));
    if (alone && clock === undefined) return null;
    const whole = you === null ? undefined : clock?.seats?.[you];
    const left = Math.min(clock?.move ?? Infinity, whole ?? Infinity);
    return Math.min(ROUND_END_MS, Math.max(0, left) * ROUND_END_PART);
}

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
    private held = false;

    constructor(
        private readonly show: (item: T) => void,
        private readonly clock: Clock,
        /** How long one stays now. */
        private readonly step: () => number,
    ) {}

    /** Show it, now or when its turn comes. `waits`: not before what came last was seen; `stays`: it is to be seen itself. */
    push(item: T, { waits, stays }: { waits: boolean; stays: boolean }): void {
        if (!this.held && this.waiting.length === 0 && (!waits || this.clock.now() >= this.notBefore)) {
            if (stays) this.notBefore = this.clock.now() + this.step();
            this.show(item);
            return;
        }
        if (this.waiting.length === 0) this.deadline = this.clock.now() + LONGEST_MS;
        this.waiting.push(item);
        if (!this.held) this.timer ??= this.clock.setTimer(() => this.next(), this.notBefore - this.clock.now());
    }

    /** Show the next that waits at once, and what follows it in its time. */
    skip(): void {
        if (this.held || this.waiting.length === 0) return;
        this.stop();
        this.next();
    }

    /** Show all that waits, as far as nothing holds. */
    flush(): void {
        this.stop();
        while (!this.held && this.waiting.length > 0) this.show(this.waiting.shift()!);
    }

    /** Show nothing more, even to a player in a hurry, before it is released. */
    hold(): void {
        this.held = true;
        this.stop();
    }

    /** Go on with what waits, each for a moment. */
    release(): void {
        if (!this.held) return;
        this.held = false;
        this.notBefore = this.clock.now() + this.step();
        this.deadline = this.clock.now() + LONGEST_MS;
        if (this.waiting.length > 0) this.timer = this.clock.setTimer(() => this.next(), this.step());
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
        const wait = Math.min(this.step(), left / (this.waiting.length + 1));
        this.notBefore = this.clock.now() + wait;
        if (!this.held && this.waiting.length > 0) this.timer = this.clock.setTimer(() => this.next(), wait);
    }
}
