// Spanish: the review of a game.

import type { review as shape } from "../en/review";

export const review: typeof shape = {
    review: {
        link: "Analizar esta partida",
        title: (game) => `Análisis: ${game}`,
        notOver: "Esta partida aún no ha terminado.",
        notOverHelp: "El análisis llega después del final: hasta entonces, lo oculto sigue oculto.",
        whose: "Decisiones de",
        choose: "¿Las decisiones de quién quieres mirar?",
        chooseHelp: "No te sentaste a esta mesa. Todo se juzga con los ojos del asiento que elijas.",
        begins: "El análisis está en marcha …",
        working: (done, of) => `${done} de ${of} posiciones juzgadas hasta ahora.`,
        workingHelp: "Lo que ya se sabe se muestra. Puedes dejar esta página y volver.",
        complete: "El análisis está completo.",
        summary: (decisions, clear) =>
            clear === 1
                ? `1 de ${decisions} decisiones pudo ser claramente mejor.`
                : `${clear} de ${decisions} decisiones pudieron ser claramente mejores.`,
        together: (cost) =>
            `Todas las decisiones juntas costaron ${cost} de una victoria, frente a las mejores jugadas.`,
        nothingLost: "En conjunto, no se han encontrado jugadas mejores que las que se hicieron.",
        graph: "Cuánto se acercaba la victoria",
        graphHelp:
            "Pulsa en cualquier punto del gráfico, o mueve el control de debajo, para ver ese momento en la mesa.",
        graphSentence: (start, end) => `De ${start} en el reparto a ${end} al final.`,
        graphLeast: (ply, least) => `Lo mínimo fue ${least}, tras la jugada ${ply}.`,
        moment: "Momento de la partida",
        afterMove: (ply) => (ply === 0 ? "Tras el reparto" : `Tras la jugada ${ply}`),
        chance: "Probabilidad de ganar",
        costliest: "Las decisiones más caras",
        nothingCostly: "Ninguna decisión costó nada que el juez pudiera ver.",
        decision: (ply) => `Jugada ${ply}`,
        instead: (chosen, best) => `${chosen} en lugar de ${best}`,
        costs: (cost) => `costó ${cost}`,
        perhaps: "quizá nada",
        position: (ply) => `Jugada ${ply}: una decisión`,
        nothing: "Este asiento no tiene nada que decidir aquí.",
        forced: "Este asiento solo tenía aquí una jugada legal.",
        worth: "Lo que valía cada jugada",
        worthHelp: "La parte de victorias que espera el juez, por lo que este asiento podía saber en ese momento.",
        made: "jugada",
        best: "la mejor",
        hidden: (count) =>
            count === 1 ? "Se omite 1 jugada menos prometedora." : `Se omiten ${count} jugadas menos prometedoras.`,
        back: "Decisión anterior",
        on: "Decisión siguiente",
        replay: "Repetición desde aquí",
        playOn: "Seguir jugando desde aquí",
        playOnAs: (name) => `Seguir jugando desde aquí como ${name}`,
        playOnHelp:
            "Una mesa nueva contra bots empieza en esta posición. Las cartas de manos y mazos son las mismas; lo que se robe será nuevo. No cuenta en ninguna parte.",
        continues: (ply) => `Esta partida sigue otra, tras la jugada ${ply}.`,
        parts: "Suerte y decisiones",
        partsHelp:
            "Las decisiones se miden frente a las de un jugador corriente en el mismo lugar. La suerte es lo que se repartió, robó y tiró.",
        part: "Qué",
        share: "Parte de una victoria",
        before: "Antes del reparto",
        own: "Tus decisiones",
        others: (name) => `Decisiones de ${name}`,
        luck: "Suerte",
        gaveUp: "La rendición",
        gaveUpBy: (name) => `${name} se rinde`,
        gaveUpCost: (cost) => `Rendirse al final costó otro ${cost}.`,
        end: "El final",
        all: "Todas las decisiones",
        move: "Jugada",
        played: "Se jugó",
        better: "Mejor",
        cost: "Coste",
        judge: (agent) => `Juzga ${agent}, solo con los ojos de este asiento.`,
        search: (count) => `una búsqueda de ${count} simulaciones`,
    },
};
