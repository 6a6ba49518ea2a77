/* Matches and records.
 *
 * A match owns a state, a log and the chance that feeds it. Its log is the truth: the state is what comes out
 * when the log is applied to the options, so undo, replay, resuming and reviewing are all "apply the log". A
 * record is the log in a file, one JSON object per line; docs/record.md is its description.
 *
 * Chance in a match is a dealer: outcome i of kind k after the e-th shuffle is a keyed function of (key, k,
 * e, i), so what has been seen tells nothing about what comes, and the order of a pile does not depend on
 * what players do. A hash of the key, the commitment, is known before the first card; afterwards the key is
 * revealed and anyone can check. */
#ifndef TAPETE_MATCH_H
#define TAPETE_MATCH_H

#include "tapete/agent.h"
#include "tapete/history.h"

#include <stdio.h>

TP_BEGIN_DECLS

/* ---- the dealer ---- */

enum { TP_KEY_SIZE = 32, TP_COMMITMENT_SIZE = 32, TP_CONTRIBUTION_SIZE = 32 };

/* Random bytes that a seat adds to the deal after it has seen the commitment. */
typedef struct tp_contribution {
    uint8_t size; /* 0: none */
    uint8_t bytes[TP_CONTRIBUTION_SIZE];
} tp_contribution;

/* 32 bytes from the system's generator. */
void tp_key_random(uint8_t key[TP_KEY_SIZE]);

/* The key of a seed: repeatable, and therefore not secret. */
void tp_key_from_seed(uint8_t key[TP_KEY_SIZE], uint64_t seed);

/* The hash that is shown before the first card. */
void tp_commitment(const uint8_t key[TP_KEY_SIZE], uint8_t out[TP_COMMITMENT_SIZE]);

/* The number behind one outcome: uniform in 64 bits. The outcome is the first whose running total of weights
 * exceeds (number x total) / 2^64. `deal_key` is what tp_deal_key mixes from key and contributions. */
void tp_deal_key(const uint8_t key[TP_KEY_SIZE], const tp_contribution *contributions, int seats,
                 uint8_t out[TP_KEY_SIZE]);
uint64_t tp_deal_number(const uint8_t deal_key[TP_KEY_SIZE], const char *kind, uint32_t shuffle,
                        uint32_t index);

/* ---- a match ---- */

typedef struct tp_match tp_match;

/* A moment of another match: after this many of its moves. */
typedef struct tp_origin {
    uint8_t commitment[TP_COMMITMENT_SIZE]; /* of that match */
    int ply;
} tp_origin;

/* How a match begins. Zero it, then fill in what is wanted. */
typedef struct tp_match_setup {
    const tp_game *game;
    const tp_options *options;       /* NULL: defaults */
    const char *seats[TP_MAX_SEATS]; /* who sits where, for the record; NULL: "" */
    const uint8_t *key;              /* TP_KEY_SIZE bytes; NULL: the system's generator */
    bool seeded;                     /* the key comes from a seed, and the record says so */
    uint64_t seed;
    tp_contribution contributions[TP_MAX_SEATS];
    const char *const
        *script; /* outcomes in words, used before the dealer; each kind is a queue of its own */
    size_t script_count;
    const json_t *position;  /* begin here instead of dealing */
    const tp_origin *origin; /* where the position comes from, for the record; NULL: it is not said */
} tp_match_setup;

/* Begin a match: the first cards are dealt. NULL with an error if options, script or position are wrong.
 */
tp_match *tp_match_new(const tp_match_setup *setup, tp_error *error);
void tp_match_free(tp_match *match); /* NULL is fine */

const tp_game *tp_match_game(const tp_match *match);
const tp_options *tp_match_options(const tp_match *match);
int tp_match_seats(const tp_match *match);
const tp_shape *tp_match_shape(const tp_match *match);
const char *tp_match_seat_name(const tp_match *match, int seat);
int tp_match_actor(const tp_match *match);
void tp_match_commitment(const tp_match *match, uint8_t out[TP_COMMITMENT_SIZE]);
bool tp_match_origin(const tp_match *match, tp_origin *out); /* false: it does not continue another */

