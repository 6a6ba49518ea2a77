/* Bans of addresses and people, and mutes of people.
 *
 * All of them are in memory, and a request is checked without the database. A network is kept as its prefix;
 * to find the ban of an address, the address is cut to each length that some ban has. An end is a moment of
 * the server's uptime (health.h). */
#include "server/map.h"
#include "server/operators.h"
#include "server/server.h"
#include "server/text.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const sanction_names[SANCTION_COUNT] = {"ban", "mute"};

enum { V4_BITS = 96, SHORTEST_V4 = 8, SHORTEST_V6 = 32, USUAL_V6 = 64 };

/* ---- networks ---- */

typedef struct prefix {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
    int length;        /* 0 .. 128 */
} prefix;

static bool is_v4(const prefix *prefix) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(prefix->bytes, mapped, sizeof mapped) == 0;
}

static bool read_address(const char *text, prefix *out) {
    struct in_addr four;
    out->length = 128;
    if (inet_pton(AF_INET6, text, out->bytes) == 1) return true;
    if (inet_pton(AF_INET, text, &four) != 1) return false;
    memset(out->bytes, 0, sizeof out->bytes);
    out->bytes[10] = out->bytes[11] = 0xff;
    memcpy(out->bytes + 12, &four, sizeof four);
    return true;
}

static void cut(prefix *prefix, int length) {
    prefix->length = length;
    for (int i = 0; i < 16; i++) {
        int bits = length - 8 * i;
        if (bits <= 0) {
            prefix->bytes[i] = 0;
        } else if (bits < 8) {
            prefix->bytes[i] &= (uint8_t)(0xff << (8 - bits));
        }
    }
}

static void write_prefix(const prefix *prefix, char out[SUBJECT_SIZE]) {
    char text[INET6_ADDRSTRLEN] = "";
    bool four = is_v4(prefix);
    inet_ntop(four ? AF_INET : AF_INET6, prefix->bytes + (four ? 12 : 0), text, sizeof text);
    snprintf(out, SUBJECT_SIZE, "%s/%d", text, four ? prefix->length - V4_BITS : prefix->length);
}

/* "203.0.113.0/24", and whether a length was given. */
static bool read_prefix(const char *text, prefix *out, bool *has_length) {
    char address[INET6_ADDRSTRLEN];
    size_t length = strcspn(text, "/");
    *has_length = text[length] == '/';
    if (length >= sizeof address) return false;
    memcpy(address, text, length);
    address[length] = '\0';
    if (!read_address(address, out)) return false;
    if (!*has_length) return true;
    char *end;
    const char *digits = text + length + 1;
    long bits = strtol(digits, &end, 10);
    if (end == digits || *end != '\0' || digits[0] == '+' || digits[0] == '-' || bits > 128) return false;
    bool four = is_v4(out) && strchr(address, ':') == NULL;
    if (four && bits > 32) return false;
    cut(out, (int)bits + (four ? V4_BITS : 0));
    return true;
}

bool ban_network(const char *text, char out[SUBJECT_SIZE], tp_error *error) {
    prefix prefix;
    bool has_length;
    if (!read_prefix(text, &prefix, &has_length)) {
        tp_fail(
            error, TP_E_INPUT,
            TR("\"%.60s\" is not an address; one looks like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/64"),
            text);
        return false;
    }
    if (!has_length && !is_v4(&prefix)) cut(&prefix, USUAL_V6);
    int shortest = is_v4(&prefix) ? SHORTEST_V4 + V4_BITS : SHORTEST_V6;
    if (prefix.length < shortest) {
        tp_fail(error, TP_E_INPUT,
                TR("\"%.60s\" is too large a network; the shortest prefix is /%d for IPv4 and /%d for IPv6"),
                text, SHORTEST_V4, SHORTEST_V6);
        return false;
    }
    write_prefix(&prefix, out);
    return true;
}

static bool covers(const prefix *banned, const prefix *address) {
    prefix own = *address;
    cut(&own, banned->length);
    return memcmp(own.bytes, banned->bytes, sizeof own.bytes) == 0;
}

