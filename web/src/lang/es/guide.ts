// Spanish: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Aprende en dos minutos",
        linkLabel: (game) => `Aprende ${game} en una mano guiada de dos minutos`,
        offerTitle: (game) => `¿Tu primera vez con ${game}?`,
        offerText: "Un maestro te acompaña en una mano de verdad, en dos minutos. También puedes hacerlo más tarde.",
        offerLearn: "Aprender primero",
        offerPlay: "Jugar ya",
        title: (game) => `Aprende ${game}`,
        coach: "El maestro",
        you: "Tú",
        next: "Siguiente",
        back: "Atrás",
        step: (n, all) => `Paso ${n} de ${all}`,
        press: (move) => `Ahora: ${move}`,
        otherMove: "Las reglas también lo permiten. En esta mano, prueba lo que dice el maestro.",
        notNow: "Eso no es posible ahora. Mira lo que dice el maestro.",
        doneTitle: "Eso ha sido todo. Ahora sabes:",
        playReal: "Jugar una partida de verdad",
        again: "Otra vez",
        none: "No hay mano guiada de este juego.",
        sabacc: {
            deal: "Tienes dos cartas, una de Arena y una de Sangre. Quieres que sean iguales: eso es un Sabacc; si no, lo más cercanas posible. Los demás no las ven.",
            token: (name, what) =>
                `En tu turno puedes jugar primero una de tus fichas de influencia, cada una una vez por partida. Juega ${name}: ${what}.`,
            noToken: "También puedes guardar tus fichas de influencia para después. Esta vez, ninguna.",
            draw: (sand, blood) =>
                `Tus cartas son ${sand} y ${blood}: demasiado lejos. Robar cuesta una ficha, que va a tu bote. Roba del mazo de Arena.`,
            keep: (card) => `El ${card} acerca tus dos cartas. Quédatelo; la carta vieja se descarta.`,
            refuse: (card) => `El ${card} no te sirve. Recházalo y quédate con lo que tienes.`,
            pass: "Tus cartas ya están cerca. Pasa: no cuesta nada.",
            die: "Un Impostor toma el valor de un dado. Elige el que vaya con tu otra carta.",
            reveal: "Tras tres turnos se enseñan todas las manos. La mejor recupera su bote; los demás pierden el suyo y tantas fichas de la reserva como separe a sus cartas. Quien se queda sin fichas queda fuera.",
            learnt: [
                "Dos cartas iguales son un Sabacc: cuanto más bajo, mejor. Si no, gana la menor diferencia.",
                "Robar cuesta una ficha; pasar es gratis. Tres turnos y se enseñan las manos.",
                "Gana la partida quien conserva fichas al final.",
            ],
        },
        bruno: {
            deal: "Cada uno tiene siete cartas en la mano, tres a la vista y tres tapadas en la mesa. Tú y quien está enfrente sois pareja: quien primero se queda sin cartas gana para los dos.",
            lead: "El montón está vacío: puedes salir con lo que quieras. Primero las bajas, que luego cuesta soltarlas.",
            follow: "Juega una carta que no sea menor que la que hay que superar. La más baja que valga es la mejor.",
            several: "Varias cartas del mismo valor pueden ir juntas. Elige las dos.",
            functionCard: (what) => `Una carta de función se puede jugar siempre. Es buen momento. ${what}.`,
            pickUp: "No puedes jugar nada, así que recoges el montón. Después sales tú, con lo que quieras.",
            flip: "Ya no tienes mano ni cartas a la vista. Descubre una carta tapada y mira si se puede jugar.",
            learnt: [
                "Juega igual o más alto que la carta a superar, una o varias del mismo valor; 2, 3, 9 y 10 van sobre cualquiera.",
                "Quien no puede jugar recoge el montón y sale.",
                "Primero la mano, luego las cartas a la vista, luego las tapadas. Una carta de función nunca puede ser la última.",
            ],
        },
        mus: {
            deal: "Cuatro cartas para cada uno; juegas con quien está enfrente. Hay cuatro lances, y en cada uno se envida a quién tiene las mejores cartas. Gana la primera pareja que llega a 40 tantos.",
            mus: "Primero la pregunta: ¿quieren todos cambiar cartas? Di «mus».",
            noMus: "Estas cartas valen. Corta con «no mus»: empiezan los lances.",
            discard:
                "Descarta lo que sirve de poco. Los reyes (y los treses, que valen como reyes) son buenos para grande; las parejas, para pares. Elige las cartas y descártalas.",
            lances: {
                GRANDE: "Grande: ganan las cartas más altas.",
                CHICA: "Chica: ganan las más bajas; los ases (y los doses) son lo mejor.",
                PARES: "Pares: solo la juega quien los tiene.",
                JUEGO: "Juego: quien tiene 31 puntos o más; reyes, caballos y sotas valen diez.",
                PUNTO: "Punto: nadie tiene 31, así que ganan más puntos.",
            },
            bet: "Aquí eres fuerte. Envida dos tantos. Los otros deben querer, subir o dejarlo.",
            pass: "No es tu mejor lance. «Paso»: no envidas nada, pero aún puedes querer un envite.",
            accept: "Envidan. Tus cartas bastan: «quiero».",
            refuse: "Envidan y tus cartas son flojas: «no quiero». Solo se llevan un tanto.",
            count: "La mano ha terminado y se enseñan todas las cartas. Lance a lance, los ganadores se llevan sus tantos; pares y juego dan algunos por sí mismos. Mira la cuenta y sigue.",
            learnt: [
                "Cuatro lances: grande, chica, pares y juego (o punto). En cada uno puedes pasar, envidar, querer o no querer.",
                "Un envite no querido da un tanto al momento; uno querido lo deciden las cartas al final.",
                "40 tantos ganan; «órdago» lo apuesta todo de una vez.",
            ],
        },
        mulle: {
            press: (card, move) => `${card}, luego «${move}»`,
            deal: "Hay ocho cartas en la mesa y ocho en tu mano. En cada turno juegas una: para capturar, para construir o para dejarla. Cuentan las picas, los ases y el diez de diamantes; dos cartas idénticas en una captura son un mulle, lo que más cuenta.",
            moves: {
                capture:
                    "Tu carta captura todo lo que tenga su valor, también varias cartas que lo sumen. Elígela y mira qué se llevaría.",
                build: "Pon tu carta sobre otra: sus valores suman una construcción que otra carta de tu mano podrá capturar. Dos cartas idénticas en ella serían un mulle.",
                trotta: "Trotta junta todas las cartas de este valor en una construcción tuya, cerrada.",
                discard: "No hay nada bueno que capturar o construir. Deja la carta que menos ayude al otro.",
            },
            learnt: [
                "Captura cartas del valor de la tuya, o sumas. Si allí está la misma carta, es un mulle.",
                "Construye con una carta lo que otra de tu mano pueda capturar; una construcción cerrada no la cambia nadie.",
                "Cuentan los mulles, dejar la mesa vacía (tabbe), las picas y los ases. Tras seis rondas se suman los puntos.",
            ],
        },
    },
};
