/* Two-player Mus, solved: decisions to practise (solve/practice.h).
 *
 * A hand is dealt and played by the solution, with some other moves among its own, and one of its decisions
 * is the question. What each answer is worth is counted hand by hand: over all hands of the other one, with
 * the chance of each after what was said, and then over everything that both may do. */
#include "games/mus/solve_practice.h"
#include "core/installed.h"
#include "core/language.h"
#include "games/mus/solve_engine.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ITERATIONS = 1000, MOST_STEPS = 64 };

/* ---- the solution, and its file ---- */

/* In its file a strategy has fifteenths: four bits for each action of a decision but the last, which has the
 * rest. What is practised against is what is in the file, also before it was written. */

static json_t *describe(const void *self) {
    (void)self;
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "game", "mus", "rules_version", "1", "variant", "S2",
                     "utility", "stones", "kept", "fifteenths");
}

static uint64_t iterations(const void *self) { return ((const mus_trainer *)self)->iterations; }

/* All decisions of a player with every hand, in the order of the file: where in the policy its first action
 * is, and how far apart the actions are. */
static void each_decision(mus_trainer *t, int player,
                          void (*see)(void *context, uint8_t *bytes, size_t apart, int actions),
                          void *context) {
    const solve_lance *lance = &t->tree.lance;
    for (int stage = 0; stage < SOLVE_STAGES; stage++) {
        const solve_stage *s = &t->tree.stage[stage];
        size_t count = s->count[player], slots = (size_t)lance->slots[player];
        for (uint64_t column = 0; column < s->columns; column++) {
            for (int i = 0; i < lance->nodes; i++) {
                const solve_node *node = &lance->node[i];
                if (node->player != player) continue;
                uint8_t *bytes =
                    t->policy.byte[player] + s->start[player] + (column * slots + node->slot) * count;
                for (size_t k = 0; k < count; k++) {
                    if (t->cards->hand[s->first[player] + k].class != NULL)
                        see(context, bytes + k, count, node->actions);
                }
            }
        }
    }
}

enum { WHOLE = 15 };

/* To fifteenths that add up to all: by the largest remainders. */
static void make_coarse(void *context, uint8_t *bytes, size_t apart, int actions) {
    (void)context;
    uint32_t total = 0, given = 0, share[SOLVE_MOST_ACTIONS], rest[SOLVE_MOST_ACTIONS];
    for (int a = 0; a < actions; a++) total += bytes[(size_t)a * apart];
    for (int a = 0; a < actions; a++) {
        uint32_t of = total > 0 ? WHOLE * bytes[(size_t)a * apart] : WHOLE,
                 all = total > 0 ? total : (uint32_t)actions;
        share[a] = of / all;
        rest[a] = of % all;
        given += share[a];
    }
    for (; given < WHOLE; given++) {
        int largest = 0;
        for (int a = 1; a < actions; a++) largest = rest[a] > rest[largest] ? a : largest;
        share[largest]++;
        rest[largest] = 0;
    }
    for (int a = 0; a < actions; a++) bytes[(size_t)a * apart] = (uint8_t)share[a];
}

typedef struct packing {
    uint8_t *bytes; /* NULL: they are only counted */
    uint64_t count; /* of halves */
    bool is_wrong;
} packing;

static void pack(void *context, uint8_t *bytes, size_t apart, int actions) {
    packing *packing = context;
    for (int a = 0; a < actions - 1; a++, packing->count++) {
        if (packing->bytes != NULL)
            packing->bytes[packing->count / 2] |=
                (uint8_t)(bytes[(size_t)a * apart] << (packing->count % 2 * 4));
    }
}

static void unpack(void *context, uint8_t *bytes, size_t apart, int actions) {
    packing *packing = context;
    int left = WHOLE;
    for (int a = 0; a < actions - 1; a++, packing->count++) {
        int share = packing->bytes[packing->count / 2] >> (packing->count % 2 * 4) & WHOLE;
        bytes[(size_t)a * apart] = (uint8_t)share;
        left -= share;
    }
    packing->is_wrong |= left < 0;
    bytes[(size_t)(actions - 1) * apart] = (uint8_t)(left < 0 ? 0 : left);
}

