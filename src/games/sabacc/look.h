/* What the looks of the Sabacc table share: the words for what is to be seen. Inside look*.c only. */
#ifndef TAPETE_SABACC_LOOK_H
#define TAPETE_SABACC_LOOK_H

#include "games/sabacc/view.h"
#include "look/draw.h"

typedef struct scene {
    FILE *out;
    const look_style *style;
    const sabacc_view *view;
    const sabacc_table *table; /* of the view */
    const char *const *names;
    int me; /* the viewer's seat, or -1 */
} scene;

/* Who plays now: a seat, or -1 after the game. */
int scene_actor(const scene *s);
/* The seats from the viewer's left, clockwise; the viewer himself is left out. Returns how many. */
int scene_other_seats(const scene *s, uint32_t *seats);
bool scene_has(uint32_t set, uint32_t seat);
bool scene_has_token(const sabacc_table *table, uint32_t seat, uint32_t token);

/* ---- words; those with a size are appended to the text ---- */

const char *scene_family_title(uint32_t family);
const char *scene_card_word(uint32_t card);
/* "Cook the Books" for COOK_THE_BOOKS; written, not appended. */
void scene_token_title(uint32_t token, char *text, size_t size);
void scene_token_list(const scene *s, uint32_t seat, char *text, size_t size);
/* What a hand is worth as things stand; nothing where a card of it is not known. */
void scene_hand_worth(const scene *s, const uint8_t hand[SABACC_FAMILIES],
                      const uint8_t chosen[SABACC_FAMILIES], char *text, size_t size);
/* passed, immune, embargoed, free draw. */
void scene_flags(const scene *s, uint32_t seat, const char *between, char *text, size_t size);
/* What holds for the whole table until the reveal; empty if there is nothing. */
void scene_effects(const scene *s, const char *between, char *text, size_t size);
/* Round, turn and who began. */
void scene_heading(const scene *s, const char *between, char *text, size_t size);

/* ---- drawing ---- */

/* Two cards side by side; an Impostor with its value where one is chosen. */
void scene_add_hand(const scene *s, block *into, const uint8_t hand[SABACC_FAMILIES],
                    const uint8_t chosen[SABACC_FAMILIES]);
/* The reveal at the end of a round, of which `before` has the view of its last move, drawn or in sentences.
 */
void scene_draw_reveal(const scene *before, const sabacc_table *after);
/* The last one. */
void scene_draw_result(const scene *s);

/* The whole table in sentences. */
void scene_tell(const scene *s);

#endif
