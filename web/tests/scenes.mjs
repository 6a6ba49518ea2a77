// Games that come out the same every time: on a server with a seed, against bots that choose by it, with choices that are always the same.
import { GAMES, offer, play, turn, various } from "./driver.mjs";
import { newPage } from "./support.mjs";

/** Sit down at a table with these seats, under a name that is always the same. `options` go by their names in the rules. */
export async function sitDown(page, base, game, { seats, options = {} }) {
    // A client that asks is known from then on, to the page as well.
    await page.context().request.get(`${base}/api/session`);
    await page.goto(base);
    const table = await page.evaluate(
        async (wanted) => {
            const post = { method: "POST", headers: { "content-type": "application/json" } };
            await fetch("/api/name", { ...post, body: JSON.stringify({ name: "Ana" }) });
            const socket = new WebSocket(`ws://${location.host}/ws`, "tapete.1");
            const answer = new Promise((resolve) =>
                socket.addEventListener("message", ({ data }) => {
                    const said = JSON.parse(data);
                    if (said.is === "welcome") socket.send(JSON.stringify({ do: "create", ref: 1, ...wanted }));
                    if (said.ref === 1) resolve(said);
                }),
            );
            const { table, text } = await answer;
            socket.close();
            if (table === undefined) throw new Error(text);
            return table;
        },
        { game, options, seats },
    );
    await page.goto(`${base}/table/${table}`);
}

/** Who sits there besides, and how many decisions later there is something to see. */
const SCENES = {
    mus: { opponent: "mus-bot", decisions: 5, first: ["mus", "no mus", "paso"] },
    bruno: { opponent: "bruno-low", decisions: 6, first: [] },
    sabacc: { opponent: "flatmc:games=200", decisions: 7, first: ["NO_TOKEN", "DRAW_SAND", "KEEP"] },
    mulle: { opponent: "mulle-greedy", decisions: 9, first: [] },
};

const SIZES = {
    desk: { viewport: { width: 1440, height: 900 } },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Look at a table in the middle of a game, with something selected that the bar offers to do: on a desk and on a phone, light and dark. */
export async function inEveryLight(browser, base, game, look) {
    const { opponent, decisions, first } = SCENES[game];
    const any = various(3);
    const choose = (now) => first.find((one) => now.moves.includes(one)) ?? any(game, now);
    const page = await newPage(browser, SIZES.desk);
    await sitDown(page, base, game, { seats: ["me", ...Array(GAMES[game].seats - 1).fill(opponent)] });
    let now = await turn(page);
    for (let i = 0; i < decisions; i++) {
        await play(page, game, choose(now), now.moves);
        now = await turn(page, now.ply);
    }
    const next = choose(now);
    const storageState = await page.context().storageState();
    for (const [size, options] of Object.entries(SIZES)) {
        const looker = size === "desk" ? page : await newPage(browser, { ...options, storageState });
        if (looker !== page) await looker.goto(page.url());
        await turn(looker);
        await offer(looker, game, next);
        await looker.mouse.move(0, 0);
        for (const colorScheme of ["light", "dark"]) {
            await looker.emulateMedia({ colorScheme });
            await looker.evaluate(() => scrollTo(0, 0));
            await look(looker, size, colorScheme);
        }
    }
    await page.context().close();
}
