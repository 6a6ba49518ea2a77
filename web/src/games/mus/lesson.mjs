// What the guided deal should show, and how the learner plays it: see guides/make.mjs.

import { count, untilTheCount } from "../../../guides/lesson.mjs";

const king = (card) => "R3".includes(card[0]);
const ace = (card) => "A2".includes(card[0]);
const points = (card) => (ace(card) ? 1 : "RCS3".includes(card[0]) ? 10 : Number(card[0]));

/** Mus: cards are changed once; then a bet that is refused, one that is accepted, counted and won, and one of the others that one refuses. */
export const lesson = {
    players: 4,
    agent: "mus-bot",
    options: { best_of: 1 },
    begin() {
        let last = null;
        const made = [];
        const rankOf = (card) => (king(card) ? "R" : ace(card) ? "A" : card[0]);
        const alike = (hand) => {
            const ranks = hand.map(rankOf);
            return ranks.filter((rank) => count(ranks, (one) => one === rank) > 1);
        };
        /** Is this a hand to bet on? */
        const strong = {
            GRANDE: (hand) => count(hand, king) >= 2,
            CHICA: (hand) => count(hand, ace) >= 2,
            PARES: (hand) => alike(hand).length >= 3 || alike(hand).includes("R"),
            JUEGO: (hand) => hand.reduce((sum, card) => sum + points(card), 0) === 31,
            PUNTO: (hand) => hand.reduce((sum, card) => sum + points(card), 0) >= 29,
        };
        const pick = (view, moves) => {
            const hand = view.hands[0];
            if (view.phase === "MUS") return view.rounds === 0 ? "mus" : "no mus";
            if (view.phase === "DISCARD") {
                const away = hand.filter((card) => !king(card)).map(rankOf);
                const fits = (move) => move.slice(8).split(",").sort().join() === [...away].sort().join();
                return moves.find((move) => move.startsWith("discard ") && fits(move)) ?? null;
            }
            const isStrong = strong[view.phase](hand);
            if (moves.includes("quiero")) return isStrong ? "quiero" : "no quiero";
            return isStrong ? "envido 2" : "paso";
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.mano !== 0) return null;
                const move = pick(view, moves);
                made.push({ move, phase: view.phase });
                return move;
            },
            isGood() {
                if (last.mano === 0 || last.over || made.length > 9) return false;
                const log = last.last_hand.log;
                const of = (phase) => made.filter((one) => one.phase === phase).map((one) => one.move);
                const bets = ["GRANDE", "CHICA", "PARES", "JUEGO", "PUNTO"].filter(
                    (phase) => of(phase)[0] === "envido 2",
                );
                const isRefused = (phase) =>
                    log.some(([what, side]) => what === `${phase.toLowerCase()}:deje` && side === 0);
                const isWon = (phase) =>
                    log.some(([what, side, stones]) => what === phase.toLowerCase() && side === 0 && stones >= 2);
                const accepted = bets.filter((phase) => of(phase).length === 1 && isWon(phase) && !isRefused(phase));
                return (
                    of("DISCARD").join().split(",").length === 2 &&
                    bets.length === 2 &&
                    bets.some(isRefused) &&
                    accepted.length === 1 &&
                    of("CHICA").join() === "paso,no quiero" &&
                    of("PARES").length === 1 &&
                    of("JUEGO").length + of("PUNTO").length <= 1
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.mano !== before.mano),
};
