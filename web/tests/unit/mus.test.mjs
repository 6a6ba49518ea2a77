// The pure parts of the table of Mus: what hands are worth, what wins a lance and why, what was said, and how the lances stand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { callsOf } from "../../src/games/mus/said.ts";
import { countedHand, refusedBets } from "../../src/games/mus/count.ts";
import { bestSeat, decidingCards, juegoOf, paresOf, sorted, sumOf } from "../../src/games/mus/hands.ts";
import { atStake, trackOf } from "../../src/games/mus/track.ts";
import { amountOf, discardOf, quickAmounts, rulesOf } from "../../src/games/mus/view.ts";
import { gameWords, moveWords, skippedWords, stonesWords, why } from "../../src/games/mus/say.ts";

const rules = rulesOf({});
const facts = JSON.parse(readFileSync("../tests/cases/mus-facts.json", "utf8")).cases;
/** The facts also write an ace as 1. */
const cards = (ranks) => ranks.map((rank) => (rank === "1" ? "A" : rank));

const NO_BET = {
    stake: 0,
    agreed: 0,
    bettor: null,
    passed: [],
    accepted: [],
    ordago: false,
    answer: null,
    answer_by: null,
};
const OPEN = { kind: "OPEN", stake: 0, seat: 0, seats: [] };

function view(changes = {}) {
    const players = changes.players ?? 4;
    return {
        players,
        mano: 0,
        phase: "GRANDE",
        to_act: 0,
        hands: Array.from({ length: players }, () => ["?", "?", "?", "?"]),
        score: [0, 0],
        juegos: [0, 0],
        vacas: [0, 0],
        lance: NO_BET,
        declared: { pares: null, juego: null },
        results: [OPEN, OPEN, OPEN, OPEN],
        log: [],
        rounds: 0,
        discarded: Array(players).fill(0),
        last_hand: { log: [], hands: Array.from({ length: players }, () => []) },
        over: false,
        winner: null,
        stock: 24,
        ...changes,
    };
}

test("hands are worth what the facts of the rules say", () => {
    const evaluated = facts.filter((fact) => fact.kind === "evaluate");
    assert.ok(evaluated.length >= 9);
    for (const { id, hand, options, expect } of evaluated) {
        const by = rulesOf(options);
        assert.equal(sumOf(cards(hand), by), expect.sum, id);
        if ("has_pares" in expect) assert.equal(paresOf(cards(hand), by) !== null, expect.has_pares, id);
        if ("pares_value" in expect) assert.equal(paresOf(cards(hand), by)?.value ?? 0, expect.pares_value, id);
        if ("has_juego" in expect) assert.equal(juegoOf(cards(hand), by) !== null, expect.has_juego, id);
        if ("juego_value" in expect) assert.equal(juegoOf(cards(hand), by)?.value ?? 0, expect.juego_value, id);
    }
});

test("the best hand of a lance is that of the facts", () => {
    const compared = facts.filter((fact) => fact.kind === "compare");
    assert.ok(compared.length >= 3);
    for (const { id, lance, hands, mano, options, expect } of compared) {
        const seats = hands.map((_, seat) => seat);
        const best = bestSeat(hands.map(cards), seats, mano, lance.toUpperCase(), rulesOf(options));
        assert.equal(best, expect.winner, id);
    }
});

test("a hand lies from high to low, and its deciding cards are told", () => {
    assert.deepEqual(sorted(["2o", "3c", "Rb", "5e"], rules), ["Rb", "3c", "5e", "2o"]);
    const [one, other] = [
        ["Ro", "3c", "7e", "4b"],
        ["Rc", "Rb", "6e", "6b"],
    ];
    assert.deepEqual(decidingCards(one, other, "GRANDE", rules), ["Ro", "3c", "7e"]);
    assert.deepEqual(decidingCards(one, other, "CHICA", rules), ["4b"]);
    assert.deepEqual(decidingCards(one, other, "PARES", rules), ["Ro", "3c"]);
    assert.equal(decidingCards(one, null, "JUEGO", rules).length, 4);
});

/** The hand that docs/rules/mus.md plays. */
const PLAYED = view({
    mano: 1,
    score: [8, 5],
    phase: "MUS",
    last_hand: {
        hands: [
            ["Ro", "Rc", "7o", "7c"],
            ["Co", "Cc", "So", "Ao"],
            ["3o", "5o", "2o", "Ac"],
            ["Sc", "7e", "6o", "4o"],
        ],
        log: [
            ["grande:deje", 0, 1],
            ["pares:deje", 0, 1],
            ["chica", 0, 2],
            ["pares", 0, 4],
            ["juego", 1, 5],
        ],
    },
});

