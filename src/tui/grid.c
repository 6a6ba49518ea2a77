/* Cells; see grid.h. */
#include "tui/grid.h"

#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

/* How the next character looks. */
typedef struct pen {
    uint8_t colour, look;
    uint16_t thing;
} pen;

static const pen plain_pen = {.colour = TUI_OWN_COLOUR};

/* ---- the grid ---- */

bool grid_resize(tui_grid *grid, int columns, int rows) {
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    tui_cell *cells = calloc((size_t)columns * (size_t)rows, sizeof *cells);
    if (cells == NULL) return false;
    free(grid->cells);
    grid->cells = cells;
    grid->columns = columns;
    grid->rows = rows;
    grid_clear(grid);
    return true;
}

void grid_free(tui_grid *grid) {
    free(grid->cells);
    grid->cells = NULL;
    grid->columns = grid->rows = 0;
}

static void blank(tui_cell *cell) {
    *cell = (tui_cell){.text = " ", .colour = TUI_OWN_COLOUR, .ground = TUI_OWN_COLOUR};
}

void grid_clear(tui_grid *grid) {
    for (int i = 0; i < grid->columns * grid->rows; i++) blank(&grid->cells[i]);
    grid->thing_count = 0;
}

tui_cell *grid_at(const tui_grid *grid, int row, int column) {
    if (row < 0 || row >= grid->rows || column < 0 || column >= grid->columns) return NULL;
    return &grid->cells[row * grid->columns + column];
}

const tui_thing *grid_thing_at(const tui_grid *grid, int row, int column) {
    const tui_cell *cell = grid_at(grid, row, column);
    return cell == NULL || cell->thing == 0 ? NULL : &grid->things[cell->thing - 1];
}

/* A place for one thing more; 0 if there are too many. */
static uint16_t add_thing(tui_grid *grid, const tui_thing *thing) {
    for (int i = 0; thing->kind == TUI_THING_MARKED && i < grid->thing_count; i++) {
        const tui_thing *other = &grid->things[i];
        if (other->kind == TUI_THING_MARKED && strcmp(other->name, thing->name) == 0)
            return (uint16_t)(i + 1);
    }
    if (grid->thing_count == TUI_MOST_THINGS) return 0;
    grid->things[grid->thing_count++] = *thing;
    return (uint16_t)grid->thing_count;
}

/* ---- text ---- */

int text_line_count(const char *text) {
    int count = 0;
    for (const char *end = strchr(text, '\n'); end != NULL; end = strchr(text, '\n')) {
        count++;
        text = end + 1;
    }
    return count + (text_columns(text) > 0 ? 1 : 0);
}

/* ESC [ numbers m */
static void change_look(pen *with, const char *text, size_t size) {
    int code = 0;
    for (size_t i = 2; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            code = (10 * code + (text[i] - '0')) % 1000;
            continue;
        }
        switch (code) {
        case 0:
            with->colour = TUI_OWN_COLOUR;
            with->look = 0;
            break;
        case 1: with->look |= TUI_BOLD; break;
        case 2: with->look |= TUI_FAINT; break;
        case 4: with->look |= TUI_UNDERLINE; break;
        case 7: with->look |= TUI_REVERSE; break;
        default:
            if (code >= 30 && code <= 37) with->colour = (uint8_t)(code - 30);
        }
        code = 0;
    }
}

/* ESC ] 8 ; name ; word ESC \ : without a name the end of a mark. */
static void change_mark(tui_grid *grid, pen *with, const char *text, size_t size) {
    tui_thing thing = {.kind = TUI_THING_MARKED};
    const char *name = text + strlen(TEXT_MARK), *end = text + size - 2;
    const char *word = memchr(name, ';', (size_t)(end - name));
    if (*name == '=') return; /* for the layout */
    with->thing = 0;
    if (word == NULL || word == name) return;
    snprintf(thing.name, sizeof thing.name, "%.*s", (int)(word - name), name);
    snprintf(thing.word, sizeof thing.word, "%.*s", (int)(end - word - 1), word + 1);
    with->thing = add_thing(grid, &thing);
}

/* One line into a row; returns the columns taken. `text` is left behind its end. A row outside takes nothing
 * and only moves the pen. */