static uint64_t packed_size(mus_trainer *t, int player) {
    packing counted = {0};
    each_decision(t, player, pack, &counted);
    return (counted.count + 1) / 2;
}

static int parts(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    mus_trainer *t = self;
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        out[player] = (solve_part){t->packed[player], packed_size(t, player)};
    return SOLVE_PLAYERS;
}

static tp_err restore(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    mus_trainer *t = self;
    if (count != SOLVE_PLAYERS || sizes[0] != packed_size(t, 0) || sizes[1] != packed_size(t, 1) ||
        done > UINT32_MAX)
        return tp_fail(error, TP_E_INPUT, TR("it does not have the size that this game needs"));
    t->iterations = (uint32_t)done;
    return TP_OK;
}

static bool check(void *self) {
    mus_trainer *t = self;
    bool is_right = true;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        packing packing = {.bytes = t->packed[player]};
        each_decision(t, player, unpack, &packing);
        is_right &= !packing.is_wrong;
    }
    return is_right;
}

static const solve_engine policy_file = {
    .iterations = iterations, .describe = describe, .parts = parts, .restore = restore, .check = check};

static tp_err no_memory(tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
}

static void free_packed(mus_trainer *t) {
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        free(t->packed[player]);
        t->packed[player] = NULL;
    }
}

static bool make_packed(mus_trainer *t) {
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        t->packed[player] = calloc(packed_size(t, player), 1);
    return t->packed[0] != NULL && t->packed[1] != NULL;
}

static tp_err read_policy(mus_trainer *t, const char *file, tp_error *error) {
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        t->policy.byte[player] = calloc(t->tree.values[player], 1);
    bool ok = t->policy.byte[0] != NULL && t->policy.byte[1] != NULL && make_packed(t);
    tp_err code = ok ? solve_file_read(file, &policy_file, t, error) : no_memory(error);
    free_packed(t);
    return code;
}

static tp_err write_policy(mus_trainer *t, tp_error *error) {
    bool ok = make_packed(t);
    for (int player = 0; player < SOLVE_PLAYERS && ok; player++) {
        packing packing = {.bytes = t->packed[player]};
        each_decision(t, player, pack, &packing);
    }
    tp_err code = ok ? solve_file_write(t->file, &policy_file, t, error) : no_memory(error);
    free_packed(t);
    return code;
}

static void stop_solving(mus_trainer *t) {
    if (t->run != NULL) solve_run_close(t->run);
    free(t->run);
    t->run = NULL;
}

tp_err mus_trainer_open(const char *file, uint32_t wanted, int threads, mus_trainer **out, tp_error *error) {
    mus_trainer *t = calloc(1, sizeof *t);
    if (t == NULL) return no_memory(error);
    t->cards = solve_cards_get();
    t->utility.kind = SOLVE_STONES;
    t->wanted = wanted;
    bool ok = t->cards != NULL && solve_tree_make(&t->tree, &solve_score_bets);
    t->policy.tree = &t->tree;
    tp_err code = ok ? TP_OK : no_memory(error);
    if (code == TP_OK && file != NULL && access(file, F_OK) == 0) {
        code = read_policy(t, file, error);
    } else if (code == TP_OK) {
        t->run = calloc(1, sizeof *t->run);
        t->file = file == NULL ? NULL : strdup(file);
        code = t->run == NULL || (file != NULL && t->file == NULL)
                   ? no_memory(error)
                   : solve_run_open(t->run, &t->tree, &t->utility, solve_method_find("dcfr"), threads, error);
    }
    if (code != TP_OK) {
        mus_trainer_close(t);
        return code;
    }
    *out = t;
    return TP_OK;
}

