#include "core/event_out.h"

event_out event_out_begin(json_out *out, const tp_game *game) {
    return (event_out){.out = out, .game = game};
}

/* ---- moves ---- */

static void write_outcome(json_out *out, const tp_game *game, uint32_t kind, uint32_t outcome) {
    char text[TP_TEXT_SIZE];
    if (outcome == TP_HIDDEN) {
        json_out_string(out, "?");
        return;
    }
    game->outcome_text(kind, outcome, text, sizeof text);
    json_out_string(out, text);
}

static void write_value(json_out *out, const tp_game *game, const tp_member *member, uint32_t value) {
    switch (member->kind) {
    case TP_VALUE_BOOL: json_out_bool(out, value != 0); break;
    case TP_VALUE_CODE: json_out_string(out, member->codes[value]); break;
    case TP_VALUE_CARD: write_outcome(out, game, member->deck, value); break;
    default: json_out_integer(out, value); break;
    }
}

static void write_made(json_out *out, const tp_game *game, const tp_made *made) {
    json_out_key(out, "made");
    json_out_open(out, '{');
    for (uint32_t i = 0; i < made->count;) {
        uint32_t which = made->values[i].member;
        const tp_member *member = &game->move_members[which];
        bool is_list = member->list != TP_ONCE;
        json_out_key(out, member->name);
        if (is_list) json_out_open(out, '[');
        do {
            write_value(out, game, member, made->values[i++].value);
        } while (is_list && i < made->count && made->values[i].member == which);
        if (is_list) json_out_close(out, ']');
    }
    json_out_close(out, '}');
}

static void write_move(json_out *out, const tp_game *game, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    char text[TP_TEXT_SIZE];
    game->move_text(seen->move, text, sizeof text);
    json_out_member(out, "move", text);
    if (game->made == NULL) return;
    tp_made made;
    made.count = 0;
    game->made(view_before, seen, view_after, &made);
    write_made(out, game, &made);
}

/* ---- outcomes of chance ---- */

static void end_group(json_out *out) {
    json_out_close(out, ']');
    json_out_close(out, '}');
}

static void begin_group(event_out *events, const tp_event *seen) {
    json_out *out = events->out;
    json_out_open(out, '{');
    json_out_member(out, "kind", events->game->kinds[seen->kind].name);
    json_out_key(out, "seat");
    if (seen->seat >= 0) {
        json_out_integer(out, seen->seat);
    } else {
        json_out_null(out);
    }
    json_out_key(out, "cards");
    json_out_open(out, '[');
    events->kind = seen->kind;
    events->seat = seen->seat;
}

/* Outcomes of one kind for one seat that follow each other stand in one list. */
static void write_drawn(event_out *events, const tp_event *seen) {
    json_out *out = events->out;
    if (!events->is_drawing) {
        json_out_key(out, "drawn");
        json_out_open(out, '[');
        begin_group(events, seen);
        events->is_drawing = true;
    } else if (seen->kind != events->kind || seen->seat != events->seat) {
        end_group(out);
        begin_group(events, seen);
    }
    write_outcome(out, events->game, seen->kind, seen->outcome);
}

/* ---- a ply ---- */

void event_out_add(event_out *events, const void *view_before, const tp_event *seen, const void *view_after) {
    if (seen->type == TP_EVENT_CHANCE) {
        write_drawn(events, seen);
    } else {
        write_move(events->out, events->game, view_before, seen, view_after);
    }
}

void event_out_end(event_out *events) {
    if (!events->is_drawing) return;
    end_group(events->out);
    json_out_close(events->out, ']');
    events->is_drawing = false;
}
