/* What the server allows: its options, and which agents may be asked for. */
#include "server/limits.h"
#include "server/server.h"

#include "agents/play.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

const tp_option server_option_table[] = {
    {"connections", TP_OPTION_INT, "10000", 1, 1000000, NULL, TR_MARK("connections at once")},
    {"connections_per_address", TP_OPTION_INT, "200", 1, 1000000, NULL,
     TR_MARK("connections per address at once")},
    {"message_bytes", TP_OPTION_INT, "16384", 1024, 1048576, NULL,
     TR_MARK("the longest message from a client")},
    {"queue_bytes", TP_OPTION_INT, "1048576", 65536, 1073741824, NULL,
     TR_MARK("bytes that may wait for a client that does not read")},
    {"tables", TP_OPTION_INT, "20000", 1, 1000000, NULL, TR_MARK("unfinished tables")},
    {"tables_per_person", TP_OPTION_INT, "20", 1, 100000, NULL, TR_MARK("unfinished tables per person")},
    {"seats_per_guest", TP_OPTION_INT, "10", 1, 100000, NULL, TR_MARK("unfinished tables per guest")},
    {"tables_per_address", TP_OPTION_INT, "200", 1, 1000000, NULL, TR_MARK("unfinished tables per address")},
    {"watches", TP_OPTION_INT, "16", 1, 10000, NULL, TR_MARK("tables that one connection may watch")},
    {"agent_ms", TP_OPTION_INT, "2000", 1, 600000, NULL,
     TR_MARK("the longest time an agent may think, in milliseconds")},
    {"agent_games", TP_OPTION_INT, "100000", 1, 1000000000, NULL,
     TR_MARK("the most games an agent may simulate")},
    {"bot_delay_ms", TP_OPTION_INT, "100", 0, 60000, NULL,
     TR_MARK(
         "milliseconds that bots wait beyond their budget, so that their timing reveals nothing; 0: no wait")},
    {"agents_mib", TP_OPTION_INT, "1024", 1, 1048576, NULL, TR_MARK("MiB of memory for all agents together")},
    {"agents_idle_s", TP_OPTION_INT, "60", 0, 86400, NULL,
     TR_MARK("seconds that agents stay in memory when nobody is at their table")},
    {"review_sims", TP_OPTION_INT, "2000", 1, 100000, NULL, TR_MARK("simulations per position of a review")},
    {"reviews", TP_OPTION_INT, "100", 1, 100000, NULL, TR_MARK("reviews kept in memory")},
    {"workers", TP_OPTION_INT, "0", 0, 64, NULL, TR_MARK("threads for agents; 0: one per processor")},
    {"contribute_ms", TP_OPTION_INT, "3000", 0, 60000, NULL,
     TR_MARK("milliseconds to wait for seals, and then for them to be opened; 0: deal without them")},
    {"offer_s", TP_OPTION_INT, "60", 1, 3600, NULL,
     TR_MARK("seconds to answer a request of another person at the table")},
    {"abandon_s", TP_OPTION_INT, "604800", 1, 31536000, NULL,
     TR_MARK("seconds after which an abandoned game is lost by the player to move")},
    {"keep_days", TP_OPTION_INT, "60", 1, 36500, NULL, TR_MARK("days after which an unused table is closed")},
    {"unload_s", TP_OPTION_INT, "300", 1, 86400, NULL,
     TR_MARK("seconds that a finished table without viewers stays in memory")},
    {"reads", TP_OPTION_INT, "2000", 1, 1000000, NULL,
     TR_MARK("requests that may wait for a game to be read from the database")},
    {"read_mib", TP_OPTION_INT, "64", 1, 65536, NULL,
     TR_MARK("MiB of games read from the database and kept in memory")},
    {"passwords_per_minute", TP_OPTION_INT, "10", 1, 10000, NULL,
     TR_MARK("attempts to sign in or register, per address")},
    {"guests_per_hour", TP_OPTION_INT, "120", 1, 1000000, NULL, TR_MARK("new guests per address")},
    {"tables_per_minute", TP_OPTION_INT, "60", 1, 1000000, NULL,
     TR_MARK("tables created per address and minute")},
    {"budget_percent", TP_OPTION_INT, "100", 1, 100000000, NULL,
     TR_MARK("budgets of people and addresses, in percent of the default; more for a larger machine")},
    {"check_s", TP_OPTION_INT, "10", 0, 86400, NULL,
     TR_MARK("seconds for checking the database for damage at the start")},
    {"guest_days", TP_OPTION_INT, "180", 0, 36500, NULL,
     TR_MARK("days after which guests who do not come back are erased; 0: never")},
    {"guest_games_days", TP_OPTION_INT, "365", 0, 36500, NULL,
     TR_MARK("days after which games of guests only are deleted; 0: never")},
    {"bot_games_h", TP_OPTION_INT, "24", 0, 87600, NULL,
     TR_MARK("hours for which finished games of bots only are kept")},
    {"database_mib", TP_OPTION_INT, "16384", 1, 100000000, NULL,
     TR_MARK(
         "above this size of the database, guests create no tables and their finished games are deleted")},
    {"disk_free_mib", TP_OPTION_INT, "512", 0, 100000000, NULL,
     TR_MARK("the same, if less than this is free on the disk")},
    {"security_days", TP_OPTION_INT, "30", 1, 3650, NULL,
     TR_MARK("days for which a security log file is kept")},
    {"backup_hours", TP_OPTION_REAL, "0", 0, 100000, NULL,
     TR_MARK("hours between two backups; 0: only on request")},
    {"backup_keep", TP_OPTION_INT, "7", 1, 500, NULL,
     TR_MARK("number of dated backups to keep; older ones are removed")},
    {"metrics_open", TP_OPTION_BOOL, "false", 0, 1, NULL, TR_MARK("whether anyone may read /metrics")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};
_Static_assert(sizeof server_option_table / sizeof *server_option_table <= TP_MAX_OPTIONS + 1,
               "there is room for the values of all options");

_Static_assert(sizeof server_option_table / sizeof *server_option_table - 1 <= TP_MAX_OPTIONS,
               "all options of the server fit into a tp_options");

void limits_read(limits *limits, const tp_options *options) {
    const struct {
        const char *name;
        int *place;
    } numbers[] = {
        {"connections", &limits->connections},
        {"connections_per_address", &limits->connections_per_address},
        {"message_bytes", &limits->message_bytes},
        {"queue_bytes", &limits->queue_bytes},
        {"tables", &limits->tables},
        {"tables_per_person", &limits->tables_per_person},
        {"seats_per_guest", &limits->seats_per_guest},
        {"tables_per_address", &limits->tables_per_address},
        {"watches", &limits->watches},
        {"agent_ms", &limits->agent_ms},
        {"agent_games", &limits->agent_games},
        {"bot_delay_ms", &limits->bot_delay_ms},
        {"agents_mib", &limits->agents_mib},
        {"agents_idle_s", &limits->agents_idle_s},
        {"backup_keep", &limits->backup_keep},
        {"review_sims", &limits->review_sims},
        {"reviews", &limits->reviews},
        {"workers", &limits->workers},
        {"contribute_ms", &limits->contribute_ms},
        {"offer_s", &limits->offer_s},
        {"abandon_s", &limits->abandon_s},
        {"keep_days", &limits->keep_days},
        {"unload_s", &limits->unload_s},
        {"check_s", &limits->check_s},
        {"reads", &limits->reads},
        {"read_mib", &limits->read_mib},
        {"passwords_per_minute", &limits->passwords_per_minute},
        {"security_days", &limits->security_days},
        {"guests_per_hour", &limits->guests_per_hour},
        {"tables_per_minute", &limits->tables_per_minute},
        {"bot_games_h", &limits->bot_games_h},
        {"guest_days", &limits->guest_days},
        {"guest_games_days", &limits->guest_games_days},
        {"database_mib", &limits->database_mib},
        {"disk_free_mib", &limits->disk_free_mib},
        {"budget_percent", &limits->budget_percent},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        *numbers[i].place = (int)tp_options_int(options, numbers[i].name);
    }
    limits->backup_hours = tp_options_real(options, "backup_hours");
    limits->metrics_open = tp_options_bool(options, "metrics_open");
}

/* ---- addresses ---- */

void address_network(const char *address, char out[NETWORK_SIZE]) {
    struct in6_addr parts;
    snprintf(out, NETWORK_SIZE, "%s", address);
    if (inet_pton(AF_INET6, address, &parts) != 1) return;
    if (IN6_IS_ADDR_V4MAPPED(&parts)) {
        inet_ntop(AF_INET, &parts.s6_addr[12], out, NETWORK_SIZE);
        return;
    }
    memset(&parts.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &parts, out, NETWORK_SIZE);
}

/* ---- agents ---- */

int64_t agent_most(const limits *limits, const char *option) {
    if (strcmp(option, "threads") == 0) return 1;
    if (strcmp(option, "ms") == 0) return limits->agent_ms;
    if (strcmp(option, "games") == 0 || strcmp(option, "sims") == 0) return limits->agent_games;
    if (strcmp(option, "memory") == 0) return MOST_AGENT_MIB;
    return 0;
}

static tp_err check_option(const limits *limits, const char *agent, const tp_option *option,
                           const tp_option_value *value, tp_error *error) {
    if (!value->given) return TP_OK;
    if (option->type == TP_OPTION_TEXT) {
        return tp_fail(error, TP_E_INPUT, TR("agent %s: option '%s' cannot be set here"), agent,
                       option->name);
    }
    int64_t most = agent_most(limits, option->name);
    if (most == 0 || value->number <= (double)most) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("agent %s: option '%s' is at most %lld here, not %s"), agent,
                   option->name, (long long)most, value->text);
}

