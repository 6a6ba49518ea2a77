/* A guided deal; see lesson.h. */
#include "cli/lesson.h"

#include "cli/cli.h"
#include "core/installed.h"
#include "core/language.h"
#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

/* ---- the files ---- */

static json_t *read_file(const tp_game *game, const char *end, tp_error *error) {
    char name[128], path[SHELF_PATH_SIZE];
    json_error_t why;
    snprintf(name, sizeof name, "guides/%s%s", game->name, end);
    if (!installed_find(name, path, sizeof path)) {
        tp_fail(error, TP_E_IO, TR("there is no guided deal of %s"), game->title);
        return NULL;
    }
    json_t *json = json_load_file(path, 0, &why);
    if (json == NULL) tp_fail(error, TP_E_IO, TR("%s cannot be read: %s"), path, why.text);
    return json;
}

static const json_t *step_of(const lesson *lesson, int at) {
    return json_array_get(json_object_get(lesson->deal, "steps"), (size_t)at);
}

static const json_t *advice_of(const lesson *lesson, int at) {
    return json_array_get(json_object_get(lesson->coach, "steps"), (size_t)at);
}

/* Of texts in all languages the one that is spoken. */
static const json_t *spoken(const json_t *texts) {
    const char *language = tp_language();
    const json_t *own = json_object_get(texts, language != NULL ? language : "en");
    return own != NULL ? own : json_object_get(texts, "en");
}

static tp_err read_view(const lesson *lesson, int at, void *view, tp_error *error) {
    return lesson->play.game->view_from_json(json_object_get(step_of(lesson, at), "view"), &lesson->options,
                                             view, error);
}

/* ---- a step ---- */

static void tell(lesson *lesson, int at) {
    const json_t *lines = spoken(json_object_get(step_of(lesson, at), "text"));
    size_t index;
    json_t *line;
    json_array_foreach(lines, index, line) {
        char text[TP_TEXT_SIZE];
        snprintf(text, sizeof text, "%s %s", lesson->play.style.ascii ? "*" : "·", json_string_value(line));
        log_pane_add(&lesson->log, text);
    }
}

static void go_to(lesson *lesson, int at) {
    play *play = &lesson->play;
    const char *made = json_string_value(json_object_get(step_of(lesson, at), "made"));
    memcpy(lesson->before, play->view, play->game->view_size);
    read_view(lesson, at, play->view, NULL);
    lesson->at = at;
    lesson->item = 0;
    lesson->wanted = TP_NO_MOVE;
    play->move_count = 0;
    if (made != NULL && play->game->move_parse(made, &lesson->wanted) == TP_OK)
        play->move_count = play->game->view_legal(play->view, play->moves);
    tell(lesson, at);
}

static const json_t *items_of(const lesson *lesson) {
    return spoken(lesson->is_learnt ? json_object_get(lesson->coach, "learnt")
                                    : json_object_get(advice_of(lesson, lesson->at), "say"));
}

static int item_count(const lesson *lesson) { return (int)json_array_size(items_of(lesson)); }

bool lesson_decides(const lesson *lesson) {
    return !lesson->is_learnt && lesson->wanted != TP_NO_MOVE && lesson->item + 1 >= item_count(lesson);
}

bool lesson_flows(const lesson *lesson) {
    return !lesson->is_learnt && lesson->wanted == TP_NO_MOVE && item_count(lesson) == 0 &&
           lesson->at + 1 < lesson->steps;
}

void lesson_go_on(lesson *lesson) {
    if (lesson_decides(lesson)) return;
    if (lesson->is_learnt) return;
    if (lesson->item + 1 < item_count(lesson)) {
        lesson->item++;
    } else if (lesson->at + 1 < lesson->steps) {
        go_to(lesson, lesson->at + 1);
    } else {
        lesson->is_learnt = true;
    }
}

bool lesson_choose(lesson *lesson, int move, char sentence[TP_TEXT_SIZE]) {
    char label[PLAY_LABEL_SIZE];
    sentence[0] = '\0';
    if (!lesson_decides(lesson)) return false;
    if (lesson->play.moves[move] == lesson->wanted) {
        lesson->log.fresh = lesson->log.count;
        go_to(lesson, lesson->at + 1);
        return true;
    }
    play_move_label(&lesson->play, lesson->wanted, label);
    snprintf(sentence, TP_TEXT_SIZE, TR("You could do that. This deal goes on with \"%s\": choose it."),
             label);
    return false;
}

