// Progress in practising decisions: how many, what they cost, and the mistakes, which come back until they are answered well. This browser keeps it.

export interface Progress {
    /** Of the latest new question. */
    seed: number;
    asked: number;
    good: number;
    /** What all answers cost together. */
    lost: number;
    /** `due`: it comes back when so many were asked. */
    mistakes: { seed: number; due: number }[];
}

/** So many other questions come before a mistake comes back. */
const WAIT = 4;
/** A mistake that was made among thousands is one of many. */
const MOST_MISTAKES = 500;
const MOST_SEED = 2 ** 51;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const begun = (random: () => number = Math.random): Progress => ({
    seed: Math.floor(random() * MOST_SEED),
    asked: 0,
    good: 0,
    lost: 0,
    mistakes: [],
});

/** What was kept; what is damaged counts as nothing. */
export function readProgress(kept: string | null, random?: () => number): Progress {
    try {
        const found = JSON.parse(kept ?? "") as Progress;
        const { seed, asked, good, lost, mistakes } = found;
        const isWhole =
            [seed, asked, good].every(isCount) &&
            good <= asked &&
            Number.isFinite(lost) &&
            Array.isArray(mistakes) &&
            mistakes.every((one) => isCount(one.seed) && isCount(one.due));
        if (isWhole) return { seed, asked, good, lost, mistakes: mistakes.map(({ seed, due }) => ({ seed, due })) };
    } catch {
        // as if nothing had been kept
    }
    return begun(random);
}

/** The question that comes next: a mistake that has waited long enough, else a new one. */
export function nextQuestion(progress: Progress): { seed: number; isBack: boolean } {
    const back = progress.mistakes.find((one) => one.due <= progress.asked);
    return back ? { seed: back.seed, isBack: true } : { seed: progress.seed + 1, isBack: false };
}

/** After an answer to the question with this seed, which cost so much. */
export function answered(progress: Progress, seed: number, lost: number, mistake: number): Progress {
    const isGood = lost < mistake;
    const asked = progress.asked + 1;
    const others = progress.mistakes.filter((one) => one.seed !== seed);
    return {
        seed: Math.max(progress.seed, progress.mistakes.length === others.length ? seed : 0),
        asked,
        good: progress.good + (isGood ? 1 : 0),
        lost: progress.lost + lost,
        mistakes: isGood ? others : [...others, { seed, due: asked + WAIT }].slice(-MOST_MISTAKES),
    };
}

const keyOf = (game: string): string => `tapete practice ${game}`;

export function keptProgress(game: string): Progress {
    try {
        return readProgress(localStorage.getItem(keyOf(game)));
    } catch {
        return begun();
    }
}

export function keepProgress(game: string, progress: Progress): void {
    try {
        localStorage.setItem(keyOf(game), JSON.stringify(progress));
    } catch {
        // a browser that keeps nothing: it lasts as long as the page
    }
}
