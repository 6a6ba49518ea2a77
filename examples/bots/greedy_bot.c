/* Plays Mulle by one rule: take as many cards as possible, then build, and discard only when nothing else is
 * left. In other games it makes the first legal move.
 *
 *     cc -O2 -o greedy_bot examples/bots/greedy_bot.c -ljansson
 *     tapete play mulle --vs exec:./greedy_bot
 *
 * docs/write-a-bot.md explains the messages. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many cards a move takes, by what it says of itself: "take HJ9" is one, "take RU2 HJ3" two. */
static int cards_taken(const char *help) {
    if (strncmp(help, "take ", 5) != 0) return 0;
    int cards = 1;
    for (const char *at = help + 5; *at != '\0' && *at != ';' && *at != ','; at++) cards += *at == ' ';
    return cards;
}

static int worth(const json_t *move) {
    const char *text = json_string_value(json_object_get(move, "move"));
    const char *help = json_string_value(json_object_get(move, "help"));
    if (text == NULL || help == NULL) return 0;
    if (strncmp(text, "capture", 7) == 0) return 10 + cards_taken(help);
    return strncmp(text, "build", 5) == 0 || strncmp(text, "trotta", 6) == 0;
}

static void decide(const json_t *question) {
    const json_t *legal = json_object_get(question, "legal"), *best = json_array_get(legal, 0), *move;
    size_t i;
    json_array_foreach(legal, i, move) {
        if (worth(move) > worth(best)) best = move;
    }
    json_t *answer = json_pack("{s:O}", "move", json_object_get(best, "move"));
    if (answer == NULL) exit(EXIT_FAILURE);
    json_dumpf(answer, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout); /* or the answer waits in a buffer, and the bot loses on time */
    json_decref(answer);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        json_t *message = json_loads(line, 0, NULL);
        const char *is = json_string_value(json_object_get(message, "is"));
        if (is != NULL && strcmp(is, "decide") == 0) decide(message);
        json_decref(message);
    }
    free(line);
    return EXIT_SUCCESS;
}
