import assert from "node:assert/strict";
import test from "node:test";
import { Connection } from "../../src/lib/connection.ts";
import { ownTables } from "../../src/lib/table.ts";

/** A server and a clock in the hands of the test. */
function world() {
    const timers = new Map();
    let nextTimer = 1;
    const sockets = [];
    const around = {
        fail: false,
        open: async (path) => {
            if (around.fail) throw new Error("out of reach");
            const socket = {
                path,
                sent: [],
                closed: false,
                onmessage: null,
                onclose: null,
                send: (text) => socket.sent.push(JSON.parse(text)),
                close: () => (socket.closed = true),
                say: (message) => socket.onmessage?.({ data: JSON.stringify(message) }),
                drop: (code = 1006) => socket.onclose?.({ code }),
                welcome: (more = {}) =>
                    socket.say({
                        ...more,
                        is: "welcome",
                        protocol: 1,
                        server: "test",
                        you: { id: "p1", name: "Ana", account: false },
                    }),
                asked: (what) => socket.sent.filter((message) => message.do === what),
            };
            sockets.push(socket);
            return socket;
        },
        setTimer: (run, ms) => {
            timers.set(nextTimer, { run, ms });
            return nextTimer++;
        },
        clearTimer: (timer) => timers.delete(timer),
        random: () => 1,
    };
    /** Let the timer that fires next fire, and say how long it waited. */
    const fire = async (pick = () => true) => {
        const due = [...timers].filter(([, timer]) => pick(timer)).sort((a, b) => a[1].ms - b[1].ms)[0];
        timers.delete(due[0]);
        due[1].run();
        await settle();
        return due[1].ms;
    };
    return { around, sockets, timers, fire };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

const table = (from, to, more = {}) => ({
    is: "table",
    table: "t1",
    from,
    to,
    events: Array.from({ length: to - from }, (_, i) => ({
        n: from + i + 1,
        is: "play",
        text: [`event ${from + i + 1}`],
    })),
    now: { phase: "playing", ply: to, actor: 0 },
    ...more,
});

const about = { game: "mus", title: "Mus", options: {}, settings: {}, owner: "p1", seats: [], you: 0, watching: 0 };
const whole = (to, more = {}) => table(0, to, { whole: true, about, ...more });

async function watching() {
    const all = world();
    const states = [];
    const refusals = [];
    const connection = new Connection(all.around);
    connection.start();
    await settle();
    const stop = connection.watch(
        "t1",
        "secret",
        (state) => states.push(state),
        (refusal) => refusals.push(refusal),
    );
    all.sockets[0].welcome();
    const last = () => states[states.length - 1];
    const numbers = () => last().events.map((event) => event.n);
    return { ...all, connection, states, refusals, stop, last, numbers };
}

test("a watched table is asked for with its invite, and every event comes once", async () => {
    const { sockets, numbers, states, last } = await watching();
    const [ask] = sockets[0].asked("watch");
    assert.equal(ask.invite, "secret");
    assert.equal("since" in ask, false);
    sockets[0].say(whole(3, { ref: ask.ref }));
    sockets[0].say(table(3, 5));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5]);
    assert.equal(states.length, 2);
    assert.equal(last().about.title, "Mus");
    await settle();
    assert.equal(sockets[0].asked("watch").length, 1);
});

test("what overlaps is taken once, and what is old not at all", async () => {
    const { sockets, numbers, states, last } = await watching();
    sockets[0].say(whole(4, { ref: sockets[0].asked("watch")[0].ref }));
    sockets[0].say(table(2, 6));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5, 6]);
    const before = states.length;
    sockets[0].say(table(1, 3));
    assert.equal(states.length, before);
    assert.equal(last().now.ply, 6);
});

test("news without an event still change how things stand", async () => {
    const { sockets, last, numbers } = await watching();
    sockets[0].say(whole(4, { ref: sockets[0].asked("watch")[0].ref }));
    sockets[0].say(table(4, 4, { about: { ...about, watching: 3 } }));
    assert.equal(last().about.watching, 3);
    assert.deepEqual(numbers(), [1, 2, 3, 4]);
});

