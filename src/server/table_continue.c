/* Playing on from a moment of a finished game, against bots: a new table that begins from that position.
 *
 * What lay hidden at that moment lies where it lay: the game is over and its key is known, so nothing is
 * given away to anybody. What is drawn from then on comes from a new key. Bots get views, here as anywhere.
 */
#include "server/connection.h"
#include "server/house.h"
#include "server/limits.h"
#include "server/people.h"
#include "server/table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in the journal, and to clients ---- */

json_t *table_continues_json(const table *table, bool with_commitment) {
    json_t *json = json_pack("{s:s, s:i}", "table", table->continues, "ply", table->origin.ply);
    if (json == NULL || !with_commitment) return json;
    char hex[2 * TP_COMMITMENT_SIZE + 1];
    sodium_bin2hex(hex, sizeof hex, table->origin.commitment, sizeof table->origin.commitment);
    json_object_set_new(json, "commitment", json_string(hex));
    return json;
}

tp_err table_read_continues(table *table, const json_t *entry, tp_error *error) {
    const json_t *continues = json_object_get(entry, "continues");
    json_t *position = json_object_get(entry, "position");
    if (continues == NULL) return TP_OK;
    const char *id = json_string_value(json_object_get(continues, "table"));
    const char *hex = json_string_value(json_object_get(continues, "commitment"));
    size_t length = 0;
    if (id == NULL || hex == NULL || position == NULL ||
        sodium_hex2bin(table->origin.commitment, TP_COMMITMENT_SIZE, hex, strlen(hex), NULL, &length, NULL) !=
            0 ||
        length != TP_COMMITMENT_SIZE)
        return tp_fail(error, TP_E_INPUT, "what the table continues is damaged");
    snprintf(table->continues, sizeof table->continues, "%s", id);
    table->origin.ply = (int)json_integer_value(json_object_get(continues, "ply"));
    table->position = json_incref(position);
    return TP_OK;
}

/* ---- asking for it ---- */

/* The position after a ply; NULL if the game was over by then, or without memory. */
static json_t *position_at(const table *table, int ply) {
    const tp_game *game = table->game;
    void *state = malloc(game->state_size);
    if (state == NULL) return NULL;
    tp_match_state_at(table->match, ply, state);
    json_t *position = game->actor(state) != TP_OVER ? game->state_to_json(state) : NULL;
    free(state);
    return position;
}

/* Everybody else is an agent: the one that was named, or who played, or the usual one in place of a
 * person. */
static void seat_all(table *next, const table *old, const person *me, int seat, const char *agent) {
    for (int i = 0; i < old->seat_count; i++) {
        const struct seat *played = &old->seats[i];
        if (i == seat) {
            seat_person(&next->seats[i], me);
        } else if (agent != NULL) {
            seat_agent(&next->seats[i], agent);
        } else {
            seat_agent(&next->seats[i],
                       played->kind == SEAT_AGENT ? seat_agent_asked(played) : agent_usual(old->game));
        }
    }
}

static table *table_from(const table *old, json_t *position, int ply) {
    table *next = table_new(old->server);
    if (next == NULL) {
        json_decref(position);
        return NULL;
    }
    next->game = old->game;
    next->options = old->options;
    settings_from_json(&next->settings, NULL, NULL); /* the usual ones: private, without clocks */
    next->seat_count = old->seat_count;
    memcpy(next->continues, old->id, sizeof next->continues);
    next->origin.ply = ply;
    tp_match_commitment(old->match, next->origin.commitment);
    next->position = position;
    return next;
}

/* Whether this can be continued as it is asked for; else it was said why not. */
static bool may_continue(const table *table, connection *connection, int64_t ref, int ply, int seat,
                         const char *agent) {
    tp_error error = {0};
    if (table->phase != PHASE_OVER || table->match == NULL || table->durable < table->number) {
        connection_refuse(connection, ref, "WRONG_PHASE", "only a finished game can be played on");
    } else if (ply < 0 || ply > tp_match_plies(table->match)) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "'ply' should be a number from 0 to %d",
                          tp_match_plies(table->match));
    } else if (seat < 0 || seat >= table->seat_count) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "'seat' should be a number from 0 to %d",
                          table->seat_count - 1);
    } else if (agent != NULL && strlen(agent) >= AGENT_SIZE) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "the name of an agent is too long");
    } else if (agent != NULL &&
               agent_allowed(table->server, table->game, &table->options, agent, &error) != TP_OK) {
        connection_refuse_text(connection, ref, "BAD_MESSAGE", error.text);
    } else {
        return house_may_create(connection, ref);
    }
    return false;
}

void table_continue(table *table, connection *connection, int64_t ref, int ply, int seat, const char *agent) {
    if (seat < 0) seat = table_seat_of(table, connection->who->id);
    if (!may_continue(table, connection, ref, ply, seat, agent)) return;
    json_t *position = position_at(table, ply);
    if (position == NULL) {
        connection_refuse(connection, ref, "WRONG_PHASE",
                          "the game was over at this moment, so it cannot be played on");
        return;
    }
    struct table *next = table_from(table, position, ply);
    if (next != NULL) seat_all(next, table, connection->who, seat, agent);
    if (next != NULL && table_open(next, connection, ref)) return;
    table_free(next);
    connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
}
