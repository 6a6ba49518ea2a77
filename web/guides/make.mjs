// Makes a guided deal: node guides/make.mjs GAME... plays real deals on the real server, one after the other, until one shows what it should
// (lesson.mjs of the game), and keeps it step by step in five languages. Each deal has a seed, 1, 2, 3 …, so that the same one is found again. TAPETE is
// the program, TAPETE_WEB a built page (see ../tests/support.mjs). Deals lie in guides at the top, where the terminal finds them too; after a new one, and
// after other words of a coach: node guides/say.mjs.
import { writeFileSync } from "node:fs";
import { startBrowser, startServer } from "../tests/support.mjs";

// A lesson: `begin()` gives a deal's own `choose(view, moves)`, null where the lesson ends, and `isGood()`, asked after it; `kept(steps, decisions)`
// is which plies are kept, in order. The learner has the first seat.
const fileOf = (game, name) => new URL(`../src/games/${game}/${name}`, import.meta.url);

const LANGUAGES = ["en", "es", "fr", "sv", "zh"];
/** Those who play with the learner, by their seats. */
const NAMES = ["", "Ana", "Bo", "Cleo"];
const MOST_DEALS = 5000;
/** So many plies of a game are told at once. */
const MOST_PLIES = 100;

/** Runs in a page: sit down, do what `decide` says, and resign where it says nothing. There is a connection for each language, which tells what the
 *  legal moves do; the first one plays. The table, and the decisions. */
function playThrough({ wanted, languages }) {
    const decisions = new Map();
    let table = "";
    const connect = (lang, hear) =>
        new Promise((resolve, reject) => {
            const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws?lang=${lang}`, "tapete.1");
            const say = (message) => socket.send(JSON.stringify({ ref: 1, ...message }));
            socket.onmessage = ({ data }) => {
                const message = JSON.parse(data);
                if (message.is === "refused") reject(new Error(data));
                if (message.is === "table" && message.now.phase === "over") {
                    socket.close();
                    resolve();
                }
                hear(message, say);
            };
        });
    /** What the legal moves of a ply do, in a language. */
    const keep = (lang, { ply, legal }) => {
        const known = decisions.get(ply) ?? { ply, legal: {} };
        known.legal[lang] = legal;
        decisions.set(ply, known);
        return known;
    };
    const listen = (lang) =>
        connect(lang, (message, say) => {
            if (message.is === "welcome") say({ do: "watch", table });
            if (message.is === "table" && message.now.legal) keep(lang, message.now);
        });
    const [first, ...others] = languages;
    const all = [];
    let last = -1;
    return new Promise((resolve, reject) => {
        const playing = connect(first, async (message, say) => {
            if (message.is === "welcome") say({ do: "create", ...wanted });
            if (message.is === "created") {
                table = message.table;
                say({ do: "watch", table });
                all.push(playing, ...others.map(listen));
                Promise.all(all).then(() => resolve({ table, decisions: [...decisions.values()] }), reject);
            }
            if (message.is !== "table" || !message.now.legal || message.now.ply <= last) return;
            const { now } = message;
            last = now.ply;
            const known = keep(first, now);
            const made = await window.decide(
                now.view,
                now.legal.map((one) => one.move),
            );
            if (made !== null) known.made = made;
            say(made === null ? { do: "resign", table } : { do: "move", table, ply: now.ply + 1, move: made });
        });
        playing.catch(reject);
    });
}

/** One deal, with what was told of it in every language; null where it does not show what it should. */
async function playDeal(page, game, lesson) {
    const { choose, isGood } = lesson.begin();
    page.choose = choose;
    const seats = ["me", ...Array(lesson.players - 1).fill(lesson.agent)];
    const wanted = { game, options: lesson.options, seats, settings: {} };
    const { table, decisions } = await page.evaluate(playThrough, { wanted, languages: LANGUAGES });
    if (!isGood()) return null;
    const told = {};
    for (const lang of LANGUAGES) {
        const replay = { steps: [] };
        for (let from = 0; from === 0 || from <= replay.plies; from += MOST_PLIES) {
            const query = `seat=0&from=${from}&count=${MOST_PLIES}&lang=${lang}`;
            const address = new URL(`/api/replay/${table}?${query}`, page.url()).href;
            const answer = await (await page.context().request.get(address)).json();
            Object.assign(replay, { ...answer, steps: [...replay.steps, ...answer.steps] });
        }
        told[lang] = replay;
    }
    const made = decisions.filter((one) => one.made !== undefined).map((one) => [one.ply, one]);
    return { told, decisions: new Map(made) };
}

/** A deal in all languages as the page reads it. */
function guideOf(game, lesson, { told, decisions }) {
    const { options, sides, seats, steps } = told.en;
    const named = (line) =>
        seats.reduce((text, seat, i) => (i === 0 || !seat.name ? text : text.replaceAll(seat.name, NAMES[i])), line);
    const inAll = (read) => Object.fromEntries(LANGUAGES.map((lang) => [lang, read(told[lang])]));
    const kept = lesson.kept(steps, decisions);
    return {
        game,
        options,
        sides,
        names: NAMES.slice(0, seats.length),
        steps: kept.map((ply, i) => {
            const { seat, actor, view, move, made, drawn } = steps[ply];
            // Before the end, and before turns that are left out, there is only something to see.
            const decision = kept[i + 1] === ply + 1 ? decisions.get(ply) : undefined;
            return {
                seat,
                event: { move, made, drawn },
                actor,
                view,
                text: inAll((one) => one.steps[ply].text.map(named)),
                ...(i > 0 && kept[i - 1] < ply - 1 && { skipped: true }),
                ...(decision && {
                    made: decision.made,
                    legal: decision.legal.en.map(({ move, name }, k) => ({
                        move,
                        name,
                        help: Object.fromEntries(LANGUAGES.map((lang) => [lang, named(decision.legal[lang][k].help)])),
                    })),
                }),
            };
        }),
    };
}

// Nobody has to be convinced that these deals are fair: they are dealt at once.
const OPTIONS = ["contribute_ms=0", "bot_delay_ms=0", "budget_percent=100000", "tables_per_minute=100000"];
const browser = await startBrowser();

/** The deal of a seed: a server deals all its tables alike, so each seed has one of its own. */
async function dealOf(seed, game, lesson) {
    const { base, stop } = await startServer({ more: ["--study", "--seed", String(seed), "--option", ...OPTIONS] });
    const page = await browser.newPage();
    try {
        await page.context().request.get(`${base}/api/session`);
        await page.goto(`${base}/health`);
        await page.exposeFunction("decide", (view, moves) => page.choose(view, moves));
        return await playDeal(page, game, lesson);
    } finally {
        await page.context().close();
        await stop();
    }
}

try {
    for (const game of process.argv.slice(2)) {
        const { lesson } = await import(fileOf(game, "lesson.mjs"));
        let seed = 0;
        let found = null;
        while (!found && seed < MOST_DEALS) {
            found = await dealOf(++seed, game, lesson);
            if (seed % 100 === 0) console.log(`${game}: ${seed} deals`);
        }
        if (!found) throw new Error(`${game}: no deal of ${MOST_DEALS} shows what it should`);
        const guide = guideOf(game, lesson, found);
        writeFileSync(new URL(`../../guides/${game}.json`, import.meta.url), `${JSON.stringify(guide)}\n`);
        const count = guide.steps.filter((step) => step.made !== undefined).length;
        console.log(`${game}: seed ${seed}, ${guide.steps.length} steps, ${count} decisions`);
    }
} finally {
    await browser.close();
}
