// Spanish: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

const random = { random: "al azar" };
const seats = { 0: "asiento 1", 1: "asiento 2", 2: "asiento 3", 3: "asiento 4" };

export const offers: typeof shape = {
    offers: {
        games: {
            bruno: {
                summary: "Dos contra dos: librarse de todas las cartas, las tapadas al final.",
                options: {
                    cap: { name: "Límite", help: "tras tantas jugadas, la partida es empate" },
                    shown_one: {
                        name: "Cartas a la vista de una en una",
                        help: "las cartas a la vista se juegan de una en una",
                    },
                    strict_nine: {
                        name: "Nueve estricto",
                        help: "sobre un 9 solo de 4 a 8, y el 2 y el 3, que lo pasan",
                    },
                },
            },
            mus: {
                summary: "El juego de los cuatro lances: grande, chica, pares y juego, y el valor de decir órdago.",
                options: {
                    preset: {
                        name: "Tipo de partida",
                        help: "un conjunto de reglas; lo que cambies abajo se añade",
                        words: {
                            F4: "cuatro por parejas",
                            S2: "dos, sin mus",
                            F2: "dos, con mus",
                            X4: "cuatro, cada uno por su cuenta",
                        },
                    },
                    players: { name: "Jugadores", help: "número de asientos" },
                    teams: {
                        name: "Equipos",
                        help: "quién comparte tanteo",
                        words: { PAIRS: "parejas", FFA: "cada uno por su cuenta" },
                    },
                    kings8: { name: "Ocho reyes", help: "el tres vale como rey y el dos como as" },
                    mus: {
                        name: "Mus",
                        help: "cuántas veces se puede o se debe cambiar cartas",
                        words: {
                            UNTIL_CUT: "hasta que alguien corta",
                            NONE: "nunca",
                            MAX_n: "como mucho {n} veces",
                            FORCED_n: "exactamente {n} veces",
                        },
                    },
                    min_discard: { name: "Descarte mínimo", help: "cuántas cartas hay que cambiar al menos" },
                    target: { name: "Tantos de una partida", help: "quien llega primero gana la partida" },
                    best_of: { name: "Al mejor de", help: "partidas de una vaca" },
                    vacas: { name: "Vacas", help: "vacas que ganan la partida" },
                    pares_order: {
                        name: "Orden de los pares",
                        help: "duples, medias, par, o como en el póker",
                        words: { STD: "el habitual", POKER: "como en el póker" },
                    },
                    real31: {
                        name: "La Real",
                        help: "7 7 7 con una sota, o con cualquier diez, gana a todo 31",
                        words: { OFF: "no", SOTA: "con una sota", ANY10: "con cualquier diez" },
                    },
                    deje: {
                        name: "Deje",
                        help: "lo que da un envite no querido",
                        words: { LAST_AGREED: "lo acordado antes", ALWAYS_1: "siempre 1" },
                    },
                    min_bet: { name: "Envido mínimo", help: "tantos del envite más pequeño" },
                    min_raise: { name: "Subida mínima", help: "tantos de la subida más pequeña" },
                    max_raises: {
                        name: "Subidas como mucho",
                        help: "en un lance, sin contar el primer envite ni el órdago",
                        words: { none: "las que sean" },
                    },
                    raises: {
                        name: "Subidas",
                        help: "las únicas permitidas; entonces el primer envido es 2",
                        words: { none: "cualquiera" },
                    },
                    team_answer: {
                        name: "Respuesta de la pareja",
                        help: "cuál de las dos respuestas vale",
                        words: { FIRST_WINS: "la primera", MAX_WINS: "la más alta" },
                    },
                    reshuffle: {
                        name: "Barajar de nuevo",
                        help: "qué descartes vuelven cuando se acaba el mazo",
                        words: { PREVIOUS: "los de rondas anteriores", ALL: "todos" },
                    },
                    mano_start: {
                        name: "Primera mano",
                        help: "quién es mano en la primera ronda",
                        words: { ...seats, ...random },
                    },
                },
            },
            sabacc: {
                summary:
                    "Dos cartas, tres turnos, dieciséis fichas de influencia: la mejor pareja conserva sus fichas.",
                options: {
                    players: { name: "Jugadores", help: "número de asientos" },
                    early_reveal: { name: "Final anticipado", help: "si todos pasan en un turno, acaba la ronda" },
                    chips: { name: "Fichas", help: "fichas en cada reserva al empezar" },
                    tokens: { name: "Fichas de influencia", help: "las tres de la partida", words: random },
                },
            },
            mulle: {
                summary: "Dos barajas, construcciones y capturas: puntúan las parejas de cartas idénticas.",
                options: {
                    omgangar: { name: "Omgångar", help: "vueltas, cada una con toda la baraja" },
                    starter: {
                        name: "Empieza",
                        help: "quién empieza la primera omgång (vuelta)",
                        words: { A: "asiento 1", B: "asiento 2", ...random },
                    },
                },
            },
        },
        agents: {
            gentle: { title: "Suave", summary: "Para las primeras partidas: comete errores que se ven.", options: {} },
            fair: { title: "Normal", summary: "Juega bien lo evidente y no mira más allá.", options: {} },
            strong: { title: "Fuerte", summary: "Piensa un momento cada decisión.", options: {} },
            strongest: {
                title: "La más fuerte",
                summary: "Piensa tanto como aguante la paciencia de una persona.",
                options: {},
            },
            random: { summary: "Todas las jugadas legales son igual de probables.", options: {} },
            flatmc: {
                summary:
                    "Monte Carlo plano: imagina lo oculto, prueba cada jugada, juega al azar hasta el final y cuenta las victorias.",
                options: {
                    games: { name: "Partidas", help: "partidas al azar por decisión, entre todas las jugadas" },
                    ms: { name: "Milisegundos", help: "milisegundos por decisión, en vez de partidas" },
                    threads: { name: "Hilos", help: "hilos que se reparten el trabajo" },
                },
            },
            ismcts: {
                summary:
                    "Búsqueda en árbol sobre lo que el asiento puede ver: imagina lo oculto, baja por el árbol, sigue jugando y aprende.",
                options: {
                    ms: { name: "Milisegundos", help: "milisegundos por decisión" },
                    sims: { name: "Simulaciones", help: "simulaciones por decisión, en vez de milisegundos" },
                    threads: { name: "Hilos", help: "hilos, cada uno con su árbol" },
                    c: { name: "Curiosidad", help: "cuánto explora: la constante de la cota superior" },
                    seed: { name: "Semilla", help: "decide todo lo que es azar" },
                    memory: { name: "Memoria", help: "MiB para los árboles" },
                    reuse: { name: "Conservar el árbol", help: "de una decisión a la siguiente" },
                    rollout: {
                        name: "Más allá del árbol",
                        help: "cómo se sigue jugando: como el bot del juego o al azar",
                        words: { usual: "como el bot", random: "al azar" },
                    },
                    weigh: {
                        name: "Pesar mundos",
                        help: "si cuentan más los mundos en los que las jugadas de los demás eran probables",
                        words: { usual: "lo mejor para el juego", on: "sí", off: "no" },
                    },
                    others: {
                        name: "Los demás",
                        help: "con qué frecuencia los demás actúan en el árbol como el bot del juego",
                    },
                },
            },
            "sabacc-pairs": {
                summary:
                    "Quiere una pareja: toma una carta descubierta que la forme y roba cuando sus cartas están lejos.",
                options: {},
            },
            "bruno-low": {
                summary: "La carta más baja con todas sus copias; las cartas de función, al final.",
                options: {
                    random: { name: "Azar", help: "con qué frecuencia hace cualquier jugada legal" },
                },
            },
            "mulle-greedy": {
                summary:
                    "La heurística del reglamento: la captura con más mulles y cartas; si no, la primera construcción; si no, un descarte.",
                options: {},
            },
            "mulle-learn": {
                summary:
                    "El jugador del reglamento que aprende: cuatro valores que se acercan a las recompensas de lo que juega.",
                options: {
                    file: { name: "Archivo", help: "dónde se guardan los valores; sin él empiezan de nuevo" },
                    epsilon: { name: "Épsilon", help: "con qué frecuencia juega cualquier candidata, para probarla" },
                    alpha: { name: "Alfa", help: "cuánto se acerca un valor a cada recompensa" },
                    learn: { name: "Aprender", help: "si los valores cambian" },
                },
            },
            "mus-bot": {
                summary:
                    "Envida según sus cartas, farolea de vez en cuando y dice órdago cuando alguien está a punto de ganar.",
                options: {
                    p_bluff: {
                        name: "Farol",
                        help: "con qué frecuencia está de humor para farolear, en cada decisión",
                    },
                    near: { name: "Cerca del final", help: "si a alguien le faltan tantos tantos, juega a todo" },
                    p_ord: { name: "Órdago de farol", help: "con qué frecuencia un farol quiere un órdago" },
                    p_blind: { name: "Envite a ciegas", help: "con qué frecuencia un farol envida tenga lo que tenga" },
                    p_raise: { name: "Subir", help: "con qué frecuencia sube donde querría" },
                    max_raises: { name: "Subidas como mucho", help: "sus propias subidas en un lance" },
                    bet: { name: "Envite", help: "tantos de su envido" },
                    raise: { name: "Tamaño de la subida", help: "tantos que sube" },
                },
            },
            mc: {
                summary:
                    "Ha aprendido el mus de dos (preset S2) con muchas manos contra sí mismo, por Monte Carlo; no juega otra variante.",
                options: {
                    file: { name: "Archivo", help: "lo que ha aprendido; sin él, lo que viene con el programa" },
                },
            },
            exec: {
                summary:
                    "Un programa tuyo en cualquier lenguaje, como exec:./bot.py; nunca para desconocidos en un servidor.",
                options: {
                    command: { name: "Orden", help: "el programa, como lo toma un shell; una coma en él es \\," },
                    ms: { name: "Milisegundos", help: "milisegundos por decisión, o el programa ha perdido" },
                    start: { name: "Arranque", help: "milisegundos más para su primera decisión" },
                },
            },
        },
    },
};
