/* `tapete games` and `tapete agents`: what there is, with options. */
#include "cli/help.h"

#include <string.h>

enum { OPTION_COLUMN = 30, LEVEL_COLUMN = 10 };

/* "2 to 4", "true or false", "A, B or random": what an option may be. */
static void print_range(char *text, size_t size, const tp_option *option) {
    size_t used = 0;
    text[0] = '\0';
    switch (option->type) {
    case TP_OPTION_INT:
    case TP_OPTION_REAL: snprintf(text, size, "%.15g to %.15g", option->min, option->max); return;
    case TP_OPTION_BOOL: snprintf(text, size, "true or false"); return;
    case TP_OPTION_WORDS:
        used = (size_t)snprintf(
            text, size, option->min == option->max ? "\"%s\" or %.0f of " : "\"%s\" or up to %.0f of ",
            option->fallback, option->max);
        break;
    case TP_OPTION_CHOICE: break;
    case TP_OPTION_TEXT:
    case TP_OPTION_TYPE_COUNT: return;
    }
    for (size_t i = 0; option->words != NULL && option->words[i] != NULL && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", option->words[i]);
    }
}

static void print_options(const tp_option *option) {
    for (; option != NULL && option->name != NULL; option++) {
        char range[600], text[900];
        print_range(range, sizeof range, option);
        snprintf(text, sizeof text, "%s%s%s%s", option->help, range[0] ? " (" : "", range,
                 range[0] ? ")" : "");
        int column = printf("    %s=%s", option->name, option->fallback);
        if (column > OPTION_COLUMN - 2) {
            putchar('\n');
            column = 0;
        }
        printf("%*s", OPTION_COLUMN - column, "");
        help_wrap(stdout, OPTION_COLUMN, OPTION_COLUMN, text);
    }
}

int cli_games(const cli_args *args) {
    if (cli_given(args, "json")) {
        tp_language_set("en"); /* for programs */
        cli_print_json(tp_games_to_json());
        return CLI_OK;
    }
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        const tp_game *g = *game;
        if (game != tp_games()) putchar('\n');
        if (g->min_seats == g->max_seats) {
            printf("%s - %s, %d players\n", g->name, g->title, g->max_seats);
        } else {
            printf("%s - %s, %d to %d players\n", g->name, g->title, g->min_seats, g->max_seats);
        }
        printf("  ");
        help_wrap(stdout, 2, 2, g->summary);
        print_options(g->options);
    }
    return CLI_OK;
}

int cli_agents(const cli_args *args) {
    if (cli_given(args, "json")) {
        tp_language_set("en");
        cli_print_json(tp_agents_to_json());
        return CLI_OK;
    }
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        const tp_agent_kind *k = *kind;
        if (kind != tp_agent_kinds()) putchar('\n');
        printf("%s - plays %s\n  ", k->name, k->game != NULL ? k->game : "every game");
        help_wrap(stdout, 2, 2, k->summary);
        print_options(k->options);
    }
    printf("\nAn agent is named KIND or KIND:KEY=VALUE,..., or by a level of play:\n");
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        printf("\n%s - ", level->name);
        help_wrap(stdout, (int)strlen(level->name) + 3, 2, level->summary);
        for (const tp_game *const *game = tp_games(); *game != NULL; game++)
            printf("    %s%*s%s\n", (*game)->name, LEVEL_COLUMN - (int)strlen((*game)->name), "",
                   tp_level_agent(*game, level->name));
    }
    return CLI_OK;
}
