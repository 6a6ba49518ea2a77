// The pure parts of the table of Mulle: what moves will do, which piles can be pressed for them, how an omgång ended, which card is which.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { nameCards } from "../../src/games/mulle/cards.ts";
import {
    choicesOf,
    distinct,
    firstShown,
    fitting,
    offered,
    pressable,
    pressPile,
    targetsOf,
} from "../../src/games/mulle/choices.ts";
import { endedOmgang } from "../../src/games/mulle/omgang.ts";
import { after, outcomeOf } from "../../src/games/mulle/outcome.ts";
import { pack } from "../../src/games/mulle/pack.ts";
import { changeOf, isReserved, otherSide, readMove, scoreOf } from "../../src/games/mulle/view.ts";

const NOTHING = { mulle: 0, tabbe: 0, intake: 0, bonus: 0, total: 0 };

function view(changes = {}) {
    return {
        to_move: "A",
        starter: "A",
        rond: 1,
        omgang: 1,
        table: [],
        hands: { A: [], B: [] },
        implied: { A: [], B: [] },
        captured: { A: [], B: [] },
        mulles: { A: [], B: [] },
        tabbe: { A: 0, B: 0 },
        score: { A: NOTHING, B: NOTHING },
        session: { A: 0, B: 0 },
        stock: 80,
        over: false,
        ...changes,
    };
}

const build = (value, owner, locked, ...cards) => ({ build: value, owner, locked, cards });
const outcome = (position, move) => outcomeOf(position, position.to_move, readMove(move, position.table));

