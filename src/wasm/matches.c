/* Matches, and agents that look at them. A match is owned by the page: it may see every view of it. An agent
 * gets the views of its own seat and nothing else. */
#include "core/language.h"
#include "wasm/host.h"

#include <stdlib.h>
#include <string.h>

/* ---- beginning ---- */

/* The texts of a list of strings, at most `most`; how many there are, -1 where it is none. They belong to the
 * list. */
static int texts_of(const json_t *list, const char **texts, int most) {
    int count = 0;
    size_t i;
    const json_t *one;
    if (list != NULL && !json_is_array(list)) return -1;
    json_array_foreach(list, i, one) {
        if (!json_is_string(one) || count == most) return -1;
        texts[count++] = json_string_value(one);
    }
    return count;
}

static tp_match *match_from(const tp_game *game, const json_t *given, tp_error *error) {
    tp_options options;
    tp_options_init(&options, game->options);
    const json_t *chosen = json_object_get(given, "options"), *seed = json_object_get(given, "seed"),
                 *position = json_object_get(given, "position");
    if (chosen != NULL && tp_options_from_json(&options, chosen, error) != TP_OK) return NULL;
    tp_match_setup setup = {.game = game, .options = &options, .position = position};
    if (texts_of(json_object_get(given, "seats"), setup.seats, TP_MAX_SEATS) < 0) {
        tp_fail(error, TP_E_INPUT, TR("'%s' should be a list of at most %d names"), "seats", TP_MAX_SEATS);
        return NULL;
    }
    if (seed != NULL && (!json_is_integer(seed) || json_integer_value(seed) < 0)) {
        tp_fail(error, TP_E_INPUT, TR("'%s' should be a whole number from 0 on"), "seed");
        return NULL;
    }
    setup.seeded = seed != NULL;
    setup.seed = (uint64_t)json_integer_value(seed);
    return tp_match_new(&setup, error);
}

/* {"game", "options", "seats", "seed", "position"}: all but the game may be left out. */
HOST_EXPORT("tapete_match") tp_match *tapete_match(const char *text) {
    tp_error *error = answer_error();
    json_t *given = json_loads(text, 0, NULL);
    const char *name = json_string_value(json_object_get(given, "game"));
    tp_match *match = NULL;
    const tp_game *game = name == NULL ? NULL : tp_game_find(name, error);
    if (name == NULL) {
        tp_fail(error, TP_E_INPUT, TR("a match needs the name of a game"));
    } else if (game != NULL) {
        match = match_from(game, given, error);
    }
    json_decref(given);
    return match;
}

HOST_EXPORT("tapete_match_read") tp_match *tapete_match_read(const char *record) {
    tp_record_info info;
    return tp_record_parse(record, strlen(record), &info, answer_error());
}

HOST_EXPORT("tapete_match_free") void tapete_match_free(tp_match *match) { tp_match_free(match); }

/* ---- looking ---- */

HOST_EXPORT("tapete_match_game") const char *tapete_match_game(const tp_match *match) {
    return answer_text(strdup(tp_match_game(match)->name));
}

HOST_EXPORT("tapete_match_seats") int tapete_match_seats(const tp_match *match) {
    return tp_match_seats(match);
}
HOST_EXPORT("tapete_match_actor") int tapete_match_actor(const tp_match *match) {
    return tp_match_actor(match);
}
HOST_EXPORT("tapete_match_plies") int tapete_match_plies(const tp_match *match) {
    return tp_match_plies(match);
}

static const char *cannot_look(void) {
    tp_refuse(answer_error(), "HIDDEN",
              TR("there is no such view: a seat sees from its place, and nobody sees all before the end"));
    return NULL;
}

/* After a ply, what a viewer knows; TP_REVEALED only when the game is over. */
HOST_EXPORT("tapete_match_view") const char *tapete_match_view(const tp_match *match, int ply, int viewer) {
    const tp_game *game = tp_match_game(match);
    void *view = malloc(game->view_size);
    if (view == NULL) return answer_text(NULL);
    bool is_there = viewer < tp_match_seats(match) && viewer >= TP_REVEALED && ply >= 0 &&
                    tp_match_view_at(match, ply, viewer, view);
    json_t *json = is_there ? game->view_to_json(view) : NULL;
    free(view);
    return is_there ? answer_json(json) : cannot_look();
}

HOST_EXPORT("tapete_match_tell") const char *tapete_match_tell(const tp_match *match, int ply, int viewer) {
    if (ply < 0 || ply > tp_match_plies(match) || viewer >= tp_match_seats(match) || viewer < TP_REVEALED)
        return cannot_look();
    return answer_text(tp_match_tell(match, ply, viewer));
}

/* The moves of the seat that is to act: {"text", "name"} each; none when the game is over. */
HOST_EXPORT("tapete_match_legal") const char *tapete_match_legal(const tp_match *match) {
    const tp_game *game = tp_match_game(match);
    int actor = tp_match_actor(match), count = 0;
    json_t *list = json_array();
    void *view = malloc(game->view_size);
    tp_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    bool good = list != NULL && view != NULL && moves != NULL;
    if (good && actor >= 0 && tp_match_view(match, actor, view)) count = game->view_legal(view, moves);
    for (int i = 0; good && i < count; i++) {
        char text[TP_TEXT_SIZE], name[TP_TEXT_SIZE];
        game->move_text(moves[i], text, sizeof text);
        tp_move_label(game, view, moves[i], name, sizeof name);
        good = json_array_append_new(list, json_pack("{s:s, s:s}", "text", text, "name", name)) == 0;
    }
    free(view);
    free(moves);
    if (!good) {
        json_decref(list);
        list = NULL;
    }
    return answer_json(list);
}

