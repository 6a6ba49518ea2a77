// Chinese: practice.

import type { Text } from "../en";

export const practice: Pick<Text, "practice"> = {
    practice: {
        link: "练习决策",
        title: (game) => `练习 ${game}`,
        none: "这个游戏没有可练习的内容。",
        preparing: (percent) => `服务器正在求解这个游戏（只需一次）：已完成 ${percent}，可能需要一两分钟。`,
        preparingBar: "求解进度",
        retry: "重试",
        question: "你会怎么做？",
        again: "之前的错题：这次你会怎么做？",
        next: "下一题",
        progress: "你的进度",
        sum: (asked, good, lost, mistakes) =>
            `${asked} 题中答好 ${good} 题；平均每题损失 ${lost}。待重做的错题：${mistakes}。由本浏览器保存。`,
        reset: "重新开始",
    },
};