test("a gap is noticed and mended, once", async () => {
    const { sockets, numbers, states } = await watching();
    sockets[0].say(whole(2, { ref: sockets[0].asked("watch")[0].ref }));
    await settle();
    const before = states.length;
    sockets[0].say(table(4, 5));
    sockets[0].say(table(5, 6));
    assert.equal(states.length, before, "nothing is shown that has a hole");
    const asks = sockets[0].asked("watch");
    assert.equal(asks.length, 2);
    assert.equal(asks[1].since, 2);
    sockets[0].say(table(2, 6, { ref: asks[1].ref }));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5, 6]);
});

test("an answer that does not fit is answered by asking for everything", async () => {
    const { sockets, numbers } = await watching();
    sockets[0].say(whole(2, { ref: sockets[0].asked("watch")[0].ref }));
    await settle();
    sockets[0].say(table(4, 5));
    sockets[0].say(table(3, 5, { ref: sockets[0].asked("watch")[1].ref }));
    const third = sockets[0].asked("watch")[2];
    assert.equal("since" in third, false);
    sockets[0].say(whole(5, { ref: third.ref }));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5]);
});

test("a server that says done before it tells of the table is understood as well", async () => {
    const { sockets, numbers } = await watching();
    sockets[0].say({ is: "done", ref: sockets[0].asked("watch")[0].ref });
    await settle();
    sockets[0].say(whole(2));
    sockets[0].say(table(3, 4));
    assert.equal(sockets[0].asked("watch")[1].since, 2);
    sockets[0].say({ is: "done", ref: sockets[0].asked("watch")[1].ref });
    await settle();
    sockets[0].say(table(2, 4));
    sockets[0].say(table(4, 5));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5]);
    assert.equal(sockets[0].asked("watch").length, 2);
});

test("after a lost connection it comes back with since, and nothing twice", async () => {
    const { sockets, numbers, last, fire, connection } = await watching();
    sockets[0].say(whole(3, { ref: sockets[0].asked("watch")[0].ref }));
    await settle();
    sockets[0].drop();
    assert.equal(connection.status, "waiting");
    await fire((timer) => timer.ms <= 500);
    assert.equal(sockets.length, 2);
    sockets[1].welcome();
    assert.equal(connection.status, "open");
    const [ask] = sockets[1].asked("watch");
    assert.equal(ask.since, 3);
    sockets[0].say(table(3, 4)); // what an old socket still says does not count
    assert.equal(last().last, 3);
    sockets[1].say(table(3, 6, { ref: ask.ref }));
    sockets[1].say(table(6, 7));
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5, 6, 7]);
});

test("where something was taken back, the whole table replaces what was known", async () => {
    const { sockets, fire, last } = await watching();
    sockets[0].say(whole(5, { ref: sockets[0].asked("watch")[0].ref }));
    await settle();
    sockets[0].drop(1001);
    await fire((timer) => timer.ms <= 500);
    sockets[1].welcome();
    sockets[1].say(
        whole(7, {
            ref: sockets[1].asked("watch")[0].ref,
            events: [
                { n: 6, is: "undo" },
                { n: 7, is: "play" },
            ],
        }),
    );
    assert.deepEqual(
        last().events.map((event) => event.n),
        [6, 7],
    );
    assert.equal(last().last, 7);
});

test("waits grow up to a limit, and begin anew after a success", async () => {
    const { around, sockets, fire, connection } = await watching();
    around.fail = true;
    sockets[0].drop();
    const waits = [];
    for (let i = 0; i < 8; i++) waits.push(await fire((timer) => timer.ms <= 15_000));
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
    around.fail = false;
    connection.probe();
    await settle();
    sockets[1].welcome();
    sockets[1].drop();
    assert.equal(await fire((timer) => timer.ms <= 15_000), 500);
});

test("requests become promises, refusals errors with reason and sentence", async () => {
    const { sockets, connection } = await watching();
    const good = connection.request("create", { game: "mus" });
    const bad = connection.request("move", { table: "t1", ply: 1, move: "mus" });
    const [create] = sockets[0].asked("create");
    const [move] = sockets[0].asked("move");
    assert.notEqual(create.ref, move.ref);
    sockets[0].say({ is: "refused", ref: move.ref, reason: "STALE", text: "the table has moved on" });
    sockets[0].say({ is: "created", ref: create.ref, table: "t9" });
    assert.equal((await good).table, "t9");
    await assert.rejects(bad, (error) => error.reason === "STALE" && error.message === "the table has moved on");
});

