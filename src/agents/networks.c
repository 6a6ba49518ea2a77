/* The networks of a game. A network is about a megabyte and never changes, so all agents of a process share
 * those that are in use: a list of open files, counted, behind a lock. */
#include "agents/networks.h"

#include "agents/play.h"
#include "core/installed.h"
#include "core/language.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- files in use ---- */

typedef struct open_network {
    struct open_network *next;
    char path[PATH_MAX];
    struct stat about;
    int users;
    neural_net *net;
} open_network;

static open_network *in_use;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* With the lock held. */
static open_network *share(const char *path, tp_error *error) {
    struct stat about = {0};
    /* A missing file is an error of reading it. */
    bool is_there = stat(path, &about) == 0;
    for (open_network *one = in_use; is_there && one != NULL; one = one->next) {
        if (strcmp(one->path, path) != 0 || !is_same_file(&one->about, &about)) continue;
        one->users++;
        return one;
    }
    open_network *made = calloc(1, sizeof *made);
    if (made == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    made->net = neural_read(path, error);
    if (made->net == NULL) {
        free(made);
        return NULL;
    }
    snprintf(made->path, sizeof made->path, "%s", path);
    made->about = about;
    made->users = 1;
    made->next = in_use;
    in_use = made;
    return made;
}

static void give_back(open_network *one) {
    if (--one->users > 0) return;
    open_network **at = &in_use;
    while (*at != one) at = &(*at)->next;
    *at = one->next;
    neural_free(one->net);
    free(one);
}

/* ---- those of a game ---- */

struct network_set {
    int count;
    open_network *networks[MOST_NETWORKS];
};

static uint64_t hash_fields(uint64_t hash, const tp_field *fields) {
    for (const tp_field *field = fields; field->name != NULL; field++) {
        char text[160];
        snprintf(text, sizeof text, "%s %u %u %u;", field->name, field->count, field->scale, field->most);
        for (const char *at = text; *at != '\0'; at++) hash = (hash ^ (uint8_t)*at) * 0x100000001b3ull;
    }
    return (hash ^ '/') * 0x100000001b3ull;
}

void network_encoding(const tp_game *game, char out[17]) {
    uint64_t hash = hash_fields(0xcbf29ce484222325ull, game->observe_fields);
    snprintf(out, 17, "%016llx", (unsigned long long)hash_fields(hash, game->observe_move_fields));
}

/* Whether the network was trained for this game with the present encoding of its views. */
static tp_err check(const tp_game *game, const neural_net *net, tp_error *error) {
    char encoding[17];
    network_encoding(game, encoding);
    const char *of = json_string_value(json_object_get(neural_heading(net), "game")),
               *made_for = json_string_value(json_object_get(neural_heading(net), "encoding"));
    if (strcmp(of, game->name) != 0)
        return tp_fail(error, TP_E_INPUT, TR("it plays %s, and this game is %s"), of, game->name);
    if (strcmp(made_for, encoding) != 0 || neural_inputs_of(net) != (int)tp_observe_size(game) ||
        neural_move_inputs_of(net) != (int)tp_observe_move_size(game))
        return tp_fail(
            error, TP_E_VERSION,
            TR("it was trained with another encoding of %s (%s; this program has %s): train it again"),
            game->name, made_for, encoding);
    return TP_OK;
}

static tp_err add(const tp_game *game, const char *path, network_set *set, tp_error *error) {
    open_network *one = share(path, error);
    if (one == NULL) return error != NULL ? error->code : TP_E_INPUT;
    tp_err code = check(game, one->net, error);
    if (code != TP_OK) {
        tp_error_at(error, "%s", path);
        give_back(one);
        return code;
    }
    set->networks[set->count++] = one;
    return TP_OK;
}

bool networks_are_there(const tp_game *game) {
    const char *const *names = game_play_of(game)->networks;
    char path[PATH_MAX];
    if (names == NULL) return false;
    for (; *names != NULL; names++) {
        if (!installed_find(*names, path, sizeof path)) return false;
    }
    return true;
}

static tp_err add_shipped(const tp_game *game, network_set *set, tp_error *error) {
    const char *const *names = game_play_of(game)->networks;
    if (names == NULL)
        return tp_fail(error, TP_E_INPUT,
                       TR("no network comes with the program for %s; name one with net:file=PATH"),
                       game->name);
    tp_err code = TP_OK;
    for (; code == TP_OK && *names != NULL && set->count < MOST_NETWORKS; names++) {
        char path[PATH_MAX];
        if (!installed_find(*names, path, sizeof path))
            return tp_fail(
                error, TP_E_IO,
                TR("the file %s that comes with the program is missing; name another with net:file=PATH"),
                *names);
        code = add(game, path, set, error);
    }
    return code;
}

tp_err networks_open(const tp_game *game, const char *file, network_set **out, tp_error *error) {
    tp_error unwanted;
    if (error == NULL) error = &unwanted;
    if (game->observe_fields == NULL || game->observe_move_fields == NULL)
        return tp_fail(error, TP_E_INPUT, TR("%s has no tensors, so no network can play it"), game->name);
    network_set *set = calloc(1, sizeof *set);
    if (set == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    pthread_mutex_lock(&lock);
    tp_err code = file[0] != '\0' ? add(game, file, set, error) : add_shipped(game, set, error);
    pthread_mutex_unlock(&lock);
    if (code != TP_OK) {
        networks_free(set);
        return code;
    }
    *out = set;
    return TP_OK;
}

void networks_free(network_set *set) {
    if (set == NULL) return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < set->count; i++) give_back(set->networks[i]);
    pthread_mutex_unlock(&lock);
    free(set);
}

const neural_net *networks_first(const network_set *set) { return set->networks[0]->net; }

/* The heading lists the options that matter, each with the values of the training. */
static bool plays(const neural_net *net, const tp_options *options) {
    const char *name;
    json_t *values;
    json_object_foreach((json_t *)json_object_get(neural_heading(net), "options"), name, values) {
        const tp_option_value *value = NULL;
        for (size_t i = 0; i < options->count; i++) {
            if (strcmp(options->table[i].name, name) == 0) value = &options->values[i];
        }
        bool is_one = false;
        for (size_t i = 0; value != NULL && i < json_array_size(values); i++) {
            const char *text = json_string_value(json_array_get(values, i));
            is_one = is_one || (text != NULL && strcmp(text, value->text) == 0);
        }
        if (!is_one) return false;
    }
    return true;
}

const neural_net *networks_for(const network_set *set, const tp_options *options) {
    for (int i = 0; i < set->count; i++) {
        if (plays(set->networks[i]->net, options)) return set->networks[i]->net;
    }
    return NULL;
}

double network_temperature(const neural_net *net) {
    const json_t *temperature = json_object_get(neural_heading(net), "temperature");
    double value = json_number_value(temperature);
    return json_is_number(temperature) && value >= 0 && value <= 10 ? value : 1;
}

/* ---- what one makes of a view ---- */

bool network_room_make(network_room *room, const tp_game *game) {
    size_t word = sizeof(uint64_t);
    memset(room, 0, sizeof *room);
    room->move_size = (tp_observe_move_size(game) + word - 1) / word * word;
    room->view_numbers = malloc(tp_observe_size(game));
    room->move_numbers = calloc(1, room->move_size);
    room->logits = malloc((size_t)game->max_moves * sizeof *room->logits);
    room->kept = calloc(NETWORK_KEPT, sizeof *room->kept);
    room->kept_numbers = malloc(NETWORK_KEPT * room->move_size);
    return room->view_numbers != NULL && room->move_numbers != NULL && room->logits != NULL &&
           room->kept != NULL && room->kept_numbers != NULL;
}

void network_room_free(network_room *room) {
    free(room->view_numbers);
    free(room->move_numbers);
    free(room->logits);
    free(room->kept);
    free(room->kept_numbers);
    memset(room, 0, sizeof *room);
}

void network_look(const neural_net *net, const tp_game *game, network_room *room, const void *view) {
    game->observe(view, room->view_numbers);
    neural_look(net, room->view_numbers, &room->thought);
}

/* A network knows results as returns() gives them: 1 for the only winner, and what he wins the others lose.
 */
double network_share(const network_room *room, int sides) {
    double others = sides - 1, value = (double)room->thought.value / NEURAL_VALUE_ONE,
           share = (value * others + 1) / (others + 1);
    return share < 0 ? 0 : share;
}

int network_sides(const tp_game *game, const tp_options *options) {
    tp_shape shape;
    int sides = 0;
    if (game->shape(options, &shape, NULL) != TP_OK) return 2;
    for (int seat = 0; seat < shape.seats; seat++) {
        if (shape.side[seat] >= sides) sides = shape.side[seat] + 1;
    }
    return sides;
}

/* What the network makes of the move whose numbers are in the room. */
static const int32_t *joint_of_move(const neural_net *net, network_room *room) {
    uint64_t hash = 0, word;
    for (size_t i = 0; i < room->move_size; i += sizeof word) {
        memcpy(&word, room->move_numbers + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    size_t at = hash % NETWORK_KEPT;
    network_move *move = &room->kept[at];
    uint8_t *numbers = room->kept_numbers + at * room->move_size;
    if (!move->is_filled || memcmp(numbers, room->move_numbers, room->move_size) != 0) {
        neural_look_at_move(net, room->move_numbers, move->joint);
        memcpy(numbers, room->move_numbers, room->move_size);
        move->is_filled = true;
    }
    return move->joint;
}

uint64_t network_weigh(const neural_net *net, const tp_game *game, network_room *room, const void *view,
                       const tp_move *moves, int count, double temperature, uint32_t *weights) {
    network_look(net, game, room, view);
    if (room->kept_of != net) memset(room->kept, 0, NETWORK_KEPT * sizeof *room->kept);
    room->kept_of = net;
    for (int i = 0; i < count; i++) {
        game->observe_move(view, moves[i], room->move_numbers);
        room->logits[i] = neural_judge(net, &room->thought, joint_of_move(net, room));
    }
    if (temperature < 0) temperature = network_temperature(net);
    return neural_weigh(room->logits, count, temperature, weights);
}

/* At most max_moves weights of 2^24: 64 bits are plenty. */
int network_draw(const uint32_t *weights, uint64_t sum, tp_rng *rng) {
    uint64_t drawn = tp_rng_next(rng) % sum;
    int i = 0;
    while (drawn >= weights[i]) drawn -= weights[i++];
    return i;
}
