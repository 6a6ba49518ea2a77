/* Drawing with text; see draw.h. */
#include "look/draw.h"

#include "core/language.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

/* ---- what the terminal can do ---- */

/* A number from the environment, or what the terminal says, or what is usual. */
static int measure(const char *variable, int from_terminal, int usual) {
    const char *text = getenv(variable);
    if (text != NULL && *text != '\0') {
        char *end;
        long number = strtol(text, &end, 10);
        if (*end == '\0' && number > 0) return number > UNBROKEN ? UNBROKEN : (int)number;
    }
    return from_terminal > 0 ? from_terminal : usual;
}

bool style_colours(FILE *stream, bool plain) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (plain || (no_colour != NULL && no_colour[0] != '\0')) return false;
    if (terminal == NULL || strcmp(terminal, "dumb") == 0) return false;
    return isatty(fileno(stream)) == 1;
}

void style_detect(look_style *style, bool plain) {
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size.ws_col = size.ws_row = 0;
    setlocale(LC_CTYPE, "");
    style->plain = plain;
    style->colour = style_colours(stdout, plain);
    style->ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    style->width = measure("COLUMNS", size.ws_col, plain ? UNBROKEN : 80);
    if (style->width < 40) style->width = 40;
    style->airy = measure("LINES", size.ws_row, 24) >= 30;
}

const char *paint_on(const look_style *style, paint colour) {
    static const char *const sequences[PAINT_COUNT] = {
        [PAINT_TITLE] = "\033[1m",   [PAINT_FAINT] = "\033[2m",    [PAINT_GOLD] = "\033[1;33m",
        [PAINT_RED] = "\033[1;31m",  [PAINT_GREEN] = "\033[1;32m", [PAINT_CYAN] = "\033[36m",
        [PAINT_PURPLE] = "\033[35m",
    };
    return style->colour ? sequences[colour] : "";
}

const char *paint_dim(const look_style *style, paint colour) {
    static const char *const sequences[PAINT_COUNT] = {
        [PAINT_TITLE] = "",          [PAINT_FAINT] = "\033[2m",  [PAINT_GOLD] = "\033[33m",
        [PAINT_RED] = "\033[31m",    [PAINT_GREEN] = "\033[32m", [PAINT_CYAN] = "\033[36m",
        [PAINT_PURPLE] = "\033[35m",
    };
    return style->colour ? sequences[colour] : "";
}

const char *paint_off(const look_style *style) { return style->colour ? "\033[0m" : ""; }

/* ---- text ---- */

/* For locales that do not know: the letters of East Asia, which take two columns. */
static bool is_wide(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf}, {0xac00, 0xd7a3},
                  {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60}, {0xffe0, 0xffe6},
                  {0x1f300, 0x1f64f}, {0x20000, 0x3fffd}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    }
    return false;
}

#define MARK_END "\033\\"

size_t text_character(const char *text, int *columns) {
    unsigned char lead = (unsigned char)*text;
    if (lead == '\033' && text[1] == ']') {
        const char *end = strstr(text, MARK_END);
        *columns = 0;
        return end == NULL ? strlen(text) : (size_t)(end - text) + strlen(MARK_END);
    }
    if (lead == '\033' && text[1] == '[') {
        size_t size = 2;
        while (text[size] != '\0' && (text[size] < '@' || text[size] > '~')) size++;
        *columns = 0;
        return text[size] == '\0' ? size : size + 1;
    }
    *columns = 1;
    size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (more == 0) return 1;
    uint32_t code = lead & (0x3fu >> more);
    for (size_t i = 1; i <= more; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80) return 1;
        code = (code << 6) | ((unsigned char)text[i] & 0x3fu);
    }
    int width = wcwidth((wchar_t)code);
    *columns = width >= 0 ? width : is_wide(code) ? 2 : 1;
    return more + 1;
}

int text_columns(const char *text) {
    int total = 0;
    while (*text != '\0') {
        int columns;
        text += text_character(text, &columns);
        total += columns;
    }
    return total;
}

size_t text_fitting(const char *text, size_t most, int columns) {
    size_t size = 0;
    for (int used = 0; size < most && text[size] != '\0';) {
        int one;
        size_t length = text_character(text + size, &one);
        used += one;
        if (used > columns || size + length > most) break;
        size += length;
    }
    return size;
}

