// English: the guided deals.

export const guide = {
    guide: {
        link: "Learn in two minutes",
        linkLabel: (game: string) => `Learn ${game} in a guided deal of two minutes`,
        offerTitle: (game: string) => `Your first time at ${game}?`,
        offerText: "A coach takes you through a real deal in two minutes. You can also do that later.",
        offerLearn: "Learn it first",
        offerPlay: "Play right away",
        title: (game: string) => `Learn ${game}`,
        coach: "The coach",
        you: "You",
        next: "Next",
        back: "Back",
        step: (n: number, all: number) => `Step ${n} of ${all}`,
        end: "Finish",
        press: (task: string) => `Now: ${task}.`,
        button: (name: string) => `press “${name}”`,
        then: (things: string, name: string) => `press ${things}, then “${name}”`,
        otherMove: "The rules allow that too, but the coach wants something else.",
        notNow: "That is not possible now. Do what the coach says.",
        readFirst: "First read what the coach says, and press “Next”.",
        doneTitle: "That was a deal. Now you know:",
        playReal: "Play a real game, gently",
        again: "Once more",
        none: "There is no guided deal of this game.",
        sabacc: {
            deal: (sand: string, blood: string) =>
                `You hold two cards: a Sand card, ${sand}, and a Blood card, ${blood}. Only you see them. Two equal cards are a Sabacc, and a low one beats a high one. Without a pair, the closer your cards are, the better.`,
            chips: (count: number) =>
                `The round has three turns; then all hands are shown, and only the best hand pays nothing. You pay with chips: ${count} lie in your reserve. A draw costs one, and what you spend goes into your pot first. Whoever has an empty reserve when a round ends is out of the game.`,
            tokens: "Everybody has the same three tokens: three of sixteen, others in each game. At the start of each of your turns you may play one: a special power, once in the whole game.",
            token: (name: string, what: string) => `${name}: ${what}.`,
            tokenFree: "It costs you nothing, so it is a good beginning.",
            eye: "An eye on a card says that everybody knows it: it was taken from where all could see it.",
            untouched: (name: string) => `${name} is immune and pays nothing.`,
            pays: (name: string, count: number) =>
                `${name} pays ${count} ${count === 1 ? "chip" : "chips"} into their pot.`,
            youPay: (name: string, token: string, count: number) =>
                `${name} plays ${token}, which costs you ${count} ${count === 1 ? "chip" : "chips"}, from your reserve into your pot.`,
            putBack: (name: string) =>
                `(${name} paid 1 chip for the open card and put it back: that is allowed, and does not help.)`,
            pressToken: (name: string) => `press the token ${name}, then the button “${name}”`,
            tokenMet: (name: string, what: string) => `(The token ${name} says: “${what}.”)`,
            noToken: "Each of your other tokens works only once: keep them.",
            keepFree: (name: string) =>
                `${name} is worth most when your reserve is empty; now you can still pay for a draw.`,
            noTokenAgain: "Keep your tokens for the next rounds.",
            drawing:
                "Now you may draw a card, or pass. A draw costs 1 chip. You always hold one Sand and one Blood card: of the new one and the old one of its colour you keep one, and put down the other.",
            draw: (sand: string, blood: string, apart: number) =>
                `Your ${sand} and ${blood} are ${apart} apart. A new Sand card may bring them closer.`,
            hiddenPile: (family: string) => `the ${family} pile of hidden cards`,
            openCard: (family: string) => `the open ${family} card`,
            take: (open: string, other: string) =>
                `The open ${open} makes a Sabacc with your ${other}. Taking it costs 1 chip too, and everybody sees what you take.`,
            takeCloser: (open: string, other: string, apart: number, sand: string, blood: string, now: number) =>
                `Your ${sand} and ${blood} are ${now} apart now; the open ${open} and your ${other} only ${apart}. Taking it costs 1 chip too, and everybody sees it.`,
            keepPair: (card: string, other: string) => `${card} and ${other} are equal, a Sabacc. Keep the new card.`,
            keepCloser: (card: string, other: string, apart: number, before: number) =>
                `The ${card} and your ${other} are ${apart} apart; before, it was ${before}. Keep it, and the old card is put down.`,
            refuse: (card: string, other: string, apart: number) =>
                `The ${card} and your ${other} would be ${apart} apart: no better than before. Refuse it.`,
            passPair: (value: string) =>
                `You have a Sabacc of ${value}. Another card would cost a chip and could not help. Passing is free.`,
            passClose: (sand: string, blood: string) =>
                `Your ${sand} and ${blood} are close, and another card would cost a chip. Passing is free.`,
            won: (pot: number) => `All hands are shown, and yours is the best: your pot of ${pot} comes back to you.`,
            lost: (pot: number, penalty: number) =>
                `All hands are shown, and yours is not the best: you lose your pot of ${pot}, and ${penalty} more.`,
            reveal: "The others lose their pots, and chips of their reserve: 1 for a beaten Sabacc, else as many as their cards are apart.",
            impostor: "An Impostor has the value of a die.",
            sylop: "A Sylop is worth as much as the other card.",
            goesOn: "Then new cards are dealt. The last player with chips wins.",
            learnt: [
                "Two equal cards are a Sabacc: the lower, the better. Else the smaller difference wins, then the smaller sum. Where several hands are equally good, none of them pays.",
                "A draw costs a chip; passing is free. Three turns, then all hands are shown. The last one with chips wins the game.",
                "Two kinds of cards did not come up. A Sylop counts as much as your other card. For an Impostor, the mask, you roll two dice at the end and choose one. Press such a card in your hand, and it says what it is.",
            ],
        },
        bruno: {
            deal: "Everybody has seven cards in hand and, on the table, three shown and three hidden ones. You want to be rid of all of them: first the hand, then the shown cards, at last the hidden ones, which nobody has seen.",
            team: (partner: string) =>
                `You and ${partner}, opposite, are a team: whoever of you is first rid of all cards wins for both.`,
            order: "Play as high as the card to beat, or higher; one card is enough, even where two were played. From low to high: 4 5 6 7 8, jack, queen, king, ace. Suits do not matter.",
            aside: "(2, 3, 9 and 10 are function cards: the next steps explain them.)",
            /** One of so many that one holds. */
            card: (rank: string, held: number) => (held > 1 ? `one of the ${rank}s` : `the ${rank}`),
            lead: (rank: string) =>
                `There is nothing to beat, so anything goes. Low cards are the hardest to get rid of: begin with the ${rank}.`,
            follow: (beat: string, rank: string) =>
                `To beat: ${beat}. Your lowest card that will do is the ${rank}. Keep higher ones for later.`,
            below9: (rank: string) => `After a 9 you must play below 9. Your ${rank} will do.`,
            several:
                "Cards of one rank may go together, so press all of them in your hand. (Your shown cards wait until the hand is empty.)",
            onlyFunction:
                "You have no card that is high enough. But 2, 3, 9 and 10 are function cards, which go on anything.",
            functionCard: (next: string) =>
                `Function cards (2, 3, 9 and 10) go on anything. Make it hard for ${next}, your opponent, and keep your high card.`,
            functions: {
                "2": "With a 2 you pass: the next player faces the same card.",
                "3": "A 3 passes the card on past the next player: the team-mate of whoever played it faces it. Two 3s at once do no more than one.",
                "9": "After a 9 the next player must play below 9.",
                "10": "A 10 mixes the hands: all hand cards of all players are collected and shared out evenly; some get one more. The next player faces the same card, and the 10 leaves the game.",
            } as Record<string, string>,
            picksUp: "Whoever cannot play picks up the whole pile, and then leads with anything.",
            pickUp: "You have nothing to play, so you pick up the pile. Then you lead, with anything.",
            openCards: (name: string) =>
                `Most cards of ${name} lie face up now: everybody saw them being picked up. In a hand that lies closed such a card has an eye. “Unseen cards: only …” says what the rest can be: when the pile was picked up, none of them could be played.`,
            jump: "So it goes round and round. We jump to the end of this game.",
            zones: {
                shown: "Some turns later your hand is empty. Now your shown cards are played, as if they were your hand.",
                hidden: "Your shown cards are gone too. What is left are your hidden cards.",
            },
            flip: "Flip one, whichever you like: nobody has seen them. If it can be played, it is played. If not, you must take it, and the pile.",
            flipAgain: "Flip another one: if it can be played, it is played.",
            flipLast: "Flip your last card. If it can be played, you have won.",
            flipped: (card: string) => `You flipped: ${card}. It could be played.`,
            end: (card: string, partner: string) =>
                `You flip: ${card}. It can be played, and it was your last card: you have won, for ${partner} as well. One more rule: a function card can never be the last card. Whoever has only that one left must pick up the pile.`,
            /** Why a card cannot be played now. */
            refused: {
                low: (rank: string, beat: string) =>
                    `${/^8|^a/.test(rank) ? "An" : "A"} ${rank} does not beat the ${beat}.`,
                nine: "After a 9 you play below 9, or a function card.",
                shown: "Shown cards are played when the hand is empty.",
                hidden: "Hidden cards are flipped when hand and shown cards are gone.",
            },
            learnt: [
                "Play as high as the card to beat or higher, one card or several of a rank; one may answer two. Whoever cannot play picks up the pile, and leads.",
                "2, 3, 9 and 10 go on anything: a 2 passes, a 3 passes and skips the next player, after a 9 one plays below 9, after a 10 all hands are dealt anew.",
                "First the hand, then the shown cards, then the hidden ones. A function card can never be the last: whoever has only that picks up the pile.",
            ],
        },
        mus: {
            deal: (partner: string, one: string, other: string, target: number) =>
                `Four cards each. You and ${partner}, opposite, play against ${one} and ${other}; whoever has ${target} stones first, the points of this game, wins. A 3 counts as a king (rey, 12), and a 2 as an ace (as, 1). The coin with a hand lies with whoever speaks first and wins ties, the mano: you.`,
            questions:
                "It is about four questions, the lances: who has the highest cards (grande), the lowest (chica), the best pairs (pares), 31 points or more (juego)? In each you can bet stones.",
            counting:
                "For juego the points of the cards are added. Kings (12), 3s and the figures 11 (caballo) and 10 (sota) count 10, aces and 2s 1, the others their number. 31 or more is juego: 31 is best, then 32, then 40, 37, 36, 35, 34, and last 33.",
            mano: "First everybody is asked whether to change cards, and you, the mano, speak first.",
            mus: (pares: string, juego: string) =>
                `You have ${pares} and ${juego}: that can get better. “Mus” means yes.`,
            discard:
                "Keep the kings, and 3s, which count as kings: they are the highest cards. Put down the other cards, and new ones will come.",
            /** After another choice: what of it to take back, and what to do then. */
            putBack: (cards: string, rest: string) => `put back ${cards} (press again), then ${rest}`,
            marked: (rank: string) => `the ${rank} with the arrow`,
            noMus: (pares: string, juego: string) =>
                `Now you have ${pares} and ${juego}: good cards. “No mus” cuts: nobody changes any more, and the lances begin.`,
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
            partnerDid: (partner: string) =>
                `${partner} has refused already; one of you two would be enough to accept.`,
            ended: {
                passed: (lance: string) => `${lance}: all passed, so the best cards get 1 stone at the end.`,
                value: (lance: string) => `${lance}: all passed, so only the value of the cards counts at the end.`,
                accepted: (lance: string, count: number) =>
                    `${lance}: the better cards get ${count} stones at the end.`,
                deje: "A refused bet brings 1 stone at once, the deje; a refused raise brings what had been bet before it.",
            },
            theStones: (count: number) => `the round button ${count}`,
            answered: (name: string) => `${name} says “quiero”: your bet is accepted.`,
            skipped: (one: string, other: string) =>
                `Juego was not bet on, since neither ${one} nor ${other} has it; where nobody has it, punto is played: the most points win.`,
            count: (us: number, them: number, target: number) =>
                `The count says who gets how many stones, and why. Pares and juego bring some by themselves, their value (par: 1, medias: 2, duples: 3, juego: 2, with 31 points: 3). In all: ${us} for you two, ${them} for them. New hands follow until somebody has ${target}.`,
            learnt: [
                "Four lances: grande, chica, pares, juego (or punto). In each you may pass, bet, accept or refuse.",
                "A refused bet brings 1 stone at once, and a refused raise what had been bet before it (deje); an accepted one is decided by the cards at the end.",
                "40 stones win a game; a blue stone counts 5. “Órdago” bets the whole game at once.",
            ],
        },
        mulle: {
            deal: "Eight cards lie on the table, and eight are in your hand. In each turn you play one card: to capture, to build, or just to lay it down. The small number at a card is its value. The letters are its suit in Swedish: SP spades, HJ hearts, RU diamonds, KL clubs.",
            mulleRule:
                "What counts most: there are two decks, so every card exists twice. Two identical cards in one capture are a mulle, and bring the number on the card.",
            intakeRule: (intake: number, limit: number) =>
                `Look at the score: your intake is ${intake}. A captured spade counts 1 (but SP2 2, SPA 3), any other ace 1, RU10 2. Only what you have above ${limit} at the end brings points, and it counts double; with less you lose nothing.`,
            special: "In the hand an ace counts 14, SP2 15 and RU10 16: they take builds of that value only.",
            pair: (card: string, name: string) =>
                `Your cards can take nothing here. But you hold both ${card}: lay one down, and if ${name} cannot take it, the other one makes a mulle of it in your next turn.`,
            pressPiles: (card: string, piles: string, name: string) => `press ${card}, then ${piles}, then “${name}”`,
            capture: (card: string, value: number, cards: string) =>
                `${card} takes whatever is worth ${value} or adds up to it, here ${cards}.`,
            double: (card: string) =>
                `The other ${card} lies on the table: your ${card} takes it, and nothing else. That is always so with the very same card.`,
            takeBuild: (card: string, value: number) =>
                `Now take it yourself: ${card} is worth ${value} and takes all of it.`,
            mulle: (card: string, points: number) => `Two ${card} in one capture: a mulle, ${points} points!`,
            tabbe: "The table is empty then: a tabbe, 1 point.",
            build: (card: string, base: string, value: number, taker: string) =>
                `A build is a pile that you capture later. Lay ${card} on ${base}: together they are worth ${value}, for ${taker} to take in your next turn.`,
            joins: (cards: string, value: number) => `${cards} also make ${value}, and join by themselves.`,
            locked: "More cards joined your build, so it is locked (the padlock): nobody can change it, but whoever has the right card can capture it. Of an open one both of you could still change the value: a card that is laid on it is added or subtracted.",
            kept: (card: string) => `${card} has a golden number, like the build that it is kept for.`,
            open: "Your build is open: both of you can still change its value with a card, which is added or subtracted, or capture it.",
            trotta: (value: number) =>
                `(“Trotta ${value}” would do something else: it gathers all cards of ${value} in a locked build of yours, for another ${value} to take later.)`,
            discard: (card: string) => `Your cards can take nothing here, so lay one down: ${card}.`,
            keep: (cards: string) => `Keep ${cards}: spades, aces and RU10 count for whoever captures them.`,
            sweep: (card: string, value: number, name: string) =>
                `With ${card} on the table a single card of ${value} could take everything, a tabbe for ${name}.`,
            intake: (points: number) => `That is ${points} for your intake.`,
            deny: (card: string, name: string) =>
                `It brings no points, but now ${name} cannot make a mulle of ${card}.`,
            end: (own: number, name: string, theirs: number, ronder: number) =>
                `All eight cards are played: that was a rond (one deal). You have ${own} points, ${name} has ${theirs} so far. Both get eight new cards now. After ${ronder} such deals the deck is used up, and whoever has more points wins.`,
            learnt: [
                "Take cards of the value of yours, or sums of it. Where the very same card lies there, it is a mulle, and you take that one only.",
                "Build with one card what another of your hand can take; ace (14), SP2 (15) and RU10 (16) take builds only. Both can change an open build, nobody a locked one.",
                "Mulles, an emptied table (tabbe) and intake above 20 (spades, aces, RU10) count. After six deals (ronder) the points are added up.",
            ],
        },
    },
};
