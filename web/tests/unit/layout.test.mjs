import assert from "node:assert/strict";
import test from "node:test";
import "./games.mjs";
import {
    agentName,
    agentsFor,
    changedOptions,
    impliesSeats,
    levelOf,
    seatCounts,
    shapeOf,
    unusualOptions,
} from "../../src/lib/agents.ts";
import { clockText, unwrap } from "../../src/lib/format.ts";
import { isNothing, layout, valueOf } from "../../src/lib/layout.ts";
import { partnerIn, renaming, seatName } from "../../src/lib/seats.ts";
import { fillNames, moveName, readCard, spoken, tokens } from "../../src/lib/vocabulary.ts";

const four = (game) => ({ game, seats: ["Ana", "Berta", "Carla", "Dora"], sides: [0, 1, 0, 1] });
const two = (game) => ({ game, seats: ["Ana", "Berta"], sides: [0, 1] });
const keys = (fields) => fields.map((field) => field.key);
const field = (fields, key) => fields.find((one) => one.key === key)?.value;

/** Members as the server declares them. */
const seatsIn = (name, more = {}) => ({ name, kind: "seat", list: "list", ...more });
const each = (name, kind, more = {}) => ({ name, kind, list: "by_seat", ...more });
const family = ["sand", "blood"].map((name) => ({ name, kind: "card", deck: name }));
const SABACC = [
    each("reserve", "number"),
    each("pot", "number"),
    each("hands", "object", { or_null: true, members: family }),
    seatsIn("passed"),
    seatsIn("immune"),
    each("known", "object", { or_null: true, detail: true, members: [seatsIn("sand"), seatsIn("blood")] }),
    { name: "dice", kind: "number", list: "list", or_null: true },
    { name: "free_draw", kind: "boolean" },
];
const MUS = [
    ...["score", "juegos", "vacas"].map((name) => ({ name, kind: "number", list: "by_side" })),
    {
        name: "lance",
        kind: "object",
        members: [
            { name: "stake", kind: "number" },
            { name: "bettor", kind: "seat", or_null: true },
            seatsIn("passed"),
            seatsIn("accepted"),
            each("raised", "number", { detail: true }),
        ],
    },
    {
        name: "declared",
        kind: "object",
        members: [seatsIn("pares", { or_null: true }), seatsIn("juego", { or_null: true })],
    },
    {
        name: "results",
        kind: "object",
        list: "list",
        detail: true,
        members: [
            { name: "kind", kind: "code" },
            { name: "stake", kind: "number" },
            { name: "seat", kind: "seat" },
            seatsIn("seats"),
        ],
    },
    {
        name: "last_hand",
        kind: "object",
        detail: true,
        members: [each("hands", "card", { of_lists: true, deck: "card" })],
    },
    { name: "over", kind: "boolean", aside: true },
    each("returned", "card", { of_lists: true, or_null: true, detail: true, deck: "card" }),
    { name: "viewer", kind: "viewer", aside: true },
];
const AB = ["A", "B"];
const MULLE = [
    { name: "starter", kind: "seat", codes: AB },
    {
        name: "table",
        kind: "object",
        list: "list",
        or_card: true,
        deck: "card",
        members: [
            { name: "build", kind: "number" },
            { name: "owner", kind: "seat", codes: AB },
            { name: "locked", kind: "boolean" },
            { name: "cards", kind: "card", list: "list", deck: "card" },
        ],
    },
    { name: "hands", kind: "card", list: "by_named_seat", of_lists: true, deck: "card", codes: AB },
    { name: "tabbe", kind: "number", list: "by_named_seat", codes: AB },
];

