/* `tapete train`: let an agent that learns play many games, and keep what it has learnt. Learning by a method
 * is in train_method.c.
 *
 * The learner changes seats after every game, so that neither of them is an advantage. What it learns is
 * written to its file after every tenth of the games and at the end: a run that is stopped loses little. */
#include "cli/train.h"
#include "agents/play.h"
#include "cli/cli.h"
#include "cli/shelf.h"
#include "core/language.h"
#include "look/draw.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 10, MOST_GAMES = 1000000000 };

/* What some games came to, for the learner. */
typedef struct tally {
    int64_t games, wins, draws;
    double score, opponent_score;
} tally;

typedef struct training {
    const tp_game *game;
    tp_options options;
    tp_agent *learner, *opponent;
    void *state, *view;
    tp_chance chance;
} training;

/* Play one game with the learner in this seat. */
static void play_game(training *t, int seat, tally *out) {
    const tp_game *game = t->game;
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    int actor;
    game->setup(t->state, &t->options, &t->chance, NULL);
    int mine = game->side(t->state, seat), seats = game->seats(t->state);
    while ((actor = game->actor(t->state)) != TP_OVER) {
        bool learns = game->side(t->state, actor) == mine;
        game->view(t->state, actor, t->view);
        game->apply(t->state, tp_agent_choose(learns ? t->learner : t->opponent, t->view), &t->chance);
    }
    game->returns(t->state, returns);
    game->scores(t->state, scores);
    double best_other = 0;
    bool first = true;
    for (int other = 0; other < seats; other++) {
        if (game->side(t->state, other) == mine) continue;
        if (first || scores[other] > best_other) best_other = scores[other];
        first = false;
    }
    out->games++;
    out->wins += returns[seat] > 0.0f;
    out->draws += returns[seat] == 0.0f;
    out->score += scores[seat];
    out->opponent_score += best_other;
}

static void add_tally(tally *to, const tally *more) {
    to->games += more->games;
    to->wins += more->wins;
    to->draws += more->draws;
    to->score += more->score;
    to->opponent_score += more->opponent_score;
}

/* The share of wins, a draw being half of one. */
static double share_of(const tally *t) {
    return ((double)t->wins + 0.5 * (double)t->draws) / (double)t->games;
}

static json_t *tally_to_json(const tally *t) {
    return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f}", "games", (json_int_t)t->games, "wins",
                     (json_int_t)t->wins, "draws", (json_int_t)t->draws, "share", share_of(t), "score",
                     t->score / (double)t->games, "opponent_score", t->opponent_score / (double)t->games);
}

static void print_learnt(const json_t *learnt) {
    const json_t *values = json_object_get(learnt, "values"), *actions = json_object_get(learnt, "actions");
    const char *name;
    json_t *value;
    putchar('\n');
    print_padded(stdout, TR("values"), 24);
    print_right(stdout, TR("actions"), 24);
    putchar('\n');
    json_object_foreach((json_t *)(uintptr_t)values, name, value) {
        printf("  %-22s %10.3f %12" JSON_INTEGER_FORMAT "\n", name, json_number_value(value),
               json_integer_value(json_object_get(actions, name)));
    }
}

/* Where an agent that was named without a file keeps what it learns: beside the records. */
static tp_err default_file(const char *agent, char *path, size_t size, tp_error *error) {
    char records[SHELF_PATH_SIZE];
    tp_err code = shelf_directory(records, true, error);
    if (code != TP_OK) return code;
    char *last = strrchr(records, '/');
    if (last != NULL) *last = '\0';
    snprintf(path, size, "%s/%.*s.json", records, (int)strcspn(agent, ":"), agent);
    return TP_OK;
}

/* The name of the learner, with a file. */
static char *name_with_file(const char *agent, tp_error *error) {
    char path[SHELF_PATH_SIZE + 64], *name = NULL;
    if (strstr(agent, ":file=") != NULL || strstr(agent, ",file=") != NULL) return strdup(agent);
    if (default_file(agent, path, sizeof path, error) != TP_OK) return NULL;
    if (asprintf(&name, "%s%sfile=%s", agent, strchr(agent, ':') == NULL ? ":" : ",", path) < 0) name = NULL;
    if (name == NULL) tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    return name;
}

static bool prepare(training *t, const cli_args *args, uint64_t seed, char **name) {
    tp_error error = {0};
    const char *agent = cli_value(args, "agent"), *opponent = cli_value(args, "vs");
    if (agent == NULL) {
        cli_bad("name what is to learn: --agent A or --method M. `tapete train -h` explains them.");
        return false;
    }
    const tp_agent_kind *kind = NULL;
    tp_options options;
    if (tp_agent_read(t->game, agent, &kind, &options, &error) == TP_OK && kind->learnt == NULL) {
        cli_bad("the agent %s does not learn.", kind->name);
        return false;
    }
    *name = name_with_file(agent, &error);
    if (*name != NULL) t->learner = tp_agent_new(t->game, *name, seed, &error);
    if (t->learner != NULL) {
        if (opponent == NULL) opponent = game_play_of(t->game)->opponent;
        if (opponent == NULL) opponent = "random";
        t->opponent = tp_agent_new(t->game, opponent, seed + 1, &error);
    }
    if (t->opponent == NULL) {
        cli_bad_error(&error);
        return false;
    }
    t->state = cli_allocate(t->game->state_size);
    t->view = cli_allocate(t->game->view_size);
    tp_chance_from_seed(&t->chance, seed + 2);
    return true;
}

