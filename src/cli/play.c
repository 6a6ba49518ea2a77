/* A game at the terminal, line by line. Works for every game of the registry; how its table looks is the
 * table's business (table.h).
 *
 * The agents at the other seats get the view of their seat and nothing else, and so does everything that
 * is shown: the match is asked for views and for what a seat would tell, never for its state before the
 * game is over. */
#include "cli/play.h"

#include "cli/cli.h"
#include "core/language.h"
#include "look/draw.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* ---- who sits where ---- */

static void free_agents(tp_agent *const *agents) {
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(agents[seat]);
}

/* Records that a stranger wrote name no program that is run here. Those on the shelf were written by this
 * one. */
static tp_err may_run(const tp_match *match, const char *path, tp_error *error) {
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        const char *name = tp_match_seat_name(match, seat);
        if (!tp_agent_is_local(name) || shelf_holds(path)) continue;
        return tp_fail(
            error, TP_E_INPUT,
            TR("seat %d of %.200s is a program, %.100s; only games in tapete's own folder may run one"), seat,
            path, name);
    }
    return TP_OK;
}

void play_follow(play *session) {
    for (int seat = 0; seat < session->seats; seat++) {
        tp_agent *agent = session->agents[seat];
        if (agent == NULL) continue;
        tp_agent_begin(agent, tp_match_options(session->match), seat);
        tp_match_show(session->match, 0, tp_match_plies(session->match), seat, agent);
    }
}

tp_err play_adopt(play *session, tp_match *match, const char *path, uint64_t seed, bool repeatable,
                  tp_error *error) {
    const tp_game *game = tp_match_game(match);
    int seats = tp_match_seats(match), human = shelf_human_seat(match);
    tp_agent *agents[TP_MAX_SEATS] = {NULL};
    if (path != NULL && may_run(match, path, error) != TP_OK) return error->code;
    for (int seat = 0; seat < seats; seat++) {
        if (seat == human) continue;
        uint64_t own_seed = seed * TP_MAX_SEATS + (uint64_t)seat + ((uint64_t)tp_match_plies(match) << 32);
        agents[seat] =
            tp_agent_new_for(game, tp_match_options(match), tp_match_seat_name(match, seat), own_seed, error);
        if (agents[seat] == NULL) {
            tp_error_at(error, TR("seat %d"), seat);
            free_agents(agents);
            return error->code;
        }
    }
    play_record_end(session);
    play_helper_stop(session);
    free_agents(session->agents);
    tp_match_free(session->match);
    free(session->view);
    free(session->moves);
    free(session->shown);
    session->shown = NULL;
    session->match = match;
    session->game = game;
    session->table = look_find(game);
    session->seats = seats;
    session->human = human;
    session->seed = seed;
    session->repeatable = repeatable;
    session->told = tp_match_plies(match);
    session->earlier_count = -1;
    session->view = cli_allocate(game->view_size);
    session->moves = cli_allocate((size_t)game->max_moves * sizeof *session->moves);
    memcpy(session->agents, agents, sizeof agents);
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        session->name_list[seat] = seat < seats ? session->names[seat] : NULL;
        if (seat == human) {
            snprintf(session->names[seat], SHELF_NAME_SIZE, "%s", TR("You"));
        } else if (seat < seats) {
            shelf_seat_name(match, seat, session->names[seat]);
        }
        session->failure_told[seat] = false;
    }
    play_follow(session);
    return TP_OK;
}

/* ---- telling and showing ---- */

void play_say(const play *session, const char *text) { print_wrapped(stdout, &session->style, 0, 0, text); }

void play_tell(const play *session, int ply) {
    char *text = tp_match_tell(session->match, ply, session->human);
    if (text == NULL) return;
    const look_style *style = &session->style;
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next == '\n') *next++ = '\0';
        if (*line == '\0') continue;
        if (!style->plain)
            printf("%s%s%s ", paint_on(style, PAINT_FAINT), style->ascii ? "*" : "·", paint_off(style));
        char sentence[TP_TEXT_SIZE];
        look_fill(session->table, style, line, session->name_list, session->seats, sentence, sizeof sentence);
        print_wrapped(stdout, style, style->plain ? 0 : -2, style->plain ? 0 : 2, sentence);
    }
    free(text);
}

static void tell_news(play *session) {
    while (session->told < tp_match_plies(session->match)) play_tell(session, ++session->told);
    fflush(stdout);
}

static void forget_table(play *session) {
    free(session->shown);
    session->shown = NULL;
}