test("a hand is counted lance by lance", () => {
    const { mano, lances, stones } = countedHand(PLAYED, rules);
    assert.equal(mano, 0);
    assert.deepEqual(stones, [8, 5]);
    assert.deepEqual(
        lances.map(({ lance, won }) => [
            lance,
            won.side,
            won.seat,
            won.because,
            won.stones,
            won.bet,
            won.deje,
            won.value,
        ]),
        [
            ["GRANDE", 0, null, "refused", 1, 0, 1, 0],
            ["CHICA", 0, 2, "better", 2, 2, 0, 0],
            ["PARES", 0, null, "refused", 5, 0, 1, 4],
            ["JUEGO", 1, 1, "better", 5, 2, 0, 3],
        ],
    );
    assert.deepEqual(lances[1].won.cards, ["2o", "Ac"], "two aces against one");
});

test("why a lance was lost is told by the two hands", () => {
    const hand = countedHand(PLAYED, rules);
    const table = { view: PLAYED, names: ["Ana", "Beto", "Clara", "Dani"], you: 0 };
    const said = hand.lances.map((one) => why(table, hand, one, rules));
    assert.equal(said[0], "The bet was refused: no cards are compared.");
    assert.equal(said[1], "From the lowest card up: Clara: as as; Beto: as sota.");
    assert.match(said[3], /^Beto: juego, 31; You: juego, 34\. /);
});

test("where one pair alone has juego, both of it may: so it is told, and whose cards bring how much", () => {
    const alone = view({
        mano: 1,
        last_hand: {
            hands: [
                ["2o", "3c", "3e", "So"],
                ["2c", "2b", "3b", "6c"],
                ["4o", "Sb", "Ce", "Ro"],
                ["Ao", "Ac", "5o", "Cc"],
            ],
            log: [["juego", 0, 5]],
        },
    });
    const hand = countedHand(alone, rules);
    const juego = hand.lances[3];
    const by = (you) => ({ view: alone, names: ["Ana", "Beto", "Clara", "Dani"], you });
    assert.equal(why(by(2), hand, juego, rules), "Neither opponent has juego, so it is not bet on.");
    assert.equal(why(by(1), hand, juego, rules), "Neither of you has juego, so it is not bet on.");
    assert.equal(why(by(null), hand, juego, rules), "Neither Beto nor Dani has juego, so it is not bet on.");
    assert.equal(stonesWords(by(0), juego.won), "value 5 – You: 3, Clara: 2");
    assert.deepEqual(
        juego.won.cards.map((card) => alone.last_hand.hands.findIndex((one) => one.includes(card))),
        [0, 0, 0, 0, 2, 2, 2, 2],
        "both partners' cards count",
    );
});

test("who bet and who refused is told of a lance that nobody wanted, as far as it was seen", () => {
    const before = view({
        phase: "PARES",
        to_act: 3,
        declared: { pares: [0, 1], juego: null },
        results: [{ ...OPEN, kind: "FOLD", seat: 2 }, { ...OPEN, kind: "BET", stake: 2 }, OPEN, OPEN],
        lance: { ...NO_BET, bettor: 0, stake: 2 },
    });
    const bettors = refusedBets(before, PLAYED);
    assert.deepEqual(bettors, { GRANDE: 2, PARES: 0 });
    const hand = countedHand(PLAYED, rules, bettors);
    const by = (you) => ({ view: PLAYED, names: ["Ana", "Beto", "Clara", "Dani"], you });
    const told = (you, place) => why(by(you), hand, hand.lances[place], rules);
    assert.equal(told(0, 0), "Clara bet, and Beto and Dani refused: no cards are compared.");
    assert.equal(told(3, 0), "Clara bet, and Beto and you refused: no cards are compared.");
    assert.equal(told(0, 2), "You bet, and Beto refused: no cards are compared.", "Dani has no pares");
    assert.equal(stonesWords(by(0), hand.lances[2].won), "deje 1 + value 4 – You: 3, Clara: 1");
    assert.deepEqual(hand.lances[0].won.cards, []);
    assert.deepEqual(hand.lances[2].won.cards, ["Ro", "Rc", "7o", "7c", "2o", "Ac"], "what has the value");
});

