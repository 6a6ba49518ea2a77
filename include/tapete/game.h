/* The contract of a game.
 *
 * Read this header from top to bottom; then you can write a game, an agent or a search.
 *
 * A game is one constant `tp_game`: a few numbers, a few tables and a handful of functions over flat memory.
 * The caller owns all memory; the functions allocate nothing (JSON excepted), keep nothing between calls and
 * may be called from any number of threads. Nothing above the games knows a game by name: it comes from the
 * registry (tp_game_find).
 *
 * - state: everything. Cards, chips, whose turn it is, and what every seat must remember. Only rules, matches
 *   and play-outs hold one.
 * - view: what one seat may know, and everything of it that acting and imagining need: which moves are legal,
 *   what is at stake, which cards can be where. It does not promise recall: two games that went differently
 *   may lead to the same view. Agents, terminals, browsers and tensors are fed from views alone.
 * - history: what one seat has seen, all of it. It is the sequence of projected events, kept as a 128-bit key
 *   (history.h), and names the information set of a seat under perfect recall.
 * - world: a state that fits a view, sampled to search in: a determinization.
 *
 * States and views are plain bytes of fixed size: no pointers, no history, no generator. Copy them with
 * memcpy. Both are zeroed before they are filled, so that equal states are equal bytes and equal views are
 * equal bytes.
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
 * Functions here trust their callers: a move given to apply() is legal (asserted, not checked). What comes
 * from outside goes through tp_match_play (match.h), which checks and answers.
 *
 * Every member of tp_game must be set, unless its comment says what NULL means. The limits are below;
 * tp_game_register checks both. */
#ifndef TAPETE_GAME_H
#define TAPETE_GAME_H

#include "tapete/chance.h"
#include "tapete/error.h"
#include "tapete/option.h"

TP_BEGIN_DECLS

/* What a game may have at most; TP_MAX_SEATS (4) is in base.h, TP_MAX_OUTCOMES (64 of a kind) in chance.h,
 * TP_MAX_OPTIONS (64) in option.h. */
enum {
    TP_MAX_KINDS = 32,           /* kinds of chance outcomes */
    TP_MAX_PLAYOUT_MOVES = 4096, /* legal moves of a game without a playout() of its own */
    TP_MAX_NAME = 31,            /* bytes of the name of a game or an agent */
};

/* A kind of chance outcome: "sand", "die". Its outcomes are numbered 0 .. outcomes-1 and have names
 * (outcome_text). In a dealer every kind is a stream of its own. */
typedef struct tp_chance_kind {
    const char *name;
    uint32_t outcomes;
} tp_chance_kind;

/* The shape of a variant: who sits at the table and in which direction they play. It follows from the options
 * alone, so that a table can be laid out, and seats can be given away, before a card is dealt. */
typedef enum tp_direction {
    TP_CLOCKWISE,        /* seen from above: seat 1 sits to the left of seat 0 */
    TP_COUNTERCLOCKWISE, /* seat 1 sits to the right of seat 0 */
    TP_DIRECTION_COUNT
} tp_direction;

typedef struct tp_shape {
    int32_t seats;              /* they play in the order of their numbers */
    int32_t side[TP_MAX_SEATS]; /* of each seat, 0 and up: seats with the same number win and lose together */
    tp_direction direction;
} tp_shape;

/* A run of numbers in a tensor, for those who must interpret it. Every number is 0 .. most. Divided by
 * `scale` it is about 1 if there is much of what it counts, and a number between 0 and 1 is what most
 * learners want: tp_observe_floats divides. A one-hot has scale and most 1. */
typedef struct tp_field {
    const char *name;
    uint32_t offset; /* of its first number */
    uint32_t count;  /* how many numbers */
    uint32_t scale;  /* 1 .. 255 */
    uint32_t most;   /* 1 .. 255 */
    const char *help;
} tp_field;

