// The list of games that the page knows. It is the only file outside a game's folder that names one. A game that is not here is shown on the plain
// table.

import type { GameEntry } from "../game/ui";

export const GAMES: Readonly<Record<string, GameEntry>> = {
    bruno: { load: async () => (await import("./bruno")).bruno, guided: true, emblem: true, cloth: "night" },
    leduc: { load: async () => (await import("./leduc")).leduc, guided: true },
    mulle: { load: async () => (await import("./mulle")).mulle, guided: true, emblem: true, cloth: "green" },
    mus: {
        load: async () => (await import("./mus")).mus,
        guided: true,
        practised: true,
        emblem: true,
        cloth: "wine",
    },
    sabacc: { load: async () => (await import("./sabacc")).sabacc, guided: true, emblem: true, cloth: "violet" },
};
