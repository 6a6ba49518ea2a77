// How the drawn table of Bruno is played: cards of one rank, as many as the move has. See ../driver.mjs.

export default {
    title: "Bruno",
    short: { Cap: "120" },
    seats: 4,
    hasty: [],
    async select(hand, move, view, isOffered) {
        const [rank, copies] = move.split("x");
        const seat = view.current;
        const zone = view.hands[seat].length > 0 ? view.hands[seat] : view.shown[seat];
        const cards = zone.filter((card) => card.slice(0, -1) === rank).slice(0, Number(copies));
        for (const card of cards) {
            if (await isOffered()) return;
            await hand.press(`[data-pick="${card}"]`);
        }
    },
};
