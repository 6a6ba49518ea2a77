/* Drawing with text: colours, columns that line up, wrapping, and blocks of lines that are put side by side.
 *
 * Everything measures in terminal columns and takes colour sequences as having none. */
#ifndef TAPETE_LOOK_DRAW_H
#define TAPETE_LOOK_DRAW_H

#include "look/table.h"

/* What a colour is for. The sixteen colours of the terminal are used, so that its theme decides how they
 * look. */
typedef enum paint {
    PAINT_TITLE,  /* headings, the own name */
    PAINT_FAINT,  /* what is only there for completeness */
    PAINT_GOLD,   /* sand, coins, winners */
    PAINT_RED,    /* blood, warnings */
    PAINT_GREEN,  /* what is good for the reader, what may be typed */
    PAINT_CYAN,   /* chips, numbers */
    PAINT_PURPLE, /* what holds for the whole table */
    PAINT_COUNT
} paint;

/* The sequence that starts a colour and the one that ends it; "" without colours. */
const char *paint_on(const look_style *style, paint colour);
const char *paint_dim(const look_style *style, paint colour); /* the same, less loud */
const char *paint_off(const look_style *style);

/* The width for a sentence that another program or a pane breaks. */
enum { UNBROKEN = 1000 };

/* Whether to use colours: on a terminal, without NO_COLOR and without --plain. */
bool style_colours(FILE *stream, bool plain);

/* Find out what the terminal can do: colours, UTF-8 (from the locale) and width (COLUMNS, then the terminal,
 * then 80, or no limit in plain words). */
void style_detect(look_style *style, bool plain);

/* The bytes of the character at `text`, and the columns that it takes: none for a sequence that starts or
 * ends a colour or a mark. Bytes that are no UTF-8 count as one column each. */
size_t text_character(const char *text, int *columns);

/* How many columns a text takes. */
int text_columns(const char *text);
/* How many bytes, of `most`, take at most so many columns. */
size_t text_fitting(const char *text, size_t most, int columns);

/* Whether an answer is a yes, in English or in the language of the thread. */
bool text_means_yes(const char *answer);

/* Make a text from outside safe to show: control characters become "?". */
void text_clean(char *text);

/* The full stop of the language, or "" if the text already ends a sentence. */
const char *text_missing_end(const char *text);
/* End a text with it. */
void text_end(char *text, size_t size);

/* Like strlcat and snprintf together: append to a text in a buffer of `size` bytes, cut off where it is
 * full. */
void text_append(char *text, size_t size, const char *format, ...) TP_PRINTF(3, 4);

/* A list that grows by a part: "A", then "A, B"; its last part is "A, B and C" or "A, B or C". */
typedef enum list_joint { LIST_GOES_ON, LIST_ENDS_AND, LIST_ENDS_OR } list_joint;
void list_add(char *list, size_t size, list_joint joint, const char *part);

/* One sentence more in a text of sentences. */
void sentence_add(char *text, size_t size, const char *sentence);

/* A capital letter at the beginning, where the language has them. */
void text_capital(char *text);

/* The spaces that fill a text up to so many columns, for "%s%*s". */
int text_gap(const char *text, int columns);

/* Print a text and fill up to so many columns. */
void print_padded(FILE *out, const char *text, int columns);
/* The same with the text on the right. */
void print_right(FILE *out, const char *text, int columns);

/* Print a text, broken between words at the width of the style. The first line is indented by `first`
 * columns (negative: the cursor already stands in column -first), the others by `rest`. Line breaks in the
 * text are kept. */
void print_wrapped(FILE *out, const look_style *style, int first, int rest, const char *text);

/* ---- what can be pressed ---- */

/* Terminals know this sequence as a link. Here it says which thing stands between it and the next, and for
 * which word of a move. */
#define TEXT_MARK "\033]8;"

/* Begin a mark in a text, or end it where `thing` is NULL. Nothing where the style has no marks. */
void text_mark(char *text, size_t size, const look_style *style, const char *thing, const char *word);

/* From here on a table shows the reader's own seat: panes leave it in sight. */
#define TEXT_OWN TEXT_MARK "=own;"
void mark_own(FILE *out, const look_style *style);

/* ---- blocks ---- */

enum { BLOCK_LINES = 24, BLOCK_LINE_SIZE = 2048 };

typedef struct block {
    int count;
    char lines[BLOCK_LINES][BLOCK_LINE_SIZE];
} block;

/* One line more below. */
void block_add(block *into, const char *format, ...) TP_PRINTF(2, 3);
/* More on the last line. */
void block_append(block *into, const char *format, ...) TP_PRINTF(2, 3);
/* `right` beside `left`, beginning in this column or one space after what is already there. */
void block_beside(block *left, const block *right, int column);
void block_print(FILE *out, const block *what);
/* All of it is one thing that can be pressed. */
void block_mark(block *what, const look_style *style, const char *thing, const char *word);

/* ---- cards ---- */

/* How wide a card is: 5 columns and 3 lines, or 7 and 5 if there is room. */
int card_columns(const look_style *style);

/* A card with at most three characters on it; NULL: its back. */
void draw_card(block *into, const look_style *style, paint colour, const char *label);
/* A pile of cards that lie face down, with their number. */
void draw_pile(block *into, const look_style *style, paint colour, int count);
/* The same within a line: [4], [?]. */
void draw_card_inline(char *text, size_t size, const look_style *style, paint colour, const char *label);

/* Chips as dots, at most `most` of them, and their number: "●●●○○ 3". More than that: "● × 12". */
void draw_chips(char *text, size_t size, const look_style *style, int count, int most);

/* A bar for a value in 0 .. 1. */
void draw_bar(FILE *out, const look_style *style, paint colour, double value, int columns);

/* A line across the table with a text on its left and one on its right. */
void draw_rule(FILE *out, const look_style *style, const char *left, const char *right);

#endif