static int draw_line(tui_grid *grid, int row, int column, int columns, pen *with, const char **text) {
    int used = 0;
    tui_cell *last = NULL;
    const char *at = *text;
    while (*at != '\0' && *at != '\n') {
        int width;
        size_t size = text_character(at, &width);
        if (*at == '\033') {
            if (at[1] == '[') change_look(with, at, size);
            if (size > strlen(TEXT_MARK) + 2 && strncmp(at, TEXT_MARK, strlen(TEXT_MARK)) == 0)
                change_mark(grid, with, at, size);
            at += size;
            continue;
        }
        tui_cell *cell = grid_at(grid, row, column + used);
        if (width == 0 && last != NULL && strlen(last->text) + size < TUI_CELL_SIZE) {
            strncat(last->text, at, size);
        } else if (width > 0 && used + width <= columns && cell != NULL) {
            for (int i = 0; i < width; i++) {
                tui_cell *part = grid_at(grid, row, column + used + i);
                if (part == NULL) break;
                *part = (tui_cell){
                    .colour = with->colour, .ground = part->ground, .look = with->look, .thing = with->thing};
            }
            snprintf(cell->text, sizeof cell->text, "%.*s", (int)size, at);
            last = cell;
            used += width;
        } else if (width > 0) {
            last = NULL;
            columns = used; /* cut off: nothing narrower comes after it */
        }
        at += size;
    }
    *text = *at == '\n' ? at + 1 : at;
    return used;
}

void grid_text(tui_grid *grid, tui_area area, int skip, const char *text) {
    pen with = plain_pen;
    for (int line = 0; *text != '\0'; line++) {
        bool shown = line >= skip && line - skip < area.rows;
        draw_line(grid, shown ? area.row + line - skip : -1, area.column, area.columns, &with, &text);
    }
}

int grid_line(tui_grid *grid, int row, int column, int columns, const char *text) {
    pen with = plain_pen;
    return draw_line(grid, row, column, columns, &with, &text);
}

/* ---- areas ---- */

void grid_look(tui_grid *grid, tui_area area, uint8_t look) {
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            tui_cell *cell = grid_at(grid, row, column);
            if (cell != NULL) cell->look |= look;
        }
    }
}

void grid_ground(tui_grid *grid, tui_area area, uint8_t colour, uint8_t ground) {
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            tui_cell *cell = grid_at(grid, row, column);
            if (cell == NULL) continue;
            cell->colour = colour;
            cell->ground = ground;
        }
    }
}

void grid_make_thing(tui_grid *grid, tui_area area, tui_thing_kind kind, int number) {
    uint16_t thing = add_thing(grid, &(tui_thing){.kind = kind, .number = number});
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            tui_cell *cell = grid_at(grid, row, column);
            if (cell != NULL) cell->thing = thing;
        }
    }
}

void grid_frame(tui_grid *grid, tui_area area, bool ascii, const char *title) {
    const char *across = ascii ? "-" : "─", *down = ascii ? "|" : "│";
    const char *const corners[] = {ascii ? "+" : "╭", ascii ? "+" : "╮", ascii ? "+" : "╰",
                                   ascii ? "+" : "╯"};
    int last_row = area.row + area.rows - 1, last_column = area.column + area.columns - 1;
    for (int row = area.row; row <= last_row; row++) {
        for (int column = area.column; column <= last_column; column++) {
            tui_cell *cell = grid_at(grid, row, column);
            if (cell == NULL) continue;
            blank(cell);
            bool top = row == area.row, bottom = row == last_row, left = column == area.column,
                 right = column == last_column;
            const char *stroke = (top || bottom) && (left || right)
                                     ? corners[(bottom ? 2 : 0) + (right ? 1 : 0)]
                                 : top || bottom ? across
                                 : left || right ? down
                                                 : NULL;
            if (stroke == NULL) continue;
            snprintf(cell->text, sizeof cell->text, "%s", stroke);
            cell->look = TUI_FAINT;
        }
    }
    char text[128];
    snprintf(text, sizeof text, " %s ", title);
    int used = grid_line(grid, area.row, area.column + 2, area.columns - 4, text);
    grid_look(grid, (tui_area){area.row, area.column + 2, used, 1}, TUI_BOLD);
}

void grid_write(const tui_grid *grid, FILE *out) {
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->columns;
        const tui_cell *cells = &grid->cells[row * grid->columns];
        while (end > 0 && strcmp(cells[end - 1].text, " ") == 0) end--;
        for (int column = 0; column < end; column++) fputs(cells[column].text, out);
        fputc('\n', out);
    }
}