/* ---- what is shown ---- */

static void add_paragraph(char *text, size_t size, const char *paragraph) {
    if (paragraph == NULL || *paragraph == '\0') return;
    text_append(text, size, "%s%s", text[0] != '\0' ? "\n" : "", paragraph);
}

void lesson_says(const lesson *lesson, char *text, size_t size) {
    const json_t *items = items_of(lesson);
    text[0] = '\0';
    if (lesson->is_learnt) {
        size_t index;
        json_t *one;
        add_paragraph(text, size, TR("What you have learnt:"));
        json_array_foreach(items, index, one) add_paragraph(text, size, json_string_value(one));
        return;
    }
    add_paragraph(text, size, json_string_value(json_array_get(items, (size_t)lesson->item)));
    if (lesson_decides(lesson))
        add_paragraph(text, size,
                      json_string_value(spoken(json_object_get(advice_of(lesson, lesson->at), "why"))));
}

void lesson_table(const lesson *lesson, const look_style *style, FILE *out) {
    const play *play = &lesson->play;
    const look_table *table = play->table;
    const char *move =
        json_string_value(json_object_get(json_object_get(step_of(lesson, lesson->at), "event"), "move"));
    look_ply ply = {.before = lesson->before, .after = play->view, .move = {.type = TP_EVENT_MOVE}};
    ply.move.seat = (int32_t)json_integer_value(json_object_get(step_of(lesson, lesson->at), "seat"));
    bool moved = lesson->at > 0 && move != NULL && play->game->move_parse(move, &ply.move.move) == TP_OK;
    if (moved && table->reveals != NULL && table->reveals(&ply)) {
        table->reveal(out, style, &ply, play->name_list, play->human);
    } else {
        table->draw(out, style, play->game, play->view, play->name_list, play->human);
    }
}

/* ---- opening ---- */

static tp_err read_all(lesson *lesson, tp_error *error) {
    play *play = &lesson->play;
    const json_t *names = json_object_get(lesson->deal, "names");
    tp_shape shape;
    tp_options_init(&lesson->options, play->game->options);
    if (tp_options_from_json(&lesson->options, json_object_get(lesson->deal, "options"), error) != TP_OK ||
        play->game->shape(&lesson->options, &shape, error) != TP_OK)
        return error->code;
    play->seats = shape.seats;
    for (int seat = 0; seat < shape.seats; seat++) {
        const char *name = json_string_value(json_array_get(names, (size_t)seat));
        snprintf(play->names[seat], SHELF_NAME_SIZE, "%s", seat == 0 || name == NULL ? TR("You") : name);
        play->name_list[seat] = play->names[seat];
    }
    lesson->steps = (int)json_array_size(json_object_get(lesson->deal, "steps"));
    if (lesson->steps < 2)
        return tp_fail(error, TP_E_INPUT, TR("the guided deal of %s is empty"), play->game->title);
    for (int at = 0; at < lesson->steps; at++) {
        if (read_view(lesson, at, play->view, error) != TP_OK) return error->code;
    }
    return TP_OK;
}

tp_err lesson_open(lesson *lesson, const tp_game *game, tp_error *error) {
    play *play = &lesson->play;
    play->game = game;
    play->table = look_find(game);
    lesson->deal = read_file(game, ".json", error);
    if (lesson->deal != NULL) lesson->coach = read_file(game, ".coach.json", error);
    if (lesson->coach != NULL) {
        play->view = cli_allocate(game->view_size);
        lesson->before = cli_allocate(game->view_size);
        play->moves = cli_allocate((size_t)game->max_moves * sizeof *play->moves);
        if (read_all(lesson, error) == TP_OK) {
            go_to(lesson, 0);
            return TP_OK;
        }
    }
    lesson_close(lesson);
    return error->code;
}

void lesson_close(lesson *lesson) {
    json_decref(lesson->deal);
    json_decref(lesson->coach);
    free(lesson->play.view);
    free(lesson->play.moves);
    free(lesson->before);
    log_pane_clear(&lesson->log);
    lesson->deal = lesson->coach = NULL;
    lesson->play.view = lesson->play.moves = lesson->before = NULL;
}
