// English, which the shape of every other language comes from.

import { common } from "./common";
import { keys } from "./keys";
import { offers } from "./offers";
import { sabacc } from "./sabacc";
import { tables } from "./tables";

export const en = { ...common, ...keys, ...offers, ...tables, ...sabacc };

export type Text = typeof en;
