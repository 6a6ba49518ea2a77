/* The contract of a game.
 *
 * This header can be read from top to bottom; whoever has read it can write a game, an agent or a search.
 *
 * A game is one constant `tp_game`: a few numbers, a few tables and a handful of functions over flat memory. The caller
 * owns all memory; the functions allocate nothing (JSON excepted), keep nothing between calls and may be called
 * from any number of threads. Nothing above the games knows a game by name: it comes from the registry (tp_game_find).
 *
 *     state   everything: cards, chips, whose turn it is, and what every seat must remember. Only rules, matches and
 *             play-outs hold one.
 *     view    what one seat may know, and everything that it may know (perfect recall). Agents, terminals, browsers
 *             and tensors are fed from views alone.
 *     world   a state that somebody imagines behind his view, to search in.
 *
 * States and views are plain bytes of fixed size: no pointers, no history, no generator. Copy them with memcpy. Both
 * are zeroed before they are filled, so that equal states are equal bytes and equal views are equal bytes.
 *
 * The life of a game:
 *
 *     tp_chance chance;
 *     tp_chance_from_seed(&chance, 7);
 *     game->setup(state, &options, &chance, &error);
 *     while ((seat = game->actor(state)) != TP_OVER) {
 *         game->view(state, seat, view);
 *         count = game->view_legal(view, moves);
 *         game->apply(state, choose(view, moves, count), &chance);
 *     }
 *     game->returns(state, per_seat);
 *
 * Functions here trust their callers: a move given to apply() is legal (asserted, not checked). What comes from outside
 * goes through tp_match_play (match.h), which checks and answers. */
#ifndef TAPETE_GAME_H
#define TAPETE_GAME_H

#include "tapete/chance.h"
#include "tapete/error.h"
#include "tapete/option.h"

TP_BEGIN_DECLS

/* A kind of chance outcome: "sand", "die". Its outcomes are numbered 0 .. outcomes-1 and have names (outcome_text).
 * In a dealer every kind is a stream of its own. */
typedef struct tp_chance_kind {
    const char *name;
    uint32_t outcomes;
} tp_chance_kind;

/* A run of numbers in an observation tensor, for those who must interpret it. */
typedef struct tp_field {
    const char *name;
    size_t length;
    const char *help;
} tp_field;

/* Something that happened: a move or an outcome of chance. One move and the outcomes that it led to are one ply. */
typedef enum tp_event_type { TP_EVENT_MOVE, TP_EVENT_CHANCE } tp_event_type;

#define TP_HIDDEN 0xffffffffu

typedef struct tp_event {
    tp_event_type type;
    int32_t seat;      /* who moved; whose the card is, or TP_TABLE */
    tp_move move;      /* MOVE: what was played. In a projected event: what the viewer knows of it. */
    uint32_t kind;     /* CHANCE: index into the game's kinds */
    uint32_t outcome;  /* CHANCE: the outcome, or TP_HIDDEN in a projected event */
    uint32_t audience; /* CHANCE: who sees the outcome, as the rules said when they drew it */
} tp_event;

enum {
    TP_TEXT_SIZE = 1024, /* room for any text that a game writes: a move, an outcome, a sentence */
    TP_WHY_SIZE = 232,   /* room for a reason why a move may not be made, which stands in a tp_error */
};

typedef struct tp_game tp_game;
struct tp_game {
    size_t struct_size; /* sizeof(tp_game) of the header that the game was built with */

    /* ---- what it is ---- */
    const char *name;          /* "sabacc": lower case, used on command lines and in records */
    const char *title;         /* "Kessel Sabacc" */
    const char *summary;       /* one line */
    const char *rules_version; /* changes whenever an old record would replay differently */
    const char *rules_text;    /* the rules in short, for a player at the table; lines of at most 80 bytes */
    int min_seats, max_seats;
    int max_moves; /* legal() never returns more */
    int max_plies; /* no game is longer */
    size_t state_size, view_size, scratch_size;
    const tp_option *options;    /* the variants; ends with a NULL name */
    const tp_chance_kind *kinds; /* what chance decides */
    uint32_t kind_count;
    const tp_field *observe_fields;      /* what observe() writes, in order; ends with a NULL name */
    const tp_field *observe_move_fields; /* the same for observe_move() */

    /* ---- the rules ---- */

    /* Write into the options what those that were given imply for the others (a preset), without marking them as given. Matches do
     * it first, so that a record and whoever asks for the options find what is really played; setup() gives the same
     * game before it and after. NULL: no option implies another. */
    void (*settle)(tp_options *options);
    /* Zero the state, then deal. Fails where options contradict each other. */
    tp_err (*setup)(void *state, const tp_options *options, tp_chance *chance, tp_error *error);
    int (*seats)(const void *state);
    int (*side)(const void *state, int seat); /* seats with the same number win and lose together */
    int (*actor)(const void *state);          /* who is to act, or TP_OVER */
    int (*legal)(const void *state,
                 tp_move *out); /* ascending, no two alike, none only when the game is over */
    void (*apply)(void *state, tp_move move, tp_chance *chance);
    /* How the game ended for each seat, in [-1, 1]; all zero before the end. */
    void (*returns)(const void *state, float *per_seat);
    /* The margin in the game's own measure (chips, stones, points). */
    void (*scores)(const void *state, int32_t *per_seat);
    /* Uniformly random moves to the end, specialised for speed; returns how many decisions were made. It draws from
     * chance->rng alone, whatever source there is. Afterwards only returns() and scores() are defined. */
    int (*playout)(void *state, tp_chance *chance);
    /* Every invariant of a state. Called after each move in debug builds, and on everything that is loaded. */
    tp_err (*check)(const void *state, tp_error *error);

