// How the drawn table of Mulle is played: a card of the hand, then the piles that the move uses until it is offered. See ../driver.mjs.

export default {
    title: "Mulle",
    short: {},
    seats: 2,
    hasty: [],
    async select(hand, move, view, isOffered) {
        const parts = /^(\w+) (\w+)(?: on (\d+) to \d+| (?:all\+)?([\d,]*))?$/.exec(move);
        const [, , card, base, list] = parts;
        await hand.press(`[data-pick="${card}"]`);
        const piles = base !== undefined ? [base] : (list ?? "").split(",").filter((pile) => pile !== "");
        for (const pile of piles) {
            if (await isOffered()) return;
            await hand.press(`[data-pick="pile-${pile}"]`);
        }
    },
};
