// What comes after a game: statistics, what is said of a checked deal, what is remembered, how a game ended.
import assert from "node:assert/strict";
import { test } from "node:test";
import described from "../../../docs/record.md";
import { botName, boardName } from "../../src/after/names";
import { outcomeName, verdict } from "../../src/after/dealcheck";
import { endingOf } from "../../src/game/ending";
import { remembered, rememberCommitment } from "../../src/lib/remembered";
import {
    byGame,
    byOpponent,
    bySeat,
    opponentsOf,
    outcomeOf,
    shareOverTime,
    streaksOf,
    sumsOverTime,
    tallyOf,
} from "../../src/after/statistics";
import {
    costliestOf,
    decisionAt,
    expectedAt,
    figure,
    judgedName,
    merge,
    share,
    shownMoves,
} from "../../src/after/review";
import { isSure } from "../../src/lib/figures";
import { checkDeal } from "../../src/game/check";
import "./games.mjs";

// ---- statistics ----

const me = (returns, score = 0) => ({ who: "person", id: "p1", name: "Ana", side: 0, returns, score });
const bot = (agent, returns, side = 1) => ({ who: "agent", agent, side, returns, score: 0 });
const person = (id, name, returns, side = 1) => ({ who: "person", id, name, side, returns, score: 0 });

let clock = 1000;
const game = (kind, seats, seat = 0) => ({
    game: kind,
    ended_ms: clock--,
    public: true,
    seat,
    rated: true,
    against: "",
    seats,
});

test("a game is won, lost or drawn by what one's own seat got", () => {
    assert.equal(outcomeOf(game("mulle", [me(1), bot("a", -1)])), "won");
    assert.equal(outcomeOf(game("mulle", [me(-1 / 3), bot("a", 1)])), "lost");
    assert.equal(outcomeOf(game("mulle", [bot("a", 0), me(0)], 1)), "drawn");
    assert.deepEqual(tallyOf([]), { games: 0, won: 0, drawn: 0, lost: 0 });
});

test("opponents are those on other sides, each once in a game", () => {
    const pairs = game("mus", [me(1), bot("a", -1), { ...bot("b", 1), side: 0 }, bot("a", -1)]);
    assert.deepEqual(
        opponentsOf(pairs).map((seat) => seat.agent),
        ["a", "a"],
    );
    const games = [
        pairs,
        game("mulle", [me(-1), person("p2", "Eva the new", 1)]),
        game("mulle", [me(1), person("p2", "Eva", -1)]),
        game("mulle", [me(-1), { who: "person", side: 1, returns: 1, score: 0 }]),
    ];
    assert.deepEqual(
        byOpponent(games).map(({ agent, id, name, tally }) => [agent, id, name, tally.games, tally.won]),
        [
            [null, "p2", "Eva the new", 2, 1],
            ["a", null, null, 1, 1],
            [null, null, null, 1, 0],
        ],
    );
});

test("where sides are not known, all others are opponents", () => {
    const seats = [me(1), bot("a", -1), bot("b", 1)].map((seat) => ({ ...seat, side: -1 }));
    assert.equal(opponentsOf(game("mus", seats)).length, 2);
});

test("by game and by seat", () => {
    const games = [
        game("mulle", [bot("a", -1), me(1)], 1),
        game("mulle", [me(-1), bot("a", 1)]),
        game("mus", [me(0), bot("a", 0)]),
    ];
    assert.deepEqual(byGame(games), [
        ["mulle", { games: 2, won: 1, drawn: 0, lost: 1 }],
        ["mus", { games: 1, won: 0, drawn: 1, lost: 0 }],
    ]);
    assert.deepEqual(
        bySeat(games).map(([seat, tally]) => [seat, tally.won]),
        [
            [0, 0],
            [1, 1],
        ],
    );
});

const results = (...all) => all.map((returns) => game("mulle", [me(returns), bot("a", -returns)]));

test("streaks: the one of now, and the longest of wins", () => {
    assert.deepEqual(streaksOf([]), { now: 0, best: 0 });
    assert.deepEqual(streaksOf(results(1, 1, -1, 1, 1, 1, -1)), { now: 2, best: 3 });
    assert.deepEqual(streaksOf(results(-1, -1, -1, 1)), { now: -3, best: 1 });
    assert.deepEqual(streaksOf(results(0, 1, 1)), { now: 0, best: 2 });
    assert.deepEqual(streaksOf(results(1, 1)), { now: 2, best: 2 });
});

