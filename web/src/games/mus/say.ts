// The table in words. The calls and lances stay Spanish in every language; what they mean comes from the catalogue.

import { text } from "../../lang";
import { words } from "./words";
import { listed } from "../../lib/format";
import type { DrawnTable } from "../../game/drawn";
import type { Call } from "./said";
import type { CountedHand, CountedLance, EndedGame } from "./count";
import { differsAt, inOrder, juegoOf, type Pares, paresOf, rankOf, sumOf } from "./hands";
import { trackOf } from "./track";
import { type Lance, type MusRules, type MusView, placeOf, seatsOf, sideOf } from "./view";

export const LANCE_NAMES: Record<Lance, string> = {
    GRANDE: "Grande",
    CHICA: "Chica",
    PARES: "Pares",
    JUEGO: "Juego",
    PUNTO: "Punto",
};

const CALLS: Record<Exclude<Call["kind"], "discard">, string> = {
    mus: "Mus",
    "no mus": "No mus",
    paso: "Paso",
    envido: "Envido",
    mas: "Más",
    quiero: "Quiero",
    "no quiero": "No quiero",
    ordago: "¡Órdago!",
};

export function callWords({ kind, number }: Pick<Call, "kind" | "number">): string {
    if (kind === "discard") return words.table.changes(number ?? 0);
    return number === null ? CALLS[kind] : `${CALLS[kind]} ${number}`;
}

/** A move of the lances or of mus as it is called at the table. */
export function moveWords(move: string): string {
    const [kind, number] = move.startsWith("no ") ? [move] : move.split(" ");
    return callWords({ kind: kind as Call["kind"], number: number === undefined ? null : Number(number) });
}

/** A player as a heading; the viewer is spoken to. */
export const playerName = (table: DrawnTable<MusView>, seat: number): string =>
    seat === table.you ? text.you : table.names[seat]!;

/** A side as a heading; and within a sentence, as who gets something. */
export function sideName(table: DrawnTable<MusView>, side: number, receives = false): string {
    const t = words.table;
    const seats = seatsOf(table.view, side);
    if (seats.length === 1) return receives ? table.names[seats[0]!]! : playerName(table, seats[0]!);
    if (table.you === null) return text.together(table.names[seats[0]!]!, table.names[seats[1]!]!);
    const ours = sideOf(table.view, table.you) === side;
    return receives ? (ours ? t.toUs : t.toThem) : ours ? t.us : t.them;
}

/** The cards carry numbers, a rey 12: so figures and aces go by their names. */
export const rankName = (rank: string): string => text.cards.spanish[rank] ?? rank;

export function paresWords(pares: Pares): string {
    const [first, second] = pares.ranks.map(rankName);
    if (pares.kind === "duples") return words.table.duples(first!, second!);
    return words.table[pares.kind](first!);
}

/** What a player holds, for the last lances. */
export function paresLine(hand: string[], rules: MusRules): string {
    const pares = paresOf(hand, rules);
    return pares ? paresWords(pares) : words.table.hasNo(LANCE_NAMES.PARES.toLowerCase());
}

export function juegoLine(hand: string[], rules: MusRules): string {
    const juego = juegoOf(hand, rules);
    if (!juego) return words.table.points(sumOf(hand, rules));
    return juego.real ? words.table.real : words.table.juego(juego.sum);
}

/** That nobody but one side has something: where it is a pair, both of it may. */
function lacking(table: DrawnTable<MusView>, winner: number, what: string): string {
    const t = words.table.why;
    const { view, names, you } = table;
    const others = view.score.flatMap((_, side) => (side === winner ? [] : seatsOf(view, side)));
    if (seatsOf(view, winner).length === 1) return t.alone(what);
    if (you === null) return t.neither.of(names[others[0]!]!, names[others[1]!]!, what);
    return others.includes(you) ? t.neither.own(what) : t.neither.opponent(what);
}

