// Makes a guided deal: node guides/make.mjs GAME... plays real deals on the real server, one after the other, until one shows what it should
// (lessons.mjs), and keeps it step by step in five languages. The server has a seed, so that the same deals come again. TAPETE is the
// program, TAPETE_WEB a built page (see ../tests/support.mjs).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser, startServer } from "../tests/support.mjs";
import { LESSONS } from "./lessons.mjs";

const LANGUAGES = ["en", "es", "fr", "sv", "zh"];
/** Those who play with the learner, by their seats. */
const NAMES = ["", "Ana", "Bo", "Cleo"];
const MOST_DEALS = 5000;
/** So many plies of a game are told at once. */
const MOST_PLIES = 100;

/** Runs in a page: sit down, add this number to the shuffle, do what `decide` says, and resign where it says nothing. The table, and the
 *  decisions. */
function playThrough({ wanted, deal, lang }) {
    return new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws?lang=${lang}`, "tapete.1");
        const say = (message) => socket.send(JSON.stringify({ ref: 1, ...message }));
        const decisions = [];
        let table = "";
        let ply = -1;
        socket.onmessage = async ({ data }) => {
            const message = JSON.parse(data);
            if (message.is === "refused") reject(new Error(data));
            if (message.is === "welcome") say({ do: "create", ...wanted });
            if (message.is === "created") {
                table = message.table;
                say({ do: "contribute", table, bytes: deal.toString(16).padStart(8, "0") });
                say({ do: "watch", table });
            }
            if (message.is !== "table") return;
            const { now } = message;
            if (now.phase === "over") {
                socket.close();
                resolve({ table, decisions });
            } else if (now.legal && now.ply > ply) {
                ply = now.ply;
                const moves = now.legal.map((one) => one.move);
                const made = await window.decide(now.view, moves);
                if (made !== null) decisions.push({ ply, made, legal: now.legal });
                say(made === null ? { do: "resign", table } : { do: "move", table, ply: ply + 1, move: made });
            }
        };
    });
}

/** One deal, with what was told of it in a language; null where it does not show what it should. */
async function playDeal(page, game, lesson, deal, lang) {
    const { choose, isGood } = lesson.begin();
    page.choose = choose;
    const seats = ["me", ...Array(lesson.players - 1).fill(lesson.agent)];
    const wanted = { game, options: lesson.options, seats, settings: {} };
    const { table, decisions } = await page.evaluate(playThrough, { wanted, deal, lang });
    if (!isGood()) return null;
    const replay = { steps: [] };
    for (let from = 0; from === 0 || from <= replay.plies; from += MOST_PLIES) {
        const query = `seat=0&from=${from}&count=${MOST_PLIES}&lang=${lang}`;
        const address = new URL(`/api/replay/${table}?${query}`, page.url()).href;
        const answer = await (await page.context().request.get(address)).json();
        Object.assign(replay, { ...answer, steps: [...replay.steps, ...answer.steps] });
    }
    return { ...replay, decisions: new Map(decisions.map((one) => [one.ply, one])) };
}

/** A deal in all languages as the page reads it. */
function guideOf(game, lesson, told) {
    const { options, seats, steps, decisions } = told.en;
    const named = (line) =>
        seats.reduce((text, seat, i) => (i === 0 || !seat.name ? text : text.replaceAll(seat.name, NAMES[i])), line);
    const inAll = (read) => Object.fromEntries(LANGUAGES.map((lang) => [lang, read(told[lang])]));
    const kept = lesson.kept(steps, decisions);
    return {
        game,
        options,
        names: NAMES.slice(0, seats.length),
        steps: kept.map((ply, i) => {
            const { seat, actor, view } = steps[ply];
            // Before the end, and before turns that are left out, there is only something to see.
            const decision = kept[i + 1] === ply + 1 ? decisions.get(ply) : undefined;
            return {
                seat,
                actor,
                view,
                text: inAll((one) => one.steps[ply].text.map(named)),
                ...(i > 0 && kept[i - 1] < ply - 1 && { skipped: true }),
                ...(decision && {
                    made: decision.made,
                    legal: decision.legal.map(({ move, name }, k) => ({
                        move,
                        name,
                        help: inAll((one) => named(one.decisions.get(ply).legal[k].help)),
                    })),
                }),
            };
        }),
    };
}

const { base, stop } = await startServer({ more: ["--seed", "7", "--option", "messages_per_s=1000"] });
const browser = await startBrowser();
try {
    const page = await browser.newPage();
    await page.context().request.get(`${base}/api/session`);
    await page.goto(`${base}/health`);
    await page.exposeFunction("decide", (view, moves) => page.choose(view, moves));
    for (const game of process.argv.slice(2)) {
        const lesson = LESSONS[game];
        let deal = 0;
        const told = {};
        while (!told.en && deal < MOST_DEALS) {
            told.en = await playDeal(page, game, lesson, ++deal, "en");
            if (deal % 100 === 0) console.log(`${game}: ${deal} deals`);
        }
        if (!told.en) throw new Error(`${game}: no deal of ${MOST_DEALS} shows what it should`);
        for (const lang of LANGUAGES.slice(1)) told[lang] = await playDeal(page, game, lesson, deal, lang);
        const guide = guideOf(game, lesson, told);
        writeFileSync(fileURLToPath(new URL(`${game}.json`, import.meta.url)), `${JSON.stringify(guide)}\n`);
        const count = guide.steps.filter((step) => step.made !== undefined).length;
        console.log(`${game}: deal ${deal}, ${guide.steps.length} steps, ${count} decisions`);
    }
} finally {
    await browser.close();
    await stop();
}