/* A row of a field table, for a tensor that is a struct of arrays of uint8_t. */
#define TP_FIELD(tensor, member, scale, most, help) \
    { #member, offsetof(tensor, member), sizeof(((tensor *)0)->member), scale, most, help }

/* Something that happened: a move or an outcome of chance. One move and the outcomes that it led to are one
 * ply. */
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

/* ---- data for clients ----
 *
 * Clients get moves and views as JSON. A game says once, in tables of members, what is in it: a client that
 * has read the table does not guess. */

typedef enum tp_value_kind {
    TP_VALUE_NUMBER,
    TP_VALUE_BOOL,
    TP_VALUE_TEXT,
    TP_VALUE_CODE,   /* one of the words in `codes` */
    TP_VALUE_SEAT,   /* the number of a seat */
    TP_VALUE_SIDE,   /* the number of a side */
    TP_VALUE_CARD,   /* an outcome of the chance kind `deck`, in words; "?" if the viewer does not know it */
    TP_VALUE_VIEWER, /* a seat, "spectator" or "revealed" */
    TP_VALUE_OBJECT, /* the members in `members`, by their names */
    TP_VALUE_TUPLE,  /* the same as a list, in their order */
    TP_VALUE_KINDS
} tp_value_kind;

/* How often a value stands there: once, in a list, once for each seat, once for each side. BY_NAMED_SEAT is
 * an object with the names of the seats (`codes`) as keys. */
typedef enum tp_value_list {
    TP_ONCE,
    TP_LIST,
    TP_BY_SEAT,
    TP_BY_NAMED_SEAT,
    TP_BY_SIDE,
    TP_VALUE_LISTS
} tp_value_list;

/* Who sees a field of a view: all viewers see the same, or only its owner sees it (others get "?", null or a
 * number), or those who know a card by the rules of the game. */
typedef enum tp_seen_by { TP_SEEN_BY_ALL, TP_SEEN_BY_OWNER, TP_SEEN_BY_KNOWERS, TP_SEEN_BY_COUNT } tp_seen_by;

/* More about a member. With BY_SEAT and BY_SIDE the first two are about the value of each seat. */
enum {
    TP_OR_NULL = 1,   /* may be null */
    TP_OR_NUMBER = 2, /* may be a number instead of a list: how many there are */
    TP_OR_CARD = 4,   /* may be a card of `deck` instead of an object */
    TP_DETAIL = 8,    /* worth knowing, but not at every moment: a generic table may fold it away */
    TP_ASIDE = 16,    /* said elsewhere (whose turn it is, who won): a generic table may leave it out */
};

/* One named member of a move or a view. A table of them ends with a NULL name. */
typedef struct tp_member {
    const char *name;
    tp_value_kind kind;
    tp_value_list list;
    bool of_lists;                   /* BY_SEAT, BY_SIDE: each of them has a list */
    uint32_t deck;                   /* CARD: index into the game's chance kinds */
    const char *const *codes;        /* CODE, and names of seats: ends with NULL */
    const struct tp_member *members; /* OBJECT, TUPLE */
    uint32_t flags;
    tp_seen_by seen_by; /* fields of views */
    const char *help;   /* what it means, for those who write clients; in English */
} tp_member;

/* What a move was, as a list of values. Those of a list member stand one after the other. */
enum { TP_MOST_MADE = 256 };
typedef struct tp_made {
    uint32_t count;
    struct tp_made_value {
        uint32_t member; /* index into move_members, ascending */
        uint32_t value;  /* a number, a seat, an index into codes, an outcome or TP_HIDDEN */
    } values[TP_MOST_MADE];
} tp_made;

TP_INLINE void tp_made_add(tp_made *made, uint32_t member, uint32_t value) {
    tp_assert(made->count < TP_MOST_MADE);
    made->values[made->count].member = member;
    made->values[made->count++].value = value;
}

enum {
    TP_TEXT_SIZE = 1024, /* room for any text that a game writes: a move, an outcome, a sentence */
    TP_WHY_SIZE = 232,   /* room for a reason why a move may not be made, which stands in a tp_error */
};

typedef struct tp_game tp_game;
struct tp_game {
    size_t struct_size; /* sizeof(tp_game) of the header that the game was built with */

    /* ---- what it is ---- */
    const char *name;          /* "hearts": a-z, 0-9, - and _; used on command lines and in records */
    const char *title;         /* "Hearts" */
    const char *summary;       /* one line */
    const char *rules_version; /* changes whenever an old record would replay differently */
    const char *rules_text;    /* the rules in short, for a player at the table; lines of at most 80 bytes */
    bool study;                /* small, for study: left out of lists of games unless they are asked for */
    int min_seats, max_seats;  /* over all variants */
    int max_moves;             /* legal() never returns more */
    int max_plies;             /* no game is longer */
    size_t state_size, view_size;
    size_t scratch_size;         /* of what prepare() fills; may be 0 */
    const tp_option *options;    /* the variants; ends with a NULL name */
    const tp_chance_kind *kinds; /* what chance decides; NULL if kind_count is 0 */
    uint32_t kind_count;
    const tp_field
        *observe_fields; /* what observe() writes, without gaps; ends with a NULL name. NULL: nothing */
    const tp_field *observe_move_fields; /* the same for observe_move(). NULL: nothing */

    /* ---- the rules ---- */

    /* Fill in the options that the given ones imply (a preset), without marking them as given. A match
     * does this first, so that records and clients find the options that are really played; shape() and
     * setup() give the same result before and after. `position` is the state that the match begins with
     * instead of a deal, or NULL; it decides options that were not given (its number of players). NULL: no
     * option implies another. */
    void (*settle)(tp_options *options, const void *position);
    /* The shape of the variant with these options. Fails exactly if setup() would: when options contradict
     * each other. An option that changes the shape is a BOOL, a CHOICE or an INT, has at most 16 values, and
     * changes it also when it is the only one that was given. */
    tp_err (*shape)(const tp_options *options, tp_shape *out, tp_error *error);
    /* Zero the state, then deal. */
    tp_err (*setup)(void *state, const tp_options *options, tp_chance *chance, tp_error *error);
    int (*seats)(const void *state);          /* as shape() says */
    int (*side)(const void *state, int seat); /* as shape() says */
    int (*actor)(const void *state);          /* who is to act, or TP_OVER */
    int (*legal)(const void *state,
                 tp_move *out); /* ascending, no two alike, none only when the game is over */
    void (*apply)(void *state, tp_move move, tp_chance *chance);
    /* How the game ended for each seat, in [-1, 1], the sum over all seats being 0; all zero before the end.
     */
    void (*returns)(const void *state, float *per_seat);
    /* The margin in the game's own measure (chips, stones, points). */
    void (*scores)(const void *state, int32_t *per_seat);
    /* Uniformly random moves to the end, specialised for speed; returns how many decisions were made. It
     * draws from chance->rng alone, even if there is a source. Afterwards only returns() and scores() are
     * defined. NULL: tp_game_playout plays with legal() and apply(), if max_moves is at most
     * TP_MAX_PLAYOUT_MOVES. */
    int (*playout)(void *state, tp_chance *chance);
    /* Every invariant of a state. Called after each move in debug builds, and on everything that is loaded.
     */
    tp_err (*check)(const void *state, tp_error *error);

    /* ---- what seats may know: the only two ways out of a state ---- */

    /* Fill the view of a seat, of TP_SPECTATOR or, after the game, TP_REVEALED. Field by field, deny by
     * default. */
    void (*view)(const void *state, int viewer, void *view);
    /* What a viewer learns of an event. `before` is the state in which the ply began. */
    void (*seen)(const void *before, const tp_event *event, int viewer, tp_event *out);

    /* ---- from a view ---- */

    int (*view_actor)(const void *view);
    int (*view_legal)(const void *view, tp_move *out); /* the same list as legal() */
    /* Why the actor may not make this move: a reason code of the game or "NOT_LEGAL", with a sentence. NULL:
     * tp_game_why_not only says that it cannot be played now. */
    const char *(*why_not)(const void *view, tp_move move, char *sentence, size_t size);
    /* Make `scratch` ready for any number of worlds behind this view. Fails for a view that no world fits,
     * which only a view read from outside can be. NULL: imagine() needs no preparation, and every view has a
     * world. */
    tp_err (*prepare)(const void *view, void *scratch, tp_error *error);
    /* A world: uniform over the arrangements of physical cards that the view allows. Every world has the very
     * same view, could have come about by the same public events, and remembers no more than they imply. */
    void (*imagine)(const void *view, const void *scratch, void *state, tp_chance *chance);
    /* The view as numbers, for learning; observe_fields says which. Nothing is lost that acting and imagining
     * need: two views of a seat with different legal moves or different worlds have different numbers, unless
     * they differ only in what the rules take no notice of (a suit in a game of ranks). Seats are counted
     * from the viewer. NULL: there are none, and no fields. */
    void (*observe)(const void *view, uint8_t *out);
    /* The same for a legal move of the actor, whose view it is. Two moves with the same numbers lead to the
     * same position, except for the order of things that lie on the table. */
    void (*observe_move)(const void *view, tp_move move, uint8_t *out);

    /* ---- words ----
     *
     * Sentences mark seats and cards. A seat is {0}, {1} ...; the viewer himself is "you". A card is
     * {card:KL3}, an outcome in words of the first chance kind, or {card:sand 4|Sand 4}: its kind and
     * outcome, then what is to be read. tp_fill_names makes plain text of them. move_help, move_name and tell
     * have marks, why_not marks seats alone. */

    void (*move_text)(tp_move move, char *text, size_t size);
    /* The move that a text names; fails for one that is no move of this game at all. */
    tp_err (*move_parse)(const char *text, tp_move *out);
    /* Another way to say a move: what a move that is not legal here stands for (`paso` for `no quiero`, a
     * three for a king). Returns the move itself if it stands for nothing else. NULL: no move of this game
     * does. */
    tp_move (*meant)(const void *view, tp_move move);
    /* A legal move as people at the table would say it, by cards and not by places: "build 7: KL3 on HJ4".
     * Need not lead back to one move. NULL: as move_text. */
    void (*move_name)(const void *view, tp_move move, char *text, size_t size);
    /* What the move would do, for a person who is about to choose: "pay 1 chip and draw from the Sand pile".
     * NULL: tp_game_move_help gives the label of the move. */
    void (*move_help)(const void *view, tp_move move, char *text, size_t size);
    /* An outcome without its kind: "S" of "sand S"; TP_HIDDEN gives "?". */
    void (*outcome_text)(uint32_t kind, uint32_t outcome, char *text, size_t size);
    tp_err (*outcome_parse)(uint32_t kind, const char *text, uint32_t *out);
    /* Loose names, which a script may use: "deal 4" for any 4. outcome_parse and outcome_text give them
     * numbers from the kind's `outcomes` upward; this is the set of outcomes that such a number stands for,
     * empty if there is no such name. The first of them that is possible is taken, and the log names that
     * one. NULL: the game has none. */
    uint64_t (*outcome_set)(uint32_t kind, uint32_t loose);
    /* The same for what a script expects: whether the word `expected` stands for `found`, "4" for "4s",
     * beside being equal to it. NULL: no word does. */
    bool (*word_fits)(const char *expected, const char *found);
    /* What a viewer would tell of a projected event, one sentence per line, from what he knew before and
     * after. An empty text: nothing worth telling. `view_before` is the view when the ply began, NULL for the
     * deal; `view_after` the one at its end. */
    void (*tell)(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                 size_t size);

    /* ---- the same as data ---- */

    /* The members that made() gives. NULL: a move is its text and no more. */
    const tp_member *move_members;
    /* What a projected move was, from what its viewer knew before and after. `out` is empty. NULL with
     * move_members. */
    void (*made)(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);
    /* The fields of view_to_json, every one of them. NULL: not declared; generic clients then show them as
     * they come. */
    const tp_member *view_fields;

    /* Everything that is printed is accepted back, and the round trip is exact to the byte. The parsers
     * check: a position that breaks a rule is refused with the place and the rule. The JSON objects are new
     * references. */
    json_t *(*state_to_json)(const void *state);
    tp_err (*state_from_json)(const json_t *json, const tp_options *options, void *state, tp_error *error);
    json_t *(*view_to_json)(const void *view);
    tp_err (*view_from_json)(const json_t *json, const tp_options *options, void *view, tp_error *error);
    /* The compact text of view_to_json, for a server that sends views by the thousand; returns its length.
     * If that and the end do not fit, the text is empty. NULL: there is no quick way; write out
     * view_to_json. */
    size_t (*view_text)(const void *view, char *text, size_t size);

    /* ---- moves by a fixed number, for learning ----
     *
     * Where the moves of a game can be given few numbers once and for all, they are actions 0 ..
     * action_count-1. In one view no two legal moves are the same action. An action means the same in every
     * view of a game with the same options; seats are counted from the viewer, cards are those of his hand.
     */

    /* How many actions there are with these options, which are settled. NULL, with the next two: moves have
     * no such numbers, and are chosen from the list of legal moves. */
    uint32_t (*action_count)(const tp_options *options);
    /* The action of a legal move of the actor, whose view it is. */
    uint32_t (*action_of)(const void *view, tp_move move);
    /* The legal move of an action; TP_NO_MOVE if there is none. */
    tp_move (*move_of)(const void *view, uint32_t action);

    /* The seats that will not act again, though the game goes on, as a set; their result is decided, and goes
     * into `returns`: what returns() will say of them. A learner closes their part of the game there. NULL:
     * all seats stay to the end. */
    uint32_t (*out)(const void *state, float *per_seat);
};

/* ---- the registry ----
 *
 * It begins with the games of the library. Others are added by tp_game_register, or with a shared object
 * (plugin.h). Register before anything else is asked of the library, and from one thread: the lists are not
 * locked, and what was read of them before may be out of date afterwards. Nothing is ever removed. */

/* Add a game. It must live as long as the program. Refused, with a sentence, if struct_size is not that of
 * this library, a member that must be set is missing, a limit above is exceeded, or there is a game of that
 * name. */
tp_err tp_game_register(const tp_game *game, tp_error *error);

/* The games there are, ending with NULL. */
const tp_game *const *tp_games(void);

/* The game of this name; NULL, with an error that names those there are, if there is none. */
const tp_game *tp_game_find(const char *name, tp_error *error);

/* The games there are, with their options and the shapes of their variants, a new JSON list; NULL without
 * memory. Study games are in it only if `study` is true. */
json_t *tp_games_to_json(bool study);

/* What moves and views of a game consist of: {"game", "kinds", "move", "view"}, a new JSON object; NULL
 * without memory. docs/protocol.md describes it. */
json_t *tp_game_schema_to_json(const tp_game *game);

/* ---- helpers over any game ---- */

/* The shape of a variant; `options` NULL stands for the defaults. */
tp_err tp_game_shape(const tp_game *game, const tp_options *options, tp_shape *out, tp_error *error);

/* "clockwise" or "counterclockwise". */
const char *tp_direction_name(tp_direction direction);

/* The option that says how many seats there are: each of its values gives another number. NULL: there is no
 * such option. */
const tp_option *tp_game_seats_option(const tp_game *game);

/* The shapes of all variants, a new JSON list; NULL without memory. Each row has `options`, `seats`, `sides`
 * and `direction`. The shape of a choice of options is that of the last row whose `options` are all part of
 * the choice. The first row has no options: it is the shape of the game with its defaults. */
json_t *tp_game_shapes_to_json(const tp_game *game);

/* Members that may be NULL, with what is done then. */
int tp_game_playout(const tp_game *game, void *state, tp_chance *chance);
const char *tp_game_why_not(const tp_game *game, const void *view, tp_move move, char *sentence, size_t size);
void tp_game_move_help(const tp_game *game, const void *view, tp_move move, char *text, size_t size);
tp_err tp_game_prepare(const tp_game *game, const void *view, void *scratch, tp_error *error);

size_t tp_observe_size(const tp_game *game);      /* how many numbers observe() writes */
size_t tp_observe_move_size(const tp_game *game); /* how many numbers observe_move() writes */

/* The numbers of a tensor, each multiplied by 1 / scale of its field. */
void tp_observe_floats(const tp_field *fields, const uint8_t *numbers, float *out);

/* How many actions a game has with these options, settled or not; 0: its moves have no fixed numbers. */
uint32_t tp_game_action_count(const tp_game *game, const tp_options *options);

/* The projection of a chance outcome: a viewer outside its audience sees that it happened and not what it
 * was. */
void tp_seen_chance(const tp_event *event, int viewer, tp_event *out);

/* A sentence as plain text: {0}, {1} ... are replaced by names, marks of cards by what is to be read. Always
 * ends the text, cut short where it does not fit. Without names (count 0) the seats stay marked. */
void tp_fill_names(const char *sentence, const char *const *names, int count, char *text, size_t size);

/* The same for a client that draws cards: their marks stay. In names `{` is doubled, so that no name can be
 * taken for a mark. */
void tp_fill_marked(const char *sentence, const char *const *names, int count, char *text, size_t size);

/* A legal move of a view as it is shown to people: by its name or, where that is all capitals, in words:
 * "draw sand" for DRAW_SAND. Without a view (NULL) from its text alone. */
void tp_move_label(const tp_game *game, const void *view, tp_move move, char *label, size_t size);

/* "sand 6", and back. `text` has TP_TEXT_SIZE bytes. */
void tp_outcome_to_text(const tp_game *game, uint32_t kind, uint32_t outcome, char *text);
tp_err tp_outcome_from_text(const tp_game *game, const char *text, uint32_t *kind, uint32_t *outcome,
                            tp_error *error);

TP_END_DECLS
#endif
