// What a guided deal of each game should show, and how the learner plays it: see make.mjs.
//
// `begin()` gives a deal's own `choose(view, moves)`, null where the lesson ends, and `isGood()`, asked after it; `kept(steps, decisions)` is
// which plies are kept, in order. The learner has the first seat.

const has = (one) => one !== undefined;
const count = (list, fits) => list.filter(fits).length;

/** Everything from the deal to the first count. */
const untilTheCount = (steps, isEnd) => {
    const end = steps.findIndex((step, ply) => ply > 0 && isEnd(step.view, steps[ply - 1].view));
    return steps.map((_, ply) => ply).slice(0, end + 1);
};

/** Kessel Sabacc: a token, a hidden card, an open one that makes a pair, passing, and winning the round. */
const sabacc = {
    players: 3,
    agent: "flatmc:games=200",
    options: { players: 3, tokens: "FREE_DRAW,GENERAL_TARIFF,IMMUNITY" },
    begin() {
        let last = null;
        const made = [];
        const value = (card) => (/^[1-6]$/.test(card) ? Number(card) : NaN);
        const apart = (one, other) => Math.abs(value(one) - value(other));
        const pick = (view, moves) => {
            const { sand, blood } = view.hands[0];
            if (view.phase === "TOKEN") return view.turn === 1 ? "GENERAL_TARIFF" : "NO_TOKEN";
            if (view.phase === "KEEP") {
                const other = view.drawn_from.endsWith("SAND") ? blood : sand;
                return apart(view.drawn, other) < apart(sand, blood) ? "KEEP" : "REFUSE";
            }
            if (apart(sand, blood) === 0) return "PASS";
            const [best] = [
                { move: "TAKE_SAND", apart: apart(view.discard.sand[0], blood) },
                { move: "TAKE_BLOOD", apart: apart(view.discard.blood[0], sand) },
            ]
                .filter((open) => moves.includes(open.move) && open.apart < apart(sand, blood))
                .sort((a, b) => a.apart - b.apart);
            return best?.move ?? "DRAW_SAND";
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.round > 1) return null;
                // A wild card that lies open would be the best to take, and would have to be explained first.
                const tops = Object.values(view.discard).flatMap(([top]) => top ?? []);
                if (view.phase === "DRAW" && tops.some((top) => !(value(top) > 0))) return null;
                const move = pick(view, moves);
                made.push(move);
                return moves.includes(move) ? move : null;
            },
            isGood() {
                const shown = last.revealed ?? [];
                const plain = shown.every((hand) => hand && [hand.sand, hand.blood].every((card) => value(card) > 0));
                const tokens = count(last.tokens.slice(1).flat(), has);
                return (
                    last.round === 2 &&
                    plain &&
                    last.firsts.length === 1 &&
                    last.firsts[0] === 0 &&
                    made.some((move, i) => move === "DRAW_SAND" && made[i + 1] === "KEEP") &&
                    made.some((move) => move.startsWith("TAKE_")) &&
                    made.at(-1) === "PASS" &&
                    tokens >= 2
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.round > before.round),
};

const BRUNO_LOW = ["4", "5", "6", "7", "8", "J", "Q", "K", "A"];

/** Bruno: the first turns with a lead or a follow, two of a rank and a function card; then the last ones, from the shown cards to the win. */
const bruno = {
    players: 4,
    agent: "bruno-low",
    options: {},
    early: 4,
    late: 5,
    begin() {
        let last = null;
        const made = [];
        const zones = [];
        return {
            choose(view, moves) {
                last = view;
                const fits = (rank) => moves.filter((move) => move.startsWith(`${rank}x`));
                const low = BRUNO_LOW.map(fits)
                    .find((list) => list.length > 0)
                    ?.at(-1);
                const helper = ["2x1", "9x1", "3x1"].find((move) => moves.includes(move));
                const move = (made.length >= 2 && made.length < 4 && helper) || low || moves[0];
                made.push(move);
                zones.push(view.hands[0].length > 0 ? "hand" : view.shown[0].length > 0 ? "shown" : "hidden");
                return made.length > 40 ? null : move;
            },
            isGood() {
                const first = made.slice(0, bruno.early);
                const end = made.slice(-bruno.late);
                const lastZones = zones.slice(-bruno.late);
                return (
                    made.length <= 40 &&
                    made.length > bruno.early + bruno.late &&
                    first.some((move) => /^([4-8JQKA])x2$/.test(move)) &&
                    first.some((move) => /^(2|9)x1$/.test(move)) &&
                    !first.includes("PICKUP") &&
                    count(end, (move) => move === "FLIP") >= 2 &&
                    lastZones[0] === "shown" &&
                    lastZones.at(-1) === "hidden" &&
                    lastZones[1] !== "hand" &&
                    last !== null &&
                    last.hidden[0].length === 1
                );
            },
        };
    },
    kept(steps, decisions) {
        const plies = [...decisions.keys()];
        const [from, to] = [plies[bruno.early], plies.at(-bruno.late)];
        return steps.map((_, ply) => ply).filter((ply) => ply <= from || ply >= to);
    },
};

const king = (card) => "R3".includes(card[0]);
const ace = (card) => "A2".includes(card[0]);
const points = (card) => (ace(card) ? 1 : "RCS3".includes(card[0]) ? 10 : Number(card[0]));

/** Mus: cards are changed once; then a bet that is refused, one that is accepted, counted and won, and one of the others that one refuses. */
const mus = {
    players: 4,
    agent: "mus-bot",
    options: { best_of: 1 },
    begin() {
        let last = null;
        const made = [];
        const rankOf = (card) => (king(card) ? "R" : ace(card) ? "A" : card[0]);
        const alike = (hand) => {
            const ranks = hand.map(rankOf);
            return ranks.filter((rank) => count(ranks, (one) => one === rank) > 1);
        };
        /** Is this a hand to bet on? */
        const strong = {
            GRANDE: (hand) => count(hand, king) >= 2,
            CHICA: (hand) => count(hand, ace) >= 2,
            PARES: (hand) => alike(hand).length >= 3 || alike(hand).includes("R"),
            JUEGO: (hand) => hand.reduce((sum, card) => sum + points(card), 0) === 31,
            PUNTO: (hand) => hand.reduce((sum, card) => sum + points(card), 0) >= 29,
        };
        const pick = (view, moves) => {
            const hand = view.hands[0];
            if (view.phase === "MUS") return view.rounds === 0 ? "mus" : "no mus";
            if (view.phase === "DISCARD") {
                const away = hand.filter((card) => !king(card)).map(rankOf);
                const fits = (move) => move.slice(8).split(",").sort().join() === [...away].sort().join();
                return moves.find((move) => move.startsWith("discard ") && fits(move)) ?? null;
            }
            const isStrong = strong[view.phase](hand);
            if (moves.includes("quiero")) return isStrong ? "quiero" : "no quiero";
            return isStrong ? "envido 2" : "paso";
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.mano !== 0) return null;
                const move = pick(view, moves);
                made.push({ move, phase: view.phase });
                return move;
            },
            isGood() {
                if (last.mano === 0 || last.over || made.length > 9) return false;
                const log = last.last_hand.log;
                const of = (phase) => made.filter((one) => one.phase === phase).map((one) => one.move);
                const bets = ["GRANDE", "CHICA", "PARES", "JUEGO", "PUNTO"].filter(
                    (phase) => of(phase)[0] === "envido 2",
                );
                const isRefused = (phase) =>
                    log.some(([what, side]) => what === `${phase.toLowerCase()}:deje` && side === 0);
                const isWon = (phase) =>
                    log.some(([what, side, stones]) => what === phase.toLowerCase() && side === 0 && stones >= 2);
                const accepted = bets.filter((phase) => of(phase).length === 1 && isWon(phase) && !isRefused(phase));
                return (
                    of("DISCARD").join().split(",").length === 2 &&
                    bets.length === 2 &&
                    bets.some(isRefused) &&
                    accepted.length === 1 &&
                    of("CHICA").join() === "paso,no quiero" &&
                    of("PARES").length === 1 &&
                    of("JUEGO").length + of("PUNTO").length <= 1
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.mano !== before.mano),
};

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Mulle: the first rond, from a capture of a sum to a build for a card that is worth more in the hand, and is taken in the next turn; then a
 *  mulle, other captures, and a card or two that are just laid down. No mulle is passed over. */
const mulle = {
    players: 2,
    agent: "mulle-greedy",
    options: {},
    begin() {
        let last = null;
        const made = [];
        const cardOf = (move) => move.split(" ")[1];
        const isCapture = (move) => move.startsWith("capture");
        const pilesOf = (move) => (move.split(" ")[2] ?? "").replace("all+", "").split(",");
        const isDouble = (view, move) => pilesOf(move).some((pile) => view.table[pile] === cardOf(move));
        const rank = (card) => RANKS.indexOf(card.slice(2));
        /** What is worth nothing to anybody: neither a spade nor an ace, and high. */
        const discardOf = (moves) => {
            const worth = (card) => (/^SP|A$|^RU10$/.test(card) ? 100 : 0) - rank(card);
            const cards = moves.filter((move) => move.startsWith("discard")).map(cardOf);
            return `discard ${cards.sort((a, b) => worth(a) - worth(b))[0]}`;
        };
        /** A card of the same rank and two others that make it: all that a plain card can take, in one way only. */
        const isPlainSum = (view, move, captures) => {
            const piles = pilesOf(move).map((pile) => view.table[pile]);
            const same = count(piles, (card) => rank(card) === rank(cardOf(move)));
            const isOnly = count(captures, (other) => cardOf(other) === cardOf(move)) === 1;
            return isOnly && piles.length === 3 && same === 1 && !isDouble(view, move);
        };
        const pick = (view, moves) => {
            const captures = moves.filter(isCapture).sort((a, b) => pilesOf(b).length - pilesOf(a).length);
            const double = captures.find((move) => isDouble(view, move));
            if (made.length < 3 && double) return null;
            if (made.length === 0) return captures.find((move) => isPlainSum(view, move, captures)) ?? null;
            if (made.length === 1) {
                const isLoose = (move) => typeof view.table[move.split(" ")[3]] === "string";
                return moves.find((move) => /^build \w+ on \d+ to 1[456]$/.test(move) && isLoose(move)) ?? null;
            }
            if (made.length === 2) {
                const own = view.table.findIndex((pile) => typeof pile !== "string" && pile.owner === "A");
                return captures.find((move) => own >= 0 && pilesOf(move).includes(String(own))) ?? null;
            }
            return double ?? captures[0] ?? discardOf(moves);
        };
        return {
            choose(view, moves) {
                last = view;
                if (view.rond > 1 || view.starter !== "A") return null;
                const move = pick(view, moves);
                if (move !== null) made.push(move);
                return move;
            },
            isGood() {
                const discards = count(made, (move) => move.startsWith("discard"));
                return (
                    last.rond === 2 &&
                    discards >= 1 &&
                    discards <= 2 &&
                    last.mulles.A.length >= 1 &&
                    last.score.A.total > last.score.B.total
                );
            },
        };
    },
    kept: (steps) => untilTheCount(steps, (view, before) => view.rond > before.rond),
};

export const LESSONS = { sabacc, bruno, mus, mulle };
