/* The table of a game that has none of its own: what the view says, as its JSON names it.
 *
 * The game declares its fields (view_fields): those with a value for each seat become the columns of one
 * small table, everything else a line. What it does not declare is a line too, as it comes. */
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <string.h>

enum { VALUE_SIZE = 1024 };

static void name_words(const char *name, char *text, size_t size) {
    snprintf(text, size, "%s", name);
    for (char *at = text; *at != '\0'; at++) {
        if (*at == '_') *at = ' ';
    }
    text_clean(text);
}

static const tp_member *inner_member(const tp_member *member, const char *key) {
    for (const tp_member *at = member != NULL ? member->members : NULL; at != NULL && at->name != NULL;
         at++) {
        if (strcmp(at->name, key) == 0) return at;
    }
    return NULL;
}

/* The name of the seat that a value names; NULL if it names none. */
static const char *seat_name(const tp_member *member, const json_t *value, const char *const *names) {
    if (member == NULL || member->kind != TP_VALUE_SEAT) return NULL;
    for (int seat = 0; seat < TP_MAX_SEATS && names[seat] != NULL; seat++) {
        if (json_is_integer(value) ? json_integer_value(value) == seat
                                   : member->codes != NULL && json_is_string(value) &&
                                         strcmp(json_string_value(value), member->codes[seat]) == 0)
            return names[seat];
    }
    return NULL;
}

/* A value in words: lists with commas, objects as "sand 4, blood 5", nothing as "-", seats by name. */
static void value_words(const tp_member *member, const json_t *value, const char *const *names, bool nested,
                        char *text, size_t size) {
    const char *between = "", *who = seat_name(member, value, names);
    if (who != NULL) {
        text_append(text, size, "%s", who);
        return;
    }
    switch (json_typeof(value)) {
    case JSON_NULL: text_append(text, size, "-"); break;
    case JSON_TRUE: text_append(text, size, "%s", TR_IN("true or false", "yes")); break;
    case JSON_FALSE: text_append(text, size, "%s", TR_IN("true or false", "no")); break;
    case JSON_INTEGER: text_append(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value)); break;
    case JSON_REAL: text_append(text, size, "%g", json_real_value(value)); break;
    case JSON_STRING: {
        char clean[VALUE_SIZE];
        snprintf(clean, sizeof clean, "%s", json_string_value(value));
        text_clean(clean);
        text_append(text, size, "%s", clean);
        break;
    }
    case JSON_ARRAY: {
        size_t index;
        json_t *item;
        if (json_array_size(value) == 0) text_append(text, size, "-");
        json_array_foreach(value, index, item) {
            text_append(text, size, "%s", between);
            value_words(member, item, names, true, text, size);
            between = nested ? " " : ", ";
        }
        break;
    }
    case JSON_OBJECT: {
        const char *key;
        json_t *item;
        json_object_foreach((json_t *)value, key, item) {
            char name[64];
            name_words(key, name, sizeof name);
            text_append(text, size, "%s%s ", between, name);
            value_words(inner_member(member, key), item, names, true, text, size);
            between = ", ";
        }
        break;
    }
    }
}

static int count_names(const char *const *names) {
    int count = 0;
    while (count < TP_MAX_SEATS && names[count] != NULL) count++;
    return count;
}

/* What the game declares of a field of its view; NULL: nothing. */
static const tp_member *member_of(const tp_game *game, const char *key) {
    for (const tp_member *at = game->view_fields; at != NULL && at->name != NULL; at++) {
        if (strcmp(at->name, key) == 0) return at;
    }
    return NULL;
}

/* What a seat has of a field, borrowed; NULL if the field has no value for each seat. */
static const json_t *of_seat(const tp_member *member, const json_t *value, int seat) {
    if (member == NULL) return NULL;
    if (member->list == TP_BY_SEAT && json_is_array(value)) return json_array_get(value, (size_t)seat);
    if (member->list == TP_BY_NAMED_SEAT && json_is_object(value))
        return json_object_get(value, member->codes[seat]);
    return NULL;
}

/* Is there nothing to say? What is off, empty or unknown to the game would only hide the rest. */
static bool is_nothing(const json_t *value) {
    if (json_is_array(value)) {
        size_t index;
        json_t *item;
        json_array_foreach(value, index, item) {
            if (!is_nothing(item)) return false;
        }
        return true;
    }
    if (json_is_object(value)) {
        const char *key;
        json_t *item;
        json_object_foreach((json_t *)value, key, item) {
            if (!is_nothing(item)) return false;
        }
        return true;
    }
    return json_is_null(value) || json_is_false(value);
}

