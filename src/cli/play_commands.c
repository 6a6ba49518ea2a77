/* What can be typed at the table and is no move. One table gives the parsing and the help. */
#include "cli/cli.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"
#include "match/decision.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct command {
    const char *name, *brief; /* brief: NULL if there is no short form */
    const char *argument;     /* what may stand behind it; NULL: nothing */
    const char *help;
    play_next (*run)(play *session, const char *argument);
} command;

/* Say what is wrong. */
static play_next refuse(const play *session, const tp_error *error) {
    char text[TP_TEXT_SIZE];
    snprintf(text, sizeof text, "%s", error->text);
    text_end(text, sizeof text);
    play_say(session, text);
    return PLAY_ASK;
}

/* ---- rules, table, log ---- */

void play_show_rules(const look_style *style, const tp_game *game, const tp_options *options) {
    print_wrapped(stdout, style, 0, 0, tp_translate(game->rules_text));
    if (options->count == 0) return;
    putchar('\n');
    print_wrapped(stdout, style, 0, 0, TR("Options of this game:"));
    for (size_t i = 0; i < options->count; i++) {
        char line[TP_TEXT_SIZE] = "";
        const tp_option *option = &options->table[i];
        text_append(line, sizeof line, "%s = %s (%s)", option->name, options->values[i].text,
                    tp_translate(option->help));
        print_wrapped(stdout, style, style->plain ? 0 : 2, style->plain ? 0 : 4, line);
    }
}

static play_next run_rules(play *session, const char *argument) {
    (void)argument;
    play_show_rules(&session->style, session->game, tp_match_options(session->match));
    return PLAY_ASK;
}

static play_next run_table(play *session, const char *argument) {
    (void)session;
    (void)argument;
    return PLAY_SHOW;
}

static play_next run_log(play *session, const char *argument) {
    (void)argument;
    for (int ply = 0; ply <= tp_match_plies(session->match); ply++) play_tell(session, ply);
    return PLAY_ASK;
}

/* ---- hint ---- */

static play_next run_hint(play *session, const char *argument) {
    (void)argument;
    tp_error error = {0};
    tp_opinion *opinions = cli_allocate((size_t)session->game->max_moves * sizeof *opinions);
    int count = play_think(session, opinions, &error);
    if (count >= 0) play_show_hint(session, opinions, count);
    free(opinions);
    return count >= 0 ? PLAY_ASK : refuse(session, &error);
}

/* ---- undo ---- */

static play_next run_undo(play *session, const char *argument) {
    (void)argument;
    int plies = tp_match_plies(session->match), back = match_last_decision(session->match, session->human);
    if (back < 0) {
        play_say(session, TR("There is nothing to take back: this is your first decision."));
        return PLAY_ASK;
    }
    bool first = !tp_match_undone(session->match);
    if (!tp_match_undo(session->match, plies - back)) {
        play_say(session, TR("This cannot be taken back."));
        return PLAY_ASK;
    }
    play_record_update(session);
    play_follow(session);
    session->told = back;
    play_say(session, TR("Taken back to your previous decision."));
    if (first)
        play_say(session,
                 TR("The cards stay the same, so this game is now marked, and does not count in the sum of "
                    "your last three games."));
    return PLAY_MOVED;
}

/* ---- save and load ---- */

/* The file that an argument names: "~/" is the home directory; without an argument GAME-save.jsonl here. */
static bool file_path(const play *session, const char *argument, char path[SHELF_PATH_SIZE]) {
    const char *home = getenv("HOME");
    int size;
    if (*argument == '\0') {
        size = snprintf(path, SHELF_PATH_SIZE, "%s-save.jsonl", session->game->name);
    } else if (strncmp(argument, "~/", 2) == 0 && home != NULL) {
        size = snprintf(path, SHELF_PATH_SIZE, "%s/%s", home, argument + 2);
    } else {
        size = snprintf(path, SHELF_PATH_SIZE, "%s", argument);
    }
    return size < SHELF_PATH_SIZE;
}

/* May the game be saved under this name? A file that is no record is never replaced, nor one that a
 * running game writes to. */