void text_clean(char *text) {
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < ' ' || byte == 0x7f) *text = '?';
        /* The second control set of ISO 6429, in UTF-8: a terminal may obey it. */
        if (byte == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xa0)
            text[0] = text[1] = '?';
    }
}

/* Does a text begin with one of these letters? */
static bool begins_with(const char *text, const char *const *letters) {
    while (*letters != NULL && strncmp(text, *letters, strlen(*letters)) != 0) letters++;
    return *letters != NULL;
}

const char *text_missing_end(const char *text) {
    static const char *const wide_ends[] = {"。", "！", "？", NULL};
    size_t length = strlen(text);
    if (length > 0 && strchr(".!?", text[length - 1]) != NULL) return "";
    if (length >= 3 && begins_with(text + length - 3, wide_ends)) return "";
    return TR_IN("the end of a sentence", ".");
}

void text_end(char *text, size_t size) { text_append(text, size, "%s", text_missing_end(text)); }

static void append_list(char *text, size_t size, const char *format, va_list arguments) {
    size_t used = strlen(text);
    if (used + 1 < size) vsnprintf(text + used, size - used, format, arguments);
}

void text_append(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append_list(text, size, format, arguments);
    va_end(arguments);
}

void list_add(char *list, size_t size, list_joint joint, const char *part) {
    char before[2 * TP_TEXT_SIZE];
    const char *format = joint == LIST_ENDS_AND  ? TR_IN("list", "%s and %s")
                         : joint == LIST_ENDS_OR ? TR_IN("list", "%s or %s")
                                                 : TR_IN("list", "%s, %s");
    snprintf(before, sizeof before, "%s", list);
    snprintf(list, size, *before != '\0' ? format : "%s%s", before, part);
}

void sentence_add(char *text, size_t size, const char *sentence) {
    char before[2 * TP_TEXT_SIZE];
    snprintf(before, sizeof before, "%s", text);
    snprintf(text, size, *before != '\0' ? TR_IN("two sentences", "%s %s") : "%s%s", before, sentence);
}

bool text_means_yes(const char *answer) {
    /* TR: what may be typed for yes, with spaces between: letters and words */
    const char *words = TR_IN("answers", "y yes");
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        if (strlen(answer) == size && strncasecmp(answer, words, size) == 0) return true;
        words += size + strspn(words + size, " ");
    }
    return strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}

void text_capital(char *text) {
    if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
}

int text_gap(const char *text, int columns) {
    int gap = columns - text_columns(text);
    return gap > 0 ? gap : 0;
}

void print_padded(FILE *out, const char *text, int columns) {
    fprintf(out, "%s%*s", text, text_gap(text, columns), "");
}

void print_right(FILE *out, const char *text, int columns) {
    fprintf(out, "%*s%s", text_gap(text, columns), "", text);
}

/* The bytes of what stays together on a line: a word, or one letter of those that take two columns, between
 * which a line may end. What closes a clause stays with the letter before it, what opens one with that after
 * it. */
static size_t piece(const char *text, int *columns) {
    static const char *const closing[] = {"，", "。", "；", "：", "！", "？", "、", "）",
                                          "》", "」", "”",  "…",  ",",  ".",  ";",  ":",
                                          "!",  "?",  ")",  "]",  "%",  "\"", NULL};
    static const char *const opening[] = {"（", "《", "「", "“", "(", "[", "\"", NULL};
    size_t size = 0;
    bool was_wide = false, was_opened = false;
    *columns = 0;
    while (text[size] != '\0' && text[size] != ' ' && text[size] != '\n') {
        int one;
        size_t length = text_character(text + size, &one);
        bool may_part = one > 0 && size > 0 && (one == 2 || was_wide) && !was_opened;
        if (may_part && !begins_with(text + size, closing)) break;
        if (one > 0) {
            was_wide = one == 2;
            was_opened = begins_with(text + size, opening);
        }
        *columns += one;
        size += length;
    }
    return size;
}

void text_mark(char *text, size_t size, const look_style *style, const char *thing, const char *word) {
    if (!style->marks) return;
    text_append(text, size, "%s%s;%s%s", TEXT_MARK, thing != NULL ? thing : "", thing != NULL ? word : "",
                MARK_END);
}

