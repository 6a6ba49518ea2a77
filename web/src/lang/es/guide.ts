// Spanish: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Aprende en dos minutos",
        linkLabel: (game) => `Aprende a jugar al ${game} en una mano guiada de dos minutos`,
        offerTitle: (game) => `¿Tu primera vez con ${game}?`,
        offerText: "Un maestro te acompaña en una mano de verdad, en dos minutos. También puedes hacerlo más tarde.",
        offerLearn: "Aprender primero",
        offerPlay: "Jugar ya",
        title: (game) => `Aprende a jugar al ${game}`,
        coach: "El maestro",
        you: "Tú",
        next: "Siguiente",
        back: "Atrás",
        step: (n, all) => `Paso ${n} de ${all}`,
        end: "Terminar",
        press: (task) => `Ahora: ${task}.`,
        button: (name) => `pulsa «${name}»`,
        then: (things, name) => `pulsa ${things}; después, «${name}»`,
        otherMove: "Las reglas también lo permiten, pero el maestro quiere otra cosa.",
        notNow: "Eso no es posible ahora. Haz lo que dice el maestro.",
        readFirst: "Lee primero lo que dice el maestro y pulsa «Siguiente».",
        doneTitle: "Eso ha sido todo. Ahora sabes:",
        playReal: "Jugar una partida de verdad, con calma",
        again: "Otra vez",
        none: "No hay mano guiada de este juego.",
        sabacc: {
            deal: (sand, blood) =>
                `Tienes dos cartas: una de Arena, ${sand}, y una de Sangre, ${blood}. Solo tú las ves. Dos cartas iguales son un Sabacc, y uno bajo gana a uno alto. Sin pareja, cuanto más cerca estén tus cartas, mejor.`,
            chips: (count) =>
                `La ronda tiene tres turnos; después se enseñan todas las manos, y solo la mejor no paga nada. Se paga con fichas: ${count} están en tu reserva. Robar cuesta una, y lo que gastas va primero a tu bote. Quien tiene la reserva vacía al acabar una ronda queda fuera.`,
            tokens: "Todos tienen las mismas tres fichas de influencia: tres de dieciséis, otras en cada partida. Al empezar cada uno de tus turnos puedes jugar una: un poder especial, una sola vez en toda la partida.",
            token: (name, what) => `${name}: ${what}.`,
            tokenFree: "No te cuesta nada, así que es un buen comienzo.",
            eye: "Un ojo sobre una carta dice que todos la conocen: se tomó a la vista de todos.",
            untouched: (name) => `${name} tiene inmunidad y no paga nada.`,
            pays: (name, count) => `${name} paga ${count} ${count === 1 ? "ficha" : "fichas"} a su bote.`,
            youPay: (name, token, count) =>
                `${token}, de ${name}, te cuesta ${count} ${count === 1 ? "ficha" : "fichas"}: de tu reserva a tu bote.`,
            putBack: (name) =>
                `(${name} pagó 1 ficha por la carta descubierta y la devolvió: está permitido, y no ayuda.)`,
            pressToken: (name) => `pulsa la ficha de influencia ${name}; después, el botón «${name}»`,
            tokenMet: (name, what) => `(La ficha de influencia ${name} dice: «${what}».)`,
            noToken: "Cada una de tus otras fichas de influencia sirve una sola vez: guárdalas.",
            keepFree: (name) => `${name} vale más cuando tu reserva está vacía; ahora todavía puedes pagar un robo.`,
            noTokenAgain: "Guarda tus fichas de influencia para las próximas rondas.",
            drawing:
                "Ahora puedes robar una carta o pasar. Robar cuesta 1 ficha. Siempre tienes una carta de Arena y una de Sangre: de la nueva y la vieja de su color te quedas con una y descartas la otra.",
            draw: (sand, blood, apart) =>
                `Entre tu ${sand} y tu ${blood} hay ${apart}. Otra carta de Arena puede acercarlos.`,
            hiddenPile: (family) => `el mazo tapado de ${family}`,
            openCard: (family) => `la carta descubierta de ${family}`,
            take: (open, other) =>
                `El ${open} descubierto hace un Sabacc con tu ${other}. Tomarlo también cuesta 1 ficha, y todos ven lo que tomas.`,
            takeCloser: (open, other, apart, sand, blood, now) =>
                `Entre tu ${sand} y tu ${blood} hay ahora ${now}; entre el ${open} descubierto y tu ${other}, solo ${apart}. Tomarlo también cuesta 1 ficha, y todos lo ven.`,
            keepPair: (card, other) => `${card} y ${other} son iguales, un Sabacc. Quédate con la carta nueva.`,
            keepCloser: (card, other, apart, before) =>
                `Entre el ${card} y tu ${other} hay ${apart}; antes había ${before}. Quédatelo, y la carta vieja se descarta.`,
            refuse: (card, other, apart) =>
                `Entre el ${card} y tu ${other} habría ${apart}: no mejora nada. Recházalo.`,
            passPair: (value) =>
                `Tienes un Sabacc de ${value}. Otra carta costaría una ficha y no podría ayudarte. Pasar es gratis.`,
            passClose: (sand, blood) =>
                `Tu ${sand} y tu ${blood} están cerca, y otra carta costaría una ficha. Pasar es gratis.`,
            won: (pot) => `Se enseñan todas las manos, y la tuya es la mejor: recuperas tu bote de ${pot}.`,
            lost: (pot, penalty) =>
                `Se enseñan todas las manos, y la tuya no es la mejor: pierdes tu bote de ${pot}, y ${penalty} más.`,
            reveal: "Los demás pierden su bote, y fichas de su reserva: 1 por un Sabacc vencido; si no, tantas como separan a sus cartas.",
            impostor: "Un Impostor tiene el valor de un dado.",
            sylop: "Un Sylop vale tanto como la otra carta.",
            goesOn: "Después se reparten cartas nuevas. Gana quien conserva fichas al final.",
            learnt: [
                "Dos cartas iguales son un Sabacc: cuanto más bajo, mejor. Si no, gana la menor diferencia, y después la menor suma. Si varias manos son igual de buenas, ninguna paga.",
                "Robar cuesta una ficha; pasar es gratis. Tres turnos y se enseñan las manos. Gana la partida quien conserva fichas al final.",
                "Dos clases de cartas no han salido. Un Sylop vale tanto como tu otra carta. Por un Impostor, la máscara, tiras dos dados al final y eliges uno. Pulsa una carta así en tu mano y te dirá qué es.",
            ],
        },
        bruno: {
            deal: "Cada uno tiene siete cartas en la mano y, en la mesa, tres a la vista y tres tapadas. Quieres librarte de todas: primero la mano, luego las cartas a la vista y al final las tapadas, que nadie ha visto.",
            team: (partner) =>
                `Tú y ${partner}, enfrente, sois equipo: el primero de los dos que se queda sin cartas gana para ambos.`,
            order: "Juega tan alto como la carta a superar, o más; basta una carta, aunque haya dos. De menor a mayor: 4 5 6 7 8, jota, reina, rey, as. Los palos no importan.",
            aside: "(2, 3, 9 y 10 son cartas de función: los próximos pasos las explican.)",
            card: (rank, held) => (held > 1 ? `una de las cartas ${rank}` : `la carta ${rank}`),
            lead: (rank) =>
                `No hay nada que superar, así que vale todo. Las bajas son las más difíciles de soltar: empieza con ${rank}.`,
            follow: (beat, rank) =>
                `Hay que superar: ${beat}. Tu carta más baja que vale es: ${rank}. Guarda las más altas para después.`,
            below9: (rank) => `Después de un 9 hay que jugar por debajo de 9. Tu ${rank} vale.`,
            several:
                "Las cartas del mismo valor pueden ir juntas, así que pulsa todas las que tienes en la mano. (Las que están a la vista esperan hasta que la mano esté vacía.)",
            onlyFunction:
                "No tienes ninguna carta bastante alta. Pero 2, 3, 9 y 10 son cartas de función, que van sobre cualquiera.",
            functionCard: (next) =>
                `Las cartas de función (2, 3, 9 y 10) van sobre cualquiera. Pónselo difícil a ${next}, tu rival, y guarda tu carta alta.`,
            functions: {
                "2": "Con un 2 pasas: el siguiente tiene que superar la misma carta.",
                "3": "Un 3 pasa la carta saltando al siguiente: le toca superarla al compañero de quien lo jugó. Dos treses a la vez no hacen más que uno.",
                "9": "Después de un 9, el siguiente debe jugar por debajo de 9.",
                "10": "Un 10 mezcla las manos: se recogen las cartas de mano de todos y se reparten por igual; a algunos les toca una más. El siguiente tiene que superar la misma carta, y el 10 sale del juego.",
            },
            picksUp: "Quien no puede jugar recoge todo el montón, y después sale con lo que quiera.",
            pickUp: "No puedes jugar nada, así que recoges el montón. Después sales tú, con lo que quieras.",
            openCards: (name) =>
                `Casi todas las cartas de ${name} están ahora boca arriba: todos vieron cómo las recogía, y tales cartas pueden llevar también un ojo. «No vistas: solo …» dice cuáles pueden ser las demás: cartas que entonces no se podían jugar.`,
            jump: "Y así sigue, vuelta tras vuelta. Saltamos al final de esta partida.",
            zones: {
                shown: "Unos turnos después tu mano está vacía. Ahora juegas tus cartas a la vista, como si fueran tu mano.",
                hidden: "Tampoco te quedan cartas a la vista. Solo tienes las tapadas.",
            },
            flip: "Descubre una, la que quieras: nadie las ha visto. Si se puede jugar, se juega. Si no, tienes que llevártela, con el montón.",
            flipAgain: "Descubre otra: si se puede jugar, se juega.",
            flipLast: "Descubre tu última carta. Si se puede jugar, has ganado.",
            flipped: (card) => `Has descubierto: ${card}. Se podía jugar.`,
            end: (card, partner) =>
                `Descubres: ${card}. Se puede jugar, y era tu última carta: has ganado, también para ${partner}. Una regla más: una carta de función nunca puede ser la última. Quien solo tiene esa debe recoger el montón.`,
            refused: {
                low: (rank, beat) => `La carta ${rank} no llega (a superar: ${beat}).`,
                nine: "Después de un 9 se juega por debajo de 9, o una carta de función.",
                shown: "Las cartas a la vista se juegan cuando la mano está vacía.",
                hidden: "Las cartas tapadas se descubren cuando no quedan ni mano ni cartas a la vista.",
            },
            learnt: [
                "Juega igual o más alto que la carta a superar, una carta o varias del mismo valor; una puede responder a dos. Quien no puede jugar recoge el montón y sale.",
                "2, 3, 9 y 10 van sobre cualquiera: con un 2 se pasa, con un 3 se pasa y se salta al siguiente, tras un 9 se juega por debajo de 9, tras un 10 se reparten de nuevo todas las manos.",
                "Primero la mano, luego las cartas a la vista, luego las tapadas. Una carta de función nunca puede ser la última: quien solo tiene esa recoge el montón.",
            ],
        },
        mus: {
            deal: (partner, one, other, target) =>
                `Cuatro cartas para cada uno. Tú y ${partner}, enfrente, jugáis contra ${one} y ${other}; gana quien llega antes a ${target} tantos. Un 3 cuenta como rey (12), y un 2 como as (1). La moneda con una mano la tiene la mano, quien habla primero y gana los empates: tú.`,
            questions:
                "Se trata de cuatro preguntas, los lances: ¿quién tiene las cartas más altas (grande), las más bajas (chica), los mejores pares, 31 puntos o más (juego)? En cada uno se pueden envidar tantos.",
            counting:
                "Para el juego se suman los puntos de las cartas. Los reyes (12), los treses, los caballos (11) y las sotas (10) valen 10; los ases y los doses, 1; las demás, su número. 31 o más es juego: lo mejor es 31, luego 32, después 40, 37, 36, 35, 34 y, lo último, 33.",
            mano: "Lo primero es preguntar si se cambian cartas, y tú, que eres mano, hablas primero.",
            mus: (pares, juego) => `Tienes ${pares} y ${juego}: se puede mejorar. «Mus» significa que sí.`,
            discard:
                "Guarda los reyes, y los treses, que cuentan como reyes: son las cartas más altas. Descarta las otras, y vendrán cartas nuevas.",
            putBack: (cards, rest) => `devuelve ${cards} pulsando otra vez y ${rest}`,
            marked: (rank) => `la carta de la flecha (${rank})`,
            noMus: (pares, juego) =>
                `Ahora tienes ${pares} y ${juego}: buenas cartas. «No mus» corta: nadie cambia más, y empiezan los lances.`,
            lances: {
                GRANDE: "Grande: gana la carta más alta; si son iguales, la siguiente.",
                CHICA: "Chica: gana la carta más baja; lo mejor es un as.",
                PARES: "Pares, para cartas iguales: los duples (dos pares) ganan a las medias (tres), y estas al par (dos); después, las más altas.",
                JUEGO: "Juego, para quien tiene 31 puntos o más.",
                PUNTO: "Punto, porque nadie tiene 31 puntos: gana quien tiene más.",
            },
            kings: (count) =>
                count === 0 ? "No tienes ningún rey." : count === 1 ? "Tienes un rey." : `Tienes ${count} reyes.`,
            aces: (count) =>
                count === 0 ? "No tienes ningún as." : count === 1 ? "Tienes un as." : `Tienes ${count} ases.`,
            have: (what) => `Tienes ${what}.`,
            points: (sum) => `Tienes ${sum} puntos.`,
            bet: (count, one, other, deje) =>
                `Eso es fuerte: «envido», envida ${count} tantos. Pueden responder los dos, ${one} y ${other}. Si uno acepta («quiero»), deciden las cartas al final. Si los dos rehúsan («no quiero»), te llevas ${deje} al momento.`,
            betAgain: (count) => `Eso es fuerte: envida otra vez ${count} tantos.`,
            pass: "Es poco para envidar. «Paso»: no envidas nada, y aún puedes responder a un envite.",
            passAgain: "Es poco para envidar.",
            accept: (who, count) => `${who} envida ${count} tantos, y tus cartas son fuertes: acepta con «quiero».`,
            refuse: (who, count, deje) =>
                `${who} envida ${count} tantos, y los perderías: rehúsa con «no quiero». Solo cuesta ${deje}.`,
            partnerMay: (partner) => `${partner} aún puede aceptar por los dos.`,
            partnerDid: (partner) => `${partner} ya no ha querido; bastaría con que aceptara uno de los dos.`,
            ended: {
                passed: (lance) => `${lance}: todos han pasado; las mejores cartas se llevan 1 tanto al final.`,
                value: (lance) => `${lance}: todos han pasado; al final solo cuenta el valor de las cartas.`,
                accepted: (lance, count) => `${lance}: las mejores cartas se llevan ${count} tantos al final.`,
                deje: "Un envite no querido da 1 tanto al momento, el deje; una subida no querida, lo que ya se había envidado antes.",
            },
            theStones: (count) => `el botón redondo ${count}`,
            answered: (name) => `${name} dice «quiero»: tu envite está aceptado.`,
            skipped: (one, other) =>
                `Al juego no se ha envidado, porque ni ${one} ni ${other} lo tienen; si no lo tiene nadie, se juega el punto: gana quien tiene más puntos.`,
            count: (us, them, target) =>
                `El recuento dice quién se lleva cuántos tantos, y por qué. Los pares y el juego dan además su propio valor (par: 1, medias: 2, duples: 3, juego: 2, con 31 puntos: 3). En total: ${us} para vosotros, ${them} para ellos. Siguen manos nuevas hasta que alguien tenga ${target}.`,
            learnt: [
                "Cuatro lances: grande, chica, pares y juego (o punto). En cada uno puedes pasar, envidar, querer o no querer.",
                "Un envite no querido da 1 tanto al momento, y una subida no querida lo envidado antes (deje); un envite querido lo deciden las cartas al final.",
                "40 tantos ganan una partida; una piedra azul vale 5. «Órdago» se juega la partida entera de una vez.",
            ],
        },
        mulle: {
            deal: "Hay ocho cartas en la mesa y ocho en tu mano. En cada turno juegas una: para capturar, para construir o solo para dejarla. El numerito junto a una carta es su valor. Las letras son su palo en sueco: SP picas, HJ corazones, RU diamantes, KL tréboles.",
            mulleRule:
                "Lo que más cuenta: son dos barajas, así que cada carta existe dos veces. Dos cartas idénticas en una captura son un mulle, y dan el número de la carta.",
            intakeRule: (intake, limit) =>
                `Mira el marcador: tu botín (intag) es ${intake}. Cada pica capturada cuenta 1 (pero SP2 2, SPA 3), cada otro as 1, RU10 2. Solo da puntos lo que al final pase de ${limit}, y cuenta doble; con menos no pierdes nada.`,
            special: "En la mano un as vale 14, SP2 15 y RU10 16: solo se llevan construcciones de ese valor.",
            pair: (card, name) =>
                `Tus cartas no pueden llevarse nada aquí. Pero tienes las dos ${card}: deja una y, si ${name} no puede llevársela, la otra hace con ella un mulle en tu próximo turno.`,
            pressPiles: (card, piles, name) => `pulsa ${card}; después, ${piles}, y después, «${name}»`,
            capture: (card, value, cards) => `${card} se lleva todo lo que vale ${value} o lo suma, aquí ${cards}.`,
            double: (card) =>
                `En la mesa está la otra ${card}: la tuya se lleva esa, y nada más. Con la misma carta es siempre así.`,
            takeBuild: (card, value) => `Ahora captúrala tú: ${card} vale ${value} y se la lleva entera.`,
            mulle: (card, points) => `Dos ${card} en una captura: ¡un mulle, ${points} puntos!`,
            tabbe: "La mesa queda vacía: un tabbe, 1 punto.",
            build: (card, base, value, taker) =>
                `Una construcción es un montón que capturas más tarde. Pon ${card} sobre ${base}: juntas valen ${value}, y ${taker} se las lleva en tu próximo turno.`,
            joins: (cards, value) => `${cards} también suman ${value}, y se unen solas.`,
            locked: "A tu construcción se han unido más cartas, y por eso está cerrada (el candado): nadie puede cambiarla, pero quien tenga la carta justa puede capturarla. El valor de una abierta aún lo podéis cambiar los dos: la carta que se le pone se suma o se resta.",
            kept: (card) => `${card} lleva el número dorado, como la construcción para la que está guardada.`,
            open: "Tu construcción está abierta: los dos podéis aún cambiar su valor con una carta, que se suma o se resta, o capturarla.",
            trotta: (value) =>
                `(«Juntar ${value}» haría otra cosa, un trotta: reúne todas las cartas de ${value} en una construcción tuya cerrada, para que otra de ${value} se la lleve después.)`,
            discard: (card) => `Tus cartas no pueden llevarse nada aquí, así que deja una: ${card}.`,
            keep: (cards) => `Guarda ${cards}: picas, ases y RU10 cuentan para quien los captura.`,
            sweep: (card, value, name) =>
                `Con ${card} en la mesa, una sola carta de ${value} podría llevárselo todo: un tabbe para ${name}.`,
            intake: (points) => `Te da ${points} de botín.`,
            deny: (card, name) => `No da puntos, pero ahora ${name} no puede hacer un mulle con ${card}.`,
            end: (own, name, theirs, ronder) =>
                `Se han jugado las ocho cartas: eso ha sido una ronda (rond). Tienes ${own} puntos, y ${name}, ${theirs} por ahora. Cada uno recibe ocho cartas más. Tras ${ronder} rondas se acaba la baraja, y gana quien tenga más puntos.`,
            learnt: [
                "Captura cartas del valor de la tuya, o que lo sumen. Si está ahí la misma carta, es un mulle, y te llevas solo esa.",
                "Construye con una carta lo que otra de tu mano pueda llevarse; el as (14), SP2 (15) y RU10 (16) solo se llevan construcciones. Una abierta la cambian los dos; una cerrada, nadie.",
                "Cuentan los mulles, dejar la mesa vacía (tabbe) y el botín por encima de 20 (picas, ases, RU10). Tras seis rondas se suman los puntos.",
            ],
        },
    },
};