/* The state, only for the owner of the match: scripts, records, tests. */
const void *tp_match_state(const tp_match *match);

/* What a viewer may know now. TP_REVEALED is refused (false, view untouched) until the game is over. */
bool tp_match_view(const tp_match *match, int viewer, void *view);

/* What a move stands for here, for the seat that is to act (`meant` in game.h). */
tp_move tp_match_meant(const tp_match *match, tp_move move);

/* Play a move for a seat. On anything but TP_OK nothing has changed. TP_E_REFUSED carries a reason code.
 * These are tried in this order: GAME_OVER, NOT_YOUR_TURN, NO_KEY (below, tp_record_read), UNKNOWN_MOVE, then
 * the game's own code or NOT_LEGAL. UNKNOWN_MOVE and what comes after it also list what is legal in
 * `error->legal`, and the sentence of an illegal move is the reason alone, without the move. TP_E_CHANCE: a
 * scripted outcome is impossible here. */
tp_err tp_match_play(tp_match *match, int seat, tp_move move, tp_error *error);
tp_err tp_match_play_text(tp_match *match, int seat, const char *text, tp_error *error);

/* The log as plies: ply 0 is the deal, ply n the n-th move with the outcomes that followed it. */
int tp_match_plies(const tp_match *match); /* moves made and not undone */
size_t tp_match_ply_events(const tp_match *match, int ply, const tp_event **events);
bool tp_match_undone(const tp_match *match); /* a move was ever taken back: the match is not rated */

/* Take back the last `count` moves. The same outcomes come again: the dealer has one order. False, and
 * nothing changed, if there are not so many. */
bool tp_match_undo(tp_match *match, int count);

/* End the match here: these seats, a bit for each, give up. Partners resign together, so the seats of
 * their sides are added. Refused, reason GAME_OVER, after the end. An undo takes it back with the last
 * moves. */
tp_err tp_match_resign(tp_match *match, uint32_t seats, tp_error *error);
uint32_t tp_match_resigned(const tp_match *match);

/* How the match ended, for each seat: what the rules say or, after a resignation, -1 shared by the sides that
 * gave up and +1 shared by the others. The scores are those of the moment. All returns are zero before the
 * end. */
void tp_match_result(const tp_match *match, float *returns, int32_t *scores);

/* The state after ply n, by applying the log; n <= plies. The caller's memory of state_size. */
void tp_match_state_at(const tp_match *match, int ply, void *state);

/* The same for a view. TP_REVEALED only once the match is over. */
bool tp_match_view_at(const tp_match *match, int ply, int viewer, void *view);

/* The same of plies `first` to `last`, one after the other, into `views`, which has room for them. The log
 * is replayed once for all of them. False, views untouched, if there are no such plies or this viewer may
 * not see them. */
bool tp_match_view_plies(const tp_match *match, int first, int last, int viewer, void *views);

/* What a viewer, a seat or TP_SPECTATOR, has seen so far, as a key (history.h). A match that began from a
 * position starts from the view of that; an undo takes the key back with the moves. A resignation is no event
 * of the game and not part of it. False, and `out` untouched, for any other viewer. */
bool tp_match_history(const tp_match *match, int viewer, tp_history *out);

/* The same after ply n. A spectator who is shown the game n plies late has this key, not the latest one.
 * False also without memory and if there is no such ply. */
bool tp_match_history_at(const tp_match *match, int ply, int viewer, tp_history *out);

/* What a viewer would tell of ply n: sentences, one per line. `text` grows as needed; free it. NULL without
 * memory. */
char *tp_match_tell(const tp_match *match, int ply, int viewer);

/* The same of plies `first` to `last`, one after the other, into `texts`, which has room for them; free each.
 * The match is gone through once for all of them. False, and no texts, without memory or if there are no
 * such plies. */
bool tp_match_tell_plies(const tp_match *match, int first, int last, int viewer, char **texts);

