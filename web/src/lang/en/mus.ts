// English: the table of Mus.

const stones = (count: number) => (count === 1 ? "1 stone" : `${count} stones`);

export const mus = {
    mus: {
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
        /** What holds now, in a sentence for somebody who has never played. */
        now: {
            MUS: "If all say mus, cards are changed. The first no mus (cut) begins the lances.",
            DISCARD: "Everybody puts down cards and draws as many.",
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
            DISCARD: "Choose the cards to put down",
            open: (lance: string, gloss: string) => `${lance} (${gloss}): pass, or bet?`,
            answer: (lance: string) => `Do you want the bet on ${lance}?`,
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
        /** What somebody holds. */
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
        last: "Last count",
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
            alone: (what: string) => `Nobody else has ${what}: no bets on it.`,
            neither: {
                opponent: (what: string) => `Neither opponent has ${what}: no bets on it.`,
                own: (what: string) => `Neither of you two has ${what}: no bets on it.`,
                of: (one: string, other: string, what: string) =>
                    `Neither ${one} nor ${other} has ${what}: no bets on it.`,
            },
            /** Who bet is not always known. */
            refused: "The bet was refused: no cards are compared.",
            refusedOwn: (others: string) => `You bet, and ${others} refused: no cards are compared.`,
            refusedOf: (who: string, others: string) => `${who} bet, and ${others} refused: no cards are compared.`,
            willing: (loser: string) => `${loser} has better cards, but did not accept the bet.`,
            nobody: (what: string) => `Nobody has ${what}: no bets on it.`,
            ordago: (lance: string) => `Not counted: the órdago on ${lance} decided the game.`,
            decided: "Not counted: the game was won before.",
        },
    },
};
