// English: the words of Mulle, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

export const en = {
    table: {
        table: (piles: number) => (piles === 1 ? "On the table: 1 pile" : `On the table: ${piles} piles`),
        empty: "The table is empty",
        looseCard: (card: string, value: number) => `${card}, worth ${value}`,
        ownOpen: (value: number, cards: string) => `Your open build of ${value}: ${cards}`,
        ownLocked: (value: number, cards: string) => `Your locked build of ${value}: ${cards}`,
        theirOpen: (name: string, value: number, cards: string) => `Open build of ${value} of ${name}: ${cards}`,
        theirLocked: (name: string, value: number, cards: string) => `Locked build of ${value} of ${name}: ${cards}`,
        buildOf: (value: number) => `${value}-build`,
        /** What takes a build of 14. */
        ace: "ace",
        /** A value, and what alone takes builds of it. */
        valueOf: (value: number, taker: string) => `${value} (${taker})`,
        /** After the words for a build. */
        onlyTaker: (taker: string) => `; only ${taker} takes it`,
        yours: "yours",
        hand: (count: number) => (count === 1 ? "1 card in hand" : `${count} cards in hand`),
        handCard: (card: string, value: number) => `${card}, takes ${value}`,
        specialCard: (card: string, hand: number, table: number) =>
            `${card}: from the hand it takes builds of ${hand}; on the table it is worth ${table}`,
        /** Under a card that is worth more in hand. */
        tableAndHand: (table: number, hand: number) => `${table} | ${hand}`,
        reservedFor: (value: number) => `Reserved: your only card for your build of ${value}`,
        implied: (values: string) => `Certainly holds a card for: ${values}`,
        handKnown: "The stock is empty: these are the cards that are left",
        heap: (count: number) => (count === 1 ? "1 captured card" : `${count} captured cards`),
        nothingTaken: "Nothing taken yet",
        noMulle: "No mulle yet",
        mullesOf: (count: number) => (count === 1 ? "1 mulle" : `${count} mulles`),
        scores: "Score",
        omgangOf: (n: number, of: number) => `Omgång (round) ${n} of ${of}`,
        omgangGloss: "Omgång: one time through the whole deck",
        rondOf: (n: number, of: number) => `Rond (deal) ${n} of ${of}`,
        rondGloss: "Rond: a deal of eight cards for each player, played out. Six of them use up the deck",
        rondBegins: (n: number, of: number) => `Rond ${n} of ${of} starts: eight new cards each.`,
        stock: (count: number) => `Stock ${count}`,
        mulles: "Mulles",
        mullesGloss: "Mulle: two identical cards in one capture. Worth the number on the card, ace 14",
        tabbar: "Tabbes",
        tabbarGloss: "Tabbe: a capture that empties the table. Worth 1",
        intake: "Intake",
        intakeGloss:
            "Intake: spades 1, SP2 2, SPA 3, other aces 1, RU10 2. Only what is above 20 counts, and double; with less you lose nothing",
        intakeOf: (points: number, limit: number) => `${points}/${limit}`,
        bonus: "Bonus",
        bonusGloss: "Bonus: twice what the intake has above 20",
        sum: "Sum",
        sumGloss: "Sum: the points of mulles, tabbes and bonus. Intake itself is not added",
        session: "All",
        sessionGloss: "Points of all omgångar",
        none: "none",
        prompts: {
            card: "Choose a card from your hand",
            cardFirst: "First a card from your hand, then the pile",
            choose: "What do you do with it?",
            base: "Press a pile to build on it",
            sets: (count: number) => `${count} ways to capture: choose one`,
            manySets: (count: number) => `${count} ways to capture: press the piles that you want`,
            commit: "Choose what to do with this pile",
        },
        help: {
            card: "Choose a card: the piles that it can take, build on or gather light up.",
            plain: (card: string, value: number) =>
                `${card} takes piles of ${value} and sums of ${value}; here it takes none. Press a pile to build on, or put it down.`,
            special: (card: string, hand: number, table: number) =>
                `${card} takes builds of ${hand} only; here there is none. Laid down it is worth ${table}.`,
        },
        moves: {
            capture: "Capture",
            captureFor: (points: number) => `Capture, +${points}`,
            captureSet: (cards: number, piles: string) => `Capture ${cards}, with ${piles}`,
            captureSetFor: (cards: number, piles: string, points: number) =>
                `Capture ${cards}, with ${piles}, +${points}`,
            build: (value: number, card: string) => `Build ${value} on ${card}`,
            up: (from: number, to: number) => `Build up from ${from} to ${to}`,
            down: (from: number, to: number) => `Build down from ${from} to ${to}`,
            trotta: (value: number) => `Trotta ${value}`,
            feed: (value: number) => `Feed the ${value}`,
            discard: "Discard",
        },
        nextMove: "Show the next move",
        youTake: (count: number) => `You take ${count} cards`,
        liesLoose: (value: number) => `It lies loose on the table, worth ${value}`,
        becomesOpen: "Open: both players can change it, up or down",
        becomesLocked: "Locked: nobody can change it",
        mulleOf: (card: string, points: number) => `Mulle ${card}: +${points}`,
        onlyDouble: "It takes its double and nothing else",
        took: (name: string) => `${name} took`,
        tabbeNow: "Tabbe, the table is empty: +1",
        noPoints: "No mulle, no tabbe",
        reserves: (card: string) => `${card} is reserved for it`,
        reservesSpecial: (card: string, value: number) => `${card} counts ${value} in the hand, and is reserved for it`,
        noReservation: "You hold no card to take it",
        lastOmgang: "Last omgång",
        omgangEnd: (n: number) => `Omgång ${n} is over`,
        omgangDrawn: "Both have scored the same.",
        why: (name: string, points: number, mulles: string, tabbar: string, bonus: string) =>
            `${name} wins it by ${points}: mulles ${mulles}, tabbes ${tabbar}, bonus ${bonus}.`,
        bonusHow: (intake: number, limit: number) => `twice what intake ${intake} has above ${limit}`,
        noBonus: (intake: number, limit: number) => `intake ${intake} is not above ${limit}`,
    },
    guide: {
        /** Small questions about what was just said. */
        ask: {
            sums: {
                ask: "On the table lie HJ3, KL4 and RU7. What does your SP7 take?",
                answers: ["RU7", "RU7 HJ3 KL4"],
                right: 1,
                because: "It takes every card worth 7, and all that adds up to 7.",
            },
            mulle: {
                ask: "Which two cards make a mulle?",
                answers: ["HJ5 SP5", "HJ5 HJ5"],
                right: 1,
                because: "The very same card twice: equal rank and equal suit.",
            },
        },
        deal: "Eight cards lie on the table, and eight are in your hand. In each turn you play one card: to capture, to build, or just to lay it down. The small number at a card is its value.",
        /** Only where cards are written and not drawn. */
        letters: "The letters are its suit in Swedish: SP spades, HJ hearts, RU diamonds, KL clubs.",
        mulleRule:
            "Most important: there are two decks, so every card exists twice. Two identical cards in one capture make a mulle, worth the number on the card.",
        intakeRule: (intake: number, limit: number) =>
            `Look at the score: your intake is ${intake}. A captured spade counts 1 (but SP2 2, SPA 3), any other ace 1, RU10 2. Only what you have above ${limit} at the end brings points, and it counts double; with less you lose nothing.`,
        special: "In the hand an ace counts 14, SP2 15 and RU10 16: they take builds of that value only.",
        pair: (card: string, name: string) =>
            `Your cards can take nothing here. But you hold both ${card}: lay one down, and if ${name} cannot take it, the other one makes a mulle of it in your next turn.`,
        pressPiles: (card: string, piles: string, name: string) => `press ${card}, then ${piles}, then “${name}”`,
        capture: (card: string, value: number, cards: string) =>
            `${card} takes everything that is worth ${value} or adds up to it, here ${cards}.`,
        double: (card: string) =>
            `The other ${card} lies on the table: your ${card} takes it, and nothing else. That is always so with the very same card.`,
        takeBuild: (card: string, value: number) =>
            `Now take it yourself: ${card} is worth ${value} and takes all of it.`,
        mulle: (card: string, points: number) => `Two ${card} in one capture: a mulle, ${points} points!`,
        tabbe: "The table is empty then: a tabbe, 1 point.",
        build: (card: string, base: string, value: number, taker: string) =>
            `A build is a pile that you capture later. Lay ${card} on ${base}: together they are worth ${value}, for ${taker} to take in your next turn.`,
        joins: (cards: string, value: number) => `${cards} also make ${value}, and join by themselves.`,
        locked: "More cards joined your build, so it is locked (the padlock): nobody can change it, but any player with the right card can capture it. Of an open one both of you could still change the value: a card that is laid on it is added or subtracted.",
        kept: (card: string) => `${card} has a golden number, like the build that it is kept for.`,
        open: "Your build is open: both of you can still change its value with a card, which is added or subtracted, or capture it.",
        trotta: (value: number) =>
            `(“Trotta ${value}” would do something else: it gathers all cards of ${value} in a locked build of yours, for another ${value} to take later.)`,
        discard: (card: string) => `Your cards can take nothing here, so lay one down: ${card}.`,
        keep: (cards: string) => `Keep ${cards}: spades, aces and RU10 count for the player who captures them.`,
        sweep: (card: string, value: number, name: string) =>
            `With ${card} on the table a single card of ${value} could take everything, a tabbe for ${name}.`,
        intake: (points: number) => `That is ${points} for your intake.`,
        deny: (card: string, name: string) => `It brings no points, but now ${name} cannot make a mulle of ${card}.`,
        end: (own: number, name: string, theirs: number, ronder: number) =>
            `All eight cards are played: that was a rond (one deal). You have ${own} points, ${name} has ${theirs} so far. Both get eight new cards now. After ${ronder} such deals the deck is used up, and the player with more points wins.`,
        learnt: [
            "Take cards of the value of yours, or sums of it. If the very same card is there, it is a mulle, and you take only that one.",
            "Build with one card what another of your hand can take; ace (14), SP2 (15) and RU10 (16) take builds only. Both can change an open build, nobody a locked one.",
            "Mulles, an emptied table (tabbe) and intake above 20 (spades, aces, RU10) count. After six deals (ronder) the points are added up.",
        ],
    },
    ending: {
        story: (who: string, one: number, other: number, tabbes: number) =>
            `Mulles ${one} to ${other}; ${who} swept the table ${tabbes === 1 ? "once" : `${tabbes} times`}.`,
        mulles: "Mulles",
        tabbe: "Tabbar",
        intake: "Intake",
        bonus: "Bonus",
    },
    /** Keys and codes of views and moves. */
    keys: {
        rond: "Rond",
        omgang: "Omgång",
    } as Record<string, string>,
    presets: {
        one: { title: "One omgång", help: "A whole deck, about ten minutes" },
        three: { title: "Three omgångar", help: "A long match, three decks" },
    },
    options: {
        omgangar: "Omgångar",
        starter: {
            name: "Starter",
            words: { A: "seat 1", B: "seat 2", random: "random" },
        },
    } as Record<string, OptionWords>,
    /** Options of its own bots. */
    agents: {
        "mulle-learn": {
            file: "File",
            epsilon: "Epsilon",
            alpha: "Alpha",
            learn: "Learn",
        },
    } as Record<string, Record<string, OptionWords>>,
};

export type Words = typeof en;
