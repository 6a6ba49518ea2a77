// How the drawn table of Mus is played: cards to put down by what they count as, stones of a bet by the nearest number and steps from it.
// See ../driver.mjs.

const USUAL = [2, 5, 10, 20];

/** What a card counts as where there are eight kings. */
const rankOf = (card) => ({ 3: "R", 2: "A" })[card[0]] ?? card[0];

export default {
    title: "Mus",
    short: { "Best of": "1", "Stones to win a game": "10" },
    seats: 4,
    hasty: ["ordago", "quiero", "no mus"],
    async select(hand, move, view) {
        const [kind, what] = move.split(" ");
        if (kind === "discard") {
            const left = [...view.hands[view.to_act]];
            for (const rank of what.split(",")) {
                const place = left.findIndex((card) => rankOf(card) === rank);
                await hand.press(`[data-pick="${left.splice(place, 1)[0]}"]`);
            }
            return;
        }
        const wanted = Number(what);
        let now = 2;
        const near = USUAL.filter((one) => one <= wanted).at(-1) ?? 2;
        if (near !== now) await hand.press(`[data-pick="amount-${near}"]`);
        for (now = near; now < wanted; now++) await hand.press('[data-pick="more"]');
    },
};