test("the share over time goes from the oldest to the latest, a window at a time", () => {
    assert.deepEqual(
        shareOverTime(results(1, -1, -1, 1, 1), 2).map(({ value }) => value),
        [1, 0.5, 0, 0.5],
    );
    assert.deepEqual(shareOverTime(results(1), 2), []);
});

test("the sum of three games, and of fewer at the beginning", () => {
    const games = [100, 20, 3, -50].map((score) => game("sabacc", [me(1, score), bot("a", -1)]));
    assert.deepEqual(
        sumsOverTime(games, 3).map(({ value }) => value),
        [-50, -47, -27, 123],
    );
});

test("bots are named by what they are and what was set of them, boards by whom one plays against", async () => {
    assert.equal(botName("no-such-bot"), "no-such-bot");
    assert.match(botName("flatmc:ms=200,threads=1"), /\(ms=200,threads=1\)$/);
    assert.equal(boardName("people"), "people");
    assert.equal(boardName("no-such-bot"), "the bot no-such-bot");
});

// ---- the check of a deal ----

const example = /```jsonl\n([^]*?)```/.exec(described)[1];
const right = await checkDeal(example);
const known = (more = {}) => ({ remembered: null, witness: null, names: ["Ana", "random"], ...more });
const seen = (early) => known({ remembered: { commitment: right.commitment, early } });

test("without a list of seals a deal is consistent and no more, whatever hash the page saw", () => {
    const said = verdict(right, known());
    assert.equal(said.is, "unsure");
    assert.match(said.sentence, /^Consistent, but not witnessed: all 14 /);
    assert.deepEqual(said.more, ["The key comes from a seed: anyone who knew it could have known the cards."]);
    assert.equal(verdict(right, seen(true)).is, "unsure");
    assert.match(verdict(right, seen(true)).more[0], /before the first card/);
    assert.match(verdict(right, seen(false)).more[0], /during the game/);
});

test("another hash than the one that the page saw makes it wrong", () => {
    const other = known({ remembered: { commitment: "0".repeat(64), early: true } });
    assert.deepEqual(verdict(right, other), {
        is: "wrong",
        sentence: "Not right: the hash in the record is not the one that this page saw.",
        more: [],
    });
});

test("a wrong card is named, with its place and the one that the key deals", async () => {
    const damaged = await checkDeal(example.replace('"sand 6", "sand 3"', '"sand 6", "sand S"'));
    assert.deepEqual(verdict(damaged, known()), {
        is: "wrong",
        sentence: "Not right: in the first deal the record has Sand Sylop, but the key deals Sand 3.",
        more: ["line 2 of the record"],
    });
    const later = await checkDeal(example.replace('"die 1", "die 6"', '"die 1", "die 2"'));
    assert.equal(
        verdict(later, known()).sentence,
        "Not right: after move 15 the record has Die 2, but the key deals Die 6.",
    );
});

test("every fault has its sentence", () => {
    const faults = [
        { is: "KEY" },
        { is: "TWO_KEYS" },
        { is: "SEED" },
        { is: "OUTCOME", found: "card Rb", dealt: "card Ao" },
        { is: "MISSING", kind: "card" },
        { is: "EXTRA", found: "card Rb" },
        { is: "EXHAUSTED", kind: "card" },
        { is: "UNEVEN" },
        { is: "NOT_HELD", seat: 1, rank: "R" },
        { is: "SCRIPTED", count: 3 },
        { is: "NO_PERSON", seat: 1 },
        { is: "NOT_LISTED", seat: 1 },
        { is: "SEAL", seat: 0 },
    ];
    const said = faults.map((fault) =>
        verdict({ is: "wrong", game: "mus", fault, place: { line: 3, ply: 1 } }, known()),
    );
    for (const one of said) assert.match(one.sentence, /^Not (right|dealt): .*\.$/);
    assert.equal(new Set(said.map(({ sentence }) => sentence)).size, faults.length);
    for (const why of ["EMPTY", "NO_RECORD", "UNKNOWN_GAME", "UNFINISHED", "DAMAGED"])
        assert.match(verdict({ is: "unreadable", why }, known()).sentence, /\.$/);
});

