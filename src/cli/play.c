/* `tapete play`: a game at the terminal, line by line. Works for every game of the registry; how its table
 * looks is the table's business (table.h).
 *
 * The agents at the other seats get the view of their seat and nothing else, and so does everything that
 * is shown: the match is asked for views and for what a seat would tell, never for its state before the
 * game is over. */
#include "cli/play.h"

#include "cli/capture.h"
#include "cli/cli.h"
#include "cli/draw.h"
#include "core/language.h"
#include "tui/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

/* Who sits at the other seats unless --vs says it, in a game that has no usual opponent of its own. A game with a seed should
 * repeat, so there the budget is not one of time. */
#define USUAL_OPPONENT "flatmc:ms=150"
#define REPEATABLE_OPPONENT "flatmc:games=20000"

static void say(const play *session, const char *text) { print_wrapped(stdout, &session->style, 0, 0, text); }

/* ---- who sits where ---- */

static void free_agents(tp_agent *const *agents) {
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(agents[seat]);
}

/* Records that a stranger wrote name no program that is run here. Those on the shelf were written by this one. */
static tp_err may_run(const tp_match *match, const char *path, tp_error *error) {
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        const char *name = tp_match_seat_name(match, seat);
        if (!tp_agent_is_local(name) || shelf_holds(path)) continue;
        return tp_fail(
            error, TP_E_INPUT,
            TR("at seat %d of %.200s sits a program, %.100s; only games that are kept where tapete itself puts "
               "them may run one"),
            seat, path, name);
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
    free_agents(session->agents);
    tp_match_free(session->match);
    free(session->view);
    free(session->moves);
    free(session->shown);
    session->shown = NULL;
    session->match = match;
    session->game = game;
    session->table = table_find(game);
    session->seats = seats;
    session->human = human;
    session->seed = seed;
    session->repeatable = repeatable;
    session->told = tp_match_plies(match);
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

static const char *usual_opponent(const tp_game *game, bool repeatable) {
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if ((*kind)->usual && (*kind)->game != NULL && strcmp((*kind)->game, game->name) == 0)
            return (*kind)->name;
    }
    return repeatable ? REPEATABLE_OPPONENT : USUAL_OPPONENT;
}

/* How many seats a game with these options has: deal one to nobody and count. */
static tp_err count_seats(const tp_game *game, const tp_options *options, int *seats, tp_error *error) {
    void *state = cli_allocate(game->state_size);
    tp_chance chance;
    tp_chance_from_seed(&chance, 0);
    tp_err failed = game->setup(state, options, &chance, error);
    if (failed == TP_OK) *seats = game->seats(state);
    free(state);
    return failed;
}

/* Put the agents of --vs at the seats beside the person: one for all, or one each in the order of the
 * seats. `names` are new strings. */
static tp_err seat_agents(const char *list, int seats, int human, char *names[TP_MAX_SEATS],
                          tp_error *error) {
    char *given[TP_MAX_SEATS] = {NULL};
    int count = tp_agent_list_split(list, given, TP_MAX_SEATS);
    if (count < 0) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    int kept = count < TP_MAX_SEATS ? count : TP_MAX_SEATS, used = 0;
    bool right = count == 1 || count == seats - 1;
    for (int seat = 0; seat < seats && right; seat++) {
        names[seat] = strdup(seat == human ? SHELF_HUMAN : count == 1 ? given[0] : given[used++]);
        if (names[seat] == NULL) right = false;
    }
    for (int i = 0; i < kept; i++) free(given[i]);
    if (right) return TP_OK;
    return tp_fail(
        error, TP_E_INPUT,
        TR("--vs names %d agents, and this game has %d seats: name one agent for all other seats, or %d"),
        count, seats, seats - 1);
}

/* ---- telling and showing ---- */

