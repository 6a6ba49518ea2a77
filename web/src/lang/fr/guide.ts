// French: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Apprendre en deux minutes",
        linkLabel: (game) => `Apprendre le ${game} en une donne guidée de deux minutes`,
        offerTitle: (game) => `Votre première fois au ${game} ?`,
        offerText:
            "Un guide vous accompagne dans une vraie donne, en deux minutes. Vous pouvez aussi le faire plus tard.",
        offerLearn: "Apprendre d’abord",
        offerPlay: "Jouer tout de suite",
        title: (game) => `Apprendre le ${game}`,
        coach: "Le guide",
        you: "Vous",
        next: "Suite",
        back: "Retour",
        step: (n, all) => `Étape ${n} sur ${all}`,
        end: "Terminer",
        press: (task) => `Maintenant : ${task}.`,
        button: (name) => `touchez « ${name} »`,
        then: (things, name) => `touchez ${things}, puis « ${name} »`,
        otherMove: "Les règles le permettent aussi, mais le guide demande autre chose.",
        notNow: "Ce n’est pas possible maintenant. Faites ce que dit le guide.",
        readFirst: "Lisez d’abord ce que dit le guide, puis touchez « Suite ».",
        doneTitle: "C’était une donne. Vous savez maintenant :",
        playReal: "Jouer une vraie partie, en douceur",
        again: "Encore une fois",
        none: "Il n’y a pas de donne guidée de ce jeu.",
        sabacc: {
            deal: (sand, blood) =>
                `Vous avez deux cartes : une de Sable, ${sand}, et une de Sang, ${blood}. Vous seul les voyez. Deux cartes égales font un Sabacc, et un petit bat un grand. Sans paire, plus vos cartes sont proches, mieux c’est.`,
            chips: (count) =>
                `La manche a trois tours ; ensuite toutes les mains sont montrées, et seule la meilleure ne paie rien. On paie en jetons : ${count} sont dans votre réserve. Piocher en coûte un, et ce que vous dépensez va d’abord dans votre pot. Qui a une réserve vide à la fin d’une manche est éliminé.`,
            tokens: "Tout le monde a les trois mêmes jetons d’influence : trois sur seize, d’autres à chaque partie. Au début de chacun de vos tours, vous pouvez en jouer un : un pouvoir spécial, une seule fois dans toute la partie.",
            token: (name, what) => `${name} : ${what}.`,
            tokenFree: "Cela ne vous coûte rien, c’est donc un bon début.",
            eye: "Un œil sur une carte dit que tout le monde la connaît : elle a été prise à la vue de tous.",
            untouched: (name) => `${name} est sous immunité et ne paie rien.`,
            pays: (name, count) => `${name} paie ${count} ${count === 1 ? "jeton" : "jetons"} dans son pot.`,
            youPay: (name, token, count) =>
                `Le jeton d’influence ${token} joué par ${name} vous coûte ${count} ${count === 1 ? "jeton" : "jetons"}, de votre réserve à votre pot.`,
            putBack: (name) =>
                `(${name} a payé 1 jeton pour la carte visible et l’a remise : c’est permis, et cela n’aide pas.)`,
            pressToken: (name) => `touchez le jeton d’influence ${name}, puis le bouton « ${name} »`,
            tokenMet: (name, what) => `(Le jeton d’influence ${name} dit : « ${what} ».)`,
            noToken: "Chacun de vos autres jetons d’influence ne sert qu’une fois : gardez-les.",
            keepFree: (name) =>
                `${name} est surtout utile quand votre réserve est vide ; maintenant, vous pouvez encore payer une pioche.`,
            noTokenAgain: "Gardez vos jetons d’influence pour les prochaines manches.",
            drawing:
                "Maintenant vous pouvez piocher une carte, ou passer. Piocher coûte 1 jeton. Vous avez toujours une carte de Sable et une de Sang : de la nouvelle et de l’ancienne de sa couleur, vous gardez l’une et défaussez l’autre.",
            draw: (sand, blood, apart) =>
                `Entre votre ${sand} et votre ${blood}, l’écart est de ${apart}. Une autre carte de Sable peut les rapprocher.`,
            hiddenPile: (family) => `la pioche cachée, ${family}`,
            openCard: (family) => `la carte visible, ${family}`,
            take: (open, other) =>
                `Le ${open} visible fait un Sabacc avec votre ${other}. Le prendre coûte aussi 1 jeton, et tout le monde voit ce que vous prenez.`,
            takeCloser: (open, other, apart, sand, blood, now) =>
                `Entre votre ${sand} et votre ${blood}, l’écart est maintenant de ${now} ; entre le ${open} visible et votre ${other}, de ${apart} seulement. Le prendre coûte aussi 1 jeton, et tout le monde le voit.`,
            keepPair: (card, other) => `${card} et ${other} sont égaux, un Sabacc. Gardez la nouvelle carte.`,
            keepCloser: (card, other, apart, before) =>
                `Entre le ${card} et votre ${other}, l’écart est de ${apart} ; avant, il était de ${before}. Gardez-le, et l’ancienne carte est défaussée.`,
            refuse: (card, other, apart) =>
                `Entre le ${card} et votre ${other}, l’écart serait de ${apart} : pas mieux qu’avant. Refusez-le.`,
            passPair: (value) =>
                `Vous avez un Sabacc de ${value}. Une autre carte coûterait un jeton et ne pourrait pas aider. Passer est gratuit.`,
            passClose: (sand, blood) =>
                `Votre ${sand} et votre ${blood} sont proches, et une autre carte coûterait un jeton. Passer est gratuit.`,
            won: (pot) =>
                `Toutes les mains sont montrées, et la vôtre est la meilleure : votre pot de ${pot} vous revient.`,
            lost: (pot, penalty) =>
                `Toutes les mains sont montrées, et la vôtre n’est pas la meilleure : vous perdez votre pot de ${pot}, et ${penalty} de plus.`,
            reveal: "Les autres perdent leur pot, et des jetons de leur réserve : 1 pour un Sabacc battu, sinon autant que l’écart entre leurs cartes.",
            impostor: "Un Imposteur a la valeur d’un dé.",
            sylop: "Un Sylop vaut autant que l’autre carte.",
            goesOn: "Ensuite on donne de nouvelles cartes. Le dernier qui a des jetons gagne.",
            learnt: [
                "Deux cartes égales font un Sabacc : plus il est bas, mieux c’est. Sinon, le plus petit écart gagne, puis la plus petite somme. Si plusieurs mains sont aussi bonnes, aucune ne paie.",
                "Piocher coûte un jeton ; passer est gratuit. Trois tours, puis on montre les mains. Le dernier qui a des jetons gagne la partie.",
                "Deux sortes de cartes ne sont pas venues. Un Sylop vaut autant que votre autre carte. Pour un Imposteur, le masque, vous lancez deux dés à la fin et vous en choisissez un. Touchez une telle carte dans votre main : elle dit ce qu’elle vaut.",
            ],
        },
        bruno: {
            deal: "Chacun a sept cartes en main et, sur la table, trois visibles et trois cachées. Vous voulez vous défaire de toutes : d’abord la main, puis les visibles, enfin les cachées, que personne n’a vues.",
            team: (partner) =>
                `Vous et ${partner}, en face, formez une équipe : le premier de vous deux qui n’a plus de carte gagne pour les deux.`,
            order: "Jouez aussi haut que la carte à battre, ou plus haut ; une carte suffit, même sur deux. De bas en haut : 4 5 6 7 8, valet, dame, roi, as. Les couleurs ne comptent pas.",
            aside: "(2, 3, 9 et 10 sont des cartes à fonction, expliquées plus loin.)",
            card: (rank, held) => (held > 1 ? `une des cartes ${rank}` : `la carte ${rank}`),
            lead: (rank) =>
                `Il n’y a rien à battre, tout est permis. Les petites sont les plus difficiles à placer : commencez par ${rank}.`,
            follow: (beat, rank) =>
                `À battre : ${beat}. Votre plus petite carte qui suffit : ${rank}. Gardez les plus hautes pour plus tard.`,
            below9: (rank) => `Après un 9, il faut jouer au-dessous de 9. Votre ${rank} convient.`,
            several:
                "Les cartes de même valeur peuvent partir ensemble : touchez toutes celles de votre main. (Vos cartes visibles attendent que la main soit vide.)",
            onlyFunction:
                "Vous n’avez aucune carte assez haute. Mais 2, 3, 9 et 10 sont des cartes à fonction, qui vont sur tout.",
            functionCard: (next) =>
                `Les cartes à fonction (2, 3, 9 et 10) vont sur tout. Gênez ${next}, votre adversaire, et gardez votre carte haute.`,
            functions: {
                "2": "Avec un 2 vous passez : le suivant doit battre la même carte.",
                "3": "Un 3 passe la carte en sautant le suivant : c’est au partenaire de qui l’a joué de la battre. Deux 3 à la fois ne font pas plus qu’un.",
                "9": "Après un 9, le suivant doit jouer au-dessous de 9.",
                "10": "Un 10 mélange les mains : toutes les cartes en main sont ramassées et redistribuées à parts égales ; certains en ont une de plus. Le suivant doit battre la même carte, et le 10 quitte le jeu.",
            },
            picksUp: "Qui ne peut pas jouer ramasse toute la pile, puis entame avec ce qu’il veut.",
            pickUp: "Rien ne peut être joué : vous ramassez la pile. Ensuite vous entamez, avec ce que vous voulez.",
            openCards: (name) =>
                `Presque toutes les cartes de ${name} sont maintenant visibles : tout le monde a vu qu’elles étaient ramassées, et de telles cartes peuvent aussi porter un œil. « Non vues : seulement … » dit ce que peuvent être les autres : des cartes injouables à ce moment-là.`,
            jump: "Et ainsi de suite, tour après tour. Nous sautons à la fin de cette partie.",
            zones: {
                shown: "Quelques tours plus tard, votre main est vide. Vous jouez maintenant vos cartes visibles, comme si c’était votre main.",
                hidden: "Vos cartes visibles sont parties aussi. Il ne reste que les cachées.",
            },
            flip: "Retournez-en une, celle que vous voulez : personne ne les a vues. Si elle peut être jouée, elle l’est. Sinon, vous devez la prendre, avec la pile.",
            flipAgain: "Retournez-en une autre : si elle peut être jouée, elle l’est.",
            flipLast: "Retournez votre dernière carte. Si elle peut être jouée, vous avez gagné.",
            flipped: (card) => `Vous avez retourné : ${card}. Elle pouvait être jouée.`,
            end: (card, partner) =>
                `Vous retournez : ${card}. Elle peut être jouée, et c’était votre dernière carte : vous avez gagné, pour ${partner} aussi. Encore une règle : une carte à fonction ne peut jamais être la dernière. Qui n’a plus qu’elle doit ramasser la pile.`,
            refused: {
                low: (rank, beat) => `La carte ${rank} ne suffit pas (à battre : ${beat}).`,
                nine: "Après un 9, on joue au-dessous de 9, ou une carte à fonction.",
                shown: "Les cartes visibles se jouent quand la main est vide.",
                hidden: "Les cartes cachées se retournent quand il n’y a plus ni main ni cartes visibles.",
            },
            learnt: [
                "Jouez aussi haut ou plus haut que la carte à battre, une carte ou plusieurs de même valeur ; une seule peut répondre à deux. Qui ne peut pas jouer ramasse la pile et entame.",
                "2, 3, 9 et 10 vont sur tout : un 2 passe, un 3 passe et saute le suivant, après un 9 on joue au-dessous de 9, après un 10 toutes les mains sont redistribuées.",
                "D’abord la main, puis les cartes visibles, puis les cachées. Une carte à fonction ne peut jamais être la dernière : qui n’a plus qu’elle ramasse la pile.",
            ],
        },
        mus: {
            deal: (partner, one, other, target) =>
                `Quatre cartes chacun. Vous et ${partner}, en face, jouez contre ${one} et ${other} ; il faut ${target} points pour gagner, et on les marque avec des pierres. Un 3 compte comme un roi (rey, 12), et un 2 comme un as (1). La pièce ornée d’une main désigne la mano, qui parle en premier et gagne les égalités : c’est vous.`,
            questions:
                "On joue quatre lances, c’est-à-dire quatre questions : qui a les cartes les plus hautes (grande), les plus basses (chica), les meilleures paires (pares), 31 points ou plus (juego) ? Sur chacune, on peut miser des pierres.",
            counting:
                "Pour le juego, on additionne les points des cartes. Les rois (12), les 3, le caballo (11) et la sota (10) valent 10, les as et les 2 valent 1, les autres leur valeur. À partir de 31, on a juego : le meilleur est 31, puis 32, puis 40, 37, 36, 35, 34 et enfin 33.",
            mano: "On demande d’abord à chacun s’il veut changer des cartes ; comme vous êtes mano, vous répondez en premier.",
            mus: (pares, juego) => `Vos cartes : ${pares}, ${juego}. On peut faire mieux. « Mus » veut dire oui.`,
            discard:
                "Gardez les rois et les 3, qui comptent comme rois : les cartes les plus hautes. Écartez les autres : vous en recevrez de nouvelles.",
            putBack: (cards, rest) => `remettez ${cards} d’un nouvel appui, puis ${rest}`,
            marked: (rank) => `la carte à la flèche (${rank})`,
            noMus: (pares, juego) =>
                `Vos cartes maintenant : ${pares}, ${juego}. C’est une bonne main. « No mus » coupe : personne ne change plus de cartes, et les lances commencent.`,
            lances: {
                GRANDE: "Grande : la carte la plus haute gagne ; à égalité, la suivante.",
                CHICA: "Chica : la carte la plus basse gagne ; la meilleure est l’as.",
                PARES: "Pares, pour des cartes de même rang : les duples (deux paires) battent les medias (trois), qui battent le par (deux) ; ensuite, les plus hautes gagnent.",
                JUEGO: "Juego, pour qui a 31 points ou plus.",
                PUNTO: "Punto, car personne n’a 31 points : le plus grand total gagne.",
            },
            kings: (count) =>
                count === 0
                    ? "Vous n’avez pas de roi."
                    : count === 1
                      ? "Vous avez un roi."
                      : `Vous avez ${count} rois.`,
            aces: (count) =>
                count === 0 ? "Vous n’avez pas d’as." : count === 1 ? "Vous avez un as." : `Vous avez ${count} as.`,
            have: (what) => `Vos cartes : ${what}.`,
            points: (sum) => `Vous avez ${sum} points.`,
            bet: (count, one, other, deje) =>
                `C’est fort : « envido », misez ${count} pierres. ${one} et ${other} peuvent répondre tous les deux. Si l’un des deux accepte (« quiero »), les cartes décident à la fin. S’ils refusent tous les deux (« no quiero »), vous recevez aussitôt ${deje}.`,
            betAgain: (count) => `C’est fort : misez encore ${count} pierres.`,
            pass: "C’est trop peu pour miser. « Paso » : vous ne misez rien, et pouvez encore répondre à une mise.",
            passAgain: "C’est trop peu pour miser.",
            accept: (who, count) =>
                `${who} mise ${count} pierres, et vos cartes sont fortes : acceptez par « quiero ».`,
            refuse: (who, count, deje) =>
                `${who} mise ${count} pierres, et vous les perdriez : refusez par « no quiero ». Cela ne coûte que ${deje}.`,
            partnerMay: (partner) => `${partner} peut encore accepter pour vous deux.`,
            partnerDid: (partner) => `${partner} a déjà refusé ; il suffirait que l’un de vous deux accepte.`,
            ended: {
                passed: (lance) => `${lance} : tous ont passé ; les meilleures cartes reçoivent 1 pierre à la fin.`,
                value: (lance) => `${lance} : tous ont passé ; seule la valeur des cartes compte à la fin.`,
                accepted: (lance, count) => `${lance} : les meilleures cartes reçoivent ${count} pierres à la fin.`,
                deje: "Une mise refusée rapporte aussitôt 1 pierre, le deje ; une relance refusée, ce qui était misé avant elle.",
            },
            theStones: (count) => `le bouton rond ${count}`,
            answered: (name) => `${name} dit « quiero » : votre mise est acceptée.`,
            skipped: (one, other) =>
                `On n’a pas misé sur le juego, car ni ${one} ni ${other} n’ont juego ; quand personne n’en a, on joue le punto : le plus grand total gagne.`,
            count: (us, them, target) =>
                `Le décompte dit qui reçoit combien de pierres, et pourquoi. Les pares et le juego rapportent en plus leur propre valeur (par : 1, medias : 2, duples : 3, juego : 2, avec 31 points : 3). En tout : ${us} pour vous deux, ${them} pour eux. D’autres donnes suivent jusqu’à ce que quelqu’un ait ${target}.`,
            learnt: [
                "Quatre lances : grande, chica, pares, juego (ou punto). À chacun, on peut passer, miser, accepter ou refuser.",
                "Une mise refusée rapporte aussitôt 1 pierre, une relance refusée ce qui était misé avant elle (le deje) ; une mise acceptée se joue aux cartes, à la fin.",
                "Il faut 40 pierres pour gagner une manche ; une pierre bleue en vaut 5. « Órdago » : on mise toute la manche d’un coup.",
            ],
        },
        mulle: {
            deal: "Huit cartes sont sur la table, et huit dans votre main. À chaque tour vous jouez une carte : pour prendre, pour construire ou simplement pour la poser. Le petit nombre près d’une carte est sa valeur. Les lettres sont sa couleur en suédois : SP pique, HJ cœur, RU carreau, KL trèfle.",
            mulleRule:
                "Ce qui compte le plus : il y a deux jeux, donc chaque carte existe deux fois. Deux cartes identiques dans une prise font un mulle, qui rapporte le nombre de la carte.",
            intakeRule: (intake, limit) =>
                `Regardez les points : votre butin (intag) est de ${intake}. Chaque pique pris compte 1 (mais SP2 2, SPA 3), chaque autre as 1, RU10 2. Seul ce qui dépasse ${limit} à la fin rapporte, et compte double ; avec moins vous ne perdez rien.`,
            special:
                "Dans la main un as vaut 14, SP2 15 et RU10 16 : ils ne prennent que des constructions de cette valeur.",
            pair: (card, name) =>
                `Vos cartes ne peuvent rien prendre ici. Mais vous avez les deux ${card} : posez-en une, et si ${name} ne peut pas la prendre, l’autre en fera un mulle à votre prochain tour.`,
            pressPiles: (card, piles, name) => `touchez ${card}, puis ${piles}, puis « ${name} »`,
            capture: (card, value, cards) =>
                `${card} prend tout ce qui vaut ${value} ou fait cette somme, ici ${cards}.`,
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
    },
};
