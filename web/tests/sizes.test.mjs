// Nothing that is asked about is hidden, at any size, in any phase of any game, in any language: one page for each language, at the same seat of the
// same table, which is resized at each kind of decision. Each kind is looked at in one language, the next in another; TAPETE_EVERY_LANGUAGE=1 looks
// at each in all.
import assert from "node:assert/strict";
import { awaitTurn, GAMES, isHalted, offer, play, turn, various } from "./driver.mjs";
import { sitDown } from "./scenes.mjs";
import { problemsAt } from "./seen.mjs";
import { finish, newPage, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

const LANGUAGES = ["en", "es", "fr", "sv", "zh-CN"];
const every = process.env.TAPETE_EVERY_LANGUAGE === "1";
const DESK = { viewport: { width: 1440, height: 900 } };

/** How each game is played so that all that it asks for turns up: who sits there besides, which moves come first, what kind of decision it is, and which
 *  kinds there must have been at least. */
const COURSES = {
    mus: {
        opponent: "mus-bot",
        first: [
            (move) => move === "mus",
            (move) => /^discard \w+,\w+$/.test(move),
            (move) => /^(paso|quiero)$/.test(move),
        ],
        kind: ({ view, moves }) => `${view.phase}${moves.includes("quiero") ? " answer" : ""}`,
        wanted: ["MUS", "DISCARD", "GRANDE", "CHICA", "end of a round"],
        most: 30,
    },
    bruno: {
        opponent: "bruno-low",
        first: [(move) => move === "PICKUP", (move) => move === "FLIP"],
        kind: ({ view }) => {
            const held = view.hands[view.current].length;
            return `${view.to_beat === null ? "lead" : "beat"}, ${held > 16 ? "many" : "few"} cards`;
        },
        wanted: ["lead, few cards", "beat, few cards", "lead, many cards"],
        most: 40,
    },
    sabacc: {
        opponent: "random",
        first: [],
        kind: ({ view }) => view.phase,
        wanted: ["TOKEN", "DRAW", "KEEP", "end of a round"],
        most: 24,
    },
    mulle: {
        opponent: "mulle-greedy",
        options: { omgangar: 2 },
        first: [],
        kind: ({ view, moves }) =>
            `${view.table.length > 8 ? "full" : "open"}, ${moves.length > 12 ? "much" : "little"} to do`,
        wanted: ["open, little to do"],
        most: 30,
    },
};

for (const [nth, game] of Object.keys(GAMES).entries()) {
    const { opponent, options = {}, first, kind, wanted, most } = COURSES[game];
    await test(`${GAMES[game].title}: nothing that is asked about is hidden at any size`, async () => {
        const pages = [await newPage(browser, { ...DESK, locale: LANGUAGES[0] })];
        await sitDown(pages[0], base, game, {
            seats: ["me", ...Array(GAMES[game].seats - 1).fill(opponent)],
            options,
        });
        const storageState = await pages[0].context().storageState();
        for (const locale of LANGUAGES.slice(1)) {
            const page = await newPage(browser, { ...DESK, locale, storageState });
            await page.goto(pages[0].url());
            pages.push(page);
        }
        const seen = new Map();
        const wrong = [];
        /** Look at it in the language whose turn it is, or in all. */
        async function look(what, offered = null) {
            if (seen.has(what)) return;
            seen.set(what, seen.size);
            const chosen = every ? LANGUAGES.keys() : [(seen.size + nth) % LANGUAGES.length];
            for (const i of chosen) {
                const page = pages[i];
                await awaitTurn(page);
                if (offered) await offer(page, game, offered);
                for (const one of await problemsAt(page)) wrong.push(`${what}, ${LANGUAGES[i]}, ${one}`);
                if (offered) await page.keyboard.press("Escape");
                await page.setViewportSize(DESK.viewport);
            }
        }
        const any = various(3);
        for (let now = await turn(pages[0]), i = 0; now && i < most; i++, now = await turn(pages[0], now.ply)) {
            const move = first.map((fits) => now.moves.find(fits)).find((one) => one !== undefined) ?? any(game, now);
            await look(kind(now));
            await look(`${kind(now)}, selected`, move);
            await play(pages[0], game, move, now.moves);
            await awaitTurn(pages[0], now.ply);
            if (await isHalted(pages[0])) await look("end of a round");
        }
        assert.deepEqual(wrong, []);
        for (const one of wanted) assert.ok(seen.has(one), `there was no ${one}, but ${[...seen.keys()]}`);
    });
}

await test("no error in the console of any page", () => assert.deepEqual([...new Set(seenProblems())], []));

await browser.close();
await stop();
finish();
