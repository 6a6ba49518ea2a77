// Where a lesson is. The entry of the browser's history keeps it: a reloaded page goes on there, and a new visit starts again.

const KEPT = "stop";

export function keptStop(): number {
    const state: unknown = history.state;
    const kept: unknown = typeof state === "object" && state !== null && KEPT in state ? state[KEPT] : 0;
    return typeof kept === "number" ? kept : 0;
}

export const keepStop = (stop: number): void => history.replaceState({ [KEPT]: stop }, "");
