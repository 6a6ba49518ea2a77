/* The lines of a record, one JSON object each; docs/record.md describes them. */
#include "match/record_internal.h"

#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void record_text_free(record_text *text) {
    if (text->bytes != NULL) sodium_memzero(text->bytes, text->size);
    free(text->bytes);
    memset(text, 0, sizeof *text);
}

static void add_bytes(record_text *text, const char *bytes, size_t size) {
    if (text->failed) return;
    if (text->capacity - text->size < size) {
        size_t capacity = 2 * text->capacity + size + 512;
        char *grown = realloc(text->bytes, capacity);
        if (grown == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

/* Write the object as a line and release it. NULL stands for one that could not be made. */
static void add_line(record_text *text, json_t *object) {
    char *line = object != NULL ? json_dumps(object, JSON_REAL_PRECISION(15)) : NULL;
    json_decref(object);
    if (line == NULL) {
        text->failed = true;
        return;
    }
    add_bytes(text, line, strlen(line));
    add_bytes(text, "\n", 1);
    free(line);
}

/* Give the object a member. NULL in either place makes the whole object NULL, so that calls can follow each
 * other unchecked. */
static void set(json_t **object, const char *name, json_t *value) {
    if (*object == NULL) {
        json_decref(value);
    } else if (json_object_set_new(*object, name, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

static void append(json_t **list, json_t *value) {
    if (*list == NULL) {
        json_decref(value);
    } else if (json_array_append_new(*list, value) != 0) {
        json_decref(*list);
        *list = NULL;
    }
}

static json_t *hex(const uint8_t *bytes, size_t size) {
    char text[2 * TP_KEY_SIZE + 1];
    tp_assert(size <= TP_KEY_SIZE);
    sodium_bin2hex(text, sizeof text, bytes, size);
    json_t *string = json_string(text);
    sodium_memzero(text, sizeof text);
    return string;
}

/* The outcomes among these events, in words. */
static json_t *outcome_list(const tp_game *game, const tp_event *events, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        if (events[i].type != TP_EVENT_CHANCE) continue;
        char text[TP_TEXT_SIZE];
        tp_outcome_to_text(game, events[i].kind, events[i].outcome, text);
        append(&list, json_string(text));
    }
    return list;
}

/* JSON's whole numbers end at 2^63 - 1 here; a seed beyond is written as a text. */
static json_t *seed_value(uint64_t seed) {
    if (seed <= INT64_MAX) return json_integer((json_int_t)seed);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    return json_string(text);
}

static json_t *header(const tp_match *match) {
    json_t *object = json_object(), *seats = json_array(), *contributions = json_array();
    for (int seat = 0; seat < match->seats; seat++) {
        const tp_contribution *given = &match->contributions[seat];
        append(&seats, json_string(match->seat_names[seat]));
        append(&contributions, given->size > 0 ? hex(given->bytes, given->size) : json_null());
    }
    set(&object, "tapete", json_string("record"));
    set(&object, "version", json_integer(TP_RECORD_VERSION));
    set(&object, "game", json_string(match->game->name));
    set(&object, "rules", json_string(match->game->rules_version));
    set(&object, "options", tp_options_to_json(&match->options));
    set(&object, "seats", seats);
    set(&object, "commitment", hex(match->commitment, sizeof match->commitment));
    set(&object, "contributions", contributions);
    if (match->is_sealed) set(&object, "sealed", sealed_to_json(&match->sealed));
    if (match->seeded) set(&object, "seed", seed_value(match->seed));
    if (match->script_count > 0) {
        set(&object, "script", outcome_list(match->game, match->script, match->script_count));
    }
    if (match->from_position) set(&object, "position", match->game->state_to_json(match->initial));
    if (match->continues) {
        json_t *continues = json_object();
        set(&continues, "commitment", hex(match->origin.commitment, sizeof match->origin.commitment));
        set(&continues, "ply", json_integer(match->origin.ply));
        set(&object, "continues", continues);
    }
    return object;
}

void record_add_opening(record_text *text, const tp_match *match) {
    add_line(text, header(match));
    const match_entry *deal = &match->journal[0];
    json_t *object = json_object();
    set(&object, "deal",
        outcome_list(match->game, deal->count > 0 ? match->events.items + deal->first : NULL, deal->count));
    add_line(text, object);
}

static json_t *ply_line(const tp_match *match, const match_entry *entry, int ply) {
    const tp_event *events = match->events.items + entry->first;
    char move[TP_TEXT_SIZE];
    match->game->move_text(events[0].move, move, sizeof move);
    json_t *object = json_object();
    set(&object, "ply", json_integer(ply));
    set(&object, "seat", json_integer(events[0].seat));
    set(&object, "move", json_string(move));
    if (entry->count > 1) set(&object, "chance", outcome_list(match->game, events + 1, entry->count - 1));
    return object;
}

void record_add_entries(record_text *text, const tp_match *match, size_t first) {
    int ply = 0;
    for (size_t i = 1; i < match->journal_count; i++) {
        const match_entry *entry = &match->journal[i];
        ply += entry->undo > 0 ? -entry->undo : 1;
        if (i < first) continue;
        if (entry->undo > 0) {
            json_t *object = json_object();
            set(&object, "undo", json_integer(entry->undo));
            add_line(text, object);
        } else {
            add_line(text, ply_line(match, entry, ply));
        }
    }
}

json_t *record_result(const tp_match *match) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    tp_match_result(match, returns, scores);
    json_t *object = json_object(), *return_list = json_array(), *score_list = json_array();
    for (int seat = 0; seat < match->seats; seat++) {
        /* Six decimals: a third reads as one, and there is no negative zero. */
        append(&return_list, json_real(round((double)returns[seat] * 1e6) / 1e6 + 0.0));
        append(&score_list, json_integer(scores[seat]));
    }
    set(&object, "returns", return_list);
    set(&object, "scores", score_list);
    return object;
}

void record_add_result(record_text *text, const tp_match *match) {
    if (match->resigned != 0) {
        json_t *line = json_object(), *seats = json_array();
        for (int seat = 0; seat < match->seats; seat++) {
            if ((match->resigned >> seat & 1) != 0) append(&seats, json_integer(seat));
        }
        set(&line, "resigned", seats);
        add_line(text, line);
    }
    json_t *object = json_object();
    set(&object, "result", record_result(match));
    add_line(text, object);
}

void record_add_key(record_text *text, const tp_match *match) {
    tp_assert(match->has_key);
    json_t *object = json_object();
    set(&object, "key", hex(match->key, sizeof match->key));
    add_line(text, object);
}

char *tp_record_lines(const tp_match *match, size_t *entries) {
    record_text text = {0};
    if (*entries == 0) record_add_opening(&text, match);
    record_add_entries(&text, match, *entries > 0 ? *entries : 1);
    if (tp_match_actor(match) == TP_OVER) {
        record_add_result(&text, match);
        if (match->has_key) record_add_key(&text, match);
    }
    char *lines = text.failed ? NULL : strndup(text.bytes != NULL ? text.bytes : "", text.size);
    record_text_free(&text);
    if (lines != NULL) *entries = match->journal_count;
    return lines;
}
