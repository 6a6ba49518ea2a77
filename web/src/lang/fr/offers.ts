// French: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

const random = { random: "au hasard" };
const seats = { 0: "place 1", 1: "place 2", 2: "place 3", 3: "place 4" };

export const offers: typeof shape = {
    offers: {
        games: {
            bruno: {
                summary: "Deux contre deux : se débarrasser de toutes ses cartes, les cachées en dernier.",
                options: {
                    cap: { name: "Limite", help: "après autant de coups, la partie est nulle" },
                    shown_one: {
                        name: "Cartes visibles une par une",
                        help: "les cartes visibles se jouent une à la fois",
                    },
                    strict_nine: {
                        name: "Neuf strict",
                        help: "sur un 9, seulement 4 à 8, et 2 et 3 qui le transmettent",
                    },
                },
            },
            mus: {
                summary: "Le jeu espagnol aux quatre lances : grande, chica, pares, juego, et l’audace de dire órdago.",
                options: {
                    preset: {
                        name: "Type de partie",
                        help: "un ensemble de règles ; ce que vous changez plus bas s’y ajoute",
                        words: {
                            F4: "à quatre, par équipes de deux",
                            S2: "à deux, sans mus",
                            F2: "à deux, avec mus",
                            X4: "à quatre, chacun pour soi",
                        },
                    },
                    players: { name: "Joueurs", help: "nombre de places" },
                    teams: {
                        name: "Équipes",
                        help: "qui partage un score",
                        words: { PAIRS: "par deux", FFA: "chacun pour soi" },
                    },
                    kings8: { name: "Huit rois", help: "un trois compte comme un roi, un deux comme un as" },
                    mus: {
                        name: "Mus",
                        help: "combien de fois on peut ou doit changer des cartes",
                        words: {
                            UNTIL_CUT: "jusqu’à ce que quelqu’un coupe",
                            NONE: "jamais",
                            MAX_n: "au plus {n} fois",
                            FORCED_n: "exactement {n} fois",
                        },
                    },
                    min_discard: { name: "Écart minimal", help: "le plus petit nombre de cartes à écarter" },
                    target: { name: "Pierres d’une manche", help: "qui les a en premier gagne la manche" },
                    best_of: { name: "Au meilleur de", help: "manches d’une vaca" },
                    vacas: { name: "Vacas", help: "vacas qui gagnent la partie" },
                    pares_order: {
                        name: "Ordre des pares",
                        help: "duples, medias, par, ou comme au poker",
                        words: { STD: "comme d’habitude", POKER: "comme au poker" },
                    },
                    real31: {
                        name: "La Real",
                        help: "7 7 7 avec une sota, ou avec n’importe quel dix, bat tout 31",
                        words: { OFF: "non", SOTA: "avec une sota", ANY10: "avec n’importe quel dix" },
                    },
                    deje: {
                        name: "Deje",
                        help: "ce que rapporte une mise refusée",
                        words: { LAST_AGREED: "ce qui était convenu", ALWAYS_1: "toujours 1" },
                    },
                    min_bet: { name: "Envido minimal", help: "pierres de la plus petite mise" },
                    min_raise: { name: "Relance minimale", help: "pierres de la plus petite relance" },
                    max_raises: {
                        name: "Relances au plus",
                        help: "dans un lance, sans la première mise ni l’órdago",
                        words: { none: "sans limite" },
                    },
                    raises: {
                        name: "Relances",
                        help: "les seules permises ; le premier envido est alors de 2",
                        words: { none: "toutes" },
                    },
                    team_answer: {
                        name: "Réponse d’une équipe",
                        help: "laquelle des deux réponses engage",
                        words: { FIRST_WINS: "la première", MAX_WINS: "la plus haute" },
                    },
                    reshuffle: {
                        name: "Remélange",
                        help: "quels écarts reviennent quand le talon est vide",
                        words: { PREVIOUS: "ceux des tours précédents", ALL: "tous" },
                    },
                    mano_start: { name: "Premier mano", help: "qui est mano au début", words: { ...seats, ...random } },
                },
            },
            sabacc: {
                summary: "Deux cartes, trois tours, seize jetons d’influence : la meilleure paire garde ses jetons.",
                options: {
                    players: { name: "Joueurs", help: "nombre de places" },
                    early_reveal: { name: "Fin anticipée", help: "un tour où tout le monde passe termine la manche" },
                    chips: { name: "Jetons", help: "jetons de chaque réserve au début" },
                    tokens: { name: "Jetons d’influence", help: "les trois de la partie", words: random },
                },
            },
            mulle: {
                summary: "Deux jeux, des constructions et des prises : les paires de cartes identiques rapportent.",
                options: {
                    omgangar: { name: "Omgångar", help: "tours, chacun avec tout le paquet" },
                    starter: {
                        name: "Commence",
                        help: "qui commence la première omgång (tour)",
                        words: { A: "place 1", B: "place 2", ...random },
                    },
                },
            },
        },
        agents: {
            gentle: {
                title: "Douce",
                summary: "Pour les premières parties : fait des erreurs qui se voient.",
                options: {},
            },
            fair: { title: "Correcte", summary: "Joue bien ce qui est évident, sans voir plus loin.", options: {} },
            strong: { title: "Forte", summary: "Réfléchit un instant à chaque décision.", options: {} },
            strongest: {
                title: "La plus forte",
                summary: "Réfléchit aussi longtemps qu’on a de la patience.",
                options: {},
            },
            random: { summary: "Tous les coups permis sont également probables.", options: {} },
            flatmc: {
                summary:
                    "Monte-Carlo à plat : imagine ce qui est caché, essaie chaque coup, joue au hasard jusqu’au bout, compte les victoires.",
                options: {
                    games: { name: "Parties", help: "parties au hasard par décision, pour tous les coups" },
                    ms: { name: "Millisecondes", help: "millisecondes par décision, au lieu de parties" },
                    threads: { name: "Fils", help: "fils d’exécution qui se partagent le travail" },
                },
            },
            ismcts: {
                summary:
                    "Recherche arborescente sur ce que la place peut voir : imagine ce qui est caché, descend dans l’arbre, continue le jeu, apprend.",
                options: {
                    ms: { name: "Millisecondes", help: "millisecondes par décision" },
                    sims: { name: "Simulations", help: "simulations par décision, au lieu de millisecondes" },
                    threads: { name: "Fils", help: "fils d’exécution, chacun avec son arbre" },
                    c: { name: "Curiosité", help: "combien elle explore : la constante de la borne supérieure" },
                    seed: { name: "Graine", help: "décide de tout ce qui est hasard" },
                    memory: { name: "Mémoire", help: "Mio pour les arbres" },
                    reuse: { name: "Garder l’arbre", help: "d’une décision à la suivante" },
                    rollout: {
                        name: "Au-delà de l’arbre",
                        help: "comment le jeu continue : comme le bot du jeu, ou au hasard",
                        words: { usual: "comme le bot", random: "au hasard" },
                    },
                    weigh: {
                        name: "Peser les mondes",
                        help: "si les mondes où les coups des autres étaient probables comptent davantage",
                        words: { usual: "au mieux pour le jeu", on: "oui", off: "non" },
                    },
                    others: {
                        name: "Les autres",
                        help: "à quelle fréquence les autres agissent dans l’arbre comme le bot du jeu",
                    },
                },
            },
            "sabacc-pairs": {
                summary:
                    "Veut une paire : prend une carte ouverte qui en forme une, pioche quand ses cartes sont éloignées.",
                options: {},
            },
            "bruno-low": {
                summary: "La carte la plus basse avec toutes ses copies, les cartes à fonction en dernier.",
                options: {
                    random: { name: "Hasard", help: "à quelle fréquence il joue n’importe quel coup permis" },
                },
            },
            "mulle-greedy": {
                summary:
                    "L’heuristique du règlement : la prise avec le plus de mulles et de cartes, sinon la première construction, sinon une défausse.",
                options: {},
            },
            "mulle-learn": {
                summary:
                    "Le joueur du règlement qui apprend : quatre valeurs qui se rapprochent des récompenses de ce qu’il joue.",
                options: {
                    file: { name: "Fichier", help: "où les valeurs sont gardées ; sans lui elles repartent de zéro" },
                    epsilon: {
                        name: "Epsilon",
                        help: "à quelle fréquence un candidat quelconque est joué, pour l’essayer",
                    },
                    alpha: { name: "Alpha", help: "de combien une valeur se rapproche de chaque récompense" },
                    learn: { name: "Apprendre", help: "si les valeurs changent" },
                },
            },
            "mus-bot": {
                summary:
                    "Mise sur ses propres cartes, bluffe de temps en temps, et dit órdago quand quelqu’un va gagner.",
                options: {
                    p_bluff: { name: "Bluff", help: "à quelle fréquence il est d’humeur à bluffer, à chaque décision" },
                    near: {
                        name: "Près de la fin",
                        help: "si quelqu’un est à autant de pierres de la fin de la manche, il joue le tout",
                    },
                    p_ord: { name: "Órdago bluffé", help: "à quelle fréquence un bluff accepte un órdago" },
                    p_blind: {
                        name: "Mise à l’aveugle",
                        help: "à quelle fréquence un bluff mise quelles que soient les cartes",
                    },
                    p_raise: { name: "Relancer", help: "à quelle fréquence il relance là où il accepterait" },
                    max_raises: { name: "Relances au plus", help: "ses propres relances dans un lance" },
                    bet: { name: "Mise", help: "pierres de son envido" },
                    raise: { name: "Taille d’une relance", help: "pierres dont il relance" },
                },
            },
            mc: {
                summary:
                    "A appris le mus à deux (preset S2) par de nombreuses mains contre lui-même, à la Monte-Carlo ; il ne joue aucune autre variante.",
                options: {
                    file: {
                        name: "Fichier",
                        help: "ce qu’il a appris ; sans lui, ce qui est fourni avec le programme",
                    },
                },
            },
            exec: {
                summary:
                    "Un programme à vous, dans n’importe quel langage, comme exec:./bot.py ; jamais pour des inconnus sur un serveur.",
                options: {
                    command: {
                        name: "Commande",
                        help: "le programme, tel qu’un shell le prend ; une virgule s’y écrit \\,",
                    },
                    ms: { name: "Millisecondes", help: "millisecondes par décision, sinon le programme a perdu" },
                    start: { name: "Démarrage", help: "millisecondes de plus pour la première décision" },
                },
            },
        },
    },
};
