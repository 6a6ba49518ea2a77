// Swedish: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

export const offers: typeof shape = {
    offers: {
        agents: {
            gentle: { title: "Lätt" },
            fair: { title: "Medel" },
            strong: { title: "Svår" },
            strongest: { title: "Mästare" },
            flatmc: {
                options: {
                    games: "Partier",
                    ms: "Millisekunder",
                    threads: "Trådar",
                },
            },
            ismcts: {
                options: {
                    ms: "Millisekunder",
                    sims: "Simuleringar",
                    threads: "Trådar",
                    c: "Nyfikenhet",
                    seed: "Frö",
                    memory: "Minne",
                    reuse: "Behåll trädet",
                    rollout: {
                        name: "Bortom trädet",
                        words: { usual: "som boten", random: "på måfå" },
                    },
                    weigh: {
                        name: "Väg världar",
                        words: { usual: "det bästa för spelet", on: "ja", off: "nej" },
                    },
                    others: "De andra",
                    mix: "Blanda drag",
                    prior: { name: "Utgångspunkt", words: { usual: "bäst för spelet", bot: "spelets bot" } },
                },
            },
            net: {
                options: {
                    temperature: "Temperatur",
                    sims: "Simuleringar",
                    ms: "Millisekunder",
                    trust: "Tillit till nätverket",
                    manner: {
                        name: "Sätt",
                        words: { plain: "vanligt", bold: "djärvt", cautious: "försiktigt", tricky: "listigt" },
                    },
                    fallback: "Sökning för andra regler",
                    file: "Fil",
                },
            },
            exec: {
                options: {
                    command: "Kommando",
                    ms: "Millisekunder",
                    start: "Start",
                    keep: "En enda process",
                    numbers: "Tal",
                    data: "Drag som data",
                    log: "Anteckningar i fil",
                },
            },
        },
    },
};
