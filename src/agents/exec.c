/* The agent `exec`: a program of the user, in any language, that is asked line by line.
 * docs/write-a-bot.md is its description.
 *
 * The program gets the JSON of its seat's view, the legal moves, and the events that its seat saw; there is
 * no state in this file. A program that ends, takes too long or answers nonsense has forfeited: it is ended,
 * tp_agent_failure says why, and from then on the first legal move is made for it. */
#include "agents/agents.h"
#include "agents/exec_process.h"
#include "core/event_out.h"
#include "core/language.h"
#include "tapete/language.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROTOCOL = 1,
    FAILURE_SIZE = 320,
    SHOWN_BYTES = 60, /* of a wrong answer, in the sentence about it */
    ABOUT_SIZE = 80,  /* of the name and version of a program */
};

typedef struct exec_self {
    const tp_game *game;
    exec_process *process; /* NULL: has failed */
    int64_t ms, start_ms;
    int decisions;
    bool has_begun;         /* the program was told where it sits */
    bool keeps;             /* one process plays game after game */
    bool numbers, data;     /* what it wants beside texts: tensors and actions, moves as data */
    bool has_actions;       /* moves have fixed numbers */
    int64_t seed;           /* of the game, as the program is told it */
    char about[ABOUT_SIZE]; /* what it calls itself; "" until it has said so */
    char failure[FAILURE_SIZE];
    tp_move moves[]; /* room for the game's longest list */
} exec_self;

/* ---- forfeits ---- */

static void fail(exec_self *self, const char *format, ...) TP_PRINTF(2, 3);
static void fail(exec_self *self, const char *format, ...) {
    char why[FAILURE_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (self->decisions == 0) {
        memcpy(self->failure, why, sizeof why);
    } else {
        /* TR: what follows says what the program did: "it closed its output" */
        snprintf(self->failure, sizeof self->failure, TR("at its decision %d %s"), self->decisions, why);
    }
    exec_stop(self->process, false);
    self->process = NULL;
}

/* The beginning of what the program wrote, safe to show. */
static void excerpt(const char *text, size_t size, char out[SHOWN_BYTES + 4]) {
    size_t shown = size < SHOWN_BYTES ? size : SHOWN_BYTES;
    for (size_t i = 0; i < shown; i++) out[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    memcpy(out + shown, size > shown ? "..." : "", size > shown ? 4 : 1);
}

/* ---- what the program hears ---- */

static void send_message(exec_self *self, json_t *message) {
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (text == NULL) {
        fail(self, TR("there was no memory to send it anything"));
    } else if (!exec_send(self->process, text, strlen(text))) {
        fail(self, TR("it did not read its input"));
    }
    free(text);
}

/* A number that every language can hold, and that is different for different seeds. */
static int64_t told_seed(uint64_t seed) {
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    return (int64_t)(tp_rng_next(&rng) >> 11);
}

/* What the columns of a tensor mean. */
static json_t *fields_of(const tp_field *field) {
    json_t *list = json_array();
    for (; field != NULL && field->name != NULL; field++)
        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:i}", "name", field->name, "count",
                                              (int)field->count, "scale", (int)field->scale, "most",
                                              (int)field->most));
    return list;
}

static void say_hello(exec_self *self) {
    json_t *hello =
        json_pack("{s:s, s:i, s:s, s:s, s:s, s:I, s:I}", "is", "hello", "protocol", PROTOCOL, "game",
                  self->game->name, "title", self->game->title, "rules", self->game->rules_version, "seed",
                  (json_int_t)self->seed, "ms", (json_int_t)self->ms);
    if (self->numbers) {
        json_object_set_new(hello, "fields", fields_of(self->game->observe_fields));
        json_object_set_new(hello, "move_fields", fields_of(self->game->observe_move_fields));
    }
    send_message(self, hello);
}

static void begin(void *self_pointer, const tp_options *options, int seat) {
    exec_self *self = self_pointer;
    self->has_begun = true;
    if (self->process == NULL) return;
    json_t *message = json_pack("{s:s, s:i, s:o*}", "is", "begin", "seat", seat, "options",
                                options != NULL ? tp_options_to_json(options) : NULL);
    uint32_t actions = options != NULL ? tp_game_action_count(self->game, options) : 0;
    self->has_actions = self->numbers && actions > 0;
    if (self->has_actions) json_object_set_new(message, "actions", json_integer(actions));
    if (self->keeps) json_object_set_new(message, "seed", json_integer(self->seed));
    send_message(self, message);
}

