/* The deal at a table, attempt by attempt. What is promised by it, and what is not: docs/security.md, "The
 * deal is fair". */
#include "server/table_deal.h"
#include "server/connection.h"
#include "server/people.h"
#include "server/results.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESUME_MS = 10000 }; /* after a restart people need a moment to be back */

/* ---- committing ---- */

static void forget_attempt(table *table) {
    table->is_listed = table->is_void = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct seat *s = &table->seats[seat];
        s->sealed = s->contributed = false;
        s->contribution = (tp_contribution){0};
    }
}

bool table_begin_commit(table *table) {
    const server_setup *setup = &table->server->setup;
    char hex[2 * TP_KEY_SIZE + 1];
    forget_attempt(table);
    table->attempt++;
    /* Every attempt has a key of its own: a seed stands for one only. */
    if (setup->seeded && table->attempt == 1) {
        tp_key_from_seed(table->key, setup->seed);
    } else {
        tp_key_random(table->key);
    }
    sodium_bin2hex(hex, sizeof hex, table->key, sizeof table->key);
    table->phase = PHASE_COMMIT;
    table->commit_since_ms = server_now_ms();
    bool good = table_write(table, table_seat_event(table, EVENT_COMMIT, -1, 0),
                            json_pack("{s:s, s:i}", "key", hex, "attempt", table->attempt), NULL, -1);
    sodium_memzero(hex, sizeof hex);
    table_changed(table);
    return good;
}

/* ---- sealing and revealing ---- */

/* The seat of this connection's person, who takes part in the attempt that is under way; -1 and an answer
 * where it is not so. */
static int seat_of_attempt(table *table, connection *connection, int64_t ref, int64_t attempt) {
    int seat = table_seat_in(table, connection, ref, PHASE_COMMIT);
    if (seat < 0) return -1;
    if (table->seats[seat].left) {
        connection_refuse(connection, ref, "NOT_SEATED", "a bot plays for you; join the table again");
        return -1;
    }
    if (attempt != table->attempt || table->is_void) {
        connection_refuse(connection, ref, "STALE", "this attempt is not the current one");
        return -1;
    }
    return seat;
}

static bool read_digits(connection *connection, int64_t ref, const char *name, const char *hex,
                        uint8_t out[SEAL_SIZE]) {
    size_t length = 0;
    if (strlen(hex) == 2 * SEAL_SIZE &&
        sodium_hex2bin(out, SEAL_SIZE, hex, 2 * SEAL_SIZE, NULL, &length, NULL) == 0 && length == SEAL_SIZE)
        return true;
    connection_refuse(connection, ref, "BAD_MESSAGE", "'%s' should be %d hex digits", name, 2 * SEAL_SIZE);
    return false;
}

void table_seal(table *table, connection *connection, int64_t ref, int64_t attempt, const char *hex) {
    uint8_t seal[SEAL_SIZE];
    int seat = seat_of_attempt(table, connection, ref, attempt);
    if (seat < 0 || !read_digits(connection, ref, "seal", hex, seal)) return;
    struct seat *s = &table->seats[seat];
    if (s->sealed || table->is_listed) {
        connection_refuse(connection, ref, "STALE",
                          s->sealed ? TR_MARK("you have already sealed")
                                    : TR_MARK("too late: the list of seals is complete"));
        return;
    }
    s->sealed = true;
    memcpy(s->seal, seal, sizeof s->seal);
    table_write(table, table_seat_event(table, EVENT_SEAL, seat, 0), json_pack("{s:s}", "seal", hex),
                connection, ref);
}

void table_reveal(table *table, connection *connection, int64_t ref, int64_t attempt, const char *hex) {
    uint8_t bytes[SEAL_SIZE], seal[SEAL_SIZE];
    int seat = seat_of_attempt(table, connection, ref, attempt);
    if (seat < 0 || !read_digits(connection, ref, "bytes", hex, bytes)) return;
    struct seat *s = &table->seats[seat];
    if (!table->is_listed || table->durable < table->listed_number) {
        connection_refuse(connection, ref, "WRONG_PHASE",
                          "nothing may be revealed before all seals are listed");
        return;
    }
    if (!table->list.is_listed[seat]) {
        connection_refuse(connection, ref, "NOT_LISTED",
                          "your seal is not in the list, so there is nothing to reveal");
        return;
    }
    if (s->contributed) {
        connection_refuse(connection, ref, "STALE", "you have already revealed");
        return;
    }
    seal_make(table->id, table->attempt, seat, bytes, seal);
    if (sodium_memcmp(seal, table->list.seals[seat], sizeof seal) != 0) {
        connection_refuse(connection, ref, "WRONG_SEAL", "these are not the bytes that you sealed");
        return;
    }
    s->contributed = true;
    s->contribution.size = SEAL_SIZE;
    memcpy(s->contribution.bytes, bytes, SEAL_SIZE);
    table_write(table, table_seat_event(table, EVENT_REVEAL, seat, 0), json_pack("{s:s}", "bytes", hex),
                connection, ref);
}

