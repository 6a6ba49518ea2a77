// English, which the shape of every other language comes from.

import { after } from "./after";
import { common } from "./common";
import { guide } from "./guide";
import { keys } from "./keys";
import { offers } from "./offers";
import { practice } from "./practice";
import { review } from "./review";
import { tables } from "./tables";

export const en = {
    ...common,
    ...after,
    ...guide,
    ...keys,
    ...offers,
    ...practice,
    ...review,
    ...tables,
};

export type Text = typeof en;
