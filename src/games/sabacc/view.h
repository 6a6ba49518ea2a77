/* Kessel Sabacc: what one viewer knows (§7).
 *
 * The table is public by its type. Of the cards a view holds those that its viewer knows; every other one is
 * SABACC_UNKNOWN_CARD. */
#ifndef TAPETE_SABACC_VIEW_H
#define TAPETE_SABACC_VIEW_H

#include "games/sabacc/rules.h"
#include "tapete/game.h"

typedef struct sabacc_view {
    sabacc_table table;
    uint8_t hand[SABACC_SEATS][SABACC_FAMILIES]; /* a card, SABACC_UNKNOWN_CARD, or SABACC_NO_CARD */
    uint8_t drawn;     /* phase KEEP: the card being decided on; else SABACC_NO_CARD */
    int8_t viewer;     /* seat, TP_SPECTATOR or TP_REVEALED */
    uint8_t unused[6]; /* zero */
} sabacc_view;

/* What imagining worlds behind one view needs. */
typedef struct sabacc_scratch {
    sabacc_state known;               /* the world as far as it is known */
    uint64_t unseen[SABACC_FAMILIES]; /* cards that are somewhere unknown, as lanes */
    uint8_t unseen_count[SABACC_FAMILIES];
    uint8_t hidden_seats[SABACC_FAMILIES]; /* seats whose card is not known */
    uint8_t hidden_drawn[SABACC_FAMILIES]; /* the drawn card is of this family and not known */
} sabacc_scratch;

/* Parts of the contract, in the files that are named after them. */

/* check.c */
tp_err sabacc_check(const void *state, tp_error *error);
tp_err sabacc_check_table(const sabacc_table *table, tp_error *error);
/* No card exists too often. */
tp_err sabacc_check_copies(const sabacc_view *view, tp_error *error);
/* The cards of a family that the view names, as lanes. */
uint64_t sabacc_named_cards(const sabacc_view *view, uint32_t family);

/* notation.c */
extern const char *const sabacc_token_names[]; /* by number, ends with NULL */
extern const char *const sabacc_phase_names[];
extern const char *const sabacc_family_names[];
void sabacc_move_text(tp_move move, char *text, size_t size);
tp_err sabacc_move_parse(const char *text, tp_move *out);
void sabacc_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err sabacc_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
/* "1".."6", "I", "S", "?"; and back, SABACC_NO_CARD where it is none. */
const char *sabacc_card_text(uint32_t card);
uint32_t sabacc_card_parse(const char *text);

/* sentences.c */
extern const char sabacc_rules_text[];
const char *sabacc_why_not(const void *view, tp_move move, char *sentence, size_t size);
void sabacc_move_help(const void *view, tp_move move, char *text, size_t size);
void sabacc_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                 size_t size);

/* data.c */
extern const tp_member sabacc_move_members[];
extern const tp_member sabacc_view_fields[];
void sabacc_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);
/* The card that a keep or a refusal discards; none of the cards if the viewer does not know it. */
uint32_t sabacc_put_down(const sabacc_view *before, const sabacc_view *after, uint32_t seat, bool keeps);

/* position.c */
json_t *sabacc_state_to_json(const void *state);
tp_err sabacc_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *sabacc_view_to_json(const void *view);
size_t sabacc_view_text(const void *view, char *text, size_t size);
tp_err sabacc_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

/* observe.c */
extern const tp_field sabacc_observe_fields[];
extern const tp_field sabacc_observe_move_fields[];
void sabacc_observe(const void *view, uint8_t *out);
void sabacc_observe_move(const void *view, tp_move move, uint8_t *out);
uint32_t sabacc_action_count(const tp_options *options);
uint32_t sabacc_action_of(const void *view, tp_move move);
tp_move sabacc_move_of(const void *view, uint32_t action);

/* view.c */
void sabacc_view_of(const void *state, int viewer, void *view);
tp_err sabacc_prepare(const void *view, void *scratch, tp_error *error);
void sabacc_imagine(const void *view, const void *scratch, void *state, tp_chance *chance);

#endif
