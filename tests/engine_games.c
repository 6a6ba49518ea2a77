/* Whole games as the native engine plays them, for tests/scripts/test_engine.mjs, which compares them with
 * those of the engine for WebAssembly: engine_games GAME SEED AGENT prints the record, then what one seat is
 * told of the last ply, in Swedish, and on the last line what the agent thinks of the first decision. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const tp_error *error) {
    fprintf(stderr, "engine_games: %s\n", error->text);
    exit(2);
}

static void show_opinions(const tp_game *game, tp_agent *agent, const void *view) {
    tp_opinion *opinions = calloc((size_t)game->max_moves, sizeof *opinions);
    int count = opinions == NULL ? 0 : tp_agent_evaluate(agent, view, opinions);
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE];
        game->move_text(opinions[i].move, text, sizeof text);
        printf("%s %.17g %.17g %llu;", text, opinions[i].value, opinions[i].error,
               (unsigned long long)opinions[i].games);
    }
    printf("\n");
    free(opinions);
}

int main(int count, char **arguments) {
    tp_error error;
    if (count != 4) {
        fprintf(stderr, "usage: engine_games GAME SEED AGENT\n");
        return 2;
    }
    const tp_game *game = tp_game_find(arguments[1], &error);
    if (game == NULL) fail(&error);
    tp_match *match = tp_match_new(
        &(tp_match_setup){.game = game, .seeded = true, .seed = strtoull(arguments[2], NULL, 10)}, &error);
    if (match == NULL) fail(&error);
    int seats = tp_match_seats(match), shown[TP_MAX_SEATS], actor;
    tp_agent *agents[TP_MAX_SEATS], *judge = tp_agent_new(game, arguments[3], 99, &error);
    void *view = malloc(game->view_size);
    if (judge == NULL || view == NULL) fail(&error);
    for (int seat = 0; seat < seats; seat++) {
        agents[seat] = tp_agent_new_for(game, tp_match_options(match), arguments[3], (uint64_t)seat, &error);
        if (agents[seat] == NULL) fail(&error);
        tp_agent_begin(agents[seat], tp_match_options(match), seat);
        shown[seat] = -1;
    }
    tp_agent_begin(judge, tp_match_options(match), tp_match_actor(match));
    int first = tp_match_actor(match);
    tp_match_show(match, 0, 0, first, judge);
    void *first_view = malloc(game->view_size);
    if (first_view == NULL || !tp_match_view(match, first, first_view)) fail(&error);
    while ((actor = tp_match_actor(match)) >= 0) {
        int plies = tp_match_plies(match);
        tp_match_view(match, actor, view);
        if (plies > shown[actor]) tp_match_show(match, shown[actor] + 1, plies, actor, agents[actor]);
        shown[actor] = plies;
        if (tp_match_play(match, actor, tp_agent_choose(agents[actor], view), &error) != TP_OK) fail(&error);
    }
    size_t entries = 0;
    char *record = tp_record_lines(match, &entries);
    fputs(record, stdout);
    free(record);
    tp_language_set("sv");
    char *told = tp_match_tell(match, tp_match_plies(match), 0);
    printf("%s\n", told);
    free(told);
    tp_language_set("en");
    show_opinions(game, judge, first_view);
    for (int seat = 0; seat < seats; seat++) tp_agent_free(agents[seat]);
    tp_agent_free(judge);
    free(view);
    free(first_view);
    tp_match_free(match);
    return 0;
}
