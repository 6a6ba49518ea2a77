/* What the looks of the Mus table share: the words for what is to be seen. Inside look*.c only. */
#ifndef TAPETE_MUS_LOOK_H
#define TAPETE_MUS_LOOK_H

#include "games/mus/view.h"
#include "look/table.h"

typedef struct mesa {
    FILE *out;
    const look_style *style;
    const mus_view *view;
    const mus_table *table; /* of the view */
    const char *const *names;
    int me;         /* the viewer's seat, or -1 */
    uint32_t front; /* the seat that is drawn in front */
} mesa;

enum { MESA_LABEL = 8 };

/* Who speaks now: a seat, or -1 after the match. */
int mesa_actor(const mesa *s);
bool mesa_has(uint32_t set, uint32_t seat);
/* Highest first by what the cards count as; unknown cards and empty places last. Returns how many cards there
 * are. */
uint32_t mesa_sorted(const mesa *s, const uint8_t hand[MUS_HAND], uint8_t sorted[MUS_HAND]);

/* ---- words; those with a size are appended to the text ---- */

/* "Grande", with its gloss: the lance of a phase. */
const char *mesa_lance_title(uint32_t phase);
const char *mesa_lance_gloss(uint32_t phase);
/* "rey of oros". */
void mesa_card_words(uint32_t card, char *text, size_t size);
/* What a hand is worth in pares, and in juego or punto; nothing where a card of it is not known. */
void mesa_pares_worth(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size);
void mesa_juego_worth(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size);
/* partner, mano. */
void mesa_roles(const mesa *s, uint32_t seat, const char *between, char *text, size_t size);
/* What a seat has said or put down in the phase at hand; what it has declared; both. */
void mesa_call(const mesa *s, uint32_t seat, char *text, size_t size);
void mesa_declared(const mesa *s, uint32_t seat, char *text, size_t size);
void mesa_flags(const mesa *s, uint32_t seat, const char *between, char *text, size_t size);
/* Whose score it is: "You and Mus-bot 2", or in short "We" and "They". */
void mesa_side_names(const mesa *s, uint32_t side, char *text, size_t size);
const char *mesa_side_short(const mesa *s, uint32_t side, char *text, size_t size);
/* How a lance stands: what was bet in it, who takes it. Empty before it begins. */
void mesa_lance_state(const mesa *s, uint32_t lance, char *text, size_t size);
/* What the juego and the match are played to, and how far the match is. */
void mesa_heading(const mesa *s, const char *between, char *text, size_t size);
/* "Pares 3 to us": the entries of the last count. */
void mesa_count(const mesa *s, const char *between, char *text, size_t size);

/* "us", "them", or a name: who got something. */
const char *mesa_side_object(const mesa *s, uint32_t side, char *text, size_t size);
/* A hand that was shown, in a line, with a name and a remark before it. */
void mesa_show_hand(const mesa *s, uint32_t seat, const uint8_t hand[MUS_HAND], const char *remark,
                    int columns);

/* The count at the end of a hand, and how the match went (look_reveal.c). */
void mesa_reveal(const mesa *s, const look_ply *ply);
void mus_story(const void *view, char *text, size_t size);

/* What a hand is in sentences, appended. */
void mesa_tell_hand(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size);
/* The whole table in sentences, and the end of the match. */
void mesa_tell(const mesa *s);
void mesa_tell_result(const mesa *s);

#endif
