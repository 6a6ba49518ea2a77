// The count of a hand, lance by lance, from what the view keeps of it: who won each, by which cards, for how many stones, and why.

import { bestSeat, compareKeys, decidingCards, juegoOf, keyOf, paresOf } from "./hands";
import {
    type CardCode,
    isLance,
    type Lance,
    lancesOf,
    type LogEntry,
    type MusRules,
    type MusView,
    seatsOf,
    sideOf,
} from "./view";

/** Why a side won: "better" cards, a "tie" that went to the nearer to mano, "alone" in having it, "refused" where nobody wanted the bet,
 *  "willing" where only those who accepted compare. */
export type Because = "better" | "tie" | "alone" | "refused" | "willing";

export interface CountedLance {
    lance: Lance;
    /** Null if there was nothing to win, or the juego was decided before. */
    won: {
        side: number;
        /** Whose cards won; null where cards did not decide. */
        seat: number | null;
        /** The best hand of those who did not win; null if there is none. */
        against: number | null;
        because: Because;
        /** Where a bet was refused: whose, as far as it is known, and by whom. */
        bettor: number | null;
        refused: number[];
        ordago: boolean;
        /** All of it; and in it what was bet, taken as a deje, or is the value of the cards. Where all passed one stone is none of these. */
        stones: number;
        bet: number;
        deje: number;
        value: number;
        /** Whose cards have that value. */
        shares: { seat: number; value: number }[];
        /** The cards that decided, and those that brought their value. */
        cards: CardCode[];
    } | null;
    /** Nobody had it; or it was not counted any more. */
    left: "nobody" | "decided" | null;
}

export interface CountedHand {
    mano: number;
    hands: CardCode[][];
    lances: CountedLance[];
    /** Stones by side; and how many each side has with them, where the game goes on. */
    stones: number[];
    score: number[];
    /** The game to so many stones that this hand has ended; null where it goes on. */
    game: EndedGame | null;
}

export interface EndedGame {
    winner: number;
    /** The lance on which everything was bet, where that decided it. */
    ordago: Lance | null;
    /** Games won by each side; none, where this one has won a vaca and more of these are played. */
    games: number[];
    vacas: number[];
}

/** Whose bets were refused, by lance. */
export type Bettors = Partial<Record<Lance, number>>;

interface Shown extends Pick<MusView, "score" | "players"> {
    mano: number;
    hands: CardCode[][];
    log: LogEntry[];
    bettors: Bettors;
}

/** Whose bets were refused in a hand that has ended between two views: the hand that is over tells only their sides. */
export function refusedBets(before: MusView, after: MusView): Bettors {
    const bettors: Bettors = {};
    lancesOf(before.declared.juego).forEach((lance, place) => {
        const { kind, seat } = before.results[place]!;
        if (kind === "FOLD") bettors[lance] = seat;
    });
    const { phase, lance } = before;
    const isRefused = after.last_hand.log.some(([reason]) => reason === `${phase.toLowerCase()}:deje`);
    if (isLance(phase) && lance.bettor !== null && isRefused) bettors[phase] = lance.bettor;
    return bettors;
}

/** What the cards of each of a side bring by themselves. */
function sharesOf(shown: Shown, lance: Lance, side: number, rules: MusRules): { seat: number; value: number }[] {
    if (lance !== "PARES" && lance !== "JUEGO") return [];
    const worth = (seat: number) => (lance === "PARES" ? paresOf : juegoOf)(shown.hands[seat]!, rules)?.value ?? 0;
    return seatsOf(shown, side)
        .map((seat) => ({ seat, value: worth(seat) }))
        .filter(({ value }) => value > 0);
}

