// Figures with their standard errors.

import type { Figure } from "./protocol";

/** Whether a cost is one at all: more than two standard errors. */
export const isSure = (cost: Figure): boolean => cost.value > 2 * cost.error;