tp_err mus_trainer_prepare(mus_trainer *t, double *done, tp_error *error) {
    *done = 1;
    if (t->run == NULL) return TP_OK;
    if (t->run->iterations < t->wanted && !solve_run_iterate(t->run)) return no_memory(error);
    *done = (double)t->run->iterations / t->wanted;
    if (t->run->iterations < t->wanted) return TP_OK;
    if (!solve_policy_make(&t->policy, &t->tree, t->run)) return no_memory(error);
    for (int player = 0; player < SOLVE_PLAYERS; player++) each_decision(t, player, make_coarse, NULL);
    t->iterations = t->run->iterations;
    stop_solving(t);
    return t->file == NULL ? TP_OK : write_policy(t, error);
}

void mus_trainer_close(mus_trainer *t) {
    stop_solving(t);
    solve_policy_free(&t->policy);
    free(t->file);
    free(t);
}

/* ---- places in the tree ---- */

typedef struct place {
    int stage, node;
    uint64_t column;
    int ends[MUS_LANCES]; /* -1: was not bet on, or not yet */
} place;

/* The probability of an action with this hand. */
static double probability(const mus_trainer *t, const place *at, int action, int hand) {
    const solve_node *node = &t->tree.lance.node[at->node];
    const solve_stage *s = &t->tree.stage[at->stage];
    uint64_t count = s->count[node->player], slots = (uint64_t)t->tree.lance.slots[node->player];
    const uint8_t *bytes = t->policy.byte[node->player] + s->start[node->player] +
                           (at->column * slots + node->slot) * count +
                           (uint64_t)(hand - s->first[node->player]);
    double total = 0;
    for (int a = 0; a < node->actions; a++) total += bytes[(uint64_t)a * count];
    return total > 0 ? bytes[(uint64_t)action * count] / total : 1.0 / node->actions;
}

static int lance_of(int stage) { return stage < SOLVE_JUEGO ? stage : MUS_JUEGO; }

/* The first decision of the next lance between these hands; false: the hand is over. */
static bool next_lance(const mus_trainer *t, place *at, int end, const int hands[SOLVE_PLAYERS]) {
    uint64_t leaves = (uint64_t)t->tree.lance.leaves;
    int mano = t->cards->hand[hands[0]].kind, postre = t->cards->hand[hands[1]].kind,
        lance = lance_of(at->stage);
    at->ends[lance] = end;
    at->node = 0;
    if (lance == MUS_JUEGO) return false;
    at->column = lance == MUS_GRANDE ? (uint64_t)end : at->column * leaves + (uint64_t)end;
    bool pares = solve_has_pares(mano) && solve_has_pares(postre);
    if (lance == MUS_GRANDE)
        at->stage = SOLVE_CHICA;
    else if (lance == MUS_CHICA && pares)
        at->stage = SOLVE_PARES;
    else
        at->stage = solve_stage_of(mano, postre);
    return at->stage >= 0;
}

/* ---- what a place is worth ---- */

typedef struct pair {
    const mus_trainer *t;
    int player;
    int hands[SOLVE_PLAYERS];
    solve_pattern pattern;
} pair;

static double worth(const pair *p, const place *at);

static double worth_after(const pair *p, const place *at, int action) {
    const solve_lance *lance = &p->t->tree.lance;
    place next = *at;
    next.node = lance->node[at->node].next[action];
    if (next.node >= 0) return worth(p, &next);
    int end = -1 - next.node;
    if (end >= lance->leaves)
        return p->pattern.best[lance_of(at->stage)] == p->player ? SOLVE_TARGET : -SOLVE_TARGET;
    if (next_lance(p->t, &next, end, p->hands)) return worth(p, &next);
    solve_end results[MUS_LANCES] = {{0}};
    for (int l = 0; l < MUS_LANCES; l++) {
        if (next.ends[l] >= 0) results[l] = lance->end[next.ends[l]];
    }
    return solve_count(&p->t->utility, p->player, results, &p->pattern);
}