test("outcomes are named as people name them", () => {
    assert.equal(outcomeName("mus", "card Rb"), "rey of bastos");
    assert.equal(outcomeName("sabacc", "blood I"), "Blood Impostor");
    assert.equal(outcomeName("bruno", "deal 10h"), "10 of hearts");
    assert.equal(outcomeName("mulle", "card KLA"), "ace of clubs");
    assert.equal(outcomeName("sabacc", "token FREE_DRAW"), "Token Free Draw");
    assert.equal(outcomeName("sabacc", "first 2"), "First 2");
    assert.equal(outcomeName("sabacc", "odd"), "Odd");
});

// ---- what is remembered ----

class Shelf {
    kept = new Map();
    getItem(name) {
        return this.kept.get(name) ?? null;
    }
    setItem(name, value) {
        this.kept.set(name, value);
    }
}

test("a commitment is remembered as it was seen first", () => {
    const shelf = new Shelf();
    assert.equal(remembered("t1", shelf), null);
    rememberCommitment("t1", { commitment: "aa", early: true }, shelf);
    rememberCommitment("t1", { commitment: "bb", early: false }, shelf);
    rememberCommitment("t2", { commitment: "cc", early: false }, shelf);
    assert.deepEqual(remembered("t1", shelf), { commitment: "aa", early: true });
    assert.deepEqual(remembered("t2", shelf), { commitment: "cc", early: false });
    for (let i = 0; i < 300; i++) rememberCommitment(`x${i}`, { commitment: "dd", early: true }, shelf);
    assert.equal(remembered("t1", shelf), null);
    assert.ok(remembered("x299", shelf));
});

test("what others wrote there, or a shelf that takes nothing, is no harm", () => {
    for (const text of ["{", "7", '["t1"]', '[["t1"]]', "null"]) {
        const shelf = new Shelf();
        shelf.setItem("tapete commitments", text);
        assert.equal(remembered("t1", shelf), null);
        rememberCommitment("t1", { commitment: "aa", early: true }, shelf);
        assert.equal(remembered("t1", shelf).commitment, "aa");
    }
    const full = new Shelf();
    full.setItem = () => {
        throw new Error("full");
    };
    rememberCommitment("t1", { commitment: "aa", early: true }, full);
    assert.equal(remembered("t1", full), null);
});

// ---- how a game ended ----

const spoken = (value) => (value.kind === "cards" ? value.cards.map((card) => card.spoken) : value.text);

test("Sabacc: the hands that were shown last", () => {
    const view = { revealed: [null, { sand: "I", blood: "S" }, { sand: "5", blood: "5" }, null] };
    const [column] = endingOf("sabacc", view, ["a", "b", "c", "d"]).columns;
    assert.equal(column.key, "lastHand");
    assert.deepEqual(spoken(column.values[1]), ["Sand Impostor", "Blood Sylop"]);
    assert.equal(column.values[0].kind, "none");
});

test("Mus: games won, the last hand, and who won which lance", () => {
    const view = {
        juegos: [1, 2],
        last_hand: {
            hands: [["Ao", "7o", "Se", "Cb"], ["4c"], ["4e"], ["2o"]],
            log: [
                ["grande", 1, 2],
                ["chica:deje", 0, 1],
                ["juego:ordago", 1, 0],
            ],
        },
    };
    const { columns, won } = endingOf("mus", view, ["a", "b", "c", "d"]);
    assert.deepEqual(columns[0].values.map(spoken), ["1", "2", "1", "2"]);
    assert.equal(spoken(columns[1].values[0])[0], "as of oros");
    assert.deepEqual(won, [
        { what: "Grande", who: "b and d", howMuch: "2 stones" },
        { what: "Chica (not accepted)", who: "a and c", howMuch: "1 stone" },
        { what: "Juego", who: "b and d", howMuch: "órdago" },
    ]);
    const alone = endingOf("mus", { ...view, juegos: [0, 1] }, ["a", "b"]);
    assert.equal(alone.won[0].who, "b");
    assert.deepEqual(endingOf("mus", { juegos: [0, 0], last_hand: null }, ["a", "b"]).won, []);
});

