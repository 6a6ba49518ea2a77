// Spanish: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Aprende en dos minutos",
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
        right: "¡Correcto!",
        wrong: "incorrecto",
        tryAgain: "No del todo. Prueba otra.",
        answerFirst: "Elige una respuesta.",
        doneTitle: "Eso ha sido todo. Ahora sabes:",
        playReal: "Jugar una partida de verdad (bots fáciles)",
        again: "Otra vez",
        none: "No hay mano guiada de este juego.",
    },
};
