/* Bruno: what one viewer knows (§5), and the parts of the contract by file.
 *
 * The table is public by its type. Of the cards a view holds those that its viewer knows: the own hand, and
 * of other hands what everybody saw going there. Every hidden card is BRUNO_UNKNOWN_CARD. */
#ifndef TAPETE_BRUNO_VIEW_H
#define TAPETE_BRUNO_VIEW_H

#include "games/bruno/rules.h"
#include "tapete/game.h"
#include "tapete/sentence.h"

enum { BRUNO_UNKNOWN_CARD = 0xfe };

typedef struct bruno_view {
    bruno_table table;
    uint64_t hand[BRUNO_SEATS];                     /* the cards that the viewer knows */
    uint64_t seen[BRUNO_SEATS];                     /* the viewer's own; zero for the others */
    uint8_t hidden[BRUNO_SEATS][BRUNO_HIDDEN_EACH]; /* a card, BRUNO_UNKNOWN_CARD, or BRUNO_NO_CARD */
    int8_t viewer;                                  /* seat, TP_SPECTATOR or TP_REVEALED */
    uint8_t unused[3];                              /* zero */
} bruno_view;

/* ---- worlds: see worlds.h ---- */

enum {
    BRUNO_PLACES = BRUNO_SEATS + 1,      /* the hands and, last, the hidden cards */
    BRUNO_MAX_CLASSES = 2 * BRUNO_RANKS, /* every rank, seen and unseen */
    BRUNO_MAX_COUNTS = 40000
};

/* Cards that may go to the same places. */
typedef struct bruno_class {
    uint64_t cards;
    uint32_t size;
    uint32_t places;             /* bit p is place p */
    uint32_t low[BRUNO_PLACES];  /* what can be left to fill in each place before this class is dealt out: */
    uint32_t high[BRUNO_PLACES]; /* from low to high */
    uint32_t stride[BRUNO_PLACES]; /* 0 for the place that follows from the others */
    uint32_t offset;               /* of its counts */
} bruno_class;

/* What imagining worlds behind one view needs. */
typedef struct bruno_scratch {
    bruno_state known; /* the world as far as it is known */
    int32_t viewer;
    uint32_t place_count, class_count;
    uint32_t following; /* if there is no rest: the place whose cards follow from the others; else
                           BRUNO_PLACES */
    uint32_t place_size[BRUNO_PLACES];  /* unknown cards there */
    uint32_t place_seats[BRUNO_PLACES]; /* whose hands share this place; 0: it is the hidden cards */
    uint32_t rest_seats;                /* whose unknown hand cards can be any */
    uint32_t hidden_in_rest;            /* so can the hidden cards */
    uint32_t unknown_count[BRUNO_SEATS];
    uint64_t rest; /* cards that only the rest can have */
    uint32_t unknown_seats, hidden_seats;
    bruno_class classes[BRUNO_MAX_CLASSES + 1];
    double choose[(BRUNO_CARDS + 1) * (BRUNO_CARDS + 2) / 2]; /* Pascal's triangle */
    double counts[BRUNO_MAX_COUNTS];
} bruno_scratch;

/* check.c */
tp_err bruno_check(const void *state, tp_error *error);
/* Can forced pick-ups imply this set of ranks for so many cards of a hand that are not known? */
bool bruno_can_be_implied(uint32_t ranks, uint32_t cards, bool strict_nine);

/* notation.c */
extern const char *const bruno_rank_names[]; /* ends with NULL */
void bruno_move_text(tp_move move, char *text, size_t size);
tp_err bruno_move_parse(const char *text, tp_move *out);
void bruno_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size);
tp_err bruno_outcome_parse(uint32_t kind, const char *text, uint32_t *out);
uint64_t bruno_outcome_set(uint32_t kind, uint32_t loose);
bool bruno_word_fits(const char *expected, const char *found);
/* "4s", "10h", "?"; 4 bytes of room will do. */
void bruno_card_text(uint32_t card, char *text, size_t size);
/* Read "4", "10h": the rank, and the suit or BRUNO_SUITS if none is given. False: no card. */
bool bruno_card_parse(const char *text, uint32_t *rank, uint32_t *suit);

/* sentences.c */
extern const char bruno_rules_text[];
const char *bruno_why_not(const void *view, tp_move move, char *sentence, size_t size);
/* "a 4", "an 8", "two kings". */
tp_phrase bruno_cards_of(uint32_t rank, uint32_t copies);
void bruno_move_help(const void *view, tp_move move, char *text, size_t size);
void bruno_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size);

/* data.c */
extern const tp_member bruno_move_members[];
extern const tp_member bruno_view_fields[];
void bruno_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out);

/* position.c */
json_t *bruno_state_to_json(const void *state);
tp_err bruno_state_from_json(const json_t *json, const tp_options *options, void *state, tp_error *error);
json_t *bruno_view_to_json(const void *view);
size_t bruno_view_text(const void *view, char *text, size_t size);
tp_err bruno_view_from_json(const json_t *json, const tp_options *options, void *view, tp_error *error);

/* observe.c */
extern const tp_field bruno_observe_fields[];
extern const tp_field bruno_observe_move_fields[];
void bruno_observe(const void *view, uint8_t *out);
void bruno_observe_move(const void *view, tp_move move, uint8_t *out);
uint32_t bruno_action_count(const tp_options *options);
uint32_t bruno_action_of(const void *view, tp_move move);
tp_move bruno_move_of(const void *view, uint32_t action);

/* view.c */
void bruno_view_of(const void *state, int viewer, void *view);
tp_err bruno_prepare(const void *view, void *scratch, tp_error *error);
/* Cards whose place the viewer does not know: in other hands or hidden. */
uint64_t bruno_unplaced(const bruno_view *view);
/* The same function for every processor; the game has a build of its own (worlds.h). */
void bruno_imagine_anywhere(const void *view, const void *scratch, void *state, tp_chance *chance);

#endif
