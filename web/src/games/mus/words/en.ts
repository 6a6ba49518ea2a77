// English: the words of Mus, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

const stones = (count: number) => (count === 1 ? "1 stone" : `${count} stones`);

export const en = {
    table: {
        us: "Us",
        them: "Them",
        /** The same as who gets something. */
        toUs: "us",
        toThem: "them",
        /** What each lance is about. */
        gloss: {
            GRANDE: "highest cards",
            CHICA: "lowest cards",
            PARES: "pairs",
            JUEGO: "31 or more",
            PUNTO: "most points",
        },
        /** What the calls mean, in a word or two. */
        means: {
            mus: "let us change cards",
            "no mus": "I cut",
            paso: "pass",
            envido: "bet",
            mas: "raise",
            quiero: "accept",
            "no quiero": "refuse",
            ordago: "everything",
        } as Record<string, string>,
        /** Juego is also the name of a lance: here, everything is meant. */
        everything: { ordago: "bet the whole game", quiero: "accept; the cards decide the whole game now" } as Record<
            string,
            string
        >,
        track: "The four lances of this hand",
        states: {
            ahead: "to come",
            open: "no bet yet",
            pass: "all passed",
            nobody: "nobody",
            ordago: "everything!",
            offered: (count: number) => `bet ${count} …`,
            agreed: (count: number) => `bet ${count} ✓`,
            refused: (count: number, who: string) => `+${count} ${who}`,
            alone: (who: string) => `only ${who}`,
        },
        /** What holds now, in a sentence for a beginner. */
        now: {
            MUS: "If all say mus, cards are changed. The first no mus (cut) starts the lances.",
            DISCARD: "Each player discards cards and draws as many.",
            open: "No bet yet.",
            one: "If all pass: 1 stone at the count.",
            value: "If all pass: only the value of the cards, at the count.",
            bet: (name: string, count: number, deje: number, who: string) =>
                `${name} bets ${stones(count)}. Accepted: decided at the count. Refused: ${deje} for ${who}, now.`,
            ordago: (name: string, deje: number, who: string) =>
                `${name} bets the whole game! Accepted: this lance decides it. Refused: ${deje} for ${who}, now.`,
            punto: "Nobody has juego: punto is played.",
            OVER: "The match is over.",
        },
        prompts: {
            MUS: "Do you want to change cards?",
            DISCARD: "Choose cards to discard",
            open: (lance: string, gloss: string) => `${lance} (${gloss}): pass, or bet?`,
            answer: (lance: string) => `Accept the bet on ${lance}?`,
        },
        discard: (count: number) =>
            count === 0 ? "Keep all cards" : count === 1 ? "Discard 1 card" : `Discard ${count} cards`,
        changes: (count: number) => (count === 0 ? "no card" : count === 1 ? "1 card" : `${count} cards`),
        amount: "How many stones",
        less: "Fewer stones",
        more: "More stones",
        stones,
        amarraco: "a blue stone, an amarraco, counts 5",
        score: (who: string, count: number, target: number) => `${who}: ${stones(count)} of ${target}`,
        juegos: (count: number, of: number) => `games won: ${count} of ${of}`,
        /** The same as a label of the marks for it. */
        games: "games won",
        vacas: (count: number, of: number) => `vacas ${count}/${of}`,
        mano: "mano: speaks first and wins ties",
        hasNo: (what: string) => `no ${what}`,
        /** What a player holds. */
        par: (rank: string) => `par of ${rank}`,
        medias: (rank: string) => `medias of ${rank}`,
        duples: (high: string, low: string) => `duples of ${high} and ${low}`,
        paresHelp: "par: two alike, 1 stone; medias: three alike, 2; duples: two pairs, 3",
        juego: (sum: number) => `juego, ${sum}`,
        points: (sum: number) => `${sum} points`,
        juegoHelp: "juego: 31 points or more; 31 is best, then 32, 40, 37 … 33",
        real: "la Real, 31",
        own: "Your cards",
        handOf: (name: string) => `Cards of ${name}`,
        countsAs: (card: string, rank: string) => `${card}, counts as ${rank}`,
        /** What a card that counts as another counts as, where that is no word of the reader's. */
        rankMeans: { R: "king", A: "ace" } as Record<string, string>,
        last: "Previous hand",
        count: "The count",
        /** Who got the stones of a lance. */
        gets: (who: string, count: number) => `${who} +${count}`,
        getsGame: (who: string) => `${who}: the game`,
        /** What a side got, and what it has now. */
        adds: (who: string, count: number, now: number, target: number) => `${who} +${count} → ${now}/${target}`,
        /** A hand has ended the game to 40 stones. */
        game: {
            won: "You have won this game",
            lost: "You have lost this game",
            other: (who: string) => `This game goes to ${who}`,
            by: (outcome: string, by: string) => `${outcome}: ${by}.`,
            ordago: (lance: string) => `the órdago on ${lance} was accepted`,
            stones: (count: number) => `${count} stones`,
            stand: (games: string, needed: number) => `Games won: ${games}; ${needed} are needed.`,
            vacas: (vacas: string, needed: number) => `Vacas won: ${vacas}; ${needed} are needed.`,
        },
        ask: "Why was a lance won or lost? Press it, and the cards that counted light up.",
        parts: {
            passed: "all passed",
            ordago: "the whole game",
            bet: (count: number) => `bet ${count}`,
            /** Of how many each has, where partners both have some. */
            value: (count: number, shares: string[]) =>
                shares.length > 1 ? `value ${count} – ${shares.join(", ")}` : `value ${count}`,
            share: (who: string, count: number) => `${who}: ${count}`,
            deje: (count: number) => `deje ${count}`,
        },
        why: {
            GRANDE: (winner: string, high: string, loser: string, low: string) =>
                `From the highest card down: ${winner}: ${high}; ${loser}: ${low}.`,
            CHICA: (winner: string, low: string, loser: string, high: string) =>
                `From the lowest card up: ${winner}: ${low}; ${loser}: ${high}.`,
            compare: (winner: string, best: string, loser: string, other: string) =>
                `${winner}: ${best}; ${loser}: ${other}.`,
            juego: (winner: string, best: string, loser: string, other: string) =>
                `${winner}: ${best}; ${loser}: ${other}. Best is 31, then 32, 40, 37 … 33.`,
            tie: (winner: string, loser: string) => `${winner} and ${loser} are equal: nearer to mano wins.`,
            alone: (what: string) => `Nobody else has ${what}, so it is not bet on.`,
            neither: {
                opponent: (what: string) => `Neither opponent has ${what}, so it is not bet on.`,
                own: (what: string) => `Neither of you has ${what}, so it is not bet on.`,
                of: (one: string, other: string, what: string) =>
                    `Neither ${one} nor ${other} has ${what}, so it is not bet on.`,
            },
            /** Who bet is not always known. */
            refused: "The bet was refused: no cards are compared.",
            refusedOwn: (others: string) => `You bet, and ${others} refused: no cards are compared.`,
            refusedOf: (who: string, others: string) => `${who} bet, and ${others} refused: no cards are compared.`,
            willing: (loser: string) => `${loser} has better cards, but did not accept the bet.`,
            nobody: (what: string) => `Nobody has ${what}, so it is not bet on.`,
            ordago: (lance: string) => `Not counted: the órdago on ${lance} decided the game.`,
            decided: "Not counted: the game was won before.",
        },
    },
    practice: {
        about: "A hand for two without mus, at 0 to 0. Only the stones of this hand count, and an accepted órdago counts 40. A player may open with 2 or with órdago, and nobody raises by less.",
        mano: "You are mano: you speak first and win ties.",
        postre: "The other player is mano, speaks first and wins ties.",
        said: "So far",
        other: "The other",
        nothing: "nobody has spoken yet",
        has: { both: "both have it", none: "nobody has it", you: "only you have it", other: "only the other has it" },
        answer: (lance: string) => `Your answer on ${lance}`,
        good: "Well answered.",
        bad: (cost: string, best: string) => `That costs ${cost} stones: ${best} is better.`,
        values: "What each answer is worth",
        move: "Answer",
        worth: "Stones",
        solution: "The solution does it",
        yours: "yours",
        valuesHelp:
            "Stones that you win in this hand on average, beyond those of the other, if both go on by the solution. All that the other may hold and do is counted, after what was said.",
        range: "What the solution does with every hand here",
        rangeHelp:
            "Each field is a hand, its stripes are how often the solution gives each answer, and its letter is the most frequent answer. The first card is above, the two lowest at the side. A 3 is a rey (R), a 2 an as (A). Press a field for its figures.",
        second: (rank: string) => `Second card: ${rank}`,
        field: (hand: string, answers: string) => `${hand}: ${answers}`,
        find: "Find a hand",
        show: "Show",
        notFound: "That hand does not come up here. Write four ranks, such as RRSA.",
    },
    guide: {
        /** Small questions about what was just said, with hands by their codes. */
        ask: {
            GRANDE: {
                ask: "Which hand wins grande?",
                answers: ["Re Sc 7o 6b", "3o 3b 5c 4e"],
                right: 1,
                because: "A 3 counts as a king: two kings beat one.",
            },
            CHICA: {
                ask: "Which hand wins chica?",
                answers: ["Ao 2c 7e Rb", "4o 5c 5e 6b"],
                right: 0,
                because: "A 2 counts as an ace: two aces are the lowest start.",
            },
            PARES: {
                ask: "Which hand wins pares?",
                answers: ["6o 6c 6e Rb", "4o 4c 5e 5b"],
                right: 1,
                because: "Duples, two pairs, beat medias, three of a kind.",
            },
        },
        deal: (partner: string, one: string, other: string, target: number) =>
            `Four cards each. You and ${partner}, opposite, play against ${one} and ${other}; the first team to ${target} stones (points) wins.`,
        ranks: "A 3 counts as a king (rey, 12), and a 2 as an ace (as, 1).",
        coin: "You are mano, as the mark at your name says: the mano speaks first and wins ties.",
        questions:
            "Each hand has four rounds of betting, the lances: who has the highest cards (grande), the lowest (chica), the best pairs (pares), 31 points or more (juego)? In each you can bet stones.",
        counting:
            "For juego the points of the cards are added. Kings (12), 3s and the figures 11 (caballo) and 10 (sota) count 10, aces and 2s 1, the others their number. 31 or more is juego: 31 is best, then 32, then 40, 37, 36, 35, 34, and last 33.",
        mano: "First all players are asked whether to change cards, and you, the mano, speak first.",
        mus: (pares: string, juego: string) => `You have ${pares} and ${juego}. That can be improved. “Mus” means yes.`,
        discard:
            "Keep the kings, and 3s, which count as kings: they are the highest cards. Discard the other cards, and you get new ones.",
        /** After another choice: what of it to take back, and what to do then. */
        putBack: (cards: string, rest: string) => `put back ${cards} (press again), then ${rest}`,
        marked: (rank: string) => `the ${rank} with the arrow`,
        noMus: (pares: string, juego: string) =>
            `Now you have ${pares} and ${juego}: good cards. “No mus” cuts: nobody changes cards any more, and the lances start.`,
        lances: {
            GRANDE: "Grande: the highest card wins; if it is equal, the next one.",
            CHICA: "Chica: the lowest card wins; an ace is best.",
            PARES: "Pares, for equal cards: duples (two pairs) beat medias (three), and medias beat a par (two); then higher cards win.",
            JUEGO: "Juego, for those who have 31 points or more.",
            PUNTO: "Punto, since nobody has 31 points: the most points win.",
        },
        kings: (count: number) =>
            count === 0 ? "You have no king." : count === 1 ? "You have one king." : `You have ${count} kings.`,
        aces: (count: number) =>
            count === 0 ? "You have no ace." : count === 1 ? "You have one ace." : `You have ${count} aces.`,
        have: (what: string) => `You have ${what}.`,
        points: (sum: number) => `You have ${sum} points.`,
        bet: (count: number, one: string, other: string, deje: number) =>
            `That is strong: “envido”, bet ${count} stones. ${one} and ${other} may both answer. If one of them accepts (“quiero”), the cards decide at the end. If both refuse (“no quiero”), you get ${deje} at once.`,
        betAgain: (count: number) => `That is strong: bet ${count} stones again.`,
        pass: "That is too little to bet on. “Paso”: you bet nothing, and can still answer a bet.",
        passAgain: "That is too little to bet on.",
        accept: (who: string, count: number) =>
            `${who} bets ${count} stones, and your cards are strong: accept with “quiero”.`,
        refuse: (who: string, count: number, deje: number) =>
            `${who} bets ${count} stones, and you would lose them: refuse with “no quiero”. It costs only ${deje}.`,
        partnerMay: (partner: string) => `${partner} may still accept for both of you.`,
        partnerDid: (partner: string) => `${partner} has refused already; one of you two would be enough to accept.`,
        ended: {
            passed: (lance: string) => `${lance}: all passed, so the best cards get 1 stone at the end.`,
            value: (lance: string) => `${lance}: all passed, so only the value of the cards counts at the end.`,
            accepted: (lance: string, count: number) => `${lance}: the better cards get ${count} stones at the end.`,
            deje: "A refused bet brings 1 stone at once, the deje; a refused raise brings what had been bet before it.",
        },
        theStones: (count: number) => `the round button ${count}`,
        answered: (name: string) => `${name} says “quiero”: your bet is accepted.`,
        skipped: (one: string, other: string) =>
            `Juego was not bet on, since neither ${one} nor ${other} has it; if nobody has it, punto is played: the most points win.`,
        values: "Pares and juego also bring their value (par: 1, medias: 2, duples: 3, juego: 2, with 31 points: 3).",
        count: (us: number, them: number, target: number) =>
            `The count shows who scores, and why. In total: ${us} for you two, ${them} for them. New hands follow until a side has ${target}.`,
        learnt: [
            "Four lances: grande, chica, pares, juego (or punto). In each you may pass, bet, accept or refuse.",
            "A refused bet brings 1 stone at once, and a refused raise what had been bet before it (deje); an accepted one is decided by the cards at the end.",
            "40 stones win a game; a blue stone counts 5. “Órdago” bets the whole game at once.",
        ],
    },
    ending: {
        story: (one: number, other: number, ordago: boolean) =>
            `${one} to ${other} in games${ordago ? ", the last one by órdago" : ""}.`,
        lastHand: "Last hand",
        juegos: "Games won",
        lances: "The last hand, lance by lance",
        lance: {
            grande: "Grande",
            chica: "Chica",
            pares: "Pares",
            juego: "Juego",
            punto: "Punto",
        } as Record<string, string>,
        deje: "not accepted",
        ordago: "órdago",
        stones: (count: number) => (count === 1 ? "1 stone" : `${count} stones`),
    },
    roundOver: "The hand is over.",
    phraseMeans: [
        ["¡Mus!", "let us change cards"],
        ["¡No hay mus!", "I cut"],
        ["¡Órdago!", "I bet everything"],
        ["Jugador de chica, perdedor de mus.", "who plays for chica loses at mus"],
    ] as [string, string][],
    phrases: ["Hello!", "¡Mus!", "¡No hay mus!", "¡Órdago!", "Jugador de chica, perdedor de mus.", "Well played!"],
    /** Keys and codes of views and moves. */
    keys: {
        put_down: "Put down",
        agreed: "Agreed",
        bettor: "Bet by",
        mano: "Mano",
    } as Record<string, string>,
    presets: {
        pairs: { title: "Pairs", help: "Two against two, best of three games" },
        short: { title: "One game", help: "Pairs, a single game to 40 stones" },
        two: { title: "Two players", help: "One against one, with mus" },
        all: { title: "Free-for-all", help: "Four players, each for themselves" },
    },
    options: {
        preset: {
            name: "Kind of game",
            words: {
                F4: "four in pairs",
                S2: "two, without mus",
                F2: "two, with mus",
                X4: "four, free-for-all",
            },
        },
        players: "Players",
        teams: {
            name: "Teams",
            words: { PAIRS: "pairs", FFA: "free-for-all" },
        },
        kings8: "Eight kings",
        mus: {
            name: "Mus",
            words: {
                UNTIL_CUT: "until a player cuts",
                NONE: "never",
                MAX_1: "once at most",
                MAX_n: "at most {n} times",
                FORCED_1: "exactly once",
                FORCED_n: "exactly {n} times",
            },
        },
        min_discard: "Smallest discard",
        target: "Stones to win a game",
        best_of: "Best of",
        vacas: "Vacas",
        pares_order: {
            name: "Order of pares",
            words: { STD: "as usual", POKER: "as in poker" },
        },
        real31: {
            name: "The Real 31",
            words: { OFF: "no", SOTA: "with a sota", ANY10: "with any ten" },
        },
        deje: {
            name: "Deje",
            words: { LAST_AGREED: "what was agreed before", ALWAYS_1: "always 1" },
        },
        min_bet: "Smallest envido",
        min_raise: "Smallest raise",
        max_raises: {
            name: "Most raises",
            words: { none: "any number" },
        },
        raises: {
            name: "Raises",
            words: { none: "any" },
        },
        team_answer: {
            name: "Answer of a pair",
            words: { FIRST_WINS: "the first", MAX_WINS: "the higher one" },
        },
        reshuffle: {
            name: "Reshuffle",
            words: { PREVIOUS: "those of earlier rounds", ALL: "all" },
        },
        mano_start: {
            name: "First mano",
            words: { 0: "seat 1", 1: "seat 2", 2: "seat 3", 3: "seat 4", random: "random" },
        },
    } as Record<string, OptionWords>,
    /** Options of its own bots. */
    agents: {
        "mus-bot": {
            p_bluff: "Bluff",
            near: "Near the end",
            p_ord: "Bluffed órdago",
            p_blind: "Blind bet",
            p_raise: "Raise",
            max_raises: "Most raises",
            bet: "Bet",
            raise: "Size of a raise",
        },
        nash: {
            file: "File",
        },
        mc: {
            file: "File",
        },
    } as Record<string, Record<string, OptionWords>>,
};

export type Words = typeof en;