test("values of each seat go to the seats", () => {
    const view = { reserve: [8, 7, 6, 5], pot: [0, 1, 0, 0], hands: [{ sand: "S", blood: "?" }, null, null, null] };
    const result = layout(view, SABACC, four("sabacc"));
    assert.deepEqual(keys(result.seats[0]), ["reserve", "pot", "hands"]);
    assert.deepEqual(keys(result.seats[1]), ["reserve", "pot"]);
    assert.deepEqual(field(result.seats[3], "reserve"), { kind: "text", text: "5" });
    const [sand, blood] = field(result.seats[0], "hands").fields;
    assert.equal(sand.value.cards[0].spoken, "Sand Sylop");
    assert.deepEqual(blood.value, { kind: "cards", cards: [], hidden: 1 });
    assert.deepEqual(keys(result.middle), []);
});

test("lists of seats show names, also where there happens to be one for each", () => {
    const result = layout({ passed: [0, 1, 2, 3], immune: [2] }, SABACC, four("sabacc"));
    assert.deepEqual(field(result.middle, "passed"), { kind: "tags", tags: ["Ana", "Berta", "Carla", "Dora"] });
    assert.deepEqual(field(result.middle, "immune"), { kind: "tags", tags: ["Carla"] });
    assert.deepEqual(result.seats.flat(), []);
});

test("seats are named within other things as well, the first one too", () => {
    const view = {
        declared: { pares: [0], juego: [1, 3] },
        lance: { stake: 2, passed: [0], accepted: [2, 3], raised: [0, 2, 0, 0], bettor: 1 },
        last_hand: { hands: [["Ro", "5e"], ["6s"], [], []] },
    };
    const result = layout(view, MUS, four("mus"));
    const declared = field(result.middle, "declared").fields;
    assert.deepEqual(field(declared, "pares"), { kind: "tags", tags: ["Ana"] });
    assert.deepEqual(field(declared, "juego"), { kind: "tags", tags: ["Berta", "Dora"] });
    const lance = field(result.middle, "lance").fields;
    assert.deepEqual(field(lance, "passed"), { kind: "tags", tags: ["Ana"] });
    assert.deepEqual(field(lance, "bettor"), { kind: "text", text: "Berta" });
    assert.deepEqual(
        field(lance, "raised").fields.map((one) => one.label),
        ["Ana", "Berta", "Carla", "Dora"],
    );
    const hands = field(field(result.details, "last_hand").fields, "hands").fields;
    assert.deepEqual(
        hands.map((one) => one.label),
        ["Ana", "Berta"],
    );
    const results = [
        { kind: "PASS", stake: 1, seat: 0, seats: [] },
        { kind: "FOLD", stake: 0, seat: 0, seats: [] },
    ];
    const [pass, fold] = field(layout({ results }, MUS, four("mus")).details, "results").items;
    assert.deepEqual(keys(pass.fields), ["kind", "stake"]);
    assert.deepEqual(field(fold.fields, "seat"), { kind: "text", text: "Ana" });
    const known = layout({ known: [{ sand: [0], blood: [0, 1] }, null] }, SABACC, two("sabacc"));
    assert.deepEqual(field(field(known.seatDetails[0], "known").fields, "sand"), { kind: "tags", tags: ["Ana"] });
});

test("numbers that look like seats are still values: the chips of two players", () => {
    const result = layout({ reserve: [0, 1] }, SABACC, two("sabacc"));
    assert.deepEqual(field(result.seats[1], "reserve"), { kind: "text", text: "1" });
});

test("a pile is no value of seats, however many cards it has, and dice are none either", () => {
    const pile = [{ name: "pile", kind: "card", list: "list", deck: "deal" }];
    const result = layout({ pile: ["2h", "4c", "5s", "6d"] }, pile, four("bruno"));
    assert.equal(field(result.middle, "pile").cards.length, 4);
    const dice = layout({ dice: [3, 5] }, SABACC, two("sabacc"));
    assert.deepEqual(field(dice.middle, "dice"), { kind: "tags", tags: ["3", "5"] });
});

