/* The count at the end of a hand of Mus: every hand, and who won each lance, with which cards, and why. */
#include "core/language.h"
#include "games/mus/look.h"
#include "games/mus/rules.h"
#include "look/draw.h"

#include <string.h>

enum { NAME_COLUMNS = 12, LANCE_COLUMNS = 8, STONES_COLUMNS = 14 };

/* The hands as they were compared: the table before the last move, with all cards. */
static mus_state compared(const look_ply *ply) {
    const mus_table *before = &((const mus_view *)ply->before)->table;
    const mus_table *after = &((const mus_view *)ply->after)->table;
    mus_state state;
    memset(&state, 0, sizeof state);
    state.table = *before;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++)
        memcpy(state.hands[seat], after->last_hands[seat], MUS_HAND);
    return state;
}

static uint32_t key_of(const mus_state *state, uint32_t seat, uint32_t phase) {
    return mus_key(&state->table.rules, mus_class_of(&state->table.rules, state->hands[seat]), phase);
}

/* Who could win a lance; whether pares and juego count follows from the cards. */
static uint32_t eligible_seats(const mus_state *state, uint32_t phase) {
    uint32_t seats = 0;
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        const mus_class *hand = mus_class_of(&state->table.rules, state->hands[seat]);
        bool has = phase == MUS_PHASE_PARES   ? hand->pares_value > 0
                   : phase == MUS_PHASE_JUEGO ? hand->juego_value > 0
                                              : true;
        seats |= has ? 1u << seat : 0;
    }
    return seats;
}

/* What a hand is in a lance: its cards, its pares, its juego. */
static void hand_in_lance(const mesa *s, const mus_state *state, uint32_t seat, uint32_t phase, char *text,
                          size_t size) {
    if (phase == MUS_PHASE_PARES) {
        mesa_pares_worth(s, state->hands[seat], text, size);
    } else if (phase >= MUS_PHASE_JUEGO) {
        mesa_juego_worth(s, state->hands[seat], text, size);
    } else {
        uint8_t sorted[MUS_HAND];
        mesa_sorted(s, state->hands[seat], sorted);
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            char label[MESA_LABEL];
            uint32_t card = phase == MUS_PHASE_CHICA ? sorted[MUS_HAND - 1 - i] : sorted[i];
            mus_card_text(card, label);
            text_append(text, size, "%s%.1s", i > 0 ? " " : "", label);
        }
    }
}

/* Why a side got the stones of an entry. */
static void reason_of(const mesa *s, const mus_state *state, const mus_entry *entry, char *text,
                      size_t size) {
    uint32_t phase = entry->reason / 4u, how = entry->reason % 4u;
    if (how == MUS_SCORED_DEJE) {
        text_append(text, size, "%s", TR("the bet was refused"));
        return;
    }
    uint32_t able = eligible_seats(state, phase), best = mus_best_seat(state, phase, able);
    uint32_t own = able & mus_seats_of(&state->table, entry->side);
    if (own == 0) return;
    if (mus_side(&state->table, best) != entry->side) { /* a bet was refused, or the others stayed out */
        best = mus_best_seat(state, phase, own);
    }
    bool tie = false;
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        if (!mesa_has(able, seat) || mus_side(&state->table, seat) == entry->side) continue;
        tie = tie || key_of(state, seat, phase) == key_of(state, best, phase);
    }
    char hand[128] = "";
    hand_in_lance(s, state, best, phase, hand, sizeof hand);
    text_append(text, size, "%s: %s", s->names[best], hand);
    if (own == able) {
        text_append(text, size, "; %s", TR("nobody else has it"));
    } else if (tie) {
        text_append(text, size, "; %s", TR("a tie, and nearer to the mano"));
    }
}

static void entry_stones(const mesa *s, const mus_entry *entry, char *text, size_t size) {
    char name[64];
    const char *who = mesa_side_object(s, entry->side, name, sizeof name);
    if (entry->reason % 4u == MUS_SCORED_ORDAGO) {
        text_append(text, size, TR("ordago to %s"), who);
    } else {
        text_append(text, size, TR("%u to %s"), entry->stones, who);
    }
}

