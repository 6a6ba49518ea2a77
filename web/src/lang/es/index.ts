// Spanish.

import type { Text } from "../en";
import { common } from "./common";
import { keys } from "./keys";
import { offers } from "./offers";

export const es: Text = { ...common, ...keys, ...offers };
