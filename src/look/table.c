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

void look_label(const look_table *look, const look_style *style, const tp_game *game, const void *view,
                tp_move move, char *text, size_t size) {
    if (look->label != NULL && view != NULL) {
        look->label(style, view, move, text, size);
    } else {
        tp_move_label(game, view, move, text, size);
    }
}

void look_fill(const look_table *look, const look_style *style, const char *sentence,
               const char *const *names, int count, char *text, size_t size) {
    static const char mark[] = "{card:";
    char marked[TP_TEXT_SIZE] = "";
    for (const char *at = sentence, *found; *at != '\0'; at = found) {
        char code[16], drawn[32];
        found = look->card != NULL ? strstr(at, mark) : NULL;
        size_t used = strlen(marked), length = found != NULL ? (size_t)(found - at) : strlen(at);
        snprintf(marked + used, sizeof marked - used, "%.*s", (int)length, at);
        if (found == NULL) break;
        const char *begin = found + sizeof mark - 1;
        size_t size_of_code = strcspn(begin, "|}");
        snprintf(code, sizeof code, "%.*s", (int)size_of_code, begin);
        bool known = begin[size_of_code] == '}' && look->card(style, code, drawn, sizeof drawn);
        found = known ? begin + size_of_code + 1 : begin;
        used = strlen(marked);
        snprintf(marked + used, sizeof marked - used, "%s", known ? drawn : mark);
    }
    tp_fill_names(marked, names, count, text, size);
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
