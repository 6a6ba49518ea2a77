/* Moves as people read and type them. Any game's names will do: they are taken apart into words and
 * numbers. */
#include "cli/cli.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool is_legal(const play *session, tp_move move) {
    for (int i = 0; i < session->move_count; i++) {
        if (session->moves[i] == move) return true;
    }
    return false;
}

void play_move_label(const play *session, tp_move move, char label[PLAY_LABEL_SIZE]) {
    const void *view = is_legal(session, move) ? session->view : NULL;
    char marked[PLAY_LABEL_SIZE] = "";
    look_label(session->table, &session->style, session->game, view, move, marked, sizeof marked);
    tp_fill_names(marked, session->name_list, session->seats, label, PLAY_LABEL_SIZE);
}

int play_move_amount(const play *session, tp_move move) {
    return session->table->amount != NULL ? session->table->amount(move) : -1;
}

bool play_has_amounts(const play *session) {
    for (int i = 0; i < session->move_count; i++) {
        if (play_move_amount(session, session->moves[i]) >= 0) return true;
    }
    return false;
}

int play_move_letter(const play *session, tp_move move) {
    return play_has_amounts(session) && session->table->letter != NULL ? session->table->letter(move) : 0;
}

/* ---- the list ---- */

enum { SHORTEST_RUN = 4, MOST_LOW_LINES = 9 };

/* The number at the end of a name, and how long the name is without it; -1 if there is none. */
static long final_number(const char *label, size_t *stem) {
    size_t length = strlen(label);
    *stem = length;
    while (*stem > 0 && label[*stem - 1] >= '0' && label[*stem - 1] <= '9') (*stem)--;
    if (*stem == length || *stem == 0 || label[*stem - 1] != ' ' || length - *stem > 6) return -1;
    long number = 0;
    for (size_t i = *stem; i < length; i++) number = 10 * number + (label[i] - '0');
    return number;
}

play_line play_line_from(const play *session, int first) {
    char label[PLAY_LABEL_SIZE], next[PLAY_LABEL_SIZE];
    size_t stem, next_stem;
    play_line line = {first, first};
    int amount = play_move_amount(session, session->moves[first]);
    if (amount >= 0) {
        while (line.last + 1 < session->move_count &&
               play_move_amount(session, session->moves[line.last + 1]) == amount + line.last + 1 - first)
            line.last++;
        if (line.last - first + 1 < SHORTEST_RUN) line.last = first;
        return line;
    }
    if (session->table->label != NULL) return line; /* its names end with ranks and seats, not with amounts */
    play_move_label(session, session->moves[first], label);
    long number = final_number(label, &stem);
    while (number >= 0 && line.last + 1 < session->move_count) {
        play_move_label(session, session->moves[line.last + 1], next);
        if (final_number(next, &next_stem) != number + (line.last + 1 - first) || next_stem != stem ||
            strncmp(label, next, stem) != 0)
            break;
        line.last++;
    }
    if (line.last - first + 1 < SHORTEST_RUN) line.last = first;
    return line;
}

