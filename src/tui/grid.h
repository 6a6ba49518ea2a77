/* A screen as cells, before any terminal sees it.
 *
 * What goes in is text as the tables write it: UTF-8 with colour sequences and with marks around what can be
 * pressed (draw.h). Columns are those of a terminal, so a wide character takes two cells. Nothing here knows
 * what a terminal is: the same text gives the same cells. */
#ifndef TAPETE_TUI_GRID_H
#define TAPETE_TUI_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TUI_BOLD = 1, TUI_FAINT = 2, TUI_REVERSE = 4, TUI_UNDERLINE = 8 };

/* The colour of the terminal itself; any other is one of its eight, 0 to 7. */
enum { TUI_OWN_COLOUR = 8 };

enum { TUI_CELL_SIZE = 16, TUI_NAME_SIZE = 24, TUI_WORD_SIZE = 40, TUI_MOST_THINGS = 1024 };

typedef enum tui_thing_kind {
    TUI_THING_MARKED, /* on the table: a card, a pile, a seat */
    TUI_THING_MOVE,   /* `number` is its place in the list */
    TUI_THING_KEY,    /* `number` is the key that does the same */
    TUI_THING_PLACE,  /* in a record: after `number` moves */
} tui_thing_kind;

/* What can be pressed. */
typedef struct tui_thing {
    tui_thing_kind kind;
    int number;
    char name[TUI_NAME_SIZE]; /* of a marked thing: which one it is */
    char word[TUI_WORD_SIZE]; /* and the word of a move that it stands for */
} tui_thing;

typedef struct tui_cell {
    char text[TUI_CELL_SIZE]; /* a character with what combines with it; "" in the right half of a wide one */
    uint8_t colour;           /* 0 to 7, or TUI_OWN_COLOUR */
    uint8_t ground;           /* the same behind the character */
    uint8_t look;             /* TUI_BOLD … */
    uint16_t thing;           /* a place among the things, + 1; 0: none */
} tui_cell;

typedef struct tui_grid {
    int columns, rows;
    tui_cell *cells; /* row by row */
    int thing_count;
    tui_thing things[TUI_MOST_THINGS];
} tui_grid;

typedef struct tui_area {
    int row, column, columns, rows;
} tui_area;

/* Empty cells of this size. False without memory; the grid is as it was then. */
bool grid_resize(tui_grid *grid, int columns, int rows);
void grid_free(tui_grid *grid);
/* Blank all cells and forget all things. */
void grid_clear(tui_grid *grid);
/* The cell, or NULL outside. */
tui_cell *grid_at(const tui_grid *grid, int row, int column);
/* What can be pressed there, or NULL. */
const tui_thing *grid_thing_at(const tui_grid *grid, int row, int column);

/* How many lines a text has; a line break at its end begins none, and neither does a colour that ends after
 * it. */
int text_line_count(const char *text);

/* Lay a text into an area, without its first `skip` lines. What does not fit is cut off. */
void grid_text(tui_grid *grid, tui_area area, int skip, const char *text);
/* One line of it; returns how many columns it took. */
int grid_line(tui_grid *grid, int row, int column, int columns, const char *text);

void grid_look(tui_grid *grid, tui_area area, uint8_t look);
void grid_ground(tui_grid *grid, tui_area area, uint8_t colour, uint8_t ground);
void grid_make_thing(tui_grid *grid, tui_area area, tui_thing_kind kind, int number);
/* Blank an area and draw a frame around it, with a title. */
void grid_frame(tui_grid *grid, tui_area area, bool ascii, const char *title);

/* The characters alone, row by row, without spaces at the end. */
void grid_write(const tui_grid *grid, FILE *out);

#endif
