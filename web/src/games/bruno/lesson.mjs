// What the guided deal should show, and how the learner plays it: see guides/make.mjs.

import { count } from "../../../guides/lesson.mjs";

const BRUNO_LOW = ["4", "5", "6", "7", "8", "J", "Q", "K", "A"];

/** Bruno: the first turns with a lead or a follow, two of a rank and a function card; then the last ones, from the shown cards to the win. */
export const lesson = {
    players: 4,
    agent: "bruno-low",
    options: {},
    early: 4,
    late: 5,
    begin() {
        let last = null;
        const made = [];
        const zones = [];
        return {
            choose(view, moves) {
                last = view;
                const fits = (rank) => moves.filter((move) => move.startsWith(`${rank}x`));
                const low = BRUNO_LOW.map(fits)
                    .find((list) => list.length > 0)
                    ?.at(-1);
                const helper = ["2x1", "9x1", "3x1"].find((move) => moves.includes(move));
                const move = (made.length >= 2 && made.length < 4 && helper) || low || moves[0];
                made.push(move);
                zones.push(view.hands[0].length > 0 ? "hand" : view.shown[0].length > 0 ? "shown" : "hidden");
                return made.length > 40 ? null : move;
            },
            isGood() {
                const first = made.slice(0, lesson.early);
                const end = made.slice(-lesson.late);
                const lastZones = zones.slice(-lesson.late);
                return (
                    made.length <= 40 &&
                    made.length > lesson.early + lesson.late &&
                    first.some((move) => /^([4-8JQKA])x2$/.test(move)) &&
                    first.some((move) => /^(2|9)x1$/.test(move)) &&
                    !first.includes("PICKUP") &&
                    count(end, (move) => move === "FLIP") >= 2 &&
                    lastZones[0] === "shown" &&
                    lastZones.at(-1) === "hidden" &&
                    lastZones[1] !== "hand" &&
                    last !== null &&
                    last.hidden[0].length === 1
                );
            },
        };
    },
    kept(steps, decisions) {
        const plies = [...decisions.keys()];
        const [from, to] = [plies[lesson.early], plies.at(-lesson.late)];
        return steps.map((_, ply) => ply).filter((ply) => ply <= from || ply >= to);
    },
};
