// Swedish: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Lär dig på två minuter",
        linkLabel: (game) => `Lär dig ${game} i en ledd giv på två minuter`,
        offerTitle: (game) => `Första gången du spelar ${game}?`,
        offerText: "En ledare tar dig genom en riktig giv på två minuter. Det går också bra senare.",
        offerLearn: "Lär dig först",
        offerPlay: "Spela direkt",
        title: (game) => `Lär dig ${game}`,
        coach: "Ledaren",
        you: "Du",
        next: "Nästa",
        back: "Tillbaka",
        step: (n, all) => `Steg ${n} av ${all}`,
        press: (move) => `Nu: ${move}`,
        otherMove: "Reglerna tillåter det också. Prova i den här given vad ledaren säger.",
        notNow: "Det går inte nu. Titta på vad ledaren säger.",
        doneTitle: "Det var en giv. Nu vet du:",
        playReal: "Spela på riktigt",
        again: "En gång till",
        none: "Det finns ingen ledd giv för det här spelet.",
        sabacc: {
            deal: "Du har två kort, ett Sand och ett Blod. De ska helst vara lika, det är en Sabacc; annars så nära varandra som möjligt. De andra ser dem inte.",
            token: (name, what) =>
                `I din tur får du först spela en av dina brickor, var och en en gång i spelet. Spela ${name}: ${what}.`,
            noToken: "Du kan också spara brickorna till senare. Spela ingen den här gången.",
            draw: (sand, blood) =>
                `Dina kort är ${sand} och ${blood}: för långt ifrån varandra. Att dra kostar en mark, som går till din pott. Dra från Sandhögen.`,
            keep: (card) => `Kortet ${card} för dina kort närmare varandra. Behåll det; det gamla läggs bort.`,
            refuse: (card) => `Kortet ${card} hjälper inte. Avböj, och behåll det du har.`,
            pass: "Nu är dina kort nära varandra. Passa: det kostar inget.",
            die: "En Bedragare får en tärnings värde. Välj den som passar ditt andra kort.",
            reveal: "Efter tre turer visas alla händer. Den bästa får tillbaka sin pott; de andra förlorar sin, och så många marker ur reserven som deras kort skiljer sig. Den som inte har marker kvar är ute.",
            learnt: [
                "Två lika kort är en Sabacc: ju lägre, desto bättre. Annars vinner den minsta skillnaden.",
                "Att dra kostar en mark; att passa är gratis. Tre turer, sedan visas händerna.",
                "Den sista som har marker kvar vinner.",
            ],
        },
        bruno: {
            deal: "Alla har sju kort på hand, tre öppna och tre dolda på bordet. Du och den mitt emot är ett lag: den som först blir av med alla kort vinner för båda.",
            lead: "Högen är tom, så du får spela ut vad du vill. De låga först: de är svåra att bli av med senare.",
            follow: "Spela ett kort som inte är lägre än det som ska slås. Det lägsta som duger är bäst.",
            several: "Flera kort av samma valör kan gå på en gång. Välj båda.",
            functionCard: (what) => `Ett funktionskort kan alltid spelas. Nu är ett bra tillfälle. ${what}.`,
            pickUp: "Inget du har kan spelas, så du måste ta upp högen. Sedan spelar du ut, vad du vill.",
            flip: "Handen och de öppna korten är slut. Vänd upp ett dolt kort och se om det kan spelas.",
            learnt: [
                "Spela lika högt eller högre än kortet att slå, ett eller flera av en valör; 2, 3, 9 och 10 går på allt.",
                "Den som inte kan spela tar upp högen och spelar ut.",
                "Först handen, sedan de öppna, sedan de dolda. Ett funktionskort kan aldrig vara det sista.",
            ],
        },
        mus: {
            deal: "Fyra kort var; du spelar med den mitt emot. Det finns fyra lances, och i varje satsar man på vem som har bäst kort. Det första paret med 40 stenar vinner.",
            mus: "Först frågan: vill alla byta kort? Säg ”mus” för ja.",
            noMus: "De här korten duger. Bryt med ”no mus”: då börjar lances.",
            discard:
                "Lägg bort det som är till liten nytta. Kungar (och treor, som räknas som kungar) är bra för grande, par för pares. Välj korten och kasta dem.",
            lances: {
                GRANDE: "Grande: de högsta korten vinner.",
                CHICA: "Chica: de lägsta korten vinner; ess (och tvåor) är bäst.",
                PARES: "Pares: par. Bara de som har några spelar.",
                JUEGO: "Juego: den som har 31 poäng eller mer; kungar, ryttare och knektar räknas tio.",
                PUNTO: "Punto: ingen har 31, så flest poäng vinner.",
            },
            bet: "Här är du stark. Satsa två stenar: ”envido”. De andra måste anta, höja eller ge upp.",
            pass: "Inte din bästa lance. ”Paso”: du satsar inget, men kan ännu anta en satsning.",
            accept: "De satsar. Dina kort räcker: ”quiero”, jag antar.",
            refuse: "De satsar, och dina kort är svaga: ”no quiero”. Det ger dem bara en sten.",
            count: "Handen är slut och alla kort visas. Lance för lance tar vinnarna sina stenar; pares och juego ger några av sig själva. Titta på räkningen och gå vidare.",
            learnt: [
                "Fyra lances: grande, chica, pares, juego (eller punto). I varje kan du passa, satsa, anta eller avböja.",
                "En avböjd satsning ger en sten genast; en antagen avgörs av korten på slutet.",
                "40 stenar vinner; ”órdago” satsar allt på en gång.",
            ],
        },
        mulle: {
            press: (card, move) => `${card}, sedan ”${move}”`,
            deal: "Åtta kort ligger på bordet och åtta har du på hand. I varje tur spelar du ett kort: för att ta in, bygga eller bara släppa det. Spader, ess och ruter tio räknas; två identiska kort i ett intag är en mulle, som räknas mest.",
            moves: {
                capture:
                    "Ditt kort tar allt som har dess värde, även flera kort som blir den summan. Välj det, och se vad det skulle ta.",
                build: "Lägg ditt kort på ett annat: värdena blir ett bygge, som ett annat kort på din hand kan ta nästa gång. Två identiska kort i det vore en mulle.",
                trotta: "Trotta samlar alla kort av det värdet i ett låst bygge som är ditt.",
                discard: "Det finns inget bra att ta eller bygga. Släpp det kort som hjälper den andra minst.",
            },
            learnt: [
                "Ta kort av samma värde som ditt, eller summor. Ligger samma kort där är det en mulle.",
                "Bygg med ett kort det som ett annat på handen kan ta; ett låst bygge kan ingen ändra.",
                "Mullar, tömt bord (tabbe), spader och ess räknas. Efter sex ronder räknas poängen ihop.",
            ],
        },
    },
};
