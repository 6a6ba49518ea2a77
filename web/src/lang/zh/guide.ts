// Chinese: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "两分钟学会",
        linkLabel: (game) => `用两分钟的引导牌局学会 ${game}`,
        offerTitle: (game) => `第一次玩 ${game}？`,
        offerText: "教练带你打一副真的牌，只要两分钟。也可以以后再学。",
        offerLearn: "先学一下",
        offerPlay: "马上开始",
        title: (game) => `学习 ${game}`,
        coach: "教练",
        you: "你",
        next: "下一步",
        back: "上一步",
        step: (n, all) => `第 ${n} 步，共 ${all} 步`,
        end: "完成",
        press: (task) => `现在：${task}。`,
        button: (name) => `按“${name}”`,
        then: (things, name) => `按${things}，然后按“${name}”`,
        otherMove: "规则也允许这样，但教练要的是别的。",
        notNow: "现在不能这样做。请照教练说的做。",
        readFirst: "请先看教练说的话，再按“下一步”。",
        doneTitle: "这副牌打完了。现在你知道：",
        playReal: "和温和的机器人来一局真的",
        again: "再来一次",
        none: "这个游戏没有引导牌局。",
        sabacc: {
            deal: (sand, blood) =>
                `你有两张牌：一张沙牌 ${sand}，一张血牌 ${blood}，只有你看得见。两张相同就是 Sabacc，点数小的胜过大的。没有对子时，两张越接近越好。`,
            chips: (count) =>
                `一局有三轮，然后亮出所有手牌，只有最好的一手不用付。付的是筹码：你的储备里有 ${count} 个。摸牌要付一个，花掉的先放进你的彩池。一局结束时储备空了的人出局。`,
            tokens: "每个人都有同样的三个标记，从十六种里抽出，每盘不同。每次轮到你时，可以先用一个：它是一种特别的能力，整盘游戏只能用一次。",
            token: (name, what) => `${name}：${what}。`,
            tokenFree: "它不花你什么，所以是个好开头。",
            eye: "牌上的眼睛表示大家都知道这张牌：它是当着大家的面拿走的。",
            untouched: (name) => `${name} 有免疫，什么也不用付。`,
            pays: (name, count) => `${name} 向自己的彩池付 ${count} 个筹码。`,
            youPay: (name, token, count) => `${name} 的${token}要你付 ${count} 个筹码：从你的储备放进你的彩池。`,
            putBack: (name) => `（${name} 为明牌付了 1 个筹码，又放了回去：规则允许，但没有好处。）`,
            pressToken: (name) => `按标记 ${name}，然后按按钮“${name}”`,
            tokenMet: (name, what) => `（标记 ${name} 的作用：“${what}”。）`,
            noToken: "其他标记每个只能用一次，留着吧。",
            keepFree: (name) => `${name}在储备用完时最有用；现在你还付得起摸牌。`,
            noTokenAgain: "把标记留给以后各局。",
            drawing:
                "现在可以摸一张牌，或者过牌。摸牌要付 1 个筹码。你总是有一张沙牌和一张血牌：新牌和同类的旧牌留一张，弃一张。",
            draw: (sand, blood, apart) => `你的 ${sand} 和 ${blood} 相差 ${apart}。换一张沙牌也许能更接近。`,
            hiddenPile: (family) => `${family}的暗牌堆`,
            openCard: (family) => `${family}的明牌`,
            take: (open, other) =>
                `明着的 ${open} 和你的 ${other} 正好成 Sabacc。拿它也要付 1 个筹码，而且大家都看得见你拿了什么。`,
            takeCloser: (open, other, apart, sand, blood, now) =>
                `你的 ${sand} 和 ${blood} 现在相差 ${now}；明着的 ${open} 和你的 ${other} 只差 ${apart}。拿它也要付 1 个筹码，而且大家都看得见。`,
            keepPair: (card, other) => `${card} 和 ${other} 相同，是 Sabacc。留下新牌。`,
            keepCloser: (card, other, apart, before) =>
                `${card} 和你的 ${other} 相差 ${apart}，原来相差 ${before}。留下它，旧牌弃掉。`,
            refuse: (card, other, apart) => `${card} 和你的 ${other} 会相差 ${apart}：不比原来好。不要它。`,
            passPair: (value) => `你有 ${value} 的 Sabacc。再摸牌要付筹码，也不会更好。过牌不用付。`,
            passClose: (sand, blood) => `你的 ${sand} 和 ${blood} 很接近，再摸牌要付筹码。过牌不用付。`,
            won: (pot) => `所有手牌都亮出来了，你的最好：彩池里的 ${pot} 个筹码归还给你。`,
            lost: (pot, penalty) =>
                `所有手牌都亮出来了，你的不是最好：你失去彩池里的 ${pot} 个，另外再付 ${penalty} 个。`,
            reveal: "其他人失去彩池，还要从储备里付：输掉的 Sabacc 付 1 个，否则两张差多少付多少。",
            impostor: "冒名者取一颗骰子的点数。",
            sylop: "Sylop 和另一张牌点数相同。",
            goesOn: "然后重新发牌。最后还有筹码的人获胜。",
            learnt: [
                "两张相同就是 Sabacc：点数越小越好。否则差值最小的获胜，再看谁的总和小。一样好的手牌都不用付。",
                "摸牌付一个筹码，过牌不用付。三轮之后亮牌。最后还有筹码的人赢得整盘游戏。",
                "有两种牌这次没有出现。Sylop 和你的另一张牌点数相同。冒名者（面具）在最后掷两颗骰子，由你选一颗。按手里的这种牌，就会说明它是什么。",
            ],
        },
        bruno: {
            deal: "每人七张手牌，桌上还有三张明牌、三张暗牌。要把它们全部出完：先手牌，再明牌，最后是谁也没看过的暗牌。",
            team: (partner) => `你和对面的 ${partner} 是一队：你们俩谁先出完所有的牌，两人都赢。`,
            order: "要出和要压过的牌一样大或更大的牌；哪怕上家出两张，一张也够。从小到大：4 5 6 7 8、J、Q、K、A。花色无关。",
            aside: "（2、3、9、10 是功能牌：接下来几步会讲。）",
            card: (rank, held) => (held > 1 ? `一张 ${rank} ` : ` ${rank} `),
            lead: (rank) => `没有要压过的牌，出什么都行。小牌最难出掉：从 ${rank} 开始。`,
            follow: (beat, rank) => `要压过：${beat}。你够大的牌里最小的是 ${rank}。更大的留到以后。`,
            below9: (rank) => `9 之后必须出小于 9 的牌。你的 ${rank} 可以。`,
            several: "同点数的牌可以一起出，把手里的都按上。（桌上的明牌要等手牌出完才能出。）",
            onlyFunction: "你没有够大的牌。但 2、3、9、10 是功能牌，可以压任何牌。",
            functionCard: (next) => `功能牌（2、3、9、10）可以压任何牌。给对手 ${next} 出个难题，把大牌留着。`,
            functions: {
                "2": "出 2 等于过：下一位要压同一张牌。",
                "3": "出 3 会跳过下一位，把要压的牌传给出牌人的队友。一次出两张 3，效果和一张一样。",
                "9": "9 之后，下一位必须出小于 9 的牌。",
                "10": "10 会打乱手牌：所有人的手牌都收起来平均重新发，有的人多一张。下一位要压同一张牌，而 10 离开游戏。",
            },
            picksUp: "出不了牌的人收起整个牌堆，然后领出任意牌。",
            pickUp: "你没有能出的牌，只好收起牌堆。然后由你领出，任意牌都行。",
            openCards: (name) =>
                `${name} 的手牌现在大多是明的：大家都看见这些牌被收走，这样的牌也可能带一只眼睛。“没见过的牌只可能是……”说的是其余的牌：都是当时出不了的。`,
            jump: "就这样一圈一圈打下去。我们跳到这盘游戏的结尾。",
            zones: {
                shown: "几轮之后，你的手牌出完了。现在出明牌，就像出手牌一样。",
                hidden: "明牌也出完了，只剩暗牌。",
            },
            flip: "翻开一张，随便哪张：谁也没看过它们。能出就出掉；不能出，就得把它和牌堆一起收走。",
            flipAgain: "再翻开一张：能出就出掉。",
            flipLast: "翻开你的最后一张牌。如果能出，你就赢了。",
            flipped: (card) => `你翻开了：${card}。它能出。`,
            end: (card, partner) =>
                `你翻开：${card}。它能出，而且是你的最后一张：你赢了，${partner} 也一起赢了。还有一条：功能牌永远不能是最后一张。只剩它的人必须收起牌堆。`,
            refused: {
                low: (rank, beat) => `${rank} 压不过 ${beat}。`,
                nine: "9 之后要出小于 9 的牌，或功能牌。",
                shown: "手牌出完才能出明牌。",
                hidden: "手牌和明牌都出完，才能翻暗牌。",
            },
            learnt: [
                "出与要压过的牌一样大或更大的牌，一张或几张同点数；一张也能压两张。出不了牌的人收起牌堆，并领出。",
                "2、3、9、10 可以压任何牌：2 等于过，3 等于过并跳过下一位，9 之后要出小于 9 的牌，10 之后所有手牌重新分发。",
                "先手牌，再明牌，最后暗牌。功能牌永远不能是最后一张：只剩它的人收起牌堆。",
            ],
        },
        mus: {
            deal: (partner, one, other, target) =>
                `每人四张牌。你和对面的 ${partner} 一起，对 ${one} 和 ${other}；石子就是分，先得 ${target} 个石子的一方获胜。3 当国王（rey，12），2 当 A（as，1）。带手的小圆牌标出 mano（首家），他最先说话，平手时也赢：现在是你。`,
            questions:
                "要比四件事，叫做 lance：谁的牌最大（grande）、最小（chica）、对子最好（pares）、有 31 点或以上（juego）？每一项都可以押石子。",
            counting:
                "比 juego 时把牌的点数加起来。国王（12）、3、骑士（11）和侍从（10）算 10 点，A 和 2 算 1 点，其他按牌面数字。31 点或以上就是 juego：31 最好，然后 32，再是 40、37、36、35、34，最后 33。",
            mano: "首先问大家要不要换牌；你是 mano，所以由你先说。",
            mus: (pares, juego) => `你有 ${pares}，${juego}：还可以更好。“Mus”就是要换。`,
            discard: "留下国王，还有当国王的 3：它们最大。放下其余的牌，换来新的。",
            putBack: (cards, rest) => `再按一次${cards}收回，然后${rest}`,
            marked: (rank) => `箭头所指的牌（${rank}）`,
            noMus: (pares, juego) =>
                `现在你有 ${pares}，${juego}：是好牌。“No mus”就是不换：谁也不再换牌，lance 开始。`,
            lances: {
                GRANDE: "Grande：最大的牌获胜；一样大就比下一张。",
                CHICA: "Chica：最小的牌获胜；A 最好。",
                PARES: "Pares：有相同牌的人参加。duples（两对）胜 medias（三张），medias 胜 par（两张）；同类比牌的大小。",
                JUEGO: "Juego：有 31 点或以上的人参加。",
                PUNTO: "Punto：没有人到 31 点，点数最多的获胜。",
            },
            kings: (count) =>
                count === 0 ? "你没有国王。" : count === 1 ? "你有一张国王。" : `你有 ${count} 张国王。`,
            aces: (count) => (count === 0 ? "你没有 A。" : count === 1 ? "你有一张 A。" : `你有 ${count} 张 A。`),
            have: (what) => `你有 ${what}。`,
            points: (sum) => `你有 ${sum} 点。`,
            bet: (count, one, other, deje) =>
                `这很强：“envido”，押 ${count} 个石子。${one} 和 ${other} 都可以回答。只要一个接受（“quiero”），最后就由牌决定。如果两个都拒绝（“no quiero”），你马上得 ${deje} 个。`,
            betAgain: (count) => `这很强：再押 ${count} 个石子。`,
            pass: "这太少，不值得押。“Paso”：你不押，但仍可以回答别人的押注。",
            passAgain: "这太少，不值得押。",
            accept: (who, count) => `${who} 押 ${count} 个石子，而你的牌很强：用“quiero”接受。`,
            refuse: (who, count, deje) =>
                `${who} 押 ${count} 个石子，你会输掉它们：用“no quiero”拒绝，只损失 ${deje} 个。`,
            partnerMay: (partner) => `${partner} 还可以替你们两人接受。`,
            partnerDid: (partner) => `${partner} 已经拒绝了；你们两人中有一个接受就够了。`,
            ended: {
                passed: (lance) => `${lance}：都过了，最后牌最好的得 1 个石子。`,
                value: (lance) => `${lance}：都过了，最后只算牌本身的价值。`,
                accepted: (lance, count) => `${lance}：最后牌更好的一方得 ${count} 个石子。`,
                deje: "押注被拒绝，马上得 1 个石子，叫做 deje；加注被拒绝，得加注前已押的石子数。",
            },
            theStones: (count) => `圆按钮 ${count}`,
            answered: (name) => `${name} 说“quiero”：接受了你的押注。`,
            skipped: (one, other) =>
                `Juego 没有人押，因为 ${one} 和 ${other} 都没有；如果谁也没有，就比 punto：点数最多的获胜。`,
            count: (us, them, target) =>
                `计分写明谁得几个石子，为什么。pares 和 juego 还另有本身的价值（par 1 个，medias 2 个，duples 3 个，juego 2 个，31 点则 3 个）。合计：你们 ${us} 个，他们 ${them} 个。接着打新的一手，直到有一方得到 ${target} 个。`,
            learnt: [
                "四个 lance：grande、chica、pares、juego（或 punto）。每个都可以过、押、接受或拒绝。",
                "押注被拒绝，立刻得 1 个石子；加注被拒绝，得之前已押的石子数（deje）；被接受的最后由牌决定。",
                "40 个石子赢一局；一颗蓝石算 5 个。“Órdago”一次押上整局。",
            ],
        },
        mulle: {
            deal: "桌上有八张牌，你手里也有八张。每轮出一张：吃牌、叠牌，或者只是放下。牌旁的小数字是它的点数。字母是瑞典语的花色：SP 黑桃，HJ 红心，RU 方块，KL 梅花。",
            mulleRule: "最重要的得分：一共两副牌，所以每张牌都有两张。一次吃进两张完全相同的牌叫 mulle，得牌上的点数。",
            intakeRule: (intake, limit) =>
                `看比分：你的吃牌分（intag）现在是 ${intake}。吃到的黑桃各 1（但 SP2 是 2，SPA 是 3），其他 A 各 1，RU10 是 2。到最后只有超过 ${limit} 的部分得分，而且加倍；不到也不扣分。`,
            special: "在手里 A 是 14，SP2 是 15，RU10 是 16：它们只吃这个点数的叠牌。",
            pair: (card, name) =>
                `你的牌在这里什么也吃不到。但两张 ${card} 都在你手里：放下一张，如果 ${name} 吃不掉，下一轮用另一张吃它，就是 mulle。`,
            pressPiles: (card, piles, name) => `按 ${card}，再按 ${piles}，然后按“${name}”`,
            capture: (card, value, cards) => `${card} 能吃所有 ${value} 点的牌，或加起来是它的牌，这里是 ${cards}。`,
            double: (card) => `桌上正有另一张 ${card}：你的这张吃它，而且只吃它。遇到完全相同的牌总是这样。`,
            takeBuild: (card, value) => `现在自己来吃：${card} 是 ${value} 点，全部吃进。`,
            mulle: (card, points) => `一次吃进两张 ${card}：mulle，${points} 分！`,
            tabbe: "这样桌上就空了：tabbe，1 分。",
            build: (card, base, value, taker) =>
                `叠牌是以后再吃的一堆。把 ${card} 放在 ${base} 上：合起来 ${value} 点，你手里的 ${taker} 下一轮就能吃掉。`,
            joins: (cards, value) => `${cards} 也是 ${value} 点，会自动加入。`,
            locked: "你的叠牌并入了更多的牌，所以锁住了（那把锁）：谁也不能改它，但有合适牌的人可以吃掉它。没锁的叠牌双方都还能改点数：放上去的牌可以加上，也可以减去。",
            kept: (card) => `${card} 的数字和那堆叠牌一样是金色的：它要留着吃那堆牌。`,
            open: "你的叠牌没有锁：双方都还可以放上一张牌，把它的点数加上或减去，也可以吃掉这堆牌。",
            trotta: (value) =>
                `（“归拢 ${value}”是另一回事，叫 trotta：把所有 ${value} 点的牌收进自己的一堆锁住的叠牌，以后再用另一张 ${value} 点的牌吃掉。）`,
            discard: (card) => `你的牌在这里什么也吃不到，只好放下一张：${card}。`,
            keep: (cards) => `留着 ${cards}：黑桃、A 和 RU10 归谁吃到就算谁的。`,
            sweep: (card, value, name) =>
                `如果桌上有 ${card}，一张 ${value} 点的牌就能把桌面全部吃空，${name} 就得了 tabbe。`,
            intake: (points) => `这给你 ${points} 点吃牌分。`,
            deny: (card, name) => `这不得分，但 ${name} 现在没法用 ${card} 做成 mulle 了。`,
            end: (own, name, theirs, ronder) =>
                `八张牌都打完了：这叫一个 rond（小局）。现在你有 ${own} 分，${name} 有 ${theirs} 分。两人各拿八张新牌。${ronder} 个小局之后牌用完，分多的人获胜。`,
            learnt: [
                "吃与你的牌同点数的牌，或加起来相等的牌。若桌上正好有同一张牌，就是 mulle，而且只吃那一张。",
                "用一张牌叠成手里另一张能吃的点数；A（14）、SP2（15）和 RU10（16）只吃叠牌。没锁的叠牌双方都能改，锁住的谁也不能改。",
                "Mulle、清空桌面（tabbe）、超过 20 的吃牌分（黑桃、A、RU10）计分。六个小局（rond）之后合计分数。",
            ],
        },
    },
};