test("a game's own names stand for seats", () => {
    const view = { hands: { A: ["KL3"], B: ["?", "?"] }, tabbe: { A: 0, B: 2 }, starter: "B" };
    const result = layout(view, MULLE, two("mulle"));
    assert.equal(field(result.seats[0], "hands").cards[0].spoken, "3 of clubs");
    assert.equal(field(result.seats[1], "hands").hidden, 2);
    assert.deepEqual(field(result.seats[1], "tabbe"), { kind: "text", text: "2" });
    assert.deepEqual(field(result.middle, "starter"), { kind: "text", text: "Berta" });
});

test("piles of a table keep their order and say what they are", () => {
    const table = ["HJ10", { build: 9, owner: "B", locked: true, cards: ["KL2", "RU7"] }];
    const value = valueOf(
        MULLE.find((member) => member.name === "table"),
        table,
        two("mulle"),
    );
    assert.equal(value.kind, "list");
    assert.equal(value.items[0].cards[0].rank, "10");
    assert.deepEqual(keys(value.items[1].fields), ["build", "owner", "locked", "cards"]);
    assert.deepEqual(field(value.items[1].fields, "owner"), { kind: "text", text: "Berta" });
});

test("what partners count stands together; a side of one seat is that seat", () => {
    const view = { score: [12, 0], juegos: [1, 0], vacas: [0, 0] };
    const result = layout(view, MUS, four("mus"));
    const sides = field(result.middle, "sides");
    assert.equal(sides.fields[0].label, "Ana and Carla");
    assert.deepEqual(field(sides.fields[0].value.fields, "score"), { kind: "text", text: "12" });
    assert.deepEqual(keys(result.middle), ["sides"]);
    const alone = layout(view, MUS, two("mus"));
    assert.deepEqual(keys(alone.middle), []);
    assert.deepEqual(field(alone.seats[0], "score"), { kind: "text", text: "12" });
});

test("what is off, empty or said elsewhere is not shown; details are folded away", () => {
    const view = {
        free_draw: false,
        prime: null,
        immune: [],
        viewer: 0,
        over: false,
        last_hand: { hands: [["5e"]] },
        returned: [null, ["6s"], null, null],
    };
    const result = layout(view, [...MUS, ...SABACC], four("mus"));
    assert.deepEqual(result.middle, []);
    assert.deepEqual(keys(result.details), ["last_hand"]);
    assert.deepEqual(keys(result.seatDetails[1]), ["returned"]);
    assert.equal(isNothing([null, [false, []], {}]), true);
    assert.equal(isNothing([0]), false);
});

test("cards are told apart by game", () => {
    assert.equal(readCard("mus", "2c", "hands").spoken, "2 of copas");
    assert.equal(readCard("bruno", "2c", "hands").spoken, "2 of clubs");
    assert.equal(readCard("mus", "Rb", "hands").spoken, "rey of bastos");
    assert.equal(readCard("sabacc", "S", "sand").spoken, "Sand Sylop");
    assert.equal(readCard("sabacc", "S", "phase"), null);
    assert.equal(readCard("another", "2c", "hands"), null);
});

test("what a game does not declare is shown as it comes", () => {
    const view = { trump: "QUEEN", hands: [["x1", "?"], ["?"]], bids: [3, 4], deck: 20, none: null };
    const result = layout(view, [], two("another"));
    assert.deepEqual(keys(result.middle), ["trump", "hands", "bids", "deck"]);
    assert.deepEqual(field(result.middle, "trump"), { kind: "text", text: "Queen" });
    assert.deepEqual(field(result.middle, "bids"), { kind: "tags", tags: ["3", "4"] });
    assert.deepEqual(result.seats.flat(), []);
});

test("a game that the page has no folder for is laid out by what it declares", () => {
    const hands = each("hands", "card", { of_lists: true, deck: "card" });
    const result = layout(
        {
            hands: [
                ["x1", "?"],
                ["?", "?"],
            ],
        },
        [hands],
        two("another"),
    );
    assert.deepEqual(field(result.seats[0], "hands"), {
        kind: "cards",
        cards: [{ rank: "x1", suit: null, spoken: "x1" }],
        hidden: 1,
    });
    assert.deepEqual(field(result.seats[1], "hands"), { kind: "cards", cards: [], hidden: 2 });
});

