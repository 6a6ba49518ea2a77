// The colours of everything that is drawn: an evening in a card room. What must follow the page's theme is a variable there, all else
// is fixed: a card has the same colours in the dark, on slightly darker paper.

export const INK = "#2b2320";
export const GOLD = { light: "#f5d989", main: "#dfa93c", deep: "#a56f1c", dark: "#6b430e" };
export const RED = { light: "#e0796a", main: "#b93a2f", deep: "#8c2620", dark: "#571512" };
export const BLUE = { light: "#9dbbd6", main: "#3b6a9c", deep: "#274b75", dark: "#16304f" };
export const GREEN = { light: "#a5c07a", main: "#5b8a3c", deep: "#3d6628", dark: "#223f15" };
export const WOOD = { light: "#c79b6a", main: "#96663a", deep: "#6d4524", dark: "#442a14" };
export const STEEL = { light: "#e6eef4", main: "#b4c6d6", deep: "#7c98b3", dark: "#33506e" };
export const SKIN = { main: "#f1cda8", deep: "#d69f74" };
export const CREAM = "#fbf3df";

/** Four colours, unless the page asks for two. */
export const FRENCH = {
    spades: "var(--suit-spades,#22262f)",
    hearts: "var(--suit-hearts,#c02c34)",
    diamonds: "var(--suit-diamonds,#1f62ad)",
    clubs: "var(--suit-clubs,#25733f)",
};
export const SPANISH = { oros: GOLD, copas: RED, espadas: BLUE, bastos: GREEN };
