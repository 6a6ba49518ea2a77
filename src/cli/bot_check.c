/* `tapete bot-check`: does a program keep to the protocol of bots? It plays as `exec:COMMAND` against random
 * moves, and each check is a way in which a program is asked: docs/write-a-bot.md describes all of them. */
#include "cli/cli.h"
#include "core/language.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_SIZE = 1024,
    WHY_SIZE = 512,
    ABOUT_SIZE = 100,
    MOST_COMPARED = 4096, /* moves of one game, to see whether it can be repeated */
    SECOND_MS = 1000,     /* how long a program may take to end, as the agent grants it */
};

typedef struct check {
    const tp_game *game;
    tp_options options;
    int seats;
    char agent[NAME_SIZE]; /* "exec:./bot.py" */
    uint64_t seed;
    int games; /* for each seat, at most */
    char about[ABOUT_SIZE];
    char why[WHY_SIZE]; /* what went wrong in this check; "" */
    int64_t decisions;
    double slowest; /* seconds */
    json_t *results;
    int passed, failed;
    bool repeats;
} check;

/* What the program decided in one game. */
typedef struct moves {
    tp_move list[MOST_COMPARED];
    int count;
} moves;

static void keep_failure(check *c, const tp_agent *agent) {
    const char *failure = tp_agent_failure(agent);
    if (failure != NULL && c->why[0] == '\0') snprintf(c->why, sizeof c->why, "%s", failure);
    const char *about = tp_agent_about(agent);
    if (about != NULL) snprintf(c->about, sizeof c->about, "%s", about);
}

static tp_agent *start(check *c, const char *settings, uint64_t seed) {
    char name[NAME_SIZE + 64];
    tp_error error = {0};
    snprintf(name, sizeof name, "%s%s", c->agent, settings);
    tp_agent *agent = tp_agent_new_for(c->game, &c->options, name, seed, &error);
    if (agent == NULL) snprintf(c->why, sizeof c->why, "%s", error.text);
    return agent;
}

/* One game, the program at `seat`. With `undo`, everything is told anew before its second decision, as after
 * an undo; *undo becomes false then. False: it has forfeited, or there is no memory. */
static bool play(check *c, tp_agent *agent, int seat, uint64_t seed, bool *undo, moves *made) {
    tp_match_setup setup = {.game = c->game, .options = &c->options, .seeded = true, .seed = seed};
    tp_error error = {0};
    tp_match *match = tp_match_new(&setup, &error);
    void *view = cli_allocate(c->game->view_size);
    tp_move *legal = cli_allocate((size_t)c->game->max_moves * sizeof *legal);
    tp_rng others;
    int shown = 0, decided = 0;
    tp_rng_seed(&others, seed);
    if (match == NULL) snprintf(c->why, sizeof c->why, "%s", error.text);
    if (match != NULL) tp_agent_begin(agent, tp_match_options(match), seat);
    bool told_all = false;
    for (int actor; match != NULL && c->why[0] == '\0' && (actor = tp_match_actor(match)) != TP_OVER;) {
        tp_match_view(match, actor, view);
        tp_move move;
        if (actor != seat) {
            int count = c->game->view_legal(view, legal);
            move = legal[tp_rng_below(&others, (uint32_t)count)];
        } else {
            if (undo != NULL && *undo && decided == 1) {
                tp_agent_begin(agent, tp_match_options(match), seat);
                told_all = false;
                *undo = false;
            }
            int plies = tp_match_plies(match);
            tp_match_show(match, told_all ? shown + 1 : 0, plies, seat, agent);
            told_all = true;
            shown = plies;
            double before = cli_seconds(CLOCK_MONOTONIC);
            move = tp_agent_choose(agent, view);
            double spent = cli_seconds(CLOCK_MONOTONIC) - before;
            if (spent > c->slowest && decided > 0) c->slowest = spent; /* the first may include its start */
            c->decisions++;
            if (made != NULL && made->count < MOST_COMPARED) made->list[made->count++] = move;
            decided++;
            keep_failure(c, agent);
        }
        if (c->why[0] == '\0' && tp_match_play(match, actor, move, &error) != TP_OK)
            snprintf(c->why, sizeof c->why, "%s", error.text);
    }
    if (match != NULL && c->why[0] == '\0') {
        float returns[TP_MAX_SEATS];
        int32_t scores[TP_MAX_SEATS];
        tp_match_show(match, told_all ? shown + 1 : 0, tp_match_plies(match), seat, agent);
        c->game->returns(tp_match_state(match), returns);
        c->game->scores(tp_match_state(match), scores);
        tp_agent_end(agent, c->seats, returns, scores);
        keep_failure(c, agent);
    }
    tp_match_free(match);
    free(legal);
    free(view);
    return c->why[0] == '\0';
}