function countLance(shown: Shown, lance: Lance, rules: MusRules): CountedLance {
    const name = lance.toLowerCase();
    const find = (reason: string) => shown.log.find(([one]) => one === reason);
    const bettor = shown.bettors[lance] ?? null;
    const [deje, count, ordago] = [find(`${name}:deje`), find(name), find(`${name}:ordago`)];
    const entry = ordago ?? count ?? deje;
    const all = shown.hands.map((_, seat) => seat).filter((seat) => keyOf(shown.hands[seat]!, lance, rules) !== null);
    if (!entry) return { lance, won: null, left: all.length === 0 ? "nobody" : "decided" };
    const side = entry[1];
    const best = (seats: number[]) => bestSeat(shown.hands, seats, shown.mano, lance, rules);
    const own = all.filter((seat) => sideOf(shown, seat) === side);
    const seat = deje ? null : best(own);
    const against = best(all.filter((one) => !own.includes(one)));
    const decided =
        seat === null
            ? []
            : decidingCards(shown.hands[seat]!, against === null ? null : shown.hands[against]!, lance, rules);
    const shares = count ? sharesOf(shown, lance, side, rules) : [];
    const ofAll = count && lance === "PUNTO" ? 1 : 0;
    const value = shares.reduce((sum, one) => sum + one.value, ofAll);
    // Where all passed in grande or chica there is one stone; a bet of one stone says the same.
    const rest = count ? count[2] - value : 0;
    const passed = value === 0 && rest === 1;
    let because: Because = "better";
    if (deje) because = "refused";
    else if (against === null || seat === null) because = "alone";
    else {
        const order = compareKeys(
            keyOf(shown.hands[seat]!, lance, rules)!,
            keyOf(shown.hands[against]!, lance, rules)!,
        );
        const first = best([seat, against]) === seat;
        because = !first ? "willing" : order === 0 ? "tie" : "better";
    }
    return {
        lance,
        left: null,
        won: {
            side,
            seat,
            against,
            because,
            bettor: deje ? bettor : null,
            refused: deje ? all.filter((one) => !own.includes(one)) : [],
            ordago: ordago !== undefined,
            stones: (deje?.[2] ?? 0) + (count?.[2] ?? 0),
            bet: passed ? 0 : rest,
            deje: deje?.[2] ?? 0,
            value,
            shares,
            cards: [
                ...decided,
                ...shares
                    .filter((one) => one.seat !== seat)
                    .flatMap((one) => decidingCards(shown.hands[one.seat]!, null, lance, rules)),
            ],
        },
    };
}

const stonesOf = (log: readonly LogEntry[], side: number): number =>
    log.reduce((sum, [, whose, count]) => (whose === side ? sum + count : sum), 0);

/** Whether the last hand has ended a game, and whose: the stones then start again, and the side that scored last has won. */
function endedGame(view: MusView, score: readonly number[]): EndedGame | null {
    const scored = view.last_hand.log.at(-1);
    if (!scored || (!view.over && score.some((stones) => stones > 0))) return null;
    const [reason, winner] = scored;
    const [lance, how] = reason.split(":");
    return {
        winner,
        ordago: how === "ordago" ? (lance!.toUpperCase() as Lance) : null,
        games: view.juegos,
        vacas: view.vacas,
    };
}

/** The hand before the one that is being played, or the last of all; null if there was none. */
export function countedHand(view: MusView, rules: MusRules, bettors: Bettors = {}): CountedHand | null {
    const { hands, log } = view.last_hand;
    if (hands.some((hand) => hand.length !== 4) || hands.length === 0) return null;
    const mano = view.over ? view.mano : (view.mano + view.players - 1) % view.players;
    const shown: Shown = { score: view.score, players: view.players, mano, hands, log, bettors };
    const juego = hands.flatMap((hand, seat) => (juegoOf(hand, rules) ? [seat] : []));
    const stones = view.score.map((_, side) => stonesOf(log, side));
    // Less what was scored in the hand that is being played.
    const score = view.score.map((now, side) => (view.over ? now : now - stonesOf(view.log, side)));
    const lances = lancesOf(juego).map((lance) => countLance(shown, lance, rules));
    return { mano, hands, lances, stones, score, game: endedGame(view, score) };
}