static tp_err may_save(const play *session, const char *path, tp_error *error) {
    struct stat there, own;
    if (stat(path, &there) != 0) return TP_OK;
    if (!S_ISREG(there.st_mode))
        return tp_fail(error, TP_E_IO, TR("%s is not a file: choose another name."), path);
    if (session->record != NULL && stat(session->record_path, &own) == 0 && own.st_dev == there.st_dev &&
        own.st_ino == there.st_ino) {
        return tp_fail(error, TP_E_INPUT,
                       TR("%s is this game's own record, which is up to date: choose another name."), path);
    }
    if (shelf_is_busy(path)) {
        return tp_fail(error, TP_E_IO, TR("Another program is playing %s: choose another name."), path);
    }
    if (there.st_size == 0) return TP_OK;
    tp_record_info info;
    tp_error why = {0};
    tp_match *older = tp_record_read(path, &info, &why);
    if (older == NULL && why.code != TP_E_IO) {
        return tp_fail(error, TP_E_INPUT, TR("%s exists and is not a saved game: choose another name."),
                       path);
    }
    tp_match_free(older);
    return TP_OK;
}

static play_next run_save(play *session, const char *argument) {
    char path[SHELF_PATH_SIZE], text[SHELF_PATH_SIZE + 512];
    tp_error error = {0};
    if (!file_path(session, argument, path)) {
        play_say(session, TR("The name of the file is too long: choose a shorter one."));
        return PLAY_ASK;
    }
    if (may_save(session, path, &error) != TP_OK) return refuse(session, &error);
    if (tp_record_save(path, session->match, &error) != TP_OK) {
        tp_error_at(&error, "%s", TR("The game is not saved"));
        return refuse(session, &error);
    }
    snprintf(text, sizeof text, TR("Saved as %s; \"load%s%s\" loads it again."), path,
             *argument != '\0' ? " " : "", argument);
    play_say(session, text);
    return PLAY_ASK;
}

static play_next run_load(play *session, const char *argument) {
    char path[SHELF_PATH_SIZE], text[SHELF_PATH_SIZE + 512];
    tp_error error = {0};
    if (!file_path(session, argument, path)) {
        play_say(session, TR("The name of the file is too long: no such file can exist."));
        return PLAY_ASK;
    }
    tp_record_info info;
    tp_match *match = tp_record_read(path, &info, &error);
    if (match == NULL) {
        tp_error_at(&error, "%s", TR("Nothing was loaded, your game continues"));
        return refuse(session, &error);
    }
    tp_err failed = TP_OK;
    if (info.finished) {
        failed = tp_fail(&error, TP_E_INPUT, TR("The game in %s is over; watch it with: tapete replay %s"),
                         path, path);
    } else if (shelf_human_seat(match) < 0) {
        failed = tp_fail(&error, TP_E_INPUT, TR("Only agents play in %s; watch it with: tapete replay %s"),
                         path, path);
    } else if (!info.has_key) {
        failed = tp_fail(&error, TP_E_INPUT,
                         TR("The key of %s is missing (%s.key), so the game cannot continue."), path, path);
    } else {
        play_mark_loaded(match);
        failed = play_adopt(session, match, path, session->seed, session->repeatable, &error);
    }
    if (failed != TP_OK) {
        tp_match_free(match);
        return refuse(session, &error);
    }
    play_record_end(session);
    shelf_put_aside(session->record_path);
    if (info.cut) play_say(session, TR("Its last line was cut off and is ignored."));
    snprintf(text, sizeof text,
             TR("Loaded %s. The file stays unchanged; the game continues in a new record, marked as one in "
                "which moves may have been taken back."),
             path);
    play_say(session, text);
    play_record_begin(session);
    return PLAY_MOVED;
}

/* ---- a bot in the person's place, pace ---- */

/* "auto", "auto strong", "auto on", "auto on strong", "auto off". */
static play_next run_auto(play *session, const char *argument) {
    tp_error error = {0};
    char word[2][32] = {"", ""};
    sscanf(argument, "%31s %31s", word[0], word[1]);
    bool on = strcmp(word[0], "on") == 0;
    const char *level = on ? word[1] : word[0];
    if (strcmp(word[0], "off") == 0) {
        session->plays_on = false;
        play_say(session, TR("You play again yourself."));
        return PLAY_ASK;
    }
    if (play_helper_ready(session, *level != '\0' ? level : NULL, &error) != TP_OK)
        return refuse(session, &error);
    if (on) session->plays_on = true;
    if (on && !session->full) { /* there it stands below, where it is told whose turn it is */
        char text[TP_TEXT_SIZE];
        snprintf(text, sizeof text, TR("A bot plays for you now (%s). Ctrl-C takes over."), session->level);
        play_say(session, text);
    }
    return PLAY_HELP;
}

static const struct {
    const char *name;
    int ms;
} paces[] = {{"instant", 0}, {"fast", 300}, {"normal", 800}, {"slow", 1600}};
enum { PACES = sizeof paces / sizeof paces[0] };

