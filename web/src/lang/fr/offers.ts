// French: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

export const offers: typeof shape = {
    offers: {
        agents: {
            gentle: {
                title: "Facile",
            },
            fair: { title: "Moyen" },
            strong: { title: "Fort" },
            strongest: {
                title: "Expert",
            },
            flatmc: {
                options: {
                    games: "Parties",
                    ms: "Millisecondes",
                    threads: "Fils",
                },
            },
            ismcts: {
                options: {
                    ms: "Millisecondes",
                    sims: "Simulations",
                    threads: "Fils",
                    c: "Curiosité",
                    seed: "Graine",
                    memory: "Mémoire",
                    reuse: "Garder l’arbre",
                    rollout: {
                        name: "Au-delà de l’arbre",
                        words: { usual: "comme le bot", random: "au hasard" },
                    },
                    weigh: {
                        name: "Peser les mondes",
                        words: { usual: "au mieux pour le jeu", on: "oui", off: "non" },
                    },
                    others: "Les autres",
                    mix: "Mélanger les coups",
                    prior: { name: "Point de départ", words: { usual: "au mieux pour le jeu", bot: "le bot du jeu" } },
                },
            },
            net: {
                options: {
                    temperature: "Température",
                    sims: "Simulations",
                    ms: "Millisecondes",
                    trust: "Confiance dans le réseau",
                    manner: {
                        name: "Manière",
                        words: { plain: "normale", bold: "hardie", cautious: "prudente", tricky: "rusée" },
                    },
                    fallback: "Recherche pour d’autres règles",
                    file: "Fichier",
                },
            },
            exec: {
                options: {
                    command: "Commande",
                    ms: "Millisecondes",
                    start: "Démarrage",
                    keep: "Un seul processus",
                    numbers: "Nombres",
                    data: "Coups en données",
                    log: "Notes dans un fichier",
                },
            },
        },
    },
};
