// Plays games on the page, by mouse, by touch or by keys alone, on a drawn table or on the plain one.
//
// A game with a drawn table has a file in tables/: its title, options for a short game, how many seats, hasty moves, and
// select(hand, move, view, isOffered), which presses what the move needs until the bar below the table offers it.
// `hand.press(selector)` presses as a mouse, a finger or a keyboard would.
import assert from "node:assert/strict";
import bruno from "./tables/bruno.mjs";
import mulle from "./tables/mulle.mjs";
import mus from "./tables/mus.mjs";
import sabacc from "./tables/sabacc.mjs";

export const GAMES = {
    mus,
    bruno,
    sabacc,
    mulle,
};

/** Where one is asked for a move, and has seen it: the bar of a drawn table, or the list of the plain one. */
const MINE =
    '[data-seen] .action-bar.mine[aria-busy="false"], [data-seen] .play > .moves:has(button.move:not(:disabled))';

export const isMine = async (page) => (await page.locator(MINE).count()) > 0;
export const isOver = async (page) => (await page.locator(".result").count()) > 0;

/** The number of the move that the page shows; -1 where it asks for none. */
export const shownPly = (page) =>
    page.evaluate((mine) => Number(document.querySelector(mine)?.dataset.ply ?? -1), MINE);

/** The end of a round is shown, and what follows waits. */
export const isHalted = async (page) => (await page.locator(".go-on").count()) > 0;

/** Wait for one's turn after so many moves, the end of a round or that of the game. */
export const awaitTurn = (page, after = -1) =>
    page.waitForFunction(
        ([mine, ply]) => {
            if (document.querySelector(".result, [data-seen] .go-on")) return true;
            const asked = document.querySelector(mine);
            return asked !== null && Number(asked.dataset.ply) > ply;
        },
        [MINE, after],
    );

const pressGoOn = (page) => page.keyboard.press("Escape");

/** Wait for one's turn after so many moves, or the end, with `goOn` past the ends of rounds. The legal moves as the server told them, or null at
 *  the end. */
export async function turn(page, after = -1, goOn = pressGoOn) {
    await awaitTurn(page, after);
    while (await isHalted(page)) {
        const halted = await page.locator(".action-bar").getAttribute("data-ply");
        await goOn(page);
        await page.waitForFunction((ply) => !document.querySelector(`.action-bar[data-ply="${ply}"] .go-on`), halted);
        await awaitTurn(page, after);
    }
    if (await isOver(page)) return null;
    const { ply, legal, view } = page.heard.now;
    assert.equal(await shownPly(page), ply, "the page shows what the server told last");
    return { ply, moves: legal.map((one) => one.move), view };
}

/** The page has left this move behind: another is asked for, or nothing is. */
export async function moved(page, ply) {
    await page.waitForFunction(
        ([mine, before]) => {
            if (document.querySelector(".result")) return true;
            const asked = document.querySelector(mine);
            return asked === null || Number(asked.dataset.ply) !== before;
        },
        [MINE, ply],
    );
}

const quoted = (move) => JSON.stringify(move);

/** Presses by clicks, or by taps of a finger. */
function pointer(page, tap) {
    const press = (selector) => (tap ? page.locator(selector).tap() : page.locator(selector).click());
    return {
        press,
        commit: (move) => press(`.action-bar [data-move=${quoted(move)}]`),
        plain: (move) => press(`.moves button[data-move=${quoted(move)}]`),
    };
}

/** Keys alone: m and the arrows to what is on the table, Space to select it, a number or Enter to play. `pressed` hears of the keys, in the
 *  order in which they were pressed, whenever something has come of them. */
function keyboard(page, pressed = async () => {}) {
    const press = async (...keys) => {
        await page.keyboard.press(keys.at(-1));
        await pressed(keys);
    };
    return {
        async press(selector) {
            // A slow page may still be drawing: what is wanted must be there, and a redraw can take the focus away.
            await page.waitForSelector(selector);
            let keys = [];
            for (let i = 0; i < 60; i++) {
                const at = await page.evaluate((wanted) => {
                    const focused = document.activeElement;
                    return focused.matches(wanted) ? "there" : focused === document.body ? "nowhere" : "elsewhere";
                }, selector);
                if (at === "there" && keys.length > 0) return press(...keys, "Space");
                const key = keys.length === 0 || at === "nowhere" ? "m" : "ArrowRight";
                keys = key === "m" ? ["m"] : [...keys, key];
                await page.keyboard.press(key);
            }
            throw new Error(`no arrow leads to ${selector}`);
        },
        async commit(move) {
            const offered = await page
                .locator(".action-bar [data-move]")
                .evaluateAll((buttons) => buttons.map((button) => button.dataset.move));
            const selected = await page.evaluate(() =>
                document.activeElement.matches('[data-pick][aria-pressed="true"]'),
            );
            if (offered.length === 1 && selected) return press("Enter");
            const place = offered.indexOf(move);
            assert.ok(place >= 0 && place < 9, `${move} is not among ${offered}`);
            await press(String(place + 1));
        },
        /** The number where it has one, else the field. */
        async plain(move, moves) {
            const place = moves.indexOf(move);
            if (place < 9) return page.keyboard.press(String(place + 1));
            await page.keyboard.press("/");
            await page.keyboard.type(move);
            await page.keyboard.press("Enter");
            await page.keyboard.press("Escape");
        },
    };
}

const HANDS = { mouse: (page) => pointer(page, false), touch: (page) => pointer(page, true), keys: keyboard };

/** Select what a move needs on a drawn table, so that the bar offers it. */
export async function offer(page, game, move, hand = HANDS.mouse(page)) {
    const isOffered = async () => (await page.locator(`.action-bar [data-move=${quoted(move)}]`).count()) > 0;
    if (!(await isOffered())) await GAMES[game].select(hand, move, page.heard.now.view, isOffered);
}

