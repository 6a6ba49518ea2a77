// Files that say what a test found when somebody looked at it and liked it. TAPETE_RENEW=1 writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const renews = process.env.TAPETE_RENEW === "1";
const folder = fileURLToPath(new URL("golden/", import.meta.url));

/** The bytes that are kept under this name: those of `found()`, where they are renewed. */
export async function kept(name, found) {
    const path = folder + name;
    if (renews) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, await found());
    }
    if (!existsSync(path)) throw new Error(`there is no ${path}; TAPETE_RENEW=1 makes it`);
    return readFileSync(path);
}