static double worth(const pair *p, const place *at) {
    const solve_node *node = &p->t->tree.lance.node[at->node];
    double sum = 0;
    for (int a = 0; a < node->actions; a++) {
        double share = probability(p->t, at, a, p->hands[node->player]);
        if (share > 0) sum += share * worth_after(p, at, a);
    }
    return sum;
}

/* ---- a question ---- */

typedef struct step {
    place at;
    int action;
    size_t said; /* how long the text was before it */
} step;

typedef struct walk {
    step steps[MOST_STEPS];
    int count;
    int hands[SOLVE_PLAYERS];
    char text[1024];
} walk;

static int draw_hand(const mus_trainer *t, tp_rng *rng, int given) {
    double total = 0, toss;
    double weights[SOLVE_HANDS];
    for (int i = 0; i < SOLVE_HANDS; i++) {
        weights[i] = t->cards->hand[i].class == NULL ? 0
                     : given < 0                     ? t->cards->chance[i]
                                                     : solve_ways(&t->cards->hand[given], &t->cards->hand[i]);
        total += weights[i];
    }
    toss = tp_rng_fraction(rng) * total;
    int found = 0;
    for (int i = 0; i < SOLVE_HANDS; i++) {
        if (weights[i] <= 0) continue;
        found = i;
        if (toss < weights[i]) break;
        toss -= weights[i];
    }
    return found;
}

static void say(walk *w, const char *separator, const char *who, const char *what) {
    size_t length = strlen(w->text);
    snprintf(w->text + length, sizeof w->text - length, "%s%s%s%s", separator, who,
             strcmp(what, ":") == 0 ? "" : " ", what);
}

static const char *const players[] = {"mano", "postre"};

static const char *name_of_stage(int stage) {
    static const char *const names[] = {"grande", "chica", "pares"};
    return stage < SOLVE_JUEGO ? names[stage] : stage < SOLVE_JUEGO + 4 ? "juego" : "punto";
}

/* Who has pares, or juego, as `--line` of the program has it. */
static const char *owners_of(const mus_trainer *t, const int hands[SOLVE_PLAYERS], int lance) {
    static const char *const owners[] = {"none", "mano", "postre", "both"};
    int set = 0;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        int kind = t->cards->hand[hands[player]].kind;
        bool has = lance == MUS_PARES ? solve_has_pares(kind) : solve_has_juego(kind);
        set |= has ? 1 << player : 0;
    }
    return owners[set];
}

/* A hand from its beginning to its end. */
static void walk_hand(const mus_trainer *t, tp_rng *rng, walk *w) {
    place at = {.stage = SOLVE_GRANDE, .ends = {-1, -1, -1, -1}};
    w->hands[0] = draw_hand(t, rng, -1);
    w->hands[1] = draw_hand(t, rng, w->hands[0]);
    say(w, "", name_of_stage(SOLVE_GRANDE), ":");
    bool is_first = true;
    while (w->count < MOST_STEPS) {
        const solve_node *node = &t->tree.lance.node[at.node];
        int action = (int)tp_rng_below(rng, node->actions);
        if (tp_rng_fraction(rng) < .8) {
            double toss = tp_rng_fraction(rng);
            for (action = 0; action < node->actions - 1; action++) {
                double share = probability(t, &at, action, w->hands[node->player]);
                if (toss < share) break;
                toss -= share;
            }
        }
        w->steps[w->count++] = (step){at, action, strlen(w->text)};
        char move[TP_TEXT_SIZE];
        mus_move_text(node->moves[action], move, sizeof move);
        say(w, is_first ? " " : ", ", players[node->player], move);
        is_first = false;
        int next = node->next[action];
        if (next >= 0) {
            at.node = next;
            continue;
        }
        if (-1 - next >= t->tree.lance.leaves || !next_lance(t, &at, -1 - next, w->hands)) return;
        if (at.stage != SOLVE_CHICA && w->steps[w->count - 1].at.stage == SOLVE_CHICA)
            say(w, "\n", "pares", owners_of(t, w->hands, MUS_PARES));
        if (at.stage >= SOLVE_JUEGO) say(w, "\n", "juego", owners_of(t, w->hands, MUS_JUEGO));
        say(w, "\n", name_of_stage(at.stage), ":");
        is_first = true;
    }
}

