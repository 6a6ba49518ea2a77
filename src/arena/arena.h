/* The arena: many games between agents, and what they say about the agents' strength.
 *
 * The games are planned before the first is played. A deal is the smallest unit: one game, or with duplicates
 * the games in which the same cards are played from every seating. Deal n is the same whichever thread plays
 * it and when: its cards, who sits where and the agents' own chance follow from the seed, the number and what
 * the agents are, but not from the names of files or those that a person gave them. Results are added up in
 * the order of the numbers, so that they too depend on nothing else. */
#ifndef TAPETE_ARENA_H
#define TAPETE_ARENA_H

#include "arena/stats.h"
#include "tapete/tapete.h"

#include <stdio.h>

enum {
    ARENA_MOST_AGENTS = STATS_MOST_RATED,
    ARENA_MOST_MEETINGS = 4096,
    ARENA_MOST_THREADS = 1024,
    ARENA_NAME_SIZE = 256,
    ARENA_LABEL_SIZE = 41,
    ARENA_RECORD_VERSION = 2,
};

/* ---- what is to be played ---- */

typedef struct arena_settings {
    const tp_game *game;
    tp_options options;
    char agents[ARENA_MOST_AGENTS][ARENA_NAME_SIZE]; /* as they were typed: AGENT or NAME=AGENT */
    int agent_count;
    int64_t games; /* of each meeting; rounded up to whole deals */
    bool duplicate, mixed, round_robin;
    bool gauntlet; /* the first agent meets each of the others */
    bool sprt;     /* stop as soon as it is clear whether the first is better by elo1 or by elo0 */
    double elo0, elo1;
    double alpha, beta; /* how likely the test may accept elo1 or elo0 by mistake */
    uint64_t seed;
} arena_settings;

/* Split "new=flatmc:games=400,old=flatmc:games=100,random" into agents, as tp_agent_list_split does, with
 * names for them. Returns how many there are; -1 without memory. */
int arena_agents_split(const char *list, char **agents, int max);
/* The name that a person gave an agent, or "", and the agent. */
void arena_name_of(const char *typed, char label[ARENA_NAME_SIZE], const char **agent);

/* What is rated: an agent, or in a team game the agents of a pair. */
typedef struct arena_entrant {
    char name[2 * ARENA_NAME_SIZE + 8];
    int agents[TP_MAX_SEATS]; /* of its seats, in order; one for all if there is one */
    int agent_count;
    int twin; /* how many entrants before it are the same */
} arena_entrant;

/* Entrants at one table. */
typedef struct arena_meeting {
    int entrant[TP_MAX_SEATS]; /* of each seat, before seats are changed */
    int agent[TP_MAX_SEATS];
    int rotations[TP_MAX_SEATS]; /* the seatings that differ: everybody moves on by so many seats */
    int rotation_count;
    int distinct; /* how many different entrants, and which; seats of each */
    int entrants[TP_MAX_SEATS], seats[TP_MAX_SEATS];
} arena_meeting;

typedef struct arena_plan {
    arena_settings settings;
    int seats, sides;
    int side[TP_MAX_SEATS];
    char agents[ARENA_MOST_AGENTS][ARENA_NAME_SIZE]; /* as tp_agent_new takes them */
    char names[ARENA_MOST_AGENTS][ARENA_NAME_SIZE];  /* as they are shown; no two alike */
    uint64_t chance[ARENA_MOST_AGENTS]; /* of what an agent draws: a hash of it without names of files */
    int agent_count;
    bool is_rated; /* one table of ratings: a round-robin or a gauntlet */
    arena_entrant entrants[ARENA_MOST_AGENTS];
    int entrant_count;
    arena_meeting *meetings;
    int meeting_count;
    int64_t deals; /* of all meetings, taken in turns */
} arena_plan;

/* Plan it: who meets whom, from which seats, in how many deals. NULL with a sentence where the agents do not
 * fit the game. */
arena_plan *arena_plan_new(const arena_settings *settings, tp_error *error);
void arena_plan_free(arena_plan *plan); /* NULL is fine */