static void show_entries(const mesa *s, const mus_state *state, const mus_log *log) {
    const look_style *style = s->style;
    for (uint32_t i = 0; i < log->count; i++) {
        char stones[128] = "", why[256] = "";
        const mus_entry *entry = &log->entries[i];
        const char *lance = mesa_lance_title(entry->reason / 4u);
        entry_stones(s, entry, stones, sizeof stones);
        reason_of(s, state, entry, why, sizeof why);
        if (style->plain) {
            fprintf(s->out, "%s: %s%s%s.\n", lance, stones, why[0] != '\0' ? ", " : "", why);
            continue;
        }
        bool mine = s->me >= 0 && mus_side(s->table, (uint32_t)s->me) == entry->side;
        fprintf(s->out, "  %s%-*s%s %s", paint_on(style, PAINT_TITLE), LANCE_COLUMNS, lance, paint_off(style),
                paint_on(style, mine ? PAINT_GREEN : PAINT_RED));
        print_padded(s->out, stones, STONES_COLUMNS);
        fprintf(s->out, "%s ", paint_off(style));
        int column = 2 + LANCE_COLUMNS + 1 + STONES_COLUMNS + 1;
        print_wrapped(s->out, style, -column, column, why);
    }
}

/* How the score stands, or that a juego was won. */
static void show_score(const mesa *s, const mus_table *before, const mus_table *after) {
    char text[256] = "", one[64], other[64];
    uint32_t won = MUS_NOBODY;
    for (uint32_t side = 0; side < mus_sides(after); side++) {
        if (after->juegos[side] > before->juegos[side] || after->vacas[side] > before->vacas[side])
            won = side;
    }
    if (won != MUS_NOBODY) {
        text_append(text, sizeof text, TR("The juego goes to %s."),
                    mesa_side_object(s, won, one, sizeof one));
    } else if (mus_sides(after) == 2) {
        text_append(text, sizeof text, TR("Stones: %s %u, %s %u."), mesa_side_short(s, 0, one, sizeof one),
                    after->score[0], mesa_side_short(s, 1, other, sizeof other), after->score[1]);
    }
    if (text[0] == '\0') return;
    int indent = s->style->plain ? 0 : 2;
    print_wrapped(s->out, s->style, indent, indent, text);
}

void mesa_reveal(const mesa *s, const look_ply *ply) {
    const look_style *style = s->style;
    const mus_table *before = &((const mus_view *)ply->before)->table;
    const mus_table *after = &((const mus_view *)ply->after)->table;
    mus_state state = compared(ply);
    const char *title = TR("The hand is over: the count");
    if (style->plain) {
        fprintf(s->out, "%s.\n", title);
    } else {
        draw_rule(s->out, style, title, "");
        if (style->airy) fputc('\n', s->out);
    }
    for (uint32_t i = 0; i < after->rules.players; i++) {
        uint32_t seat = (before->mano + i) % after->rules.players;
        mesa_show_hand(s, seat, state.hands[seat], i == 0 ? TR_IN("a player", "mano") : "", NAME_COLUMNS);
    }
    if (style->airy && !style->plain) fputc('\n', s->out);
    show_entries(s, &state, &after->last_log);
    if (style->airy && !style->plain) fputc('\n', s->out);
    show_score(s, before, after);
}

void mus_story(const void *view, char *text, size_t size) {
    const mus_table *t = &((const mus_view *)view)->table;
    int32_t viewer = (int32_t)((const mus_view *)view)->viewer;
    const mus_log *log = &t->last_log;
    bool mine = viewer >= 0 && mus_side(t, (uint32_t)viewer) == t->winner;
    const mus_entry *last = log->count > 0 ? &log->entries[log->count - 1] : NULL;
    bool ordago = last != NULL && last->reason % 4u == MUS_SCORED_ORDAGO;
    uint32_t most = t->score[t->winner], others = 0;
    for (uint32_t side = 0; side < mus_sides(t); side++) {
        if (side != t->winner && t->score[side] > others) others = t->score[side];
    }
    const char *lance = last != NULL ? mesa_lance_title(last->reason / 4u) : "";
    char who[64] = "";
    for (uint32_t set = mus_seats_of(t, t->winner); set != 0 && !mine; set &= set - 1)
        text_append(who, sizeof who, "%s{%u}", who[0] != '\0' ? " + " : "", tp_lowest_bit(set));
    if (ordago && mine) {
        snprintf(text, size,
                 TR("The last juego was decided by an órdago in %s, and your side had the cards."), lance);
    } else if (ordago) {
        snprintf(text, size, TR("The last juego was decided by an órdago in %s, and %s had the cards."),
                 lance, who);
    } else if (mine) {
        snprintf(text, size,
                 TR("Your side took the last juego, %u stones to %u; the last ones came from %s."), most,
                 others, lance);
    } else {
        snprintf(text, size, TR("%s took the last juego, %u stones to %u; the last ones came from %s."), who,
                 most, others, lance);
    }
}