/* {"returns", "scores"}: by seat; returns are 0 before the end. */
HOST_EXPORT("tapete_match_result") const char *tapete_match_result(const tp_match *match) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    json_t *all_returns = json_array(), *all_scores = json_array();
    tp_match_result(match, returns, scores);
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        json_array_append_new(all_returns, json_real((double)returns[seat]));
        json_array_append_new(all_scores, json_integer(scores[seat]));
    }
    return answer_json(json_pack("{s:o, s:o}", "returns", all_returns, "scores", all_scores));
}

HOST_EXPORT("tapete_match_record") const char *tapete_match_record(const tp_match *match) {
    size_t entries = 0;
    return answer_text(tp_record_lines(match, &entries));
}

/* ---- playing ---- */

HOST_EXPORT("tapete_match_play") bool tapete_match_play(tp_match *match, int seat, const char *move) {
    return tp_match_play_text(match, seat, move, answer_error()) == TP_OK;
}

HOST_EXPORT("tapete_match_undo") bool tapete_match_undo(tp_match *match, int count) {
    if (count > 0 && tp_match_undo(match, count)) return true;
    tp_refuse(answer_error(), "NOTHING_TO_UNDO", TR("there are not so many moves to take back"));
    return false;
}

HOST_EXPORT("tapete_match_resign") bool tapete_match_resign(tp_match *match, int seat) {
    if (seat >= 0 && seat < tp_match_seats(match))
        return tp_match_resign(match, 1u << seat, answer_error()) == TP_OK;
    tp_fail(answer_error(), TP_E_INPUT, TR("there is no seat %d"), seat);
    return false;
}

/* ---- agents ---- */

/* An agent and its seat at a match. It follows the game: before it chooses it is shown what its seat has seen
 * since. */
typedef struct player {
    tp_agent *agent;
    const tp_match *match;
    int seat, shown; /* plies of which it has been told; -1: none */
} player;

HOST_EXPORT("tapete_player")
player *tapete_player(const tp_match *match, int seat, const char *name, double seed) {
    tp_error *error = answer_error();
    if (seat < 0 || seat >= tp_match_seats(match)) {
        tp_fail(error, TP_E_INPUT, TR("there is no seat %d"), seat);
        return NULL;
    }
    player *made = calloc(1, sizeof *made);
    if (made == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    const tp_options *options = tp_match_options(match);
    *made = (player){tp_agent_new_for(tp_match_game(match), options, name, (uint64_t)seed, error), match,
                     seat, -1};
    if (made->agent == NULL) {
        free(made);
        return NULL;
    }
    tp_agent_begin(made->agent, options, seat);
    return made;
}

HOST_EXPORT("tapete_player_free") void tapete_player_free(player *player) {
    if (player != NULL) tp_agent_free(player->agent);
    free(player);
}

/* Show what is new, and hand out the view that it is to act on; NULL with an error where it is not its turn.
 * What was taken back since is not: an agent that has seen it must be made anew. */
static void *view_of_turn(player *player) {
    const tp_match *match = player->match;
    int plies = tp_match_plies(match);
    if (tp_match_actor(match) != player->seat) {
        tp_refuse(answer_error(), "NOT_YOUR_TURN", TR("it is not the turn of seat %d"), player->seat);
        return NULL;
    }
    void *view = malloc(tp_match_game(match)->view_size);
    if (view == NULL || !tp_match_view(match, player->seat, view)) {
        free(view);
        tp_fail(answer_error(), TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    if (plies > player->shown) tp_match_show(match, player->shown + 1, plies, player->seat, player->agent);
    player->shown = plies;
    return view;
}

/* The move that the agent would make now. */
HOST_EXPORT("tapete_player_choose") const char *tapete_player_choose(player *player) {
    const tp_game *game = tp_match_game(player->match);
    void *view = view_of_turn(player);
    if (view == NULL) return NULL;
    char text[TP_TEXT_SIZE];
    game->move_text(tp_agent_choose(player->agent, view), text, sizeof text);
    free(view);
    return answer_text(strdup(text));
}

/* What it thinks of every legal move, the best first: {"move", "value", "error", "games"}. */
HOST_EXPORT("tapete_player_opinions") const char *tapete_player_opinions(player *player) {
    const tp_game *game = tp_match_game(player->match);
    void *view = view_of_turn(player);
    if (view == NULL) return NULL;
    tp_opinion *opinions = calloc((size_t)game->max_moves, sizeof *opinions);
    json_t *list = opinions == NULL ? NULL : json_array();
    int count = list == NULL ? 0 : tp_agent_evaluate(player->agent, view, opinions);
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE];
        game->move_text(opinions[i].move, text, sizeof text);
        json_array_append_new(list,
                              json_pack("{s:s, s:f, s:f, s:I}", "move", text, "value", opinions[i].value,
                                        "error", opinions[i].error, "games", (json_int_t)opinions[i].games));
    }
    free(opinions);
    free(view);
    return answer_json(list);
}