/** Play one of the legal moves. `by`: mouse, touch or keys; `pressed` hears of keys. */
export async function play(page, game, move, moves, by = "mouse", pressed = undefined) {
    const hand = HANDS[by](page, pressed);
    if ((await page.locator(".play > .moves").count()) > 0) return hand.plain(move, moves);
    await offer(page, game, move, hand);
    await hand.commit(move);
}

/** The hasty move. */
export const hasty = (game, { moves }) => GAMES[game].hasty.find((move) => moves.includes(move)) ?? moves[0];

/** Any of the moves: so that in the course of a game all kinds of them are made. */
export function various(seed) {
    let state = seed;
    return (game, { moves }) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return moves[Math.floor((state / 2147483648) * moves.length)];
    };
}

/** Play until the game is over, with a look at the page before each move. The moves that were made. */
export async function playToEnd(page, game, { by = "mouse", choose = hasty, before = async () => {} } = {}) {
    const made = [];
    for (let now = await turn(page); now; now = await turn(page, now.ply)) {
        await before(now);
        const move = choose(game, now);
        await play(page, game, move, now.moves, by);
        made.push(move);
        assert.ok(made.length < 400, "the game does not end");
    }
    return made;
}

/** The form of a new table with all that it has. */
export async function openForm(page, base, game) {
    await page.goto(`${base}/make/${game}`);
    await page.click("details.advanced > summary");
    await page.waitForSelector("#seat-0");
}

/** Make a table with the form: `seats` are values of the seat fields, `options` go by their labels. */
export async function makeTable(page, base, game, { players, seats, options = GAMES[game].short, settings = {} }) {
    await openForm(page, base, game);
    if (players !== undefined) await page.selectOption("#players", String(players));
    for (const [seat, who] of seats.entries()) await page.selectOption(`#seat-${seat}`, who);
    for (const [id, on] of Object.entries(settings)) await page.setChecked(`#${id}`, on);
    await page.click("details.wide summary");
    for (const [name, value] of Object.entries(options)) {
        const label = page.locator("details.wide .option", { has: page.locator(`label:text-is("${name}")`) });
        const field = label.locator("select, input");
        if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
        else await field.fill(value);
    }
    await page.click("form.make button.main");
    await page.waitForURL(/\/table\//);
}

/** A game against others that move at once, played by the player of this page, to its end or for so many moves, and shown nowhere: its table. */
export async function playUnseen(page, game, { settings = {}, options = UNSEEN[game] ?? {}, unseen = Infinity } = {}) {
    // Before the page knows who one is, one is somebody else.
    await page.waitForSelector("nav .who");
    return page.evaluate(
        ([wanted, seed, most]) =>
            new Promise((resolve, reject) => {
                const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "tapete.1");
                let state = seed;
                let ref = 0;
                let table = "";
                let ply = -1;
                const say = (message) => socket.send(JSON.stringify({ ref: ++ref, ...message }));
                socket.onmessage = ({ data }) => {
                    const message = JSON.parse(data);
                    if (message.is === "refused") reject(new Error(data));
                    if (message.is === "welcome") say({ do: "create", ...wanted });
                    if (message.is === "created") say({ do: "watch", table: (table = message.table) });
                    if (message.is !== "table") return;
                    const { now } = message;
                    if (now.phase === "over" || (now.phase === "playing" && now.ply >= most)) {
                        socket.close();
                        resolve(table);
                    } else if (now.legal && now.ply > ply) {
                        ply = now.ply;
                        state = (state * 1103515245 + 12345) % 2147483648;
                        const { move } = now.legal[Math.floor((state / 2147483648) * now.legal.length)];
                        say({ do: "move", table, ply: ply + 1, move });
                    }
                };
            }),
        [{ game, options, settings, seats: againstRandom(game) }, 7, unseen],
    );
}

/** Options for games that are short without being looked at. */
const UNSEEN = { mus: { target: 5, best_of: 1 }, sabacc: { chips: 4 } };

/** Oneself, and others that move at once. */
export const againstRandom = (game) => ["me", ...Array(GAMES[game].seats - 1).fill("random")];

/** What is beside the table where there is room: on a phone a sheet over it, which is opened. */
export async function openMore(page) {
    const sign = page.locator(".turn .below button").last();
    if (await sign.isVisible()) await sign.click();
}

export async function tabTo(page, matches, most = 80, key = "Tab") {
    for (let i = 0; i < most; i++) {
        await page.keyboard.press(key);
        if (await page.evaluate(matches)) return;
    }
    throw new Error(`Tab does not reach ${matches}`);
}

/** Numbers of the events in the log: ascending, none twice. */
export async function numbersInLog(page) {
    const numbers = await page
        .locator(".log .event")
        .evaluateAll((lines) => lines.map((line) => Number(line.dataset.n)));
    for (let i = 1; i < numbers.length; i++)
        assert.ok(numbers[i] > numbers[i - 1], `event ${numbers[i]} comes after ${numbers[i - 1]}`);
    return numbers;
}

/** To be run in a page before anything else: counts in `shift()` how far things move that nobody has moved, as browsers do: the worst five
 *  seconds, with no second without. */
export function countShifts() {
    let worst = 0;
    let sum = 0;
    let first = 0;
    let last = 0;
    new PerformanceObserver((list) => {
        for (const { startTime, value, hadRecentInput } of list.getEntries()) {
            if (hadRecentInput) continue;
            if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
            last = startTime;
            sum += value;
            worst = Math.max(worst, sum);
        }
    }).observe({ type: "layout-shift", buffered: true });
    window.shift = () => worst;
    window.forgetShifts = () => ([worst, sum] = [0, 0]);
}