void play_tell(const play *session, int ply) {
    char *text = tp_match_tell(session->match, ply, session->human);
    if (text == NULL) return;
    const table_style *style = &session->style;
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next == '\n') *next++ = '\0';
        if (*line == '\0') continue;
        if (!style->plain)
            printf("%s%s%s ", paint_on(style, PAINT_FAINT), style->ascii ? "*" : "·", paint_off(style));
        char sentence[TP_TEXT_SIZE];
        tp_fill_names(line, session->name_list, session->seats, sentence, sizeof sentence);
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

/* The beginning of the commitment is enough to recognise it. */
static void show_welcome(const play *session) {
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_match_commitment(session->match, commitment);
    const table_style *style = &session->style;
    char text[2 * TP_TEXT_SIZE] = "", others[TP_TEXT_SIZE] = "", mark[32];
    for (int seat = 0, told = 0; seat < session->seats; seat++) {
        if (seat == session->human) continue;
        char who[SHELF_NAME_SIZE], place[SHELF_NAME_SIZE + 64];
        snprintf(who, sizeof who, "%.*s", SHELF_NAME_SIZE - 1, tp_match_seat_name(session->match, seat));
        text_clean(who);
        snprintf(place, sizeof place, TR("%s at seat %d"), who, seat);
        list_add(others, sizeof others, ++told == session->seats - 1 ? LIST_ENDS_AND : LIST_GOES_ON, place);
    }
    char title[64];
    snprintf(title, sizeof title, "%s%s%s", paint_on(style, PAINT_TITLE), session->game->title,
             paint_off(style));
    snprintf(text, sizeof text, TR("%s. You sit at seat %d, with %s."), title, session->human, others);
    say(session, text);
    snprintf(mark, sizeof mark, "%02x%02x%02x%02x-%02x%02x%02x%02x", commitment[0], commitment[1],
             commitment[2], commitment[3], commitment[4], commitment[5], commitment[6], commitment[7]);
    snprintf(
        text, sizeof text,
        TR("The deal is sealed: its mark is %s, and \"tapete verify\" shows afterwards that no card was changed."),
        mark);
    say(session, text);
    if (session->repeatable)
        say(session, TR("It comes from a seed, so whoever knows the seed knows the cards."));
    say(session, TR("Type ? for help."));
}

/* ---- leaving ---- */

void play_tell_how_to_resume(const play *session) {
    if (!play_is_kept(session)) {
        say(session, TR("The game could not be recorded, so it ends here."));
        return;
    }
    char directory[SHELF_PATH_SIZE], text[SHELF_PATH_SIZE + 256];
    bool on_shelf = shelf_directory(directory, false, NULL) == TP_OK &&
                    strncmp(session->record_path, directory, strlen(directory)) == 0;
    snprintf(text, sizeof text, TR("The game is kept. Go on another time with: %s play --resume%s%s"),
             cli_program(), on_shelf ? "" : " ", on_shelf ? "" : session->record_path);
    say(session, text);
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
    case INPUT_TERMINATED: break;
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
        say(session, error.text);
        return failed;
    }
    play_record_update(session);
    tell_news(session);
    int ply = tp_match_plies(session->match);
    for (int other = 0; other < session->seats; other++) {
        if (session->agents[other] != NULL)
            tp_match_show(session->match, ply, ply, other, session->agents[other]);
    }
    return TP_OK;
}

/* An agent that has failed plays on, after a fashion; the person should know. */
static void tell_failure(play *session, int seat) {
    const char *failure = tp_agent_failure(session->agents[seat]);
    if (failure == NULL || session->failure_told[seat]) return;
    char text[TP_TEXT_SIZE];
    snprintf(text, sizeof text, TR("%s has forfeited: %s. The first legal move is made for it from now on."),
             session->names[seat], failure);
    say(session, text);
    session->failure_told[seat] = true;
}

tp_err play_agent_move(play *session, int seat, tp_move move) {
    tell_failure(session, seat);
    return play_make_move(session, seat, move);
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
    return play_agent_move(session, seat, move);
}

