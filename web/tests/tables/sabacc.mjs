// How the drawn table of Kessel Sabacc is played: what to press so that the bar below offers a move. See ../driver.mjs.

/** A token and whom it is aimed at; null where the move is none. */
function readToken(move) {
    const [token, target] = move.split("@");
    const other = /^(NO_TOKEN|PASS|DRAW_\w+|TAKE_\w+|KEEP|REFUSE|DIE\d)$/;
    return other.test(token) ? null : { token, target };
}

export default {
    title: "Kessel Sabacc",
    /** Options that make a game short, by their labels in the form. */
    short: { Chips: "2" },
    seats: 4,
    /** The first of these that is there is played where a game is to end soon. */
    hasty: ["NO_TOKEN", "DRAW_SAND", "KEEP"],
    async select(hand, move) {
        const read = readToken(move);
        if (!read) return hand.press(`[data-pick="${move}"]`);
        await hand.press(`[data-pick="${read.token}"]`);
        if (read.target !== undefined) await hand.press(`[data-pick="seat-${read.target}"]`);
    },
};
