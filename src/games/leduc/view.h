/* Leduc poker: what one viewer knows, and what the files of this folder share. */
#ifndef TAPETE_LEDUC_VIEW_H
#define TAPETE_LEDUC_VIEW_H

#include "games/leduc/rules.h"
#include "tapete/game.h"

typedef struct leduc_view {
    leduc_table table;
    uint8_t card[LEDUC_SEATS]; /* LEDUC_UNKNOWN_CARD: not known to the viewer */
    int8_t viewer;             /* seat, TP_SPECTATOR or TP_REVEALED */
} leduc_view;

typedef struct leduc_scratch {
    uint32_t unseen; /* the cards whose place the viewer does not know, as a set */
} leduc_scratch;

/* view.c */
tp_err leduc_check(const void *state, tp_error *error);
void leduc_view_of(const void *state, int viewer, void *view);
tp_err leduc_prepare(const void *view, void *scratch, tp_error *error);
void leduc_imagine(const void *view, const void *scratch, void *state, tp_chance *chance);
json_t *leduc_state_to_json(const void *state);
tp_err leduc_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *leduc_view_to_json(const void *view);
tp_err leduc_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

/* observe.c */
extern const tp_field leduc_observe_fields[];
extern const tp_field leduc_observe_move_fields[];
void leduc_observe(const void *view, uint8_t *numbers);
void leduc_observe_move(const void *view, tp_move move, uint8_t *numbers);
uint32_t leduc_action_count(const tp_options *options);
uint32_t leduc_action_of(const void *view, tp_move move);
tp_move leduc_move_of(const void *view, uint32_t action);

/* words.c */
extern const char leduc_rules_text[];
extern const char *const leduc_move_names[]; /* end with NULL */
extern const char *const leduc_card_names[]; /* Js .. Kh and "?" */
extern const tp_member leduc_move_members[];
extern const tp_member leduc_view_fields[];
void leduc_move_text(tp_move move, char *text, size_t size);
tp_err leduc_move_parse(const char *text, tp_move *out);
void leduc_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err leduc_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
void leduc_move_help(const void *view, tp_move move, char *text, size_t size);
const char *leduc_why_not(const void *view, tp_move move, char *sentence, size_t size);
void leduc_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size);
void leduc_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);
/* "a pair of kings", "king high"; a new sentence part in the language of this thread. `board` may be
 * LEDUC_NO_CARD. */
const char *leduc_hand_name(uint32_t card, uint32_t board);

#endif
