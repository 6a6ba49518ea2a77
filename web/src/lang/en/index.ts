// English, which the shape of every other language comes from.

import { common } from "./common";
import { keys } from "./keys";

export const en = { ...common, ...keys };

export type Text = typeof en;
