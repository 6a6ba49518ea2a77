// A whole game of each kind by keys alone, in five languages, as somebody hears it who does not see it: what the live regions say, what the focus
// is on and what the bar offers, compared with golden/transcript-GAME.LANGUAGE.txt. Names come from the browser's own accessibility tree.
// TAPETE_RENEW=1 keeps what is heard now.
import assert from "node:assert/strict";
import { GAMES, play, turn, various } from "./driver.mjs";
import { kept } from "./golden.mjs";
import { sitDown } from "./scenes.mjs";
import { finish, newPage, seenProblems, startBrowser, startSeeded, test } from "./support.mjs";

const { base, stop } = await startSeeded();
const browser = await startBrowser();

const LANGUAGES = { en: "en-GB", es: "es-ES", fr: "fr-FR", sv: "sv-SE", zh: "zh-CN" };
/** Short games, by the names that options have in the rules, and what to choose in them where anything else would not do. */
const SHORT = {
    mus: {
        options: { best_of: 1, target: 12 },
        others: Array(3).fill("mus-bot"),
        choose({ moves, view }) {
            const first = view.rounds === 0 ? ["mus"] : ["no mus"];
            return [...first, "quiero", view.phase === "GRANDE" ? "envido 2" : "paso"].find((one) =>
                moves.includes(one),
            );
        },
    },
    bruno: { options: { cap: 60 }, others: Array(3).fill("bruno-low") },
    sabacc: { options: { players: 3, chips: 3 }, others: Array(2).fill("random") },
    mulle: { options: {}, others: ["mulle-greedy"] },
};
const KEY_NAMES = { ArrowRight: "→" };

/** To be run in a page before anything else: keeps in `heard` what its live regions say, and how urgently. */
function listen() {
    window.heard = [];
    const urgency = (region) =>
        region.getAttribute("aria-live") ?? { status: "polite", alert: "assertive" }[region.getAttribute("role")];
    const watch = new MutationObserver((changes) => {
        const said = [];
        for (const { type, target, addedNodes } of changes)
            for (const node of type === "characterData" ? [target] : addedNodes) {
                const region = node.parentElement?.closest("[aria-live], [role=status], [role=alert]");
                const words = node.textContent?.trim() ?? "";
                if (!region || urgency(region) === "off" || words === "" || node.nodeType === Node.COMMENT_NODE)
                    continue;
                if (said.some((one) => one.contains(node))) continue;
                said.push(node);
                window.heard.push(`${urgency(region)}: ${words}`);
            }
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
}

/** What a screen reader knows of the things that are on the page. */
async function reader(page) {
    const session = await page.context().newCDPSession(page);
    const find = async (expression) => (await session.send("Runtime.evaluate", { expression })).result.objectId;
    const words = ({ role, name, description, properties = [] }) => {
        const is = (state) => properties.some((one) => one.name === state && String(one.value.value) === "true");
        const states = ["pressed", "disabled"].filter(is).map((state) => `, ${state}`);
        const more = description?.value ? ` (${description.value})` : "";
        return `${role.value} “${name?.value ?? ""}”${more}${states.join("")}`;
    };
    return {
        async focused() {
            const objectId = await find("document.activeElement");
            const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId, fetchRelatives: false });
            return words(nodes[0]);
        },
        async buttons(selector) {
            const objectId = await find(`document.querySelector(${JSON.stringify(selector)})`);
            const { nodes } = await session.send("Accessibility.queryAXTree", { objectId, role: "button" });
            return nodes.filter((node) => !node.ignored).map(words);
        },
    };
}

/** The lines of one game. */
async function transcribe(page, game) {
    const { options, others, choose = () => undefined } = SHORT[game];
    await page.addInitScript(listen);
    await sitDown(page, base, game, { options, seats: ["me", ...others] });
    const lines = [];
    const { focused, buttons } = await reader(page);
    const hear = async () => lines.push(...(await page.evaluate(() => window.heard.splice(0))));
    const goOn = async () => {
        await hear();
        lines.push("", "end of a round", `focus: ${await focused()}`, "Escape");
        await page.keyboard.press("Escape");
    };
    const any = various(5);
    let now = await turn(page);
    // How much was said before depends on when one comes to the table.
    await page.evaluate(() => window.heard.splice(0));
    for (; now; now = await turn(page, now.ply, goOn)) {
        await hear();
        lines.push("", `move ${now.ply + 1}`);
        const offered = await buttons(".action-bar .buttons");
        if (offered.length > 0) lines.push(`bar: ${offered.join(" | ")}`);
        await play(page, game, choose(now) ?? any(game, now), now.moves, "keys", async (keys) => {
            const pressed = keys.map((key) => KEY_NAMES[key] ?? key).join(" ");
            const isCommit = keys.length === 1;
            lines.push(isCommit ? `${pressed}` : `${pressed}: ${await focused()}`);
        });
    }
    await page.waitForSelector(".cover #result-title");
    await hear();
    lines.push("", `focus: ${await focused()}`, ...(await buttons(".cover")));
    return lines.join("\n").trimStart() + "\n";
}

for (const game of Object.keys(GAMES))
    await test(`${GAMES[game].title}: what is heard of a whole game by keys alone, in five languages`, async () => {
        await Promise.all(
            Object.entries(LANGUAGES).map(async ([tag, locale]) => {
                const page = await newPage(browser, { locale, viewport: { width: 1280, height: 900 } });
                const heard = await transcribe(page, game);
                const golden = (await kept(`transcript-${game}.${tag}.txt`, () => heard)).toString();
                assert.equal(heard, golden, `${game} in ${tag}`);
                assert.match(heard, /^assertive: /m);
                assert.match(heard, /^polite: /m);
            }),
        );
    });

await test("no error in the console of any page", () => assert.deepEqual(seenProblems(), []));

await browser.close();
await stop();
finish();