/* ---- the checks ---- */

static void whole_games(check *c) {
    for (int i = 0; i < c->games * c->seats && c->why[0] == '\0'; i++) {
        tp_agent *agent = start(c, "", c->seed + (uint64_t)i);
        if (agent == NULL) return;
        play(c, agent, i % c->seats, c->seed + (uint64_t)i, NULL, NULL);
        tp_agent_free(agent);
    }
}

static void game_after_game(check *c) {
    tp_agent *agent = start(c, ",keep=true", c->seed);
    for (int i = 0; agent != NULL && i < 3; i++) {
        if (i > 0 && !tp_agent_renew(agent, c->seed + (uint64_t)i)) break;
        if (!play(c, agent, i % c->seats, c->seed + (uint64_t)i, NULL, NULL)) break;
    }
    tp_agent_free(agent);
}

static void more_members(check *c) {
    tp_agent *agent = start(c, ",numbers=true,data=true", c->seed);
    if (agent != NULL) play(c, agent, 0, c->seed, NULL, NULL);
    tp_agent_free(agent);
}

static void after_an_undo(check *c) {
    bool undo = true; /* a game may be over after one decision; then another is tried */
    for (uint64_t i = 0; undo && i < 20 && c->why[0] == '\0'; i++) {
        tp_agent *agent = start(c, "", c->seed + i);
        if (agent == NULL) return;
        play(c, agent, 0, c->seed + i, &undo, NULL);
        tp_agent_free(agent);
    }
}

static void ends_when_told(check *c) {
    tp_agent *agent = start(c, "", c->seed);
    if (agent == NULL) return;
    bool played = play(c, agent, 0, c->seed, NULL, NULL);
    double before = cli_seconds(CLOCK_MONOTONIC);
    tp_agent_free(agent);
    double spent = 1000 * (cli_seconds(CLOCK_MONOTONIC) - before);
    if (played && spent >= SECOND_MS)
        snprintf(c->why, sizeof c->why,
                 TR("a second after \"quit\" it was still there, and had to be ended"));
}

/* Not a check: a program may be as random as it likes, but then its games cannot be repeated. */
static void look_whether_it_repeats(check *c) {
    static moves made[2];
    for (int i = 0; i < 2; i++) {
        tp_agent *agent = start(c, "", c->seed);
        made[i].count = 0;
        bool played = agent != NULL && play(c, agent, 0, c->seed, NULL, &made[i]);
        tp_agent_free(agent);
        if (!played) return; /* told by the checks */
    }
    if (made[0].count != made[1].count ||
        memcmp(made[0].list, made[1].list, (size_t)made[0].count * sizeof made[0].list[0]) != 0)
        c->repeats = false;
}

static const struct {
    const char *name; /* for programs */
    const char *sentence;
    void (*run)(check *c);
} checks[] = {
    {"games", TR_MARK("whole games, from every seat"), whole_games},
    {"keep", TR_MARK("one process, game after game"), game_after_game},
    {"members", TR_MARK("with members and numbers that it did not ask for"), more_members},
    {"undo", TR_MARK("after an undo, when everything is told again"), after_an_undo},
    {"quit", TR_MARK("it ends when it is told to quit"), ends_when_told},
};

static void check_game(check *c, bool json) {
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        c->why[0] = '\0';
        checks[i].run(c);
        bool good = c->why[0] == '\0';
        c->passed += good;
        c->failed += !good;
        json_array_append_new(c->results, json_pack("{s:s, s:s, s:b, s:s*}", "game", c->game->name, "check",
                                                    checks[i].name, "ok", good, "why", good ? NULL : c->why));
        if (!json) printf("%s %s: %s\n", good ? "ok    " : "not ok", c->game->title, TR(checks[i].sentence));
        if (!good && !json) printf("       %s\n", c->why);
        fflush(stdout);
        if (!good && i == 0) return; /* the others would say the same */
    }
    c->why[0] = '\0';
    look_whether_it_repeats(c);
}

