// The view of Kessel Sabacc: docs/rules/exact/sabacc.md, last section.

export const FAMILIES = ["sand", "blood"] as const;
export type Family = (typeof FAMILIES)[number];

/** All sixteen, in the order of the rules. */
export const TOKENS = [
    "FREE_DRAW",
    "REFUND",
    "EXTRA_REFUND",
    "GENERAL_TARIFF",
    "TARGET_TARIFF",
    "EMBARGO",
    "DEVALUATION",
    "IMMUNITY",
    "GENERAL_AUDIT",
    "TARGET_AUDIT",
    "MAJOR_FRAUD",
    "EMBEZZLEMENT",
    "COOK_THE_BOOKS",
    "EXHAUSTION",
    "DIRECT_TRANSACTION",
    "SABACC_PRIME",
] as const;

export type Pair<T> = Record<Family, T>;

/** "1" to "6", "S", "I"; "?" for one that the viewer does not know. */
export type CardCode = string;

export interface Revealed extends Pair<CardCode> {
    /** What an Impostor was chosen to be. */
    impostors: Pair<number | null>;
}

export interface SabaccView {
    players: number;
    in_play: number[];
    first: number;
    current: number;
    turn: number;
    round: number;
    phase: "TOKEN" | "PRIME_DIE" | "DRAW" | "KEEP" | "IMPOSTOR" | "OVER";
    reserve: number[];
    pot: number[];
    passed: number[];
    immune: number[];
    embargoed: number[];
    free_draw: boolean;
    devaluation: boolean;
    major_fraud: boolean;
    cook_the_books: boolean;
    prime: number | null;
    /** Top card first. */
    discard: Pair<CardCode[]>;
    draw_pile: Pair<number>;
    drawn: CardCode | null;
    /** The move that the drawn card came by: "DRAW_SAND". */
    drawn_from: string | null;
    dice: [number, number] | null;
    impostor_family: Family | null;
    hands: (Pair<CardCode> | null)[];
    tokens: string[][];
    /** Who knows each card; `open`: everybody who looks at the table does. */
    known: (Pair<number[]> | null)[];
    open: (Pair<boolean> | null)[];
    impostors: (Pair<number | null> | null)[];
    /** The hands of the last resolution. */
    revealed: (Revealed | null)[];
    firsts: number[];
    winners: number[];
    score: number[];
    over: boolean;
}

/** Whether a seat has had its turn of this turn of the round. */
export function hasActed(view: SabaccView, seat: number): boolean {
    if (view.phase === "IMPOSTOR" || view.phase === "OVER") return true;
    const place = (one: number) => (one - view.first + view.players) % view.players;
    return place(seat) < place(view.current);
}

/** The table at the end of a round, before the next cards are dealt: every hand open, and the chips where they are now. */
export function endOfRound(was: SabaccView, next: SabaccView): SabaccView {
    const { turn, first, discard, draw_pile, devaluation, major_fraud, cook_the_books, prime } = was;
    return {
        ...next,
        ...{ turn, first, discard, draw_pile, devaluation, major_fraud, cook_the_books, prime },
        hands: was.hands.map((hand, seat) => next.revealed[seat] ?? hand),
        impostors: next.revealed.map((hand) => hand?.impostors ?? null),
    };
}

export const drawnFamily = (view: SabaccView): Family | null =>
    view.drawn_from === null ? null : view.drawn_from.endsWith("SAND") ? "sand" : "blood";

export const drawMove = (family: Family): string => `DRAW_${family.toUpperCase()}`;
export const takeMove = (family: Family): string => `TAKE_${family.toUpperCase()}`;

const TARGETED = new Set(["TARGET_TARIFF", "TARGET_AUDIT", "EXHAUSTION", "DIRECT_TRANSACTION"]);

export const isTargeted = (token: string): boolean => TARGETED.has(token);

/** The token that a move plays, and at whom. */
export function readToken(move: string): { token: string; target: number | null } | null {
    const [token, target] = move.split("@");
    if (!(TOKENS as readonly string[]).includes(token!)) return null;
    return { token: token!, target: target === undefined ? null : Number(target) };
}

/** What every seat had left as a round began, where that is known. */
export interface RoundStart {
    round: number;
    tokens: string[][] | null;
}

/** Who has played a token in this round; nobody where it is not known. */
export function playersOf(token: string, view: SabaccView, start: RoundStart | null): number[] {
    const had = start?.round === view.round ? start.tokens : null;
    // Everybody begins with the same ones.
    if (!had && view.round > 1) return [];
    return view.in_play.filter((seat) => !view.tokens[seat]!.includes(token) && (had?.[seat]!.includes(token) ?? true));
}

/** The tokens whose effect lies on the whole table now. */
export function effectsInForce(view: SabaccView): string[] {
    return [
        ...(view.prime !== null ? ["SABACC_PRIME"] : []),
        ...(view.cook_the_books ? ["COOK_THE_BOOKS"] : []),
        ...(view.major_fraud ? ["MAJOR_FRAUD"] : []),
        ...(view.devaluation ? ["DEVALUATION"] : []),
    ];
}

/** The tokens whose effect lies on some seats only. */
export const effectsOnSeats = (view: SabaccView): { token: string; seats: number[] }[] =>
    [
        { token: "IMMUNITY", seats: view.immune },
        { token: "EMBARGO", seats: view.embargoed },
    ].filter(({ seats }) => seats.length > 0);
