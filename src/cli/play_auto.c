/* A bot that plays for the person: one move, or until they take over. It gets the view of their seat, as
 * every agent does. */
#include "cli/cli.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

/* The level of the bots at the table where they have one; fair where they have none. */
static const char *usual_level(const play *session) {
    for (int seat = 0; seat < session->seats; seat++) {
        const tp_character *character = tp_character_find(tp_match_seat_name(session->match, seat));
        if (character != NULL && seat != session->human) return character->level;
        for (const tp_level *level = tp_levels(); level->name != NULL && seat != session->human; level++) {
            if (strcmp(level->name, tp_match_seat_name(session->match, seat)) == 0) return level->name;
        }
    }
    return "fair";
}

void play_helper_stop(play *session) {
    session->plays_on = false;
    tp_agent_free(session->helper);
    session->helper = NULL;
}

tp_err play_helper_ready(play *session, const char *level, tp_error *error) {
    if (level != NULL && tp_level_agent(session->game, level) == NULL) {
        char names[TP_TEXT_SIZE] = "";
        for (const tp_level *at = tp_levels(); at->name != NULL; at++)
            list_add(names, sizeof names, at[1].name == NULL ? LIST_ENDS_OR : LIST_GOES_ON, at->name);
        return tp_fail(error, TP_E_INPUT, TR("there is no level \"%.60s\": choose %s"), level, names);
    }
    if (level != NULL && strcmp(level, session->level) != 0) {
        tp_agent_free(session->helper);
        session->helper = NULL;
        snprintf(session->level, sizeof session->level, "%s", level);
    }
    if (session->level[0] == '\0')
        snprintf(session->level, sizeof session->level, "%s", usual_level(session));
    const tp_options *options = tp_match_options(session->match);
    if (session->helper == NULL) {
        uint64_t seed = session->seed + 2000 + (uint64_t)tp_match_plies(session->match);
        session->helper = tp_agent_new_for(session->game, options, session->level, seed, error);
    }
    if (session->helper == NULL) return error->code;
    tp_agent_begin(session->helper, options, session->human);
    tp_match_show(session->match, 0, tp_match_plies(session->match), session->human, session->helper);
    return TP_OK;
}

tp_move play_helper_choose(const play *session, const void *view) {
    return tp_agent_choose(session->helper, view);
}

tp_err play_helper_move(play *session, tp_move move) {
    char marked[TP_TEXT_SIZE] = "", label[PLAY_LABEL_SIZE], text[TP_TEXT_SIZE];
    /* Nobody has listed the moves: the bot's is named as the list would name it. */
    void *view = cli_allocate(session->game->view_size);
    tp_match_view(session->match, session->human, view);
    look_label(session->table, &session->style, session->game, view, move, marked, sizeof marked);
    tp_fill_names(marked, session->name_list, session->seats, label, sizeof label);
    free(view);
    snprintf(text, sizeof text, TR("Played for you (%s): %s."), session->level, label);
    play_say(session, text);
    return play_make_move(session, session->human, move);
}
