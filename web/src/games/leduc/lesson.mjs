// What the guided deal should show, and how the learner plays it: see guides/make.mjs.

const MADE = ["CHECK", "CALL", "BET", "CALL"];

/** Leduc poker: a check, a call, a pair, a bet, and a raise to answer. A pair always wins, so the end is known before the cards are shown. */
export const lesson = {
    players: 2,
    agent: "random",
    options: {},
    begin() {
        let last = null;
        const made = [];
        return {
            choose(view, moves) {
                last = view;
                const [card, board] = [view.cards[0], view.board];
                if (!card.startsWith("Q") || (board !== null && !board.startsWith("Q"))) return null;
                const move =
                    board !== null && moves.includes("BET") ? "BET" : moves.find((one) => /CHECK|CALL/.test(one));
                made.push(move);
                return move;
            },
            isGood: () => last.board !== null && made.join() === MADE.join(),
        };
    },
    kept: (steps) => steps.map((_, ply) => ply),
};
