// Leduc poker on the page: its words. It is shown on the plain table.

import type { GameUi } from "../../game/ui";
import { speak, words } from "./words";

export const leduc: GameUi = { words: () => words, speak };
