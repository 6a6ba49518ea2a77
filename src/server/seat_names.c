/* What agents at a table are called: those that play at a level by the name of a character, others by their
 * kind. */
#include "core/language.h"
#include "server/table.h"

#include <stdio.h>
#include <string.h>

const char *seat_agent_asked(const seat *seat) {
    return seat->character != NULL ? seat->character->id : seat->agent_name;
}

const char *seat_said_name(const char *name) {
    const tp_character *character = tp_character_named(name);
    return character != NULL ? tp_translate(character->name) : name;
}

static bool sits_here(const table *table, const tp_character *character) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_AGENT && table->seats[seat].character == character) return true;
    }
    return false;
}

/* Who plays at a level is one of its characters, as long as there are any that do not sit here yet. */
static void find_character(const table *table, seat *seat) {
    for (const tp_character *one = tp_characters(); seat->character == NULL && one->id != NULL; one++) {
        if (strcmp(one->level, seat->agent_name) == 0 && !sits_here(table, one)) seat->character = one;
    }
}

/* Characters by their names, and other agents by their kinds, numbered if there are more of one. */
void table_name_agents(table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct seat *s = &table->seats[seat];
        int like = 0, before = 0;
        if (s->kind != SEAT_AGENT) continue;
        find_character(table, s);
        if (s->character != NULL) {
            snprintf(s->name, sizeof s->name, "%s", s->character->name);
            continue;
        }
        int length = (int)strcspn(s->agent_name, ":");
        for (int other = 0; other < table->seat_count; other++) {
            const struct seat *o = &table->seats[other];
            if (o->kind != SEAT_AGENT || o->character != NULL || (int)strcspn(o->agent_name, ":") != length ||
                strncmp(o->agent_name, s->agent_name, (size_t)length) != 0)
                continue;
            like++;
            before += other < seat;
        }
        char kind[49];
        snprintf(kind, sizeof kind, "%.*s", length, s->agent_name);
        if (like > 1) {
            snprintf(s->name, sizeof s->name, "%s %d", kind, before + 1);
        } else {
            snprintf(s->name, sizeof s->name, "%s", kind);
        }
    }
}
