// What the guided deal should show, and how the learner plays it: see guides/make.mjs.

import { count, untilTheCount } from "../../../guides/lesson.mjs";

const has = (one) => one !== undefined;

/** Kessel Sabacc: a token, a hidden card, an open one that makes a pair, passing, and winning the round. */
export const lesson = {
    players: 3,
    agent: "flatmc:games=200",
    options: { players: 3, tokens: "FREE_DRAW,GENERAL_TARIFF,IMMUNITY" },
    begin() {
        let last = null;
        const made = [];
        const value = (card) => (/^[1-6]$/.test(card) ? Number(card) : NaN);
        const apart = (one, other) => Math.abs(value(one) - value(other));
        const pick = (view, moves) => {
            const { sand, blood } = view.hands[0];
            if (view.phase === "TOKEN") return view.turn === 1 ? "GENERAL_TARIFF" : "NO_TOKEN";
            if (view.phase === "KEEP") {
                const other = view.drawn_from.endsWith("SAND") ? blood : sand;
                return apart(view.drawn, other) < apart(sand, blood) ? "KEEP" : "REFUSE";
            }
            if (apart(sand, blood) === 0) return "PASS";
            const [best] = [
                { move: "TAKE_SAND", apart: apart(view.discard.sand[0], blood) },
                { move: "TAKE_BLOOD", apart: apart(view.discard.blood[0], sand) },
            ]
                .filter((open) => moves.includes(open.move) && open.apart < apart(sand, blood))
                .sort((a, b) => a.apart - b.apart);
            return best?.move ?? "DRAW_SAND";
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.round > 1) return null;
                // A wild card that lies open would be the best to take, and would have to be explained first.
                const tops = Object.values(view.discard).flatMap(([top]) => top ?? []);
                if (view.phase === "DRAW" && tops.some((top) => !(value(top) > 0))) return null;
                const move = pick(view, moves);
                made.push(move);
                return moves.includes(move) ? move : null;
            },
            isGood() {
                const shown = last.revealed ?? [];
                const plain = shown.every((hand) => hand && [hand.sand, hand.blood].every((card) => value(card) > 0));
                const tokens = count(last.tokens.slice(1).flat(), has);
                return (
                    last.round === 2 &&
                    plain &&
                    last.firsts.length === 1 &&
                    last.firsts[0] === 0 &&
                    made.some((move, i) => move === "DRAW_SAND" && made[i + 1] === "KEEP") &&
                    made.some((move) => move.startsWith("TAKE_")) &&
                    made.at(-1) === "PASS" &&
                    tokens >= 2
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.round > before.round),
};
