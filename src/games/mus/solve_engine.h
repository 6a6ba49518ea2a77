/* Two-player Mus, solved: the way to `tapete solve`, and files. */
#ifndef TAPETE_MUS_SOLVE_ENGINE_H
#define TAPETE_MUS_SOLVE_ENGINE_H

#include "games/mus/solve_scores.h"
#include "solve/solve.h"

extern const solve_engine mus_solve_engine, mus_scores_engine, mus_answers_engine;

/* The abstraction of the bets that these options name, or why they cannot be solved. */
tp_err solve_bets_of(const tp_options *options, solve_bets *out, tp_error *error);

/* The values of all scores from a file; NULL: the one that comes with the program. */
tp_err solve_scores_load(const char *file, solve_scores *out, tp_error *error);
int solve_scores_parts(solve_scores *scores, solve_part out[SOLVE_MOST_PARTS]);
/* Takes up `done` scores of a file whose parts have these sizes. */
tp_err solve_scores_restore(solve_scores *scores, uint64_t done, const uint64_t *sizes, int count,
                            tp_error *error);
bool solve_scores_check(const solve_scores *scores);

/* What a strategy does behind a line of bets ("envido 2, quiero"; NULL: at the beginning) with hands that
 * match `hand` ("RRRA", a part of it such as "RR", or NULL: all). */
json_t *solve_show(const solve_tree *tree, const solve_source *source, const char *line, const char *hand,
                   tp_error *error);

/* "RRRA": from high to low. */
void solve_hand_text(const solve_hand *hand, char out[MUS_HAND + 1]);

/* An agent that says its probabilities, asked at one score after the other. */
typedef struct solve_asker solve_asker;
tp_err solve_asker_open(const solve_tree *tree, const solve_order *order, const char *agent,
                        solve_asker **out, tp_error *error);
void solve_asker_close(solve_asker *asker); /* NULL is fine */
/* What it does at every decision of a hand at this score, until it is asked again. */
const solve_source *solve_asker_ask(solve_asker *asker, const int score[SOLVE_PLAYERS]);

/* The best answers to such an agent in one hand. */
tp_err solve_exploit_agent(const solve_tree *tree, const solve_utility *utility, const solve_order *order,
                           const char *agent, solve_exploit *out, tp_error *error);

#endif
