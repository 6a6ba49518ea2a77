// What the coach of each guided deal says, in every language.
import assert from "node:assert/strict";
import test from "node:test";
import { LEARNER } from "../../src/guides/guide.ts";
import { isAlike, stopsOf, viewAt } from "../../src/guides/stops.ts";
import { LANGUAGES, speak } from "../../src/lang/index.ts";
import { tokens } from "../../src/lib/vocabulary.ts";
import { games, NAMES } from "./games.mjs";

const GAMES = NAMES.filter((game) => games[game].guide);
const coachings = Object.fromEntries(await Promise.all(GAMES.map(async (game) => [game, await games[game].guide()])));
const guideOf = (game) => coachings[game].guide;
const MOST_STOPS = 22;

/** A sentence without the cards in it, which are drawn. */
const wordsOf = (game, sentence) =>
    tokens(game, sentence)
        .map((token) => (typeof token === "string" ? token : "#"))
        .join("");
const CODE = /\b[A-Z]{3,}\b|[A-Z]_[A-Z]|\b\w,[A-Z]\b|undefined|NaN|null/;

for (const tag of Object.keys(LANGUAGES))
    for (const game of GAMES)
        test(`${game} in ${LANGUAGES[tag]}: the coach says something at every stop, nothing twice, and no codes`, async () => {
            await speak(tag);
            const guide = guideOf(game);
            const stops = stopsOf(coachings[game]);
            assert.ok(stops.length > 5 && stops.length <= MOST_STOPS, `${stops.length} stops`);
            for (const { at, told, say, ask, task } of stops) {
                const asked = ask ? [ask.ask, ask.because, ...ask.answers] : [];
                const said = [...told.map((one) => one.line), say, ...asked, task?.why ?? "", task?.press ?? ""].filter(
                    Boolean,
                );
                assert.ok(said.length > 0, `nothing is said at step ${at}`);
                for (const sentence of said) assert.doesNotMatch(wordsOf(game, sentence), CODE);
                assert.ok(task === undefined || say !== task.why, `the same twice at step ${at}`);
                if (ask) {
                    assert.ok(new Set(ask.answers).size === ask.answers.length && ask.answers.length >= 2);
                    assert.ok(ask.right >= 0 && ask.right < ask.answers.length);
                    assert.ok(!task, "what is asked has a stop of its own");
                }
                if (task) assert.ok(task.why && task.press);
            }
            const questions = stops.filter((stop) => stop.ask).length;
            assert.ok(questions >= (stops.length > 10 ? 2 : 0), `${questions} questions`);
            assert.equal(stops.at(-1).at, guide.steps.length - 1, "the last stop is the end");
        });

test("every decision of a guided deal is a stop that asks for it, and every move of others is told before", () => {
    for (const game of GAMES) {
        const guide = guideOf(game);
        const stops = stopsOf(coachings[game]);
        const asked = stops.filter((stop) => stop.task).map((stop) => stop.at);
        const decided = guide.steps.flatMap((step, at) => (step.made === undefined ? [] : [at]));
        assert.deepEqual(asked, decided, game);
        const told = new Set(stops.flatMap((stop) => stop.told.map((one) => one.at)));
        guide.steps.slice(0, -1).forEach((step, at) => {
            const isOthers = at > 0 && step.seat !== LEARNER && step.text.en.length > 0;
            assert.ok(!isOthers || told.has(at), `${game}: step ${at} is not told`);
        });
    }
});

test("the guided deals show what they should, and end where the first cards are played", () => {
    const made = (game) => guideOf(game).steps.flatMap((step) => step.made ?? []);
    const last = (game) => guideOf(game).steps.at(-1).view;
    const end = (game) => viewAt(coachings[game], guideOf(game).steps.length - 1);
    const kinds = new Set(made("mulle").map((move) => move.split(" ")[0]));
    assert.deepEqual([...kinds].sort(), ["build", "capture", "discard"]);
    assert.ok(last("mulle").mulles.A.length > 0);
    assert.equal(end("mulle").hands.A.length, 0);
    assert.ok(made("sabacc").some((move) => move.startsWith("TAKE")));
    assert.deepEqual(last("sabacc").firsts, [LEARNER]);
    assert.equal(end("sabacc").hands[LEARNER].sand, last("sabacc").revealed[LEARNER].sand);
    assert.equal(last("bruno").winner, LEARNER);
    const { log } = last("mus").last_hand;
    assert.ok(made("mus").filter((move) => move.startsWith("envido")).length > 1);
    assert.ok(log.some(([what, side]) => what.endsWith(":deje") && side === LEARNER));
    assert.ok(log.some(([what, side, stones]) => what === "pares" && side === LEARNER && stones > 2));
    assert.deepEqual(end("mus").hands, last("mus").last_hand.hands);
});

test("after a wrong choice of cards in Mus the coach says which to take back, and which to press still", async () => {
    const told = {};
    for (const tag of Object.keys(LANGUAGES)) {
        await speak(tag);
        const { task } = stopsOf(coachings.mus).find((stop) => stop.task?.instead?.("discard 6,R"));
        told[tag] = ["6,7,R", "6,R", "6,7,R,R", "6"].map((ranks) => task.instead(`discard ${ranks}`));
        for (const one of told[tag].slice(0, 3)) assert.notEqual(one, task.press, tag);
    }
    assert.deepEqual(told.en, [
        "put back the 3 with the arrow (press again), then press “Discard 2 cards”",
        "put back the 3 with the arrow (press again), then press 7 of oros, then “Discard 2 cards”",
        "put back 3 of copas and 3 of espadas (press again), then press “Discard 2 cards”",
        "press 7 of oros, then “Discard 2 cards”",
    ]);
    await speak("en");
});

test("of two equal cards on the table either will do for the coach, and no other card", () => {
    const table = ["SPJ", "KL6", "SPJ", "HJ4"];
    const guide = { steps: [{ made: "build KLA on 0 to 12", view: { table } }] };
    const coaching = { ...coachings.mulle, guide };
    for (let place = 0; place < table.length; place++)
        assert.equal(isAlike(coaching, 0, `build KLA on ${place} to 12`), table[place] === "SPJ");
    assert.ok(!isAlike(coaching, 0, "discard KLA"));
    assert.ok(!isAlike(coachings.bruno, 3, "6x1"));
});
