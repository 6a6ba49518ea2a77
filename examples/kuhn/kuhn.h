/* Kuhn poker: what a seat may know, and what the files of this folder share. */
#ifndef KUHN_KUHN_H
#define KUHN_KUHN_H

#include "rules.h"
#include "tapete/plugin.h"

typedef struct kuhn_view {
    kuhn_table table;
    uint8_t card[KUHN_SEATS]; /* KUHN_UNKNOWN: not known to the viewer */
    int8_t viewer;
} kuhn_view;

typedef struct kuhn_scratch {
    uint32_t unseen; /* the cards that the viewer does not know the place of, as a set */
} kuhn_scratch;

/* game.c */
extern const tp_game kuhn_game;
void kuhn_view_of(const void *state, int viewer, void *view);
tp_err kuhn_check(const void *state, tp_error *error);
tp_err kuhn_prepare(const void *view, void *scratch, tp_error *error);
void kuhn_imagine(const void *view, const void *scratch, void *state, tp_chance *chance);

/* words.c */
extern const char kuhn_rules_text[];
extern const char *const kuhn_move_names[]; /* ends with NULL */
extern const char *const kuhn_card_names[]; /* J, Q, K and "?"; ends with NULL */
void kuhn_move_text(tp_move move, char *text, size_t size);
tp_err kuhn_move_parse(const char *text, tp_move *out);
void kuhn_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err kuhn_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
void kuhn_move_help(const void *view, tp_move move, char *text, size_t size);
const char *kuhn_why_not(const void *view, tp_move move, char *sentence, size_t size);
void kuhn_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
               size_t size);

/* position.c */
json_t *kuhn_state_to_json(const void *state);
tp_err kuhn_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *kuhn_view_to_json(const void *view);
tp_err kuhn_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

#endif