play_next play_answer(play *session, const char *line) {
    char sentence[TP_TEXT_SIZE];
    play_next next;
    tp_move move = play_exact_move(session, line);
    if (move == TP_NO_MOVE && play_command(session, line, &next)) return next;
    if (move == TP_NO_MOVE) move = play_similar_move(session, line, sentence);
    if (move == TP_NO_MOVE) {
        say(session, sentence);
        return PLAY_ASK;
    }
    return play_make_move(session, session->human, move) == TP_OK ? PLAY_MOVED : PLAY_ASK;
}

void play_look(play *session) {
    tp_match_view(session->match, session->human, session->view);
    bool turn = tp_match_actor(session->match) == session->human;
    session->move_count = turn ? session->game->view_legal(session->view, session->moves) : 0;
}

tp_err play_forced_move(play *session) {
    char label[PLAY_LABEL_SIZE], text[PLAY_LABEL_SIZE + 128];
    play_move_label(session, session->moves[0], label);
    snprintf(text, sizeof text, TR("You have no choice: %s."), label);
    say(session, text);
    return play_make_move(session, session->human, session->moves[0]);
}

/* Ask until a move is made or the person leaves; `code` is the exit code then. */
static play_next human_turn(play *session, int *code) {
    play_look(session);
    if (session->move_count == 1) {
        if (play_forced_move(session) == TP_OK) return PLAY_MOVED;
        *code = CLI_FAILED;
        return PLAY_LEAVE;
    }
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
            if (next == PLAY_MOVED || next == PLAY_LEAVE) return next;
            break;
        case INPUT_INTERRUPTED:
            next = PLAY_ASK;
            if (!wants_to_leave(session)) break;
            *code = leaving_code();
            return PLAY_LEAVE;
        case INPUT_TERMINATED: *code = leaving_code(); /* fall through */
        case INPUT_END: putchar('\n'); return PLAY_LEAVE;
        }
    }
}

/* ---- the end ---- */

enum { STANDING_COLUMNS = 32 };

