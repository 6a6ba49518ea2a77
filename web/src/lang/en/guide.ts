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
        press: (move: string) => `Now: ${move}`,
        otherMove: "The rules allow that too. In this deal, try what the coach says.",
        notNow: "That is not possible now. Look at what the coach says.",
        doneTitle: "That was a deal. You know now:",
        playReal: "Play a real game",
        again: "Once more",
        none: "There is no guided deal of this game.",
        sabacc: {
            deal: "You hold two cards, one Sand and one Blood. You want them to be equal, that is a Sabacc; else as close as can be. The others cannot see them.",
            token: (name: string, what: string) =>
                `In your turn you may first play one of your tokens, each once in the game. Play ${name}: ${what}.`,
            noToken: "You may also keep your tokens for later. Play none this time.",
            draw: (sand: string, blood: string) =>
                `Your cards are ${sand} and ${blood}: too far apart. A card costs one chip, which goes into your pot. Draw from the Sand pile.`,
            keep: (card: string) =>
                `The ${card} brings your two cards closer together. Keep it; the old one is put down.`,
            refuse: (card: string) => `The ${card} does not help you. Refuse it, and stay with what you have.`,
            pass: "Your cards are close now. Pass: it costs nothing.",
            die: "An Impostor takes the value of a die. Choose the one that fits your other card.",
            reveal: "After three turns all hands are shown. The best gets its pot back; the others lose theirs, and as many chips of their reserve as their cards are apart. Whoever has no chips left is out.",
            learnt: [
                "Two equal cards are a Sabacc: the lower, the better. Else the smaller difference wins.",
                "A draw costs a chip; passing is free. Three turns, then all hands are shown.",
                "The last one with chips wins the game.",
            ],
        },
        bruno: {
            deal: "Everybody has seven cards in hand, three shown and three hidden on the table. You and the player opposite are a team: whoever is first rid of all cards wins for both.",
            lead: "The pile is empty, so you may lead anything. Low cards first: they are hard to get rid of later.",
            follow: "Play a card that is not lower than the one to beat. The lowest that will do is best.",
            several: "Several cards of one rank can go at once. Select them both.",
            functionCard: (what: string) =>
                `A function card can always be played. This is a good moment for one. ${what}.`,
            pickUp: "Nothing you hold can be played, so you must pick up the pile. Then you lead, with anything.",
            flip: "Your hand and your shown cards are gone. Turn up a hidden card, and see whether it can be played.",
            learnt: [
                "Play as high as the card to beat or higher, one or several of a rank; 2, 3, 9 and 10 go on anything.",
                "Whoever cannot play picks up the pile, and leads.",
                "First the hand, then the shown cards, then the hidden ones. A function card can never be the last.",
            ],
        },
        mus: {
            deal: "Four cards each; you play with the player opposite. There are four lances, and in each one bets on who has the best cards. The first pair with 40 stones wins.",
            mus: "First the question: does everybody want to change cards? Say “mus” for yes.",
            noMus: "These cards will do. Cut with “no mus”: then the lances begin.",
            discard:
                "Put down what is of little use. Kings (and threes, which count as kings) are good for grande, pairs for pares. Select the cards, then discard them.",
            lances: {
                GRANDE: "Grande: the highest cards win.",
                CHICA: "Chica: the lowest cards win; aces (and twos) are best.",
                PARES: "Pares: pairs. Only those who have some play it.",
                JUEGO: "Juego: whoever has 31 points or more; kings, caballos and sotas count ten.",
                PUNTO: "Punto: nobody has 31, so the most points win.",
            },
            bet: "You are strong here. Bet two stones: “envido”. The others must accept, raise or give up.",
            pass: "Not your strongest lance. “Paso”: you bet nothing, but you can still accept a bet.",
            accept: "They bet. Your cards are good enough: “quiero”, I accept.",
            refuse: "They bet, and your cards are weak: “no quiero”. They get only a stone for it.",
            count: "The hand is over, and all cards are shown. Lance by lance the winners take their stones; pares and juego bring some by themselves. Look at the count, then go on.",
            learnt: [
                "Four lances: grande, chica, pares, juego (or punto). In each you may pass, bet, accept or refuse.",
                "A refused bet brings a stone at once; an accepted one is decided by the cards at the end.",
                "40 stones win; “órdago” bets everything at once.",
            ],
        },
        mulle: {
            press: (card: string, move: string) => `${card}, then “${move}”`,
            deal: "Eight cards lie on the table, and eight are in your hand. In every turn you play one card: to take, to build or just to lay it down. Spades, aces and the ten of diamonds count; two identical cards in one capture are a mulle, which counts most.",
            moves: {
                capture:
                    "Your card takes whatever has its value, also several cards that add up to it. Select it, and look at what it would take.",
                build: "Lay your card on another: their values add up to a build, which a card of your hand can take next time. A pair of identical cards in it would be a mulle.",
                trotta: "Trotta gathers all cards of this value in a locked build of yours.",
                discard: "There is nothing good to take or build. Lay down a card that helps the other one least.",
            } as Record<string, string>,
            learnt: [
                "Take cards of the value of yours, or sums of it. Where the very same card lies there, it is a mulle.",
                "Build with one card what another of your hand can take; a locked build can be changed by nobody.",
                "Mulles, an emptied table (tabbe), spades and aces count. After six ronder the points are added up.",
            ],
        },
    },
};
