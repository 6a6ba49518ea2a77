// Moves of bots come faster than a person can follow: they are shown one after the other, each for a moment. A player in a hurry
// presses something, and sees how things stand now. If there is something to read, all that follows waits until the reader is done.

import type { About, Now, Seat } from "./protocol";

/** How long one move stays before the next is shown. */
export const STEP_MS = 420;
/** However much there is to show, what waits is shown after this. */
export const LONGEST_MS = 3000;

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
    ) {}

    /** Show it, now or when its turn comes. `waits`: not before what came last was seen; `stays`: it is to be seen itself. */
    push(item: T, { waits, stays }: { waits: boolean; stays: boolean }): void {
        if (!this.held && this.waiting.length === 0 && (!waits || this.clock.now() >= this.notBefore)) {
            if (stays) this.notBefore = this.clock.now() + STEP_MS;
            this.show(item);
            return;
        }
        if (this.waiting.length === 0) this.deadline = this.clock.now() + LONGEST_MS;
        this.waiting.push(item);
        if (!this.held) this.timer ??= this.clock.setTimer(() => this.next(), this.notBefore - this.clock.now());
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
        this.notBefore = this.clock.now() + STEP_MS;
        this.deadline = this.clock.now() + LONGEST_MS;
        if (this.waiting.length > 0) this.timer = this.clock.setTimer(() => this.next(), STEP_MS);
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
        if (!this.held && this.waiting.length > 0) this.timer = this.clock.setTimer(() => this.next(), wait);
    }
}
