/* The rules as text; see rules.h. Understands the Markdown that these pages use: headings, paragraphs, lists,
 * tables, emphasis, links. Sections are marked there by comments, and what stands between them is for readers
 * of the files. */
#include "look/rules.h"

#include "core/installed.h"
#include "core/language.h"
#include "look/draw.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PARAGRAPH_SIZE = 16384, MOST_ROWS = 24, MOST_CELLS = 8, CELL_SIZE = 1024 };

typedef struct page {
    FILE *out;
    const look_style *style;
    bool inside;                    /* in a section */
    char paragraph[PARAGRAPH_SIZE]; /* what is not printed yet */
    int indent;                     /* of its further lines */
    int rows, columns;              /* of a table that is not printed yet */
    char cells[MOST_ROWS][MOST_CELLS][CELL_SIZE];
} page;

/* ---- within a line ---- */

/* Emphasis becomes bold, a link its text, code as it is. */
static void append_words(const page *page, char *into, size_t size, const char *text) {
    bool strong = false;
    for (const char *at = text; *at != '\0'; at++) {
        const char *end;
        if (*at == '*' && at[1] == '*') {
            strong = !strong;
            text_append(into, size, "%s",
                        strong ? paint_on(page->style, PAINT_TITLE) : paint_off(page->style));
            at++;
        } else if (*at == '*' || *at == '`') {
            continue;
        } else if (*at == '[' && (end = strstr(at, "](")) != NULL && strchr(end, ')') != NULL) {
            text_append(into, size, "%.*s", (int)(end - at - 1), at + 1);
            at = strchr(end, ')');
        } else {
            text_append(into, size, "%c", *at);
        }
    }
    if (strong) text_append(into, size, "%s", paint_off(page->style));
}

static void end_text(page *page) {
    if (page->paragraph[0] == '\0') return;
    print_wrapped(page->out, page->style, 0, page->indent, page->paragraph);
    page->paragraph[0] = '\0';
    page->indent = 0;
}

/* ---- tables ---- */

static const char *bar(const page *page) { return page->style->ascii ? " | " : " │ "; }

enum { BAR_COLUMNS = 3, LEAST_COLUMN = 16 };