static void show_standing(play *session, const int32_t *scores, const float *returns) {
    const table_style *style = &session->style;
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

static void show_last_three(const play *session, int32_t score) {
    char text[TP_TEXT_SIZE];
    if (tp_match_undone(session->match)) {
        say(session,
            TR("A move was taken back in this game, so it does not count in the sum of your last three."));
        return;
    }
    int32_t earlier[2] = {0};
    int count = shelf_last_scores(session->game, session->record_path, 2, earlier);
    long sum = score;
    for (int i = 0; i < count; i++) sum += earlier[i];
    snprintf(text, sizeof text,
             count <= 0   ? TR("Your first game of %s: %+ld.")
             : count == 1 ? TR("Your last two games together of %s: %+ld.")
                          : TR("Your last three games together of %s: %+ld."),
             session->game->title, sum);
    say(session, text);
}

/* A command that can be copied into a shell. */
static void print_command(const char *command, const char *path) {
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

void play_show_end(play *session) {
    const tp_game *game = session->game;
    follow_window(session);
    tp_match_view(session->match, session->human, session->view);
    putchar('\n');
    void (*show)(FILE *, const table_style *, const tp_game *, const void *, const char *const *, int) =
        session->table->result != NULL ? session->table->result : session->table->draw;
    show(stdout, &session->style, game, session->view, session->name_list, session->human);
    int32_t scores[TP_MAX_SEATS] = {0};
    float returns[TP_MAX_SEATS] = {0};
    game->scores(tp_match_state(session->match), scores);
    game->returns(tp_match_state(session->match), returns);
    putchar('\n');
    show_standing(session, scores, returns);
    putchar('\n');
    show_last_three(session, scores[session->human]);
    if (session->full || !play_is_kept(session)) return; /* there the keys do what these commands do */
    printf(TR("The record is %s"), session->record_path);
    putchar('\n');
    print_command("review", session->record_path);
    print_command("replay", session->record_path);
    print_command("verify", session->record_path);
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

static int play_to_the_end(play *session) {
    int code = CLI_OK;
    play_next next = PLAY_MOVED;
    while (next == PLAY_MOVED) {
        if (fflush(stdout) != 0) break;
        int seat = tp_match_actor(session->match);
        if (seat == TP_OVER) {
            play_show_end(session);
            play_tell_agents_end(session);
            return CLI_OK;
        }
        bool stopped = input_termination() != 0 || (input_take_interrupt() && wants_to_leave(session));
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

/* ---- beginning ---- */

static int begin_new(play *session, const cli_args *args) {
    tp_options options;
    const tp_game *game = cli_game(args, &options);
    if (game == NULL) return CLI_BAD;
    tp_error error = {0};
    int seats = 0;
    int64_t human;
    uint64_t seed = 0;
    if (count_seats(game, &options, &seats, &error) != TP_OK) return cli_bad_error(&error);
    if (!cli_integer(args, "seat", 0, seats - 1, 0, &human)) return CLI_BAD;
    bool seeded = cli_given(args, "seed");
    if (seeded && !cli_seed(args, &seed)) return CLI_BAD;

    uint8_t key[TP_KEY_SIZE];
    if (seeded) {
        tp_key_from_seed(key, seed);
    } else {
        uint8_t for_agents[TP_KEY_SIZE];
        tp_key_random(key);
        tp_key_random(for_agents);
        memcpy(&seed, for_agents, sizeof seed);
    }
    char *names[TP_MAX_SEATS] = {NULL};
    const char *list = cli_value(args, "vs");
    if (list == NULL) list = usual_opponent(game, seeded);
    tp_match *match = NULL;
    if (seat_agents(list, seats, (int)human, names, &error) == TP_OK) {
        tp_match_setup setup = {
            .game = game, .options = &options, .key = key, .seeded = seeded, .seed = seeded ? seed : 0};
        for (int seat = 0; seat < seats; seat++) setup.seats[seat] = names[seat];
        match = tp_match_new(&setup, &error);
    }
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) free(names[seat]);
    if (match == NULL) return cli_bad_error(&error);
    if (play_adopt(session, match, NULL, seed, seeded, &error) != TP_OK) {
        tp_match_free(match);
        return cli_bad_error(&error);
    }
    const char *wish = cli_value(args, "record");
    if (wish != NULL && play_record_at(session, wish, &error) != TP_OK) return cli_bad_error(&error);
    show_welcome(session);
    if (wish == NULL) play_record_begin(session);
    play_tell(session, 0);
    return CLI_OK;
}

static int begin_resumed(play *session, const char *file) {
    tp_error error = {0};
    tp_record_info info = {0};
    char path[SHELF_PATH_SIZE];
    tp_match *match;
    bool is_save =
        file != NULL && !shelf_holds(file); /* not the record of a game that was left in the middle */
    if (file != NULL) {
        if (snprintf(path, sizeof path, "%s", file) >= SHELF_PATH_SIZE)
            return cli_bad("the path of the record is too long.");
        match = tp_record_read(path, &info, &error);
        if (match != NULL && info.finished) {
            tp_fail(&error, TP_E_INPUT, TR("the game in %s is over; look at it with: tapete replay %s"), path,
                    path);
        } else if (match != NULL && shelf_human_seat(match) < 0) {
            tp_fail(&error, TP_E_INPUT,
                    TR("nobody but agents plays in %s; look at it with: tapete replay %s"), path, path);
        } else if (match != NULL && !info.has_key) {
            tp_fail(&error, TP_E_INPUT, TR("the key of %s is missing (%s.key), so it cannot be played on"),
                    path, path);
        } else if (match != NULL && shelf_is_busy(path)) {
            tp_fail(&error, TP_E_INPUT, TR("%s is being played by another program"), path);
        }
    } else {
        match = shelf_newest_unfinished(path, &info, &error);
    }
    if (error.code == TP_OK) {
        uint8_t random[TP_KEY_SIZE];
        uint64_t seed;
        tp_key_random(random);
        memcpy(&seed, random, sizeof seed);
        /* A game with a seed goes on repeatably, too. */
        if (info.seeded) seed = 0;
        if (is_save) play_mark_loaded(match);
        play_adopt(session, match, path, seed, info.seeded, &error);
        if (error.code == TP_OK) match = NULL; /* the session's now */
    }
    if (error.code == TP_OK && is_save) {
        play_record_begin(session);
    } else if (error.code == TP_OK) {
        play_record_continue(session, path, &error);
    }
    if (error.code != TP_OK) {
        tp_match_free(match);
        return cli_bad_error(&error);
    }
    show_welcome(session);
    if (is_save)
        say(session,
            TR("The file stays as it is; the game goes on in a new record, marked as one in which moves may have been taken back."));
    if (info.cut)
        say(session, TR("The last line of the record was cut off, by a crash perhaps, and is left out."));
    char text[TP_TEXT_SIZE];
    uint32_t plies = (uint32_t)tp_match_plies(session->match);
    snprintf(text, sizeof text,
             TR_N("Going on after %u move; \"log\" tells what happened.",
                  "Going on after %u moves; \"log\" tells what happened.", plies),
             plies);
    say(session, text);
    return CLI_OK;
}

static int begin(play *session, const cli_args *args, bool resume) {
    return resume ? begin_resumed(session, cli_operand(args, 0)) : begin_new(session, args);
}

/* On the full screen. Where the terminal turns out not to be one, the session is no longer full, and goes on line by line. */
static int play_full(play *session, const cli_args *args, bool resume) {
    table_style lines = session->style;
    capture capture;
    session->style = (table_style){.ascii = lines.ascii, .width = UNBROKEN};
    capture_begin(&capture);
    int code = begin(session, args, resume);
    for (int ply = 0; code == CLI_OK && resume && ply <= tp_match_plies(session->match); ply++)
        play_tell(session, ply);
    char *said = capture_end(&capture);
    bool shown = code == CLI_OK && play_on_screen(session, said, &code);
    session->style = lines;
    if (!shown) print_wrapped(stdout, &session->style, 0, 0, said);
    free(said);
    if (!shown) session->full = code != CLI_OK;
    if (!shown || session->abandoned) return code;
    session->full = false; /* what is said now stays on the terminal */
    if (tp_match_actor(session->match) == TP_OVER) {
        play_show_end(session);
    } else {
        play_tell_how_to_resume(session);
    }
    session->full = true;
    return code;
}

static size_t language_count(void) {
    size_t count = 0;
    while (tp_languages()[count] != NULL) count++;
    return count;
}

static const char *language_name(const void *context, size_t index) {
    (void)context;
    return tp_languages()[index];
}

int cli_play(const cli_args *args) {
    const char *language = cli_value(args, "lang");
    if (language != NULL && strcmp(tp_language_choose(language), language) != 0) {
        char list[64];
        tp_list_nearest(list, sizeof list, language, language_count(), language_name, NULL);
        return cli_bad("--lang %s: there is no such language; there is: %s.", language, list);
    }
    if (language != NULL) tp_language_set(language);
    bool resume = cli_given(args, "resume");
    static const char *const only_new[] = {"seat", "vs", "seed", "option", "record"};
    for (size_t i = 0; resume && i < sizeof only_new / sizeof *only_new; i++) {
        if (cli_given(args, only_new[i]))
            return cli_bad("--resume goes on with a game as it was begun: leave out --%s.", only_new[i]);
    }
    if (!resume && cli_operand_count(args) == 0) {
        return cli_bad(
            "name the game to play, for example: tapete play sabacc; \"tapete games\" lists them.");
    }

    play *session = cli_allocate(sizeof *session);
    style_detect(&session->style, cli_given(args, "plain"));
    session->full = !session->style.plain && !cli_given(args, "lines") && terminal_is_usable();
    input_begin(&session->input);
    int code = session->full ? play_full(session, args, resume) : begin(session, args, resume);
    if (!session->full && code == CLI_OK) code = play_to_the_end(session);
    if (session->abandoned) return cli_finish(code);
    play_record_end(session);
    free_agents(session->agents);
    tp_match_free(session->match);
    free(session->view);
    free(session->moves);
    free(session->shown);
    free(session);
    code = cli_finish(code);
    input_end();
    return code;
}
