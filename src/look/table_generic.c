/* The table of a game that has none of its own: what the view says, as its JSON names it.
 *
 * Lists with one value for each seat become the columns of one small table, everything else a line. */
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

/* A value in words: lists with commas, objects as "sand 4, blood 5", nothing as "-". */
static void value_words(const json_t *value, bool nested, char *text, size_t size) {
    const char *between = "";
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
            value_words(item, true, text, size);
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
            value_words(item, true, text, size);
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

/* Does this field have a value for each seat? A list of seats, such as those that passed, may have as many
 * members by chance: then the column headings would be wrong, so a list of ascending seat numbers is not
 * taken for one. */
static bool is_per_seat(const json_t *value, int seats) {
    if (!json_is_array(value) || (int)json_array_size(value) != seats) return false;
    json_int_t before = -1;
    for (int seat = 0; seat < seats; seat++) {
        const json_t *item = json_array_get(value, (size_t)seat);
        if (!json_is_integer(item) || json_integer_value(item) <= before || json_integer_value(item) >= seats)
            return true;
        before = json_integer_value(item);
    }
    return false;
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
static void print_seats(FILE *out, const look_style *style, json_t *view, const char *const *names,
                        int seats) {
    for (int seat = 0; seat < seats; seat++) {
        char line[2 * VALUE_SIZE] = "";
        const char *between = ": ", *key;
        json_t *value;
        text_append(line, sizeof line, "%s%s%s", paint_on(style, PAINT_TITLE), names[seat], paint_off(style));
        json_object_foreach(view, key, value) {
            const json_t *own = is_per_seat(value, seats) ? json_array_get(value, (size_t)seat) : NULL;
            if (own == NULL || is_nothing(own)) continue;
            char name[64];
            name_words(key, name, sizeof name);
            text_append(line, sizeof line, "%s%s ", between, name);
            value_words(own, false, line, sizeof line);
            between = "; ";
        }
        text_append(line, sizeof line, ".");
        print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 4, line);
    }
}

/* The fields with a value for each seat, side by side. False if they are too wide for the window. */
static bool print_columns(FILE *out, const look_style *style, json_t *view, const char *const *names,
                          int seats, int me) {
    block rows = {.count = 0}, column = {.count = 0};
    const char *key;
    json_t *value;
    char text[VALUE_SIZE];
    block_add(&column, "%s", "");
    json_object_foreach(view, key, value) {
        if (!is_per_seat(value, seats) || is_nothing(value) || column.count == BLOCK_LINES) continue;
        name_words(key, text, sizeof text);
        block_add(&column, "  %s%s%s", paint_on(style, PAINT_FAINT), text, paint_off(style));
    }
    if (column.count == 1) return true;
    rows = column;
    for (int seat = 0; seat < seats; seat++) {
        int width = 0, right = 0;
        column.count = 0;
        block_add(&column, "%s%s%s", paint_on(style, seat == me ? PAINT_GREEN : PAINT_TITLE), names[seat],
                  paint_off(style));
        json_object_foreach(view, key, value) {
            if (!is_per_seat(value, seats) || is_nothing(value) || column.count == rows.count) continue;
            text[0] = '\0';
            value_words(json_array_get(value, (size_t)seat), false, text, sizeof text);
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
    int seats = count_names(names);
    json_t *json = game->view_to_json(view);
    if (json == NULL || !json_is_object(json)) {
        json_decref(json);
        return;
    }
    if (!style->plain) draw_rule(out, style, game->title, "");
    if (style->plain || !print_columns(out, style, json, names, seats, me))
        print_seats(out, style, json, names, seats);
    const char *key, *between = style->plain ? "; " : style->ascii ? " - " : " · ";
    char line[4 * VALUE_SIZE] = "";
    json_t *value;
    json_object_foreach(json, key, value) {
        if (is_per_seat(value, seats) || is_nothing(value)) continue;
        char name[64];
        name_words(key, name, sizeof name);
        text_append(line, sizeof line, "%s%s%s%s ", *line != '\0' ? between : "",
                    paint_on(style, PAINT_FAINT), name, paint_off(style));
        value_words(value, false, line, sizeof line);
    }
    if (style->plain) text_end(line, sizeof line);
    print_wrapped(out, style, style->plain ? 0 : 2, style->plain ? 0 : 2, line);
    json_decref(json);
}

const look_table look_generic = {.game = NULL, .draw = draw, .result = NULL};