void table_contribute(table *table, connection *connection, int64_t ref) {
    if (table_seat_in(table, connection, ref, PHASE_COMMIT) < 0) return;
    connection_refuse(
        connection, ref, "STALE",
        "bytes must now be sealed before they are revealed: reload the page, or update your program; until "
        "then you do not contribute to the deal");
}

/* ---- the list ---- */

/* Whether everybody who is there has sealed: who has only just made the table may still be on the way to it.
 */
static bool all_sealed(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        const person *who = s->kind == SEAT_PERSON && !s->left ? people_get(table->server, s->person) : NULL;
        bool is_here = (who != NULL && who->connections != NULL) || (table->is_resumed && !s->left);
        if (s->kind == SEAT_PERSON && is_here && !s->sealed) return false;
    }
    return true;
}

static bool some_sealed(const table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].sealed) return true;
    }
    return false;
}

/* Fix the list. It is on the disk and told before anybody may reveal. */
static void make_list(table *table) {
    sealed_list *list = &table->list;
    *list = (sealed_list){.attempt = table->attempt, .seats = table->seat_count};
    snprintf(list->table, sizeof list->table, "%s", table->id);
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        list->is_person[seat] = s->kind == SEAT_PERSON;
        list->is_listed[seat] = s->sealed;
        if (s->sealed) memcpy(list->seals[seat], s->seal, SEAL_SIZE);
    }
    table->is_listed = true;
    table->listed_number = table->number + 1;
    table->commit_since_ms = server_now_ms();
    table_write(table, table_seat_event(table, EVENT_SEALED, -1, 0),
                json_pack("{s:o}", "list", sealed_to_json(list)), NULL, -1);
    table_changed(table);
}

/* A bit for each listed seat that has not revealed. */
static int missing_seats(const table *table) {
    int missing = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->list.is_listed[seat] && !table->seats[seat].contributed) missing |= 1 << seat;
    }
    return missing;
}

/* ---- dealing ---- */

/* Whether the cards come from the server's seed: a table may be older than the seed. */
static bool is_seeded(const table *table) {
    const server_setup *setup = &table->server->setup;
    uint8_t key[TP_KEY_SIZE];
    if (!setup->seeded) return false;
    tp_key_from_seed(key, setup->seed);
    return sodium_memcmp(key, table->key, sizeof key) == 0;
}

static void deal(table *table) {
    tp_match_setup setup = {.game = table->game,
                            .options = &table->options,
                            .key = table->key,
                            .seeded = is_seeded(table),
                            .seed = table->server->setup.seed,
                            .position = table->position,
                            .origin = table->position != NULL ? &table->origin : NULL};
    tp_error error = {0};
    for (int seat = 0; seat < table->seat_count; seat++) {
        setup.seats[seat] = table->seats[seat].name;
        setup.contributions[seat] = table->seats[seat].contribution;
        table->seats[seat].clock_ms = 1000 * (int64_t)table->settings.game_s;
    }
    table->match = match_new_sealed(&setup, table->is_listed ? &table->list : NULL, &error);
    json_t *members = table->match != NULL ? table_record_members(table) : NULL;
    if (members == NULL) {
        table_failed(table, table->match != NULL ? "there is not enough memory" : error.text);
        return;
    }
    table->phase = PHASE_PLAYING;
    table->turn++;
    table->turn_since_ms = 0;
    board_at_deal(table, members);
    table_write(table, table_seat_event(table, EVENT_DEAL, -1, 0), members, NULL, -1);
    table_changed(table);
}

/* Nobody is to blame for a void attempt on the server's word alone: the game has not begun, and counts for
 * nobody. */
static void after_void(table *table) {
    if (table->attempt < SEALED_ATTEMPTS) {
        table_begin_commit(table);
        return;
    }
    table->phase = PHASE_CLOSED;
    table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
    table_changed(table);
}

