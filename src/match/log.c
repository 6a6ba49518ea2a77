/* The log of a match, looked at: plies, states and views along the way, and what a viewer would tell of a
 * ply. */
#include "core/event_out.h"
#include "core/history.h"
#include "core/language.h"
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

int tp_match_plies(const tp_match *match) { return (int)match->line_count - 1; }

bool tp_match_undone(const tp_match *match) { return match->undone; }

static const match_entry *entry_of_ply(const tp_match *match, size_t ply) {
    tp_assert(ply < match->line_count);
    return &match->journal[match->line[ply]];
}

/* Its events. The list may never have been allocated: a match that begins from a position, before the first
 * move. */
static const tp_event *events_of(const tp_match *match, const match_entry *entry) {
    return entry->count > 0 ? match->events.items + entry->first : NULL;
}

static bool is_ply(const tp_match *match, int ply) { return ply >= 0 && (size_t)ply < match->line_count; }

size_t tp_match_ply_events(const tp_match *match, int ply, const tp_event **events) {
    if (!is_ply(match, ply)) {
        *events = NULL;
        return 0;
    }
    const match_entry *entry = entry_of_ply(match, (size_t)ply);
    *events = events_of(match, entry);
    return entry->count;
}

/* Apply one ply of the log to a state. */
static void replay_ply(const tp_match *match, size_t ply, void *state, match_source *source) {
    const match_entry *entry = entry_of_ply(match, ply);
    const tp_event *events = events_of(match, entry);
    if (ply > 0) {
        match_source_tell(source, events + 1, entry->count - 1, TR("the log"));
        match->game->apply(state, events[0].move, &source->chance);
    } else if (match->from_position) {
        memcpy(state, match->initial, match->game->state_size);
    } else {
        match_source_tell(source, events, entry->count, TR("the log"));
        tp_err code = match->game->setup(state, &match->options, &source->chance, NULL);
        tp_assert(code == TP_OK);
        (void)code;
    }
    /* The log holds what these very rules have drawn: a difference is a bug in them. */
    tp_assert(match_source_end(source, NULL) == TP_OK);
}

/* The last milestone not behind this ply, with its state and counters; NULL: there is none, and everything
 * begins with the deal. *next is the first ply that is left to be replayed. */
static const match_milestone *begin_near(const tp_match *match, size_t ply, void *state, match_source *source,
                                         size_t *next) {
    size_t count = ply / MILESTONE_PLIES;
    if (count > match->milestone_count) count = match->milestone_count;
    match_source_begin(source, match);
    *next = 0;
    if (count == 0) return NULL;
    const match_milestone *milestone = match->milestones[count - 1];
    memcpy(state, milestone->state, match->game->state_size);
    memcpy(source->counters, milestone->counters, sizeof source->counters);
    *next = count * MILESTONE_PLIES + 1;
    return milestone;
}

void match_replay(const tp_match *match, size_t ply, void *state, match_source *source) {
    size_t next;
    begin_near(match, ply, state, source, &next);
    for (size_t i = next; i <= ply; i++) replay_ply(match, i, state, source);
}

/* ---- histories ---- */

void match_histories_add(const tp_match *match, size_t ply, const void *before, tp_history *histories) {
    const match_entry *entry = entry_of_ply(match, ply);
    const tp_event *events = events_of(match, entry);
    for (int viewer = TP_SPECTATOR; viewer < match->seats; viewer++) {
        tp_history *key = &histories[viewer - TP_SPECTATOR];
        *key = tp_history_add_ply(*key, match->game, before, events, entry->count, viewer);
    }
}

void match_histories_begin(const tp_match *match, const void *state, void *view, tp_history *histories) {
    const tp_game *game = match->game;
    tp_history options = history_of_options(game, &match->options);
    for (int viewer = TP_SPECTATOR; viewer < match->seats; viewer++) {
        tp_history *key = &histories[viewer - TP_SPECTATOR];
        if (match->from_position) game->view(state, viewer, view);
        *key = match->from_position ? history_of_view(options, viewer, view, game->view_size)
                                    : history_of_deal(options, viewer);
    }
    if (!match->from_position) match_histories_add(match, 0, state, histories);
}

