// English: keys and codes of views that read better in other words than their own. Without an entry "draw_pile" is "Draw pile".

export const keys = {
    keys: {
        hands: "Hand",
        shown: "Shown",
        hidden: "Face down",
        discard: "Discard pile",
        draw_pile: "Draw pile",
        pot: "In the pot",
        table: "On the table",
        stock: "Stock",
        removed: "Out of the game",
        known: "Known to",
        seen: "Seen before",
        seen_by_all: "Seen by all",
        last_hand: "The hand before",
        OVER: "The game is over",
        REFUSE: "Discard",
    } as Record<string, string>,
};