test("no view, or one that is no object, is an empty table", () => {
    assert.deepEqual(layout(undefined, MUS, two("mus")).seats, [[], []]);
    assert.deepEqual(layout(null, MUS, two("mus")).middle, []);
    assert.deepEqual(layout([1, 2], MUS, two("mus")).middle, []);
});

test("moves and sentences in words", () => {
    const names = ["Ana", "Berta"];
    assert.equal(moveName("sabacc", "DRAW_SAND", names), "Draw hidden Sand");
    assert.equal(moveName("sabacc", "TARGET_TARIFF@1", names), "Target Tariff → Berta");
    assert.equal(moveName("mus", "envido 2", names), "Envido 2");
    assert.equal(moveName("bruno", "Ax1", names), "Play an ace");
    assert.equal(moveName("bruno", "8x1", names), "Play an 8");
    assert.equal(moveName("bruno", "7x1", names), "Play a 7");
    assert.equal(moveName("bruno", "PICKUP", names), "Pick up the pile");
    assert.equal(moveName("mus", "discard A,6,S", names), "Discard as, 6, sota");
    assert.equal(moveName("bruno", "10x2", names), "Play two 10s");
    assert.equal(fillNames("{1} waits for {0}, not {7}", names), "Berta waits for Ana, not {7}");
});

test("levels and guests have the page's names, also in what the server says; nobody else is renamed", () => {
    const seats = [
        { who: "person", name: "Guest 123" },
        { who: "agent", name: "fair 1", agent: "fair" },
        { who: "agent", name: "mus-bot", agent: "mus-bot" },
        { who: "person", name: "strong 2" },
    ];
    assert.deepEqual(seats.map(seatName), ["Guest 123", "Fair 1", "mus-bot", "strong 2"]);
    assert.equal(seatName({ who: "open" }), undefined);
    const rename = renaming(seats);
    assert.equal(
        rename("fair 1 shows Ro; unfair 1, fair 12 and strong 2 do not."),
        "Fair 1 shows Ro; unfair 1, fair 12 and strong 2 do not.",
    );
    assert.equal(renaming([])("fair 1 waits."), "fair 1 waits.");
});

test("cards in sentences are found, words are not taken for cards", () => {
    const cards = (game, sentence) =>
        tokens(game, sentence)
            .filter((token) => typeof token !== "string")
            .map((card) => card.spoken);
    assert.deepEqual(cards("mulle", "take KL5 and RUJ"), ["5 of clubs", "jack of diamonds"]);
    assert.deepEqual(cards("mus", "Your cards: So 6e 5e 3o."), [
        "sota of oros",
        "6 of espadas",
        "5 of espadas",
        "3 of oros",
    ]);
    assert.deepEqual(cards("mus", "So you say so."), []);
    assert.deepEqual(cards("mus", "You discard 1 card: So."), ["sota of oros"]);
    assert.deepEqual(cards("mus", "你换 1 张牌：Ac。"), ["as of copas"]);
    assert.deepEqual(cards("bruno", "You lead two 2s. As you like."), []);
    assert.deepEqual(cards("bruno", "You get As 10h."), ["ace of spades", "10 of hearts"]);
    assert.equal(
        tokens("mulle", "take KL5 now")
            .map((token) => (typeof token === "string" ? token : "*"))
            .join(""),
        "take * now",
    );
});