tp_err agent_allowed(const server *server, const tp_game *game, const tp_options *variant, const char *name,
                     tp_error *error) {
    const tp_agent_kind *kind;
    tp_options options;
    const tp_character *character = tp_character_find(name);
    if (character != NULL) name = character->level;
    if (strlen(name) >= AGENT_SIZE) {
        return tp_fail(error, TP_E_INPUT, TR("the name of an agent may have at most %d bytes"),
                       AGENT_SIZE - 1);
    }
    if (tp_agent_is_local(name)) {
        return tp_fail(error, TP_E_INPUT, TR("agent %.*s: it runs programs, which servers do not allow"),
                       (int)strcspn(name, ":"), name);
    }
    bool is_level = tp_level_agent(game, name) != NULL; /* on offer everywhere, with what budget there is */
    tp_err code = tp_agent_read(game, name, &kind, &options, error);
    for (size_t i = 0; code == TP_OK && !is_level && i < options.count; i++) {
        code = check_option(&server->setup.limits, kind->name, &options.table[i], &options.values[i], error);
    }
    if (code != TP_OK) return code;
    char fitted[AGENT_SIZE];
    agent_fit(server, game, variant, name, fitted);
    /* The kind has the last word on whether its options go together, and go with the variant. */
    tp_error why = {0};
    tp_agent *agent = tp_agent_new_for(game, variant, fitted, 0, &why);
    if (agent == NULL) {
        if (error != NULL) *error = why;
        return why.code;
    }
    tp_agent_free(agent);
    return TP_OK;
}

