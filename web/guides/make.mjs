// Makes a guided deal: node guides/make.mjs GAME... plays a real deal on the real server by simple rules, until one shows what it should, and
// keeps every step of it in five languages. TAPETE is the program, TAPETE_WEB a built page (see ../tests/support.mjs).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeTable, play, turn } from "../tests/driver.mjs";
import { newPage, startBrowser, startServer } from "../tests/support.mjs";

const LANGUAGES = { en: "en-GB", es: "es-ES", fr: "fr-FR", sv: "sv-SE", zh: "zh-CN" };
/** Those who play with the learner, by their seats. */
const NAMES = ["", "Ana", "Bo", "Cleo"];
const MOST_DEALS = 60;

const value = (card) => (/^[1-6]$/.test(card) ? Number(card) : null);

/** Tokens that are aimed at nobody, and that nothing forbids. */
const EASY = ["FREE_DRAW", "GENERAL_TARIFF", "MAJOR_FRAUD", "DEVALUATION", "IMMUNITY", "COOK_THE_BOOKS"];

const GUIDES = {
    sabacc: {
        players: 3,
        agent: "flatmc",
        options: {},
        isGood({ view }) {
            const { sand, blood } = view.hands[0];
            const far = value(sand) !== null && value(blood) !== null && Math.abs(value(sand) - value(blood)) > 1;
            return far && view.tokens[0].some((token) => EASY.includes(token));
        },
        choose({ moves, view }) {
            const { sand, blood } = view.hands[0];
            const apart = (one, other) =>
                value(one) === null || value(other) === null ? 0 : Math.abs(value(one) - value(other));
            if (view.phase === "TOKEN")
                return (view.turn === 1 && moves.find((move) => EASY.includes(move))) || "NO_TOKEN";
            if (view.phase === "DRAW")
                return apart(sand, blood) < 2 || !moves.includes("DRAW_SAND") ? "PASS" : "DRAW_SAND";
            if (view.phase === "KEEP") return apart(view.drawn, blood) < apart(sand, blood) ? "KEEP" : "REFUSE";
            return moves[0];
        },
        isEnd: ({ view }) => view.round > 1,
        wanted: ["DRAW_SAND", "KEEP", "NO_TOKEN", "PASS"],
    },
    bruno: {
        players: 4,
        agent: "bruno-low",
        options: {},
        isGood: ({ view }) => view.hands[0].some((card) => card.startsWith("2")),
        choose({ moves, view }) {
            const low = ["4", "5", "6", "7", "8", "J", "Q", "K", "A"].flatMap((rank) =>
                moves.filter((move) => move.startsWith(`${rank}x`)),
            );
            const passes = moves.find((move) => move === "2x1");
            if (view.plies > 3 && passes) return passes;
            return low[low.length > 1 && low[1].split("x")[0] === low[0].split("x")[0] ? 1 : 0] ?? moves[0];
        },
        isEnd: ({ view }) => view.plies > 26,
        wanted: ["2x1"],
    },
    mus: {
        players: 4,
        agent: "mus-bot",
        options: { "Best of": "1" },
        isGood: ({ view }) => view.mano === 0 && new Set(view.hands[0].map((card) => card[0])).size < 4,
        choose({ moves, view }) {
            const hand = view.hands[0].map((card) => card[0]);
            const kings = hand.filter((rank) => rank === "R" || rank === "3").length;
            if (moves.includes("mus")) return view.rounds === 0 ? "mus" : "no mus";
            if (view.phase === "DISCARD") {
                const away = hand.filter(
                    (rank) => rank !== "R" && rank !== "3" && hand.filter((one) => one === rank).length < 2,
                );
                const fits = (move) => move.slice(8).split(",").sort().join() === [...away].sort().join();
                return moves.find((move) => move.startsWith("discard ") && fits(move)) ?? moves[0];
            }
            if (moves.includes("quiero")) return kings > 1 ? "quiero" : "no quiero";
            if (view.phase === "GRANDE" && kings > 1 && moves.includes("envido 2")) return "envido 2";
            return moves.includes("paso") ? "paso" : moves[0];
        },
        isEnd: ({ view }) => view.mano !== 0,
        wanted: ["mus", "paso"],
    },
    mulle: {
        players: 2,
        agent: "mulle-greedy",
        options: {},
        isGood: ({ view }) => view.to_move === "A",
        choose({ moves }) {
            const of = (word) => moves.find((move) => move.startsWith(word));
            this.built = this.built || false;
            const build = !this.built && of("build");
            if (build) this.built = true;
            return build || of("capture") || of("take") || of("trotta") || moves.at(-1);
        },
        isEnd: ({ view }) => view.hands.A.length < 2,
        wanted: [],
    },
};