test("Bruno: how many cards each has left; Mulle: what each has gathered", () => {
    const bruno = { hands: [["2h"], []], shown: [["8d"], []], hidden: [["2c", "6s"], []] };
    assert.deepEqual(endingOf("bruno", bruno, ["a", "b"]).columns[0].values.map(spoken), ["4", "0"]);
    const mulle = {
        score: { A: { mulle: 26, tabbe: 0, intake: 24, bonus: 8 }, B: { mulle: 0, tabbe: 2, intake: 9, bonus: 0 } },
        mulles: { A: ["SP6"], B: [] },
    };
    assert.deepEqual(
        endingOf("mulle", mulle, ["a", "b"]).columns.map(({ key, values }) => [key, spoken(values[0])]),
        [
            ["mulles", ["6 of spades"]],
            ["tabbe", "0"],
            ["intake", "24"],
            ["bonus", "8"],
        ],
    );
});

test("a game that nobody knows here has no columns", () => {
    assert.deepEqual(endingOf("chess", { a: 1 }, []), { columns: [], won: [] });
    assert.deepEqual(endingOf("mus", undefined, []), { columns: [], won: [] });
});

// ---- reviews ----

const judged = (ply, cost, error = 0.01) => ({
    ply,
    chosen: "KEEP",
    best: "REFUSE",
    cost: { value: cost, error },
    moves: [
        { move: "REFUSE", name: "refuse", value: 0.5, error, games: 9 },
        { move: "TARGET_TARIFF@1", name: "target tariff 1", value: 0.4, error, games: 9 },
        { move: "KEEP", name: "keep", value: 0.3, error, games: 9 },
    ],
});

test("parts of a review are put together by plies, and what comes later counts", () => {
    const known = merge([judged(4, 0.1)], [judged(9, 0.2), judged(4, 0.3), judged(2, 0)]);
    assert.deepEqual(
        known.map(({ ply, cost }) => [ply, cost.value]),
        [
            [2, 0],
            [4, 0.3],
            [9, 0.2],
        ],
    );
    const line = [0, 3, 8].map((ply) => ({ ply, value: ply / 10, error: 0 }));
    assert.equal(expectedAt(line, 5).ply, 3);
    assert.equal(expectedAt([], 5), null);
    assert.equal(expectedAt(line, 9).ply, 8);
    assert.equal(expectedAt(line, 9, false), null);
    assert.equal(expectedAt(line, 8, false).ply, 8);
    assert.equal(decisionAt(known, 3).ply, 4);
    assert.equal(decisionAt(known, 4), undefined);
});

test("the three costliest decisions come first, and none that cost nothing", () => {
    const all = [judged(1, 0.1), judged(2, -0.2), judged(3, 0.4), judged(4, 0), judged(5, 0.2), judged(6, 0.05)];
    assert.deepEqual(
        costliestOf(all).map(({ ply }) => ply),
        [3, 5, 1],
    );
    assert.deepEqual(costliestOf([judged(1, 0)]), []);
    assert.ok(isSure({ value: 0.1, error: 0.04 }) && !isSure({ value: 0.1, error: 0.06 }));
});

test("a judged move is named in the words of the page, and the one that was made is always shown", () => {
    const one = judged(1, 0.2);
    assert.equal(judgedName("sabacc", one, "REFUSE", []), "Discard");
    assert.equal(judgedName("sabacc", one, "TARGET_TARIFF@1", ["Ana", "Berta"]), "Target Tariff → Berta");
    const spoken = { ...one, moves: [{ ...one.moves[0], move: "envido 2", name: "bet 2 against {1}" }] };
    assert.equal(judgedName("mus", spoken, "envido 2", ["Ana", "Berta"]), "Bet 2 against Berta");
    assert.deepEqual(
        shownMoves(one, 1).map(({ move }) => move),
        ["REFUSE", "KEEP"],
    );
    assert.equal(share(0.416), "42 %");
    assert.equal(figure({ value: -0.0416, error: 0.012 }, true), "-4.2 % ± 1.2");
});