void mark_own(FILE *out, const look_style *style) {
    if (style->marks) fputs(TEXT_OWN MARK_END, out);
}

void print_wrapped(FILE *out, const look_style *style, int first, int rest, const char *text) {
    int column = first < 0 ? -first : first;
    if (first > 0) fprintf(out, "%*s", first, "");
    bool fresh = true; /* no word yet on this line */
    while (*text != '\0') {
        if (*text == '\n') {
            if (text[1] == '\0') break;
            fprintf(out, "\n%*s", text[1] == '\n' ? 0 : rest, "");
            column = rest;
            fresh = true;
            text++;
            continue;
        }
        const char *space = text;
        while (*space == ' ') space++;
        int columns;
        const char *end = space + piece(space, &columns);
        int gap = (int)(space - text);
        if (!fresh && columns > 0 && column + gap + columns > style->width) {
            fprintf(out, "\n%*s", rest, "");
            column = rest;
            gap = 0;
        }
        fprintf(out, "%*s%.*s", gap, "", (int)(end - space), space);
        column += gap + columns;
        fresh = false;
        text = end;
    }
    fputc('\n', out);
}

/* ---- blocks ---- */

void block_add(block *into, const char *format, ...) {
    tp_assert(into->count < BLOCK_LINES);
    char *line = into->lines[into->count++];
    line[0] = '\0';
    va_list arguments;
    va_start(arguments, format);
    append_list(line, BLOCK_LINE_SIZE, format, arguments);
    va_end(arguments);
}

void block_append(block *into, const char *format, ...) {
    tp_assert(into->count > 0);
    va_list arguments;
    va_start(arguments, format);
    append_list(into->lines[into->count - 1], BLOCK_LINE_SIZE, format, arguments);
    va_end(arguments);
}

void block_beside(block *left, const block *right, int column) {
    for (int i = 0; i < left->count; i++) {
        int columns = text_columns(left->lines[i]);
        if (columns > 0 && columns + 1 > column) column = columns + 1;
    }
    for (int i = 0; i < right->count; i++) {
        if (i == left->count) block_add(left, "%s", "");
        int gap = column - text_columns(left->lines[i]);
        text_append(left->lines[i], BLOCK_LINE_SIZE, "%*s%s", gap > 0 ? gap : 0, "", right->lines[i]);
    }
}

void block_print(FILE *out, const block *what) {
    for (int i = 0; i < what->count; i++) {
        size_t size = strlen(what->lines[i]);
        while (size > 0 && what->lines[i][size - 1] == ' ') size--;
        fprintf(out, "%.*s\n", (int)size, what->lines[i]);
    }
}

void block_mark(block *what, const look_style *style, const char *thing, const char *word) {
    for (int i = 0; i < what->count && style->marks; i++) {
        char line[BLOCK_LINE_SIZE];
        snprintf(line, sizeof line, "%s", what->lines[i]);
        what->lines[i][0] = '\0';
        text_mark(what->lines[i], BLOCK_LINE_SIZE, style, thing, word);
        text_append(what->lines[i], BLOCK_LINE_SIZE, "%s", line);
        text_mark(what->lines[i], BLOCK_LINE_SIZE, style, NULL, NULL);
    }
}

/* ---- cards, chips, rules ---- */

int card_columns(const look_style *style) { return style->large ? 7 : 5; }

/* A frame around so many lines of text. */
static void framed(block *into, const look_style *style, const char *on, const char *const *face, int lines) {
    const char *off = paint_off(style), *side = style->ascii ? "|" : "│", *stroke = style->ascii ? "-" : "─";
    char edge[64] = "";
    for (int i = 0; i < card_columns(style) - 2; i++) text_append(edge, sizeof edge, "%s", stroke);
    block_add(into, "%s%s%s%s%s", on, style->ascii ? "." : "╭", edge, style->ascii ? "." : "╮", off);
    for (int i = 0; i < lines; i++) block_add(into, "%s%s%s%s%s", on, side, face[i], side, off);
    block_add(into, "%s%s%s%s%s", on, style->ascii ? "'" : "╰", edge, style->ascii ? "'" : "╯", off);
}

