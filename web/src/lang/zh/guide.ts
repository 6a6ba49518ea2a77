// Chinese: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "两分钟学会",
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
        right: "答对了！",
        wrong: "答错",
        tryAgain: "不对，再试一个。",
        answerFirst: "请选一个答案。",
        doneTitle: "这副牌打完了。现在你知道：",
        playReal: "和入门级电脑来一局真的",
        again: "再来一次",
        none: "这个游戏没有引导牌局。",
    },
};