/* How likely the other one has this hand, after what was said before the question. */
static double reach(const mus_trainer *t, const walk *w, int question, int own, int other) {
    const place *at = &w->steps[question].at;
    int player = t->tree.lance.node[at->node].player, opponent = 1 - player;
    const solve_stage *s = &t->tree.stage[at->stage];
    const solve_hand *theirs = &t->cards->hand[other];
    if (theirs->class == NULL) return 0;
    /* what was declared: from the lance of pares on, and that of juego */
    const solve_hand *real = &t->cards->hand[w->hands[opponent]];
    bool pares_said = lance_of(at->stage) >= MUS_PARES, juego_said = at->stage >= SOLVE_JUEGO;
    if (pares_said && solve_has_pares(theirs->kind) != solve_has_pares(real->kind)) return 0;
    if (juego_said && theirs->kind != real->kind) return 0;
    if (other < s->first[opponent] || other >= s->first[opponent] + s->count[opponent]) return 0;
    double chance = solve_ways(&t->cards->hand[own], theirs);
    for (int i = 0; i < question && chance > 0; i++) {
        const step *before = &w->steps[i];
        if (t->tree.lance.node[before->at.node].player == opponent)
            chance *= probability(t, &before->at, before->action, other);
    }
    return chance;
}

/* What each answer is worth. */
static void values(const mus_trainer *t, const walk *w, int question, double out[SOLVE_MOST_ACTIONS]) {
    const place *at = &w->steps[question].at;
    const solve_node *node = &t->tree.lance.node[at->node];
    int player = node->player, own = w->hands[player];
    double total = 0;
    for (int a = 0; a < node->actions; a++) out[a] = 0;
    for (int other = 0; other < SOLVE_HANDS; other++) {
        double chance = reach(t, w, question, own, other);
        if (chance <= 0) continue;
        pair p = {.t = t, .player = player};
        p.hands[player] = own;
        p.hands[1 - player] = other;
        p.pattern = solve_pattern_of(&t->cards->hand[p.hands[0]], &t->cards->hand[p.hands[1]]);
        total += chance;
        for (int a = 0; a < node->actions; a++) out[a] += chance * worth_after(&p, at, a);
    }
    for (int a = 0; a < node->actions && total > 0; a++) out[a] /= total;
}

bool mus_trainer_ask(const mus_trainer *t, uint64_t seed, mus_question *out) {
    tp_rng rng;
    walk *w = calloc(1, sizeof *w);
    if (w == NULL) return false;
    tp_rng_seed(&rng, seed);
    walk_hand(t, &rng, w);
    int question = (int)tp_rng_below(&rng, (uint32_t)w->count);
    const step *asked = &w->steps[question];
    memset(out, 0, sizeof *out);
    out->stage = asked->at.stage;
    out->column = asked->at.column;
    out->node = asked->at.node;
    memcpy(out->hands, w->hands, sizeof out->hands);
    values(t, w, question, out->values);
    for (int i = 0; i < question; i++) {
        const solve_node *node = &t->tree.lance.node[w->steps[i].at.node];
        out->stages[i] = w->steps[i].at.stage;
        out->movers[i] = node->player;
        out->moves[i] = node->moves[w->steps[i].action];
    }
    out->move_count = question;
    w->text[asked->said] = '\0';
    memcpy(out->text, w->text, sizeof out->text);
    free(w);
    return true;
}

/* ---- for the program ---- */

/* The solution that comes with the program, unless another file is meant. */
static tp_err open(const char *file, int threads, void **self, tp_error *error) {
    char path[PATH_MAX];
    if (file == NULL && installed_find("learnt/mus-s2.practice", path, sizeof path)) file = path;
    return mus_trainer_open(file, ITERATIONS, threads, (mus_trainer **)self, error);
}