    /* ---- what seats may know: the only two ways out of a state ---- */

    /* Fill the view of a seat, of TP_SPECTATOR or, after the game, TP_REVEALED. Field by field, deny by default. */
    void (*view)(const void *state, int viewer, void *view);
    /* What a viewer learns of an event. `before` is the state in which the ply began. */
    void (*seen)(const void *before, const tp_event *event, int viewer, tp_event *out);

    /* ---- from a view ---- */

    int (*view_actor)(const void *view);
    int (*view_legal)(const void *view, tp_move *out); /* the same list as legal() */
    /* Why the actor may not make this move: a reason code of the game or "NOT_LEGAL", with a sentence. */
    const char *(*why_not)(const void *view, tp_move move, char *sentence, size_t size);
    /* Make `scratch` ready for any number of worlds behind this view. Fails for a view that no world fits, which
     * only a view read from outside can be. */
    tp_err (*prepare)(const void *view, void *scratch, tp_error *error);
    /* A world: uniform over the arrangements of physical cards that the view allows. Every world has the very same
     * view, could have come about by the same public events, and remembers no more than they imply. */
    void (*imagine)(const void *view, const void *scratch, void *state, tp_chance *chance);
    /* The view as numbers, for learning; observe_fields says which. All are in [-1, 1]. */
    void (*observe)(const void *view, float *out);
    void (*observe_move)(const void *view, tp_move move, float *out);

    /* ---- words ----
     *
     * Sentences name seats as {0}, {1} ...: whoever shows them knows the players and fills in names (tp_fill_names). The
     * viewer himself is "you". */

    void (*move_text)(tp_move move, char *text, size_t size);
    /* The move that a text names; fails for one that is no move of this game at all. */
    tp_err (*move_parse)(const char *text, tp_move *out);
    /* Another way to say a move: what a move that is not legal here stands for (`paso` for `no quiero`, a three for a king).
     * Returns the move itself where it stands for nothing else. NULL: no move of this game does. */
    tp_move (*meant)(const void *view, tp_move move);
    /* A legal move as people at the table would say it, by cards and not by places: "build 7: KL3 on HJ4". Need not lead back
     * to one move. NULL: as move_text. */
    void (*move_name)(const void *view, tp_move move, char *text, size_t size);
    /* What the move would do, for a person who is about to choose: "pay 1 chip and draw from the Sand pile". */
    void (*move_help)(const void *view, tp_move move, char *text, size_t size);
    /* An outcome without its kind: "S" of "sand S"; TP_HIDDEN gives "?". */
    void (*outcome_text)(uint32_t kind, uint32_t outcome, char *text, size_t size);
    tp_err (*outcome_parse)(uint32_t kind, const char *text, uint32_t *out);
    /* Loose names, which a script may use: "deal 4" for any 4. outcome_parse and outcome_text give them numbers from the
     * kind's `outcomes` upward; this is the set of outcomes that such a number stands for, empty where there is no such
     * name. The first of them that is possible is taken, and the log names that one. NULL: the game has none. */
    uint64_t (*outcome_set)(uint32_t kind, uint32_t loose);
    /* The same for what a script expects: whether the word `expected` stands for `found`, "4" for "4s", beside being
     * equal to it. NULL: no word does. */
    bool (*word_fits)(const char *expected, const char *found);
    /* What a viewer would tell of a projected event, one sentence per line, from what he knew before and after. An
     * empty text: nothing worth telling. `view_before` is the view when the ply began, NULL for the deal;
     * `view_after` the one at its end. */
    void (*tell)(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                 size_t size);

    /* Everything that is printed is accepted back, and the round trip is exact to the byte. The parsers check: a
     * position that breaks a rule is refused with the place and the rule. The JSON objects are new references. */
    json_t *(*state_to_json)(const void *state);
    tp_err (*state_from_json)(const json_t *json, const tp_options *options, void *state, tp_error *error);
    json_t *(*view_to_json)(const void *view);
    tp_err (*view_from_json)(const json_t *json, const tp_options *options, void *view, tp_error *error);
};

/* ---- the registry ---- */

/* The games there are, ending with NULL. */
const tp_game *const *tp_games(void);

/* The game of this name; NULL, with an error that names those there are, where there is none. */
const tp_game *tp_game_find(const char *name, tp_error *error);

/* The games there are, with their options, a new JSON list; NULL without memory. */
json_t *tp_games_to_json(void);

/* ---- helpers over any game ---- */

size_t tp_observe_size(const tp_game *game);      /* how many floats observe() writes */
size_t tp_observe_move_size(const tp_game *game); /* how many floats observe_move() writes */

/* The projection of a chance outcome: whoever is not in its audience sees that it happened and not what it was. */
void tp_seen_chance(const tp_event *event, int viewer, tp_event *out);

/* Replace {0}, {1} ... in a sentence by names; always ends the text, cut short where it does not fit. */
void tp_fill_names(const char *sentence, const char *const *names, int count, char *text, size_t size);

/* A legal move of a view as it is shown to people: by its name or, where that is all capitals, in words: "draw sand" for DRAW_SAND. Without a
 * view (NULL) from its text alone. */
void tp_move_label(const tp_game *game, const void *view, tp_move move, char *label, size_t size);

/* "sand 6", and back. `text` has TP_TEXT_SIZE bytes. */
void tp_outcome_to_text(const tp_game *game, uint32_t kind, uint32_t outcome, char *text);
tp_err tp_outcome_from_text(const tp_game *game, const char *text, uint32_t *kind, uint32_t *outcome,
                            tp_error *error);

TP_END_DECLS
#endif
