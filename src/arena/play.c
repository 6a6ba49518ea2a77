/* Playing one deal: a match for every seating. */
#include "arena/arena.h"
#include "core/language.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- seeds ---- */

/* A seed that is unrelated for every pair of arguments. */
static uint64_t mix(uint64_t a, uint64_t b) {
    tp_rng rng;
    tp_rng_seed(&rng, a);
    tp_rng_seed(&rng, tp_rng_next(&rng) ^ b);
    return tp_rng_next(&rng);
}

uint64_t arena_deal_seed(const arena_plan *plan, int64_t number) {
    return mix(plan->settings.seed, (uint64_t)number);
}

/* What an agent draws depends on the deal and on what it is, not on the order in which agents were named: so
 * changing that order mirrors the result. Of several seats with the same agent, or with agents that differ
 * only in their files, the first in the order of the table is the first. */
static uint64_t agent_seed(const arena_plan *plan, const arena_meeting *meeting, int64_t number, int rotation,
                           int seat) {
    int agent = arena_agent_at(plan, meeting, rotation, seat),
        entrant = arena_entrant_at(plan, meeting, rotation, seat);
    uint64_t before = 0, chance = plan->chance[agent];
    int twin = plan->entrants[entrant].twin;
    for (int other = 0; other < seat; other++) {
        before += plan->chance[arena_agent_at(plan, meeting, rotation, other)] == chance &&
                  plan->entrants[arena_entrant_at(plan, meeting, rotation, other)].twin == twin;
    }
    return mix(arena_deal_seed(plan, number) ^ chance, TP_MAX_SEATS * (uint64_t)twin + before + 1);
}

/* ---- times ---- */

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Cells 0 .. 15 are whole nanoseconds; from there on 16 cells for each doubling. */
static int cell_of(uint64_t ns) {
    if (ns < ARENA_TIME_STEPS) return (int)ns;
    int doublings = 63 - __builtin_clzll(ns) - 4;
    int cell = ARENA_TIME_STEPS * (doublings + 1) + (int)((ns >> doublings) & (ARENA_TIME_STEPS - 1));
    return cell < ARENA_TIME_CELLS ? cell : ARENA_TIME_CELLS - 1;
}

/* The middle of a cell. */
static double cell_ns(int cell) {
    if (cell < ARENA_TIME_STEPS) return cell;
    int doublings = cell / ARENA_TIME_STEPS - 1, step = cell % ARENA_TIME_STEPS;
    return (double)(1ull << doublings) * (ARENA_TIME_STEPS + step + 0.5);
}

void arena_times_add(arena_times *times, uint64_t ns) {
    times->moves++;
    times->ns += ns;
    times->cells[cell_of(ns)]++;
}

void arena_times_merge(arena_times *times, const arena_times *more) {
    times->moves += more->moves;
    times->ns += more->ns;
    for (int i = 0; i < ARENA_TIME_CELLS; i++) times->cells[i] += more->cells[i];
}

double arena_times_quantile(const arena_times *times, double share) {
    double seen = 0, wanted = share * (double)times->moves;
    for (int i = 0; i < ARENA_TIME_CELLS; i++) {
        seen += times->cells[i];
        if (seen > 0 && seen >= wanted) return cell_ns(i);
    }
    return 0;
}

/* ---- a game ---- */

struct arena_player {
    const arena_plan *plan;
    const char *games_to;
    tp_agent **kept; /* of each agent of the plan, as many as sit at a table; NULL: none waits */
};

arena_player *arena_player_new(const arena_plan *plan, const char *games_to, tp_error *error) {
    arena_player *player = calloc(1, sizeof *player);
    if (player != NULL) player->kept = calloc((size_t)plan->agent_count * TP_MAX_SEATS, sizeof(tp_agent *));
    if (player == NULL || player->kept == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        free(player);
        return NULL;
    }
    player->plan = plan;
    player->games_to = games_to;
    return player;
}

void arena_player_free(arena_player *player) {
    if (player == NULL) return;
    for (int i = 0; i < player->plan->agent_count * TP_MAX_SEATS; i++) tp_agent_free(player->kept[i]);
    free(player->kept);
    free(player);
}

