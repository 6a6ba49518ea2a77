import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Everything in a folder and its folders whose name fits; Node 18 has no such list of its own. */
export function filesOf(folder, fits) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesOf(path, fits);
        return fits.test(path) ? [path] : [];
    });
}