void match_follow(const tp_match *match, size_t ply, void *before, void *state, match_source *source,
                  tp_history histories[TP_MAX_SEATS + 1]) {
    size_t next;
    const match_milestone *milestone = begin_near(match, ply, state, source, &next);
    if (milestone != NULL) memcpy(histories, milestone->histories, sizeof milestone->histories);
    for (size_t i = next; i <= ply; i++) {
        memcpy(before, state, match->game->state_size);
        replay_ply(match, i, state, source);
        if (i == 0) {
            match_histories_begin(match, state, match->view, histories);
        } else {
            match_histories_add(match, i, before, histories);
        }
    }
}

/* Whether a viewer has a history here: a seat or a spectator. Who sees all cards has no information set. */
static bool has_history(const tp_match *match, int viewer) {
    return viewer >= TP_SPECTATOR && viewer < match->seats;
}

bool tp_match_history(const tp_match *match, int viewer, tp_history *out) {
    if (!has_history(match, viewer)) return false;
    *out = match->histories[viewer - TP_SPECTATOR];
    return true;
}

bool tp_match_history_at(const tp_match *match, int ply, int viewer, tp_history *out) {
    if (!has_history(match, viewer) || !is_ply(match, ply)) return false;
    if (ply == tp_match_plies(match)) return tp_match_history(match, viewer, out);
    tp_history histories[TP_MAX_SEATS + 1];
    void *before = calloc(1, match->game->state_size), *state = calloc(1, match->game->state_size);
    bool enough = before != NULL && state != NULL;
    if (enough) {
        match_source source;
        match_follow(match, (size_t)ply, before, state, &source, histories);
        *out = histories[viewer - TP_SPECTATOR];
    }
    free(before);
    free(state);
    return enough;
}

/* ---- states and views ---- */

void tp_match_state_at(const tp_match *match, int ply, void *state) {
    tp_assert(is_ply(match, ply));
    match_source source;
    match_replay(match, (size_t)ply, state, &source);
}

/* Whether a viewer may look: a seat, a spectator, or anyone once the cards are on the table. */
static bool may_look(const tp_match *match, int viewer) {
    if (viewer == TP_REVEALED) return tp_match_actor(match) == TP_OVER;
    return viewer == TP_SPECTATOR || (viewer >= 0 && viewer < match->seats);
}

bool tp_match_view(const tp_match *match, int viewer, void *view) {
    if (!may_look(match, viewer)) return false;
    match->game->view(match->state, viewer, view);
    return true;
}

bool tp_match_view_at(const tp_match *match, int ply, int viewer, void *view) {
    if (!may_look(match, viewer) || !is_ply(match, ply)) return false;
    if (ply == tp_match_plies(match)) return tp_match_view(match, viewer, view);
    void *state = calloc(1, match->game->state_size);
    if (state == NULL) return false;
    tp_match_state_at(match, ply, state);
    match->game->view(state, viewer, view);
    free(state);
    return true;
}

bool tp_match_view_plies(const tp_match *match, int first, int last, int viewer, void *views) {
    const tp_game *game = match->game;
    if (!may_look(match, viewer) || first > last || !is_ply(match, first) || !is_ply(match, last))
        return false;
    void *state = calloc(1, game->state_size);
    if (state == NULL) return false;
    char *view = views;
    match_source source;
    match_replay(match, (size_t)first, state, &source);
    for (int ply = first; ply <= last; ply++) {
        if (ply > first) replay_ply(match, (size_t)ply, state, &source);
        game->view(state, viewer, view);
        view += game->view_size;
    }
    free(state);
    return true;
}

/* ---- telling ---- */