static tp_err prepare(void *self, double *done, tp_error *error) {
    return mus_trainer_prepare(self, done, error);
}

static void close_trainer(void *self) { mus_trainer_close(self); }

static json_t *lines_of(const char *text) {
    json_t *lines = json_array();
    for (const char *end; *text != '\0'; text = *end == '\0' ? end : end + 1) {
        end = strchr(text, '\n');
        if (end == NULL) end = text + strlen(text);
        json_array_append_new(lines, json_stringn(text, (size_t)(end - text)));
    }
    return lines;
}

static json_t *add_lance(json_t *said, const char *name) {
    json_t *calls = json_array(), *lance = json_pack("{s:s, s:o}", "lance", name, "calls", calls);
    json_array_append_new(said, lance);
    return lance;
}

/* The lances up to the question: what was declared, and what was said in each. */
static json_t *said_of(const mus_trainer *t, const mus_question *asked) {
    json_t *said = json_array(), *lance = NULL;
    int before = -1;
    for (int i = 0; i <= asked->move_count; i++) {
        int stage = i == asked->move_count ? asked->stage : asked->stages[i];
        if (stage >= SOLVE_PARES && before < SOLVE_PARES) {
            lance = add_lance(said, name_of_stage(SOLVE_PARES));
            json_object_set_new(lance, "has", json_string(owners_of(t, asked->hands, MUS_PARES)));
        }
        if (stage != before && stage != SOLVE_PARES) lance = add_lance(said, name_of_stage(stage));
        if (stage != before && stage >= SOLVE_JUEGO)
            json_object_set_new(lance, "has", json_string(owners_of(t, asked->hands, MUS_JUEGO)));
        before = stage;
        if (i == asked->move_count) break;
        char text[TP_TEXT_SIZE];
        mus_move_text(asked->moves[i], text, sizeof text);
        json_array_append_new(json_object_get(lance, "calls"),
                              json_pack("{s:s, s:s}", "seat", players[asked->movers[i]], "move", text));
    }
    return said;
}

static json_t *ask(const void *self, uint64_t seed) {
    const mus_trainer *t = self;
    mus_question asked;
    if (!mus_trainer_ask(t, seed, &asked)) return NULL;
    const place at = {.stage = asked.stage, .column = asked.column, .node = asked.node};
    const solve_node *node = &t->tree.lance.node[at.node];
    const solve_stage *s = &t->tree.stage[at.stage];
    char text[TP_TEXT_SIZE];
    json_t *moves = json_array(), *hands = json_array();
    int best = 0;
    for (int a = 0; a < node->actions; a++) {
        if (asked.values[a] > asked.values[best]) best = a;
        mus_move_text(node->moves[a], text, sizeof text);
        json_array_append_new(moves,
                              json_pack("{s:s, s:f, s:f}", "move", text, "value", asked.values[a],
                                        "probability", probability(t, &at, a, asked.hands[node->player])));
    }
    for (int i = s->first[node->player]; i < s->first[node->player] + s->count[node->player]; i++) {
        if (t->cards->hand[i].class == NULL) continue;
        json_t *shares = json_array();
        for (int a = 0; a < node->actions; a++)
            json_array_append_new(shares, json_integer((json_int_t)(1000 * probability(t, &at, a, i) + .5)));
        solve_hand_text(&t->cards->hand[i], text);
        json_array_append_new(hands, json_pack("{s:s, s:o}", "hand", text, "shares", shares));
    }
    solve_hand_text(&t->cards->hand[asked.hands[node->player]], text);
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:o}", "seat", players[node->player], "hand", text,
                     "lines", lines_of(asked.text), "said", said_of(t, &asked), "moves", moves, "best", best,
                     "hands", hands);
}

const practice mus_practice = {
    .open = open,
    .prepare = prepare,
    .close = close_trainer,
    .ask = ask,
    .unit = TR_MARK("stones"),
    .mistake = .2,
};