/* A projected move as data; NULL if the game has no more than its text. */
static json_t *made_of(const tp_game *game, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    json_out out = {0};
    if (game->made == NULL) return NULL;
    json_out_begin(&out);
    json_out_open(&out, '{');
    event_out events = event_out_begin(&out, game);
    event_out_add(&events, view_before, seen, view_after);
    event_out_end(&events);
    json_out_close(&out, '}');
    const char *text = json_out_end(&out);
    json_t *object = text != NULL ? json_loads(text, 0, NULL) : NULL;
    json_t *made = json_incref(json_object_get(object, "made"));
    json_decref(object);
    json_out_free(&out);
    return made;
}

static json_t *numbers_of(const uint8_t *numbers, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(list, json_integer(numbers[i]));
    return list;
}

/* A sentence with seats called "seat 0" and so on. */
static json_t *named(const char *sentence) {
    static const char *const names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
    char filled[TP_TEXT_SIZE];
    tp_fill_names(sentence, names, TP_MAX_SEATS, filled, sizeof filled);
    return json_string(filled);
}

static json_t *sentences(const char *text) {
    json_t *list = json_array();
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char line[TP_TEXT_SIZE];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        json_array_append_new(list, named(line));
        text += length + (text[length] == '\n');
    }
    return list;
}

static void observe(void *self_pointer, const void *view_before, const tp_event *seen,
                    const void *view_after) {
    exec_self *self = self_pointer;
    if (self->process == NULL) return;
    char what[TP_TEXT_SIZE], told[TP_TEXT_SIZE] = "";
    bool is_move = seen->type == TP_EVENT_MOVE;
    if (is_move) {
        self->game->move_text(seen->move, what, sizeof what);
    } else {
        tp_outcome_to_text(self->game, seen->kind, seen->outcome, what);
    }
    const char *language =
        tp_language_set("en"); /* what a program is told does not depend on the user's language */
    self->game->tell(view_before, seen, view_after, told, sizeof told);
    tp_language_set(language);
    json_t *message = json_pack("{s:s, s:o, s:s, s:o}", "is", "seen", "seat",
                                seen->seat >= 0 ? json_integer(seen->seat) : json_null(),
                                is_move ? "move" : "chance", what, "text", sentences(told));
    json_t *made = self->data && is_move ? made_of(self->game, view_before, seen, view_after) : NULL;
    if (made != NULL) json_object_set_new(message, "made", made);
    send_message(self, message);
}

static void end(void *self_pointer, int seats, const float *returns, const int32_t *scores) {
    exec_self *self = self_pointer;
    self->has_begun = false;
    if (self->process == NULL) return;
    json_t *return_list = json_array(), *score_list = json_array();
    for (int seat = 0; seat < seats; seat++) {
        json_array_append_new(return_list, json_real((double)returns[seat]));
        json_array_append_new(score_list, json_integer(scores[seat]));
    }
    send_message(self,
                 json_pack("{s:s, s:o, s:o}", "is", "end", "returns", return_list, "scores", score_list));
}

/* What the program has asked for beside the texts of a move. */
static void add_to_move(const exec_self *self, const void *view, tp_move move, json_t *object) {
    const tp_game *game = self->game;
    uint8_t numbers[TP_TEXT_SIZE];
    size_t size = tp_observe_move_size(game);
    if (self->has_actions) json_object_set_new(object, "action", json_integer(game->action_of(view, move)));
    if (!self->numbers || size == 0 || size > sizeof numbers) return;
    game->observe_move(view, move, numbers);
    json_object_set_new(object, "numbers", numbers_of(numbers, size));
}

/* The view as numbers; NULL if the game has none. */
static json_t *observation(const exec_self *self, const void *view) {
    size_t size = tp_observe_size(self->game);
    uint8_t *numbers = size > 0 ? malloc(size) : NULL;
    if (numbers == NULL) return NULL;
    self->game->observe(view, numbers);
    json_t *list = numbers_of(numbers, size);
    free(numbers);
    return list;
}

