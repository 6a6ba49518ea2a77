/* Keys of histories: a 128-bit running hash over projected events.
 *
 * A word is absorbed by two rounds of steps that are each one-to-one on the 128 bits. So two different words
 * never lead from one key to the same key, nor two different keys with one word; only two differences can
 * cancel, with the probability of random numbers. Everything goes in as numbers, not as memory, so that a key
 * does not depend on the byte order of the machine; a view is the exception, for it is memory. */
#include "core/history.h"

#include <string.h>

/* What a history begins with, so that a deal and a set-up position never look alike. */
enum { FROM_DEAL = 1, FROM_VIEW = 2 };

static tp_history absorb(tp_history key, uint64_t word) {
    uint64_t a = key.words[0] ^ word, b = key.words[1];
    for (int round = 0; round < 2; round++) {
        a = (a ^ (a >> 32)) * 0xd6e8feb86659fd93u;
        b = (b ^ (a >> 29) ^ a) * 0x9e3779b97f4a7c15u;
        a += b << 23 | b >> 41;
        b ^= b >> 31;
    }
    return (tp_history){{a, b}};
}

/* Bytes, eight at a time, and how many they were. */
static tp_history absorb_bytes(tp_history key, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, (const unsigned char *)bytes + i, size - i < 8 ? size - i : 8);
        key = absorb(key, word);
    }
    return absorb(key, size);
}

/* A text with its end, so that no two texts after each other look like two others. */
static tp_history absorb_text(tp_history key, const char *text) {
    for (size_t length = strlen(text), i = 0; i <= length; i += 8) {
        uint64_t word = 0;
        for (size_t k = i; k < length && k < i + 8; k++)
            word |= (uint64_t)(unsigned char)text[k] << (8 * (k - i));
        key = absorb(key, word);
    }
    return key;
}

tp_history history_of_options(const tp_game *game, const tp_options *settled) {
    tp_history key = {{0x243f6a8885a308d3u, 0x13198a2e03707344u}};
    tp_assert(settled->table == game->options);
    key = absorb_text(key, game->name);
    key = absorb_text(key, game->rules_version);
    /* The texts of values are canonical (option.c). */
    for (size_t i = 0; i < settled->count; i++) {
        key = absorb_text(key, settled->table[i].name);
        key = absorb_text(key, settled->values[i].text);
    }
    return key;
}

static tp_history settle(const tp_game *game, const tp_options *options) {
    tp_options settled = *options;
    if (game->settle != NULL) game->settle(&settled, NULL);
    return history_of_options(game, &settled);
}

tp_history history_of_deal(tp_history options, int viewer) {
    return absorb(absorb(options, (uint64_t)(int64_t)viewer), FROM_DEAL);
}

tp_history history_of_view(tp_history options, int viewer, const void *view, size_t size) {
    return absorb_bytes(absorb(absorb(options, (uint64_t)(int64_t)viewer), FROM_VIEW), view, size);
}

tp_history tp_history_begin(const tp_game *game, const tp_options *options, int viewer) {
    return history_of_deal(settle(game, options), viewer);
}

tp_history tp_history_from_view(const tp_game *game, const tp_options *options, int viewer,
                                const void *view) {
    return history_of_view(settle(game, options), viewer, view, game->view_size);
}

/* One word: the number in the low half; above it the kind, the seat (TP_TABLE is 0) and the type. */
tp_history tp_history_add(tp_history key, const tp_event *seen) {
    bool is_move = seen->type == TP_EVENT_MOVE;
    uint64_t number = is_move ? seen->move : seen->outcome, kind = is_move ? 0 : seen->kind;
    uint64_t seat = (uint64_t)(seen->seat - TP_TABLE), type = is_move ? 1 : 2;
    tp_assert(kind <= UINT16_MAX && seat <= UINT8_MAX);
    return absorb(key, number | kind << 32 | seat << 48 | type << 56);
}

tp_history tp_history_add_ply(tp_history key, const tp_game *game, const void *before, const tp_event *events,
                              size_t count, int viewer) {
    for (size_t i = 0; i < count; i++) {
        tp_event seen;
        game->seen(before, &events[i], viewer, &seen);
        key = tp_history_add(key, &seen);
    }
    return key;
}

/* ---- without a match ---- */

static void note(tp_event_log *log, tp_event event) {
    log->is_cut = log->is_cut || log->count == log->capacity;
    if (!log->is_cut) log->events[log->count++] = event;
}

static uint32_t pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights, uint32_t count) {
    tp_event_log *log = (tp_event_log *)chance;
    uint32_t total = 0, outcome = 0;
    for (uint32_t i = 0; i < count; i++) total += weights[i];
    uint32_t rank = tp_rng_below(&chance->rng, total);
    while (rank >= weights[outcome]) rank -= weights[outcome++];
    note(log, (tp_event){.type = TP_EVENT_CHANCE,
                         .seat = draw->seat,
                         .move = TP_NO_MOVE,
                         .kind = draw->kind,
                         .outcome = outcome,
                         .audience = draw->audience});
    return outcome;
}

static void shuffle(tp_chance *chance, uint32_t kind) {
    (void)chance;
    (void)kind;
}

static const tp_chance_source event_log_source = {pick, shuffle};

void tp_event_log_init(tp_event_log *log, uint64_t seed, tp_event *events, size_t capacity) {
    *log = (tp_event_log){.events = events, .capacity = capacity};
    tp_chance_from_seed(&log->chance, seed);
    log->chance.source = &event_log_source;
}

void tp_event_log_begin(tp_event_log *log, int seat, tp_move move) {
    log->count = 0;
    log->is_cut = false;
    if (move != TP_NO_MOVE) note(log, (tp_event){.type = TP_EVENT_MOVE, .seat = seat, .move = move});
}