test("punto, ties, what nobody has and what came too late", () => {
    const equal = view({
        mano: 1,
        last_hand: {
            hands: [
                ["Ro", "7c", "5o", "4c"],
                ["Re", "7b", "5e", "4b"],
                ["Rc", "6c", "5c", "Ac"],
                ["Co", "6o", "4e", "Ao"],
            ],
            log: [
                ["grande", 0, 1],
                ["chica", 1, 1],
                ["punto", 0, 3],
            ],
        },
    });
    const { lances } = countedHand(equal, rules);
    assert.deepEqual(
        lances.map(({ lance, won, left }) => [lance, won?.because ?? left, won?.bet]),
        [
            ["GRANDE", "tie", 0],
            ["CHICA", "better", 0],
            ["PARES", "nobody", undefined],
            ["PUNTO", "tie", 2],
        ],
    );
    const early = view({ ...PLAYED, last_hand: { ...PLAYED.last_hand, log: [["grande:ordago", 0, 0]] } });
    const decided = countedHand(early, rules).lances;
    assert.equal(decided[0].won.ordago, true);
    assert.deepEqual(
        decided.slice(1).map(({ left }) => left),
        ["decided", "decided", "decided"],
    );
    assert.equal(countedHand(view(), rules), null, "before the first hand there is nothing to count");
});

test("a hand that ends a game says who won it, by what, and how the games stand", () => {
    const names = ["Ana", "Beto", "Clara", "Dani"];
    const log = [
        ["grande:deje", 0, 1],
        ["pares:ordago", 1, 0],
    ];
    const lost = view({ ...PLAYED, score: [0, 0], juegos: [0, 1], last_hand: { ...PLAYED.last_hand, log } });
    const hand = countedHand(lost, rules);
    assert.deepEqual(hand.game, { winner: 1, ordago: "PARES", games: [0, 1], vacas: lost.vacas });
    const by = (you) => ({ view: lost, names, you });
    assert.deepEqual(gameWords(by(0), hand.game, rules), [
        "You have lost this game: the órdago on Pares was accepted.",
        "Games won: Us 0 · Them 1; 2 are needed.",
    ]);
    assert.match(gameWords(by(3), hand.game, rules)[0], /^You have won this game: /);
    assert.match(gameWords(by(null), hand.game, rules)[0], /^This game goes to Beto and Dani: /);
    assert.equal(why(by(0), hand, hand.lances[1], rules), "Not counted: the órdago on Pares decided the game.");
    // Stones of the next hand do not change what is said of the last one.
    const later = { ...lost, score: [1, 0], log: [["grande:deje", 0, 1]] };
    assert.deepEqual(countedHand(later, rules).game, hand.game);
    const counted = { ...PLAYED.last_hand, log: [["grande", 0, 1]] };
    const won = countedHand(view({ ...PLAYED, score: [0, 0], juegos: [1, 0], last_hand: counted }), rules);
    assert.match(gameWords(by(0), won.game, rules)[0], /^You have won this game: 40 stones\.$/);
    assert.equal(why(by(0), won, won.lances[1], rules), "Not counted: the game was won before.");
    const on = countedHand(view({ ...PLAYED, score: [20, 7], log: [["grande:deje", 1, 2]] }), rules);
    assert.deepEqual([on.game, on.score], [null, [20, 5]]);
});

test("where only those who accepted compare, that is the reason", () => {
    const ffa = view({
        ...PLAYED,
        score: [0, 2, 0, 0],
        last_hand: { ...PLAYED.last_hand, log: [["grande", 1, 2]] },
    });
    const [grande] = countedHand(ffa, rules).lances;
    assert.deepEqual([grande.won.seat, grande.won.against, grande.won.because], [1, 0, "willing"]);
});

/** Who said what, as events of the log. */
const said = (...calls) =>
    calls.map(([seat, made, drawn], n) => ({ n, is: "play", seat, made, ...(drawn && { drawn }) }));
const DEALT = [{ kind: "card", seat: 0, cards: ["Ro", "Rc", "4e", "5b"] }];
const toldOf = (log, now) => callsOf(log, now).map((one) => one && [one.kind, one.number]);

test("what each seat said last is told from the log", () => {
    const log = said(
        [0, { act: "envido", lance: "GRANDE", amount: 2, stake: 2 }],
        [1, { act: "no_quiero", lance: "GRANDE" }],
        [3, { act: "mas", lance: "GRANDE", amount: 5, stake: 7 }],
        [0, { act: "ordago", lance: "GRANDE" }],
    );
    assert.deepEqual(toldOf(log, view({ to_act: 1 })), [["ordago", null], ["no quiero", null], null, ["mas", 5]]);
    const changing = said([0, { act: "mus" }], [1, { act: "mus" }]);
    assert.deepEqual(toldOf(changing, view({ phase: "MUS" })), [["mus", null], ["mus", null], null, null]);
    const discards = [...changing, ...said([0, { act: "discard", cards: ["?", "?"] }], [1, { act: "discard" }, DEALT])];
    assert.deepEqual(toldOf(discards, view({ phase: "DISCARD" })), [["discard", 2], ["discard", 0], null, null]);
    assert.deepEqual(toldOf([...log, { n: 9, is: "undo" }], view({ to_act: 1 }))[0], ["ordago", null]);
    assert.deepEqual(toldOf([], view()), [null, null, null, null]);
});