/* A back, with a text on its middle. */
static void framed_back(block *into, const look_style *style, paint colour, const char *text) {
    const char *cloth = style->ascii ? "/" : "░";
    char middle[64] = "", other[64] = "";
    int inside = card_columns(style) - 2;
    for (int i = 0; i < inside; i++) text_append(other, sizeof other, "%s", cloth);
    for (int i = 0; i < (inside - 3) / 2; i++) text_append(middle, sizeof middle, "%s", cloth);
    text_append(middle, sizeof middle, "%s", text);
    for (int i = text_columns(middle); i < inside; i++) text_append(middle, sizeof middle, "%s", cloth);
    const char *const small[] = {middle}, *const large[] = {other, middle, other};
    framed(into, style, paint_dim(style, colour), style->large ? large : small, style->large ? 3 : 1);
}

void draw_card(block *into, const look_style *style, paint colour, const char *label) {
    /* The back keeps the colour of its family: which pile a card came from is no secret. */
    if (label == NULL) {
        framed_back(into, style, colour, "");
        return;
    }
    char upper[64] = "", lower[64] = "";
    int columns = text_columns(label), inside = card_columns(style) - 2;
    if (!style->large) {
        text_append(upper, sizeof upper, "%*s%s%*s", columns < 3 ? 1 : 0, "", label, columns < 2 ? 1 : 0, "");
        framed(into, style, paint_on(style, colour), (const char *const[]){upper}, 1);
        return;
    }
    text_append(upper, sizeof upper, "%s%*s", label, text_gap(label, inside), "");
    text_append(lower, sizeof lower, "%*s%s", text_gap(label, inside), "", label);
    framed(into, style, paint_on(style, colour), (const char *const[]){upper, "     ", lower}, 3);
}

void draw_pile(block *into, const look_style *style, paint colour, int count) {
    char number[16];
    snprintf(number, sizeof number, "%2d", count % 100);
    framed_back(into, style, colour, number);
}

void draw_card_inline(char *text, size_t size, const look_style *style, paint colour, const char *label) {
    text_append(text, size, "%s[%s]%s", paint_on(style, colour), label != NULL ? label : "?",
                paint_off(style));
}

void draw_chips(char *text, size_t size, const look_style *style, int count, int most) {
    const char *full = style->ascii ? "o" : "●";
    text_append(text, size, "%s", paint_on(style, PAINT_CYAN));
    if (count > most) {
        text_append(text, size, "%s %s %d%s", full, style->ascii ? "x" : "×", count, paint_off(style));
        return;
    }
    for (int i = 0; i < count; i++) text_append(text, size, "%s", full);
    text_append(text, size, "%s%s%d", paint_off(style), count > 0 ? " " : "", count);
}

void draw_bar(FILE *out, const look_style *style, paint colour, double value, int columns) {
    const char *full = style->ascii ? "#" : "█", *empty = style->ascii ? "." : "░";
    int filled = (int)(value * columns + 0.5);
    fputs(paint_on(style, colour), out);
    for (int i = 0; i < filled; i++) fputs(full, out);
    fprintf(out, "%s%s", paint_off(style), paint_on(style, PAINT_FAINT));
    for (int i = filled; i < columns; i++) fputs(empty, out);
    fputs(paint_off(style), out);
}

void draw_rule(FILE *out, const look_style *style, const char *left, const char *right) {
    const char *stroke = style->ascii ? "-" : "─";
    int rest = style->width - text_columns(left) - text_columns(right) - 8;
    if (rest < 1) { /* too narrow for both */
        fprintf(out, "%s%s%s\n%s\n", paint_on(style, PAINT_TITLE), left, paint_off(style), right);
        return;
    }
    const char *faint = paint_on(style, PAINT_FAINT), *off = paint_off(style);
    fprintf(out, "%s%s%s%s %s%s%s %s", faint, stroke, stroke, off, paint_on(style, PAINT_TITLE), left, off,
            faint);
    for (int i = 0; i < rest; i++) fputs(stroke, out);
    if (*right != '\0') {
        fprintf(out, "%s %s %s%s%s%s\n", off, right, faint, stroke, stroke, off);
    } else {
        fprintf(out, "%s%s%s%s%s\n", stroke, stroke, stroke, stroke, off);
    }
}
