// What the guided deal should show, and how the learner plays it: see guides/make.mjs.

import { count, untilTheCount } from "../../../guides/lesson.mjs";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Mulle: the first rond, from a capture of a sum to a build for a card that is worth more in the hand, and is taken in the next turn; then a
 *  mulle, other captures, and a card or two that are just laid down. No mulle is passed over. */
export const lesson = {
    players: 2,
    agent: "mulle-greedy",
    options: {},
    begin() {
        let last = null;
        const made = [];
        const cardOf = (move) => move.split(" ")[1];
        const isCapture = (move) => move.startsWith("capture");
        const pilesOf = (move) => (move.split(" ")[2] ?? "").replace("all+", "").split(",");
        const isDouble = (view, move) => pilesOf(move).some((pile) => view.table[pile] === cardOf(move));
        const rank = (card) => RANKS.indexOf(card.slice(2));
        /** A worthless card: no spade, no ace, and high. */
        const discardOf = (moves) => {
            const worth = (card) => (/^SP|A$|^RU10$/.test(card) ? 100 : 0) - rank(card);
            const cards = moves.filter((move) => move.startsWith("discard")).map(cardOf);
            return `discard ${cards.sort((a, b) => worth(a) - worth(b))[0]}`;
        };
        /** A card of the same rank and two others that make it: all that a plain card can take, in one way only. */
        const isPlainSum = (view, move, captures) => {
            const piles = pilesOf(move).map((pile) => view.table[pile]);
            const same = count(piles, (card) => rank(card) === rank(cardOf(move)));
            const isOnly = count(captures, (other) => cardOf(other) === cardOf(move)) === 1;
            return isOnly && piles.length === 3 && same === 1 && !isDouble(view, move);
        };
        const pick = (view, moves) => {
            const captures = moves.filter(isCapture).sort((a, b) => pilesOf(b).length - pilesOf(a).length);
            const double = captures.find((move) => isDouble(view, move));
            if (made.length < 3 && double) return null;
            if (made.length === 0) return captures.find((move) => isPlainSum(view, move, captures)) ?? null;
            if (made.length === 1) {
                const isLoose = (move) => typeof view.table[move.split(" ")[3]] === "string";
                return moves.find((move) => /^build \w+ on \d+ to 1[456]$/.test(move) && isLoose(move)) ?? null;
            }
            if (made.length === 2) {
                const own = view.table.findIndex((pile) => typeof pile !== "string" && pile.owner === "A");
                return captures.find((move) => own >= 0 && pilesOf(move).includes(String(own))) ?? null;
            }
            return double ?? captures[0] ?? discardOf(moves);
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.rond > 1 || view.starter !== "A") return null;
                const move = pick(view, moves);
                if (move !== null) made.push(move);
                return move;
            },
            isGood() {
                const discards = count(made, (move) => move.startsWith("discard"));
                return (
                    last.rond === 2 &&
                    discards >= 1 &&
                    discards <= 2 &&
                    last.mulles.A.length >= 1 &&
                    last.score.A.total > last.score.B.total
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.rond > before.rond),
};
