// French.

import type { Text } from "../en";
import { common } from "./common";
import { keys } from "./keys";
import { offers } from "./offers";

export const fr: Text = { ...common, ...keys, ...offers };