typedef struct growing_text {
    char *text;
    size_t length;
    bool failed;
} growing_text;

/* Add a text; its lines are separated from those before by a line end. */
static void add_lines(growing_text *out, const char *lines) {
    size_t length = strlen(lines);
    while (length > 0 && lines[length - 1] == '\n') length--;
    if (length == 0 || out->failed) return;
    char *text = realloc(out->text, out->length + 1 + length + 1);
    if (text == NULL) {
        out->failed = true;
        return;
    }
    out->text = text;
    if (out->length > 0) text[out->length++] = '\n';
    memcpy(text + out->length, lines, length);
    out->length += length;
    text[out->length] = '\0';
}

/* The states before and after a ply. Those around the last one are at hand. */
static void states_around(const tp_match *match, int ply, void *before, void *after, match_source *source) {
    if (match->is_before && ply == tp_match_plies(match)) {
        memcpy(before, match->trial, match->game->state_size);
        memcpy(after, match->state, match->game->state_size);
        return;
    }
    /* Before the deal there is no state. */
    match_replay(match, ply > 0 ? (size_t)ply - 1 : 0, before, source);
    memcpy(after, before, match->game->state_size);
    if (ply > 0) replay_ply(match, (size_t)ply, after, source);
}

/* Room for two states, and views of them. */
typedef struct scene {
    void *before, *after, *view_before, *view_after;
} scene;

static bool scene_make(scene *scene, const tp_game *game) {
    scene->before = calloc(1, game->state_size);
    scene->after = calloc(1, game->state_size);
    scene->view_before = calloc(1, game->view_size);
    scene->view_after = calloc(1, game->view_size);
    return scene->before != NULL && scene->after != NULL && scene->view_before != NULL &&
           scene->view_after != NULL;
}

static void scene_free(scene *scene) {
    free(scene->before);
    free(scene->after);
    free(scene->view_before);
    free(scene->view_after);
}

/* What a viewer sees of the ply between the two states. */
static void look(const tp_match *match, int ply, int viewer, scene *scene, tp_take_seen take, void *context) {
    const tp_game *game = match->game;
    /* Deny by default: who may not look at all is told what everybody is. */
    if (!may_look(match, viewer)) viewer = TP_SPECTATOR;
    game->view(scene->before, viewer, scene->view_before);
    game->view(scene->after, viewer, scene->view_after);
    const tp_event *events;
    size_t count = tp_match_ply_events(match, ply, &events);
    for (size_t i = 0; i < count; i++) {
        tp_event seen;
        game->seen(scene->before, &events[i], viewer, &seen);
        take(context, ply, ply > 0 ? scene->view_before : NULL, &seen, scene->view_after);
    }
}

typedef bool visit_ply(const tp_match *match, int ply, scene *scene, void *context);

/* Go through some plies once, with the states around each, until a visit says false. False then too, without
 * memory, and if there are no such plies. */
static bool each_ply(const tp_match *match, int first, int last, visit_ply *visit, void *context) {
    scene scene;
    bool goes_on =
        scene_make(&scene, match->game) && first <= last && is_ply(match, first) && is_ply(match, last);
    match_source source; /* one for all plies: its counters say how much of the script has been used */
    for (int ply = first; goes_on && ply <= last; ply++) {
        if (ply == first) {
            states_around(match, ply, scene.before, scene.after, &source);
        } else {
            void *swap = scene.before;
            scene.before = scene.after;
            scene.after = swap;
            memcpy(scene.after, scene.before, match->game->state_size);
            replay_ply(match, (size_t)ply, scene.after, &source);
        }
        goes_on = visit(match, ply, &scene, context);
    }
    scene_free(&scene);
    return goes_on;
}

/* What a viewer sees of a ply, event by event. False without memory. */
static bool each_seen(const tp_match *match, int ply, int viewer, tp_take_seen take, void *context) {
    scene scene;
    bool enough = scene_make(&scene, match->game);
    if (enough && is_ply(match, ply)) {
        match_source source;
        states_around(match, ply, scene.before, scene.after, &source);
        look(match, ply, viewer, &scene, take, context);
    }
    scene_free(&scene);
    return enough;
}