/* The window may have another size now. */
static void follow_window(play *session) {
    if (!session->full) style_detect(&session->style, session->style.plain);
}

/* Show what the person sees now. A table that stands right above and has not changed is not drawn again. */
static void show_table(play *session) {
    char *text = NULL;
    size_t size = 0;
    follow_window(session);
    FILE *canvas = open_memstream(&text, &size);
    if (canvas == NULL) return;
    session->table->draw(canvas, &session->style, session->game, session->view, session->name_list,
                         session->human);
    if (fclose(canvas) != 0) {
        free(text);
        return;
    }
    if (session->shown == NULL || strcmp(session->shown, text) != 0) printf("\n%s", text);
    forget_table(session);
    session->shown = text;
}

/* ---- the end of a deal ---- */

typedef struct reveal_look {
    const play *session;
    bool draws, found;
} reveal_look;

static void look_at_reveal(void *context, int number, const void *before, const tp_event *seen,
                           const void *after) {
    reveal_look *look = context;
    const play *session = look->session;
    (void)number;
    if (before == NULL || seen->type != TP_EVENT_MOVE) return;
    look_ply ply = {.before = before, .after = after, .move = *seen};
    look->found = session->table->reveals(&ply);
    if (look->found && look->draws)
        session->table->reveal(stdout, &session->style, &ply, session->name_list, session->human);
}

/* The match is gone through for it: both views are those of the ply, not of now. */
static bool go_through(const play *session, int ply, bool draws) {
    reveal_look look = {.session = session, .draws = draws};
    if (session->table->reveals == NULL || tp_match_actor(session->match) == TP_OVER) return false;
    return tp_match_each_seen(session->match, ply, ply, session->human, look_at_reveal, &look) && look.found;
}

bool play_reveals(const play *session, int ply) { return go_through(session, ply, false); }

void play_show_reveal(const play *session, int ply) { go_through(session, ply, true); }

/* Line by line: the cards, and time to look at them. */
static void stop_at_reveal(play *session, int ply) {
    if (session->full || !play_reveals(session, ply)) return;
    follow_window(session);
    putchar('\n');
    play_show_reveal(session, ply);
    forget_table(session);
    if (!session->input.terminal || isatty(STDOUT_FILENO) != 1 || session->plays_on) return;
    char line[INPUT_LINE_SIZE];
    printf("%s%s%s ", paint_on(&session->style, PAINT_TITLE), TR("Enter goes on."),
           paint_off(&session->style));
    fflush(stdout);
    /* A player who wants to leave is asked before the next move. */
    if (input_line(&session->input, line) == INPUT_INTERRUPTED) raise(SIGINT);
}

/* ---- leaving ---- */

void play_tell_how_to_resume(const play *session) {
    if (!play_is_kept(session)) {
        play_say(session, TR("The game could not be recorded, so it ends here."));
        return;
    }
    char directory[SHELF_PATH_SIZE], text[SHELF_PATH_SIZE + 256];
    bool on_shelf = shelf_directory(directory, false, NULL) == TP_OK &&
                    strncmp(session->record_path, directory, strlen(directory)) == 0;
    snprintf(text, sizeof text, TR("The game is saved. Continue with: %s play --resume%s%s"), cli_program(),
             on_shelf ? "" : " ", on_shelf ? "" : session->record_path);
    play_say(session, text);
}

const char *play_leaving_question(const play *session) {
    return play_is_kept(session) ? TR("Leave the game? It is saved. [y/N]")
                                 : TR("Leave the game? It could not be recorded and will be lost. [y/N]");
}

/* After Ctrl-C. Without a person to ask the answer is yes, and a second Ctrl-C is a yes too. */
static bool wants_to_leave(play *session) {
    if (!session->input.terminal) return true;
    char line[INPUT_LINE_SIZE];
    tcflush(STDIN_FILENO, TCIFLUSH); /* what was typed before the question is no answer to it */
    printf("\n%s ", play_leaving_question(session));
    fflush(stdout);
    switch (input_line(&session->input, line)) {
    case INPUT_LINE: return text_means_yes(line);
    case INPUT_END:
    case INPUT_INTERRUPTED:
    case INPUT_TERMINATED:
    case INPUT_ELSEWHERE: break;
    }
    putchar('\n');
    return true;
}

/* The exit code after a signal. */
static int leaving_code(void) { return input_termination() != 0 ? 128 + input_termination() : CLI_STOPPED; }

/* ---- moves ---- */

