import assert from "node:assert/strict";
import test from "node:test";
import { LONGEST_MS, Pacer, PACES, ROUND_END_MS, roundEndTime } from "../../src/lib/pace";

const STEP_MS = PACES.normal;

/** A pacer with a clock that is turned by hand. */
function paced() {
    let now = 0;
    let timers = [];
    const shown = [];
    const pacer = new Pacer(
        (item) => shown.push([item, now]),
        {
            now: () => now,
            setTimer: (run, ms) => {
                const timer = { run, at: now + ms };
                timers.push(timer);
                return timer;
            },
            clearTimer: (timer) => (timers = timers.filter((one) => one !== timer)),
        },
        () => STEP_MS,
    );
    const until = (time) => {
        for (;;) {
            const due = timers.filter((one) => one.at <= time).sort((a, b) => a.at - b.at)[0];
            if (!due) break;
            timers = timers.filter((one) => one !== due);
            now = due.at;
            due.run();
        }
        now = time;
    };
    return { pacer, shown, until };
}

const MOVE = { waits: true, stays: true };
const OWN = { waits: false, stays: true };
const NEWS = { waits: false, stays: false };

test("moves of others are shown one after the other, and one's own at once", () => {
    const { pacer, shown, until } = paced();
    until(1000);
    pacer.push("own", OWN);
    pacer.push("a", MOVE);
    pacer.push("b", MOVE);
    assert.deepEqual(shown, [["own", 1000]]);
    until(5000);
    assert.deepEqual(
        shown.map(([item]) => item),
        ["own", "a", "b"],
    );
    assert.equal(shown[1][1], 1000 + STEP_MS);
    assert.ok(shown[2][1] > shown[1][1] + STEP_MS / 2);
    pacer.push("later", MOVE);
    assert.deepEqual(shown[3], ["later", 5000]);
});

test("what is no move does not wait, but never overtakes", () => {
    const { pacer, shown, until } = paced();
    until(1000);
    pacer.push("a", MOVE);
    pacer.push("chat", NEWS);
    assert.deepEqual(shown, [
        ["a", 1000],
        ["chat", 1000],
    ]);
    pacer.push("b", MOVE);
    pacer.push("more chat", NEWS);
    assert.equal(shown.length, 2);
    until(9000);
    assert.deepEqual(
        shown.map(([item]) => item),
        ["a", "chat", "b", "more chat"],
    );
});

test("much is shown faster, so that it is over soon", () => {
    const { pacer, shown, until } = paced();
    for (let i = 0; i < 60; i++) pacer.push(i, MOVE);
    until(60_000);
    assert.equal(shown.length, 60);
    assert.deepEqual(
        shown.map(([item]) => item),
        Array.from({ length: 60 }, (_, i) => i),
    );
    assert.ok(shown[59][1] <= LONGEST_MS, `it takes ${shown[59][1]} ms`);
});

test("a press skips one step, and what follows it comes in its time", () => {
    const { pacer, shown, until } = paced();
    const items = () => shown.map(([item]) => item);
    until(1000);
    for (const item of ["a", "b", "c"]) pacer.push(item, MOVE);
    assert.deepEqual(items(), ["a"]);
    until(1100);
    pacer.skip();
    assert.deepEqual(items(), ["a", "b"]);
    until(1100 + STEP_MS - 1);
    assert.deepEqual(items(), ["a", "b"]);
    until(1100 + STEP_MS);
    assert.deepEqual(items(), ["a", "b", "c"]);
    pacer.skip();
    assert.equal(shown.length, 3);
});

test("a reader in a hurry sees all at once", () => {
    const { pacer, shown, until } = paced();
    for (const item of ["a", "b", "c"]) pacer.push(item, MOVE);
    pacer.flush();
    assert.deepEqual(
        shown.map(([item]) => item),
        ["a", "b", "c"],
    );
    until(9000);
    assert.equal(shown.length, 3);
});

test("what is to be read holds all that follows, also for a reader in a hurry, until it is released", () => {
    const { pacer, shown, until } = paced();
    const items = () => shown.map(([item]) => item);
    until(1000);
    pacer.push("end of a round", OWN);
    pacer.hold();
    for (const item of ["a", "b"]) pacer.push(item, MOVE);
    pacer.push("chat", NEWS);
    pacer.flush();
    until(60_000);
    assert.deepEqual(items(), ["end of a round"]);
    pacer.release();
    until(60_000 + STEP_MS);
    assert.deepEqual(items(), ["end of a round", "a"]);
    until(120_000);
    assert.deepEqual(items(), ["end of a round", "a", "b", "chat"]);
    pacer.push("later", MOVE);
    assert.deepEqual(shown.at(-1), ["later", 120_000]);
});

test("what holds while others wait to be shown stops them in between", () => {
    let held;
    const shown = [];
    const pacer = new Pacer(
        (item) => {
            shown.push(item);
            if (item === held) pacer.hold();
        },
        { now: () => 0, setTimer: () => 1, clearTimer: () => {} },
        () => STEP_MS,
    );
    held = "b";
    for (const item of ["a", "b", "c"]) pacer.push(item, MOVE);
    pacer.flush();
    assert.deepEqual(shown, ["a", "b"]);
    pacer.release();
    pacer.flush();
    assert.deepEqual(shown, ["a", "b", "c"]);
});

test("the end of a round waits for a player among bots, and not for long if other people play or a clock runs", () => {
    const [me, other, bot] = [{ who: "person" }, { who: "person" }, { who: "agent" }];
    assert.equal(roundEndTime({ you: 1, seats: [bot, me] }, {}), null);
    assert.equal(roundEndTime({ you: 0, seats: [me, { ...other, bot: true }] }, {}), null, "a bot plays for them");
    assert.equal(roundEndTime({ you: 0, seats: [me, other, bot] }, {}), ROUND_END_MS);
    assert.equal(roundEndTime({ you: null, seats: [bot, bot] }, {}), ROUND_END_MS, "who looks on");
    assert.equal(roundEndTime({ you: 0, seats: [me, bot] }, { clock: { move: 20_000 } }), 5000);
    assert.equal(roundEndTime({ you: 0, seats: [me, bot] }, { clock: { seats: [8000, 90_000] } }), 2000);
    assert.equal(roundEndTime({ you: 0, seats: [me, bot] }, { clock: { move: 600_000 } }), ROUND_END_MS);
});
