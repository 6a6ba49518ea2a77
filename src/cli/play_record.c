/* Keeping a game on disk while it is played. A move is in the record before anybody is told of it. */
#include "cli/cli.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"

#include <string.h>
#include <unistd.h>

/* A sentence that is no part of the game, where the person reads. */
static void warn(const play *session, const char *sentence, const char *why) {
    char text[TP_TEXT_SIZE] = "";
    text_append(text, sizeof text, "%s%s%s %s", paint_on(&session->style, PAINT_RED), sentence,
                paint_off(&session->style), why);
    text_end(text, sizeof text);
    play_say(session, text);
}

void play_record_begin(play *session) {
    tp_error error = {0};
    play_record_end(session);
    if (shelf_new_path(session->game, session->record_path, &error) == TP_OK) {
        session->record = tp_record_create(session->record_path, session->match, &error);
    }
    if (session->record == NULL) {
        session->record_path[0] = '\0';
        warn(session, TR("This game is not recorded, so it cannot be resumed."), error.text);
    }
}

tp_err play_record_at(play *session, const char *path, tp_error *error) {
    if (strlen(path) >= sizeof session->record_path)
        return tp_fail(error, TP_E_IO, TR("the path of the record is too long"));
    if (access(path, F_OK) == 0)
        return tp_fail(error, TP_E_IO, TR("%s exists already: name a new file for the record"), path);
    play_record_end(session);
    session->record = tp_record_create(path, session->match, error);
    if (session->record == NULL) return error->code;
    snprintf(session->record_path, sizeof session->record_path, "%s", path);
    return TP_OK;
}

tp_err play_record_continue(play *session, const char *path, tp_error *error) {
    tp_record *record = tp_record_append(path, session->match, error);
    if (record == NULL) return error->code;
    play_record_end(session);
    session->record = record;
    snprintf(session->record_path, sizeof session->record_path, "%s", path);
    return TP_OK;
}

void play_record_update(play *session) {
    if (session->record == NULL) return;
    tp_error error = {0};
    bool failed = tp_record_update(session->record, session->match, &error) != TP_OK;
    if (failed && !session->record_failed) {
        warn(session,
             TR("The record could not be written; the game continues, and the program tries again after "
                "each move."),
             error.text);
    } else if (!failed && session->record_failed) {
        play_say(session, TR("The record is complete again."));
    }
    session->record_failed = failed;
}

void play_record_end(play *session) {
    tp_record_close(session->record);
    session->record = NULL;
    session->record_failed = false;
}

bool play_is_kept(const play *session) { return session->record != NULL && !session->record_failed; }

/* The log has a word for it: the last move is taken back and made again, with the same outcomes. */
void play_mark_loaded(tp_match *match) {
    const tp_event *events;
    int plies = tp_match_plies(match);
    if (plies == 0 || tp_match_ply_events(match, plies, &events) == 0) return;
    tp_event last = events[0];
    if (tp_match_undo(match, 1)) tp_match_play(match, last.seat, last.move, NULL);
}
