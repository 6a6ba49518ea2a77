/* The contract as functions; see access.h. Nothing here decides anything. */
#include "tapete/access.h"
#include "core/language.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- what a game is ---- */

const char *tp_game_name(const tp_game *game) { return game->name; }
const char *tp_game_title(const tp_game *game) { return game->title; }
const char *tp_game_summary(const tp_game *game) { return tp_translate(game->summary); }
const char *tp_game_rules_version(const tp_game *game) { return game->rules_version; }
const char *tp_game_rules_text(const tp_game *game) { return tp_translate(game->rules_text); }
bool tp_game_is_study(const tp_game *game) { return game->study; }
int tp_game_min_seats(const tp_game *game) { return game->min_seats; }
int tp_game_max_seats(const tp_game *game) { return game->max_seats; }
int tp_game_max_moves(const tp_game *game) { return game->max_moves; }
int tp_game_max_plies(const tp_game *game) { return game->max_plies; }
size_t tp_game_state_size(const tp_game *game) { return game->state_size; }
size_t tp_game_view_size(const tp_game *game) { return game->view_size; }
size_t tp_game_scratch_size(const tp_game *game) { return game->scratch_size; }
const tp_option *tp_game_options(const tp_game *game) { return game->options; }
uint32_t tp_game_kind_count(const tp_game *game) { return game->kind_count; }

const char *tp_game_kind_name(const tp_game *game, uint32_t kind) {
    return kind < game->kind_count ? game->kinds[kind].name : NULL;
}

uint32_t tp_game_kind_outcomes(const tp_game *game, uint32_t kind) {
    return kind < game->kind_count ? game->kinds[kind].outcomes : 0;
}

/* ---- the rules ---- */

void tp_game_settle(const tp_game *game, tp_options *options, const void *position) {
    if (game->settle != NULL) game->settle(options, position);
}

tp_err tp_game_setup(const tp_game *game, void *state, const tp_options *options, tp_chance *chance,
                     tp_error *error) {
    return game->setup(state, options, chance, error);
}

int tp_game_seats(const tp_game *game, const void *state) { return game->seats(state); }

int tp_game_side(const tp_game *game, const void *state, int seat) { return game->side(state, seat); }

int tp_game_actor(const tp_game *game, const void *state) { return game->actor(state); }

int tp_game_legal(const tp_game *game, const void *state, tp_move *out) { return game->legal(state, out); }

void tp_game_apply(const tp_game *game, void *state, tp_move move, tp_chance *chance) {
    game->apply(state, move, chance);
}

void tp_game_returns(const tp_game *game, const void *state, float *per_seat) {
    game->returns(state, per_seat);
}

void tp_game_scores(const tp_game *game, const void *state, int32_t *per_seat) {
    game->scores(state, per_seat);
}

tp_err tp_game_check(const tp_game *game, const void *state, tp_error *error) {
    return game->check(state, error);
}

/* ---- views ---- */

void tp_game_view(const tp_game *game, const void *state, int viewer, void *view) {
    game->view(state, viewer, view);
}

void tp_game_seen(const tp_game *game, const void *before, const tp_event *event, int viewer, tp_event *out) {
    game->seen(before, event, viewer, out);
}

int tp_game_view_actor(const tp_game *game, const void *view) { return game->view_actor(view); }

int tp_game_view_legal(const tp_game *game, const void *view, tp_move *out) {
    return game->view_legal(view, out);
}

void tp_game_imagine(const tp_game *game, const void *view, const void *scratch, void *state,
                     tp_chance *chance) {
    game->imagine(view, scratch, state, chance);
}

const tp_field *tp_game_observe_fields(const tp_game *game) { return game->observe_fields; }

const tp_field *tp_game_observe_move_fields(const tp_game *game) { return game->observe_move_fields; }

bool tp_game_observe(const tp_game *game, const void *view, uint8_t *out) {
    if (game->observe != NULL) game->observe(view, out);
    return game->observe != NULL;
}

bool tp_game_observe_move(const tp_game *game, const void *view, tp_move move, uint8_t *out) {
    if (game->observe_move != NULL) game->observe_move(view, move, out);
    return game->observe_move != NULL;
}

uint32_t tp_game_action_of(const tp_game *game, const void *view, tp_move move) {
    return game->action_of(view, move);
}

tp_move tp_game_move_of(const tp_game *game, const void *view, uint32_t action) {
    return game->move_of(view, action);
}

/* ---- words ---- */

void tp_game_move_text(const tp_game *game, tp_move move, char *text, size_t size) {
    game->move_text(move, text, size);
}

tp_err tp_game_move_parse(const tp_game *game, const char *text, tp_move *out) {
    return game->move_parse(text, out);
}

tp_move tp_game_meant(const tp_game *game, const void *view, tp_move move) {
    return game->meant != NULL ? game->meant(view, move) : move;
}

void tp_game_tell(const tp_game *game, const void *view_before, const tp_event *seen, const void *view_after,
                  char *text, size_t size) {
    game->tell(view_before, seen, view_after, text, size);
}

static char *to_text(json_t *json) {
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

char *tp_game_state_text(const tp_game *game, const void *state) {
    return to_text(game->state_to_json(state));
}

char *tp_game_view_text(const tp_game *game, const void *view) { return to_text(game->view_to_json(view)); }

/* Read JSON and hand it to one of the game's two parsers. */
static tp_err parse(tp_err (*read)(const json_t *, const tp_options *, void *, tp_error *), const char *text,
                    const tp_options *options, void *out, tp_error *error) {
    json_error_t wrong;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
    if (json == NULL) return tp_fail(error, TP_E_INPUT, TR("this is not JSON: %.120s"), wrong.text);
    tp_err code = read(json, options, out, error);
    json_decref(json);
    return code;
}

tp_err tp_game_state_parse(const tp_game *game, const char *text, const tp_options *options, void *state,
                           tp_error *error) {
    return parse(game->state_from_json, text, options, state, error);
}

tp_err tp_game_view_parse(const tp_game *game, const char *text, const tp_options *options, void *view,
                          tp_error *error) {
    return parse(game->view_from_json, text, options, view, error);
}

void tp_free(void *memory) { free(memory); }

/* ---- sizes and members of other structs ---- */

size_t tp_chance_size(void) { return sizeof(tp_chance); }
size_t tp_options_size(void) { return sizeof(tp_options); }
size_t tp_event_size(void) { return sizeof(tp_event); }
size_t tp_error_size(void) { return sizeof(tp_error); }
tp_err tp_error_code(const tp_error *error) { return error->code; }
const char *tp_error_reason(const tp_error *error) { return error->reason; }
const char *tp_error_text(const tp_error *error) { return error->text; }
const char *tp_error_legal(const tp_error *error) { return error->legal; }

/* ---- chance.h ---- */

void tp_chance_init(tp_chance *chance, uint64_t seed) { tp_chance_from_seed(chance, seed); }
uint64_t tp_chance_next(tp_chance *chance) { return tp_rng_next(&chance->rng); }
uint32_t tp_chance_below(tp_chance *chance, uint32_t n) { return tp_rng_below(&chance->rng, n); }
double tp_chance_fraction(tp_chance *chance) { return tp_rng_fraction(&chance->rng); }
