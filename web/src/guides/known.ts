// Which games this reader has learnt in this browser, or wanted to play without a lesson: no lesson is offered again.

const KEPT = "tapete known games";

function all(): string[] {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
        return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
    } catch {
        return [];
    }
}

const KEPT_LEARNT = "tapete learnt games";

/** Whether a guided deal of it was played to its end. */
export function isLearnt(game: string): boolean {
    return (localStorage.getItem(KEPT_LEARNT) ?? "").split(" ").includes(game);
}

export function makeLearnt(game: string): void {
    if (!isLearnt(game)) localStorage.setItem(KEPT_LEARNT, `${localStorage.getItem(KEPT_LEARNT) ?? ""} ${game}`.trim());
}

export const isKnown = (game: string): boolean => all().includes(game);

export function makeKnown(game: string): void {
    if (!isKnown(game)) localStorage.setItem(KEPT, JSON.stringify([...all(), game]));
}
