// English, which the shape of every other language comes from.

import { after } from "./after";
import { common } from "./common";
import { guide } from "./guide";
import { keys } from "./keys";
import { offers } from "./offers";
import { review } from "./review";
import { tables } from "./tables";

export const en = {
    ...common,
    ...after,
    ...guide,
    ...keys,
    ...offers,
    ...review,
    ...tables,
};

export type Text = typeof en;
