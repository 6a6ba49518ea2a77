/* Agents: programs that choose a move from a view.
 *
 * An agent is named `kind` or `kind:key=value,key=value`, e.g. "random" or "flatmc:games=150000,threads=2",
 * or by a level of play
 * ("strong"). It sees views and nothing else. Agents are opaque handles, one per seat and thread of play. */
#ifndef TAPETE_AGENT_H
#define TAPETE_AGENT_H

#include "tapete/game.h"

TP_BEGIN_DECLS

typedef struct tp_agent tp_agent;

/* What an agent thinks of one legal move. */
typedef struct tp_opinion {
    tp_move move;
    double value;   /* expected result in [0, 1], a sure win being 1 */
    double error;   /* standard error of the value */
    uint64_t games; /* how many games the value rests on */
} tp_opinion;

/* A kind of agent, as the registry holds it. Every member must be set, unless its comment says what NULL
 * means. */
typedef struct tp_agent_kind {
    size_t struct_size; /* sizeof(tp_agent_kind) of the header that it was built with */
    const char *name;   /* a-z, 0-9, - and _, at most TP_MAX_NAME bytes; no level of play has the same */
    const char *summary;
    const char *game;         /* the only game that it plays, or NULL for any */
    const tp_option *options; /* ends with a NULL name */
    /* Make an agent; `seed` decides everything random that it does. */
    tp_err (*create)(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error);
    void (*destroy)(void *self);
    /* A legal move for the actor of this view; there is at least one. */
    tp_move (*choose)(void *self, const void *view);
    /* Opinions on all legal moves, in the order of view_legal; returns how many. NULL: this kind has none. */
    int (*evaluate)(void *self, const void *view, tp_opinion *out);
    /* The value of the game for a seat; see tp_agent_value. NULL: this kind cannot say. */
    bool (*value)(void *self, const void *view, int seat, const tp_event *seen, tp_opinion *out);
    /* The probability of each legal move, in the order of view_legal, exact and not estimated; returns how
     * many. Nothing is drawn: it does not affect later calls of choose(). NULL: this kind cannot say. */
    int (*probs)(void *self, const void *view, double *out);
    bool usual; /* the opponent in this kind's game if none is named */
    bool quick; /* chooses in microseconds with all its options: run it inline */
    /* For kinds that learn, NULL for others. Write what was learnt to the agent's file, if it has one; and
     * show it, as a new JSON object. */
    tp_err (*save)(void *self, tp_error *error);
    json_t *(*learnt)(const void *self);
    /* For kinds that can fail, NULL for others: why the agent no longer plays; NULL while it does. */
    const char *(*failure)(const void *self);
    /* For kinds that follow a game from seat to seat, NULL for others; see tp_agent_begin. `options` may be
     * NULL. */
    void (*begin)(void *self, const tp_options *options, int seat);
    void (*observe)(void *self, const void *view_before, const tp_event *seen, const void *view_after);
    void (*end)(void *self, int seats, const float *returns, const int32_t *scores);
    /* Runs programs of the user: never made for a name that came over a network or from a file. */
    bool is_local;
    /* The option whose name may be left out: "exec:./bot" is "exec:command=./bot". NULL: there is none. */
    const char *main_option;
    /* For kinds that play only some variants of their game, NULL for others: whether it plays this one, TP_OK
     * or why not. */
    tp_err (*suits)(const void *self, const tp_options *options, tp_error *error);
    /* For kinds that keep much in memory, NULL for others: how many bytes this one has now. */
    size_t (*bytes)(const void *self);
    /* For kinds that are expensive to make, NULL for others: start again as a new agent with this seed,
     * for another game of the same kind. False: this one cannot; make a new one. */
    bool (*renew)(void *self, uint64_t seed);
    /* For kinds that get their name from elsewhere, NULL for others: a name and a version; NULL until it
     * is known. */
    const char *(*about)(const void *self);
} tp_agent_kind;

/* Add a kind. It must live as long as the program. As with tp_game_register: before anything else, from one
 * thread. Refused, with a sentence, if struct_size is not that of this library, a member that must be set is
 * missing (name, summary, options, create, destroy, choose), its game does not exist, or the name is taken.
 */
tp_err tp_agent_register(const tp_agent_kind *kind, tp_error *error);

/* The kinds there are, ending with NULL. */
const tp_agent_kind *const *tp_agent_kinds(void);

/* A level of play: a name for how well an opponent should play. It can stand in place of an agent's name,
 * and means an agent with a budget, a different one in each game. */
typedef struct tp_level {
    const char *name;
    const char *summary;
} tp_level;

/* The levels there are, the weakest first, ending with a NULL name. */
const tp_level *tp_levels(void);

/* The agent that a level stands for in this game; NULL: there is no level of that name. */
const char *tp_level_agent(const tp_game *game, const char *level);

/* A character: who plays at a level, by name. It plays as its level does, and gives
 * an opponent a name and a manner. An agent may be named by the id of a character, which stands for the
 * level. */