typedef struct teller {
    const tp_game *game;
    growing_text told;
} teller;

static void tell_event(void *context, int ply, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    (void)ply;
    teller *teller = context;
    char text[TP_TEXT_SIZE] = "";
    teller->game->tell(view_before, seen, view_after, text, sizeof text);
    add_lines(&teller->told, text);
}

char *tp_match_tell(const tp_match *match, int ply, int viewer) {
    teller teller = {match->game, {.text = calloc(1, 1)}};
    teller.told.failed = teller.told.text == NULL;
    if (!each_seen(match, ply, viewer, tell_event, &teller)) teller.told.failed = true;
    if (!teller.told.failed) return teller.told.text;
    free(teller.told.text);
    return NULL;
}

/* The text of the ply between the two states; NULL without memory. */
static char *tell_scene(const tp_match *match, int ply, int viewer, scene *scene) {
    teller teller = {match->game, {.text = calloc(1, 1)}};
    teller.told.failed = teller.told.text == NULL;
    if (!teller.told.failed) look(match, ply, viewer, scene, tell_event, &teller);
    if (!teller.told.failed) return teller.told.text;
    free(teller.told.text);
    return NULL;
}

typedef struct telling {
    int viewer, told;
    char **texts;
} telling;

static bool tell_visited(const tp_match *match, int ply, scene *scene, void *context) {
    telling *telling = context;
    char *text = tell_scene(match, ply, telling->viewer, scene);
    if (text != NULL) telling->texts[telling->told++] = text;
    return text != NULL;
}

bool tp_match_tell_plies(const tp_match *match, int first, int last, int viewer, char **texts) {
    telling telling = {.viewer = viewer, .texts = texts};
    if (each_ply(match, first, last, tell_visited, &telling)) return true;
    for (int i = 0; i < telling.told; i++) free(texts[i]);
    return false;
}

/* ---- projected events, for others ---- */

typedef struct taking {
    int viewer;
    tp_take_seen take;
    void *context;
} taking;

static bool take_visited(const tp_match *match, int ply, scene *scene, void *context) {
    const taking *taking = context;
    look(match, ply, taking->viewer, scene, taking->take, taking->context);
    return true;
}

bool tp_match_each_seen(const tp_match *match, int first, int last, int viewer, tp_take_seen take,
                        void *context) {
    taking taking = {viewer, take, context};
    return each_ply(match, first, last, take_visited, &taking);
}

static void write_seen(void *context, int ply, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    (void)ply;
    event_out_add(context, view_before, seen, view_after);
}

json_t *tp_match_seen_to_json(const tp_match *match, int ply, int viewer) {
    json_out out = {0};
    json_out_open(&out, '{');
    event_out events = event_out_begin(&out, match->game);
    bool good = tp_match_each_seen(match, ply, ply, viewer, write_seen, &events);
    event_out_end(&events);
    json_out_close(&out, '}');
    const char *text = json_out_end(&out);
    json_t *object = good && text != NULL ? json_loadb(text, out.size, 0, NULL) : NULL;
    json_out_free(&out);
    return object;
}

static void show_event(void *context, int ply, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    (void)ply;
    tp_agent_observe(context, view_before, seen, view_after);
}

typedef struct showing {
    int seat;
    tp_agent *agent;
} showing;

static bool show_visited(const tp_match *match, int ply, scene *scene, void *context) {
    const showing *showing = context;
    look(match, ply, showing->seat, scene, show_event, showing->agent);
    return true;
}

void tp_match_show(const tp_match *match, int first, int last, int seat, tp_agent *agent) {
    showing showing = {seat, agent};
    if (tp_agent_kind_of(agent)->observe != NULL) each_ply(match, first, last, show_visited, &showing);
}
