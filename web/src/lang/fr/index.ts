// French.

import type { Text } from "../en";
import { common } from "./common";
import { keys } from "./keys";

export const fr: Text = { ...common, ...keys };
