// French: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Apprendre en deux minutes",
        linkLabel: (game) => `Apprendre ${game} en une donne guidée de deux minutes`,
        offerTitle: (game) => `Votre première fois à ${game} ?`,
        offerText:
            "Un guide vous accompagne dans une vraie donne, en deux minutes. Vous pouvez aussi le faire plus tard.",
        offerLearn: "Apprendre d’abord",
        offerPlay: "Jouer tout de suite",
        title: (game) => `Apprendre ${game}`,
        coach: "Le guide",
        you: "Vous",
        next: "Suite",
        back: "Retour",
        step: (n, all) => `Étape ${n} sur ${all}`,
        press: (move) => `Maintenant : ${move}`,
        otherMove: "Les règles le permettent aussi. Dans cette donne, essayez ce que dit le guide.",
        notNow: "Ce n’est pas possible maintenant. Regardez ce que dit le guide.",
        doneTitle: "C’était une donne. Vous savez maintenant :",
        playReal: "Jouer une vraie partie",
        again: "Encore une fois",
        none: "Il n’y a pas de donne guidée de ce jeu.",
        sabacc: {
            deal: "Vous avez deux cartes, une de Sable et une de Sang. Vous voulez qu’elles soient égales, c’est un Sabacc ; sinon, aussi proches que possible. Les autres ne les voient pas.",
            token: (name, what) =>
                `À votre tour, vous pouvez d’abord jouer un de vos jetons d’influence, chacun une fois par partie. Jouez ${name} : ${what}.`,
            noToken: "Vous pouvez aussi garder vos jetons d’influence pour plus tard. Cette fois, aucun.",
            draw: (sand, blood) =>
                `Vos cartes sont ${sand} et ${blood} : trop éloignées. Piocher coûte un jeton, qui va dans votre pot. Piochez dans la pile de Sable.`,
            keep: (card) => `Le ${card} rapproche vos deux cartes. Gardez-le ; l’ancienne est défaussée.`,
            refuse: (card) => `Le ${card} ne vous aide pas. Refusez-le et gardez ce que vous avez.`,
            pass: "Vos cartes sont proches. Passez : c’est gratuit.",
            die: "Un Imposteur prend la valeur d’un dé. Choisissez celui qui va avec votre autre carte.",
            reveal: "Après trois tours, toutes les mains sont montrées. La meilleure récupère son pot ; les autres perdent le leur, et autant de jetons de leur réserve que l’écart entre leurs cartes. Qui n’a plus de jetons est éliminé.",
            learnt: [
                "Deux cartes égales font un Sabacc : plus il est bas, mieux c’est. Sinon, le plus petit écart gagne.",
                "Piocher coûte un jeton ; passer est gratuit. Trois tours, puis on montre les mains.",
                "Le dernier qui a des jetons gagne la partie.",
            ],
        },
        bruno: {
            deal: "Chacun a sept cartes en main, trois visibles et trois cachées sur la table. Le joueur d’en face est votre partenaire : le premier qui n’a plus de carte gagne pour les deux.",
            lead: "La pile est vide : vous entamez avec ce que vous voulez. D’abord les petites, plus difficiles à placer ensuite.",
            follow: "Jouez une carte qui n’est pas plus basse que celle à battre. La plus basse qui convient est la meilleure.",
            several: "Plusieurs cartes de même valeur peuvent partir ensemble. Choisissez les deux.",
            functionCard: (what) => `Une carte à fonction se joue toujours. C’est le bon moment. ${what}.`,
            pickUp: "Rien ne peut être joué : vous ramassez la pile. Ensuite vous entamez, avec ce que vous voulez.",
            flip: "Votre main et vos cartes visibles sont parties. Retournez une carte cachée, et voyez si elle se joue.",
            learnt: [
                "Jouez aussi haut ou plus haut que la carte à battre, une ou plusieurs de même valeur ; 2, 3, 9 et 10 vont sur tout.",
                "Qui ne peut pas jouer ramasse la pile et entame.",
                "D’abord la main, puis les cartes visibles, puis les cachées. Une carte à fonction ne peut jamais être la dernière.",
            ],
        },
        mus: {
            deal: "Quatre cartes chacun ; vous jouez avec celui d’en face. Il y a quatre lances, et dans chacun on mise sur qui a les meilleures cartes. La première paire à 40 pierres gagne.",
            mus: "D’abord la question : tout le monde veut-il changer des cartes ? Dites « mus » pour oui.",
            noMus: "Ces cartes conviennent. Coupez avec « no mus » : les lances commencent.",
            discard:
                "Posez ce qui sert peu. Les rois (et les trois, qui valent des rois) sont bons pour grande, les paires pour pares. Choisissez les cartes, puis défaussez-les.",
            lances: {
                GRANDE: "Grande : les cartes les plus hautes gagnent.",
                CHICA: "Chica : les plus basses gagnent ; les as (et les deux) sont les meilleurs.",
                PARES: "Pares : les paires. Seuls ceux qui en ont y jouent.",
                JUEGO: "Juego : qui a 31 points ou plus ; rois, cavaliers et valets comptent dix.",
                PUNTO: "Punto : personne n’a 31, le plus de points gagne.",
            },
            bet: "Vous êtes fort ici. Misez deux pierres : « envido ». Les autres doivent accepter, relancer ou renoncer.",
            pass: "Ce n’est pas votre meilleur lance. « Paso » : vous ne misez rien, mais vous pouvez encore accepter une mise.",
            accept: "Ils misent. Vos cartes suffisent : « quiero », j’accepte.",
            refuse: "Ils misent et vos cartes sont faibles : « no quiero ». Cela ne leur donne qu’une pierre.",
            count: "La main est finie, toutes les cartes sont montrées. Lance par lance, les gagnants prennent leurs pierres ; pares et juego en donnent d’eux-mêmes. Regardez le décompte, puis continuez.",
            learnt: [
                "Quatre lances : grande, chica, pares, juego (ou punto). Dans chacun vous passez, misez, acceptez ou refusez.",
                "Une mise refusée rapporte une pierre aussitôt ; une mise acceptée se décide par les cartes à la fin.",
                "40 pierres gagnent ; « órdago » mise tout d’un coup.",
            ],
        },
        mulle: {
            press: (card, move) => `${card}, puis « ${move} »`,
            deal: "Huit cartes sont sur la table et huit dans votre main. À chaque tour vous jouez une carte : pour prendre, pour construire ou pour la poser. Les piques, les as et le dix de carreau comptent ; deux cartes identiques dans une prise font un mulle, qui compte le plus.",
            moves: {
                capture:
                    "Votre carte prend tout ce qui a sa valeur, aussi plusieurs cartes qui font cette somme. Choisissez-la et regardez ce qu’elle prendrait.",
                build: "Posez votre carte sur une autre : leurs valeurs s’ajoutent en une construction, qu’une autre carte de votre main pourra prendre. Deux cartes identiques y feraient un mulle.",
                trotta: "Trotta rassemble toutes les cartes de cette valeur en une construction à vous, verrouillée.",
                discard: "Rien de bon à prendre ou à construire. Posez la carte qui aide le moins l’autre.",
            },
            learnt: [
                "Prenez les cartes de la valeur de la vôtre, ou des sommes. Si la même carte y est, c’est un mulle.",
                "Construisez avec une carte ce qu’une autre de votre main peut prendre ; personne ne change une construction verrouillée.",
                "Mulles, table vidée (tabbe), piques et as comptent. Après six ronder, on additionne les points.",
            ],
        },
    },
};