/* An agent for a game: one that waits and can begin anew, or a fresh one. */
static tp_agent *take_agent(arena_player *player, int which, uint64_t seed, tp_error *error) {
    for (int i = 0; i < TP_MAX_SEATS; i++) {
        tp_agent **kept = &player->kept[which * TP_MAX_SEATS + i], *agent = *kept;
        if (agent == NULL) continue;
        *kept = NULL;
        if (tp_agent_renew(agent, seed)) return agent;
        tp_agent_free(agent);
    }
    return tp_agent_new(player->plan->settings.game, player->plan->agents[which], seed, error);
}

static void give_agent_back(arena_player *player, int which, tp_agent *agent) {
    for (int i = 0; i < TP_MAX_SEATS && agent != NULL && tp_agent_kind_of(agent)->renew != NULL; i++) {
        tp_agent **kept = &player->kept[which * TP_MAX_SEATS + i];
        if (*kept != NULL) continue;
        *kept = agent;
        return;
    }
    tp_agent_free(agent);
}

/* A game that is being played. */
typedef struct playing {
    arena_player *player;
    const arena_plan *plan;
    const arena_meeting *meeting;
    tp_match *match;
    tp_agent *agents[TP_MAX_SEATS];
    bool follows[TP_MAX_SEATS], followed; /* who wants to see every event; anybody */
    void *view, *view_after, *state_before, *views_before[TP_MAX_SEATS];
    arena_game *out;
    arena_stop *stop;
    void *context;
} playing;

static bool stopped(const playing *p) { return p->stop != NULL && p->stop(p->context); }

/* Show the events of the last ply to the agents that follow the game. */
static void show_ply(playing *p) {
    const tp_game *game = p->plan->settings.game;
    const tp_event *events;
    int ply = tp_match_plies(p->match);
    if (!p->followed) return;
    size_t count = tp_match_ply_events(p->match, ply, &events);
    for (int seat = 0; seat < p->plan->seats; seat++) {
        if (!p->follows[seat]) continue;
        tp_match_view(p->match, seat, p->view_after);
        for (size_t i = 0; i < count; i++) {
            tp_event seen;
            game->seen(ply > 0 ? p->state_before : tp_match_state(p->match), &events[i], seat, &seen);
            tp_agent_observe(p->agents[seat], ply > 0 ? p->views_before[seat] : NULL, &seen, p->view_after);
        }
    }
}

/* Remember how things stand before a ply. */
static void note_before(playing *p) {
    if (!p->followed) return;
    memcpy(p->state_before, tp_match_state(p->match), p->plan->settings.game->state_size);
    for (int seat = 0; seat < p->plan->seats; seat++) {
        if (p->follows[seat]) tp_match_view(p->match, seat, p->views_before[seat]);
    }
}

/* Keep as much of a reason as there is room for. It may quote a program: what is no plain text becomes "?".
 */
static void note_reason(char *out, size_t size, const char *reason) {
    size_t length = strnlen(reason, size - 1);
    for (size_t i = 0; i < length; i++) out[i] = reason[i] >= ' ' && reason[i] < 0x7f ? reason[i] : '?';
    out[length] = '\0';
}

static tp_err forfeit(playing *p, int seat, const char *reason, tp_error *error) {
    p->out->forfeit = seat;
    note_reason(p->out->reason, sizeof p->out->reason, reason);
    return tp_match_resign(p->match, TP_ONLY(seat), error);
}

/* A failure that showed before anybody was asked: a program that did not start. */
static tp_err look_for_failures(playing *p, tp_error *error) {
    for (int seat = 0; seat < p->plan->seats && p->out->forfeit < 0; seat++) {
        const char *failure = tp_agent_failure(p->agents[seat]);
        if (failure != NULL && !stopped(p)) return forfeit(p, seat, failure, error);
    }
    return TP_OK;
}

/* False if the game cannot go on; an error says why, unless it was stopped. */
static bool play_move(playing *p, int seat, arena_times *times, tp_error *error) {
    tp_error refused = {0};
    tp_match_view(p->match, seat, p->view);
    uint64_t start = now_ns();
    tp_move move = tp_agent_choose(p->agents[seat], p->view);
    arena_times_add(times, now_ns() - start);
    /* A program that the same Ctrl-C has ended did not lose. */
    if (stopped(p)) return false;
    const char *failure = tp_agent_failure(p->agents[seat]);
    if (failure != NULL) return forfeit(p, seat, failure, error) == TP_OK;
    note_before(p);
    tp_err code = tp_match_play(p->match, seat, move, &refused);
    if (code == TP_E_REFUSED) return forfeit(p, seat, refused.text, error) == TP_OK;
    if (code != TP_OK) {
        if (error != NULL) *error = refused;
        return false;
    }
    show_ply(p);
    return look_for_failures(p, error) == TP_OK;
}

