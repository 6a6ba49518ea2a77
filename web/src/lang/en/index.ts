// English, which the shape of every other language comes from.

import { common } from "./common";
import { keys } from "./keys";
import { offers } from "./offers";

export const en = { ...common, ...keys, ...offers };

export type Text = typeof en;
