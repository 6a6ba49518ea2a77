/* The list of tables. */
#include "cli/table.h"

#include <stdlib.h>
#include <string.h>

static const table_look *const tables[] = {&table_bruno, &table_mulle, &table_mus, &table_sabacc, NULL};

const table_look *table_find(const tp_game *game) {
    const char *wish = getenv("TAPETE_TABLE");
    if (wish != NULL && strcmp(wish, "generic") == 0) return &table_generic;
    for (const table_look *const *at = tables; *at != NULL; at++) {
        if (strcmp((*at)->game, game->name) == 0) return *at;
    }
    return &table_generic;
}

void table_words(const table_look *look, const tp_game *game, const void *view, tp_move move, char *text,
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
