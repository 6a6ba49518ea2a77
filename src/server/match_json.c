/* What messages about running tables and replays of finished ones say alike. */
#include "server/text.h"

#include <stdio.h>
#include <string.h>

json_t *sentences_to_json(const char *text, const char *const *names, int count, bool marks) {
    json_t *list = json_array();
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char line[TP_TEXT_SIZE], filled[TP_TEXT_SIZE];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        (marks ? tp_fill_marked : tp_fill_names)(line, names, count, filled, sizeof filled);
        json_t *sentence = json_string(filled);
        if (sentence != NULL) json_array_append_new(list, sentence);
        text += length + (text[length] == '\n');
    }
    return list;
}

void add_shape(json_t *object, const tp_shape *shape) {
    json_t *sides = json_array();
    for (int seat = 0; seat < shape->seats; seat++)
        json_array_append_new(sides, json_integer(shape->side[seat]));
    json_object_set_new(object, "sides", sides);
    json_object_set_new(object, "direction", json_string(tp_direction_name(shape->direction)));
}

json_t *result_to_json(const tp_match *match) {
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    tp_match_result(match, returns, scores);
    json_t *return_list = json_array(), *score_list = json_array();
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        json_array_append_new(return_list, json_real((double)returns[seat]));
        json_array_append_new(score_list, json_integer(scores[seat]));
    }
    return json_pack("{s:o, s:o, s:s}", "returns", return_list, "scores", score_list, "how",
                     tp_match_resigned(match) != 0 ? "resigned" : "played");
}
