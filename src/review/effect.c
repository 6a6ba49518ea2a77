/* What a decision did, beside a usual player's.
 *
 * In each of many worlds behind the view of the seat that decides, the game is played on twice: once after
 * the move that was chosen, once with the usual player choosing in its place. In both, the usual player then
 * plays every seat to the end. What everybody has more in the first game than in the second is, on the mean,
 * the effect of the decision; and what a whole match moved beyond the effects of all its decisions is chance.
 */
#include "agents/thinking.h"
#include "review/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

static void *room_for(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
}

typedef struct room {
    void *world, *state, *scratch;
    tp_move *moves;
} room;

/* Play the pairs of games; sums and squares of the differences. */
static void play_pairs(const review *review, const estimate *estimate, uint64_t games, tp_chance *chance,
                       room *room, double *sums, double *squares) {
    const tp_game *game = review->game;
    double chosen[TP_MAX_SEATS], usual[TP_MAX_SEATS], values[TP_MAX_SEATS];
    for (uint64_t i = 0; i < games; i++) {
        think_world(game, estimate->view, room->scratch, estimate->seat, NULL, room->world, room->moves,
                    chance);
        memcpy(room->state, room->world, game->state_size);
        game->apply(room->state, estimate->chosen, chance);
        review->usual->run(game, room->world, room->state, chance, review->seats, values, chosen);
        memcpy(room->state, room->world, game->state_size);
        review->usual->run(game, room->world, room->state, chance, review->seats, values, usual);
        for (int seat = 0; seat < review->seats; seat++) {
            double difference = chosen[seat] - usual[seat];
            sums[seat] += difference;
            squares[seat] += difference * difference;
        }
    }
}

bool effect_of(const review *review, estimate *estimate, uint64_t games, uint64_t seed) {
    const tp_game *game = review->game;
    room room = {room_for(game->state_size), room_for(game->state_size), room_for(game->scratch_size),
                 calloc((size_t)game->max_moves, sizeof(tp_move))};
    bool good = room.world != NULL && room.state != NULL && room.scratch != NULL && room.moves != NULL &&
                tp_game_prepare(game, estimate->view, room.scratch, NULL) == TP_OK;
    if (good) {
        double sums[TP_MAX_SEATS] = {0}, squares[TP_MAX_SEATS] = {0}, count = (double)games;
        tp_chance chance;
        tp_chance_from_seed(&chance, seed);
        play_pairs(review, estimate, games, &chance, &room, sums, squares);
        for (int seat = 0; seat < review->seats; seat++) {
            double mean = sums[seat] / count, variance = squares[seat] / count - mean * mean;
            estimate->effect[seat] = (review_figure){mean, variance > 0 ? sqrt(variance / count) : 0};
        }
    }
    free(room.world);
    free(room.state);
    free(room.scratch);
    free(room.moves);
    return good;
}
