/* The layout of the full-screen table; see screen.h.
 *
 * From above: the table, with the latest news below it or, in a wide window, a pane beside it; the moves; a
 * line that says whose turn it is; a line of keys. What the table leaves over goes to the others. */
#include "tui/screen.h"

#include "core/language.h"
#include "look/draw.h"

#include <stdlib.h>
#include <string.h>

enum {
    WITH_SIDE = 118, /* columns from which there is a pane beside the table */
    LEAST_SIDE = 38, /* of that pane */
    MOST_SIDE = 70,
    MOST_TABLE = 120,    /* a table that is wider has only more cloth */
    LARGE_COLUMNS = 112, /* from which cards are drawn larger */
    LARGE_ROWS = 36,
    LARGE_MOVES = 8, /* rows that are left to the moves beside large cards */
    AIRY_ROWS = 34,
    LEAST_MOVES = 3, /* rows, if there are too many moves */
    LEAST_PANE = 8,  /* rows of a pane above the own seat */
    LEAST_NEWS = 2,  /* rows of the log below the table, if there are many moves */
    MOST_HELP_INDENT = 44,
    MOST_HELP_ROWS = 3,   /* of what a move does, below the moves */
    MOST_NOTICE_ROWS = 4, /* of a sentence that has no room beside whose turn it is */
    COUNTS = 18, /* columns beside whose turn it is: which moves are shown, the number that is typed */
};

/* ---- the parts as text ---- */

typedef void write_text(const tui_screen *screen, const look_style *style, FILE *out);

