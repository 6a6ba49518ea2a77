/* Mus: what one viewer knows (§11).
 *
 * The table is public by its type. Of the cards a view holds the own hand and everything that the viewer has
 * put down in this hand, also what went back into the stock since; when the match is over, all hands. */
#ifndef TAPETE_MUS_VIEW_H
#define TAPETE_MUS_VIEW_H

#include "games/mus/rules.h"
#include "tapete/game.h"

typedef struct mus_view {
    mus_table table;
    uint8_t hands[MUS_SEATS][MUS_HAND]; /* cards, MUS_UNKNOWN_CARD, MUS_NO_CARD */
    uint64_t discards;                  /* own cards in the discard pile */
    uint64_t latest;                    /* those of them that were put down in the round under way */
    uint64_t returned; /* own discards of this hand that went back into the stock: anywhere now */
    int8_t viewer;     /* seat, TP_SPECTATOR or TP_REVEALED */
    uint8_t unused[7]; /* zero */
} mus_view;

/* ---- worlds ---- */

enum { MUS_MOST_CLASSES = MUS_CLASSES_4 };

/* Parts that a random number is cut into, each with the class where it begins. */
enum { MUS_GUIDES = 256 };

/* The hands that one hidden seat may have: classes as nibbles of effective ranks, and how many hands there
 * are up to each. */
typedef struct mus_hidden_hand {
    uint32_t running_total[MUS_MOST_CLASSES];
    uint16_t ranks[MUS_MOST_CLASSES];
    uint16_t guide[MUS_GUIDES];
    uint32_t count;
} mus_hidden_hand;

/* What imagining worlds behind one view needs. */
typedef struct mus_scratch {
    mus_state known;                /* the world as far as it is known */
    uint64_t pool;                  /* cards that are somewhere unknown */
    uint64_t rank_cards[MUS_RANKS]; /* those of each effective rank */
    uint8_t seats[MUS_SEATS];       /* the seats with hidden hands */
    uint8_t cards[MUS_SEATS];       /* how many cards each of them has */
    uint8_t seat_count;
    uint8_t has_types;    /* declarations limit the hidden hands */
    uint8_t deal_and_try; /* faster here: deal freely and look whether the declarations hold */
    mus_hidden_hand hidden[MUS_SEATS];
} mus_scratch;

/* view.c; worlds.h has the hot forms of prepare and imagine */
void mus_view_of(const void *state, int viewer, void *view);
tp_err mus_prepare(const void *view, void *scratch, tp_error *error);
void mus_imagine(const void *view, const void *scratch, void *state, tp_chance *chance);
/* Legal moves of the actor whose hand this is, ascending. */
int mus_list_legal(const mus_table *table, const uint8_t hand[MUS_HAND], tp_move *out);

/* rules of a set of options (options.c) */
extern const tp_option mus_options[];
void mus_settle(tp_options *options, const void *position);
void mus_rules_from_options(const tp_options *options, mus_rules *out);
/* The first mano, or -1 if it is drawn. Fails if there is no such seat. */
tp_err mus_first_mano(const tp_options *options, uint32_t seats, int *mano, tp_error *error);

/* A hand as people see it: the highest card first, of those that count alike the real king or ace; unknown
 * cards last. Returns how many there are. */
uint32_t mus_sort_to_show(const mus_rules *rules, const uint8_t hand[MUS_HAND], uint8_t sorted[MUS_HAND]);

/* check.c */
tp_err mus_check(const void *state, tp_error *error);
tp_err mus_check_table(const mus_table *table, tp_error *error);

/* notation.c */
extern const char *const mus_phase_names[];
extern const char *const mus_result_names[];
extern const char mus_rank_names[];
extern const char mus_suit_names[];
void mus_card_text(uint32_t card, char text[4]);
void mus_move_text(tp_move move, char *text, size_t size);
tp_err mus_move_parse(const char *text, tp_move *out);
tp_move mus_meant(const void *view, tp_move move);
void mus_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err mus_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
uint64_t mus_outcome_set(uint32_t kind, uint32_t loose);
bool mus_word_fits(const char *expected, const char *found);
/* "grande:deje": the reason of an entry in the log; and back, 255 if there is none such. */
void mus_reason_text(uint32_t reason, char *text, size_t size);
uint32_t mus_reason_parse(const char *text);

/* sentences.c */
extern const char mus_rules_text[];
const char *mus_why_not(const void *view, tp_move move, char *sentence, size_t size);
void mus_move_name(const void *view, tp_move move, char *text, size_t size);
void mus_move_help(const void *view, tp_move move, char *text, size_t size);
/* The cards of the actor's hand that a discard puts down, and how many; 0 if the viewer does not see the
 * hand. */
uint32_t mus_find_discard(const mus_view *view, tp_move move, uint8_t found[MUS_HAND]);
uint32_t mus_count_discard(tp_move move);
void mus_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text, size_t size);

/* data.c */
extern const tp_member mus_move_members[];
extern const tp_member mus_view_fields[];
void mus_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);

/* position_write.c, position_read.c */
json_t *mus_state_to_json(const void *state);
tp_err mus_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *mus_view_to_json(const void *view);
size_t mus_view_text(const void *view, char *text, size_t size);
tp_err mus_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

/* observe.c */
extern const tp_field mus_observe_fields[];
extern const tp_field mus_observe_move_fields[];
void mus_observe(const void *view, uint8_t *out);
void mus_observe_move(const void *view, tp_move move, uint8_t *out);
uint32_t mus_action_count(const tp_options *options);
uint32_t mus_action_of(const void *view, tp_move move);
tp_move mus_move_of(const void *view, uint32_t action);

#endif
