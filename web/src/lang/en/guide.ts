// English: the guided deals.

export const guide = {
    guide: {
        link: "Learn in two minutes",
        offerTitle: (game: string) => `Your first time at ${game}?`,
        offerText: "A coach walks you through a real deal in two minutes. You can also do this later.",
        offerLearn: "Learn it first",
        offerPlay: "Play right away",
        title: (game: string) => `Learn ${game}`,
        coach: "The coach",
        you: "You",
        next: "Next",
        back: "Back",
        step: (n: number, all: number) => `Step ${n} of ${all}`,
        end: "Finish",
        press: (task: string) => `Now: ${task}.`,
        button: (name: string) => `press “${name}”`,
        then: (things: string, name: string) => `press ${things}, then “${name}”`,
        otherMove: "That is legal, but try the move with the arrow.",
        notNow: "That is not possible now. Follow the coach.",
        readFirst: "Read the tip, then press “Next”.",
        doneTitle: "That’s the deal done. What you’ve learned:",
        playReal: "Play a real game (easy bots)",
        again: "Once more",
        none: "There is no guided deal for this game.",
    },
};
