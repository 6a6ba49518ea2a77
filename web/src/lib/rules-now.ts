// Which section of a game's rules matters now, from what a seat sees.

import type { Json } from "./protocol";

/** By the phase that a view names. */
const BY_PHASE: Record<string, Record<string, string>> = {
    mus: {
        MUS: "mus",
        DISCARD: "mus",
        GRANDE: "lances",
        CHICA: "lances",
        PARES: "pares",
        JUEGO: "juego",
        PUNTO: "juego",
        OVER: "count",
    },
    sabacc: {
        TOKEN: "tokens",
        PRIME_DIE: "tokens",
        DRAW: "round",
        KEEP: "round",
        IMPOSTOR: "reveal",
        OVER: "payment",
    },
};

function ofBruno(view: { [key: string]: Json }): string {
    const own = Array.isArray(view.hands) ? view.hands[Number(view.viewer)] : undefined;
    if (Array.isArray(own) && own.length === 0) return "zones";
    return view.to_beat === "9" ? "functions" : "turn";
}

/** Undefined where nothing is known about the game. */
export function sectionNow(game: string, view: Json | undefined): string | undefined {
    if (typeof view !== "object" || view === null || Array.isArray(view)) return undefined;
    if (game === "bruno") return ofBruno(view);
    if (game === "mulle") return view.over === true ? "points" : "capture";
    return BY_PHASE[game]?.[String(view.phase)];
}
