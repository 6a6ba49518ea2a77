/* The shapes of a game's variants: asking for one, and all of them as a table that a client can look up. */
#include "core/language.h"
#include "tapete/game.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_VALUES = 16, /* of an option that changes the shape */
    MOST_OPTIONS = 6, /* that do so */
    MOST_ROWS = 1024, /* of the table */
    VALUE_SIZE = 64,
};

tp_err tp_game_shape(const tp_game *game, const tp_options *options, tp_shape *out, tp_error *error) {
    if (options != NULL) return game->shape(options, out, error);
    tp_options *defaults = malloc(sizeof *defaults);
    if (defaults == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_options_init(defaults, game->options);
    tp_err code = game->shape(defaults, out, error);
    free(defaults);
    return code;
}

const char *tp_direction_name(tp_direction direction) {
    return direction == TP_COUNTERCLOCKWISE ? "counterclockwise" : "clockwise";
}

/* ---- values ---- */

/* How many values an option has; 0 if they are not counted out. */
static size_t count_values(const tp_option *option) {
    size_t count = 0;
    if (option->type == TP_OPTION_BOOL) count = 2;
    if (option->type == TP_OPTION_INT && option->max - option->min < MOST_VALUES)
        count = (size_t)(option->max - option->min) + 1;
    if (option->type == TP_OPTION_CHOICE) {
        while (option->words[count] != NULL) count++;
    }
    return count <= MOST_VALUES ? count : 0;
}

static tp_err set_value(tp_options *options, const tp_option *option, size_t index) {
    char text[VALUE_SIZE];
    if (option->type == TP_OPTION_CHOICE) {
        return tp_options_set(options, option->name, option->words[index], NULL);
    }
    if (option->type == TP_OPTION_BOOL) {
        snprintf(text, sizeof text, "%s", index == 0 ? "false" : "true");
    } else {
        snprintf(text, sizeof text, "%.0f", option->min + (double)index);
    }
    return tp_options_set(options, option->name, text, NULL);
}

/* ---- the options that matter ---- */

static bool is_same(const tp_shape *a, const tp_shape *b) {
    return a->seats == b->seats && a->direction == b->direction &&
           memcmp(a->side, b->side, (size_t)a->seats * sizeof *a->side) == 0;
}

static bool changes_shape(const tp_game *game, const tp_option *option, const tp_shape *usual,
                          tp_options *options) {
    for (size_t i = 0; i < count_values(option); i++) {
        tp_shape shape = {0};
        tp_options_init(options, game->options);
        if (set_value(options, option, i) == TP_OK && game->shape(options, &shape, NULL) == TP_OK &&
            !is_same(&shape, usual))
            return true;
    }
    return false;
}

const tp_option *tp_game_seats_option(const tp_game *game) {
    tp_options *options = malloc(sizeof *options);
    const tp_option *found = NULL;
    for (const tp_option *option = game->options;
         options != NULL && found == NULL && option != NULL && option->name != NULL; option++) {
        size_t count = count_values(option);
        uint32_t counts = 0;
        for (size_t i = 0; i < count; i++) {
            tp_shape shape;
            tp_options_init(options, game->options);
            if (set_value(options, option, i) == TP_OK && game->shape(options, &shape, NULL) == TP_OK)
                counts |= 1u << shape.seats;
        }
        if (count > 1 && tp_count_bits(counts) == count) found = option;
    }
    free(options);
    return found;
}

/* ---- the table ---- */

/* A row: which value of each option that matters, -1 for none, and what follows from them. */
typedef struct shape_row {
    int8_t values[MOST_OPTIONS];
    tp_shape shape;
} shape_row;

typedef struct shape_table {
    const tp_game *game;
    const tp_option *options[MOST_OPTIONS];
    size_t option_count, row_count;
    tp_options given;
    shape_row rows[MOST_ROWS];
} shape_table;

static const tp_shape *look_up(const shape_table *table, const int8_t *choice) {
    for (size_t row = table->row_count; row > 0; row--) {
        const shape_row *candidate = &table->rows[row - 1];
        bool fits = true;
        for (size_t i = 0; i < table->option_count && fits; i++)
            fits = candidate->values[i] < 0 || candidate->values[i] == choice[i];
        if (fits) return &candidate->shape;
    }
    return NULL;
}

/* Add a row for a choice where those before it, which have fewer options, say something else. Choices of
 * equally many options never are part of each other, so that what was right stays right. */
static void add_row(shape_table *table, const int8_t *choice) {
    shape_row row = {0};
    tp_options_init(&table->given, table->game->options);
    for (size_t i = 0; i < table->option_count; i++) {
        row.values[i] = choice[i];
        if (choice[i] >= 0) set_value(&table->given, table->options[i], (size_t)choice[i]);
    }
    if (table->game->shape(&table->given, &row.shape, NULL) != TP_OK) return;
    const tp_shape *known = look_up(table, choice);
    if ((known != NULL && is_same(known, &row.shape)) || table->row_count == MOST_ROWS) return;
    table->rows[table->row_count++] = row;
}

/* All choices that give a value to exactly the options of `set`, from option `at` on. */
static void add_choices(shape_table *table, uint32_t set, size_t at, int8_t *choice) {
    if (at == table->option_count) {
        add_row(table, choice);
        return;
    }
    choice[at] = -1;
    if ((set >> at & 1) == 0) {
        add_choices(table, set, at + 1, choice);
        return;
    }
    size_t count = count_values(table->options[at]);
    for (size_t i = 0; i < count; i++) {
        choice[at] = (int8_t)i;
        add_choices(table, set, at + 1, choice);
    }
}

static bool fill_table(shape_table *table, const tp_game *game) {
    tp_shape usual = {0};
    table->game = game;
    if (tp_game_shape(game, NULL, &usual, NULL) != TP_OK) return false;
    for (const tp_option *option = game->options; option != NULL && option->name != NULL; option++) {
        if (!changes_shape(game, option, &usual, &table->given)) continue;
        if (table->option_count == MOST_OPTIONS) return false;
        table->options[table->option_count++] = option;
    }
    for (uint32_t size = 0; size <= table->option_count; size++) {
        for (uint32_t set = 0; set < 1u << table->option_count; set++) {
            int8_t choice[MOST_OPTIONS] = {0};
            if (tp_count_bits(set) == size) add_choices(table, set, 0, choice);
        }
    }
    return table->row_count < MOST_ROWS;
}

static json_t *row_to_json(shape_table *table, const shape_row *row) {
    json_t *options = json_object(), *sides = json_array();
    tp_options_init(&table->given, table->game->options);
    for (size_t i = 0; i < table->option_count; i++) {
        if (row->values[i] >= 0) set_value(&table->given, table->options[i], (size_t)row->values[i]);
    }
    json_t *all = tp_options_to_json(&table->given);
    for (size_t i = 0; i < table->option_count; i++) {
        const char *name = table->options[i]->name;
        if (row->values[i] >= 0) json_object_set(options, name, json_object_get(all, name));
    }
    json_decref(all);
    for (int seat = 0; seat < row->shape.seats; seat++)
        json_array_append_new(sides, json_integer(row->shape.side[seat]));
    return json_pack("{s:o, s:i, s:o, s:s}", "options", options, "seats", row->shape.seats, "sides", sides,
                     "direction", tp_direction_name(row->shape.direction));
}

json_t *tp_game_shapes_to_json(const tp_game *game) {
    shape_table *table = calloc(1, sizeof *table);
    json_t *list = table != NULL && fill_table(table, game) ? json_array() : NULL;
    for (size_t i = 0; list != NULL && i < table->row_count; i++) {
        if (json_array_append_new(list, row_to_json(table, &table->rows[i])) == 0) continue;
        json_decref(list);
        list = NULL;
    }
    free(table);
    return list;
}