/* What the list says of a line: two cards that are alike make moves that nobody can tell apart. */
static uint64_t hash_line(const play *session, play_line line) {
    char label[PLAY_LABEL_SIZE], help[TP_TEXT_SIZE];
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    play_move_label(session, session->moves[line.first], label);
    play_move_help(session, session->moves[line.first], help);
    for (const char *at = label; *at != '\0'; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
    for (const char *at = help; *at != '\0'; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
    return hash;
}

int play_lines(const play *session, play_line *out) {
    int count = 0;
    uint64_t *hashes = cli_allocate(((size_t)session->move_count + 1) * sizeof *hashes);
    for (int first = 0; first < session->move_count;) {
        play_line line = play_line_from(session, first);
        uint64_t hash = hash_line(session, line);
        int same = 0;
        while (same < count && hashes[same] != hash) same++;
        if (same == count || line.last > line.first) {
            hashes[count] = hash;
            out[count++] = line;
        }
        first = line.last + 1;
    }
    free(hashes);
    return count;
}

int play_line_number(const play *session, int move) {
    int amount = play_move_amount(session, session->moves[move]);
    if (amount >= 0) return amount;
    return play_has_amounts(session) ? 0 : move + 1;
}

void play_line_words(const play *session, play_line line, char number[32], char label[PLAY_LABEL_SIZE]) {
    const look_style *style = &session->style;
    int letter = play_move_letter(session, session->moves[line.first]);
    int least = play_line_number(session, line.first), most = play_line_number(session, line.last);
    play_move_label(session, session->moves[line.first], label);
    snprintf(number, 32, "%d", least);
    if (letter != 0) snprintf(number, 32, "%c", letter);
    if (line.last == line.first) return;
    const char *format = style->plain ? TR("%s to %s") : style->ascii ? "%s-%s" : "%s–%s";
    char first[PLAY_LABEL_SIZE], last[PLAY_LABEL_SIZE], first_number[12], last_number[12];
    size_t stem;
    memcpy(first, label, sizeof first);
    play_move_label(session, session->moves[line.last], last);
    final_number(last, &stem);
    /* "envido 2-40", and "2 más - 38 más", whose number comes first */
    snprintf(label, PLAY_LABEL_SIZE, format, first, last[stem] != '\0' ? last + stem : last);
    snprintf(first_number, sizeof first_number, "%d", least);
    snprintf(last_number, sizeof last_number, "%d", most);
    snprintf(number, 32, format, first_number, last_number);
}

void play_line_choice(const play *session, play_line line, tui_choice *out) {
    tp_move first = session->moves[line.first];
    char number[32];
    out->first = line.first;
    out->last = line.last;
    out->number = play_line_number(session, line.first);
    out->key = play_move_letter(session, first);
    out->chooses = out->key != 0;
    play_line_words(session, line, number, out->label);
    look_words(session->table, session->game, session->view, first, out->words, sizeof out->words);
}

void play_move_help(const play *session, tp_move move, char help[TP_TEXT_SIZE]) {
    char sentence[TP_TEXT_SIZE] = "";
    tp_game_move_help(session->game, session->view, move, sentence, sizeof sentence);
    look_fill(session->table, &session->style, sentence, session->name_list, session->seats, help,
              TP_TEXT_SIZE);
}

/* What the move would do; for a run, the first and the last. */
static void line_help(const play *session, play_line line, char help[TP_TEXT_SIZE]) {
    char filled[TP_TEXT_SIZE];
    play_move_help(session, session->moves[line.first], help);
    if (line.last == line.first || *help == '\0') return;
    play_move_help(session, session->moves[line.last], filled);
    text_append(help, TP_TEXT_SIZE, "%s%s", session->style.plain || session->style.ascii ? " ... " : " … ",
                filled);
}

static void print_line(const play *session, play_line line, int number_columns, int widest) {
    const look_style *style = &session->style;
    char number[32], label[PLAY_LABEL_SIZE], help[TP_TEXT_SIZE];
    play_line_words(session, line, number, label);
    line_help(session, line, help);
    if (style->plain) {
        char text[PLAY_LABEL_SIZE + TP_TEXT_SIZE + 64];
        snprintf(text, sizeof text, "%s. %s%s%s", number, label, *help != '\0' ? ": " : "", help);
        print_wrapped(stdout, style, 0, 0, text);
        return;
    }
    printf("  %*s%s%s%s  %s%s%s", number_columns - text_columns(number), "", paint_on(style, PAINT_GREEN),
           number, paint_off(style), paint_on(style, PAINT_TITLE), label, paint_off(style));
    if (*help == '\0') {
        putchar('\n');
        return;
    }
    int column = 2 + number_columns + 2 + widest + 2, gap = widest - text_columns(label);
    printf("%*s", gap > 0 ? gap + 2 : 2, "");
    print_wrapped(stdout, style, gap > 0 ? -column : -(column - gap), column, help);
}

/* Names alone, side by side. */
static void print_columns(const play *session, const play_line *lines, int count, int number_columns,
                          int widest, int columns) {
    for (int i = 0; i < count; i++) {
        char number[32], label[PLAY_LABEL_SIZE];
        const look_style *style = &session->style;
        play_line_words(session, lines[i], number, label);
        bool ends = i % columns == columns - 1 || i + 1 == count;
        printf("  %*s%s%s%s  %s%s%s%*s%s", number_columns - text_columns(number), "",
               paint_on(style, PAINT_GREEN), number, paint_off(style), paint_on(style, PAINT_TITLE), label,
               paint_off(style), ends ? 0 : widest - text_columns(label), "", ends ? "\n" : "");
    }
}

/* In a low window a long list would push the table away: there it is names alone. */
void play_list_moves(const play *session) {
    const look_style *style = &session->style;
    int widest = 0, number_columns = 1;
    play_line *lines = cli_allocate(((size_t)session->move_count + 1) * sizeof *lines);
    int count = play_lines(session, lines);
    for (int i = 0; i < count; i++) {
        char number[32], label[PLAY_LABEL_SIZE];
        play_line_words(session, lines[i], number, label);
        if (text_columns(label) > widest) widest = text_columns(label);
        if (text_columns(number) > number_columns) number_columns = text_columns(number);
    }
    int columns = (style->width - 1) / (2 + number_columns + 2 + widest);
    if (!style->plain && !style->airy && count > MOST_LOW_LINES && columns > 1) {
        print_columns(session, lines, count, number_columns, widest, columns);
    } else {
        if (widest > style->width / 3) widest = style->width / 3;
        for (int i = 0; i < count; i++) print_line(session, lines[i], number_columns, widest);
    }
    free(lines);
}

/* ---- what a text means ---- */

enum { MAX_WORDS = 32, WORD_SIZE = 32 };

typedef struct words {
    int count;
    char word[MAX_WORDS][WORD_SIZE];
} words;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return isalpha((unsigned char)c) || (unsigned char)c >= 0x80; }

/* Take a text apart: runs of letters in lower case, and runs of digits. */
static void split_words(const char *text, words *out) {
    out->count = 0;
    while (*text != '\0' && out->count < MAX_WORDS) {
        bool digits = is_digit(*text);
        if (!digits && !is_letter(*text)) {
            text++;
            continue;
        }
        char *word = out->word[out->count++];
        size_t size = 0;
        while (*text != '\0' && (digits ? is_digit(*text) : is_letter(*text))) {
            if (size + 1 < WORD_SIZE) word[size++] = (char)tolower((unsigned char)*text);
            text++;
        }
        word[size] = '\0';
    }
}

/* A number must be the same; of a word the beginning is enough. */
static bool begins(const char *word, const char *beginning) {
    if (is_digit(*beginning)) return strcmp(word, beginning) == 0;
    return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* How well the typed words fit a name, from 0 (not at all) to 3 (exactly). */
static int fit(const words *name, const words *typed) {
    if (typed->count == 0 || typed->count > name->count) return 0;
    bool same = typed->count == name->count, leads = true;
    for (int i = 0; i < typed->count; i++) {
        if (strcmp(name->word[i], typed->word[i]) != 0) same = false;
        if (!begins(name->word[i], typed->word[i])) leads = false;
    }
    if (same) return 3;
    if (leads) return 2;
    int found = 0; /* some words of the name, in its order: "tariff 2" */
    for (int i = 0; i < name->count && found < typed->count; i++) {
        if (begins(name->word[i], typed->word[found])) found++;
    }
    return found == typed->count ? 1 : 0;
}

/* The legal moves that fit best: their numbers in the list; returns how many, and how well they fit. */
static int best_fits(const play *session, const char *text, int *indices, int *quality) {
    words typed, name;
    split_words(text, &typed);
    int count = 0;
    *quality = 1;
    /* By its notation, by its name, and as it is shown. */
    for (int i = 0; i < session->move_count; i++) {
        char move_name[TP_TEXT_SIZE];
        session->game->move_text(session->moves[i], move_name, sizeof move_name);
        split_words(move_name, &name);
        int found = fit(&name, &typed);
        if (session->game->move_name != NULL) {
            char marked[TP_TEXT_SIZE];
            session->game->move_name(session->view, session->moves[i], marked, sizeof marked);
            tp_fill_names(marked, NULL, 0, move_name, sizeof move_name);
            split_words(move_name, &name);
            int by_cards = fit(&name, &typed);
            if (by_cards > found) found = by_cards;
        }
        char label[PLAY_LABEL_SIZE];
        play_move_label(session, session->moves[i], label);
        split_words(label, &name);
        int as_shown = fit(&name, &typed);
        if (as_shown > found) found = as_shown;
        if (found < *quality) continue;
        if (found > *quality) count = 0;
        *quality = found;
        indices[count++] = i;
    }
    return count;
}

enum { MOST_MOVES = 4096 /* far more than a person can be asked about */, MOST_CANDIDATES = 6 };

tp_move play_exact_move(const play *session, const char *text) {
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && text[digits] == '\0') {
        int number = 0;
        for (size_t i = 0; i < digits && number < 100000; i++) number = 10 * number + (text[i] - '0');
        for (int i = 0; i < session->move_count && number > 0; i++) {
            if (play_line_number(session, i) == number) return session->moves[i];
        }
        return TP_NO_MOVE;
    }
    for (int i = 0; i < session->move_count && text[0] != '\0' && text[1] == '\0'; i++) {
        if (play_move_letter(session, session->moves[i]) == text[0]) return session->moves[i];
    }
    tp_move move;
    if (session->game->move_parse(text, &move) == TP_OK) {
        if (!is_legal(session, move) && session->game->meant != NULL)
            move = session->game->meant(session->view, move);
        if (is_legal(session, move)) return move;
    }
    int indices[MOST_MOVES], quality;
    if (session->move_count > MOST_MOVES) return TP_NO_MOVE;
    return best_fits(session, text, indices, &quality) == 1 && quality == 3 ? session->moves[indices[0]]
                                                                            : TP_NO_MOVE;
}

/* Where the text is a move of the game that cannot be made now, say why. */
static bool explain_refusal(const play *session, const char *text, char sentence[TP_TEXT_SIZE]) {
    char spelled[TP_TEXT_SIZE] = "";
    tp_move move;
    bool parsed = session->game->move_parse(text, &move) == TP_OK;
    if (!parsed) { /* "take sand" for TAKE_SAND, "target tariff 2" for TARGET_TARIFF@2 */
        words typed;
        split_words(text, &typed);
        for (int i = 0; i < typed.count; i++) {
            const char *joint = i == 0 ? "" : is_digit(typed.word[i][0]) ? "@" : "_";
            for (char *at = typed.word[i]; *at != '\0'; at++) *at = (char)toupper((unsigned char)*at);
            text_append(spelled, sizeof spelled, "%s%s", joint, typed.word[i]);
        }
        parsed = session->game->move_parse(spelled, &move) == TP_OK;
    }
    if (!parsed || is_legal(session, move)) return false;
    char reason[TP_TEXT_SIZE] = "", why[TP_TEXT_SIZE], label[PLAY_LABEL_SIZE];
    play_move_label(session, move, label);
    tp_game_why_not(session->game, session->view, move, reason, sizeof reason);
    tp_fill_names(reason, session->name_list, session->seats, why, sizeof why);
    text_capital(why);
    snprintf(sentence, TP_TEXT_SIZE, TR("\"%s\" cannot be played now. %s"), label, why);
    text_end(sentence, TP_TEXT_SIZE);
    return true;
}

/* Of amounts the first and the last that there are. */
static void refuse_amount(const play *session, const char *shown, char sentence[TP_TEXT_SIZE]) {
    int least = -1, most = -1;
    for (int i = 0; i < session->move_count; i++) {
        int amount = play_move_amount(session, session->moves[i]);
        if (amount < 0) continue;
        if (least < 0 || amount < least) least = amount;
        if (amount > most) most = amount;
    }
    snprintf(sentence, TP_TEXT_SIZE,
             TR("%s cannot be bet now: type an amount from %d to %d, the name of a move, or ? for help."),
             shown, least, most);
}

tp_move play_similar_move(const play *session, const char *text, char sentence[TP_TEXT_SIZE]) {
    char shown[64];
    snprintf(shown, sizeof shown, "%.60s", text);
    text_clean(shown);
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && text[digits] == '\0' && play_has_amounts(session)) {
        refuse_amount(session, shown, sentence);
        return TP_NO_MOVE;
    }
    if (digits > 0 && text[digits] == '\0') {
        snprintf(sentence, TP_TEXT_SIZE,
                 TR("There is no move %s: type a number from 1 to %d, the name of a move, or ? for help."),
                 shown, session->move_count);
        return TP_NO_MOVE;
    }
    int indices[MOST_MOVES], quality;
    int count = session->move_count > MOST_MOVES ? 0 : best_fits(session, text, indices, &quality);
    if (count == 1) return session->moves[indices[0]];
    if (explain_refusal(session, text, sentence)) return TP_NO_MOVE;
    char label[PLAY_LABEL_SIZE];
    if (count == 0) {
        bool has_amounts = play_has_amounts(session);
        play_move_label(session, session->moves[has_amounts ? 0 : session->move_count - 1], label);
        if (has_amounts) {
            snprintf(sentence, TP_TEXT_SIZE,
                     TR("\"%s\" is neither a move nor a command: type an amount, a name such as \"%s\", or ? "
                        "for help."),
                     shown, label);
            return TP_NO_MOVE;
        }
        snprintf(
            sentence, TP_TEXT_SIZE,
            TR("\"%s\" is neither a move nor a command: type a number from 1 to %d, a name such as \"%s\", "
               "or ? for help."),
            shown, session->move_count, label);
        return TP_NO_MOVE;
    }
    char candidates[TP_TEXT_SIZE] = "";
    for (int i = 0; i < count && i < MOST_CANDIDATES; i++) {
        char one[PLAY_LABEL_SIZE + 48];
        play_move_label(session, session->moves[indices[i]], label);
        char key[32], unused[PLAY_LABEL_SIZE];
        play_line_words(session, (play_line){indices[i], indices[i]}, key, unused);
        snprintf(one, sizeof one, "%s (%s)", label, key);
        list_add(candidates, sizeof candidates, i + 1 == count ? LIST_ENDS_OR : LIST_GOES_ON, one);
    }
    if (count > MOST_CANDIDATES) list_add(candidates, sizeof candidates, LIST_ENDS_OR, TR("others"));
    snprintf(sentence, TP_TEXT_SIZE, TR("\"%s\" could be %s: type more of the name, or its number."), shown,
             candidates);
    return TP_NO_MOVE;
}
