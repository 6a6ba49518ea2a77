/* Which table a game has, and the words of its moves. */
#include "look/table.h"

#include <stdlib.h>
#include <string.h>

const look_table *look_find(const tp_game *game) {
    const char *wish = getenv("TAPETE_TABLE");
    if (wish != NULL && strcmp(wish, "generic") == 0) return &look_generic;
    for (const look_table *const *at = look_tables; *at != NULL; at++) {
        if (strcmp((*at)->game, game->name) == 0 && (*at)->draw != NULL) return *at;
    }
    return &look_generic;
}

void look_words(const look_table *look, const tp_game *game, const void *view, tp_move move, char *text,
                size_t size) {
    char notation[TP_TEXT_SIZE] = "";
    if (look->words != NULL) {
        look->words(view, move, text, size);
        return;
    }
    game->move_text(move, notation, sizeof notation);
    size_t used = 0;
    for (const char *at = notation; *at != '\0' && used + 2 < size; at++) {
        if (*at == '@') text[used++] = ' ';
        text[used++] = *at == ',' ? ' ' : *at;
    }
    text[used] = '\0';
}