static bool play_match(playing *p, arena_times *times, tp_error *error) {
    int seat;
    for (seat = 0; seat < p->plan->seats; seat++)
        tp_agent_begin(p->agents[seat], tp_match_options(p->match), seat);
    show_ply(p);
    if (look_for_failures(p, error) != TP_OK) return false;
    while ((seat = tp_match_actor(p->match)) != TP_OVER) {
        int agent = arena_agent_at(p->plan, p->meeting, p->out->rotation, seat);
        if (!play_move(p, seat, &times[agent], error)) return false;
    }
    p->out->plies = tp_match_plies(p->match);
    tp_match_result(p->match, p->out->returns, p->out->scores);
    for (seat = 0; seat < p->plan->seats; seat++)
        tp_agent_end(p->agents[seat], p->plan->seats, p->out->returns, p->out->scores);
    return true;
}

/* Memory, cards and agents for one game. */
static bool set_up(playing *p, int64_t number, tp_error *error) {
    const tp_game *game = p->plan->settings.game;
    tp_match_setup setup = {.game = game,
                            .options = &p->plan->settings.options,
                            .seeded = true,
                            .seed = arena_deal_seed(p->plan, number)};
    for (int seat = 0; seat < p->plan->seats; seat++)
        setup.seats[seat] = p->plan->names[arena_agent_at(p->plan, p->meeting, p->out->rotation, seat)];
    p->match = tp_match_new(&setup, error);
    if (p->match == NULL) return false;
    for (int seat = 0; seat < p->plan->seats; seat++) {
        int agent = arena_agent_at(p->plan, p->meeting, p->out->rotation, seat);
        p->agents[seat] = take_agent(p->player, agent,
                                     agent_seed(p->plan, p->meeting, number, p->out->rotation, seat), error);
        if (p->agents[seat] == NULL) return false;
        p->follows[seat] = tp_agent_kind_of(p->agents[seat])->observe != NULL;
        p->followed = p->followed || p->follows[seat];
        p->views_before[seat] = calloc(1, game->view_size);
        if (p->views_before[seat] == NULL) tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        if (p->views_before[seat] == NULL) return false;
    }
    p->view = calloc(1, game->view_size);
    p->view_after = calloc(1, game->view_size);
    p->state_before = calloc(1, game->state_size);
    if (p->view != NULL && p->view_after != NULL && p->state_before != NULL) return true;
    tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    return false;
}

static void clean_up(playing *p) {
    for (int seat = 0; seat < p->plan->seats; seat++) {
        int agent = arena_agent_at(p->plan, p->meeting, p->out->rotation, seat);
        give_agent_back(p->player, agent, p->agents[seat]);
        free(p->views_before[seat]);
    }
    free(p->view);
    free(p->view_after);
    free(p->state_before);
    tp_match_free(p->match);
}

bool arena_play_deal(arena_player *player, int64_t number, arena_stop *stop, void *context, arena_deal *deal,
                     arena_times *times, tp_error *error) {
    const arena_plan *plan = player->plan;
    const arena_meeting *meeting = arena_deal_meeting(plan, number);
    int64_t round = number / plan->meeting_count;
    memset(deal, 0, sizeof *deal);
    deal->number = number;
    deal->game_count = plan->settings.duplicate ? meeting->rotation_count : 1;
    for (int i = 0; i < deal->game_count; i++) {
        int which = plan->settings.duplicate ? i : (int)(round % meeting->rotation_count);
        playing p = {.player = player,
                     .plan = plan,
                     .meeting = meeting,
                     .out = &deal->games[i],
                     .stop = stop,
                     .context = context};
        p.out->rotation = meeting->rotations[which];
        p.out->forfeit = -1;
        bool played = set_up(&p, number, error) && play_match(&p, times, error);
        if (played && player->games_to != NULL)
            played = arena_games_write(player->games_to, plan, number, i + 1, p.match, error) == TP_OK;
        clean_up(&p);
        if (!played) return false;
    }
    return true;
}
