/* The plan of an arena: who meets whom, from which seats, in how many deals. */
#include "arena/arena.h"
#include "core/language.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- agents ---- */

static uint64_t hash(uint64_t value, const char *text) {
    for (; *text != '\0'; text++) value = (value ^ (unsigned char)*text) * 0x100000001b3ull;
    return value;
}

/* What an agent is, for its chance: the text that names it or, where that names files or programs, its kind
 * and its other options. So a file can be moved, or a program renamed, and plays the same games. */
static uint64_t chance_of(const tp_game *game, const char *agent) {
    const uint64_t start = 0xcbf29ce484222325ull;
    const tp_agent_kind *kind = NULL;
    tp_options options;
    bool has_text = false;
    if (tp_agent_read(game, agent, &kind, &options, NULL) != TP_OK || kind == NULL) return hash(start, agent);
    for (size_t i = 0; i < options.count; i++)
        has_text = has_text || (options.values[i].given && options.table[i].type == TP_OPTION_TEXT);
    if (!has_text) return hash(start, agent);
    uint64_t value = hash(start, kind->name);
    for (size_t i = 0; i < options.count; i++) {
        if (!options.values[i].given || options.table[i].type == TP_OPTION_TEXT) continue;
        char number[32];
        snprintf(number, sizeof number, "=%lld", (long long)options.values[i].number);
        value = hash(hash(hash(value, ","), options.table[i].name), number);
    }
    return value;
}

static tp_err find_agent(arena_plan *plan, const char *typed, int *out, tp_error *error) {
    char label[ARENA_NAME_SIZE];
    const char *agent, *name;
    arena_name_of(typed, label, &agent);
    if (agent != typed && (label[0] == '\0' || strlen(label) >= ARENA_LABEL_SIZE)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("the name of an agent has 1 to %d bytes: NAME=AGENT, not \"%.60s\""),
                       ARENA_LABEL_SIZE - 1, typed);
    }
    name = label[0] != '\0' ? label : agent;
    for (int i = 0; i < plan->agent_count; i++) {
        if (strcmp(plan->names[i], name) != 0) continue;
        *out = i;
        if (strcmp(plan->agents[i], agent) == 0) return TP_OK;
        return tp_fail(error, TP_E_INPUT, TR("two agents are called %s; give each a name of its own"), name);
    }
    *out = plan->agent_count++;
    snprintf(plan->names[*out], ARENA_NAME_SIZE, "%s", name);
    snprintf(plan->agents[*out], ARENA_NAME_SIZE, "%s", agent);
    plan->chance[*out] = chance_of(plan->settings.game, agent);
    return TP_OK;
}

/* The seats and sides of the game with these options. */
static tp_err find_sides(arena_plan *plan, tp_error *error) {
    const tp_game *game = plan->settings.game;
    tp_shape shape;
    if (game->settle != NULL) game->settle(&plan->settings.options, NULL);
    tp_err code = game->shape(&plan->settings.options, &shape, error);
    if (code != TP_OK) return code;
    uint32_t seen = 0;
    plan->seats = shape.seats;
    for (int seat = 0; seat < plan->seats; seat++) {
        int side = plan->side[seat] = shape.side[seat];
        plan->sides += (seen >> side & 1) == 0;
        seen |= 1u << side;
    }
    return TP_OK;
}

/* ---- entrants ---- */

static bool same_entrant(const arena_entrant *a, const arena_entrant *b) {
    return a->agent_count == b->agent_count &&
           memcmp(a->agents, b->agents, (size_t)a->agent_count * sizeof *a->agents) == 0;
}

/* Like strlcat. */
static void append(char *text, size_t size, const char *more) {
    size_t used = strlen(text), length = strlen(more);
    if (length > size - 1 - used) length = size - 1 - used;
    memcpy(text + used, more, length);
    text[used + length] = '\0';
}

static void name_entrant(const arena_plan *plan, arena_entrant *entrant) {
    for (int i = 0; i < entrant->agent_count; i++) {
        if (i > 0) append(entrant->name, sizeof entrant->name, "+");
        append(entrant->name, sizeof entrant->name, plan->names[entrant->agents[i]]);
    }
    if (entrant->twin > 0) {
        char number[24];
        snprintf(number, sizeof number, " (%d)", entrant->twin + 1);
        append(entrant->name, sizeof entrant->name, number);
    }
}