/** Why nobody could bet on pares, and on juego, before the lance that is played. */
export function skippedWords(table: DrawnTable<MusView>): string[] {
    const t = words.table;
    const { phase } = table.view;
    if (phase !== "JUEGO" && phase !== "PUNTO") return [];
    const pares = trackOf(table.view)[placeOf("PARES")]!.state;
    const what = LANCE_NAMES.PARES.toLowerCase();
    return [
        ...(pares.kind === "alone" ? [lacking(table, pares.side, what)] : []),
        ...(pares.kind === "nobody" ? [t.why.nobody(what)] : []),
        ...(phase === "PUNTO" ? [t.now.punto] : []),
    ];
}

/** Why a lance was won and lost: the two hands compared. */
export function why(table: DrawnTable<MusView>, hand: CountedHand, one: CountedLance, rules: MusRules): string {
    const t = words.table.why;
    const { lance, won } = one;
    if (!won && one.left === "nobody") return t.nobody(LANCE_NAMES[lance].toLowerCase());
    if (!won) return hand.game?.ordago ? t.ordago(LANCE_NAMES[hand.game.ordago]) : t.decided;
    const name = (seat: number) => playerName(table, seat);
    if (won.because === "refused") {
        const within = (seat: number) => (seat === table.you ? text.table.you : table.names[seat]!);
        const others = listed(won.refused.map(within));
        if (won.bettor === null) return t.refused;
        return won.bettor === table.you ? t.refusedOwn(others) : t.refusedOf(table.names[won.bettor]!, others);
    }
    if (won.seat === null || won.against === null) return lacking(table, won.side, LANCE_NAMES[lance].toLowerCase());
    const [winner, loser] = [name(won.seat), name(won.against)];
    if (won.because === "willing") return t.willing(table.names[won.against]!);
    if (won.because === "tie") return t.tie(winner, loser);
    const [best, other] = [hand.hands[won.seat]!, hand.hands[won.against]!];
    if (lance === "PARES")
        return t.compare(winner, paresWords(paresOf(best, rules)!), loser, paresWords(paresOf(other, rules)!));
    if (lance === "JUEGO") return t.juego(winner, juegoLine(best, rules), loser, juegoLine(other, rules));
    if (lance === "PUNTO") return t.compare(winner, juegoLine(best, rules), loser, juegoLine(other, rules));
    const place = differsAt(best, other, lance, rules);
    const cards = (of: string[]) =>
        inOrder(of, lance, rules)
            .slice(0, place + 1)
            .map((card) => rankName(rankOf(card, rules)))
            .join(" ");
    return t[lance](winner, cards(best), loser, cards(other));
}

/** Who has won the game that a hand has ended, and by what; then how many games each side has, where more than one is played. */
export function gameWords(table: DrawnTable<MusView>, game: EndedGame, rules: MusRules): string[] {
    const t = words.table.game;
    const own = table.you === null ? null : sideOf(table.view, table.you);
    const isLoser = own !== null && game.games.length === 2;
    const outcome = own === game.winner ? t.won : isLoser ? t.lost : t.other(sideName(table, game.winner));
    const by = game.ordago ? t.ordago(LANCE_NAMES[game.ordago]) : t.stones(rules.target);
    const list = (won: number[]) => won.map((count, side) => `${sideName(table, side)} ${count}`).join(" · ");
    const first = t.by(outcome, by);
    if (game.games.every((count) => count === 0)) return [first, t.vacas(list(game.vacas), rules.vacasToWin)];
    return rules.juegosToWin > 1 ? [first, t.stand(list(game.games), rules.juegosToWin)] : [first];
}

/** What the stones of a lance are made of. */
export function stonesWords(table: DrawnTable<MusView>, one: NonNullable<CountedLance["won"]>): string {
    const t = words.table.parts;
    if (one.ordago) return t.ordago;
    const shares = one.shares.map(({ seat, value }) => t.share(playerName(table, seat), value));
    const parts = [
        ...(one.deje > 0 ? [t.deje(one.deje)] : []),
        ...(one.bet > 0 ? [t.bet(one.bet)] : []),
        ...(one.value > 0 ? [t.value(one.value, shares)] : []),
    ];
    return parts.length > 0 ? parts.join(" + ") : t.passed;
}
