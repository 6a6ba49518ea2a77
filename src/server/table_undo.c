/* Taking back: to your last decision: at once if you play against bots alone, otherwise when everybody with a
 * right to a seat agrees. */
#include "server/connection.h"
#include "server/table.h"

#include "match/decision.h"

/* How many plies there are since, and with, the last decision of this seat. 0: it has made none. */
static int plies_since(const table *table, int seat) {
    int decision = match_last_decision(table->match, seat);
    return decision >= 0 ? tp_match_plies(table->match) - decision : 0;
}

static void take_back(table *table, int seat, connection *connection, int64_t ref) {
    int count = plies_since(table, seat);
    if (count == 0 || !tp_match_undo(table->match, count)) {
        if (connection != NULL)
            connection_refuse(connection, ref, "WRONG_PHASE", "you have made no decision yet");
        return;
    }
    table->turn++;
    table->turn_since_ms = 0;
    for (int other = 0; other < table->seat_count; other++) table->seats[other].shown = 0;
    json_t *members = table_record_members(table);
    if (members == NULL) {
        table_failed(table, "no memory");
        return;
    }
    table->last_undo = table->number + 1;
    table_write(table, table_seat_event(table, EVENT_UNDO, seat, tp_match_plies(table->match)), members,
                connection, ref);
}

void undo_carry_out(table *table, int seat) {
    table->offer = (offer){0};
    take_back(table, seat, NULL, -1);
}

void table_undo(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_in(table, connection, ref, PHASE_PLAYING);
    if (seat < 0) return;
    if (table->seats[seat].left || table->seats[seat].resigned) {
        connection_refuse(connection, ref, "NOT_SEATED", "a bot plays for you; join the table again");
        return;
    }
    if (plies_since(table, seat) == 0) {
        connection_refuse(connection, ref, "WRONG_PHASE", "you have made no decision yet");
        return;
    }
    uint32_t asked = table_rights(table) & ~(1u << seat);
    if (asked == 0) {
        take_back(table, seat, connection, ref);
    } else if (offer_all_here(table, asked, connection, ref)) {
        offer_make(table, OFFER_UNDO, seat, asked, connection, ref);
    }
}
