/* Tables: how a view looks in a terminal, line by line. Fed from views alone.
 *
 * A game may have a table of its own; one that has none is shown on the generic table, which is made from
 * the view's JSON. */
#ifndef TAPETE_LOOK_TABLE_H
#define TAPETE_LOOK_TABLE_H

#include "tapete/tapete.h"

#include <stdio.h>

typedef struct look_style {
    bool colour;
    bool plain; /* for screen readers and pipes: sentences and lists, no boxes, no drawing characters */
    bool ascii; /* the locale has no UTF-8 */
    int width;  /* columns, at least 40 */
    bool airy;  /* the window is high: there is room for empty lines */
    bool large; /* so high and wide that cards are drawn larger */
    bool low;   /* it is so low that cards are named in lines, not drawn */
    bool least; /* even lower: what is only there for completeness is left out */
    bool marks; /* what can be pressed is marked (draw.h) */
} look_style;

/* Something that can be pressed: its name, and the word of a move that it stands for. */
enum { LOOK_NAME_SIZE = 24, LOOK_WORD_SIZE = 40 };
typedef struct look_thing {
    char name[LOOK_NAME_SIZE], word[LOOK_WORD_SIZE];
} look_thing;

/* A move as one viewer saw it: what he knew before and after, and the move itself, projected. */
typedef struct look_ply {
    const void *before, *after;
    tp_event move;
} look_ply;

typedef struct look_table {
    const char *game; /* NULL: any */
    /* Draw the table as the viewer sees it. `names` are the players at the seats, TP_MAX_SEATS pointers,
     * NULL past the last seat; `me` is the viewer's seat, or -1. NULL: the game has no table of its own. */
    void (*draw)(FILE *out, const look_style *style, const tp_game *game, const void *view,
                 const char *const *names, int me);
    /* What is to be seen once the game is over, the last cards say. The standing itself is told by the caller
     * that asks. NULL: the table is drawn. */
    void (*result)(FILE *out, const look_style *style, const tp_game *game, const void *view,
                   const char *const *names, int me);
    /* The words that a move consists of, with spaces between: those that marks on the table stand for. NULL:
     * its notation, taken apart at commas and before @. */
    void (*words)(const void *view, tp_move move, char *text, size_t size);

    /* A legal move as people say it in the language of the thread; seats are marked {0}, {1}. NULL:
     * tp_move_label. */
    void (*label)(const look_style *style, const void *view, tp_move move, char *text, size_t size);
    /* How a card that sentences mark is drawn, "♣3" for "KL3"; false: as it is written. NULL: all are. */
    bool (*card)(const look_style *style, const char *code, char *text, size_t size);
    /* What the letters on its cards mean, one sentence, marked for translation. NULL: they need no words. */
    const char *legend;
    /* The amount that a move names, which is typed for it: 5 bets 5; -1: none. NULL: no move does. */
    int (*amount)(tp_move move);
    /* The key of a move that stands beside such amounts, a small letter; 0: none. Set where `amount` is. */
    int (*letter)(tp_move move);
    /* Where a move is a choice among one's own cards: these cards in the order in which they are drawn, as
     * they are marked; the keys 1, 2 ... pick them. Returns how many, 0 if it is no such move. NULL: it
     * never is. */
    int (*own_cards)(const void *view, look_thing *out, int most);

    /* Did a deal end with this ply, so that cards lie open that the next view does not show any more? NULL:
     * none does before the end of the game. */
    bool (*reveals)(const look_ply *ply);
    /* What was turned over then, who won what, and why. Set where `reveals` is. */
    void (*reveal)(FILE *out, const look_style *style, const look_ply *ply, const char *const *names, int me);
    /* How the game went, in one sentence, from the view of its end; seats are marked {0}, {1}. NULL: nothing
     * is told. */
    void (*story)(const void *view, char *text, size_t size);
} look_table;

/* The table of this game, or the generic one. The environment variable TAPETE_TABLE=generic asks for the
 * generic one. */
const look_table *look_find(const tp_game *game);

/* What a look says of a move, or what is usual. */
/* A sentence of the game as plain text: names for seats, and cards as this table draws them. */
void look_fill(const look_table *look, const look_style *style, const char *sentence,
               const char *const *names, int count, char *text, size_t size);
/* The same for the label of a legal move; seats stay marked. */
void look_label(const look_table *look, const look_style *style, const tp_game *game, const void *view,
                tp_move move, char *text, size_t size);
void look_words(const look_table *look, const tp_game *game, const void *view, tp_move move, char *text,
                size_t size);

extern const look_table look_generic;
/* The table of each game, in the order of the list of games (games/looks.c); ends with NULL. */
extern const look_table *const look_tables[];

#endif
