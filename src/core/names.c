/* Names of players in sentences that a game has written. */
#include "tapete/game.h"

#include <string.h>

void tp_fill_names(const char *sentence, const char *const *names, int count, char *text, size_t size) {
    if (size == 0) return;
    size_t used = 0;
    while (*sentence != '\0') {
        const char *piece = sentence;
        size_t length = 1, consumed = 1;
        if (sentence[0] == '{' && sentence[1] >= '0' && sentence[1] < '0' + count && sentence[2] == '}') {
            piece = names[sentence[1] - '0'];
            length = strlen(piece);
            consumed = 3;
        }
        if (used + length >= size) break;
        memcpy(text + used, piece, length);
        used += length;
        sentence += consumed;
    }
    text[used] = '\0';
}
