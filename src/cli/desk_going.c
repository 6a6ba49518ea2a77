/* What goes on at the desk without the person: agents choose on a thread and move at a pace that can be
 * followed, moves without a choice are made, and a deal that has ended stays on the screen until the person
 * goes on. */
#include "cli/cli.h"
#include "cli/desk.h"
#include "core/language.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A reveal stands this much longer than a move, while a bot plays for the person. */
enum { REVEAL_PACES = 4 };

/* ---- the log ---- */

void desk_end_saying(desk *desk, capture *capture, bool answers) {
    char *text = capture_end(capture);
    if (answers) snprintf(desk->notice, sizeof desk->notice, "%.*s", (int)strcspn(text, "\n"), text);
    log_pane_add(&desk->log, text);
    free(text);
}

/* ---- choosing ---- */

static void choose(void *context) {
    desk *desk = context;
    desk->chosen = tp_agent_choose(desk->play->agents[desk->seat], desk->seat_view);
}

static void help(void *context) {
    desk *desk = context;
    desk->chosen = play_helper_choose(desk->play, desk->seat_view);
}

static void begin_choosing(desk *desk, int seat, doing doing) {
    desk->seat = seat;
    desk->doing = doing;
    free(desk->seat_view);
    desk->seat_view = cli_allocate(desk->play->game->view_size);
    tp_match_view(desk->play->match, seat, desk->seat_view);
    task_begin(&desk->task, doing == HELPING ? help : choose, desk);
}

void desk_help(desk *desk) {
    tp_error error = {0};
    desk_drop_hint(desk);
    if (play_helper_ready(desk->play, NULL, &error) == TP_OK) {
        begin_choosing(desk, desk->play->human, HELPING);
        desk_look(desk);
        return;
    }
    snprintf(desk->notice, sizeof desk->notice, "%s", error.text);
    play_helper_stop(desk->play);
}

void desk_look(desk *desk) {
    play *play = desk->play;
    play_look(play);
    if (desk->reveal != 0 || desk->doing == HELPING || play->plays_on) play->move_count = 0;
    free(desk->lines);
    desk->lines = cli_allocate((size_t)(play->move_count + 1) * sizeof *desk->lines);
    desk->line_count = play_lines(play, desk->lines);
}

/* ---- pace ---- */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A move was made that the person should see before the next one. */
void desk_after_move(desk *desk) {
    const play *play = desk->play;
    int ply = tp_match_plies(play->match);
    desk->reveal = play_reveals(play, ply) ? ply : 0;
    desk->next_ms = play->pace_ms > 0 ? now_ms() + play->pace_ms : 0;
    if (desk->reveal != 0 && play->plays_on) desk->next_ms += (int64_t)play->pace_ms * REVEAL_PACES;
    desk_look(desk);
}

/* How long it is until the next move may be shown. */
static int64_t time_left(const desk *desk) {
    int64_t left = desk->next_ms > 0 ? desk->next_ms - now_ms() : 0;
    return left > 0 ? left : 0;
}

int desk_wait_ms(void *self) {
    const desk *desk = self;
    bool reveals = desk->reveal != 0 && desk->play->plays_on;
    bool chosen = (desk->doing == CHOOSING || desk->doing == HELPING) && task_is_done(&desk->task);
    if (desk->over || desk->failed || (!reveals && !chosen)) return -1;
    return (int)time_left(desk);
}

void desk_go_on(void *self) {
    desk *desk = self;
    desk->next_ms = 0;
    if (desk->play->plays_on) {
        desk->play->plays_on = false;
        snprintf(desk->notice, sizeof desk->notice, "%s", TR("You play again yourself."));
    }
    if (desk->reveal == 0) return;
    desk->reveal = 0;
    desk_look(desk);
}

/* ---- moving ---- */

static void finish_choosing(desk *desk) {
    capture capture;
    bool helped = desk->doing == HELPING;
    task_end(&desk->task, -1);
    desk->doing = NOTHING;
    capture_begin(&capture);
    if (helped) desk->log.fresh = desk->log.count;
    desk->failed = (helped ? play_helper_move(desk->play, desk->chosen)
                           : play_agent_move(desk->play, desk->seat, desk->chosen)) != TP_OK;
    desk_end_saying(desk, &capture, desk->failed);
    desk_after_move(desk);
}

static void move_without_choice(desk *desk) {
    capture capture;
    capture_begin(&capture);
    desk->failed = play_forced_move(desk->play) != TP_OK;
    desk_end_saying(desk, &capture, true);
    desk_after_move(desk);
}

bool desk_advance(void *self) {
    desk *desk = self;
    play *play = desk->play;
    if (desk->over) return review_pane_advance(&desk->review);
    if (desk->failed) return false;
    if (desk->doing == HINTING && task_is_done(&desk->task)) {
        task_end(&desk->task, -1);
        desk->doing = NOTHING;
        return false; /* what can be played is as before: only the pane is drawn again */
    }
    if (desk->reveal != 0) {
        if (!play->plays_on || time_left(desk) > 0) return false;
        desk->reveal = 0;
        desk_look(desk);
    }
    if (desk->doing != NOTHING && !task_is_done(&desk->task)) return false;
    if (desk->doing != NOTHING && time_left(desk) > 0) return false;
    bool changed = desk->doing != NOTHING;
    if (changed) finish_choosing(desk);
    if (desk->reveal != 0) return true;
    int seat = tp_match_actor(play->match);
    while (seat == play->human && play->move_count == 1 && !desk->failed) {
        move_without_choice(desk);
        if (desk->reveal != 0) return true;
        seat = tp_match_actor(play->match);
        changed = true;
    }
    if (seat == TP_OVER) {
        desk->over = true;
        play_tell_agents_end(play);
        review_pane_open(&desk->review, play->match, play->name_list, play->human);
    } else if (seat != play->human && !desk->failed) {
        begin_choosing(desk, seat, CHOOSING);
    } else if (play->plays_on && !desk->failed) {
        desk_help(desk);
    } else {
        return changed; /* what the reader has selected stays */
    }
    return true;
}

int desk_descriptor(void *self) {
    const desk *desk = self;
    if (desk->over) return review_pane_is_working(&desk->review) ? -1 : desk->task.wake[0];
    return desk->task.wake[0];
}

void desk_drop_hint(desk *desk) {
    if (desk->doing != HINTING) return;
    task_end(&desk->task, -1);
    desk->doing = NOTHING;
}