/* What a part writes, as a new string; NULL without memory. */
static char *text_of(const tui_screen *screen, const look_style *style, write_text *write) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    write(screen, style, out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static void write_table(const tui_screen *screen, const look_style *style, FILE *out) {
    screen->session.table(screen->session.self, style, out);
}

static void write_log(const tui_screen *screen, const look_style *style, FILE *out) {
    char why[TUI_TEXT_SIZE];
    screen->session.pane(screen->session.self, TUI_PANE_LOG, style, out, why);
}

static void write_says(const tui_screen *screen, const look_style *style, FILE *out) {
    screen->session.says(screen->session.self, style, out);
}

static void write_pane(const tui_screen *screen, const look_style *style, FILE *out) {
    char why[TUI_TEXT_SIZE] = "";
    if (!screen->session.pane(screen->session.self, screen->pane, style, out, why))
        print_wrapped(out, style, 0, 0, why);
}

static look_style style_of(const tui_screen *screen, int width) {
    return (look_style){.colour = screen->colour,
                        .ascii = screen->ascii,
                        .width = width,
                        .airy = screen->grid.rows >= AIRY_ROWS};
}

/* A sentence in lines of so many columns, as a new string; NULL without memory. */
static char *wrapped(const tui_screen *screen, int columns, const char *sentence) {
    char *text = NULL;
    size_t size = 0;
    look_style style = style_of(screen, columns);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    print_wrapped(out, &style, 0, 0, sentence);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* How many of them, at most so many. */
static int wrapped_rows(const tui_screen *screen, int columns, const char *sentence, int most) {
    if (text_columns(sentence) <= columns) return sentence[0] != '\0' ? 1 : 0;
    char *text = wrapped(screen, columns, sentence);
    int rows = text != NULL ? text_line_count(text) : 1;
    free(text);
    return rows < most ? rows : most;
}

static void draw_wrapped(tui_screen *screen, tui_area area, const char *sentence) {
    char *text = wrapped(screen, area.columns, sentence);
    if (text != NULL) grid_text(&screen->grid, area, 0, text);
    free(text);
}

static const char *pane_title(tui_pane pane) {
    static const char *const titles[TUI_PANE_COUNT] = {
        [TUI_PANE_NONE] = "",
        [TUI_PANE_LOG] = TR_MARK("What has happened"),
        [TUI_PANE_HINT] = TR_MARK("What a search thinks"),
        [TUI_PANE_RULES] = TR_MARK("The rules"),
        [TUI_PANE_HELP] = TR_MARK("Help"),
        [TUI_PANE_REVIEW] = TR_MARK("Looking back"),
        [TUI_PANE_NOTES] = TR_MARK("What the programs wrote"),
    };
    return pane == TUI_PANE_NONE ? "" : tp_translate(titles[pane]);
}

/* ---- the pane ---- */

static void draw_pane(tui_screen *screen, tui_area area, tui_pane pane) {
    bool log = pane == TUI_PANE_LOG;
    look_style style = style_of(screen, area.columns - 4);
    char *text = text_of(screen, &style, log ? write_log : write_pane);
    grid_frame(&screen->grid, area, screen->ascii, pane_title(pane));
    if (text == NULL) return;
    tui_area inside = {area.row + 1, area.column + 2, area.columns - 4, area.rows - 2};
    int lines = text_line_count(text), most = lines > inside.rows ? lines - inside.rows : 0;
    bool open = screen->pane == pane;
    if (open && screen->scroll > most) screen->scroll = most;
    int scroll = open ? screen->scroll : 0, skip = log ? most - scroll : scroll;
    grid_text(&screen->grid, inside, skip, text);
    free(text);
    if (most == 0) return;
    char place[48];
    snprintf(place, sizeof place, " %d-%d / %d ", skip + 1, skip + inside.rows, lines);
    grid_line(&screen->grid, area.row + area.rows - 1, area.column + area.columns - 2 - text_columns(place),
              text_columns(place), place);
}

/* ---- the moves ---- */

typedef struct move_list {
    int numbers, widest; /* columns of numbers and names */
    int per_row;         /* names side by side; 0: one below the other, each with its help */
    int help_rows;       /* below them: for the help that has no room beside its name */
    int rows;            /* of all that */
} move_list;

static void number_of(const tui_screen *screen, const tui_choice *choice, char text[32]) {
    text[0] = '\0';
    if (screen->own_count > 0) return; /* the digits pick cards */
    if (choice->key != 0 && choice->chooses) {
        snprintf(text, 32, "%c", choice->key);
        return;
    }
    if (choice->number == 0) return;
    snprintf(text, 32, "%d", choice->number);
    if (choice->last > choice->first)
        text_append(text, 32, "%s%d", screen->ascii ? "-" : "–",
                    choice->number + choice->last - choice->first);
}

/* Where the help begins beside the names, and how much room it has. */
static int help_column(const move_list *list) {
    return list->numbers + 2 + (list->widest < MOST_HELP_INDENT ? list->widest : MOST_HELP_INDENT) + 3;
}
static int help_columns(const move_list *list, int columns) { return columns - help_column(list) - 2; }

/* The rows of the longest help, among those that take more than so many columns. */
static int longest_help(const tui_screen *screen, int columns, int beside) {
    int longest = 0;
    for (int i = 0; i < screen->shown_count; i++) {
        char help[TUI_TEXT_SIZE] = "";
        screen->session.move_help(screen->session.self, screen->choices[screen->shown[i]].first, help);
        if (text_columns(help) <= beside) continue;
        int rows = wrapped_rows(screen, columns - 2, help, MOST_HELP_ROWS);
        if (rows > longest) longest = rows;
    }
    return longest;
}

/* How the moves fit into so many rows, some of which stay free for the news. */
static move_list measure_moves(const tui_screen *screen, int columns, int room, int news) {
    move_list list = {.numbers = 1};
    for (int i = 0; i < screen->shown_count; i++) {
        const tui_choice *choice = &screen->choices[screen->shown[i]];
        char number[32];
        number_of(screen, choice, number);
        int widest = text_columns(choice->label) + (choice->last > choice->first ? 4 : 0);
        if (widest > list.widest) list.widest = widest;
        if (text_columns(number) > list.numbers) list.numbers = text_columns(number);
    }
    int per_row = (columns - 2) / (list.numbers + 2 + list.widest + 2);
    if (per_row > 1) room -= news; /* side by side they leave it */
    list.rows = screen->shown_count;
    if (list.rows <= room) {
        list.help_rows = longest_help(screen, columns, help_columns(&list, columns));
        list.rows += list.help_rows;
        if (list.rows <= room) return list;
    }
    list.per_row = per_row > 1 ? per_row : 1;
    list.help_rows = longest_help(screen, columns, 0);
    if (list.help_rows == 0) list.help_rows = 1;
    list.rows = (screen->shown_count + list.per_row - 1) / list.per_row + list.help_rows;
    return list;
}

/* The name of a choice: under the cursor with the number that is chosen in a run. */
static void label_of(const tui_screen *screen, int place, char label[TUI_LABEL_SIZE]) {
    const tui_choice *choice = &screen->choices[screen->shown[place]];
    snprintf(label, TUI_LABEL_SIZE, "%s", choice->label);
    if (place != screen->cursor || choice->first == choice->last) return;
    screen->session.move_label(screen->session.self, choice->first + screen->amount, label);
    text_append(label, TUI_LABEL_SIZE, "%s", screen->ascii ? " <->" : " ◂ ▸");
}

static void draw_choice(tui_screen *screen, int place, const move_list *list, tui_area area) {
    const tui_choice *choice = &screen->choices[screen->shown[place]];
    char number[32], label[TUI_LABEL_SIZE], text[TUI_LABEL_SIZE + 128] = "";
    look_style style = style_of(screen, area.columns);
    number_of(screen, choice, number);
    label_of(screen, place, label);
    text_append(text, sizeof text, "%*s%s%s%s  %s%s%s", list->numbers - text_columns(number), "",
                paint_on(&style, PAINT_GREEN), number, paint_off(&style), paint_on(&style, PAINT_TITLE),
                label, paint_off(&style));
    int used = grid_line(&screen->grid, area.row, area.column, area.columns, text);
    grid_make_thing(&screen->grid, (tui_area){area.row, area.column, used, 1}, TUI_THING_MOVE, place);
    if (place == screen->cursor) {
        tui_area name = {area.row, area.column - 1, used + 2, 1};
        grid_look(&screen->grid, name, TUI_REVERSE | TUI_BOLD);
    }
}

/* What a move does, beside its name; with dots at the end if there is more of it. */
static void draw_help_beside(tui_screen *screen, int move, tui_area area) {
    char help[TUI_TEXT_SIZE] = "";
    if (move >= 0) screen->session.move_help(screen->session.self, move, help);
    if (text_columns(help) > area.columns) {
        const char *dots = screen->ascii ? "..." : "…";
        help[text_fitting(help, strlen(help), area.columns - text_columns(dots))] = '\0';
        text_append(help, sizeof help, "%s", dots);
    }
    grid_line(&screen->grid, area.row, area.column, area.columns, help);
}

/* The same below the moves, for the one under the cursor, where it has no room beside it. */
static void draw_help_below(tui_screen *screen, const move_list *list, tui_area area) {
    char help[TUI_TEXT_SIZE] = "";
    int move = choices_current(screen);
    if (move >= 0) screen->session.move_help(screen->session.self, move, help);
    if (list->per_row == 0 && text_columns(help) <= help_columns(list, area.columns + 2)) return;
    draw_wrapped(screen, area, help);
    grid_look(&screen->grid, area, TUI_FAINT);
}

static void draw_moves(tui_screen *screen, const move_list *list, tui_area area) {
    screen->per_row = list->per_row > 0 ? list->per_row : 1;
    int help_rows = list->help_rows < area.rows ? list->help_rows : area.rows - 1;
    int rows = area.rows - help_rows, at = screen->cursor / screen->per_row;
    if (at < screen->list_top) screen->list_top = at;
    if (at >= screen->list_top + rows) screen->list_top = at - rows + 1;
    for (int row = 0; row < rows; row++) {
        for (int beside = 0; beside < screen->per_row; beside++) {
            int place = (screen->list_top + row) * screen->per_row + beside;
            if (place >= screen->shown_count) break;
            int column = 1 + beside * (list->numbers + 2 + list->widest + 2);
            tui_area one = {area.row + row, area.column + column, area.columns - column, 1};
            draw_choice(screen, place, list, one);
            if (list->per_row > 0) continue;
            const tui_choice *choice = &screen->choices[screen->shown[place]];
            int move = place == screen->cursor ? choices_current(screen) : choice->first;
            tui_area help = {one.row, area.column + 1 + help_column(list), help_columns(list, area.columns),
                             1};
            if (help.columns > 10) draw_help_beside(screen, move, help);
        }
    }
    screen->list_rows = rows;
    tui_area below = {area.row + rows, area.column + 1, area.columns - 2, help_rows};
    if (help_rows > 0) draw_help_below(screen, list, below);
}

/* Where in the record the reader is. */
static void draw_position(tui_screen *screen, tui_area area) {
    int at = 0, last = 0;
    screen->session.position(screen->session.self, &at, &last);
    for (int column = 0; column < area.columns; column++) {
        int place = last * column / (area.columns > 1 ? area.columns - 1 : 1);
        int here = last > 0 ? (area.columns - 1) * at / last : 0;
        const char *stroke = column == here  ? (screen->ascii ? "#" : "●")
                             : column < here ? (screen->ascii ? "=" : "━")
                                             : (screen->ascii ? "-" : "─");
        grid_line(&screen->grid, area.row, area.column + column, 1, stroke);
        grid_make_thing(&screen->grid, (tui_area){area.row, area.column + column, 1, 1}, TUI_THING_PLACE,
                        place);
    }
}

/* ---- the lines at the bottom ---- */

/* The rows of a notice that has no room beside whose turn it is; 0: it has, or there is none. */
static int notice_rows(const tui_screen *screen) {
    char sentence[TUI_TEXT_SIZE] = "";
    if (screen->question[0] != '\0' || screen->typing) return 0;
    screen->session.turn(screen->session.self, sentence);
    if (text_columns(sentence) + COUNTS + text_columns(screen->notice) <= screen->grid.columns) return 0;
    return wrapped_rows(screen, screen->grid.columns - 2, screen->notice, MOST_NOTICE_ROWS);
}

/* Whose turn it is and, beside or below it, what there is to say. */
static void draw_banner(tui_screen *screen, tui_area area) {
    char sentence[TUI_TEXT_SIZE] = "", text[2 * TUI_TEXT_SIZE + TUI_LINE_SIZE] = "";
    tui_turn turn = screen->session.turn(screen->session.self, sentence);
    uint8_t ground = turn == TUI_TURN_YOURS    ? 2
                     : turn == TUI_TURN_OTHER  ? 7
                     : turn == TUI_TURN_PAUSED ? 6
                                               : 3;
    if (screen->question[0] != '\0') {
        text_append(text, sizeof text, " %s ", screen->question);
        ground = 1;
    } else if (screen->typing) {
        text_append(text, sizeof text, " : %s%s", screen->line, screen->ascii ? "_" : "▏");
    } else if (screen->filtering) {
        text_append(text, sizeof text, " / %s%s  (%d / %d)", screen->filter, screen->ascii ? "_" : "▏",
                    screen->shown_count, screen->choice_count);
    } else {
        text_append(text, sizeof text, " %s%s",
                    turn == TUI_TURN_YOURS || turn == TUI_TURN_PAUSED ? (screen->ascii ? "> " : "▶ ") : "",
                    sentence);
        int first = screen->list_top * screen->per_row, last = first + screen->list_rows * screen->per_row;
        if (turn == TUI_TURN_YOURS && last - first < screen->shown_count)
            text_append(text, sizeof text, "  (%d%s%d / %d)", first + 1, screen->ascii ? "-" : "–",
                        last < screen->shown_count ? last : screen->shown_count, screen->shown_count);
        if (screen->number > 0) text_append(text, sizeof text, "  %d", screen->number);
        if (screen->own_count > 0 && screen->selected_count == 0) {
            text_append(text, sizeof text, "  ");
            text_append(text, sizeof text, TR("1%s%d pick cards"), screen->ascii ? "-" : "–",
                        screen->own_count);
        }
        if (screen->notice[0] != '\0' && area.rows == 1)
            text_append(text, sizeof text, "  %s  %s", screen->ascii ? "|" : "│", screen->notice);
        /* What a record tells there can be long, and is told again. */
        if (screen->notice[0] != '\0' && screen->session.position != NULL &&
            text_columns(text) > area.columns)
            snprintf(text, sizeof text, " %s", screen->notice);
    }
    grid_line(&screen->grid, area.row, 0, area.columns, text);
    tui_area below = {area.row + 1, 1, area.columns - 2, area.rows - 1};
    if (below.rows > 0) draw_wrapped(screen, below, screen->notice);
    if (screen->colour) {
        grid_ground(&screen->grid, area, 0, ground);
    } else {
        grid_look(&screen->grid, area, TUI_REVERSE);
    }
    if (turn != TUI_TURN_OTHER) grid_look(&screen->grid, area, TUI_BOLD);
}

/* "h Hint" */
static void offer_words(const tui_screen *screen, const tui_offer *offer, char *text, size_t size) {
    look_style style = style_of(screen, screen->grid.columns);
    char name[16] = {(char)offer->key, '\0'};
    if (offer->name != NULL) snprintf(name, sizeof name, "%s", offer->name);
    text[0] = '\0';
    text_append(text, size, "%s%s%s %s", paint_on(&style, PAINT_GREEN), name, paint_off(&style),
                tp_translate(offer->label));
}

/* Closer together where the words of a language are long. Where there is no room for all, the last one, which
 * leads out, stays. */
static void draw_offers(tui_screen *screen, int row) {
    tui_offer offers[TUI_MOST_OFFERS];
    char text[128];
    int columns = 1, column = 1, last = 0;
    screen_offers(screen, offers);
    for (const tui_offer *offer = offers; offer->key != 0; offer++) {
        offer_words(screen, offer, text, sizeof text);
        last = text_columns(text);
        columns += last + 2;
    }
    int gap = columns - 2 <= screen->grid.columns ? 2 : 1;
    for (const tui_offer *offer = offers; offer->key != 0; offer++) {
        offer_words(screen, offer, text, sizeof text);
        bool is_last = offer[1].key == 0;
        if (column + text_columns(text) + (is_last ? 0 : gap + last) > screen->grid.columns) continue;
        int used = grid_line(&screen->grid, row, column, screen->grid.columns - column, text);
        tui_area area = {row, column, used, 1};
        grid_make_thing(&screen->grid, area, TUI_THING_KEY, offer->key);
        if (offer->pane != TUI_PANE_NONE && offer->pane == screen->pane)
            grid_look(&screen->grid, area, TUI_UNDERLINE);
        column += used + gap;
    }
}

/* ---- all of it ---- */

static void highlight_selected(tui_screen *screen) {
    for (int i = 0; i < screen->grid.columns * screen->grid.rows; i++) {
        tui_cell *cell = &screen->grid.cells[i];
        if (cell->thing == 0) continue;
        const tui_thing *thing = &screen->grid.things[cell->thing - 1];
        for (int j = 0; j < screen->selected_count && thing->kind == TUI_THING_MARKED; j++) {
            if (strcmp(thing->name, screen->selected[j].name) == 0) cell->look |= TUI_REVERSE;
        }
    }
}

/* The table into the upper part of an area. Returns the row below it. What is too high loses its upper part,
 * for the reader sits below. */
static int draw_table(tui_screen *screen, tui_area area, const char *text, int columns) {
    int lines = text_line_count(text), skip = lines > area.rows ? lines - area.rows : 0;
    tui_area inside = {area.row, area.column + (area.columns - columns) / 2, columns, area.rows};
    grid_text(&screen->grid, inside, skip, text);
    return inside.row + lines - skip;
}

/* The rows of what is said below the table. */
static int says_rows(const tui_screen *screen, int columns) {
    if (screen->session.says == NULL) return 0;
    look_style style = style_of(screen, columns);
    char *text = text_of(screen, &style, write_says);
    int rows = text != NULL ? text_line_count(text) : 0;
    free(text);
    return rows;
}

static void draw_news(tui_screen *screen, tui_area area) {
    if (area.rows < 1) return;
    look_style style = style_of(screen, area.columns);
    char *text = text_of(screen, &style, screen->session.says != NULL ? write_says : write_log);
    if (text == NULL) return;
    int lines = text_line_count(text);
    grid_text(&screen->grid, area, lines > area.rows ? lines - area.rows : 0, text);
    free(text);
}

/* A pane over the table. The reader's own seat stays in sight below it, if there is room for both. */
static void draw_pane_over(tui_screen *screen, tui_area area, const char *table, int columns) {
    const char *own = table != NULL ? strstr(table, TEXT_OWN) : NULL;
    int lines = own != NULL ? text_line_count(table) : 0, rows = own != NULL ? text_line_count(own) : 0;
    if (area.rows - rows < LEAST_PANE) rows = 0;
    draw_pane(screen, (tui_area){area.row, area.column, area.columns, area.rows - rows}, screen->pane);
    if (rows == 0) return;
    tui_area below = {area.row + area.rows - rows, area.column, columns, rows};
    grid_text(&screen->grid, below, lines - rows, table);
}

/* The table without empty lines above and below it, which others can use. A new string; NULL without memory.
 */
static char *table_text(const tui_screen *screen, const look_style *style) {
    char *text = text_of(screen, style, write_table);
    if (text == NULL) return NULL;
    size_t blank = strspn(text, "\n"), size = strlen(text) - blank;
    memmove(text, text + blank, size + 1);
    while (size > 1 && text[size - 1] == '\n' && text[size - 2] == '\n') text[--size] = '\0';
    return text;
}

/* The columns of the pane beside the table; 0: none. In a high window large cards come before the log, and a
 * pane that was asked for before large cards. */
static int side_columns(const tui_screen *screen) {
    const tui_grid *grid = &screen->grid;
    if (grid->columns < WITH_SIDE) return 0;
    int side = grid->columns * 3 / 10;
    if (side < LEAST_SIDE) side = LEAST_SIDE;
    if (side > MOST_SIDE) side = MOST_SIDE;
    bool high = grid->rows >= LARGE_ROWS + 2, crowds = grid->columns - side < LARGE_COLUMNS;
    return high && crowds && screen->pane == TUI_PANE_NONE ? 0 : side;
}

void screen_compose(tui_screen *screen) {
    tui_grid *grid = &screen->grid;
    grid_clear(grid);
    int side = side_columns(screen);
    int banner = 1 + notice_rows(screen), columns = grid->columns - side, rows = grid->rows - banner - 1;
    bool record = screen->session.position != NULL;
    look_style style = style_of(screen, columns < MOST_TABLE ? columns : MOST_TABLE);
    style.marks = true;
    style.large = columns >= LARGE_COLUMNS && rows >= LARGE_ROWS;
    char *table;
    move_list list;
    int lines, wanted, news = side > 0 ? 0 : LEAST_NEWS, said = says_rows(screen, columns - 4);
    if (said > 0) news = said < rows - LEAST_MOVES ? said : rows - LEAST_MOVES;
    for (;;) { /* smaller until it fits */
        table = table_text(screen, &style);
        lines = table != NULL ? text_line_count(table) : 0;
        list = measure_moves(screen, columns, rows - lines - said, news > 0 && said == 0 ? 1 : 0);
        wanted = record ? 1 : list.rows;
        int needed = style.large ? LARGE_MOVES : LEAST_MOVES;
        if (style.least || lines + said + (wanted < needed ? wanted : needed) <= rows) break;
        style.least = style.low;
        style.low = !style.large;
        style.large = false;
        free(table);
    }
    int most = rows - lines - news > LEAST_MOVES ? rows - lines - news : LEAST_MOVES;
    if (list.per_row > 0 && wanted > most) wanted = most;
    tui_area above = {0, 0, columns, rows - wanted}, moves = {rows - wanted, 0, columns, wanted};
    if (screen->pane != TUI_PANE_NONE && side == 0) {
        draw_pane_over(screen, above, table, style.width);
    } else {
        int below = table != NULL ? draw_table(screen, above, table, style.width) : 0;
        /* What has happened since would tell of the deal that comes after the one that is shown. */
        char sentence[TUI_TEXT_SIZE];
        bool paused = screen->session.turn(screen->session.self, sentence) == TUI_TURN_PAUSED;
        bool shows = said > 0 || (side == 0 && !paused);
        if (shows) draw_news(screen, (tui_area){below, 2, columns - 4, above.rows - below});
    }
    free(table);
    if (side > 0 && said == 0 && !record && lines + 1 < moves.row)
        moves.row = lines + 1; /* close to the table */
    if (side > 0) {
        tui_area beside = {0, columns, side, rows};
        draw_pane(screen, beside, screen->pane == TUI_PANE_NONE ? TUI_PANE_LOG : screen->pane);
    }
    if (record) {
        draw_position(screen, (tui_area){moves.row, 1, columns - 2, 1});
    } else if (wanted > 0) {
        draw_moves(screen, &list, moves);
    }
    highlight_selected(screen);
    draw_banner(screen, (tui_area){rows, 0, grid->columns, banner});
    draw_offers(screen, grid->rows - 1);
}

bool screen_resize(tui_screen *screen, int columns, int rows) {
    return grid_resize(&screen->grid, columns, rows);
}

void screen_refresh(tui_screen *screen) { choices_read(screen); }

bool screen_begin(tui_screen *screen, const tui_session *session, int columns, int rows, bool colour,
                  bool ascii) {
    *screen = (tui_screen){.session = *session, .colour = colour, .ascii = ascii, .per_row = 1};
    if (!grid_resize(&screen->grid, columns, rows)) return false;
    screen_refresh(screen);
    return true;
}

void screen_end(tui_screen *screen) {
    grid_free(&screen->grid);
    free(screen->choices);
    free(screen->shown);
    screen->choices = NULL;
    screen->shown = NULL;
}
