/* Chance sources for tests.
 *
 * `logging`      the generator, with everything that was drawn written down.
 * `branching`    goes through every sequence of outcomes, one after the other: run the same code again and
 * again while branching_next() says that there is another. */
#ifndef TAPETE_TESTS_SOURCES_H
#define TAPETE_TESTS_SOURCES_H

#include "tapete/tapete.h"

#include <string.h>

enum { SOURCE_MOST_EVENTS = 512 };

/* ---- logging ---- */

typedef struct logging {
    tp_chance chance; /* first: a source is a tp_chance */
    tp_rng rng;
    tp_event events[SOURCE_MOST_EVENTS];
    int count;
    /* Follow an earlier log wherever `follow_viewer` may see the outcome; other outcomes are drawn anew. */
    const struct logging *follow;
    int follow_viewer;
    bool lost; /* what was to be followed is impossible here, or something else was drawn */
} logging;

static inline bool source_sees(uint32_t audience, int viewer) {
    return audience == TP_EVERYBODY || viewer == TP_REVEALED ||
           (viewer >= 0 && (audience >> viewer & 1) != 0);
}

static inline uint32_t logging_pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights,
                                    uint32_t count) {
    logging *log = (logging *)chance;
    uint32_t total = 0, outcome = 0;
    for (uint32_t i = 0; i < count; i++) total += weights[i];
    uint32_t rank = tp_rng_below(&log->rng, total);
    while (rank >= weights[outcome]) rank -= weights[outcome++];
    if (log->follow != NULL && !log->lost) {
        const tp_event *other = &log->follow->events[log->count];
        if (log->count >= log->follow->count || other->kind != draw->kind ||
            other->audience != draw->audience) {
            log->lost = true;
        } else if (source_sees(draw->audience, log->follow_viewer)) {
            if (other->outcome < count && weights[other->outcome] > 0) {
                outcome = other->outcome;
            } else {
                log->lost = true;
            }
        }
    }
    if (log->count < SOURCE_MOST_EVENTS) {
        log->events[log->count++] = (tp_event){.type = TP_EVENT_CHANCE,
                                               .seat = draw->seat,
                                               .move = TP_NO_MOVE,
                                               .kind = draw->kind,
                                               .outcome = outcome,
                                               .audience = draw->audience};
    }
    return outcome;
}

static inline void logging_shuffle(tp_chance *chance, uint32_t kind) {
    (void)chance;
    (void)kind;
}

static const tp_chance_source logging_source = {logging_pick, logging_shuffle};

static inline void logging_init(logging *log, uint64_t seed) {
    memset(log, 0, sizeof *log);
    log->chance.source = &logging_source;
    tp_rng_seed(&log->chance.rng, seed ^ 0x5555);
    tp_rng_seed(&log->rng, seed);
}

/* ---- branching ---- */

enum { BRANCHING_MOST_DEPTH = 64 };

typedef struct branching {
    tp_chance chance;                       /* first */
    uint8_t chosen[BRANCHING_MOST_DEPTH];   /* the outcome at each depth */
    uint8_t next_one[BRANCHING_MOST_DEPTH]; /* the next possible outcome after it, or 255 */
    uint32_t depth, prefix;
    double probability; /* of the sequence of this run */
} branching;

static inline uint32_t branching_pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights,
                                      uint32_t count) {
    (void)draw;
    branching *b = (branching *)chance;
    uint32_t depth = b->depth++, outcome = depth < b->prefix ? b->chosen[depth] : 0, total = 0;
    for (uint32_t i = 0; i < count; i++) total += weights[i];
    while (weights[outcome] == 0) outcome++;
    uint32_t after = outcome + 1;
    while (after < count && weights[after] == 0) after++;
    b->chosen[depth] = (uint8_t)outcome;
    b->next_one[depth] = (uint8_t)(after < count ? after : 255);
    b->probability *= (double)weights[outcome] / (double)total;
    return outcome;
}

static const tp_chance_source branching_source = {branching_pick, logging_shuffle};

static inline void branching_init(branching *b) {
    memset(b, 0, sizeof *b);
    b->chance.source = &branching_source;
    b->probability = 1;
}

/* Get ready for the next sequence; false when all have been seen. */
static inline bool branching_next(branching *b) {
    while (b->depth > 0 && b->next_one[b->depth - 1] == 255) b->depth--;
    if (b->depth == 0) return false;
    b->chosen[b->depth - 1] = b->next_one[b->depth - 1];
    b->prefix = b->depth;
    b->depth = 0;
    b->probability = 1;
    return true;
}

#endif