/* The settings as they stand at the head of a record. */
json_t *arena_settings_to_json(const arena_settings *settings);
tp_err arena_settings_from_json(arena_settings *settings, const json_t *json, tp_error *error);

/* ---- playing ---- */

/* How long an agent thought: a histogram with 16 steps to each doubling. */
enum { ARENA_TIME_STEPS = 16, ARENA_TIME_CELLS = ARENA_TIME_STEPS * 48 };

typedef struct arena_times {
    uint64_t moves, ns;
    uint32_t cells[ARENA_TIME_CELLS];
} arena_times;

void arena_times_add(arena_times *times, uint64_t ns);
void arena_times_merge(arena_times *times, const arena_times *more);
/* The time that this share of the moves took at most, to 4 %. */
double arena_times_quantile(const arena_times *times, double share);

typedef struct arena_game {
    int rotation; /* everybody sat so many seats further on */
    int plies;
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    int forfeit; /* the seat that did, or -1 */
    char reason[160];
} arena_game;

typedef struct arena_deal {
    int64_t number;
    int game_count;
    arena_game games[TP_MAX_SEATS];
} arena_deal;

/* The seed of a deal's cards: `tapete play --seed` deals the same ones. */
uint64_t arena_deal_seed(const arena_plan *plan, int64_t number);
const arena_meeting *arena_deal_meeting(const arena_plan *plan, int64_t number);
/* Who sits there in a game: an index into `agents` and `entrants` of the plan. */
int arena_agent_at(const arena_plan *plan, const arena_meeting *meeting, int rotation, int seat);
int arena_entrant_at(const arena_plan *plan, const arena_meeting *meeting, int rotation, int seat);

/* What one thread keeps from deal to deal: agents that play game after game (tp_agent_renew). `games_to` is
 * the folder in which each game is written as a record; NULL: none. */
typedef struct arena_player arena_player;
arena_player *arena_player_new(const arena_plan *plan, const char *games_to, tp_error *error);
void arena_player_free(arena_player *player); /* NULL is fine */

/* Play a deal. `times` has an entry for every agent. `stop` is asked between moves. False if it says so,
 * or with an error where something broke that is no agent's fault. */
typedef bool arena_stop(void *context);
bool arena_play_deal(arena_player *player, int64_t number, arena_stop *stop, void *context, arena_deal *deal,
                     arena_times *times, tp_error *error);

/* ---- records of games (games.c) ---- */

/* Make the folder, or see that nothing is in it; `again`: the run is resumed, and what is there stays. */
tp_err arena_games_prepare(const char *folder, bool again, tp_error *error);
/* Write a finished game, the `game`-th of its deal. */
tp_err arena_games_write(const char *folder, const arena_plan *plan, int64_t deal, int game,
                         const tp_match *match, tp_error *error);

/* ---- results ---- */

/* Sums of one entrant at one table. A share is that of a seat: all seats of a game have shares that add up to
 * 1 per table. */
typedef struct arena_sums {
    double share, share_squares, margin, margin_squares;                     /* of deals */
    double game_share, game_share_squares, game_margin, game_margin_squares; /* of games */
} arena_sums;

typedef struct arena_tally {
    int64_t deals, games;
    arena_sums sums[TP_MAX_SEATS];
    double won[TP_MAX_SEATS], products[TP_MAX_SEATS][TP_MAX_SEATS];
} arena_tally;

typedef struct arena_counts {
    int64_t games, won, drawn, lost, forfeits;
    char reason[160]; /* of the first forfeit */
} arena_counts;

enum { ARENA_SCORE_CELLS = 2 * TP_MAX_SEATS + 1 };

typedef struct arena_result {
    const arena_plan *plan;
    int64_t deals, games, plies, draws, forfeits;
    arena_tally *tallies; /* of each meeting */
    arena_counts counts[ARENA_MOST_AGENTS];
    double scores[ARENA_SCORE_CELLS]; /* two sides: deals in which the first scored i half points */
    double llr;
    int decision; /* -1: the test accepts elo0; 1: elo1; 0: not decided */
} arena_result;

