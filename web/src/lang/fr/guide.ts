// French: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Apprendre en deux minutes",
        linkLabel: (game) => `Apprendre ${game} en une donne guidée de deux minutes`,
        title: (game) => `Apprendre ${game}`,
        coach: "Le guide",
        you: "Toi",
        next: "Suite",
        back: "Retour",
        step: (n, all) => `Étape ${n} sur ${all}`,
        press: (move) => `Maintenant : ${move}`,
        otherMove: "Les règles le permettent aussi. Dans cette donne, essaie ce que dit le guide.",
        notNow: "Ce n’est pas possible maintenant. Regarde ce que dit le guide.",
        doneTitle: "C’était une donne. Tu sais maintenant :",
        playReal: "Jouer une vraie partie",
        again: "Encore une fois",
        none: "Il n’y a pas de donne guidée de ce jeu.",
        sabacc: {
            deal: "Tu as deux cartes, une de Sable et une de Sang. Tu veux qu’elles soient égales, c’est un Sabacc ; sinon, aussi proches que possible. Les autres ne les voient pas.",
            token: (name, what) =>
                `À ton tour, tu peux d’abord jouer un de tes jetons d’influence, chacun une fois par partie. Joue ${name} : ${what}.`,
            noToken: "Tu peux aussi garder tes jetons pour plus tard. Cette fois, aucun.",
            draw: (sand, blood) =>
                `Tes cartes sont ${sand} et ${blood} : trop éloignées. Piocher coûte un crédit, qui va dans ton pot. Pioche dans la pile de Sable.`,
            keep: (card) => `Le ${card} rapproche tes deux cartes. Garde-le ; l’ancienne est défaussée.`,
            refuse: (card) => `Le ${card} ne t’aide pas. Refuse-le et garde ce que tu as.`,
            pass: "Tes cartes sont proches. Passe : c’est gratuit.",
            die: "Un Imposteur prend la valeur d’un dé. Choisis celui qui va avec ton autre carte.",
            reveal: "Après trois tours, toutes les mains sont montrées. La meilleure récupère son pot ; les autres perdent le leur, et autant de crédits de leur réserve que l’écart entre leurs cartes. Qui n’a plus de crédits est éliminé.",
            learnt: [
                "Deux cartes égales font un Sabacc : plus il est bas, mieux c’est. Sinon, le plus petit écart gagne.",
                "Piocher coûte un crédit ; passer est gratuit. Trois tours, puis on montre les mains.",
                "Le dernier qui a des crédits gagne la partie.",
            ],
        },
        bruno: {
            deal: "Chacun a sept cartes en main, trois visibles et trois cachées sur la table. Le joueur d’en face est ton partenaire : le premier qui n’a plus de carte gagne pour les deux.",
            lead: "La pile est vide : tu entames avec ce que tu veux. D’abord les petites, plus difficiles à placer ensuite.",
            follow: "Joue une carte qui n’est pas plus basse que celle à battre. La plus basse qui convient est la meilleure.",
            several: "Plusieurs cartes de même valeur peuvent partir ensemble. Choisis les deux.",
            functionCard: (what) => `Une carte à fonction se joue toujours. C’est le bon moment. ${what}.`,
            pickUp: "Rien ne peut être joué : tu ramasses la pile. Ensuite tu entames, avec ce que tu veux.",
            flip: "Ta main et tes cartes visibles sont parties. Retourne une carte cachée, et vois si elle se joue.",
            learnt: [
                "Joue aussi haut ou plus haut que la carte à battre, une ou plusieurs de même valeur ; 2, 3, 9 et 10 vont sur tout.",
                "Qui ne peut pas jouer ramasse la pile et entame.",
                "D’abord la main, puis les cartes visibles, puis les cachées. Une carte à fonction ne peut jamais être la dernière.",
            ],
        },
        mus: {
            deal: "Quatre cartes chacun ; tu joues avec celui d’en face. Il y a quatre lances, et dans chacun on mise sur qui a les meilleures cartes. La première paire à 40 pierres gagne.",
            mus: "D’abord la question : tout le monde veut-il changer des cartes ? Dis « mus » pour oui.",
            noMus: "Ces cartes conviennent. Coupe avec « no mus » : les lances commencent.",
            discard:
                "Pose ce qui sert peu. Les rois (et les trois, qui valent des rois) sont bons pour grande, les paires pour pares. Choisis les cartes, puis défausse-les.",
            lances: {
                GRANDE: "Grande : les cartes les plus hautes gagnent.",
                CHICA: "Chica : les plus basses gagnent ; les as (et les deux) sont les meilleurs.",
                PARES: "Pares : les paires. Seuls ceux qui en ont y jouent.",
                JUEGO: "Juego : qui a 31 points ou plus ; rois, cavaliers et valets comptent dix.",
                PUNTO: "Punto : personne n’a 31, le plus de points gagne.",
            },
            bet: "Tu es fort ici. Mise deux pierres : « envido ». Les autres doivent accepter, relancer ou renoncer.",
            pass: "Ce n’est pas ton meilleur lance. « Paso » : tu ne mises rien, mais tu peux encore accepter une mise.",
            accept: "Ils misent. Tes cartes suffisent : « quiero », j’accepte.",
            refuse: "Ils misent et tes cartes sont faibles : « no quiero ». Cela ne leur donne qu’une pierre.",
            count: "La main est finie, toutes les cartes sont montrées. Lance par lance, les gagnants prennent leurs pierres ; pares et juego en donnent d’eux-mêmes. Regarde le compte, puis continue.",
            learnt: [
                "Quatre lances : grande, chica, pares, juego (ou punto). Dans chacun tu passes, mises, acceptes ou refuses.",
                "Une mise refusée rapporte une pierre aussitôt ; une mise acceptée se décide par les cartes à la fin.",
                "40 pierres gagnent ; « órdago » mise tout d’un coup.",
            ],
        },
        mulle: {
            deal: "Huit cartes sont sur la table et huit dans ta main. À chaque tour tu joues une carte : pour prendre, pour construire ou pour la poser. Les piques, les as et le dix de carreau comptent ; deux cartes identiques dans une prise font un mulle, qui compte le plus.",
            moves: {
                capture:
                    "Ta carte prend tout ce qui a sa valeur, aussi plusieurs cartes qui font cette somme. Choisis-la et regarde ce qu’elle prendrait.",
                build: "Pose ta carte sur une autre : leurs valeurs s’ajoutent en une construction, qu’une autre carte de ta main pourra prendre. Deux cartes identiques y feraient un mulle.",
                trotta: "Trotta rassemble toutes les cartes de cette valeur en une construction à toi, verrouillée.",
                discard: "Rien de bon à prendre ou à construire. Pose la carte qui aide le moins l’autre.",
            },
            learnt: [
                "Prends les cartes de la valeur de la tienne, ou des sommes. Si la même carte y est, c’est un mulle.",
                "Construis avec une carte ce qu’une autre de ta main peut prendre ; personne ne change une construction verrouillée.",
                "Mulles, table vidée (tabbe), piques et as comptent. Après six ronder, on additionne les points.",
            ],
        },
    },
};
