/* The rules as text; see rules.h. Understands the Markdown that these pages use: headings, paragraphs, lists, tables, emphasis, links. Sections are
 * marked there by comments, and what stands between them is for readers of the files. */
#include "cli/rules.h"

#include "cli/cli.h"
#include "cli/draw.h"
#include "core/installed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PARAGRAPH_SIZE = 16384 };

typedef struct page {
    FILE *out;
    const table_style *style;
    bool inside;                    /* in a section */
    char paragraph[PARAGRAPH_SIZE]; /* what is not printed yet */
    int indent;                     /* of its further lines */
} page;

/* ---- within a line ---- */

/* Emphasis becomes bold, a link its text, code as it is. */
static void append_words(page *page, const char *text) {
    bool strong = false;
    char *into = page->paragraph;
    for (const char *at = text; *at != '\0'; at++) {
        const char *end;
        if (*at == '*' && at[1] == '*') {
            strong = !strong;
            text_append(into, PARAGRAPH_SIZE, "%s",
                        strong ? paint_on(page->style, PAINT_TITLE) : paint_off(page->style));
            at++;
        } else if (*at == '*' || *at == '`') {
            continue;
        } else if (*at == '[' && (end = strstr(at, "](")) != NULL && strchr(end, ')') != NULL) {
            text_append(into, PARAGRAPH_SIZE, "%.*s", (int)(end - at - 1), at + 1);
            at = strchr(end, ')');
        } else {
            text_append(into, PARAGRAPH_SIZE, "%c", *at);
        }
    }
    if (strong) text_append(into, PARAGRAPH_SIZE, "%s", paint_off(page->style));
}

static void end_paragraph(page *page) {
    if (page->paragraph[0] == '\0') return;
    print_wrapped(page->out, page->style, 0, page->indent, page->paragraph);
    page->paragraph[0] = '\0';
    page->indent = 0;
}

/* ---- lines ---- */

static void heading(page *page, const char *text) {
    end_paragraph(page);
    fprintf(page->out, "%s%s%s\n", paint_on(page->style, PAINT_GOLD), text, paint_off(page->style));
}

static bool is_separator(const char *row) { return row[strspn(row, "|-: ")] == '\0'; }

/* The cells of a row one after the other: a narrow pane has no room for columns. */
static void table_row(page *page, const char *row) {
    char cell[PARAGRAPH_SIZE];
    const char *joint = "";
    end_paragraph(page);
    if (is_separator(row)) return;
    for (const char *at = row + 1; *at != '\0';) {
        const char *end = strchr(at, '|');
        if (end == NULL) break;
        while (at < end && *at == ' ') at++;
        int size = (int)(end - at);
        while (size > 0 && at[size - 1] == ' ') size--;
        snprintf(cell, sizeof cell, "%.*s", size, at);
        at = end + 1;
        if (size == 0) continue;
        text_append(page->paragraph, PARAGRAPH_SIZE, "%s", joint);
        append_words(page, cell);
        joint = page->style->ascii ? " | " : " │ ";
    }
    page->indent = 4;
    end_paragraph(page);
}

/* "* ", "- " or "12. ": how long it is, 0 where this is no item of a list. */
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
    append_words(page, line + mark);
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
        if (page->paragraph[0] != '\0') text_append(page->paragraph, PARAGRAPH_SIZE, " ");
        append_words(page, text);
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

bool rules_print(const tp_game *game, const table_style *style, FILE *out) {
    FILE *file = open_page(game);
    if (file == NULL) return false;
    page *page = cli_allocate(sizeof *page);
    char *line = NULL;
    size_t size = 0;
    page->out = out;
    page->style = style;
    while (getline(&line, &size, file) >= 0) take_line(page, line);
    end_paragraph(page);
    free(line);
    free(page);
    fclose(file);
    return true;
}