void table_advance_deal(table *table, int64_t now_ms) {
    int wait_ms = table->server->setup.limits.contribute_ms;
    if (wait_ms > 0 && table->is_resumed) wait_ms += RESUME_MS;
    bool late = now_ms - table->commit_since_ms >= wait_ms;
    if (table->is_void) {
        after_void(table);
    } else if (table->attempt == 0) {
        /* Begun by a server that knew no seals. */
        table_begin_commit(table);
    } else if (!table->is_listed) {
        if (!late && !all_sealed(table)) return;
        if (some_sealed(table)) {
            make_list(table);
        } else {
            deal(table);
        }
    } else if (missing_seats(table) == 0) {
        deal(table);
    } else if (late) {
        table->is_void = true;
        table->is_resumed = false; /* who is not here by now is not waited for again */
        table_write(table, table_seat_event(table, EVENT_VOID, -1, missing_seats(table)), NULL, NULL, -1);
    }
}

/* ---- from the journal ---- */

static tp_err read_bytes(const json_t *entry, const char *name, uint8_t *out, size_t size, size_t *length,
                         tp_error *error) {
    const char *hex = json_string_value(json_object_get(entry, name));
    if (hex != NULL && sodium_hex2bin(out, size, hex, strlen(hex), NULL, length, NULL) == 0 &&
        *length == strlen(hex) / 2)
        return TP_OK;
    return tp_fail(error, TP_E_INPUT, "hex digits are damaged");
}

tp_err table_read_deal(table *table, const event *event, const json_t *entry, tp_error *error) {
    struct seat nowhere = {0}; /* for entries without a seat, which do nothing with it */
    struct seat *s = event->seat >= 0 ? &table->seats[event->seat] : &nowhere;
    size_t length = 0;
    tp_err code = TP_OK;
    switch (event->kind) {
    case EVENT_COMMIT:
        forget_attempt(table);
        table->phase = PHASE_COMMIT;
        table->attempt = (int)json_integer_value(json_object_get(entry, "attempt"));
        return read_bytes(entry, "key", table->key, sizeof table->key, &length, error);
    case EVENT_SEAL:
        s->sealed = true;
        return read_bytes(entry, "seal", s->seal, sizeof s->seal, &length, error);
    case EVENT_SEALED:
        table->is_listed = true;
        table->listed_number = table->number + 1;
        code = sealed_from_json(&table->list, json_object_get(entry, "list"), error);
        if (code == TP_OK && table->list.seats != table->seat_count)
            code = tp_fail(error, TP_E_INPUT, "a list of seals does not fit its table");
        return code;
    case EVENT_CONTRIBUTE: /* of a server that knew no seals */
    case EVENT_REVEAL:
        code =
            read_bytes(entry, "bytes", s->contribution.bytes, sizeof s->contribution.bytes, &length, error);
        s->contribution.size = (uint8_t)length;
        s->contributed = true;
        return code;
    case EVENT_VOID: table->is_void = true; return TP_OK;
    default: return TP_OK;
    }
}

/* ---- telling ---- */

json_t *table_deal_now(const table *table, int64_t to) {
    int attempt = table->attempt;
    bool is_listed = false;
    int64_t n = to;
    /* Memory may be an attempt ahead of what may be told. */
    for (int64_t later = to + 1; later <= table->number; later++)
        attempt -= table->events[later - 1].kind == EVENT_COMMIT;
    json_t *sealed = json_array(), *revealed = json_array();
    for (; n > 0 && table->events[n - 1].kind != EVENT_COMMIT; n--) {
        const event *event = &table->events[n - 1];
        is_listed |= event->kind == EVENT_SEALED;
        if (event->kind == EVENT_SEAL) json_array_insert_new(sealed, 0, json_integer(event->seat));
        if (event->kind == EVENT_REVEAL) json_array_insert_new(revealed, 0, json_integer(event->seat));
    }
    return json_pack("{s:i, s:s, s:o, s:o}", "attempt", attempt, "step", is_listed ? "reveal" : "seal",
                     "sealed", sealed, "revealed", revealed);
}

json_t *table_deal_list(const table *table) {
    if (!table->is_listed) return NULL;
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_options options = table->options;
    if (table->game->settle != NULL) table->game->settle(&options, NULL); /* as the record has them */
    tp_commitment(table->key, commitment);
    return sealed_to_told(&table->list, table->game, &options, commitment);
}

void table_void_names(const table *table, const event *event, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int seat = 0; seat < table->seat_count && used < size; seat++) {
        if ((event->ply >> seat & 1) == 0) continue;
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", table->seats[seat].name);
    }
}
