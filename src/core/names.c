/* Names of players and marks of cards in sentences that a game has written. */
#include "tapete/game.h"

#include <string.h>

static const char card_mark[] = "{card:";
enum { CARD_MARK = sizeof card_mark - 1 };

/* A part of a sentence as it goes to the reader, and how much of the sentence it stands for. */
typedef struct piece {
    enum { WORDS, NAME, CARD } kind;
    const char *text;
    size_t length, consumed;
} piece;

/* The text of a mark: what stands after the bar or, without one, the code. A mark that was cut off is
 * nothing. */
static piece card_piece(const char *sentence, bool is_marked) {
    const char *code = sentence + CARD_MARK;
    size_t size = strcspn(code, "}"), bar = strcspn(code, "|}"), whole = CARD_MARK + size + 1;
    if (code[size] == '\0') return (piece){CARD, "", 0, whole - 1};
    if (is_marked) return (piece){CARD, sentence, whole, whole};
    if (bar < size) return (piece){CARD, code + bar + 1, size - bar - 1, whole};
    return (piece){CARD, code, size, whole};
}

static piece next_piece(const char *sentence, const char *const *names, int count, bool is_marked) {
    size_t words = 1 + strcspn(sentence + 1, "{");
    if (sentence[0] != '{') return (piece){WORDS, sentence, words, words};
    if (sentence[1] >= '0' && sentence[1] < '0' + count && sentence[2] == '}') {
        const char *name = names[sentence[1] - '0'];
        return (piece){NAME, name, strlen(name), 3};
    }
    if (strncmp(sentence, card_mark, CARD_MARK) == 0) return card_piece(sentence, is_marked);
    return (piece){WORDS, sentence, words, words};
}

/* A name with its braces doubled: nobody's name can be taken for a mark. False, and nothing added, if it does
 * not fit. */
static bool add_name(const char *name, char *text, size_t size, size_t *used) {
    size_t at = *used;
    for (; *name != '\0'; name++) {
        size_t copies = *name == '{' ? 2 : 1;
        if (at + copies >= size) return false;
        while (copies-- > 0) text[at++] = *name;
    }
    *used = at;
    return true;
}

/* Words may be cut off where they do not fit, names and marks may not. */
static void fill(const char *sentence, const char *const *names, int count, bool is_marked, char *text,
                 size_t size) {
    size_t used = 0;
    bool fits = size > 0;
    while (fits && *sentence != '\0') {
        piece next = next_piece(sentence, names, count, is_marked);
        size_t left = size - used - 1;
        fits = next.length <= left;
        if (next.kind == WORDS && !fits) next.length = left;
        if (next.kind == NAME && is_marked) {
            fits = add_name(next.text, text, size, &used);
        } else if (fits || next.kind == WORDS) {
            memcpy(text + used, next.text, next.length);
            used += next.length;
        }
        sentence += next.consumed;
    }
    if (size > 0) text[used] = '\0';
}

void tp_fill_names(const char *sentence, const char *const *names, int count, char *text, size_t size) {
    fill(sentence, names, count, false, text, size);
}

void tp_fill_marked(const char *sentence, const char *const *names, int count, char *text, size_t size) {
    fill(sentence, names, count, true, text, size);
}