test("who plays, and what is sent of options", () => {
    const agents = [
        { name: "random", game: null, summary: "", options: [] },
        { name: "flatmc", game: null, summary: "", options: [{ name: "ms", type: "int", default: 1000, help: "" }] },
        { name: "mus-bot", game: "mus", usual: true, summary: "", options: [] },
        { name: "fair", game: null, summary: "", options: [] },
    ];
    const names = (game) => agentsFor(game, agents).map((agent) => agent.name);
    assert.deepEqual(names("mus"), ["mus-bot", "random", "flatmc"]);
    assert.deepEqual(names("mulle"), ["random", "flatmc"]);
    assert.deepEqual([levelOf("strong"), levelOf("random"), levelOf(3)], ["strong", undefined, undefined]);
    assert.equal(agentName(agents[1], { ms: 200 }), "flatmc:ms=200");
    assert.equal(agentName(agents[1], { ms: 1000 }), "flatmc");
    const game = {
        name: "g",
        min_seats: 2,
        max_seats: 4,
        options: [{ name: "players", type: "int", default: 4, help: "" }],
        shapes: [
            { options: {}, seats: 4, sides: [0, 1, 0, 1] },
            { options: { preset: "S2" }, seats: 2, sides: [0, 1] },
            { options: { players: 2 }, seats: 2, sides: [0, 1] },
            { options: { teams: "FFA" }, seats: 4, sides: [0, 1, 2, 3] },
            { options: { preset: "S2", players: 4 }, seats: 4, sides: [0, 1, 0, 1] },
        ],
    };
    assert.equal(shapeOf(game, {}).seats, 4);
    assert.equal(shapeOf(game, { players: 2 }).seats, 2);
    assert.equal(shapeOf(game, { preset: "S2", other: 1 }).seats, 2);
    assert.deepEqual(shapeOf(game, { preset: "S2", players: 4 }).sides, [0, 1, 0, 1]);
    assert.deepEqual(shapeOf(game, { teams: "FFA" }).sides, [0, 1, 2, 3]);
    assert.deepEqual(
        ["preset", "players", "teams"].map((name) => impliesSeats(game, name)),
        [true, true, false],
    );
    assert.deepEqual(changedOptions(game.options, { players: 4 }), {});
    assert.deepEqual(changedOptions(game.options, { players: 3 }), { players: 3 });
    assert.deepEqual(unusualOptions(game.options, { players: 4 }), []);
    assert.deepEqual(unusualOptions(game.options, { players: 3 }), [["players", 3]]);
});

test("partners sit opposite, where four play in pairs", () => {
    assert.equal(partnerIn([0, 1, 0, 1], 3), 1);
    assert.equal(partnerIn([0, 1, 0, 1], 0), 2);
    assert.equal(partnerIn([0, 1, 2, 3], 0), null);
    assert.equal(partnerIn([0, 1], 0), null);
});

test("paragraphs of rules wrap where they are shown, lists keep their lines", () => {
    const long = "x".repeat(74);
    assert.equal(unwrap(`${long}\nand on.\n\nNext:\nshort\n  a  b\n`), `${long} and on.\n\nNext:\nshort\n  a  b\n`);
});

test("clocks", () => {
    assert.equal(clockText(61_000), "1:01");
    assert.equal(clockText(-5), "0:00");
    assert.equal(clockText(3_600_000), "1:00:00");
    assert.equal(clockText(90_000_000), "1 d 1 h");
});

test("how many can play: every number of seats that a variant has", () => {
    const shapes = (...counts) => ({ shapes: counts.map((seats) => ({ options: {}, seats })) });
    assert.deepEqual(seatCounts(shapes(4, 2, 3)), [2, 3, 4]);
    assert.deepEqual(seatCounts(shapes(4, 2, 2, 4)), [2, 4]);
    assert.deepEqual(seatCounts(shapes(2)), [2]);
});

test("read out, cards have names and pauses between them", () => {
    assert.equal(spoken("mus", "You show Ro 5e."), "You show rey of oros, 5 of espadas.");
    assert.equal(spoken("mulle", "SPK takes RU9, KL4."), "king of spades takes 9 of diamonds, 4 of clubs.");
    assert.equal(spoken("sabacc", "You draw a 4 of Sand."), "You draw a 4 of Sand.");
});
