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
        end: "Avsluta",
        press: (task) => `Nu: ${task}.`,
        button: (name) => `tryck på ”${name}”`,
        then: (things, name) => `tryck på ${things}, sedan på ”${name}”`,
        otherMove: "Reglerna tillåter det också, men ledaren vill något annat.",
        notNow: "Det går inte nu. Gör som ledaren säger.",
        readFirst: "Läs först vad ledaren säger, och tryck på ”Nästa”.",
        doneTitle: "Det var en giv. Nu vet du:",
        playReal: "Spela på riktigt, lugnt och snällt",
        again: "En gång till",
        none: "Det finns ingen ledd giv för det här spelet.",
        sabacc: {
            deal: (sand, blood) =>
                `Du har två kort: ett Sandkort, ${sand}, och ett Blodkort, ${blood}. Bara du ser dem. Två lika kort är en Sabacc, och en låg slår en hög. Utan par är det bättre ju närmare varandra korten är.`,
            chips: (count) =>
                `Rundan har tre turer; sedan visas alla händer, och bara den bästa betalar inget. Man betalar med marker: ${count} ligger i din reserv. Att dra kostar en, och det du lägger ut hamnar först i din pott. Den som har en tom reserv när en runda är slut är ute.`,
            tokens: "Alla har samma tre brickor: tre av sexton, andra i varje parti. I början av var och en av dina turer får du spela en: en särskild kraft, en enda gång i hela partiet.",
            token: (name, what) => `${name}: ${what}.`,
            tokenFree: "Det kostar dig inget, så det är en bra början.",
            eye: "Ett öga på ett kort säger att alla känner till det: det togs så att alla såg det.",
            untouched: (name) => `${name} är immun och betalar inget.`,
            pays: (name, count) => `${name} betalar ${count} ${count === 1 ? "mark" : "marker"} till sin pott.`,
            youPay: (name, token, count) =>
                `${token} från ${name} kostar dig ${count} ${count === 1 ? "mark" : "marker"}, från din reserv till din pott.`,
            putBack: (name) =>
                `(${name} betalade 1 mark för det öppna kortet och lade tillbaka det: det är tillåtet, men hjälper inte.)`,
            pressToken: (name) => `tryck på brickan ${name}, sedan på knappen ”${name}”`,
            tokenMet: (name, what) => `(Brickan ${name} säger: ”${what}”.)`,
            noToken: "Var och en av dina andra brickor fungerar bara en gång: spara dem.",
            keepFree: (name) => `${name} är mest värt när din reserv är tom; nu kan du fortfarande betala för att dra.`,
            noTokenAgain: "Spara dina brickor till kommande rundor.",
            drawing:
                "Nu får du dra ett kort, eller passa. Att dra kostar 1 mark. Du har alltid ett Sandkort och ett Blodkort: av det nya och det gamla i samma färg behåller du ett och lägger bort det andra.",
            draw: (sand, blood, apart) =>
                `Mellan din ${sand}:a och din ${blood}:a skiljer det ${apart}. Ett nytt Sandkort kan föra dem närmare.`,
            hiddenPile: (family) => `högen med dolda kort, ${family}`,
            openCard: (family) => `det öppna kortet, ${family}`,
            take: (open, other) =>
                `Den öppna ${open}:an blir en Sabacc med din ${other}:a. Att ta den kostar också 1 mark, och alla ser vad du tar.`,
            takeCloser: (open, other, apart, sand, blood, now) =>
                `Mellan din ${sand}:a och din ${blood}:a skiljer det nu ${now}; mellan den öppna ${open}:an och din ${other}:a bara ${apart}. Att ta den kostar också 1 mark, och alla ser det.`,
            keepPair: (card, other) => `${card} och ${other} är lika, en Sabacc. Behåll det nya kortet.`,
            keepCloser: (card, other, apart, before) =>
                `Mellan ${card}:an och din ${other}:a skiljer det ${apart}, förut ${before}. Behåll den, så slängs det gamla kortet.`,
            refuse: (card, other, apart) =>
                `Mellan ${card}:an och din ${other}:a skulle det skilja ${apart}: inte bättre än förut. Avstå.`,
            passPair: (value) =>
                `Du har en Sabacc med ${value}. Ett kort till skulle kosta en mark och inte kunna hjälpa. Att passa är gratis.`,
            passClose: (sand, blood) =>
                `Din ${sand}:a och din ${blood}:a är nära varandra, och ett kort till skulle kosta en mark. Att passa är gratis.`,
            won: (pot) => `Alla händer visas, och din är bäst: du får tillbaka din pott på ${pot}.`,
            lost: (pot, penalty) =>
                `Alla händer visas, och din är inte bäst: du förlorar din pott på ${pot}, och ${penalty} till.`,
            reveal: "De andra förlorar sina potter, och marker ur reserven: 1 för en slagen Sabacc, annars så många som skiljer korten.",
            impostor: "En Bedragare har en tärnings värde.",
            sylop: "En Sylop är värd lika mycket som det andra kortet.",
            goesOn: "Sedan delas nya kort ut. Den sista med marker kvar vinner.",
            learnt: [
                "Två lika kort är en Sabacc: ju lägre, desto bättre. Annars vinner den minsta skillnaden, sedan den minsta summan. Är flera händer lika bra betalar ingen av dem.",
                "Att dra kostar en mark; att passa är gratis. Tre turer, sedan visas händerna. Den sista som har marker kvar vinner.",
                "Två sorters kort kom inte fram. En Sylop är värd lika mycket som ditt andra kort. För en Bedragare, masken, slår du två tärningar på slutet och väljer en. Tryck på ett sådant kort på din hand, så säger det vad det är.",
            ],
        },
        bruno: {
            deal: "Alla har sju kort på hand och, på bordet, tre öppna och tre dolda. Du vill bli av med alla: först handen, sedan de öppna, till sist de dolda, som ingen har sett.",
            team: (partner) =>
                `Du och ${partner}, mitt emot, är ett lag: den av er som först blir av med alla kort vinner för båda.`,
            order: "Spela lika högt som kortet att slå, eller högre; ett kort räcker, även på två. Från lågt till högt: 4 5 6 7 8, knekt, dam, kung, ess. Färgerna spelar ingen roll.",
            aside: "(2, 3, 9 och 10 är funktionskort: de följande stegen förklarar dem.)",
            card: (rank, held) => (held > 1 ? `ett av korten ${rank}` : `kortet ${rank}`),
            lead: (rank) =>
                `Det finns inget att slå, så du får spela vad som helst. De låga är svårast att bli av med: börja med ${rank}.`,
            follow: (beat, rank) =>
                `Att slå: ${beat}. Ditt lägsta kort som duger är ${rank}. Spara de högre till senare.`,
            below9: (rank) => `Efter en nia måste man spela under 9. Ditt kort ${rank} duger.`,
            several:
                "Kort av samma valör kan läggas på en gång, så tryck på alla som du har på hand. (Dina öppna kort får vänta tills handen är tom.)",
            onlyFunction:
                "Inget av dina kort är högt nog. Men 2, 3, 9 och 10 är funktionskort, som kan läggas på vad som helst.",
            functionCard: (next) =>
                `Funktionskort (2, 3, 9 och 10) kan läggas på vad som helst. Gör det svårt för ${next}, din motståndare, och spara ditt höga kort.`,
            functions: {
                "2": "Med en tvåa passar du: nästa spelare får slå samma kort.",
                "3": "En trea skickar kortet vidare förbi nästa spelare: medspelaren till den som lade trean får slå det. Två treor på en gång gör inte mer än en.",
                "9": "Efter en nia måste nästa spelare spela under 9.",
                "10": "En tia blandar om händerna: allas handkort samlas in och delas ut jämnt; några får ett till. Nästa spelare får slå samma kort, och tian lämnar spelet.",
            },
            picksUp: "Den som inte kan spela tar upp hela högen, och spelar sedan ut vad som helst.",
            pickUp: "Inget du har kan spelas, så du måste ta upp högen. Sedan spelar du ut, vad du vill.",
            openCards: (name) =>
                `De flesta av korten hos ${name} ligger nu öppna: alla såg dem tas upp, och sådana kort kan också ha ett öga. ”Okända: bara …” säger vad de andra kan vara: kort som inte kunde spelas då.`,
            jump: "Så fortsätter det, varv efter varv. Vi hoppar till slutet av det här partiet.",
            zones: {
                shown: "Några turer senare är din hand tom. Nu spelas dina öppna kort, som om de var din hand.",
                hidden: "De öppna korten är också slut. Kvar är de dolda.",
            },
            flip: "Vänd upp ett, vilket du vill: ingen har sett dem. Kan det spelas, så spelas det. Annars måste du ta det, och högen.",
            flipAgain: "Vänd upp ett till: kan det spelas, så spelas det.",
            flipLast: "Vänd upp ditt sista kort. Kan det spelas har du vunnit.",
            flipped: (card) => `Du vände upp: ${card}. Det kunde spelas.`,
            end: (card, partner) =>
                `Du vänder upp: ${card}. Det kan spelas, och det var ditt sista kort: du har vunnit, för ${partner} också. En regel till: ett funktionskort kan aldrig vara det sista kortet. Den som bara har det kvar måste ta upp högen.`,
            refused: {
                low: (rank, beat) => `Kortet ${rank} räcker inte (att slå: ${beat}).`,
                nine: "Efter en nia spelar man under 9, eller ett funktionskort.",
                shown: "De öppna korten spelas när handen är tom.",
                hidden: "De dolda korten vänds upp när handen och de öppna korten är slut.",
            },
            learnt: [
                "Spela lika högt eller högre än kortet att slå, ett kort eller flera av en valör; ett kan svara på två. Den som inte kan spela tar upp högen och spelar ut.",
                "2, 3, 9 och 10 kan läggas på vad som helst: med en tvåa passar man, med en trea passar man och hoppar över nästa, efter en nia spelar man under 9, efter en tia delas alla händer ut på nytt.",
                "Först handen, sedan de öppna, sedan de dolda. Ett funktionskort kan aldrig vara det sista: den som bara har det tar upp högen.",
            ],
        },
        mus: {
            deal: (partner, one, other, target) =>
                `Fyra kort var. Du och ${partner}, mitt emot, spelar mot ${one} och ${other}; först till ${target} stenar, så kallas poängen här, vinner. En 3:a räknas som kung (rey, 12) och en 2:a som ess (as, 1). Myntet med en hand ligger hos mano, som talar först och vinner när det är lika: du.`,
            questions:
                "Man spelar om fyra frågor, lances: vem har de högsta korten (grande), de lägsta (chica), de bästa paren (pares), 31 poäng eller mer (juego)? I varje kan man satsa stenar.",
            counting:
                "För juego läggs kortens poäng ihop. Kungar (12), 3:or, caballo (11) och sota (10) är värda 10, ess och 2:or 1, de andra sitt eget tal. 31 eller mer är juego: bäst är 31, sedan 32, sedan 40, 37, 36, 35, 34 och sist 33.",
            mano: "Först får alla säga om de vill byta kort, och du, som är mano, talar först.",
            mus: (pares, juego) => `Du har ${pares} och ${juego}: det kan bli bättre. ”Mus” betyder ja.`,
            discard:
                "Spara kungarna, och 3:orna, som räknas som kungar: de är de högsta korten. Lägg bort de andra, så kommer nya.",
            putBack: (cards, rest) => `ta tillbaka ${cards} med ett tryck till och ${rest}`,
            marked: (rank) => `kortet vid pilen (${rank})`,
            noMus: (pares, juego) =>
                `Nu har du ${pares} och ${juego}: bra kort. ”No mus” bryter: ingen byter mer, och de fyra lances börjar.`,
            lances: {
                GRANDE: "Grande: det högsta kortet vinner; är det lika, nästa.",
                CHICA: "Chica: det lägsta kortet vinner; ett ess är bäst.",
                PARES: "Pares, för lika kort: duples (två par) slår medias (tre), och medias slår par (två); sedan vinner högre kort.",
                JUEGO: "Juego, för dem som har 31 poäng eller mer.",
                PUNTO: "Punto, eftersom ingen har 31 poäng: flest poäng vinner.",
            },
            kings: (count) =>
                count === 0 ? "Du har ingen kung." : count === 1 ? "Du har en kung." : `Du har ${count} kungar.`,
            aces: (count) =>
                count === 0 ? "Du har inget ess." : count === 1 ? "Du har ett ess." : `Du har ${count} ess.`,
            have: (what) => `Du har ${what}.`,
            points: (sum) => `Du har ${sum} poäng.`,
            bet: (count, one, other, deje) =>
                `Det är starkt: ”envido”, satsa ${count} stenar. Både ${one} och ${other} får svara. Antar en av dem (”quiero”) avgör korten på slutet. Avböjer båda (”no quiero”) får du ${deje} genast.`,
            betAgain: (count) => `Det är starkt: satsa ${count} stenar igen.`,
            pass: "Det är för lite att satsa på. ”Paso”: du satsar inget, och kan fortfarande svara på en satsning.",
            passAgain: "Det är för lite att satsa på.",
            accept: (who, count) => `${who} satsar ${count} stenar, och dina kort är starka: anta med ”quiero”.`,
            refuse: (who, count, deje) =>
                `${who} satsar ${count} stenar, och du skulle förlora dem: avböj med ”no quiero”. Det kostar bara ${deje}.`,
            partnerMay: (partner) => `${partner} kan fortfarande anta för er båda.`,
            partnerDid: (partner) => `${partner} har redan avböjt; det hade räckt att en av er antog.`,
            ended: {
                passed: (lance) => `${lance}: alla passade, så de bästa korten får 1 sten på slutet.`,
                value: (lance) => `${lance}: alla passade, så bara kortens värde räknas på slutet.`,
                accepted: (lance, count) => `${lance}: de bättre korten får ${count} stenar på slutet.`,
                deje: "En avböjd satsning ger 1 sten genast, deje; en avböjd höjning ger det som var satsat före den.",
            },
            theStones: (count) => `den runda knappen ${count}`,
            answered: (name) => `${name} säger ”quiero”: din satsning är antagen.`,
            skipped: (one, other) =>
                `På juego satsades inget, för varken ${one} eller ${other} har det; har ingen det spelas punto: flest poäng vinner.`,
            count: (us, them, target) =>
                `Räkningen säger vem som får hur många stenar, och varför. Pares och juego ger dessutom sitt eget värde (par: 1, medias: 2, duples: 3, juego: 2, med 31 poäng: 3). Sammanlagt: ${us} till er två, ${them} till dem. Nya givar följer tills någon har ${target}.`,
            learnt: [
                "Fyra lances: grande, chica, pares, juego (eller punto). I varje kan du passa, satsa, anta eller avböja.",
                "En avböjd satsning ger 1 sten genast, och en avböjd höjning det som var satsat före den (deje); en antagen avgörs av korten på slutet.",
                "40 stenar vinner ett spel; en blå sten är värd 5. ”Órdago” satsar hela spelet på en gång.",
            ],
        },
        mulle: {
            deal: "Åtta kort ligger på bordet, och åtta har du på hand. I varje tur spelar du ett kort: för att ta in, för att bygga eller bara för att lägga ner det. Det lilla talet vid ett kort är dess värde. Bokstäverna är färgen: SP spader, HJ hjärter, RU ruter, KL klöver.",
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
    },
};