int play_pace_ms(const char *name) {
    for (int i = 0; i < PACES; i++) {
        if (strcmp(paces[i].name, name) == 0) return paces[i].ms;
    }
    return -1;
}

static play_next run_pace(play *session, const char *argument) {
    char text[TP_TEXT_SIZE];
    int ms = play_pace_ms(argument);
    if (ms < 0) {
        play_say(session, TR("The pace is slow, normal, fast or instant."));
        return PLAY_ASK;
    }
    session->pace_ms = ms;
    snprintf(text, sizeof text, TR("The bots now play at this pace: %s."), argument);
    play_say(session, text);
    return PLAY_ASK;
}

static play_next run_quit(play *session, const char *argument) {
    (void)session;
    (void)argument;
    return PLAY_LEAVE;
}

/* ---- the table of commands, and help ---- */

static play_next run_help(play *session, const char *argument);

static const command commands[] = {
    {"help", "?", NULL, TR_MARK("this list"), run_help},
    {"hint", "h", NULL, TR_MARK("a hint: the estimated win chance of each move, from what you know"),
     run_hint},
    {"undo", "u", NULL, TR_MARK("take back to your last decision, including the others' moves since then"),
     run_undo},
    {"auto", "a", "[LEVEL]", TR_MARK("let a bot make this move; \"auto on\" lets it play on"), run_auto},
    {"pace", NULL, "PACE", TR_MARK("how fast the bots move: slow, normal, fast or instant"), run_pace},
    {"table", "t", NULL, TR_MARK("show the table again"), run_table},
    {"log", NULL, NULL, TR_MARK("everything that has happened so far"), run_log},
    {"rules", NULL, NULL, TR_MARK("the rules in short, and the options of this game"), run_rules},
    {"save", "s", "[FILE]", TR_MARK("write the game to a file"), run_save},
    {"load", NULL, "[FILE]", TR_MARK("load a saved game instead of this one"), run_load},
    {"quit", "q", NULL, TR_MARK("leave; resume later with tapete play --resume"), run_quit},
    {NULL, NULL, NULL, NULL, NULL},
};

void play_show_command(const look_style *style, const char *name, const char *brief, const char *argument,
                       const char *help) {
    char left[64] = "";
    text_append(left, sizeof left, "%s%s%s", name, argument != NULL ? " " : "",
                argument != NULL ? argument : "");
    if (!style->plain) {
        printf("  %s%-12s%s %s%-2s%s ", paint_on(style, PAINT_TITLE), left, paint_off(style),
               paint_on(style, PAINT_GREEN), brief != NULL ? brief : "", paint_off(style));
        print_wrapped(stdout, style, -18, 18, help);
        return;
    }
    if (brief != NULL) {
        printf(TR("%s, short %s: %s."), left, brief, help);
    } else {
        printf(TR_IN("a command and what it does", "%s: %s."), left, help);
    }
    putchar('\n');
}

static play_next run_help(play *session, const char *argument) {
    (void)argument;
    const look_style *style = &session->style;
    play_say(
        session,
        TR("Type the number of a move, its name, or enough of the name to be unique. There are also these "
           "commands:"));
    for (const command *c = commands; c->name != NULL; c++)
        play_show_command(style, c->name, c->brief, c->argument, tp_translate(c->help));
    if (session->table->legend != NULL) play_say(session, tp_translate(session->table->legend));
    play_say(session, TR("Ctrl-C asks whether to leave, Ctrl-D leaves. Either way the game is saved."));
    return PLAY_ASK;
}

bool play_command(play *session, const char *line, play_next *next) {
    size_t size = strcspn(line, " \t");
    const char *argument = line + size + strspn(line + size, " \t");
    for (const command *c = commands; c->name != NULL; c++) {
        bool named = strlen(c->name) == size && strncasecmp(c->name, line, size) == 0;
        bool short_form =
            c->brief != NULL && strlen(c->brief) == size && strncasecmp(c->brief, line, size) == 0;
        if (!named && !short_form) continue;
        if (*argument != '\0' && c->argument == NULL) {
            if (!named) return false; /* "t 2" may be meant as a move */
            char text[TP_TEXT_SIZE];
            snprintf(text, sizeof text, TR("Type \"%s\" alone: it takes no argument."), c->name);
            play_say(session, text);
            *next = PLAY_ASK;
            return true;
        }
        *next = c->run(session, argument);
        return true;
    }
    return false;
}