typedef struct tp_character {
    const char *id;    /* a-z; no agent and no level has the same */
    const char *level; /* the name of the level it plays at */
    const char *name;  /* what it is called at a table; this, `about`, `wins` and `loses` are in English */
    const char *about; /* its manner, a sentence */
    const char *wins;  /* what it says after it has won */
    const char *loses; /* and after it has lost */
} tp_character;

/* The characters there are, four for each level, the weakest level first, ending with a NULL id. */
const tp_character *tp_characters(void);

/* NULL: there is no character of that id, or of that (English) name. */
const tp_character *tp_character_find(const char *id);
const tp_character *tp_character_named(const char *name);

/* The kinds there are, with their options, and then the levels, with the agent that `plays` each game and
 * their `characters`, in the language of this thread: a new JSON list; NULL without memory. */
json_t *tp_agents_to_json(void);

/* Split a name into its kind and its options, or those of the level that it names. TP_OK, or what is wrong
 * with it, as tp_agent_new says it. Only tp_agent_new finds out whether the options fit together. */
tp_err tp_agent_read(const tp_game *game, const char *name, const tp_agent_kind **kind, tp_options *options,
                     tp_error *error);

/* Make the agent of this name. NULL with an error if the name, an option or a value does not exist, or the
 * kind does not play this game. */
tp_agent *tp_agent_new(const tp_game *game, const char *name, uint64_t seed, tp_error *error);

/* The same for a game with these options, settled; NULL for any. If the kind plays other variants only,
 * that is an error too, which says which. Use this if you know the options. An agent that must choose in a
 * variant that it does not play fails (tp_agent_failure). */
tp_agent *tp_agent_new_for(const tp_game *game, const tp_options *options, const char *name, uint64_t seed,
                           tp_error *error);
void tp_agent_free(tp_agent *agent); /* NULL is fine */

/* Start an agent again, as tp_agent_new would make it with this seed, but without the expensive part: a
 * program that was started for the last game keeps running. False: it cannot; make another one. */
bool tp_agent_renew(tp_agent *agent, uint64_t seed);

/* What the agent calls itself, "Granite 1.2": a program may say so. NULL if it does not. */
const char *tp_agent_about(const tp_agent *agent);

const tp_agent_kind *tp_agent_kind_of(const tp_agent *agent);
const char *tp_agent_name(const tp_agent *agent); /* as it was given */

/* Whether the kind of this name is only for the owner of the machine (is_local above). False for an
 * unknown name. */
bool tp_agent_is_local(const char *name);

tp_move tp_agent_choose(tp_agent *agent, const void *view);

/* Why an agent has forfeited, a sentence without its full stop: its program crashed, took too long, made
 * an illegal move. NULL while it is fine, and always for kinds that cannot fail. It stays failed, and
 * tp_agent_choose returns the first legal move from then on. Callers that count results must check; others
 * can go on. The agent owns the text. */
const char *tp_agent_failure(const tp_agent *agent);

/* Some agents follow a game between their own decisions. They are told that a game begins, its options and
 * their seat; each event that their seat saw, their own moves included, with the views of the seat at the
 * beginning (NULL for the deal) and at the end of the ply; and how the game ended. All this is optional,
 * for agents and for callers: an agent that is only asked to choose plays too. Nothing here may show more
 * than the seat knows: `seen` is the result of the game's seen().
 */
void tp_agent_begin(tp_agent *agent, const tp_options *options, int seat);
void tp_agent_observe(tp_agent *agent, const void *view_before, const tp_event *seen, const void *view_after);
void tp_agent_end(tp_agent *agent, int seats, const float *returns, const int32_t *scores);

/* Opinions on every legal move, best first; returns how many, 0 if the kind has no opinions. `out` has
 * room for max_moves of the game. */
int tp_agent_evaluate(tp_agent *agent, const void *view, tp_opinion *out);

/* The value of the game for `seat`, whose view this is, no matter which seat is to act: as it stands or,
 * with `seen`, after a move as the seat sees it (game.h, seen) and before its consequences are known. The
 * opinion is about no move (TP_NO_MOVE). False, and `out` untouched, if the kind cannot say or finds no
 * world in which that move was possible. */
bool tp_agent_value(tp_agent *agent, const void *view, int seat, const tp_event *seen, tp_opinion *out);

/* Save what an agent has learnt, if it has a file for it. This also happens when it is freed, but only
 * here can it report a failure. TP_OK for an agent that does not learn. */
tp_err tp_agent_save(tp_agent *agent, tp_error *error);

/* What an agent has learnt, a new JSON object; NULL for one that does not learn. */
json_t *tp_agent_learnt(const tp_agent *agent);

/* The probability with which the agent chooses each legal move, in the order of view_legal; they add up to 1.
 * Returns how many, 0 if the kind cannot say. `out` has room for max_moves of the game. */
int tp_agent_probs(tp_agent *agent, const void *view, double *out);

/* Split "flatmc:games=10,threads=2,random" into agent names: a piece that is only key=value belongs to the
 * agent before it, and a comma that is written as \, divides nothing. Returns how many there are and writes
 * at most `max` pointers to new strings (free each); -1 without memory. */
int tp_agent_list_split(const char *list, char **names, int max);

TP_END_DECLS
#endif
