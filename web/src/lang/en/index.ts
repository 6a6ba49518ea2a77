// English, which the shape of every other language comes from.

import { common } from "./common";

export const en = { ...common };

export type Text = typeof en;