/* An entrant of these agents. With `merge`, one that is there already is the same. Returns its number. */
static int add_entrant(arena_plan *plan, const int *agents, int count, bool merge) {
    arena_entrant *entrant = &plan->entrants[plan->entrant_count];
    memset(entrant, 0, sizeof *entrant);
    entrant->agent_count = count;
    memcpy(entrant->agents, agents, (size_t)count * sizeof *agents);
    for (int i = 0; i < plan->entrant_count; i++) {
        if (!same_entrant(&plan->entrants[i], entrant)) continue;
        if (merge) return i;
        entrant->twin++;
    }
    name_entrant(plan, entrant);
    return plan->entrant_count++;
}

/* ---- meetings ---- */

/* Whether sides stay together when everybody moves on by so many seats. */
static bool keeps_sides(const arena_plan *plan, int rotation) {
    for (int a = 0; a < plan->seats; a++) {
        for (int b = 0; b < plan->seats; b++) {
            int a_then = plan->side[(a + rotation) % plan->seats],
                b_then = plan->side[(b + rotation) % plan->seats];
            if ((plan->side[a] == plan->side[b]) != (a_then == b_then)) return false;
        }
    }
    return true;
}

static bool same_seating(const arena_plan *plan, const arena_meeting *meeting, int rotation, int other) {
    for (int seat = 0; seat < plan->seats; seat++) {
        if (arena_entrant_at(plan, meeting, rotation, seat) != arena_entrant_at(plan, meeting, other, seat) ||
            arena_agent_at(plan, meeting, rotation, seat) != arena_agent_at(plan, meeting, other, seat))
            return false;
    }
    return true;
}

static void finish_meeting(const arena_plan *plan, arena_meeting *meeting) {
    for (int rotation = 0; rotation < plan->seats; rotation++) {
        bool fresh = keeps_sides(plan, rotation);
        for (int i = 0; i < meeting->rotation_count && fresh; i++)
            fresh = !same_seating(plan, meeting, meeting->rotations[i], rotation);
        if (fresh) meeting->rotations[meeting->rotation_count++] = rotation;
    }
    for (int seat = 0; seat < plan->seats; seat++) {
        int i = 0;
        while (i < meeting->distinct && meeting->entrants[i] != meeting->entrant[seat]) i++;
        if (i == meeting->distinct) meeting->entrants[meeting->distinct++] = meeting->entrant[seat];
        meeting->seats[i]++;
    }
}

/* Put an entrant on each side: the first on that of seat 0. Its agents sit there in order, or one of them
 * everywhere. */
static tp_err add_meeting(arena_plan *plan, const int *entrants, tp_error *error) {
    if (plan->meeting_count == ARENA_MOST_MEETINGS)
        return tp_fail(error, TP_E_INPUT,
                       TR("these agents would meet in more than %d ways; name fewer agents"),
                       ARENA_MOST_MEETINGS);
    arena_meeting *meeting = &plan->meetings[plan->meeting_count++];
    int sides[TP_MAX_SEATS], side_count = 0, taken[TP_MAX_SEATS] = {0};
    tp_assert(plan->sides <= TP_MAX_SEATS && plan->seats <= TP_MAX_SEATS);
    for (int seat = 0; seat < plan->seats; seat++) {
        int side = 0;
        while (side < side_count && sides[side] != plan->side[seat]) side++;
        if (side == side_count) sides[side_count++] = plan->side[seat];
        const arena_entrant *entrant = &plan->entrants[entrants[side]];
        meeting->entrant[seat] = entrants[side];
        meeting->agent[seat] = entrant->agents[taken[side]++ % entrant->agent_count];
    }
    finish_meeting(plan, meeting);
    return TP_OK;
}

/* Every choice of as many entrants as there are sides; in a gauntlet those with the first. */
static tp_err add_choices(arena_plan *plan, tp_error *error) {
    int chosen[TP_MAX_SEATS] = {0};
    tp_assert(plan->sides <= TP_MAX_SEATS);
    for (int i = 0; i < plan->sides; i++) chosen[i] = i;
    for (;;) {
        tp_err code = add_meeting(plan, chosen, error);
        if (code != TP_OK) return code;
        int i = plan->sides - 1, fixed = plan->settings.gauntlet ? 1 : 0;
        while (i >= fixed && chosen[i] == plan->entrant_count - plan->sides + i) i--;
        if (i < fixed) return TP_OK;
        chosen[i]++;
        for (int j = i + 1; j < plan->sides; j++) chosen[j] = chosen[j - 1] + 1;
    }
}

