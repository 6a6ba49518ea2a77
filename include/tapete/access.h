/* The contract as functions, for languages that cannot read a C struct.
 *
 * C and C++ programs do not need this header: they read the members of tp_game (game.h) and the inline
 * functions of chance.h. A program in another language opens libtapete.so.2 and calls these. tp_game_X
 * answers the member X of a game, or calls it; the comments are in game.h. Sizes are what the caller must
 * allocate, aligned as malloc does. */
#ifndef TAPETE_ACCESS_H
#define TAPETE_ACCESS_H

#include "tapete/agent.h"

TP_BEGIN_DECLS

/* ---- what a game is ---- */

const char *tp_game_name(const tp_game *game);
const char *tp_game_title(const tp_game *game);
const char *tp_game_summary(const tp_game *game);
const char *tp_game_rules_version(const tp_game *game);
const char *tp_game_rules_text(const tp_game *game);
bool tp_game_is_study(const tp_game *game);
int tp_game_min_seats(const tp_game *game);
int tp_game_max_seats(const tp_game *game);
int tp_game_max_moves(const tp_game *game);
int tp_game_max_plies(const tp_game *game);
size_t tp_game_state_size(const tp_game *game);
size_t tp_game_view_size(const tp_game *game);
size_t tp_game_scratch_size(const tp_game *game);
const tp_option *tp_game_options(const tp_game *game); /* for tp_options_init */
uint32_t tp_game_kind_count(const tp_game *game);
const char *tp_game_kind_name(const tp_game *game, uint32_t kind);  /* NULL: there is no such kind */
uint32_t tp_game_kind_outcomes(const tp_game *game, uint32_t kind); /* 0: there is no such kind */
int tp_game_count(void);                                            /* how many games there are */
const tp_game *tp_game_at(int index);                               /* NULL: there is no such game */

/* ---- the rules ---- */

void tp_game_settle(const tp_game *game, tp_options *options, const void *position);
tp_err tp_game_setup(const tp_game *game, void *state, const tp_options *options, tp_chance *chance,
                     tp_error *error);
int tp_game_seats(const tp_game *game, const void *state);
int tp_game_side(const tp_game *game, const void *state, int seat);
int tp_game_actor(const tp_game *game, const void *state);
int tp_game_legal(const tp_game *game, const void *state, tp_move *out);
void tp_game_apply(const tp_game *game, void *state, tp_move move, tp_chance *chance);
void tp_game_returns(const tp_game *game, const void *state, float *per_seat);
void tp_game_scores(const tp_game *game, const void *state, int32_t *per_seat);
tp_err tp_game_check(const tp_game *game, const void *state, tp_error *error);

/* ---- views ---- */

void tp_game_view(const tp_game *game, const void *state, int viewer, void *view);
void tp_game_seen(const tp_game *game, const void *before, const tp_event *event, int viewer, tp_event *out);
int tp_game_view_actor(const tp_game *game, const void *view);
int tp_game_view_legal(const tp_game *game, const void *view, tp_move *out);
void tp_game_imagine(const tp_game *game, const void *view, const void *scratch, void *state,
                     tp_chance *chance);
const tp_field *tp_game_observe_fields(const tp_game *game);      /* NULL: the game has no numbers */
const tp_field *tp_game_observe_move_fields(const tp_game *game); /* the same */
bool tp_game_observe(const tp_game *game, const void *view,
                     uint8_t *out); /* false: the game has no numbers */
bool tp_game_observe_move(const tp_game *game, const void *view, tp_move move, uint8_t *out);
uint32_t tp_game_action_of(const tp_game *game, const void *view, tp_move move); /* with action_count only */
tp_move tp_game_move_of(const tp_game *game, const void *view, uint32_t action); /* the same */

/* ---- words ---- */

void tp_game_move_text(const tp_game *game, tp_move move, char *text, size_t size);
tp_err tp_game_move_parse(const tp_game *game, const char *text, tp_move *out);
tp_move tp_game_meant(const tp_game *game, const void *view, tp_move move);
void tp_game_tell(const tp_game *game, const void *view_before, const tp_event *seen, const void *view_after,
                  char *text, size_t size);

/* Positions as JSON text. The texts are new: give them to tp_free. NULL without memory. */
char *tp_game_state_text(const tp_game *game, const void *state);
char *tp_game_view_text(const tp_game *game, const void *view);
tp_err tp_game_state_parse(const tp_game *game, const char *text, const tp_options *options, void *state,
                           tp_error *error);
tp_err tp_game_view_parse(const tp_game *game, const char *text, const tp_options *options, void *view,
                          tp_error *error);
void tp_free(void *memory); /* what the library allocated for the caller; NULL is fine */

/* ---- sizes and members of other structs ---- */

size_t tp_chance_size(void);
size_t tp_options_size(void);
size_t tp_event_size(void);
size_t tp_error_size(void);
tp_err tp_error_code(const tp_error *error);
const char *tp_error_reason(const tp_error *error);
const char *tp_error_text(const tp_error *error);
const char *tp_error_legal(const tp_error *error);

/* ---- chance.h: the inline functions, exported ---- */

void tp_chance_init(tp_chance *chance, uint64_t seed);   /* tp_chance_from_seed */
uint64_t tp_chance_next(tp_chance *chance);              /* tp_rng_next of its generator */
uint32_t tp_chance_below(tp_chance *chance, uint32_t n); /* tp_rng_below */
double tp_chance_fraction(tp_chance *chance);            /* tp_rng_fraction */

TP_END_DECLS
#endif