/* Play all games, block by block. */
static tp_err train(training *t, int64_t games, bool quiet, tally *all, json_t *blocks, tp_error *error) {
    bool progress = isatty(STDERR_FILENO) == 1;
    if (!quiet) {
        print_right(stdout, TR("games"), 12);
        print_right(stdout, TR("share"), 10);
        print_right(stdout, TR_IN("heading of a column, at most 9 wide", "score"), 10);
        print_right(stdout, TR_IN("heading of a column, at most 9 wide", "opponent"), 10);
        putchar('\n');
    }
    for (int block = 0; block < BLOCKS; block++) {
        tally one = {0};
        int64_t end = games * (block + 1) / BLOCKS;
        while (all->games + one.games < end) {
            int64_t number = all->games + one.games;
            if (progress && number % 64 == 0) {
                fputc('\r', stderr);
                fprintf(stderr, TR("%lld of %lld games"), (long long)number, (long long)games);
            }
            play_game(t, (int)(number % 2), &one);
        }
        if (progress) fprintf(stderr, "\r\033[K");
        if (one.games == 0) continue;
        add_tally(all, &one);
        json_array_append_new(blocks, tally_to_json(&one));
        if (!quiet) {
            printf("%12" PRId64 " %8.1f%% %9.2f %9.2f\n", all->games, 100 * share_of(&one),
                   one.score / (double)one.games, one.opponent_score / (double)one.games);
            fflush(stdout);
        }
        tp_err code = tp_agent_save(t->learner, error);
        if (code != TP_OK) return code;
    }
    return TP_OK;
}

static int train_agent(const cli_args *args) {
    training t = {0};
    tp_error error = {0};
    uint64_t seed = 0;
    int64_t games = 0;
    char *name = NULL;
    bool as_json = cli_given(args, "json");
    t.game = cli_game(args, &t.options);
    if (t.game == NULL || !cli_integer(args, "games", 1, MOST_GAMES, 1000, &games) ||
        (cli_given(args, "seed") && !cli_seed(args, &seed)))
        return CLI_BAD;
    int code = CLI_BAD;
    if (prepare(&t, args, seed, &name)) {
        tally all = {0};
        json_t *blocks = json_array();
        if (!as_json) {
            printf(TR("%s: %s against %s"), t.game->name, name, tp_agent_name(t.opponent));
            printf("\n\n");
        }
        code = train(&t, games, as_json, &all, blocks, &error) == TP_OK ? CLI_OK : cli_bad_error(&error);
        if (all.games > 0) {
            json_t *learnt = tp_agent_learnt(t.learner);
            if (as_json) {
                cli_print_json(json_pack("{s:s, s:s, s:s, s:o, s:O, s:O}", "game", t.game->name, "agent",
                                         name, "opponent", tp_agent_name(t.opponent), "all",
                                         tally_to_json(&all), "blocks", blocks, "learnt", learnt));
            } else {
                putchar('\n');
                printf(TR("%lld games: %lld won, %lld drawn, share %.2f%%"), (long long)all.games,
                       (long long)all.wins, (long long)all.draws, 100 * share_of(&all));
                putchar('\n');
                print_learnt(learnt);
            }
            json_decref(learnt);
        }
        json_decref(blocks);
    }
    tp_agent_free(t.learner);
    tp_agent_free(t.opponent);
    free(t.state);
    free(t.view);
    free(name);
    return code;
}

int cli_train(const cli_args *args) {
    static const char *const of_agents[] = {"agent", "games", "vs"}, *const of_methods[] = {"episodes",
                                                                                            "out"};
    bool by_method = cli_given(args, "method");
    for (size_t i = 0; by_method && i < sizeof of_agents / sizeof of_agents[0]; i++) {
        if (cli_given(args, of_agents[i]))
            return cli_bad(
                "--%s is for agents that learn while they play; with --method use --episodes and --out.",
                of_agents[i]);
    }
    for (size_t i = 0; !by_method && i < sizeof of_methods / sizeof of_methods[0]; i++) {
        if (cli_given(args, of_methods[i]))
            return cli_bad("--%s needs --method, such as --method mc; for an agent that learns use --games.",
                           of_methods[i]);
    }
    return by_method ? train_by_method(args) : train_agent(args);
}
