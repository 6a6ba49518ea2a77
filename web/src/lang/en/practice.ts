// English: practice.

export const practice = {
    practice: {
        link: "Practise decisions",
        title: (game: string) => `Practise ${game}`,
        none: "There is nothing to practise for this game.",
        preparing: (percent: string) =>
            `The server is solving the game, which it does once: ${percent} done. That can take a minute or two.`,
        preparingBar: "How much is solved",
        retry: "Try again",
        question: "What would you do?",
        again: "A mistake comes back: what would you do now?",
        next: "Next question",
        progress: "Your progress",
        sum: (asked: number, good: number, lost: string, mistakes: number) =>
            `${good} of ${asked} answered well; ${lost} lost per question. Mistakes that come back: ${mistakes}. This browser remembers it.`,
        reset: "Start over",
    },
};