/* The option by which an agent goes that is told no budget, or NULL: it was told one, or has none. The first
 * in its table is the one that counts. */
static const tp_option *untold_budget(const tp_options *options) {
    const tp_option *budget = NULL;
    for (size_t i = 0; i < options->count; i++) {
        const tp_option *option = &options->table[i];
        bool is_budget = strcmp(option->name, "ms") == 0 || strcmp(option->name, "games") == 0 ||
                         strcmp(option->name, "sims") == 0;
        if (!is_budget) continue;
        if (options->values[i].given) return NULL;
        if (budget == NULL) budget = option;
    }
    return budget;
}

/* The agent that a level stands for, with what it is given cut down to the limits. */
static void spell_level(const limits *limits, const tp_agent_kind *kind, const tp_options *options,
                        char out[AGENT_SIZE]) {
    size_t length = (size_t)snprintf(out, AGENT_SIZE, "%s", kind->name);
    char separator = ':';
    for (size_t i = 0; i < options->count && length < AGENT_SIZE; i++) {
        const tp_option_value *value = &options->values[i];
        if (!value->given) continue;
        int64_t most = agent_most(limits, options->table[i].name);
        char number[32];
        snprintf(number, sizeof number, "%lld", (long long)most);
        length +=
            (size_t)snprintf(out + length, AGENT_SIZE - length, "%c%s=%s", separator, options->table[i].name,
                             most > 0 && value->number > (double)most ? number : value->text);
        separator = ',';
    }
}

/* What a level stands for in this variant, if a server has more than others: else the name itself. */
static const char *served(const tp_game *game, const tp_options *variant, const char *name) {
    const game_play *play = game_play_of(game);
    const tp_character *character = tp_character_find(name);
    const char *level = character != NULL ? character->level : name;
    const char *found =
        variant != NULL && play->served_level != NULL ? play->served_level(variant, level) : NULL;
    return found != NULL ? found : name;
}

void agent_fit(const server *server, const tp_game *game, const tp_options *variant, const char *name,
               char out[AGENT_SIZE]) {
    const tp_agent_kind *kind;
    tp_options options;
    /* Nobody comes this far with such a name; if it stands in a table all the same, no program is run. */
    if (tp_agent_is_local(name)) name = "random";
    name = served(game, variant, name);
    snprintf(out, AGENT_SIZE, "%s", name);
    if (tp_agent_read(game, name, &kind, &options, NULL) != TP_OK) return;
    if (tp_level_agent(game, name) != NULL) spell_level(&server->setup.limits, kind, &options, out);
    const tp_option *budget = untold_budget(&options);
    for (size_t i = 0; i < options.count; i++) {
        const tp_option *option = &options.table[i];
        int64_t most = agent_most(&server->setup.limits, option->name);
        bool is_memory = strcmp(option->name, "memory") == 0 && !options.values[i].given;
        if ((option != budget && !is_memory) || options.values[i].number <= (double)most) continue;
        size_t length = strlen(out);
        char separator = strchr(out, ':') == NULL ? ':' : ',';
        int added = snprintf(out + length, AGENT_SIZE - length, "%c%s=%lld", separator, option->name,
                             (long long)most);
        /* If there is no room, the limits are what matters. */
        if (added < 0 || (size_t)added >= AGENT_SIZE - length) {
            snprintf(out, AGENT_SIZE, "%s:%s=%lld", kind->name, option->name, (long long)most);
        }
    }
}
