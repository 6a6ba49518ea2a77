// Spanish: the table of Mus.

import type { mus as shape } from "../en/mus";

const stones = (count: number) => (count === 1 ? "1 tanto" : `${count} tantos`);

export const mus: typeof shape = {
    mus: {
        us: "Nosotros",
        them: "Ellos",
        toUs: "nosotros",
        toThem: "ellos",
        gloss: {
            GRANDE: "las más altas",
            CHICA: "las más bajas",
            PARES: "cartas iguales",
            JUEGO: "31 o más",
            PUNTO: "más puntos",
        },
        track: "Los cuatro lances de esta mano",
        states: {
            ahead: "después",
            open: "sin envite",
            pass: "todos pasan",
            nobody: "nadie",
            ordago: "¡todo!",
            offered: (count) => `envite ${count} …`,
            agreed: (count) => `envite ${count} ✓`,
            refused: (count, who) => `+${count} ${who}`,
            alone: (who) => `solo ${who}`,
        },
        now: {
            MUS: "Si todos quieren mus, se cambian cartas. El primer «no mus» corta, y empiezan los lances.",
            DISCARD: "Cada uno se descarta y recibe otras tantas cartas.",
            one: "Aún no hay envite. Si todos pasan: 1 tanto en el recuento.",
            value: "Aún no hay envite. Si todos pasan: solo el valor de las cartas, en el recuento.",
            bet: (name, count, deje, who) =>
                `${name} envida ${stones(count)}. Si se quiere: se decide en el recuento. Si no: ${deje} para ${who}, ya.`,
            ordago: (name, deje, who) =>
                `¡${name} se juega el juego entero! Si se quiere: lo decide este lance. Si no: ${deje} para ${who}, ya.`,
            OVER: "La partida ha terminado.",
        },
        prompts: {
            MUS: "¿Quieres cambiar cartas?",
            DISCARD: "Elige las cartas que descartas",
            open: (lance, gloss) => `${lance} (${gloss}): ¿pasas o envidas?`,
            answer: (lance) => `¿Quieres el envite a ${lance}?`,
        },
        discard: (count) =>
            count === 0 ? "Quedarse con todas" : count === 1 ? "Descartar 1 carta" : `Descartar ${count} cartas`,
        changes: (count) => (count === 0 ? "ninguna" : count === 1 ? "1 carta" : `${count} cartas`),
        amount: "Cuántos tantos",
        less: "Menos tantos",
        more: "Más tantos",
        stones,
        score: (who, count, target) => `${who}: ${stones(count)} de ${target}`,
        juegos: (count, of) => `${count}/${of} juegos`,
        vacas: (count, of) => `${count}/${of} vacas`,
        mano: "mano: habla primero y gana los empates",
        hasNo: (what) => `sin ${what}`,
        par: (rank) => `par de ${rank}`,
        medias: (rank) => `medias de ${rank}`,
        duples: (high, low) => `duples de ${high} y ${low}`,
        paresHelp: "par: dos iguales, 1 tanto; medias: tres iguales, 2; duples: dos pares, 3",
        juego: (sum) => `juego de ${sum}`,
        points: (sum) => `${sum} puntos`,
        juegoHelp: "juego: 31 puntos o más; lo mejor es 31, luego 32, 40, 37 … 33",
        real: "la Real, 31 real",
        own: "Tus cartas",
        handOf: (name) => `Cartas de ${name}`,
        countsAs: (card, rank) => `${card}, vale como ${rank}`,
        last: "Último recuento",
        count: "El recuento",
        goOn: "Seguir",
        gets: (who, count) => `${who} +${count}`,
        parts: {
            passed: "todos pasaron",
            ordago: "el juego entero",
            bet: (count) => `envite ${count}`,
            value: (count) => `valor ${count}`,
            deje: (count) => `deje de ${count}`,
        },
        why: {
            GRANDE: (winner, high, loser, low) => `Desde la carta más alta: ${winner}: ${high}; ${loser}: ${low}.`,
            CHICA: (winner, low, loser, high) => `Desde la carta más baja: ${winner}: ${low}; ${loser}: ${high}.`,
            compare: (winner, best, loser, other) => `${winner}: ${best}; ${loser}: ${other}.`,
            juego: (winner, best, loser, other) =>
                `${winner}: ${best}; ${loser}: ${other}. Lo mejor es 31, luego 32, 40, 37 … 33.`,
            tie: (winner, loser) => `${winner} y ${loser} empatan: gana quien está más cerca de la mano.`,
            alone: (what) => `Nadie más tiene ${what}.`,
            refused: "El envite no se quiso: no se comparan cartas.",
            willing: (loser) => `${loser} tiene mejores cartas, pero no quiso el envite.`,
            nobody: (what) => `Nadie tiene ${what}.`,
            decided: "El juego ya estaba decidido.",
        },
    },
};
