/* `tapete join`: from an address to a table of a server. */
#include "cli/join.h"

#include "core/language.h"
#include "look/draw.h"
#include "tui/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { GREETING_MS = 10000 };

/* ---- the address ---- */

static bool copy_id(const char *from, char out[JOIN_ID_SIZE]) {
    size_t size = strspn(from, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (size == 0 || size >= JOIN_ID_SIZE || (from[size] != '\0' && strchr("?&#/", from[size]) == NULL))
        return false;
    memcpy(out, from, size);
    out[size] = '\0';
    return true;
}

/* Table and invite of "http://host/table/ID#invite=…", or of earlier versions with a "?"; neither where the
 * address is that of the server. */
static bool read_address(join *join, const char *url) {
    const char *host = strstr(url, "://");
    if (strncmp(url, "https://", 8) == 0 || strncmp(url, "wss://", 6) == 0) {
        cli_bad("%.100s: this program has no TLS (https); play there in a browser, or use a tunnel: ssh -L "
                "8080:localhost:8080 HOST, then tapete join http://localhost:8080.",
                url);
        return false;
    }
    const char *path = strchr(host != NULL ? host + 3 : url, '/');
    if (path == NULL || path[1] == '\0') return true;
    const char *query = strstr(path, "invite=");
    if (strncmp(path, "/table/", 7) == 0 && copy_id(path + 7, join->table) &&
        (query == NULL || copy_id(query + 7, join->invite)))
        return true;
    cli_bad(
        "%.200s is not a table; the URL of a table looks like http://localhost:8080/table/ID#invite=CODE.",
        url);
    return false;
}

/* ---- a new table ---- */

/* Open one, with the other seats free or for an agent. */
static bool open_table(join *join, const tp_game *game, const tp_options *options, const char *agent) {
    tp_error error = {0};
    tp_shape shape;
    if (game->shape(options, &shape, &error) != TP_OK) {
        cli_bad_error(&error);
        return false;
    }
    json_t *given = json_object(), *all = tp_options_to_json(options), *list = json_array();
    for (size_t i = 0; i < options->count; i++) {
        const char *name = options->table[i].name;
        if (options->values[i].given) json_object_set(given, name, json_object_get(all, name));
    }
    json_decref(all);
    for (int seat = 0; seat < shape.seats; seat++)
        json_array_append_new(list, json_string(seat == 0 ? "me" : agent != NULL ? agent : "open"));
    join_send(join, ASK_TABLE,
              json_pack("{s:s, s:s, s:o, s:o}", "do", "create", "game", game->name, "options", given, "seats",
                        list));
    return true;
}

/* ---- choosing a table ---- */

static void list_tables(const join *join) {
    const look_style *style = &join->play.style;
    if (join->offer_count == 0)
        print_wrapped(stdout, style, 0, 0,
                      TR("This server has no public table. You can join a private one with its link."));
    for (int i = 0; i < join->offer_count; i++) {
        const join_offer *offer = &join->offers[i];
        char line[2 * TP_TEXT_SIZE];
        snprintf(line, sizeof line, "%d. %s: %s", i + 1, offer->title, offer->who);
        if (offer->open > 0) {
            text_append(line, sizeof line, "; ");
            text_append(line, sizeof line,
                        TR_N("%u seat is free", "%u seats are free", (uint32_t)offer->open),
                        (uint32_t)offer->open);
        }
        if (offer->mine)
            text_append(line, sizeof line, "; %s",
                        offer->mine_to_move ? TR("you sit there, and it is your turn") : TR("you sit there"));
        print_wrapped(stdout, style, style->plain ? 0 : 2, 5, line);
    }
}

/* What was typed: a number of the list, or a game. False: neither. */
static bool choose(join *join, const char *line) {
    size_t digits = strspn(line, "0123456789");
    if (digits > 0 && digits < 5 && line[digits] == '\0') {
        int number = (int)strtol(line, NULL, 10);
        if (number < 1 || number > join->offer_count) return false;
        join_go_to(join, join->offers[number - 1].id, "");
        return true;
    }
    const tp_game *game = tp_game_find(line, NULL);
    if (game == NULL) return false;
    tp_options options;
    tp_options_init(&options, game->options);
    return open_table(join, game, &options, NULL);
}

/* False: the reader leaves, or there is a problem; then it was told. */
static bool choose_table(join *join) {
    char line[INPUT_LINE_SIZE], games[TP_TEXT_SIZE] = "";
    int64_t end = join_now_ms() + GREETING_MS;
    join_send(join, ASK_LOBBY, json_pack("{s:s, s:b}", "do", "lobby", "on", 1));
    while (!join->has_lobby && *join->problem == '\0' && join_now_ms() < end) join_wait(join, 100);
    if (!join->has_lobby && *join->problem == '\0') join_fail(join, TR("the server does not answer"));
    if (*join->problem != '\0') return false;
    join_send(join, ASK_OTHER, json_pack("{s:s, s:b}", "do", "lobby", "on", 0));
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        const tp_game *const *next = game + 1;
        if ((*game)->study) continue;
        while (*next != NULL && (*next)->study) next++;
        list_add(games, sizeof games, *next == NULL ? LIST_ENDS_OR : LIST_GOES_ON, (*game)->name);
    }
    list_tables(join);
    for (bool asked = false;;) {
        if (!asked) {
            char text[2 * TP_TEXT_SIZE];
            snprintf(text, sizeof text,
                     TR("Type the number of a table, or a game to open a new table for it (%s); q leaves."),
                     games);
            print_wrapped(stdout, &join->play.style, 0, 0, text);
            printf("> ");
            fflush(stdout);
            asked = true;
        }
        input_kind kind = input_line_or(&join->play.input, line, join->epoll);
        join_step(join);
        if (*join->problem != '\0') return false;
        if (kind == INPUT_ELSEWHERE) continue;
        if (kind != INPUT_LINE || strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) return false;
        if (choose(join, line)) return true;
        text_clean(line);
        printf(TR("\"%s\" is neither a number in this list nor a game."), line);
        putchar('\n');
        asked = false;
    }
}