/** Whole games, as the model of the rules played them. */
const games = readFileSync("../tests/cases/mulle-games.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** In the words of the moves on the page. */
const inWords = (ply) => ply.replace(/^build (\w+) (\d+) (\d+)$/, "build $1 on $2 to $3");

/** A pile as the model writes it, "[10L A: SP9+HJA]", with its cards in an order of its own. */
function written(pile) {
    if (typeof pile !== "string")
        pile = `[${pile.build}${pile.locked ? "L" : " "} ${pile.owner}: ${pile.cards.join("+")}]`;
    const parts = /^(\[[^:]*: )(.*)\]$/.exec(pile);
    return parts ? parts[1].replace(/ +/g, " ") + parts[2].split("+").sort().join("+") : pile;
}

/** Every view of a game, each before the move beside it, as somebody sees it who knows both hands. */
function* positions({ deck, starter, plies }) {
    const cards = [...deck];
    let now = view({ table: cards.splice(0, 8), to_move: starter, starter, stock: 96 });
    for (const [i, [ply]] of plies.entries()) {
        if (i % 16 === 0) {
            const hands = { A: cards.splice(0, 8), B: cards.splice(0, 8) };
            now = { ...now, rond: i / 16 + 1, hands, to_move: starter, stock: cards.length };
        }
        const play = readMove(inWords(ply), now.table);
        yield { now, play };
        now = { ...now, ...after(now, now.to_move, play), to_move: otherSide(now.to_move) };
    }
    yield { now, play: null };
}

test("moves of whole games do what the rules say", () => {
    assert.ok(games.length >= 60);
    const kinds = new Set();
    for (const [number, game] of games.entries()) {
        let last;
        for (const { now, play } of positions(game)) {
            last = now;
            if (play) kinds.add(outcomeOf(now, now.to_move, play).kind);
        }
        assert.deepEqual(last.table.map(written), game.left.map(written), `game ${number}`);
        for (const side of ["A", "B"])
            assert.deepEqual(scoreOf(last.captured[side], last.mulles[side], last.tabbe[side]), game[side]);
    }
    assert.deepEqual([...kinds].sort(), ["build", "capture", "discard", "feed", "trotta"]);
});

test("piles are packed as in the rules: most piles, then most cards, then the first", () => {
    const piles = (...values) => values.map((value, place) => ({ place, value, cards: 1 }));
    assert.deepEqual(pack(piles(4, 3, 3, 6), 10), [0, 1, 2]);
    assert.deepEqual(pack(piles(5, 2), 7), [0, 1]);
    assert.deepEqual(pack(piles(7, 9, 3, 4, 4), 7), [0, 2, 3]);
    assert.deepEqual(pack(piles(8, 9), 7), []);
    const twoCards = piles(3, 4, 4).map((pile, i) => ({ ...pile, cards: i === 2 ? 2 : 1 }));
    assert.deepEqual(pack(twoCards, 7), [0, 2]);
    // As many piles as sums are ever made of: it must not take long.
    const many = piles(...Array.from({ length: 40 }, (_, i) => (i % 12) + 1));
    const since = performance.now();
    const found = pack(many, 13);
    assert.equal(found.length, 24);
    assert.ok(performance.now() - since < 1000, `${performance.now() - since} ms`);
});

test("a capture shows its mulles, points and tabbe", () => {
    const now = view({ table: ["KL7", build(7, "B", true, "HJ3", "SP4", "RU7")], hands: { A: ["RU7"], B: ["?"] } });
    assert.deepEqual(outcome(now, "capture RU7 0,1"), {
        kind: "capture",
        piles: [0, 1],
        cards: ["KL7", "HJ3", "SP4", "RU7", "RU7"],
        mulles: ["RU7"],
        points: 7,
        tabbe: true,
    });
    // A pair of special cards counts only where one of them lay in a build.
    const aces = view({
        table: ["KLA", "KLA", "HJ3", build(5, "A", false, "RU4", "RUA")],
        hands: { A: ["SP5"], B: [] },
    });
    assert.deepEqual(outcome(aces, "capture SP5 0,1,2,3").mulles, []);
    const buried = view({ table: ["KLA", build(4, "A", false, "HJ3", "KLA")], hands: { A: ["SP5"], B: [] } });
    assert.deepEqual(outcome(buried, "capture SP5 0,1").mulles, ["KLA"]);
    assert.equal(outcome(buried, "capture SP5 0,1").points, 14);
});

test("a build shows what it becomes, what it takes in and which card it reserves", () => {
    const hands = { A: ["HJ4", "KL7", "SP9", "RU2"], B: ["?"] };
    const open = view({ table: ["KL3", "HJK"], hands });
    assert.deepEqual(outcome(open, "build HJ4 on 0 to 7"), {
        kind: "build",
        base: 0,
        joins: [],
        stays: null,
        reserves: "KL7",
        takeable: true,
        result: { build: 7, owner: "A", locked: false, cards: ["KL3", "HJ4"] },
    });
    const taking = view({ table: ["KL3", "SP5", "RU2", "RU7"], hands });
    const taken = outcome(taking, "build HJ4 on 0 to 7");
    assert.deepEqual(taken.joins, [1, 2, 3]);
    assert.equal(taken.result.locked, true);
    const merging = view({ table: ["KL3", build(7, "A", false, "SP3", "RU4")], hands });
    const merged = outcome(merging, "build HJ4 on 0 to 7");
    assert.deepEqual([merged.joins, merged.stays, merged.result.locked], [[1], 1, true]);
    // Of two cards that can take it none is reserved.
    const free = view({ table: ["KL3"], hands: { A: ["HJ4", "KL7", "SP7"], B: [] } });
    assert.equal(outcome(free, "build HJ4 on 0 to 7").reserves, null);
    const theirs = view({ table: [build(9, "B", false, "KL4", "KL5")], hands: { A: ["HJ4", "SP5"], B: [] } });
    assert.equal(outcome(theirs, "build HJ4 on 0 to 5").result.owner, "A");
});

test("trotta gathers, a fed build is locked, a discard lies loose", () => {
    const table = [
        "KL8",
        "RU3",
        "SP5",
        "HJ5",
        build(8, "B", true, "KL2", "RU6"),
        build(8, "B", true, "KL2", "RU5", "SPA"),
    ];
    const gathering = outcome(view({ table, hands: { A: ["SP8"], B: [] } }), "trotta SP8");
    assert.deepEqual(gathering.joins, [0, 1, 2, 4]);
    assert.equal(gathering.result.cards.length, 6);
    const own = view({ table: [build(8, "A", false, "KL2", "RU6")], hands: { A: ["SP8", "KL8"], B: [] } });
    assert.deepEqual(outcome(own, "discard SP8").result, build(8, "A", true, "KL2", "RU6", "SP8"));
    assert.deepEqual(outcome(view({ hands: { A: ["HJA"], B: [] } }), "discard HJA"), { kind: "discard", value: 1 });
});

test("a capture of a large table names its sums, and takes all piles of its value", () => {
    const table = [...Array.from({ length: 26 }, () => "KLK"), "RU9", "SP9"];
    assert.deepEqual(readMove("capture HJ9 all+", table).piles, [26, 27]);
    assert.deepEqual(readMove("capture HJ9 all+0,2", table).piles, [0, 2, 26, 27]);
    assert.equal(readMove("nonsense", table), null);
});

test("the only card for an own build is reserved", () => {
    const table = [build(14, "A", false, "KL10", "HJ4"), build(9, "B", false, "KL4", "KL5")];
    const now = view({ table, hands: { A: ["HJA", "HJ9", "SP3"], B: ["?"] } });
    assert.deepEqual(
        now.hands.A.map((card) => isReserved(now, "A", card)),
        [true, false, false],
    );
    const two = view({ table, hands: { A: ["HJA", "KLA"], B: ["?"] } });
    assert.equal(isReserved(two, "A", "HJA"), false);
});

test("pressing piles narrows the sets of a capture, and a base leaves up and down", () => {
    const table = ["KL4", "HJ3", "RU3", "SP4", build(9, "B", false, "KL5", "RU4")];
    const hands = { A: ["HJ7", "HJ7", "SPK", "KL2"], B: ["?"] };
    const now = view({ table, hands });
    const moves = [
        "capture HJ7 0,1",
        "capture HJ7 0,2",
        "capture HJ7 1,3",
        "build HJ7 on 4 to 16",
        "build HJ7 on 4 to 2",
        "trotta HJ7",
        "discard HJ7",
        "discard SPK",
    ];
    const choices = choicesOf(now, "A", moves, "HJ7");
    assert.equal(choices.length, 7, "two copies in the hand are one choice each");
    assert.deepEqual(
        choices.map(({ play }) => play.kind),
        ["capture", "capture", "capture", "build", "build", "trotta", "discard"],
    );
    assert.deepEqual([...pressable(choices)].sort(), [0, 1, 2, 3, 4]);
    // Too many to be offered at once: the best capture stands for all.
    assert.deepEqual(
        offered(choices).map(({ play }) => play.move),
        ["capture HJ7 0,1", "build HJ7 on 4 to 16", "build HJ7 on 4 to 2", "trotta HJ7", "discard HJ7"],
    );
    const one = pressPile(choices, [], 2);
    assert.deepEqual(
        fitting(choices, one).map(({ play }) => play.move),
        ["capture HJ7 0,2", "trotta HJ7"],
    );
    const other = pressPile(choices, one, 4);
    assert.deepEqual(other, [4], "a pile that does not go with the others is pressed instead of them");
    assert.deepEqual(
        fitting(choices, other).map(({ play }) => play.value),
        [16, 2],
    );
    assert.deepEqual(pressPile(choices, other, 4), []);
    assert.equal(firstShown(offered(choices), []).play.move, "capture HJ7 0,1");
    assert.equal(firstShown(choicesOf(now, "A", moves, "SPK"), []).play.move, "discard SPK");
});

test("what differs only in which of two equal cards it uses is one choice", () => {
    const locked = build(9, "B", true, "SP4", "HJ5");
    const table = ["RU3", "KL7", "RU3", "KL3", build(9, "A", true, "SP4", "HJ5"), locked];
    const now = view({ table, hands: { A: ["SP6", "SP9", "SPK"], B: [] } });
    const moves = [
        "build SP6 on 0 to 9",
        "build SP6 on 2 to 9",
        "build SP6 on 3 to 9",
        "build SP6 on 1 to 13",
        "capture SP6 0,3",
        "capture SP6 2,3",
        "capture SP6 0,2",
        "discard SP6",
    ];
    const choices = choicesOf(now, "A", moves, "SP6");
    const words = (some) => some.map(({ play }) => play.move).sort();
    const once = moves.filter((move) => !/ on 2 | 2,3$/.test(move));
    assert.deepEqual(words(distinct(choices, table)), [...once].sort());
    // A player who presses the other of the two means that one.
    assert.deepEqual(words(distinct(fitting(choices, [2, 3]), table)), ["capture SP6 2,3"]);
});

test("every move of whole games can be reached by pressing its card and its piles", () => {
    for (const game of games.slice(0, 20))
        for (const { now, play } of positions(game)) {
            if (!play) continue;
            const choices = choicesOf(now, now.to_move, [play.move], play.card);
            const targets = targetsOf(choices[0]);
            const pressed = targets.reduce((so, pile) => pressPile(choices, so, pile), []);
            assert.deepEqual(fitting(choices, pressed).length, 1, play.move);
        }
});

test("the end of an omgång is told from the view before it", () => {
    let told = 0;
    for (const game of games) {
        const all = [...positions(game)];
        const before = { ...all.at(-2).now, session: { A: 5, B: 7 } };
        const session = { A: 5 + game.A.total, B: 7 + game.B.total };
        const next = view({ omgang: 2, session });
        for (const hidden of [false, true]) {
            const hands = hidden ? { ...before.hands, [before.to_move]: ["?"] } : before.hands;
            const ended = endedOmgang({ ...before, hands }, next);
            if (!ended) continue;
            told++;
            assert.equal(ended.number, 1);
            for (const side of ["A", "B"]) assert.equal(ended.score[side].total, game[side].total);
        }
        assert.equal(endedOmgang(before, { ...before }), null);
    }
    assert.equal(told, 2 * games.length, "with and without sight of the last card");
    const over = view({ over: true, omgang: 3, session: { A: 1, B: 2 } });
    assert.equal(endedOmgang(null, over).number, 3);
});

test("a card keeps its name wherever it goes, and copies are told apart", () => {
    for (const game of games.slice(0, 10)) {
        let before = null;
        for (const { now } of positions(game)) {
            const names = nameCards(now, before);
            const all = [...names.at.values()].flat();
            assert.equal(new Set(all).size, all.length);
            before = { view: now, names };
        }
    }
    const start = view({ table: ["KL3", "HJ9"], hands: { A: ["KL3", "SP5"], B: ["?", "?"] } });
    const first = nameCards(start, null);
    const played = view({
        table: ["HJ9"],
        hands: { A: ["SP5"], B: ["?", "?"] },
        captured: { A: ["KL3", "KL3"], B: [] },
    });
    const second = nameCards(played, { view: start, names: first });
    assert.deepEqual(second.taken.A, ["KL3", "KL3"]);
    assert.deepEqual(
        [...second.at.get("taken-A")].sort(),
        [first.at.get("loose")[0], first.at.get("hand-A")[0]].sort(),
    );
    assert.equal(second.at.get("loose")[0], first.at.get("loose")[1]);
    const anew = nameCards(played, null);
    assert.deepEqual(anew.taken.A, ["KL3", "KL3"], "a viewer who has just come sees a heap");
    assert.equal(anew.at.get("taken-A").length, 2);
});

test("what a move took is told, wherever it stands among what was captured before", () => {
    const before = view({ table: ["HJ4", "SP9"], captured: { A: [], B: ["SP10", "RU10"] } });
    const now = view({ table: ["SP9"], captured: { A: [], B: ["HJ4", "RU4", "SP10", "RU10"] } });
    assert.deepEqual(changeOf(before, now), { piles: [], taken: ["HJ4", "RU4"] });
});
