/* What a match is made of, for the files of src/match alone.
 *
 * The log of a match is a journal that only grows: the deal, plies, and the taking back of plies. What is in
 * force is the line: the deal and the plies that were not taken back. A record is the journal in a file. */
#ifndef TAPETE_MATCH_INTERNAL_H
#define TAPETE_MATCH_INTERNAL_H

#include "match/sealed.h"
#include "tapete/match.h"

#include <stddef.h>

/* ---- the journal ---- */

typedef struct match_entry {
    size_t first, count; /* its events; the first of a ply is the move */
    int undo;            /* how many plies are taken back here; 0: this is the deal or a ply */
} match_entry;

typedef struct match_events {
    tp_event *items;
    size_t count, capacity;
} match_events;

/* False, and nothing changed, without memory. */
bool match_events_add(match_events *events, const tp_event *event);

/* ---- where the outcomes come from ---- */

/* How far a kind has been drawn. */
typedef struct match_counter {
    uint32_t shuffle;  /* how often its pile has been shuffled */
    uint32_t index;    /* draws since then */
    uint32_t scripted; /* outcomes used up from the script */
} match_counter;

/* The source that stands behind the tp_chance of a match. An outcome is what the log tells, else what the
 * script has left for its kind, else what the dealer's key gives. The counters advance in all three cases. */
typedef struct match_source {
    tp_chance chance; /* first: this is a tp_chance */
    const tp_match *match;
    match_counter counters[TP_MAX_KINDS];
    const tp_event *told; /* outcomes that a log or a record tells; NULL: deal */
    size_t told_count, told_used;
    const char *teller;   /* what a refusal calls them: "the record" */
    bool compare;         /* a told outcome must also be the one that the key deals */
    match_events *events; /* where outcomes are noted; may be NULL */
    bool failed;          /* then the state that came out of it is to be thrown away */
    tp_error failure;
} match_source;

void match_source_begin(match_source *source, const tp_match *match);
/* Outcomes come from this list and must use it up: match_source_end fails if some are left. */
void match_source_tell(match_source *source, const tp_event *told, size_t count, const char *teller);
tp_err match_source_end(match_source *source, tp_error *error);

/* ---- the match ---- */

/* Every so many plies the state is kept, so that looking at an earlier ply, or taking back, costs the same in
 * a game of ten thousand plies as in a short one. */
enum { MILESTONE_PLIES = 64 };

typedef struct match_milestone {
    match_counter counters[TP_MAX_KINDS];
    tp_history histories[TP_MAX_SEATS + 1];
    _Alignas(max_align_t) uint8_t state[]; /* after ply number (place + 1) * MILESTONE_PLIES */
} match_milestone;

struct tp_match {
    const tp_game *game;
    tp_options options;
    tp_shape shape;
    int seats;
    char *seat_names[TP_MAX_SEATS];

    bool has_key;
    bool seeded;
    uint64_t seed;
    uint8_t key[TP_KEY_SIZE];
    uint8_t deal_key[TP_KEY_SIZE];
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_contribution contributions[TP_MAX_SEATS];
    bool is_sealed; /* dealt with a list of seals: */
    sealed_list sealed;

    tp_event *script; /* kind and outcome, in the order in which they were given */
    size_t script_count;
    bool from_position, continues;
    tp_origin origin; /* continues: where the position comes from */
    void *initial;    /* from_position: the state before any move */

    void *state;
    void *trial;    /* a move is tried here first; */
    bool is_before; /* what is in `trial` now is the state before the last ply */
    void *view;     /* of the actor, to say why a move is refused */
    tp_move *moves; /* room for the legal ones */
    match_counter counters[TP_MAX_KINDS];
    tp_history histories[TP_MAX_SEATS + 1]; /* of the line: that of viewer v is number v + 1 */

    match_events events;
    match_entry *journal;
    size_t journal_count, journal_capacity;
    size_t *line; /* indices into the journal: the deal, then the plies in force */
    size_t line_count, line_capacity;
    match_milestone **milestones; /* without memory there are fewer, and none behind a gap */
    size_t milestone_count, milestone_capacity;
    bool undone;
    uint32_t resigned; /* seats that gave up: the match ended with that */
};

/* What a reader of records knows beyond the set-up. */
typedef struct match_reading {
    const uint8_t *commitment;
    const tp_event *deal; /* the outcomes of the deal, kind and outcome filled in */
    size_t deal_count;
    bool compare; /* check each outcome against the key (which must be known then) */
} match_reading;

/* The state after ply n of the line, by applying the log; the source counts along. */
void match_replay(const tp_match *match, size_t ply, void *state, match_source *source);

/* The same, and the histories of all viewers after that ply. `before` is room for a state. */
void match_follow(const tp_match *match, size_t ply, void *before, void *state, match_source *source,
                  tp_history histories[TP_MAX_SEATS + 1]);

/* The histories before any move was made: of the deal, or of the position that was set up. `state` is what it
 * led to. */
void match_histories_begin(const tp_match *match, const void *state, void *view, tp_history *histories);

/* Add a ply of the line to the histories; `before` is the state in which it began. */
void match_histories_add(const tp_match *match, size_t ply, const void *before, tp_history *histories);

/* tp_match_new; with `sealed` (or NULL) the deal key binds that list; and with `reading` the deal is told
 * instead of dealt, and without setup->key and setup->seeded the key is not known. */
tp_match *match_begin(const tp_match_setup *setup, const sealed_list *sealed, const match_reading *reading,
                      tp_error *error);

/* Make a move whose outcomes are known. Checked like tp_match_play, key or no key. */
tp_err match_play_told(tp_match *match, int seat, tp_move move, const tp_event *told, size_t count,
                       bool compare, tp_error *error);

#endif