/* ---- the three forms ---- */

static tp_err plan_ratings(arena_plan *plan, const int *named, int count, bool teams, tp_error *error) {
    for (int i = 0; i < count; i++) {
        for (int j = i; j < (plan->settings.mixed ? count : i + 1); j++) {
            int pair[2] = {named[i], named[j]};
            if (plan->entrant_count == ARENA_MOST_AGENTS)
                return tp_fail(error, TP_E_INPUT, TR("at most %d agents can be rated at once"),
                               ARENA_MOST_AGENTS);
            add_entrant(plan, pair, teams && i != j ? 2 : 1, true);
        }
    }
    if (plan->entrant_count < plan->sides || plan->entrant_count < 2) {
        return tp_fail(error, TP_E_INPUT,
                       plan->settings.gauntlet
                           ? TR("a gauntlet in this game needs at least %d different agents")
                           : TR("a round-robin of this game needs at least %d different agents"),
                       plan->sides);
    }
    return add_choices(plan, error);
}

/* Two sides. With one agent for each seat, those of a side are one entrant. */
static tp_err plan_sides(arena_plan *plan, const int *named, int count, bool teams, tp_error *error) {
    int members[TP_MAX_SEATS][TP_MAX_SEATS] = {{0}}, sizes[TP_MAX_SEATS] = {0}, entrants[TP_MAX_SEATS] = {0};
    if (plan->settings.mixed) {
        if (count != 2) return tp_fail(error, TP_E_INPUT, TR("--mixed takes two agents, not %d"), count);
        for (int side = 0; side < 2; side++) {
            members[side][0] = named[side];
            members[side][1] = named[1 - side];
            sizes[side] = 2;
        }
    } else if (count == 2) {
        for (int side = 0; side < 2; side++) members[side][sizes[side]++] = named[side];
    } else if (teams && count == plan->seats) {
        for (int seat = 0; seat < count; seat++) {
            int side = plan->side[seat] == plan->side[0] ? 0 : 1;
            members[side][sizes[side]++] = named[seat];
        }
    } else if (teams) {
        return tp_fail(
            error, TP_E_INPUT,
            TR("name two agents, one for each side, or %d, one for each seat, not %d; --round-robin "
               "takes any number"),
            plan->seats, count);
    } else {
        return tp_fail(error, TP_E_INPUT, TR("name two agents, not %d; --round-robin takes any number"),
                       count);
    }
    for (int side = 0; side < 2; side++) {
        bool alike = true;
        for (int i = 1; i < sizes[side]; i++) alike = alike && members[side][i] == members[side][0];
        entrants[side] = add_entrant(plan, members[side], alike ? 1 : sizes[side], false);
    }
    return add_meeting(plan, entrants, error);
}

static tp_err plan_free_for_all(arena_plan *plan, const int *named, int count, tp_error *error) {
    int entrants[TP_MAX_SEATS] = {0};
    if (count != plan->seats) {
        return tp_fail(
            error, TP_E_INPUT,
            count > plan->seats
                ? TR("%s is a free-for-all of %d here: name %d agents, one for each seat, not %d; you may "
                     "repeat an agent, and --round-robin takes any number")
                : TR("%s is a free-for-all of %d here: name %d agents, one for each seat, not %d; you may "
                     "repeat an agent"),
            plan->settings.game->name, plan->seats, plan->seats, count);
    }
    for (int seat = 0; seat < count; seat++) entrants[seat] = add_entrant(plan, &named[seat], 1, true);
    if (plan->entrant_count < 2) {
        return tp_fail(error, TP_E_INPUT,
                       TR("all seats have the same agent, so there is nothing to compare"));
    }
    return add_meeting(plan, entrants, error);
}