/* A prefix between /80 and /96 can hold all of IPv4 without being one of IPv4. */
bool ban_covers_this_machine(const char *network) {
    static const prefix six = {{[15] = 1}, 128},
                        four = {{[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}, 128};
    prefix banned;
    bool has_length;
    if (!read_prefix(network, &banned, &has_length)) return false;
    return (is_v4(&banned) && banned.bytes[12] == 127) || covers(&banned, &six) || covers(&banned, &four);
}

/* ---- in memory ---- */

void bans_key(sanction_kind kind, const char *subject, char key[8 + SUBJECT_SIZE]) {
    snprintf(key, 8 + SUBJECT_SIZE, "%s %s", sanction_names[kind], subject);
}

static int *length_count(bans *bans, const sanction *sanction) {
    prefix prefix;
    bool has_length;
    if (!sanction->is_network || !read_prefix(sanction->subject, &prefix, &has_length)) return NULL;
    return &bans->lengths[prefix.length];
}

void bans_remove(bans *bans, sanction *sanction) {
    int *count = length_count(bans, sanction);
    if (count != NULL) --*count;
    map_remove(&bans->all, sanction->key);
    free(sanction);
}

bool bans_add(bans *bans, const sanction *made) {
    sanction *copy = malloc(sizeof *copy);
    if (copy == NULL) return false;
    *copy = *made;
    bans_key(copy->kind, copy->subject, copy->key);
    sanction *old = map_get(&bans->all, copy->key);
    if (old != NULL) bans_remove(bans, old);
    if (!map_put(&bans->all, copy->key, copy)) {
        free(copy);
        return false;
    }
    int *count = length_count(bans, copy);
    if (count != NULL) ++*count;
    return true;
}

void bans_free(bans *bans) {
    sanction *sanction;
    for (size_t i = 0; (sanction = map_next(&bans->all, &i)) != NULL;) free(sanction);
    map_free(&bans->all);
}

const sanction *bans_find(const server *server, sanction_kind kind, const char *subject) {
    char key[8 + SUBJECT_SIZE];
    bans_key(kind, subject, key);
    const sanction *found = map_get(&server->operators->bans.all, key);
    bool holds = found != NULL && (found->until_ms == 0 || server_uptime_ms(server) < found->until_ms);
    return holds ? found : NULL;
}

const sanction *ban_of_address(const server *server, const char *address) {
    prefix prefix;
    if (server->operators == NULL || server->operators->bans.all.count == 0) return NULL;
    if (!read_address(address, &prefix)) return NULL;
    for (int length = 128; length >= 0; length--) {
        if (server->operators->bans.lengths[length] == 0) continue;
        char subject[SUBJECT_SIZE];
        cut(&prefix, length);
        write_prefix(&prefix, subject);
        const sanction *found = bans_find(server, SANCTION_BAN, subject);
        if (found != NULL) return found;
    }
    return NULL;
}

const sanction *ban_of_person(const server *server, const char *id, sanction_kind kind) {
    if (server->operators == NULL || server->operators->bans.all.count == 0) return NULL;
    return bans_find(server, kind, id);
}

size_t bans_count(const server *server, sanction_kind kind) {
    size_t count = 0;
    const sanction *sanction;
    for (size_t i = 0; (sanction = map_next(&server->operators->bans.all, &i)) != NULL;)
        count += sanction->kind == kind;
    return count;
}

void uptime_date(const server *server, int64_t at_ms, char out[DATE_SIZE]) {
    time_t seconds = (time_t)((server_time_ms() + at_ms - server_uptime_ms(server)) / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL || strftime(out, DATE_SIZE, "%Y-%m-%d %H:%M UTC", &parts) == 0)
        snprintf(out, DATE_SIZE, "?");
}

void ban_sentence(const server *server, const sanction *sanction, char *text, size_t size) {
    char date[DATE_SIZE] = "";
    bool is_ban = sanction->kind == SANCTION_BAN, ends = sanction->until_ms != 0;
    if (ends) uptime_date(server, sanction->until_ms, date);
    char first[400];
    if (ends) {
        snprintf(first, sizeof first,
                 is_ban ? TR("You are banned from this server until %s.") : TR("You cannot chat until %s."),
                 date);
    } else {
        snprintf(first, sizeof first, "%s",
                 is_ban ? TR("You are banned from this server.") : TR("You cannot chat on this server."));
    }
    if (sanction->why[0] == '\0') {
        snprintf(text, size, "%s", first);
        return;
    }
    char why[WHY_SIZE + 80];
    snprintf(why, sizeof why, TR("The operator's reason: %s"), sanction->why);
    snprintf(text, size, TR_IN("two sentences", "%s %s"), first, why);
}

/* A person was deleted, and with them what was said of them. */
void bans_forget(server *server, const char *person) {
    if (server->operators == NULL) return;
    for (int kind = 0; kind < SANCTION_COUNT; kind++) {
        char key[8 + SUBJECT_SIZE];
        bans_key((sanction_kind)kind, person, key);
        sanction *found = map_get(&server->operators->bans.all, key);
        if (found != NULL) bans_remove(&server->operators->bans, found);
    }
}
