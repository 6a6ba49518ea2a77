// Spanish: practice.

import type { Text } from "../en";

export const practice: Pick<Text, "practice"> = {
    practice: {
        link: "Practicar decisiones",
        title: (game) => `Practicar ${game}`,
        none: "En este juego no hay nada que practicar.",
        preparing: (percent) =>
            `El servidor resuelve el juego, una sola vez: ${percent} hecho. Puede tardar un minuto o dos.`,
        preparingBar: "Parte ya resuelta",
        retry: "Volver a intentar",
        question: "¿Qué harías?",
        again: "Vuelve un error: ¿qué harías ahora?",
        next: "Siguiente pregunta",
        progress: "Tu progreso",
        sum: (asked, good, lost, mistakes) =>
            `${good} de ${asked} bien contestadas; ${lost} perdidas por pregunta. Errores que vuelven: ${mistakes}. Este navegador lo recuerda.`,
        reset: "Empezar de nuevo",
    },
};
