// Swedish: the words of Mulle.

import type { Words } from "./en";

export const sv: Words = {
    table: {
        table: (piles) => (piles === 1 ? "På bordet: 1 hög" : `På bordet: ${piles} högar`),
        empty: "Bordet är tomt",
        looseCard: (card, value) => `${card}, värt ${value}`,
        ownOpen: (value, cards) => `Ditt öppna ${value}-bygge: ${cards}`,
        ownLocked: (value, cards) => `Ditt låsta ${value}-bygge: ${cards}`,
        theirOpen: (name, value, cards) => `Öppet ${value}-bygge som ${name} äger: ${cards}`,
        theirLocked: (name, value, cards) => `Låst ${value}-bygge som ${name} äger: ${cards}`,
        buildOf: (value) => `${value}-bygge`,
        ace: "ess",
        valueOf: (value, taker) => `${value} (${taker})`,
        onlyTaker: (taker) => `; bara ${taker} tar det`,
        yours: "ditt",
        hand: (count) => `${count} kort på handen`,
        handCard: (card, value) => `${card}, tar ${value}`,
        specialCard: (card, hand, table) =>
            `${card}: från handen tar det ${hand}-byggen; på bordet är det värt ${table}`,
        tableAndHand: (table, hand) => `${table} | ${hand}`,
        reservedFor: (value) => `Reserverat: ditt enda kort för ditt ${value}-bygge`,
        implied: (values) => `Har säkert ett kort för: ${values}`,
        handKnown: "Talongen är slut: det här är korten som är kvar",
        heap: (count) => (count === 1 ? "1 intaget kort" : `${count} intagna kort`),
        nothingTaken: "Inget intaget än",
        noMulle: "Ingen mulle än",
        mullesOf: (count) => (count === 1 ? "1 mulle" : `${count} mullar`),
        scores: "Ställning",
        omgangOf: (n, of) => `Omgång ${n} av ${of}`,
        omgangGloss: "Omgång: en gång genom hela leken",
        rondOf: (n, of) => `Rond ${n} av ${of}`,
        rondGloss: "Rond: åtta kort till var och en, utspelade. Efter sex är leken slut",
        rondBegins: (n, of) => `Rond ${n} av ${of} börjar: åtta nya kort var.`,
        stock: (count) => `Talong ${count}`,
        mulles: "Mullar",
        mullesGloss: "Mulle: två identiska kort i samma intag. Värd talet på kortet, ess 14",
        tabbar: "Tabbar",
        tabbarGloss: "Tabbe: ett intag som tömmer bordet. Värd 1",
        intake: "Intagspoäng",
        intakeGloss:
            "Intagspoäng: spader 1, SP2 2, SPA 3, andra ess 1, RU10 2. Bara det som är över 20 räknas, och dubbelt; med mindre förlorar du inget",
        intakeOf: (points, limit) => `${points}/${limit}`,
        bonus: "Bonus",
        bonusGloss: "Bonus: dubbelt det som intagspoängen har över 20",
        sum: "Summa",
        sumGloss: "Summa: poäng för mullar, tabbar och bonus. Själva intagspoängen läggs inte till",
        session: "Allt",
        sessionGloss: "Poäng från alla omgångar",
        none: "inga",
        prompts: {
            card: "Välj ett kort på handen",
            cardFirst: "Först ett kort på handen, sedan högen",
            choose: "Vad gör du med det?",
            base: "Tryck på en hög för att bygga på den",
            sets: (count) => `${count} möjliga intag: välj ett`,
            manySets: (count) => `${count} möjliga intag: tryck på högarna du vill ha`,
            commit: "Välj vad du gör med högen",
        },
        help: {
            card: "Välj ett kort: högarna som det kan ta, bygga på eller samla lyser upp.",
            plain: (card, value) =>
                `${card} tar högar med ${value} och summor på ${value}; här finns inget att ta. Tryck på en hög att bygga på, eller lägg ner det.`,
            special: (card, hand, table) =>
                `${card} tar bara ${hand}-byggen; här finns inget. Nedlagt är det värt ${table}.`,
        },
        moves: {
            capture: "Ta in",
            captureFor: (points) => `Ta in, +${points}`,
            captureSet: (cards, piles) => `Ta in ${cards}, med ${piles}`,
            captureSetFor: (cards, piles, points) => `Ta in ${cards}, med ${piles}, +${points}`,
            build: (value, card) => `Bygg ${value} på ${card}`,
            up: (from, to) => `Bygg upp från ${from} till ${to}`,
            down: (from, to) => `Bygg ner från ${from} till ${to}`,
            trotta: (value) => `Trotta ihop ${value}`,
            feed: (value) => `Mata ${value}-bygget`,
            discard: "Släng",
        },
        nextMove: "Visa nästa drag",
        youTake: (count) => `Du tar ${count} kort`,
        liesLoose: (value) => `Det ligger löst på bordet, värt ${value}`,
        becomesOpen: "Öppet: båda kan bygga upp eller ner det",
        becomesLocked: "Låst: ingen kan ändra det",
        mulleOf: (card, points) => `Mulle på ${card}: +${points}`,
        onlyDouble: "Det tar sin dubblett, och inget annat",
        took: (name) => `${name} har tagit`,
        tabbeNow: "Tabbe, bordet är tomt: +1",
        noPoints: "Ingen mulle, ingen tabbe",
        reserves: (card) => `${card} är reserverat för det`,
        reservesSpecial: (card, value) => `${card} är värt ${value} på handen, och är reserverat för det`,
        noReservation: "Du har inget kort som tar det",
        lastOmgang: "Förra omgången",
        omgangEnd: (n) => `Omgång ${n} är slut`,
        omgangDrawn: "Båda fick lika många poäng.",
        why: (name, points, mulles, tabbar, bonus) =>
            `${name} vinner den med ${points}: mullar ${mulles}, tabbar ${tabbar}, bonus ${bonus}.`,
        bonusHow: (intake, limit) => `dubbelt det som intagspoängen ${intake} har över ${limit}`,
        noBonus: (intake, limit) => `intagspoängen ${intake} är inte över ${limit}`,
    },
    guide: {
        /** Small questions about what was just said. */
        ask: {
            sums: {
                ask: "På bordet ligger HJ3, KL4 och RU7. Vad tar din SP7 in?",
                answers: ["RU7", "RU7 HJ3 KL4"],
                right: 1,
                because: "Den tar alla kort som är värda 7 och allt som blir 7 tillsammans.",
            },
            mulle: {
                ask: "Vilka två kort gör en mulle?",
                answers: ["HJ5 SP5", "HJ5 HJ5"],
                right: 1,
                because: "Exakt samma kort två gånger: samma valör och samma färg.",
            },
        },
        deal: "Åtta kort ligger på bordet, och åtta har du på hand. I varje tur spelar du ett kort: för att ta in, för att bygga eller bara för att lägga ner det. Det lilla talet vid ett kort är dess värde.",
        /** Only where cards are written and not drawn. */
        letters: "Bokstäverna är färgen: SP spader, HJ hjärter, RU ruter, KL klöver.",
        mulleRule:
            "Det som räknas mest: det är två kortlekar, så varje kort finns två gånger. Två identiska kort i ett intag är en mulle, och ger talet på kortet.",
        intakeRule: (intake, limit) =>
            `Se på ställningen: du har ${intake} i intagspoäng. En intagen spader räknas 1 (men SP2 2, SPA 3), varje annat ess 1, RU10 2. Bara det som till slut är över ${limit} ger poäng, och det räknas dubbelt; med mindre förlorar du inget.`,
        special: "På handen är ett ess värt 14, SP2 15 och RU10 16: de tar bara byggen med det värdet.",
        pair: (card, name) =>
            `Dina kort kan inte ta något här. Men du har båda ${card}: lägg ner det ena, och om ${name} inte kan ta det gör det andra en mulle av det i din nästa tur.`,
        pressPiles: (card, piles, name) => `tryck på ${card}, sedan på ${piles}, sedan på ”${name}”`,
        capture: (card, value, cards) =>
            `${card} tar allt som är värt ${value} eller blir det tillsammans, här ${cards}.`,
        double: (card) =>
            `På bordet ligger det andra ${card}: ditt tar det, och inget annat. Så är det alltid med precis samma kort.`,
        takeBuild: (card, value) => `Ta det nu själv: ${card} är värt ${value} och tar alltihop.`,
        mulle: (card, points) => `Två ${card} i ett intag: en mulle, ${points} poäng!`,
        tabbe: "Då är bordet tomt: en tabbe, 1 poäng.",
        build: (card, base, value, taker) =>
            `Ett bygge är en hög som du tar senare. Lägg ${card} på ${base}: tillsammans är de värda ${value}, och ${taker} tar dem i din nästa tur.`,
        joins: (cards, value) => `${cards} blir också ${value}, och kommer med av sig själva.`,
        locked: "Ditt bygge fick med sig fler kort, så det är låst (hänglåset): ingen kan ändra det, men den som har rätt kort kan ta det. Värdet på ett öppet bygge kan båda ännu ändra: kortet man lägger på läggs till eller dras ifrån.",
        kept: (card) => `${card} har ett gyllene tal, liksom bygget som det är sparat till.`,
        open: "Ditt bygge är öppet: båda kan ännu ändra värdet med ett kort, som läggs till eller dras ifrån, eller ta det.",
        trotta: (value) =>
            `(”Trotta ihop ${value}” vore något annat: det samlar alla kort av ${value} i ett eget, låst bygge, som ett annat kort av ${value} tar senare.)`,
        discard: (card) => `Dina kort kan inte ta något här, så du får lägga ner ett: ${card}.`,
        keep: (cards) => `Spara ${cards}: spader, ess och RU10 räknas för den som tar in dem.`,
        sweep: (card, value, name) =>
            `Låg ${card} på bordet kunde ett enda kort värt ${value} ta alltihop: en tabbe för ${name}.`,
        intake: (points) => `Det ger ${points} i intagspoäng.`,
        deny: (card, name) => `Det ger inga poäng, men nu kan ${name} inte göra en mulle av ${card}.`,
        end: (own, name, theirs, ronder) =>
            `Alla åtta korten är spelade: det var en rond. Du har ${own} poäng, och ${name} har ${theirs} hittills. Båda får nu åtta nya kort. Efter ${ronder} ronder är kortleken slut, och den som har flest poäng vinner.`,
        learnt: [
            "Ta kort av samma värde som ditt, eller summor. Ligger precis samma kort där är det en mulle, och då tar du bara det.",
            "Bygg med ett kort det som ett annat på handen kan ta; ess (14), SP2 (15) och RU10 (16) tar bara byggen. Ett öppet bygge kan båda ändra, ett låst kan ingen ändra.",
            "Mullar, tömt bord (tabbe) och intagspoäng över 20 (spader, ess, RU10) räknas. Efter sex ronder räknas poängen ihop.",
        ],
    },
    ending: {
        story: (who, one, other, tabbes) => `Mullar: ${one} mot ${other}; tabbar för ${who}: ${tabbes}.`,
        mulles: "Mullar",
        tabbe: "Tabbar",
        intake: "Intagspoäng",
        bonus: "Bonus",
    },
    /** Keys and codes of views and moves. */
    keys: {
        rond: "Rond",
        omgang: "Omgång",
        omgangar: "Omgångar",
        bonus: "Bonus",
        build: "Bygge",
        captured: "Intagna",
        implied: "Har säkert",
        intake: "Intagspoäng",
        locked: "Låst",
        mulle: "Mullar",
        mulles: "Mullar",
        session: "Sammanlagt",
        tabbe: "Tabbar",
        undealt: "Ej utdelade",
    },
    presets: {
        one: { title: "En omgång", help: "En hel lek, ungefär tio minuter" },
        three: { title: "Tre omgångar", help: "En lång match, tre lekar" },
    },
    options: {
        omgangar: "Omgångar",
        starter: {
            name: "Börjar",
            words: { A: "plats 1", B: "plats 2", random: "slumpas" },
        },
    },
    /** Options of its own bots. */
    agents: {
        "mulle-learn": {
            file: "Fil",
            epsilon: "Epsilon",
            alpha: "Alfa",
            learn: "Lär sig",
        },
    },
};