test("what was sent and not answered is LOST, what was not sent yet waits and is sent once", async () => {
    const { sockets, connection, fire } = await watching();
    const lost = connection.request("move", { table: "t1", ply: 1, move: "mus" });
    sockets[0].drop();
    const kept = connection.request("chat", { table: "t1", text: "hello" });
    await assert.rejects(lost, (error) => error.reason === "LOST");
    await fire((timer) => timer.ms <= 500);
    assert.equal(sockets[1].sent.length, 0, "nothing before the welcome");
    sockets[1].welcome();
    assert.equal(sockets[1].asked("move").length, 0);
    const [chat] = sockets[1].asked("chat");
    sockets[1].say({ is: "done", ref: chat.ref });
    assert.equal((await kept).is, "done");
});

test("a silent connection is given up", async () => {
    const { sockets, connection, fire } = await watching();
    sockets[0].say(whole(1, { ref: sockets[0].asked("watch")[0].ref }));
    await settle();
    assert.equal(await fire((timer) => timer.ms === 25_000), 25_000);
    assert.equal(sockets[0].asked("ping").length, 1);
    await fire((timer) => timer.ms === 8_000);
    assert.equal(sockets[0].closed, true);
    assert.equal(connection.status, "waiting");
});

test("a table that cannot be watched says so; one that is left says nothing more", async () => {
    const { sockets, refusals, states, stop } = await watching();
    sockets[0].say({
        is: "refused",
        ref: sockets[0].asked("watch")[0].ref,
        reason: "NO_SUCH_TABLE",
        text: "there is none",
    });
    await settle();
    assert.equal(refusals[0].reason, "NO_SUCH_TABLE");
    stop();
    assert.equal(sockets[0].asked("unwatch").length, 1);
    sockets[0].say(whole(3));
    assert.equal(states.length, 0);
});

test("the lobby is asked for again after a loss", async () => {
    const { sockets, connection, fire } = await watching();
    const heard = [];
    connection.lobby((message) => heard.push(message.tables.length));
    sockets[0].say({ is: "lobby", ref: sockets[0].asked("lobby")[0].ref, whole: true, tables: [] });
    sockets[0].drop();
    await fire((timer) => timer.ms <= 500);
    sockets[1].welcome();
    sockets[1].say({ is: "lobby", ref: sockets[1].asked("lobby")[0].ref, whole: true, tables: [{}, {}] });
    assert.deepEqual(heard, [0, 2]);
});

test("messages that make no sense are passed over", async () => {
    const { sockets, states } = await watching();
    sockets[0].onmessage({ data: "{" });
    sockets[0].onmessage({ data: new ArrayBuffer(2) });
    sockets[0].say({ is: "something new", ref: 99 });
    sockets[0].say({ ...whole(1), table: "another" });
    assert.equal(states.length, 0);
});

test("one's own tables come with the whole lobby, and follow what is told of them", () => {
    const first = [
        { table: "a", phase: "playing", your_turn: true },
        { table: "b", phase: "open" },
    ];
    const known = ownTables([], { is: "lobby", whole: true, tables: [], mine: first });
    assert.deepEqual(known, first);
    const later = ownTables(known, { is: "lobby", tables: [{ table: "b", phase: "playing" }], gone: ["a"] });
    assert.deepEqual(later, [{ table: "b", phase: "playing" }]);
    assert.deepEqual(ownTables(known, { is: "lobby", whole: true, tables: [] }), []);
});

test("how far a review is, is heard by those who listen; the review itself may take long", async () => {
    const { sockets, connection, timers } = await watching();
    const heard = [];
    const stop = connection.reviewing((part) => heard.push(part.done));
    const answer = connection.request("review", { table: "t1", seat: 0 });
    const [ask] = sockets[0].asked("review");
    sockets[0].say({ is: "reviewing", table: "t1", seat: 0, done: 3, of: 9, decisions: [], line: [] });
    stop();
    sockets[0].say({ is: "reviewing", table: "t1", seat: 0, done: 5, of: 9, decisions: [], line: [] });
    assert.deepEqual(heard, [3]);
    assert.ok([...timers.values()].some(({ ms }) => ms > 600_000));
    sockets[0].say({ is: "review", ref: ask.ref, table: "t1", review: { seats: [] } });
    assert.equal((await answer).is, "review");
});