/* The fields with a value for each seat, seat by seat. */
static void print_seats(FILE *out, const look_style *style, const tp_game *game, json_t *view,
                        const char *const *names, int seats) {
    for (int seat = 0; seat < seats; seat++) {
        char line[2 * VALUE_SIZE] = "";
        const char *between = ": ", *key;
        json_t *value;
        text_append(line, sizeof line, "%s%s%s", paint_on(style, PAINT_TITLE), names[seat], paint_off(style));
        json_object_foreach(view, key, value) {
            const tp_member *member = member_of(game, key);
            const json_t *own = of_seat(member, value, seat);
            if (own == NULL || is_nothing(own) || (member->flags & TP_ASIDE) != 0) continue;
            char name[64];
            name_words(key, name, sizeof name);
            text_append(line, sizeof line, "%s%s ", between, name);
            value_words(member, own, names, false, line, sizeof line);
            between = "; ";
        }
        text_append(line, sizeof line, ".");
        print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 4, line);
    }
}

/* Whether a field stands in the columns. */
static bool is_column(const tp_game *game, const char *key, const json_t *value) {
    const tp_member *member = member_of(game, key);
    return of_seat(member, value, 0) != NULL && !is_nothing(value) && (member->flags & TP_ASIDE) == 0;
}

/* The fields with a value for each seat, side by side. False if they are too wide for the window. */
static bool print_columns(FILE *out, const look_style *style, const tp_game *game, json_t *view, int actor,
                          const char *const *names, int seats, int me) {
    block rows = {.count = 0}, column = {.count = 0};
    const char *key;
    json_t *value;
    char text[VALUE_SIZE];
    block_add(&column, "%s", "");
    json_object_foreach(view, key, value) {
        if (!is_column(game, key, value) || column.count == BLOCK_LINES) continue;
        name_words(key, text, sizeof text);
        block_add(&column, "  %s%s%s", paint_on(style, PAINT_FAINT), text, paint_off(style));
    }
    if (column.count == 1) return true;
    rows = column;
    for (int seat = 0; seat < seats; seat++) {
        int width = 0, right = 0;
        column.count = 0;
        block_add(&column, "%s%s%s%s", paint_on(style, seat == me ? PAINT_GREEN : PAINT_TITLE),
                  seat != actor  ? ""
                  : style->ascii ? "> "
                                 : "▶ ",
                  names[seat], paint_off(style));
        json_object_foreach(view, key, value) {
            if (!is_column(game, key, value) || column.count == rows.count) continue;
            text[0] = '\0';
            const tp_member *member = member_of(game, key);
            value_words(member, of_seat(member, value, seat), names, false, text, sizeof text);
            block_add(&column, "%s", text);
        }
        for (int i = 0; i < column.count; i++) {
            int columns = text_columns(column.lines[i]);
            if (columns > width) width = columns;
        }
        for (int i = 0; i < rows.count; i++) {
            int columns = text_columns(rows.lines[i]);
            if (columns > right) right = columns;
        }
        if (right + 2 + width > style->width) return false;
        block_beside(&rows, &column, right + 2);
    }
    block_print(out, &rows);
    return true;
}

static void draw(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me) {
    int seats = count_names(names), actor = game->view_actor(view);
    json_t *json = game->view_to_json(view);
    if (json == NULL || !json_is_object(json)) {
        json_decref(json);
        return;
    }
    if (!style->plain) draw_rule(out, style, game->title, "");
    if (style->plain || !print_columns(out, style, game, json, actor, names, seats, me))
        print_seats(out, style, game, json, names, seats);
    const char *key, *between = style->plain ? "; " : style->ascii ? " - " : " · ";
    char line[4 * VALUE_SIZE] = "";
    json_t *value;
    json_object_foreach(json, key, value) {
        const tp_member *member = member_of(game, key);
        bool is_aside = member != NULL && (member->flags & TP_ASIDE) != 0;
        bool is_folded = member != NULL && (member->flags & TP_DETAIL) != 0 && (style->low || style->least);
        if (of_seat(member, value, 0) != NULL || is_nothing(value) || is_aside || is_folded) continue;
        char name[64];
        name_words(key, name, sizeof name);
        text_append(line, sizeof line, "%s%s%s%s ", *line != '\0' ? between : "",
                    paint_on(style, PAINT_FAINT), name, paint_off(style));
        value_words(member, value, names, false, line, sizeof line);
    }
    if (style->plain) text_end(line, sizeof line);
    print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 2, line);
    json_decref(json);
}

const look_table look_generic = {.game = NULL, .draw = draw, .result = NULL};
