/* `tapete games` and `tapete agents`: what there is, with options. */
#include "cli/help.h"
#include "core/language.h"
#include "look/draw.h"

#include <string.h>

enum { OPTION_COLUMN = 30, LEVEL_COLUMN = 10, RANGE_SIZE = 600 };

/* "2 to 4", "true or false", "A, B or random": what an option may be. */
static void print_range(char *text, size_t size, const tp_option *option) {
    char words[RANGE_SIZE] = "";
    for (size_t i = 0; option->words != NULL && option->words[i] != NULL; i++)
        text_append(words, sizeof words, "%s%s", i > 0 ? ", " : "", option->words[i]);
    text[0] = '\0';
    switch (option->type) {
    case TP_OPTION_INT:
    case TP_OPTION_REAL: snprintf(text, size, TR("%.15g to %.15g"), option->min, option->max); return;
    case TP_OPTION_BOOL: snprintf(text, size, "%s", TR("true or false")); return;
    case TP_OPTION_WORDS:
        snprintf(text, size,
                 option->min == option->max ? TR("\"%s\" or %.0f of %s") : TR("\"%s\" or up to %.0f of %s"),
                 option->fallback, option->max, words);
        return;
    case TP_OPTION_CHOICE: snprintf(text, size, "%s", words); return;
    case TP_OPTION_TEXT:
    case TP_OPTION_TYPE_COUNT: return;
    }
}

static void print_options(const tp_option *option) {
    for (; option != NULL && option->name != NULL; option++) {
        char range[2 * RANGE_SIZE], text[3 * RANGE_SIZE];
        print_range(range, sizeof range, option);
        snprintf(text, sizeof text,
                 range[0] != '\0' ? TR_IN("what it is and what it may be", "%s (%s)") : "%s",
                 tp_translate(option->help), range);
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
    bool study = cli_given(args, "study"), is_first = true;
    if (cli_given(args, "json")) {
        cli_print_json(tp_games_to_json(study));
        return CLI_OK;
    }
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        const tp_game *g = *game;
        if (g->study && !study) continue;
        if (!is_first) putchar('\n');
        is_first = false;
        if (g->min_seats == g->max_seats) {
            printf(TR("%s - %s, %d players"), g->name, g->title, g->max_seats);
        } else {
            printf(TR("%s - %s, %d to %d players"), g->name, g->title, g->min_seats, g->max_seats);
        }
        printf("\n  ");
        help_wrap(stdout, 2, 2, tp_translate(g->summary));
        print_options(g->options);
    }
    return CLI_OK;
}

int cli_agents(const cli_args *args) {
    if (cli_given(args, "json")) {
        cli_print_json(tp_agents_to_json());
        return CLI_OK;
    }
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        const tp_agent_kind *k = *kind;
        if (kind != tp_agent_kinds()) putchar('\n');
        if (k->game != NULL) {
            printf(TR("%s - plays %s"), k->name, k->game);
        } else {
            printf(TR("%s - plays every game"), k->name);
        }
        printf("\n  ");
        help_wrap(stdout, 2, 2, tp_translate(k->summary));
        print_options(k->options);
    }
    printf("\n%s\n", TR("Name an agent as KIND or KIND:KEY=VALUE,..., or by a level:"));
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        printf("\n%s - ", level->name);
        help_wrap(stdout, (int)strlen(level->name) + 3, 2, tp_translate(level->summary));
        for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
            if ((*game)->study) continue;
            printf("    %s%*s%s\n", (*game)->name, LEVEL_COLUMN - (int)strlen((*game)->name), "",
                   tp_level_agent(*game, level->name));
        }
    }
    return CLI_OK;
}