/** The same, where the table is at one of several servers. */
async function watchingOneOfMany() {
    const all = await watching();
    all.around.where = async (name) => {
        all.around.wheres = (all.around.wheres ?? 0) + 1;
        if (all.around.nowhere) throw new Error("not now");
        return name === "t1" ? all.around.owner : "";
    };
    all.sockets[0].say({ is: "elsewhere", table: "t1", path: "/n/2", ref: all.sockets[0].asked("watch")[0].ref });
    await settle();
    all.sockets[1].welcome({ path: "/n/2" });
    all.sockets[1].say(whole(3, { ref: all.sockets[1].asked("watch")[0].ref }));
    return all;
}

test("a table at another server is followed there at once", async () => {
    const { sockets, numbers, refusals } = await watchingOneOfMany();
    assert.equal(sockets[0].path, "");
    assert.equal(sockets[0].closed, true);
    assert.equal(sockets[1].path, "/n/2");
    assert.deepEqual(numbers(), [1, 2, 3]);
    assert.deepEqual(refusals, []);
});

test("a table that moves is asked for where it is now, and goes on where it was", async () => {
    const { sockets, around, numbers } = await watchingOneOfMany();
    around.owner = "/n/3";
    sockets[1].say({ is: "elsewhere", table: "t1", path: "" });
    await settle();
    await settle();
    assert.equal(sockets[2].path, "/n/3");
    sockets[2].welcome({ path: "/n/3" });
    const [ask] = sockets[2].asked("watch");
    assert.equal(ask.since, 3);
    sockets[2].say(table(3, 4, { ref: ask.ref }));
    assert.deepEqual(numbers(), [1, 2, 3, 4]);
});

test("a server that stops or dies: the next socket leads to where the table is", async () => {
    for (const code of [1012, 1006]) {
        const { sockets, around, fire } = await watchingOneOfMany();
        around.owner = "/n/1";
        around.nowhere = true;
        sockets[1].drop(code);
        await fire((timer) => timer.ms <= 1000);
        assert.equal(sockets.length, 2); // nobody knows where: it is tried again
        around.nowhere = false;
        await fire((timer) => timer.ms <= 2000);
        await settle();
        assert.equal(sockets[2].path, "/n/1");
    }
});

test("a request that was sent on is asked again at the other server, once it is there", async () => {
    const { sockets, connection } = await watchingOneOfMany();
    const made = connection.request("quick", { game: "mus" });
    const [ask] = sockets[1].asked("quick");
    sockets[1].say({ is: "elsewhere", table: "t2", path: "/n/1", ref: ask.ref });
    await settle();
    assert.equal(sockets[2].path, "/n/1");
    sockets[2].welcome({ path: "/n/1" });
    sockets[2].say({ is: "created", table: "t2", ref: sockets[2].asked("quick")[0].ref });
    assert.equal((await made).table, "t2");
});

test("who is sent from server to server without end begins to wait", async () => {
    const { sockets, timers } = await watchingOneOfMany();
    for (let i = 0; i < 20 && sockets.at(-1).closed === false; i++) {
        sockets.at(-1).welcome({ path: "/n/2" });
        sockets.at(-1).say({ is: "elsewhere", table: "t1", path: "/n/2" });
        await settle();
    }
    assert.ok(sockets.length < 8, `${sockets.length} sockets`);
    assert.ok([...timers.values()].some((timer) => timer.ms >= 500 && timer.ms <= 15000));
});

test("one server is never asked where a table is", async () => {
    const { sockets, around, fire } = await watching();
    around.where = async () => assert.fail("asked");
    sockets[0].say(whole(3, { ref: sockets[0].asked("watch")[0].ref }));
    sockets[0].drop();
    await fire();
    assert.equal(sockets[1].path, "");
});
