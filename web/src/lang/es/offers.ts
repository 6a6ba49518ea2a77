// Spanish: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

export const offers: typeof shape = {
    offers: {
        agents: {
            gentle: { title: "Fácil" },
            fair: { title: "Normal" },
            strong: { title: "Difícil" },
            strongest: {
                title: "Experto",
            },
            flatmc: {
                options: {
                    games: "Partidas",
                    ms: "Milisegundos",
                    threads: "Hilos",
                },
            },
            ismcts: {
                options: {
                    ms: "Milisegundos",
                    sims: "Simulaciones",
                    threads: "Hilos",
                    c: "Curiosidad",
                    seed: "Semilla",
                    memory: "Memoria",
                    reuse: "Conservar el árbol",
                    rollout: {
                        name: "Más allá del árbol",
                        words: { usual: "como el bot", random: "al azar" },
                    },
                    weigh: {
                        name: "Pesar mundos",
                        words: { usual: "lo mejor para el juego", on: "sí", off: "no" },
                    },
                    others: "Los demás",
                    mix: "Mezclar jugadas",
                    prior: {
                        name: "Punto de partida",
                        words: { usual: "lo mejor en el juego", bot: "el bot del juego" },
                    },
                },
            },
            net: {
                options: {
                    temperature: "Temperatura",
                    sims: "Simulaciones",
                    ms: "Milisegundos",
                    trust: "Confianza en la red",
                    manner: {
                        name: "Manera",
                        words: { plain: "normal", bold: "audaz", cautious: "prudente", tricky: "astuta" },
                    },
                    fallback: "Búsqueda para otras reglas",
                    file: "Archivo",
                },
            },
            exec: {
                options: {
                    command: "Orden",
                    ms: "Milisegundos",
                    start: "Arranque",
                    keep: "Un solo proceso",
                    numbers: "Números",
                    data: "Jugadas como datos",
                    log: "Notas en un archivo",
                },
            },
        },
    },
};
