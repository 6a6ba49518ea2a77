// What may read the same as in English, and why.

const ALL = ["es", "fr", "sv", "zh"];

export const SAME = [
    { why: "a name", languages: ALL, words: ["Tapete"] },
    {
        why: "what is written on keys",
        languages: ALL,
        words: ["Tab", "Enter", "Esc"],
    },
    {
        why: "words of a game, which stay in its own language",
        languages: ALL,
        words: [
            "oros",
            "copas",
            "espadas",
            "bastos",
            "as",
            "sota",
            "caballo",
            "rey",
            "Mus",
            "Mano",
            "Vacas",
            "Deje",
            "Sylop",
            "Impostor",
            "Sabacc Prime",
            "Omgång",
            "Omgångar",
            "Rond",
        ],
    },
    {
        why: "the same word in Spanish",
        languages: ["es"],
        words: ["No", "no", "Chat", "chat", "bot", "embargo"],
    },
    {
        why: "the same word in French",
        languages: ["fr"],
        words: ["bot", "Actions", "Table", "embargo", "Simulations", "Epsilon", "Alpha", "Bluff"],
    },
    {
        why: "the same word in Swedish",
        languages: ["sv"],
        words: ["Lobby", "bot", "embargo", "Sand", "Hand", "Epsilon", "Bluff", "Start"],
    },
];