/* A cell in lines of its column, as a new string; NULL without memory. */
static char *cell_lines(const page *page, const char *cell, int width) {
    char *text = NULL;
    size_t size = 0;
    look_style style = *page->style;
    style.width = width;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    print_wrapped(out, &style, 0, 0, cell);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* The columns of its longest word. */
static int longest_word(const page *page, const char *cell) {
    char *text = cell_lines(page, cell, 1);
    int longest = 0;
    for (char *rest = text, *word; (word = strsep(&rest, "\n")) != NULL;) {
        if (text_columns(word) > longest) longest = text_columns(word);
    }
    free(text);
    return longest;
}

/* How wide each column is so that all fit: the widest gives way. False: they do not. */
static bool fit_columns(const page *page, int widths[MOST_CELLS]) {
    int all = (page->columns - 1) * BAR_COLUMNS, least[MOST_CELLS];
    for (int column = 0; column < page->columns; column++) {
        widths[column] = 1;
        least[column] = LEAST_COLUMN;
        for (int row = 0; row < page->rows; row++) {
            const char *cell = page->cells[row][column];
            int columns = text_columns(cell), word = longest_word(page, cell);
            if (columns > widths[column]) widths[column] = columns;
            if (word > least[column]) least[column] = word;
        }
        all += widths[column];
    }
    while (all > page->style->width) {
        int widest = -1;
        for (int column = 0; column < page->columns; column++) {
            if (widths[column] > least[column] && (widest < 0 || widths[column] > widths[widest]))
                widest = column;
        }
        if (widest < 0) return false;
        widths[widest]--;
        all--;
    }
    return true;
}

/* A row, as many lines as its highest cell. */
static void print_row(const page *page, int row, const int widths[MOST_CELLS]) {
    char *texts[MOST_CELLS], *rest[MOST_CELLS];
    for (int column = 0; column < page->columns; column++)
        rest[column] = texts[column] = cell_lines(page, page->cells[row][column], widths[column]);
    for (bool more = true; more;) {
        more = false;
        for (int column = 0; column < page->columns; column++) {
            char *line = rest[column] != NULL ? strsep(&rest[column], "\n") : NULL;
            if (column > 0) fputs(bar(page), page->out);
            if (row == 0) fputs(paint_on(page->style, PAINT_FAINT), page->out);
            if (column + 1 < page->columns) {
                print_padded(page->out, line != NULL ? line : "", widths[column]);
            } else {
                fputs(line != NULL ? line : "", page->out);
            }
            if (row == 0) fputs(paint_off(page->style), page->out);
            if (rest[column] != NULL && *rest[column] != '\0') more = true;
        }
        fputc('\n', page->out);
    }
    for (int column = 0; column < page->columns; column++) free(texts[column]);
}

/* If there is no room for columns: the cells of a row one after the other, each with the heading of its
 * column. */
static void print_row_in_words(page *page, int row) {
    const char *joint = "";
    for (int column = 0; column < page->columns; column++) {
        const char *cell = page->cells[row][column], *heading = page->cells[0][column];
        if (*cell == '\0') continue;
        text_append(page->paragraph, PARAGRAPH_SIZE, "%s", joint);
        if (column > 0 && *heading != '\0') {
            text_append(page->paragraph, PARAGRAPH_SIZE,
                        TR_IN("the heading of a column, and what stands there", "%s: %s"), heading, cell);
        } else {
            text_append(page->paragraph, PARAGRAPH_SIZE, "%s", cell);
        }
        joint = bar(page);
    }
    page->indent = 4;
    end_text(page);
}

static bool has_headings(const page *page) {
    for (int column = 0; column < page->columns; column++)
        if (page->cells[0][column][0] != '\0') return true;
    return false;
}

static void end_table(page *page) {
    int widths[MOST_CELLS];
    bool fits = page->rows > 0 && !page->style->plain && fit_columns(page, widths);
    for (int row = fits && has_headings(page) ? 0 : 1; row < page->rows; row++) {
        if (fits) {
            print_row(page, row, widths);
        } else {
            print_row_in_words(page, row);
        }
    }
    page->rows = page->columns = 0;
    memset(page->cells, 0, sizeof page->cells);
}

static void end_paragraph(page *page) {
    if (page->rows > 0) end_table(page);
    end_text(page);
}

/* ---- lines ---- */

static void heading(page *page, const char *text) {
    end_paragraph(page);
    fprintf(page->out, "%s%s%s\n", paint_on(page->style, PAINT_GOLD), text, paint_off(page->style));
}

static bool is_separator(const char *row) { return row[strspn(row, "|-: ")] == '\0'; }

static void table_row(page *page, const char *row) {
    end_text(page);
    if (is_separator(row) && page->rows > 0) return;
    if (page->rows == MOST_ROWS) end_table(page);
    int column = 0;
    for (const char *at = row + 1; *at != '\0' && column < MOST_CELLS; column++) {
        char text[CELL_SIZE];
        const char *end = strchr(at, '|');
        if (end == NULL) break;
        while (at < end && *at == ' ') at++;
        int size = (int)(end - at);
        while (size > 0 && at[size - 1] == ' ') size--;
        snprintf(text, sizeof text, "%.*s", size, at);
        append_words(page, page->cells[page->rows][column], CELL_SIZE, text);
        at = end + 1;
    }
    if (column > page->columns) page->columns = column;
    page->rows++;
}

/* "* ", "- " or "12. ": how long it is, 0 if this is no item of a list. */
static size_t item_mark(const char *line) {
    if ((line[0] == '*' || line[0] == '-') && line[1] == ' ') return 2;
    size_t digits = strspn(line, "0123456789");
    return digits > 0 && line[digits] == '.' && line[digits + 1] == ' ' ? digits + 2 : 0;
}

static void list_item(page *page, const char *line, size_t mark) {
    end_paragraph(page);
    if (mark == 2) {
        text_append(page->paragraph, PARAGRAPH_SIZE, "%s ", page->style->ascii ? "*" : "•");
    } else {
        text_append(page->paragraph, PARAGRAPH_SIZE, "%.*s", (int)mark, line);
    }
    page->indent = (int)mark;
    append_words(page, page->paragraph, PARAGRAPH_SIZE, line + mark);
}

static void take_line(page *page, char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    if (strncmp(line, "<!--", 4) == 0) {
        end_paragraph(page);
        if (strstr(line, "section:") != NULL) page->inside = true;
        if (strstr(line, "<!-- end") != NULL) page->inside = false;
        return;
    }
    if (!page->inside) return;
    const char *text = line + strspn(line, " ");
    size_t mark = item_mark(text);
    if (*text == '\0') {
        end_paragraph(page);
        fputc('\n', page->out);
    } else if (*text == '#') {
        heading(page, text + strspn(text, "# "));
    } else if (*text == '|') {
        table_row(page, text);
    } else if (mark > 0) {
        list_item(page, text, mark);
    } else if (*text != '!') {
        if (page->rows > 0) end_table(page);
        if (page->paragraph[0] != '\0') text_append(page->paragraph, PARAGRAPH_SIZE, " ");
        append_words(page, page->paragraph, PARAGRAPH_SIZE, text);
    }
}

/* ---- the page ---- */

/* Where they are installed, or in the sources that the program was built from. */
static FILE *open_page(const tp_game *game) {
    static const char *const places[] = {"rules", "docs/rules"};
    const char *language = tp_language();
    bool english = strcmp(language, "en") == 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char name[128], path[PATH_MAX];
        snprintf(name, sizeof name, "%s%s%s/%s.md", places[i], english ? "" : "/", english ? "" : language,
                 game->name);
        if (installed_find(name, path, sizeof path)) return fopen(path, "re");
    }
    return NULL;
}

bool rules_write(FILE *from, const look_style *style, FILE *out) {
    page *page = calloc(1, sizeof *page);
    if (page == NULL) return false;
    char *line = NULL;
    size_t size = 0;
    page->out = out;
    page->style = style;
    while (getline(&line, &size, from) >= 0) take_line(page, line);
    end_paragraph(page);
    free(line);
    free(page);
    return true;
}

bool rules_print(const tp_game *game, const look_style *style, FILE *out) {
    FILE *file = open_page(game);
    if (file == NULL) return false;
    bool is_written = rules_write(file, style, out);
    fclose(file);
    return is_written;
}