/* ---- the command ---- */

/* The command as the name of an agent: its commas are its own. False after a sentence. */
static bool name_agent(check *c, const char *command, int64_t ms) {
    size_t used = (size_t)snprintf(c->agent, sizeof c->agent, "exec:");
    for (const char *at = command; *at != '\0' && used < sizeof c->agent - 64; at++) {
        if (*at == ',') c->agent[used++] = '\\';
        c->agent[used++] = *at;
    }
    c->agent[used] = '\0';
    if (command[0] == '\0' || strlen(command) > 255) {
        cli_bad("the command must have 1 to 255 bytes.");
        return false;
    }
    snprintf(c->agent + used, sizeof c->agent - used, ",ms=%" PRId64, ms);
    return true;
}

static void print_summary(const check *c, const char *command) {
    if (c->about[0] != '\0') printf(TR("it calls itself %s\n"), c->about);
    printf(TR_N("%lld decision, the slowest in %.0f ms\n", "%lld decisions, the slowest in %.0f ms\n",
                (uint32_t)c->decisions),
           (long long)c->decisions, 1000 * c->slowest);
    if (!c->repeats) printf("%s\n", TR("the same seed led to other moves: games with it cannot be repeated"));
    if (c->failed == 0) {
        printf(TR("%s keeps to the protocol\n"), command);
    } else {
        printf(TR_N("%s does not keep to the protocol: %d check failed\n",
                    "%s does not keep to the protocol: %d checks failed\n", (uint32_t)c->failed),
               command, c->failed);
    }
}

/* All checks in one game. An exit code: CLI_BAD after a sentence, else CLI_OK. */
static int check_named(check *c, const cli_args *args, const char *name) {
    tp_shape shape;
    tp_error error = {0};
    c->game = cli_game_named(args, name, &c->options);
    if (c->game == NULL) return CLI_BAD;
    if (tp_game_shape(c->game, &c->options, &shape, &error) != TP_OK) return cli_bad_error(&error);
    c->seats = shape.seats;
    /* what cannot be started is no program */
    tp_agent *agent = tp_agent_new_for(c->game, &c->options, c->agent, 1, &error);
    if (agent == NULL) return cli_bad_error(&error);
    tp_agent_free(agent);
    check_game(c, cli_given(args, "json"));
    return CLI_OK;
}

int cli_bot_check(const cli_args *args) {
    const char *command = cli_operand(args, 0), *game = cli_operand(args, 1);
    static check c;
    int64_t ms, games;
    int code = CLI_OK;
    c = (check){.seed = 1, .repeats = true};
    if (!cli_integer(args, "ms", 1, 86400000, 5000, &ms) || !cli_integer(args, "games", 1, 1000, 1, &games) ||
        (cli_given(args, "seed") && !cli_seed(args, &c.seed)) || !name_agent(&c, command, ms))
        return CLI_BAD;
    if (game == NULL && cli_given(args, "option"))
        return cli_bad("--option needs a game, as in: tapete bot-check ./bot.py GAME --option players=2.");
    c.games = (int)games;
    c.results = json_array();
    if (game != NULL) code = check_named(&c, args, game);
    for (const tp_game *const *each = tp_games(); game == NULL && *each != NULL && code == CLI_OK; each++) {
        if (!(*each)->study) code = check_named(&c, args, (*each)->name);
    }
    if (code == CLI_OK && cli_given(args, "json")) {
        cli_print_json(json_pack("{s:s, s:b, s:O, s:s*, s:I, s:f, s:b}", "command", command, "ok",
                                 c.failed == 0, "checks", c.results, "about",
                                 c.about[0] != '\0' ? c.about : NULL, "decisions", (json_int_t)c.decisions,
                                 "slowest_ms", 1000 * c.slowest, "repeats", c.repeats));
    } else if (code == CLI_OK) {
        print_summary(&c, command);
    }
    json_decref(c.results);
    return code != CLI_OK ? code : c.failed == 0 ? CLI_OK : CLI_FAILED;
}
