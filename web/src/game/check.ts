// The check of a deal with the rules that the games' own folders know.

import { type Checked, checkRecord } from "../verify/record";
import { loadGame } from "./list";

export const checkDeal = (record: string): Promise<Checked> =>
    checkRecord(record, async (game) => (await loadGame(game))?.verifier?.());