test("the call that ended a lance is seen in the next one, no other, and none of a hand that is over", () => {
    const bet = [0, { act: "envido", lance: "GRANDE", amount: 4, stake: 4 }];
    const wanted = [1, { act: "quiero", lance: "GRANDE" }];
    const chica = view({ phase: "CHICA", to_act: 0 });
    assert.deepEqual(toldOf(said(bet, wanted), chica), [null, ["quiero", null], null, null]);
    const passed = [0, { act: "paso", lance: "CHICA" }];
    assert.deepEqual(toldOf(said(bet, wanted, passed), chica), [["paso", null], null, null, null]);
    // Without mus the next hand begins in the same lance.
    const all = [1, { act: "quiero", lance: "GRANDE" }, DEALT];
    assert.deepEqual(toldOf(said(bet, all), view({ phase: "MUS" })), [null, null, null, null]);
    assert.deepEqual(toldOf(said(bet, all, bet), view()), [["envido", 4], null, null, null]);
    assert.deepEqual(toldOf(said(bet, wanted), view({ phase: "OVER" })), [null, null, null, null]);
});

test("the track shows what happened in each lance and what is at stake", () => {
    const now = view({
        phase: "JUEGO",
        score: [3, 0],
        results: [{ ...OPEN, kind: "PASS" }, { ...OPEN, kind: "FOLD", seat: 2 }, { ...OPEN, kind: "AUTO" }, OPEN],
        declared: { pares: [1, 3], juego: [0, 1] },
        log: [["chica:deje", 0, 3]],
        lance: { ...NO_BET, bettor: 1, stake: 5, agreed: 2 },
    });
    assert.deepEqual(
        trackOf(now).map(({ lance, now: here, state }) => [lance, here, state]),
        [
            ["GRANDE", false, { kind: "pass" }],
            ["CHICA", false, { kind: "refused", side: 0, stones: 3 }],
            ["PARES", false, { kind: "alone", side: 1 }],
            ["JUEGO", true, { kind: "offered", stones: 5 }],
        ],
    );
    assert.deepEqual(atStake(now, rules), { lance: "JUEGO", bettor: 1, ordago: false, stones: 5, deje: 2 });
    assert.equal(atStake(now, rulesOf({ deje: "ALWAYS_1" })).deje, 1);
    assert.equal(trackOf(view({ declared: { pares: [], juego: [] } }))[3].lance, "PUNTO");
});

test("a lance that is skipped is told of in the next one, and why", () => {
    const by = (you, changes) => ({ view: view(changes), names: ["Ana", "Beto", "Clara", "Dani"], you });
    const after = (kind) => [{ ...OPEN, kind: "PASS" }, { ...OPEN, kind: "PASS" }, { ...OPEN, kind }, OPEN];
    const alone = { phase: "JUEGO", results: after("AUTO"), declared: { pares: [1, 3], juego: [0, 1] } };
    assert.deepEqual(skippedWords(by(0, alone)), ["Neither of you has pares, so it is not bet on."]);
    assert.deepEqual(skippedWords(by(1, alone)), ["Neither opponent has pares, so it is not bet on."]);
    const nobody = { phase: "PUNTO", results: after("SKIPPED"), declared: { pares: [], juego: [] } };
    assert.deepEqual(skippedWords(by(0, nobody)), [
        "Nobody has pares, so it is not bet on.",
        "Nobody has juego: punto is played.",
    ]);
    const played = { phase: "JUEGO", results: after("PASS"), declared: { pares: [0, 1], juego: [0, 1] } };
    assert.deepEqual(skippedWords(by(0, played)), []);
    assert.deepEqual(skippedWords(by(0, { ...alone, phase: "PARES" })), []);
});

test("moves: how much is bet, which cards go, what it is called", () => {
    assert.equal(amountOf("envido 17"), 17);
    assert.equal(amountOf("mas 3"), 3);
    assert.equal(amountOf("ordago"), null);
    const many = Array.from({ length: 39 }, (_, i) => i + 2);
    assert.deepEqual(quickAmounts(many), [2, 5, 10, 20]);
    assert.deepEqual(quickAmounts([2, 3, 4]), [2]);
    const legal = ["discard A", "discard A,R", "discard R", "discard -"];
    assert.equal(discardOf(["R", "A"], legal), "discard A,R");
    assert.equal(discardOf([], legal), "discard -");
    assert.equal(discardOf(["A", "A"], legal), undefined);
    assert.deepEqual(["no quiero", "envido 5", "mas 2", "ordago"].map(moveWords), [
        "No quiero",
        "Envido 5",
        "Más 2",
        "¡Órdago!",
    ]);
});
