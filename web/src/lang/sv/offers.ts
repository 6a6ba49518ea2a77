// Swedish: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

const random = { random: "slumpas" };
const seats = { 0: "plats 1", 1: "plats 2", 2: "plats 3", 3: "plats 4" };

export const offers: typeof shape = {
    offers: {
        games: {
            bruno: {
                summary: "Två mot två: bli av med alla kort, de dolda sist.",
                options: {
                    cap: { name: "Gräns", help: "efter så många drag blir partiet oavgjort" },
                    shown_one: { name: "Synliga kort ett i taget", help: "synliga kort spelas ett i taget" },
                    strict_nine: {
                        name: "Sträng nia",
                        help: "på en 9 bara 4 till 8, samt 2 och 3 som skickar den vidare",
                    },
                },
            },
            mus: {
                summary: "Det spanska spelet med fyra lances: grande, chica, pares, juego, och modet att säga órdago.",
                options: {
                    preset: {
                        name: "Slags parti",
                        help: "en uppsättning regler; det du ändrar nedan läggs till",
                        words: {
                            F4: "fyra i par",
                            S2: "två, utan mus",
                            F2: "två, med mus",
                            X4: "fyra, var och en för sig",
                        },
                    },
                    players: { name: "Spelare", help: "antal platser" },
                    teams: {
                        name: "Lag",
                        help: "vilka som har gemensam poäng",
                        words: { PAIRS: "par", FFA: "var och en för sig" },
                    },
                    kings8: { name: "Åtta kungar", help: "en trea räknas som kung, en tvåa som ess" },
                    mus: {
                        name: "Mus",
                        help: "hur ofta kort får eller måste bytas",
                        words: {
                            UNTIL_CUT: "tills någon säger stopp",
                            NONE: "aldrig",
                            MAX_n: "högst {n} gånger",
                            FORCED_n: "precis {n} gånger",
                        },
                    },
                    min_discard: { name: "Minsta byte", help: "minsta antal kort att byta" },
                    target: { name: "Stenar i ett spel", help: "den som når dit först vinner det" },
                    best_of: { name: "Bäst av", help: "spel i en vaca" },
                    vacas: { name: "Vacas", help: "vacas som vinner matchen" },
                    pares_order: {
                        name: "Ordning för pares",
                        help: "duples, medias, par, eller som i poker",
                        words: { STD: "som vanligt", POKER: "som i poker" },
                    },
                    real31: {
                        name: "La Real",
                        help: "7 7 7 med en sota, eller med vilken tia som helst, slår alla 31",
                        words: { OFF: "nej", SOTA: "med en sota", ANY10: "med vilken tia som helst" },
                    },
                    deje: {
                        name: "Deje",
                        help: "vad en avvisad insats ger",
                        words: { LAST_AGREED: "det som var överenskommet", ALWAYS_1: "alltid 1" },
                    },
                    min_bet: { name: "Minsta envido", help: "stenar i den minsta insatsen" },
                    min_raise: { name: "Minsta höjning", help: "stenar i den minsta höjningen" },
                    max_raises: {
                        name: "Högst antal höjningar",
                        help: "i en lance, utom första insatsen och órdago",
                        words: { none: "hur många som helst" },
                    },
                    raises: {
                        name: "Höjningar",
                        help: "de enda tillåtna; första envido är då 2",
                        words: { none: "alla" },
                    },
                    team_answer: {
                        name: "Ett lags svar",
                        help: "vilket av två svar som gäller",
                        words: { FIRST_WINS: "det första", MAX_WINS: "det högsta" },
                    },
                    reshuffle: {
                        name: "Ny blandning",
                        help: "vilka bytta kort som kommer tillbaka när talongen tar slut",
                        words: { PREVIOUS: "de från tidigare byten", ALL: "alla" },
                    },
                    mano_start: { name: "Första mano", help: "vem som är mano först", words: { ...seats, ...random } },
                },
            },
            sabacc: {
                summary: "Två kort, tre turer, sexton brickor: det bästa paret behåller sina marker.",
                options: {
                    players: { name: "Spelare", help: "antal platser" },
                    early_reveal: { name: "Tidigt avslut", help: "en tur där alla passar avslutar rundan" },
                    chips: { name: "Marker", help: "marker i varje reserv från början" },
                    tokens: { name: "Inflytandebrickor", help: "partiets tre brickor", words: random },
                },
            },
            mulle: {
                summary: "Två lekar, byggen och intag: par av identiska kort ger poäng.",
                options: {
                    omgangar: { name: "Omgångar", help: "var och en med hela leken" },
                    starter: {
                        name: "Börjar",
                        help: "vem som börjar första omgången",
                        words: { A: "plats 1", B: "plats 2", ...random },
                    },
                },
            },
        },
        agents: {
            gentle: { title: "Snäll", summary: "För de första partierna: gör misstag som syns.", options: {} },
            fair: { title: "Hygglig", summary: "Spelar det självklara bra och ser inte längre.", options: {} },
            strong: { title: "Stark", summary: "Tänker efter en stund inför varje beslut.", options: {} },
            strongest: { title: "Starkast", summary: "Tänker så länge som en människa har tålamod.", options: {} },
            random: { summary: "Alla tillåtna drag är lika sannolika.", options: {} },
            flatmc: {
                summary:
                    "Platt Monte Carlo: tänker sig det dolda, prövar varje drag, spelar på måfå till slutet och räknar vinsterna.",
                options: {
                    games: { name: "Partier", help: "slumpade partier per beslut, för alla drag" },
                    ms: { name: "Millisekunder", help: "millisekunder per beslut, i stället för partier" },
                    threads: { name: "Trådar", help: "trådar som delar på arbetet" },
                },
            },
            ismcts: {
                summary:
                    "Trädsökning över det som platsen kan se: tänker sig det dolda, går ner i trädet, spelar vidare, lär sig.",
                options: {
                    ms: { name: "Millisekunder", help: "millisekunder per beslut" },
                    sims: { name: "Simuleringar", help: "simuleringar per beslut, i stället för millisekunder" },
                    threads: { name: "Trådar", help: "trådar, var och en med sitt träd" },
                    c: { name: "Nyfikenhet", help: "hur mycket den prövar: konstanten i den övre gränsen" },
                    seed: { name: "Frö", help: "avgör allt som är slump" },
                    memory: { name: "Minne", help: "MiB för träden" },
                    reuse: { name: "Behåll trädet", help: "från ett beslut till nästa" },
                    rollout: {
                        name: "Bortom trädet",
                        help: "hur spelet fortsätter: som spelets egen bot, eller på måfå",
                        words: { usual: "som boten", random: "på måfå" },
                    },
                    weigh: {
                        name: "Väg världar",
                        help: "om världar där de andras drag var sannolika räknas mer",
                        words: { usual: "det bästa för spelet", on: "ja", off: "nej" },
                    },
                    others: { name: "De andra", help: "hur ofta de andra gör som spelets egen bot i trädet" },
                },
            },
            "sabacc-pairs": {
                summary: "Vill ha ett par: tar ett öppet kort som ger ett, drar när korten ligger långt isär.",
                options: {},
            },
            "bruno-low": {
                summary: "Det lägsta kortet med alla sina kopior, funktionskorten sist.",
                options: {
                    random: { name: "Slump", help: "hur ofta ett godtyckligt tillåtet drag görs i stället" },
                },
            },
            "mulle-greedy": {
                summary:
                    "Regelbokens tumregel: intaget med flest mullar och kort, annars första bygget, annars ett släng.",
                options: {},
            },
            "mulle-learn": {
                summary: "Regelbokens lärande spelare: fyra värden som rör sig mot belöningarna för det den spelar.",
                options: {
                    file: { name: "Fil", help: "var värdena sparas; utan den börjar de om" },
                    epsilon: { name: "Epsilon", help: "hur ofta vilken kandidat som helst prövas" },
                    alpha: { name: "Alfa", help: "hur långt ett värde rör sig mot varje belöning" },
                    learn: { name: "Lär sig", help: "om värdena ändras alls" },
                },
            },
            "mus-bot": {
                summary: "Satsar på sina egna kort, bluffar då och då, och säger órdago när någon är nära att vinna.",
                options: {
                    p_bluff: { name: "Bluff", help: "hur ofta den är på humör att bluffa, vid varje beslut" },
                    near: {
                        name: "Nära slutet",
                        help: "är någon så många stenar från spelets slut spelar den om allt",
                    },
                    p_ord: { name: "Bluffad órdago", help: "hur ofta en bluff antar en órdago" },
                    p_blind: { name: "Blind insats", help: "hur ofta en bluff satsar vilka korten än är" },
                    p_raise: { name: "Höja", help: "hur ofta den höjer där den annars skulle anta" },
                    max_raises: { name: "Högst antal höjningar", help: "dess egna höjningar i en lance" },
                    bet: { name: "Insats", help: "stenar i dess envido" },
                    raise: { name: "Höjningens storlek", help: "stenar som den höjer med" },
                },
            },
            mc: {
                summary:
                    "Har lärt sig mus för två (preset S2) av många händer mot sig själv, med Monte Carlo; den kan ingen annan variant.",
                options: {
                    file: { name: "Fil", help: "vad den har lärt sig; utan den det som följer med programmet" },
                },
            },
            exec: {
                summary:
                    "Ett eget program i vilket språk som helst, som exec:./bot.py; aldrig för främlingar på en server.",
                options: {
                    command: {
                        name: "Kommando",
                        help: "programmet, så som ett skal tar det; ett kommatecken skrivs \\,",
                    },
                    ms: { name: "Millisekunder", help: "millisekunder per beslut, annars har programmet förlorat" },
                    start: { name: "Start", help: "millisekunder extra för första beslutet" },
                },
            },
        },
    },
};