/** The same person at the same table once more, in another language. */
async function alsoIn(browser, page, locale) {
    const other = await newPage(browser, { locale, storageState: await page.context().storageState() });
    await other.addInitScript(() => localStorage.removeItem("tapete language"));
    await other.goto(page.url());
    await other.waitForFunction(() => document.querySelector(".felt, .cloth"));
    return other;
}

async function heardAt(page, ply) {
    for (let i = 0; i < 200; i++) {
        if (page.heard.now?.ply === ply && page.heard.now.legal) return page.heard.now.legal;
        await page.waitForTimeout(50);
    }
    throw new Error(`no moves at ply ${ply}`);
}

async function playDeal(browser, base, game, guide) {
    const page = await newPage(browser, { locale: LANGUAGES.en });
    const players = game === "sabacc" ? { players: guide.players } : {};
    await makeTable(page, base, game, {
        ...players,
        seats: ["me", ...Array(guide.players - 1).fill(guide.agent)],
        options: guide.options,
    });
    let now = await turn(page);
    if (!guide.isGood(now)) {
        await page.context().close();
        return null;
    }
    const others = {};
    for (const [tag, locale] of Object.entries(LANGUAGES))
        if (tag !== "en") others[tag] = await alsoIn(browser, page, locale);
    const decisions = new Map();
    for (; now && !guide.isEnd(now); now = await turn(page, now.ply)) {
        const heard = { en: await heardAt(page, now.ply) };
        for (const [tag, other] of Object.entries(others)) heard[tag] = await heardAt(other, now.ply);
        const made = guide.choose(now);
        decisions.set(now.ply, { heard, made });
        await play(page, game, made, now.moves);
    }
    const made = new Set([...decisions.values()].map((one) => one.made));
    const deal = { id: new URL(page.url()).pathname.split("/")[2], decisions, request: page.context().request };
    if (!guide.wanted.every((move) => made.has(move))) {
        await page.context().close();
        return null;
    }
    await page.evaluate(() => (document.documentElement.dataset.guide = "done"));
    await page.click('button:has-text("Resign")');
    await page.click("dialog[open] button.danger");
    await page.waitForSelector(".result");
    return deal;
}

async function keep(base, game, guide, deal) {
    const pages = {};
    for (const tag of Object.keys(LANGUAGES)) {
        const answer = await deal.request.get(`${base}/api/replay/${deal.id}?seat=0&count=100&lang=${tag}`);
        pages[tag] = await answer.json();
    }
    const { options, seats } = pages.en;
    const renamed = (line) =>
        seats.reduce((text, seat, i) => (i === 0 || !seat.name ? text : text.replaceAll(seat.name, NAMES[i])), line);
    const inAll = (read) => Object.fromEntries(Object.keys(LANGUAGES).map((tag) => [tag, read(tag)]));
    const last = Math.max(...deal.decisions.keys()) + 1;
    const end = pages.en.steps.findIndex((step) => step.ply >= last && step.actor === 0);
    const steps = pages.en.steps.slice(0, (end < 0 ? pages.en.steps.length - 2 : end) + 1).map((step, i) => {
        const decision = deal.decisions.get(step.ply);
        return {
            seat: step.seat,
            actor: step.actor,
            view: step.view,
            text: inAll((tag) => pages[tag].steps[i].text.map(renamed)),
            ...(decision && {
                made: decision.made,
                legal: decision.heard.en.map(({ move, name }, k) => ({
                    move,
                    name,
                    help: inAll((tag) => renamed(decision.heard[tag][k].help)),
                })),
            }),
        };
    });
    const file = fileURLToPath(new URL(`${game}.json`, import.meta.url));
    writeFileSync(file, `${JSON.stringify({ game, options, names: NAMES.slice(0, seats.length), steps })}\n`);
    console.log(`${game}: ${steps.length} steps, ${deal.decisions.size} decisions`);
}

const { base, stop } = await startServer();
const browser = await startBrowser();
try {
    for (const game of process.argv.slice(2)) {
        const guide = GUIDES[game];
        let deal = null;
        for (let i = 0; i < MOST_DEALS && !deal; i++) deal = await playDeal(browser, base, game, { ...guide });
        if (!deal) throw new Error(`${game}: no deal of ${MOST_DEALS} shows what it should`);
        await keep(base, game, guide, deal);
    }
} finally {
    await browser.close();
    await stop();
}
