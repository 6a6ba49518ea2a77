/* Mulle: what one viewer knows (§3, Information).
 *
 * The table and its piles are public. Of the hands a view holds those that its viewer knows, and never the
 * stock; what is not known is zero, so `known` can be played on as far as the viewer's own moves go. */
#ifndef TAPETE_MULLE_VIEW_H
#define TAPETE_MULLE_VIEW_H

#include "games/mulle/moves.h"
#include "tapete/game.h"

typedef struct mulle_view {
    mulle_state known;
    int8_t viewer;     /* seat, TP_SPECTATOR or TP_REVEALED */
    uint8_t unused[7]; /* zero */
} mulle_view;

TP_INLINE bool mulle_sees_hand(const mulle_view *view, uint32_t seat) {
    return view->viewer == (int)seat || view->viewer == TP_REVEALED;
}

/* What imagining worlds behind one view needs. A class is the unseen cards of one hand value that a hidden
 * hand is known to hold a card of; class 0 is all others. */
enum { MULLE_MAX_CLASSES = MULLE_MOST_VALUE, MULLE_MAX_WAYS = 7000 };

typedef struct mulle_scratch {
    mulle_cards unseen;
    uint64_t class_types[MULLE_MAX_CLASSES];
    uint8_t least[MULLE_MAX_CLASSES][MULLE_SEATS]; /* how many of a class a hand holds at least: 0 or 1 */
    uint8_t hidden[MULLE_SEATS];                   /* cards of each hand that are not known */
    uint8_t class_count;
    uint8_t by_trial; /* hands so large that counting would take too much room: try until it fits */
    /* ways[class][a][b]: in how many ways can a cards for A and b for B be chosen from this class and those
     * after it? */
    double ways[MULLE_MAX_WAYS];
} mulle_scratch;

/* Parts of the contract, in the files that are named after them. */

/* check.c */
tp_err mulle_check(const void *state, tp_error *error);
/* Everything but hands and stock. */
tp_err mulle_check_table(const mulle_state *state, tp_error *error);

/* notation.c */
extern const char *const mulle_seat_names[]; /* "A", "B", ends with NULL */
void mulle_move_text(tp_move move, char *text, size_t size);
tp_err mulle_move_parse(const char *text, tp_move *out);
tp_move mulle_meant(const void *view, tp_move move);
void mulle_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err mulle_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
/* "KL3", "RU10", "HJA"; and back, MULLE_NO_CARD where it is none. */
const char *mulle_card_text(uint32_t card);
uint32_t mulle_card_parse(const char *text);

/* sentences.c, reasons.c */
extern const char mulle_rules_text[];
const char *mulle_why_not(const void *view, tp_move move, char *sentence, size_t size);
void mulle_move_name(const void *view, tp_move move, char *text, size_t size);
void mulle_move_help(const void *view, tp_move move, char *text, size_t size);
/* The build of this value that a move leads to, and whether it is locked. */
mulle_cards mulle_built(const mulle_view *before, uint32_t seat, tp_move move, uint32_t value,
                        bool *is_locked);
/* The table after a move, before anything is dealt. */
mulle_state mulle_play_openly(const mulle_view *before, uint32_t seat, tp_move move);
void mulle_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size);

/* data.c */
extern const tp_member mulle_move_members[];
extern const tp_member mulle_view_fields[];
void mulle_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);

/* position.c */
json_t *mulle_state_to_json(const void *state);
tp_err mulle_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *mulle_view_to_json(const void *view);
size_t mulle_view_text(const void *view, char *text, size_t size);
tp_err mulle_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

/* observe.c */
extern const tp_field mulle_observe_fields[];
extern const tp_field mulle_observe_move_fields[];
void mulle_observe(const void *view, uint8_t *out);
void mulle_observe_move(const void *view, tp_move move, uint8_t *out);

/* view.c */
tp_err mulle_prepare(const void *view, void *scratch, tp_error *error);
void mulle_imagine(const void *view, const void *scratch, void *state, tp_chance *chance);
/* Cards that the viewer does not see: in a hidden hand, in the stock or set aside. */
mulle_cards mulle_unseen(const mulle_view *view);

/* The greedy player of §12.1, in game.c, which is built twice: a legal move for the actor, of whom alone it
 * looks at the hand. */
tp_move mulle_greedy(const mulle_state *known);
tp_move mulle_greedy_bmi2(const mulle_state *known);

#endif