static tp_err make_plan(arena_plan *plan, tp_error *error) {
    const arena_settings *settings = &plan->settings;
    int named[ARENA_MOST_AGENTS] = {0};
    tp_err code = find_sides(plan, error);
    if (code != TP_OK) return code;
    bool teams = plan->sides < plan->seats;
    if (settings->agent_count < 2)
        return tp_fail(error, TP_E_INPUT, TR("an arena needs at least two agents"));
    for (int i = 0; i < settings->agent_count; i++) {
        code = find_agent(plan, settings->agents[i], &named[i], error);
        if (code != TP_OK) return code;
    }
    plan->is_rated = settings->round_robin || settings->gauntlet;
    if (settings->gauntlet && (settings->round_robin || settings->mixed)) {
        return tp_fail(error, TP_E_INPUT, TR("--gauntlet goes with neither --round-robin nor --mixed"));
    }
    if (settings->mixed && !(teams && plan->sides == 2)) {
        return tp_fail(error, TP_E_INPUT, TR("--mixed is for games of two pairs, and %s has none here"),
                       settings->game->name);
    }
    if (settings->sprt && (plan->sides != 2 || plan->is_rated)) {
        return tp_fail(error, TP_E_INPUT, TR("--sprt compares two sides, and there are more here"));
    }
    if (settings->sprt && !(settings->elo0 < settings->elo1)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("--sprt needs two differences, the smaller first, such as 0,10"));
    }
    if (plan->is_rated) {
        code = plan_ratings(plan, named, settings->agent_count, teams, error);
    } else if (plan->sides == 2) {
        code = plan_sides(plan, named, settings->agent_count, teams, error);
    } else {
        code = plan_free_for_all(plan, named, settings->agent_count, error);
    }
    if (code != TP_OK) return code;
    int fewest = TP_MAX_SEATS;
    for (int i = 0; i < plan->meeting_count; i++) {
        if (plan->meetings[i].rotation_count < fewest) fewest = plan->meetings[i].rotation_count;
    }
    int64_t rounds = settings->duplicate ? (settings->games + fewest - 1) / fewest : settings->games;
    plan->deals = rounds * plan->meeting_count;
    return TP_OK;
}

/* An agent that learns while it plays would not be the same in the last game as in the first, nor on another
 * number of threads. */
static tp_err check_agent(const arena_settings *settings, const char *name, tp_error *error) {
    const tp_agent_kind *kind = NULL;
    tp_options options;
    tp_err code = tp_agent_read(settings->game, name, &kind, &options, error);
    if (code != TP_OK || kind == NULL) return code;
    for (size_t i = 0; kind->save != NULL && i < options.count; i++) {
        if (strcmp(options.table[i].name, "learn") == 0 && options.values[i].number != 0) {
            return tp_fail(error, TP_E_INPUT,
                           TR("the agent %s would learn during the match; in an arena use %s:learn=false"),
                           kind->name, kind->name);
        }
    }
    tp_agent *agent = tp_agent_new_for(settings->game, &settings->options, name, 0, error);
    if (agent == NULL) return TP_E_INPUT;
    tp_agent_free(agent);
    return TP_OK;
}

arena_plan *arena_plan_new(const arena_settings *settings, tp_error *error) {
    arena_plan *plan = calloc(1, sizeof *plan);
    if (plan != NULL) plan->meetings = calloc(ARENA_MOST_MEETINGS, sizeof *plan->meetings);
    if (plan == NULL || plan->meetings == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        arena_plan_free(plan);
        return NULL;
    }
    plan->settings = *settings;
    if (plan->settings.alpha <= 0) plan->settings.alpha = 0.05;
    if (plan->settings.beta <= 0) plan->settings.beta = 0.05;
    tp_err code = make_plan(plan, error);
    for (int i = 0; i < plan->agent_count && code == TP_OK; i++)
        code = check_agent(settings, plan->agents[i], error);
    if (code == TP_OK) return plan;
    arena_plan_free(plan);
    return NULL;
}

void arena_plan_free(arena_plan *plan) {
    if (plan == NULL) return;
    free(plan->meetings);
    free(plan);
}

/* ---- questions ---- */

const arena_meeting *arena_deal_meeting(const arena_plan *plan, int64_t number) {
    return &plan->meetings[number % plan->meeting_count];
}

int arena_agent_at(const arena_plan *plan, const arena_meeting *meeting, int rotation, int seat) {
    return meeting->agent[(seat + plan->seats - rotation) % plan->seats];
}

int arena_entrant_at(const arena_plan *plan, const arena_meeting *meeting, int rotation, int seat) {
    return meeting->entrant[(seat + plan->seats - rotation) % plan->seats];
}