tp_err play_make_move(play *session, int seat, tp_move move) {
    tp_error error = {0};
    tp_err failed = tp_match_play(session->match, seat, move, &error);
    if (failed != TP_OK) {
        text_end(error.text, sizeof error.text);
        play_say(session, error.text);
        return failed;
    }
    play_record_update(session);
    tell_news(session);
    int ply = tp_match_plies(session->match);
    for (int other = 0; other < session->seats; other++) {
        if (session->agents[other] != NULL)
            tp_match_show(session->match, ply, ply, other, session->agents[other]);
    }
    stop_at_reveal(session, ply);
    return TP_OK;
}

/* An agent that has failed plays on, after a fashion; the person should know. */
static void tell_failure(play *session, int seat) {
    const char *failure = tp_agent_failure(session->agents[seat]);
    if (failure == NULL || session->failure_told[seat]) return;
    char text[TP_TEXT_SIZE];
    snprintf(text, sizeof text, TR("%s forfeited: %s. From now on it plays the first legal move."),
             session->names[seat], failure);
    play_say(session, text);
    session->failure_told[seat] = true;
}

tp_err play_agent_move(play *session, int seat, tp_move move) {
    tell_failure(session, seat);
    return play_make_move(session, seat, move);
}

/* Line by line: a pause after the move of an agent, which a signal ends. */
static void keep_pace(const play *session) {
    if (session->pace_ms <= 0 || !session->input.terminal || isatty(STDOUT_FILENO) != 1) return;
    fflush(stdout);
    struct timespec pause = {.tv_sec = session->pace_ms / 1000,
                             .tv_nsec = session->pace_ms % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

static tp_err agent_turn(play *session, int seat) {
    const tp_game *game = session->game;
    void *view = cli_allocate(game->view_size);
    tp_match_view(session->match, seat, view);
    bool show = isatty(STDOUT_FILENO) == 1 && session->style.colour;
    if (show) {
        printf("%s", paint_on(&session->style, PAINT_FAINT));
        printf(TR("%s is thinking"), session->names[seat]);
        printf("%s%s", session->style.ascii ? "..." : "…", paint_off(&session->style));
        fflush(stdout);
    }
    tp_move move = tp_agent_choose(session->agents[seat], view);
    if (show) fputs("\r\033[K", stdout);
    free(view);
    tp_err failed = play_agent_move(session, seat, move);
    keep_pace(session);
    return failed;
}

play_next play_answer(play *session, const char *line) {
    char sentence[TP_TEXT_SIZE];
    play_next next;
    tp_move move = play_exact_move(session, line);
    if (move == TP_NO_MOVE && play_command(session, line, &next)) return next;
    if (move == TP_NO_MOVE) move = play_similar_move(session, line, sentence);
    if (move == TP_NO_MOVE) {
        play_say(session, sentence);
        return PLAY_ASK;
    }
    return play_make_move(session, session->human, move) == TP_OK ? PLAY_MOVED : PLAY_ASK;
}

void play_look(play *session) {
    tp_match_view(session->match, session->human, session->view);
    bool turn = tp_match_actor(session->match) == session->human;
    session->move_count = turn ? session->game->view_legal(session->view, session->moves) : 0;
}

void play_forced_sentence(const play *session, char sentence[TP_TEXT_SIZE]) {
    char label[PLAY_LABEL_SIZE];
    play_move_label(session, session->moves[0], label);
    snprintf(sentence, TP_TEXT_SIZE, TR("You had only one move, so it was made: %s."), label);
}

tp_err play_forced_move(play *session) {
    char text[TP_TEXT_SIZE];
    play_forced_sentence(session, text);
    play_say(session, text);
    return play_make_move(session, session->human, session->moves[0]);
}

/* The bot makes the move; Ctrl-C is how the person takes over. */
static play_next helper_turn(play *session, int *code) {
    tp_error error = {0};
    if (play_helper_ready(session, NULL, &error) == TP_OK &&
        play_helper_move(session, play_helper_choose(session, session->view)) == TP_OK) {
        keep_pace(session);
        return PLAY_MOVED;
    }
    if (error.code != TP_OK) play_say(session, error.text);
    play_helper_stop(session);
    *code = CLI_FAILED;
    return PLAY_LEAVE;
}

/* Ask until a move is made or the person leaves; `code` is the exit code then. */
static play_next human_turn(play *session, int *code) {
    play_look(session);
    if (session->move_count == 1) {
        if (play_forced_move(session) == TP_OK) return PLAY_MOVED;
        *code = CLI_FAILED;
        return PLAY_LEAVE;
    }
    if (session->plays_on) return helper_turn(session, code);
    for (play_next next = PLAY_SHOW;;) {
        if (next == PLAY_SHOW) {
            show_table(session);
            if (!session->style.plain) putchar('\n');
            play_list_moves(session);
        }
        printf("%s%s%s ", paint_on(&session->style, PAINT_TITLE), TR("Your move:"),
               paint_off(&session->style));
        if (fflush(stdout) != 0) return PLAY_LEAVE;
        char line[INPUT_LINE_SIZE];
        input_kind kind = input_line(&session->input, line);
        if (kind != INPUT_LINE || play_exact_move(session, line) == TP_NO_MOVE) forget_table(session);
        switch (kind) {
        case INPUT_LINE:
            if (!session->input.terminal) { /* so that the output reads like the session it was */
                char echo[INPUT_LINE_SIZE];
                memcpy(echo, line, sizeof echo);
                text_clean(echo);
                puts(echo);
            }
            if (*line == '\0') {
                play_list_moves(session);
                next = PLAY_ASK;
                break;
            }
            next = play_answer(session, line);
            if (next == PLAY_HELP) return helper_turn(session, code);
            if (next == PLAY_MOVED || next == PLAY_LEAVE) return next;
            break;
        case INPUT_INTERRUPTED:
            next = PLAY_ASK;
            if (!wants_to_leave(session)) break;
            *code = leaving_code();
            return PLAY_LEAVE;
        case INPUT_TERMINATED: *code = leaving_code(); /* fall through */
        case INPUT_END: putchar('\n'); return PLAY_LEAVE;
        case INPUT_ELSEWHERE: break;
        }
    }
}

/* ---- the end ---- */

enum { STANDING_COLUMNS = 32 };

void play_show_standing(const play *session, const int32_t *scores, const float *returns) {
    const look_style *style = &session->style;
    int order[TP_MAX_SEATS] = {0};
    for (int i = 0; i < session->seats; i++) {
        int at = i;
        for (; at > 0; at--) {
            int other = order[at - 1];
            if (returns[other] > returns[i] || (returns[other] >= returns[i] && scores[other] >= scores[i]))
                break;
            order[at] = other;
        }
        order[at] = i;
    }
    for (int i = 0; i < session->seats; i++) {
        int seat = order[i];
        bool won = returns[seat] > 0 && returns[seat] >= returns[order[0]];
        if (style->plain) {
            printf(won ? TR("%s: %+d points, the winner.") : TR("%s: %+d points."), session->names[seat],
                   (int)scores[seat]);
            putchar('\n');
        } else {
            printf("  %s%s ", won ? paint_on(style, PAINT_GOLD) : "", won ? (style->ascii ? "*" : "★") : " ");
            print_padded(stdout, session->names[seat], STANDING_COLUMNS);
            printf("%s %+7d\n", won ? paint_off(style) : "", (int)scores[seat]);
        }
    }
}

void play_over_sentence(const play *session, const float *returns, char sentence[TP_TEXT_SIZE]) {
    float mine = session->human >= 0 ? returns[session->human] : 0.0f;
    snprintf(sentence, TP_TEXT_SIZE, "%s", TR("The game is over."));
    if (session->human < 0) return;
    sentence_add(sentence, TP_TEXT_SIZE,
                 mine > 0.999f         ? TR("You won.")
                 : mine < 0.0f         ? TR("You lost.")
                 : session->seats == 2 ? TR("You drew.")
                                       : TR("You shared the win."));
}

/* The full screen draws this again and again: the shelf is read once. */
static void show_last_three(play *session, int32_t score) {
    char text[TP_TEXT_SIZE];
    if (tp_match_undone(session->match)) {
        play_say(session,
                 TR("A move was taken back in this game, so it does not count in the sum of your last three "
                    "games."));
        return;
    }
    if (session->earlier_count < 0)
        session->earlier_count = shelf_last_scores(session->game, session->record_path, 2, session->earlier);
    int count = session->earlier_count;
    long sum = score;
    for (int i = 0; i < count; i++) sum += session->earlier[i];
    snprintf(text, sizeof text,
             count <= 0   ? TR("Your first game of %s: %+ld points.")
             : count == 1 ? TR("Your last two games of %s: %+ld points in total.")
                          : TR("Your last three games of %s: %+ld points in total."),
             session->game->title, sum);
    play_say(session, text);
}

/* A command that can be copied into a shell. Without a path it is about the last game. */
static void print_command(const char *command, const char *path) {
    if (path == NULL) {
        printf("  %s %s\n", cli_program(), command);
        return;
    }
    bool bare =
        path[strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+,:@%=")] ==
        '\0';
    printf("  %s %s %s", cli_program(), command, bare ? "" : "'");
    for (const char *at = path; *at != '\0'; at++) {
        if (*at == '\'') {
            fputs("'\\''", stdout);
        } else {
            putchar(*at);
        }
    }
    puts(bare ? "" : "'");
}

/* "You lost.", and how it went. */
static void show_how_it_went(const play *session, const float *returns) {
    const look_style *style = &session->style;
    char sentence[TP_TEXT_SIZE], marked[TP_TEXT_SIZE] = "", story[TP_TEXT_SIZE];
    play_over_sentence(session, returns, sentence);
    bool won = session->human >= 0 && returns[session->human] > 0;
    fputs(paint_on(style, won ? PAINT_GOLD : PAINT_TITLE), stdout);
    play_say(session, sentence);
    fputs(paint_off(style), stdout);
    if (session->table->story == NULL || tp_match_resigned(session->match) != 0) return;
    session->table->story(session->view, marked, sizeof marked);
    tp_fill_names(marked, session->name_list, session->seats, story, sizeof story);
    play_say(session, story);
}

void play_show_end(play *session) {
    const tp_game *game = session->game;
    int32_t scores[TP_MAX_SEATS] = {0};
    float returns[TP_MAX_SEATS] = {0};
    follow_window(session);
    tp_match_view(session->match, session->human, session->view);
    game->scores(tp_match_state(session->match), scores);
    game->returns(tp_match_state(session->match), returns);
    putchar('\n');
    show_how_it_went(session, returns);
    void (*show)(FILE *, const look_style *, const tp_game *, const void *, const char *const *, int) =
        session->table->result != NULL ? session->table->result : session->table->draw;
    show(stdout, &session->style, game, session->view, session->name_list, session->human);
    putchar('\n');
    play_show_standing(session, scores, returns);
    putchar('\n');
    show_last_three(session, scores[session->human]);
    if (session->full || !play_is_kept(session)) return; /* there the keys do what these commands do */
    printf(TR("The record is in %s"), session->record_path);
    putchar('\n');
    const char *path = shelf_holds(session->record_path) ? NULL : session->record_path;
    print_command("review", path);
    print_command("replay", path);
    print_command("verify", path);
}

void play_tell_agents_end(const play *session) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    tp_match_result(session->match, returns, scores);
    for (int seat = 0; seat < session->seats; seat++) {
        if (session->agents[seat] != NULL)
            tp_agent_end(session->agents[seat], session->seats, returns, scores);
    }
}

/* ---- the loop ---- */

/* After the end, where a person sits there. */
static bool asks_for_another(play *session) {
    if (!session->input.terminal || isatty(STDOUT_FILENO) != 1) return false;
    char line[INPUT_LINE_SIZE];
    printf("\n%s ", TR("n: a new game, b: one against stronger bots, Enter: leave."));
    fflush(stdout);
    if (input_line(&session->input, line) != INPUT_LINE) return false;
    session->stronger = strcasecmp(line, "b") == 0 ? 1 : 0;
    return session->stronger > 0 || strcasecmp(line, "n") == 0;
}

int play_by_lines(play *session) {
    int code = CLI_OK;
    play_next next = PLAY_MOVED;
    while (next == PLAY_MOVED) {
        if (fflush(stdout) != 0) break;
        int seat = tp_match_actor(session->match);
        if (seat == TP_OVER) {
            play_show_end(session);
            play_tell_agents_end(session);
            if (!asks_for_another(session)) return CLI_OK;
            code = play_begin_again(session);
            if (code != CLI_OK) return code;
            continue;
        }
        bool interrupted = input_take_interrupt();
        if (interrupted && session->plays_on) {
            interrupted = session->plays_on = false;
            play_say(session, TR("You play again yourself."));
        }
        bool stopped = input_termination() != 0 || (interrupted && wants_to_leave(session));
        if (stopped) {
            code = leaving_code();
            break;
        }
        if (seat == session->human) {
            next = human_turn(session, &code);
        } else if (agent_turn(session, seat) != TP_OK) {
            code = CLI_FAILED;
            break;
        }
    }
    if (!ferror(stdout)) play_tell_how_to_resume(session);
    return code;
}

void play_end(play *session) {
    play_record_end(session);
    tp_agent_free(session->helper);
    free_agents(session->agents);
    tp_match_free(session->match);
    free(session->view);
    free(session->moves);
    free(session->shown);
}
