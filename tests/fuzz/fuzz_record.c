/* Any text as a record: it is read or refused, and what is read can be looked at from every seat. */
#include "tapete/tapete.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tp_error error = {0};
    tp_record_info info;
    tp_match *match = tp_record_parse((const char *)data, size, &info, &error);
    if (match == NULL) {
        if (error.code == TP_OK || error.text[0] == '\0') abort();
        return 0;
    }
    if (info.good_bytes < 0 || (size_t)info.good_bytes > size) abort();
    const tp_game *game = tp_match_game(match);
    void *state = calloc(1, game->state_size);
    if (state == NULL || game->check(tp_match_state(match), &error) != TP_OK) abort();
    int plies = tp_match_plies(match);
    for (int ply = 0; ply <= plies; ply++) {
        tp_match_state_at(match, ply, state);
        if (game->check(state, &error) != TP_OK) abort();
        for (int viewer = TP_SPECTATOR; viewer < tp_match_seats(match); viewer++) {
            char *text = tp_match_tell(match, ply, viewer);
            if (text == NULL) abort();
            free(text);
        }
    }
    free(state);
    tp_match_free(match);
    return 0;
}