arena_result *arena_result_new(const arena_plan *plan, tp_error *error);
void arena_result_free(arena_result *result); /* NULL is fine */
/* Add the next deal; they come in the order of their numbers. */
void arena_result_add(arena_result *result, const arena_deal *deal);

/* What is known about an entrant. */
typedef struct arena_standing {
    stats_interval share, margin;
    /* Variance of one game's difference to the others, as if every game had been dealt anew, and what a game
     * of a deal counts. */
    double share_alone, share_paired, margin_alone, margin_paired;
} arena_standing;

void arena_result_standing(const arena_result *result, int entrant, arena_standing *out);

/* Two sides, about the first: its Elo difference, the same in standard deviations of a game (normalised Elo),
 * and the likelihood that it is the better one. `cells` is the number of scores that a deal can have. */
typedef struct arena_comparison {
    stats_interval elo, normalised;
    double superior;
    int cells;
} arena_comparison;

void arena_result_compare(const arena_result *result, arena_comparison *out);

/* How the i-th entrant of a meeting did there: its share, and how likely it is the better one, if there are
 * two. */
void arena_result_meeting(const arena_result *result, int meeting, int i, stats_interval *share,
                          double *superior);

/* An entrant that played and forfeited every game, or -1. */
int arena_result_only_forfeits(const arena_result *result);
/* Ratings of all entrants; true where games were added to have any (stats_rate). */
bool arena_result_ratings(const arena_result *result, stats_interval *out);
/* Everything but times, which are never the same: a new JSON object. */
json_t *arena_result_to_json(const arena_result *result);
json_t *arena_times_to_json(const arena_plan *plan, const arena_times *times);

/* ---- the record ---- */

typedef struct arena_record arena_record;

/* Begin a record; the file must not exist yet, or be empty. */
arena_record *arena_record_create(const char *path, const arena_settings *settings, tp_error *error);
/* Read the settings of a record, to go on with it. */
tp_err arena_record_settings(const char *path, arena_settings *settings, tp_error *error);
/* Read the deals of a record and go on with it. A last line without its end is dropped. `deals` (free it) are
 * in order, no two alike. */
arena_record *arena_record_resume(const char *path, const arena_plan *plan, arena_deal **deals, size_t *count,
                                  arena_times *times, tp_error *error);
tp_err arena_record_add(arena_record *record, const arena_plan *plan, const arena_deal *deal,
                        const arena_times *times, tp_error *error);
/* What was added is on the disk. */
tp_err arena_record_sync(arena_record *record, tp_error *error);
void arena_record_close(arena_record *record); /* NULL is fine */

/* ---- running ---- */

/* Others who play deals beside the threads of this process: processes elsewhere. */
typedef struct arena_hands {
    int count;
    /* As arena_play_deal, by the hand of this number; on a thread of its own for each. */
    bool (*play)(void *context, int hand, int64_t number, arena_stop *stop, void *stop_context,
                 arena_deal *deal, arena_times *times, tp_error *error);
    void *context;
} arena_hands;

typedef struct arena_run {
    const arena_plan *plan;
    int threads;
    const arena_hands *hands; /* NULL: none */
    arena_record *record;     /* NULL: none */
    const char *games_to;     /* a folder for a record of each game; NULL: none */
    const arena_deal *known;
    size_t known_count; /* deals that need not be played: from a record, in order */
    /* Called now and then by the thread that called arena_play, while nothing changes. Returns false to stop.
     */
    bool (*watch)(void *context, const arena_result *result, const arena_times *times);
    void *context;
    int watch_ms;
    /* Whether to stop, asked by every thread between moves, so that nothing that breaks after a signal
     * counts. NULL: never. */
    bool (*interrupted)(void);
} arena_run;

/* Play all deals that are missing. The result has the deals up to the first that is missing, and times those
 * of all that were played. Returns TP_OK also where it was stopped: result->deals < plan->deals then, without
 * a decision. */
tp_err arena_play(const arena_run *run, arena_result *result, arena_times *times, tp_error *error);

#endif
