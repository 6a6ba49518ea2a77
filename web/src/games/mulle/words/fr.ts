// French: the words of Mulle.

import type { Words } from "./en";

export const fr: Words = {
    table: {
        table: (piles) => (piles === 1 ? "Sur la table : 1 tas" : `Sur la table : ${piles} tas`),
        empty: "La table est vide",
        looseCard: (card, value) => `${card}, vaut ${value}`,
        ownOpen: (value, cards) => `Votre construction ouverte de ${value} : ${cards}`,
        ownLocked: (value, cards) => `Votre construction verrouillée de ${value} : ${cards}`,
        theirOpen: (name, value, cards) => `Construction ouverte de ${value}, à ${name} : ${cards}`,
        theirLocked: (name, value, cards) => `Construction verrouillée de ${value}, à ${name} : ${cards}`,
        buildOf: (value) => `construction de ${value}`,
        ace: "as",
        valueOf: (value, taker) => `${value} (${taker})`,
        onlyTaker: (taker) => ` ; seul(e) ${taker} la prend`,
        yours: "à vous",
        hand: (count) => (count === 1 ? "1 carte en main" : `${count} cartes en main`),
        handCard: (card, value) => `${card}, prend ${value}`,
        specialCard: (card, hand, table) =>
            `${card} : de la main elle prend les constructions de ${hand} ; sur la table elle vaut ${table}`,
        tableAndHand: (table, hand) => `${table} | ${hand}`,
        reservedFor: (value) => `Réservée : votre seule carte pour votre construction de ${value}`,
        implied: (values) => `A sûrement une carte pour : ${values}`,
        handKnown: "Plus de talon : voici les cartes qui restent",
        heap: (count) => (count === 1 ? "1 carte prise" : `${count} cartes prises`),
        nothingTaken: "Rien de pris encore",
        noMulle: "Pas encore de mulle",
        mullesOf: (count) => (count === 1 ? "un mulle" : `${count} mulles en tout`),
        scores: "Points",
        omgangOf: (n, of) => `Omgång (tour) ${n} sur ${of}`,
        omgangGloss: "Omgång : une fois tout le paquet",
        rondOf: (n, of) => `Rond (manche) ${n} sur ${of}`,
        rondGloss: "Rond : une manche de huit cartes par joueur, jouées jusqu’au bout. Six épuisent le paquet",
        rondBegins: (n, of) => `Le rond ${n} sur ${of} commence : huit nouvelles cartes chacun.`,
        stock: (count) => `Talon ${count}`,
        mulles: "Mulles",
        mullesGloss: "Mulle : deux cartes identiques dans une prise. Vaut le nombre de la carte, l’as 14",
        tabbar: "Tabbes",
        tabbarGloss: "Tabbe : une prise qui vide la table. Vaut 1",
        intake: "Butin",
        intakeGloss:
            "Butin (intag) : piques 1, SP2 2, SPA 3, autres as 1, RU10 2. Seul ce qui dépasse 20 compte, et double ; avec moins vous ne perdez rien",
        intakeOf: (points, limit) => `${points}/${limit}`,
        bonus: "Bonus",
        bonusGloss: "Bonus : le double de ce que le butin a au-dessus de 20",
        sum: "Somme",
        sumGloss: "Somme : les points des mulles, des tabbes et du bonus. Le butin lui-même ne s’ajoute pas",
        session: "Tout",
        sessionGloss: "Points de toutes les omgångar",
        none: "aucun",
        prompts: {
            card: "Choisissez une carte de votre main",
            cardFirst: "D’abord une carte de votre main, puis le tas",
            choose: "Qu’en faites-vous ?",
            base: "Touchez un tas pour construire dessus",
            sets: (count) => `${count} prises possibles : choisissez`,
            manySets: (count) => `${count} prises possibles : touchez les tas que vous voulez`,
            commit: "Choisissez que faire de ce tas",
        },
        help: {
            card: "Choisissez une carte : les tas qu’elle peut prendre, rassembler ou sur lesquels construire s’allument.",
            plain: (card, value) =>
                `${card} prend les tas de ${value} et les sommes de ${value} ; ici il n’y en a pas. Touchez un tas pour construire, ou posez-la.`,
            special: (card, hand, table) =>
                `${card} ne prend que les constructions de ${hand} ; ici il n’y en a pas. Posée, elle vaut ${table}.`,
        },
        moves: {
            capture: "Prendre",
            captureFor: (points) => `Prendre, +${points}`,
            captureSet: (cards, piles) => `Prendre ${cards}, avec ${piles}`,
            captureSetFor: (cards, piles, points) => `Prendre ${cards}, avec ${piles}, +${points}`,
            build: (value, card) => `Construire ${value} sur ${card}`,
            up: (from, to) => `Monter de ${from} à ${to}`,
            down: (from, to) => `Descendre de ${from} à ${to}`,
            trotta: (value) => `Rassembler ${value} (trotta)`,
            feed: (value) => `Ajouter à celle de ${value}`,
            discard: "Défausser",
        },
        nextMove: "Montrer le coup suivant",
        youTake: (count) => `Vous prenez ${count} cartes`,
        liesLoose: (value) => `Elle reste seule sur la table et vaut ${value}`,
        becomesOpen: "Ouverte : les deux peuvent la faire monter ou descendre",
        becomesLocked: "Verrouillée : personne ne peut la changer",
        mulleOf: (card, points) => `Mulle ${card} : +${points}`,
        onlyDouble: "Elle prend son double, et rien d’autre",
        took: (name) => `${name} a pris`,
        tabbeNow: "Tabbe, la table est vide : +1",
        noPoints: "Ni mulle ni tabbe",
        reserves: (card) => `${card} est réservée pour elle`,
        reservesSpecial: (card, value) => `${card}, ${value} dans la main, est réservée`,
        noReservation: "Vous n’avez pas de carte pour la prendre",
        lastOmgang: "Dernière omgång",
        omgangEnd: (n) => `L’omgång ${n} est finie`,
        omgangDrawn: "Les deux ont autant de points.",
        why: (name, points, mulles, tabbar, bonus) =>
            `${name} la gagne de ${points} : mulles ${mulles}, tabbes ${tabbar}, bonus ${bonus}.`,
        bonusHow: (intake, limit) => `deux fois ce que le butin ${intake} a au-dessus de ${limit}`,
        noBonus: (intake, limit) => `le butin ${intake} ne dépasse pas ${limit}`,
    },
    guide: {
        /** Small questions about what was just said. */
        ask: {
            sums: {
                ask: "Sur la table : HJ3, KL4 et RU7. Que prend votre SP7 ?",
                answers: ["RU7", "RU7 HJ3 KL4"],
                right: 1,
                because: "Il prend toute carte qui vaut 7, et tout ce qui fait 7 en somme.",
            },
            mulle: {
                ask: "Quelles deux cartes font un mulle ?",
                answers: ["HJ5 SP5", "HJ5 HJ5"],
                right: 1,
                because: "La même carte deux fois : même valeur et même couleur.",
            },
        },
        deal: "Huit cartes sont sur la table, et huit dans votre main. À chaque tour vous jouez une carte : pour prendre, pour construire ou simplement pour la poser. Le petit nombre près d’une carte est sa valeur.",
        /** Only where cards are written and not drawn. */
        letters: "Les lettres sont sa couleur en suédois : SP pique, HJ cœur, RU carreau, KL trèfle.",
        mulleRule:
            "Ce qui compte le plus : il y a deux jeux, donc chaque carte existe deux fois. Deux cartes identiques dans une prise font un mulle, qui rapporte le nombre de la carte.",
        intakeRule: (intake, limit) =>
            `Regardez les points : votre butin (intag) est de ${intake}. Chaque pique pris compte 1 (mais SP2 2, SPA 3), chaque autre as 1, RU10 2. Seul ce qui dépasse ${limit} à la fin rapporte, et compte double ; avec moins vous ne perdez rien.`,
        special:
            "Dans la main un as vaut 14, SP2 15 et RU10 16 : ils ne prennent que des constructions de cette valeur.",
        pair: (card, name) =>
            `Vos cartes ne peuvent rien prendre ici. Mais vous avez les deux ${card} : posez-en une, et si ${name} ne peut pas la prendre, l’autre en fera un mulle à votre prochain tour.`,
        pressPiles: (card, piles, name) => `touchez ${card}, puis ${piles}, puis « ${name} »`,
        capture: (card, value, cards) => `${card} prend tout ce qui vaut ${value} ou fait cette somme, ici ${cards}.`,
        double: (card) =>
            `L’autre ${card} est sur la table : la vôtre la prend, et rien d’autre. C’est toujours ainsi avec la même carte.`,
        takeBuild: (card, value) => `Prenez-la maintenant : ${card} vaut ${value} et prend tout.`,
        mulle: (card, points) => `Deux ${card} dans une prise : un mulle, ${points} points !`,
        tabbe: "La table est vide alors : un tabbe, 1 point.",
        build: (card, base, value, taker) =>
            `Une construction est un tas que vous prendrez plus tard. Posez ${card} sur ${base} : ensemble elles valent ${value}, et ${taker} les prendra au prochain tour.`,
        joins: (cards, value) => `${cards} font aussi ${value}, et s’y ajoutent d’elles-mêmes.`,
        locked: "D’autres cartes ont rejoint votre construction : elle est verrouillée (le cadenas). Personne ne peut la changer, mais qui a la bonne carte peut la prendre. Une construction ouverte, chacun peut la changer : la carte posée dessus s’ajoute ou se retranche.",
        kept: (card) => `${card} a le nombre doré, comme la construction pour laquelle elle est gardée.`,
        open: "Votre construction est ouverte : les deux peuvent encore changer sa valeur par une carte, qui s’ajoute ou se retranche, ou la prendre.",
        trotta: (value) =>
            `(« Rassembler ${value} » ferait autre chose, un trotta : toutes les cartes de ${value} vont dans une construction à vous, verrouillée, qu’une autre de ${value} prendra plus tard.)`,
        discard: (card) => `Vos cartes ne peuvent rien prendre ici : posez-en une, ${card}.`,
        keep: (cards) => `Gardez ${cards} : piques, as et RU10 comptent pour qui les prend.`,
        sweep: (card, value, name) =>
            `Avec ${card} sur la table, une seule carte de ${value} pourrait tout prendre : un tabbe pour ${name}.`,
        intake: (points) => `Cela fait ${points} de butin.`,
        deny: (card, name) => `Cela ne rapporte rien, mais ${name} ne peut plus faire de mulle avec ${card}.`,
        end: (own, name, theirs, ronder) =>
            `Les huit cartes sont jouées : c’était un rond (une manche). Vous avez ${own} points, et ${name}, ${theirs} pour l’instant. Chacun reçoit huit nouvelles cartes. Après ${ronder} manches le paquet est épuisé, et qui a le plus de points gagne.`,
        learnt: [
            "Prenez les cartes de la valeur de la vôtre, ou des sommes. Si la même carte est là, c’est un mulle, et vous ne prenez qu’elle.",
            "Construisez avec une carte ce qu’une autre de votre main peut prendre ; l’as (14), SP2 (15) et RU10 (16) ne prennent que des constructions. Les deux changent une construction ouverte, personne une verrouillée.",
            "Comptent les mulles, une table vidée (tabbe) et le butin au-dessus de 20 (piques, as, RU10). Après six manches (ronder) on fait le total.",
        ],
    },
    ending: {
        story: (who, one, other, tabbes) => `Mulles : ${one} à ${other} ; tabbar de ${who} : ${tabbes}.`,
        mulles: "Mulles",
        tabbe: "Tabbar",
        intake: "Butin",
        bonus: "Prime",
    },
    /** Keys and codes of views and moves. */
    keys: {
        rond: "Rond (manche)",
        omgang: "Omgång (tour)",
        omgangar: "Omgångar (tours)",
        bonus: "Bonus",
        build: "Bygge (construction)",
        captured: "Prises",
        implied: "Tient sûrement",
        intake: "Butin",
        locked: "Verrouillé",
        mulle: "Mulles (paires identiques)",
        mulles: "Mulles (paires identiques)",
        session: "En tout",
        tabbe: "Tabbar (tables vidées)",
        undealt: "Non distribuées",
    },
    presets: {
        one: { title: "Un omgång", help: "Un paquet entier, une dizaine de minutes" },
        three: { title: "Trois omgångar", help: "Un long match, trois paquets" },
    },
    options: {
        omgangar: "Omgångar",
        starter: {
            name: "Commence",
            words: { A: "place 1", B: "place 2", random: "au hasard" },
        },
    },
    /** Options of its own bots. */
    agents: {
        "mulle-learn": {
            file: "Fichier",
            epsilon: "Epsilon",
            alpha: "Alpha",
            learn: "Apprendre",
        },
    },
};