/* The legal moves as a browser gets them. */
static json_t *legal_moves(const exec_self *self, const void *view, int count) {
    const tp_game *game = self->game;
    json_t *list = json_array();
    const char *language = tp_language_set("en");
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE], name[TP_TEXT_SIZE] = "", help[TP_TEXT_SIZE] = "";
        game->move_text(self->moves[i], text, sizeof text);
        if (game->move_name != NULL) game->move_name(view, self->moves[i], name, sizeof name);
        if (game->move_help != NULL) game->move_help(view, self->moves[i], help, sizeof help);
        json_t *object = json_pack("{s:s, s:o, s:o}", "move", text, "name",
                                   named(name[0] != '\0' ? name : text), "help", named(help));
        add_to_move(self, view, self->moves[i], object);
        json_array_append_new(list, object);
    }
    tp_language_set(language);
    return list;
}

/* ---- what it answers ---- */

/* Whether a line says what the program is called: {"is": "about", "name": ..., "version": ...}. Once. */
static bool is_about(exec_self *self, const char *line, size_t size) {
    json_t *object = json_loadb(line, size, 0, NULL);
    const char *is = json_string_value(json_object_get(object, "is")),
               *name = json_string_value(json_object_get(object, "name")),
               *version = json_string_value(json_object_get(object, "version"));
    bool good =
        self->about[0] == '\0' && is != NULL && strcmp(is, "about") == 0 && name != NULL && *name != '\0';
    if (good) {
        char text[ABOUT_SIZE];
        snprintf(text, sizeof text, "%s%s%s", name, version != NULL ? " " : "",
                 version != NULL ? version : "");
        excerpt(text, strlen(text), self->about);
    }
    json_decref(object);
    return good;
}

/* The move in a line, or TP_NO_MOVE: then it has failed. */
static tp_move read_move(exec_self *self, const void *view, int count, const char *line, size_t size) {
    char shown[SHOWN_BYTES + 4];
    json_t *answer = json_loadb(line, size, 0, NULL);
    const char *text = json_string_value(json_object_get(answer, "move"));
    tp_move move = TP_NO_MOVE, found = TP_NO_MOVE;
    if (text == NULL) {
        excerpt(line, size, shown);
        fail(self, TR("it did not answer with a JSON object with a \"move\": %s"), shown);
    } else {
        excerpt(text, strlen(text), shown);
        bool is_move = self->game->move_parse(text, &move) == TP_OK;
        for (int i = 0; is_move && i < count; i++) {
            if (self->moves[i] == move) found = move;
        }
        if (is_move && found == TP_NO_MOVE && self->game->meant != NULL) {
            move = self->game->meant(view, move);
            for (int i = 0; i < count; i++) {
                if (self->moves[i] == move) found = move;
            }
        }
        if (found == TP_NO_MOVE) {
            fail(self,
                 is_move ? TR("it answered %s, which is not legal here")
                         : TR("it answered %s, which is not a move of this game"),
                 shown);
        }
    }
    json_decref(answer);
    return found;
}

static tp_move ask(exec_self *self, const void *view, int count) {
    int64_t ms = self->ms + (self->decisions == 0 ? self->start_ms : 0);
    self->decisions++;
    char *line = NULL, why[FAILURE_SIZE / 2];
    size_t size = 0;
    if (exec_has_spoken(self->process) &&
        (exec_ask(self->process, exec_now_ns(), &line, &size) != EXEC_ANSWERED ||
         !is_about(self, line, size) || exec_has_spoken(self->process))) {
        fail(self, TR("it wrote something before it was asked"));
        return TP_NO_MOVE;
    }
    int64_t deadline = exec_now_ns() + ms * 1000000;
    send_message(self, json_pack("{s:s, s:i, s:i, s:I, s:o, s:o*, s:o}", "is", "decide", "n", self->decisions,
                                 "seat", self->game->view_actor(view), "ms", (json_int_t)ms, "view",
                                 self->game->view_to_json(view), "numbers",
                                 self->numbers ? observation(self, view) : NULL, "legal",
                                 legal_moves(self, view, count)));
    if (self->process == NULL) return TP_NO_MOVE;
    exec_answer answer = exec_ask(self->process, deadline, &line, &size);
    if (answer == EXEC_ANSWERED && is_about(self, line, size))
        answer = exec_ask(self->process, deadline, &line, &size);
    switch (answer) {
    case EXEC_ANSWERED: return read_move(self, view, count, line, size);
    case EXEC_LATE: fail(self, TR("it did not answer within %lld ms"), (long long)ms); break;
    case EXEC_TOO_LONG: fail(self, TR("it wrote %d bytes without a newline"), EXEC_LINE_MAX); break;
    case EXEC_CLOSED:
        exec_tell_end(self->process, why, sizeof why);
        fail(self, "%s", why);
        break;
    }
    return TP_NO_MOVE;
}