/* ---- the command ---- */

/* Come to a table: that of the address, a new one of a game (else NULL), or one of the list. */
static bool come_to_table(join *join, const tp_game *game, const tp_options *options, const char *agent) {
    if (!join_open(join)) return false;
    int64_t end = join_now_ms() + GREETING_MS;
    while (!join->welcome && *join->problem == '\0' && join_now_ms() < end) join_wait(join, 100);
    if (!join->welcome) join_fail(join, TR("the server does not answer"));
    bool coming = *join->problem == '\0';
    if (coming && game != NULL) {
        coming = open_table(join, game, options, agent);
    } else if (coming && *join->table == '\0') {
        coming = choose_table(join);
    }
    while (coming && join->phase == JOIN_NOTHING && *join->problem == '\0' &&
           join_now_ms() < end + GREETING_MS)
        join_wait(join, 100);
    if (coming && join->phase == JOIN_NOTHING) join_fail(join, TR("the server does not answer"));
    if (*join->problem != '\0') cli_bad_at("", join->problem);
    return coming && *join->problem == '\0';
}

static void say_farewell(const join *join) {
    char text[2 * TP_TEXT_SIZE], link[TP_TEXT_SIZE];
    if (join->play.human < 0 || join->phase == JOIN_OVER || join->phase == JOIN_SHUT) return;
    join_link(join, false, link, sizeof link);
    snprintf(text, sizeof text, TR("Your seat stays yours. Come back with: %s join %s"), cli_program(), link);
    print_wrapped(stdout, &join->play.style, 0, 0, text);
}

/* Play where everything is known; returns the exit code. */
static int play_there(join *join, bool full) {
    int code = CLI_OK;
    if (!full || !join_on_screen(join, &code)) code = join_by_lines(join);
    if (full && *join->problem != '\0') {
        code = CLI_FAILED;
        cli_bad_at("", join->problem);
    } else if (full && join->phase == JOIN_OVER) {
        join->by_lines = true; /* what is said now stays on the terminal */
        join_print_table(join);
    }
    if (*join->problem == '\0') say_farewell(join);
    return code;
}

int cli_join(const cli_args *args) {
    if (!cli_language(args)) return CLI_BAD;
    const char *url = cli_operand(args, 0);
    join *join = cli_allocate(sizeof *join);
    join->epoll = join->timer = join->hint_ply = join->play.human = join->actor = -1;
    bool good = read_address(join, url);
    if (good && *join->table != '\0' && cli_given(args, "game")) {
        cli_bad("--game opens a new table, but the URL already names one: leave one of them out.");
        good = false;
    }
    if (good && !cli_given(args, "game") && (cli_given(args, "vs") || cli_given(args, "option"))) {
        cli_bad("--vs and --option are for a new table: name its game with --game.");
        good = false;
    }
    const tp_game *game = NULL;
    tp_options options;
    if (good && cli_given(args, "game")) {
        game = cli_game_named(args, cli_value(args, "game"), &options);
        good = game != NULL;
    }
    tp_error error = {0};
    if (good && client_find(url, false, &join->target, &error) != TP_OK) {
        cli_bad_error(&error);
        good = false;
    }
    good = good && join_introduce(join, cli_value(args, "name"));
    int code = CLI_BAD;
    if (good) {
        style_detect(&join->play.style, cli_given(args, "plain"));
        bool full = !join->play.style.plain && !cli_given(args, "lines") && terminal_is_usable();
        join->by_lines = !full;
        input_begin(&join->play.input);
        bool there = come_to_table(join, game, &options, cli_value(args, "vs"));
        code = there ? play_there(join, full) : *join->problem != '\0' ? CLI_FAILED : CLI_OK;
        code = cli_finish(code);
        input_end();
    }
    join_close(join);
    log_pane_clear(&join->log);
    join_end_looking_back(join);
    join_forget_deal(join);
    free(join->lines);
    free(join->opinions);
    free(join->offers);
    play_end(&join->play);
    free(join);
    return code;
}