/* What a viewer learns of plies `first` to `last`, event by event: `seen` is the projected event,
 * `view_before` is NULL in the deal. The match is gone through once for all of them. False, and nothing
 * taken, without memory or if there are no such plies. */
typedef void (*tp_take_seen)(void *context, int ply, const void *view_before, const tp_event *seen,
                             const void *view_after);
bool tp_match_each_seen(const tp_match *match, int first, int last, int viewer, tp_take_seen take,
                        void *context);

/* The projected events of ply n as data, as servers send them: a new JSON object with `move`, `made` and
 * `drawn` (docs/protocol.md). NULL without memory or if there is no such ply. */
json_t *tp_match_seen_to_json(const tp_match *match, int ply, int viewer);

/* Show an agent that follows the game (tp_agent_observe) what its seat saw of plies `first` to `last`. The
 * match is gone through once for all of them. */
void tp_match_show(const tp_match *match, int first, int last, int seat, tp_agent *agent);

/* ---- records ---- */

enum { TP_RECORD_VERSION = 1 };

/* Append everything that the file does not have yet: at first the header and the deal, then a line for each
 * ply, undo, and at the end result and key. The file is made with mode 0600, and while the game runs its key
 * lies beside it in PATH.key, 0600 too, removed when the game has ended and the key stands in the record
 * itself. */
typedef struct tp_record tp_record;
tp_record *tp_record_create(const char *path, const tp_match *match, tp_error *error);
/* Go on with the file that the match was read from. */
tp_record *tp_record_append(const char *path, const tp_match *match, tp_error *error);
tp_err tp_record_update(tp_record *record, const tp_match *match, tp_error *error);
void tp_record_close(tp_record *record); /* NULL is fine */

/* Write the whole record (and its key file) in one go: beside, then renamed. On failure an older file at
 * `path` is as it was. */
tp_err tp_record_save(const char *path, const tp_match *match, tp_error *error);

/* The lines of the record from journal entry *entries on, 0 being the beginning; at the end of the game
 * with result and key. *entries becomes what to begin with next time. For programs that do not keep
 * records in files: the lines hold every card. A new string, free it; NULL without memory. */
char *tp_record_lines(const tp_match *match, size_t *entries);

/* The key of a match, for the keeper of its record; false if it is not known. */
bool tp_match_key(const tp_match *match, uint8_t out[TP_KEY_SIZE]);

/* Set the key of a match that was read without it. False if it does not match the commitment. */
bool tp_match_set_key(tp_match *match, const uint8_t key[TP_KEY_SIZE]);

/* What reading a record found, beyond the match. */
typedef struct tp_record_info {
    bool finished; /* has a result */
    bool has_key;  /* the key is revealed, or was found beside the file */
    bool cut;      /* the last line was cut off by a crash, and was dropped */
    bool seeded;
    size_t lines;         /* complete lines */
    long long good_bytes; /* where the complete lines end */
} tp_record_info;

/* Read a record and replay it. Damage is an error with its line number; a last line without its end is
 * dropped and noted. A match whose key is not known can be shown but not continued (tp_match_play answers
 * TP_E_REFUSED, reason NO_KEY). */
tp_match *tp_record_read(const char *path, tp_record_info *info, tp_error *error);
tp_match *tp_record_parse(const char *text, size_t size, tp_record_info *info, tp_error *error);

/* Check commitment, every outcome, every move and the result. TP_OK: the deal is what was committed to, and
 * the report says so. TP_E_REFUSED: it is a record, but WRONG_KEY, WRONG_SEAL or WRONG_OUTCOME: it was not
 * dealt as committed to, WRONG_MOVE or WRONG_RESULT: no game goes so, NOT_FINISHED: the key is not revealed
 * yet, SCRIPTED: some outcomes were given by a script. Anything else: it cannot be read. */
tp_err tp_record_verify(const char *path, char *report, size_t report_size, tp_error *error);

TP_END_DECLS
#endif