static tp_move choose(void *self_pointer, const void *view) {
    exec_self *self = self_pointer;
    int count = self->game->view_legal(view, self->moves);
    tp_assert(count > 0);
    if (!self->has_begun) begin(self, NULL, self->game->view_actor(view));
    tp_move move = self->process != NULL ? ask(self, view, count) : TP_NO_MOVE;
    return move != TP_NO_MOVE ? move : self->moves[0];
}

static const char *failure(const void *self_pointer) {
    const exec_self *self = self_pointer;
    return self->failure[0] != '\0' ? self->failure : NULL;
}

/* ---- beginning and end ---- */

static void destroy(void *self_pointer) {
    exec_self *self = self_pointer;
    if (self->process != NULL) send_message(self, json_pack("{s:s}", "is", "quit"));
    exec_stop(self->process, true);
    free(self);
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    /* In a list of agents a comma within the command is written as \, so that it does not end it. */
    char command[TP_OPTION_TEXT_SIZE];
    size_t length = 0;
    for (const char *at = tp_options_text(options, "command"); *at != '\0'; at++) {
        if (at[0] == '\\' && at[1] == ',') at++;
        command[length++] = *at;
    }
    command[length] = '\0';
    if (command[strspn(command, " \t\n")] == '\0') {
        return tp_fail(
            error, TP_E_INPUT,
            TR("agent exec: name the command to run, as in exec:./bot.py or exec:python3 bot.py,ms=500"));
    }
    if (exec_find(command, error) != TP_OK) return TP_E_UNKNOWN;
    exec_self *self = calloc(1, sizeof *self + (size_t)game->max_moves * sizeof(tp_move));
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "exec");
    self->game = game;
    self->ms = tp_options_int(options, "ms");
    self->start_ms = tp_options_int(options, "start");
    self->keeps = tp_options_bool(options, "keep");
    self->numbers = tp_options_bool(options, "numbers");
    self->data = tp_options_bool(options, "data");
    self->seed = told_seed(seed);
    self->process = exec_start(command, tp_options_text(options, "log"), error);
    if (self->process == NULL) {
        free(self);
        return error != NULL ? error->code : TP_E_IO;
    }
    say_hello(self);
    *out = self;
    return TP_OK;
}

/* The process that has played goes on, unless it has failed. */
static bool renew(void *self_pointer, uint64_t seed) {
    exec_self *self = self_pointer;
    if (!self->keeps || self->process == NULL) return false;
    self->seed = told_seed(seed);
    self->has_begun = false;
    return true;
}

static const char *about(const void *self_pointer) {
    const exec_self *self = self_pointer;
    return self->about[0] != '\0' ? self->about : NULL;
}

static const tp_option options_table[] = {
    {"command", TP_OPTION_TEXT, "", 0, 0, NULL,
     TR_MARK("the command, as the shell takes it; write \\, for a comma in it")},
    {"ms", TP_OPTION_INT, "5000", 1, 86400000, NULL,
     TR_MARK("milliseconds per decision; a program that takes longer forfeits")},
    {"start", TP_OPTION_INT, "5000", 0, 86400000, NULL, TR_MARK("extra milliseconds for its first decision")},
    {"keep", TP_OPTION_BOOL, "false", 0, 0, NULL, TR_MARK("one process plays game after game")},
    {"numbers", TP_OPTION_BOOL, "false", 0, 0, NULL,
     TR_MARK("send views and moves as numbers too, and the numbers of actions")},
    {"data", TP_OPTION_BOOL, "false", 0, 0, NULL, TR_MARK("send moves as data too, not only as texts")},
    {"log", TP_OPTION_TEXT, "", 0, 0, NULL, TR_MARK("a file to which its standard error is added")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind exec_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "exec",
    .summary = TR_MARK("your own program in any language, as in exec:./bot.py; servers refuse it"),
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .failure = failure,
    .begin = begin,
    .observe = observe,
    .end = end,
    .renew = renew,
    .about = about,
    .is_local = true,
    .main_option = "command",
};
