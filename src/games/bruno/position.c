/* Bruno: states and views as JSON (§8), both ways.
 *
 * Both are printed from a view: a state is the view of TP_REVEALED. Both are read into a view, in which a
 * state has no unknown card. Cards are printed with their suits; where a position leaves suits out they are
 * filled in. What a position leaves out altogether has the default that the rules imply: nobody remembers
 * anything but what lies open and the own hand. */
#include "tapete/position.h"
#include "core/json_out.h"
#include "core/language.h"
#include "games/bruno/view.h"

#include <jansson.h>
#include <string.h>

/* ---- writing ---- */

static void write_card(json_out *out, uint32_t card) {
    char name[8];
    bruno_card_text(card, name, sizeof name);
    json_out_string(out, name);
}

static void write_cards(json_out *out, uint64_t cards) {
    json_out_open(out, '[');
    for (; cards != 0; cards &= cards - 1) write_card(out, tp_lowest_bit(cards));
    json_out_close(out, ']');
}

static void write_hand(json_out *out, const bruno_view *view, uint32_t seat) {
    uint64_t cards = view->hand[seat];
    json_out_open(out, '[');
    for (; cards != 0; cards &= cards - 1) write_card(out, tp_lowest_bit(cards));
    for (uint32_t i = tp_count_bits(view->hand[seat]); i < view->table.hand_count[seat]; i++)
        json_out_string(out, "?");
    json_out_close(out, ']');
}

static void write_hidden(json_out *out, const bruno_view *view, uint32_t seat) {
    json_out_open(out, '[');
    for (uint32_t i = 0; i < view->table.hidden_count[seat]; i++) write_card(out, view->hidden[seat][i]);
    json_out_close(out, ']');
}

static void write_ranks(json_out *out, uint32_t ranks) {
    if (ranks == BRUNO_ALL_RANKS) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '[');
    for (; ranks != 0; ranks &= ranks - 1) json_out_string(out, bruno_rank_names[tp_lowest_bit(ranks)]);
    json_out_close(out, ']');
}

static bool sees_as(const bruno_view *view, uint32_t seat) {
    return view->viewer == (int)seat || view->viewer == TP_REVEALED;
}

/* Cards that everybody sees where they are. */
static uint64_t open_now(const bruno_table *table) {
    uint64_t cards = table->pile | table->removed;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) cards |= table->shown[seat] | table->known[seat];
    return cards;
}

static void write_seen(json_out *out, const bruno_view *view, uint32_t seat) {
    if (sees_as(view, seat)) {
        write_cards(out, view->seen[seat] & ~(view->table.open | view->hand[seat]));
    } else {
        json_out_null(out);
    }
}

/* A member with an entry for each seat: what `write` is. */
#define WRITE_SEATS(out, key, write)                                 \
    do {                                                             \
        json_out_key(out, key);                                      \
        json_out_open(out, '[');                                     \
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) (write); \
        json_out_close(out, ']');                                    \
    } while (false)

static void write_seat_lists(json_out *out, const bruno_view *view) {
    const bruno_table *table = &view->table;
    WRITE_SEATS(out, "hands", write_hand(out, view, seat));
    WRITE_SEATS(out, "shown", write_cards(out, table->shown[seat]));
    WRITE_SEATS(out, "hidden", write_hidden(out, view, seat));
    WRITE_SEATS(out, "known", write_cards(out, table->known[seat]));
    WRITE_SEATS(out, "allowed", write_ranks(out, table->allowed[seat]));
    WRITE_SEATS(out, "seen", write_seen(out, view, seat));
    json_out_key(out, "seen_by_all");
    write_cards(out, table->open & ~open_now(table));
}

static void write_if(json_out *out, bool is_there, uint32_t number) {
    if (is_there) {
        json_out_integer(out, number);
    } else {
        json_out_null(out);
    }
}

static void write_table(json_out *out, const bruno_view *view) {
    const bruno_table *table = &view->table;
    bool won = table->winner != BRUNO_NOBODY;
    json_out_key(out, "current");
    json_out_integer(out, table->current);
    json_out_key(out, "to_beat");
    if (table->to_beat == BRUNO_LEAD) {
        json_out_null(out);
    } else {
        json_out_string(out, bruno_rank_names[table->to_beat - 1]);
    }
    json_out_key(out, "pile");
    write_cards(out, table->pile);
    json_out_key(out, "removed_tens");
    json_out_integer(out, tp_count_bits(table->removed & BRUNO_TENS));
    json_out_key(out, "removed");
    write_cards(out, table->removed);
    write_seat_lists(out, view);
    json_out_key(out, "plies");
    json_out_integer(out, table->plies);
    json_out_key(out, "over");
    json_out_bool(out, bruno_is_over(table));
    json_out_key(out, "winner");
    write_if(out, won, table->winner);
    json_out_key(out, "winning_team");
    write_if(out, won, won ? bruno_team(table->winner) : 0);
}

static void write_state(json_out *out, const void *state) {
    bruno_view everything;
    bruno_view_of(state, TP_REVEALED, &everything);
    json_out_open(out, '{');
    write_table(out, &everything);
    json_out_close(out, '}');
}

json_t *bruno_state_to_json(const void *state) { return json_out_read(write_state, state); }

static void write_view(json_out *out, const void *view_bytes) {
    const bruno_view *view = view_bytes;
    json_out_open(out, '{');
    write_table(out, view);
    json_out_key(out, "viewer");
    json_out_viewer(out, view->viewer);
    json_out_close(out, '}');
}

json_t *bruno_view_to_json(const void *view) { return json_out_read(write_view, view); }

size_t bruno_view_text(const void *view, char *text, size_t size) {
    json_out out = json_out_fixed(text, size);
    write_view(&out, view);
    json_out_end(&out);
    return out.size;
}

/* ---- reading ---- */

enum { ZONE_HANDS, ZONE_SHOWN, ZONE_HIDDEN, ZONE_PILE, ZONE_REMOVED, ZONES };

static const char *const zone_names[ZONES] = {"hands", "shown", "hidden", "pile", "removed"};

/* A card of a position: where it is named, and which it is. */
typedef struct entry {
    uint8_t zone, seat, index, rank, suit; /* BRUNO_SUITS: not given; rank BRUNO_RANKS: "?" */
} entry;

/* A reader of one position, with the cards that were named so far. */
typedef struct reader {
    tp_position_reader base;
    bool is_view; /* "?" is a card */
    uint64_t named;
    entry entries[2 * BRUNO_CARDS];
    uint32_t count;
} reader;

static const json_t *field(const reader *r, const char *name) { return tp_position_field(&r->base, name); }

/* A list with one entry per seat, or NULL if it is left out. */
static const json_t *read_seat_list(reader *r, const char *name) {
    return tp_position_list(&r->base, name, BRUNO_SEATS);
}

/* "hands[2][5]", or "pile[5]" for what belongs to no seat. */
static const char *place_text(const char *name, bool of_seat, uint32_t seat, size_t index, char text[64]) {
    if (of_seat) {
        snprintf(text, 64, "%s[%u][%zu]", name, seat, index);
    } else {
        snprintf(text, 64, "%s[%zu]", name, index);
    }
    return text;
}

static const char *entry_text(const entry *e, char text[64]) {
    return place_text(zone_names[e->zone], e->zone < ZONE_PILE, e->seat, e->index, text);
}

static bool read_card(reader *r, const json_t *value, const char *where, uint32_t *rank, uint32_t *suit) {
    const char *text = json_string_value(value);
    if (text != NULL && bruno_card_parse(text, rank, suit)) return true;
    tp_position_fail(&r->base, TR("%s: a card: 2 to 10, J, Q, K or A, with or without s, h, d or c after it"),
                     where);
    return false;
}

/* Note every card of one list. */
static void read_zone(reader *r, uint32_t zone, uint32_t seat, const json_t *list) {
    char where[64];
    if (list == NULL) return;
    if (!json_is_array(list)) {
        const char *name = zone_names[zone];
        if (zone < ZONE_PILE) {
            snprintf(where, sizeof where, "%s[%u]", zone_names[zone], seat);
            name = where;
        }
        tp_position_fail(&r->base, TR("%s: a list of cards"), name);
        return;
    }
    for (size_t i = 0; i < json_array_size(list) && r->base.code == TP_OK; i++) {
        const json_t *value = json_array_get(list, i);
        uint32_t rank = BRUNO_RANKS, suit = BRUNO_SUITS;
        bool unknown = r->is_view && zone != ZONE_SHOWN && zone < ZONE_PILE && json_is_string(value) &&
                       strcmp(json_string_value(value), "?") == 0;
        place_text(zone_names[zone], zone < ZONE_PILE, seat, i, where);
        if (!unknown && !read_card(r, value, where, &rank, &suit)) return;
        if (r->count == BRUNO_CARDS) {
            tp_position_fail(&r->base, TR("%s: a fifty-third card"), where);
            return;
        }
        r->entries[r->count++] =
            (entry){(uint8_t)zone, (uint8_t)seat, (uint8_t)i, (uint8_t)rank, (uint8_t)suit};
    }
}

/* Give every card its suit: those that are named keep theirs, the others get the first that is free. */
static void fill_suits(reader *r) {
    char where[64];
    for (uint32_t given = 2; given-- > 0;) {
        for (uint32_t i = 0; i < r->count; i++) {
            entry *e = &r->entries[i];
            if (e->rank == BRUNO_RANKS || (e->suit != BRUNO_SUITS) != (given != 0)) continue;
            uint64_t free_ones = bruno_rank_set(e->rank) & ~r->named;
            if (given != 0) free_ones &= bruno_card_set(BRUNO_SUITS * (uint32_t)e->rank + e->suit);
            if (free_ones == 0 && given != 0) {
                tp_position_fail(&r->base, TR("%s: %s%c is named twice"), entry_text(e, where),
                                 bruno_rank_names[e->rank], "shdc"[e->suit]);
                return;
            }
            if (free_ones == 0) {
                tp_position_fail(&r->base, TR("%s: a fifth %s"), entry_text(e, where),
                                 bruno_rank_names[e->rank]);
                return;
            }
            r->named |= free_ones & (0 - free_ones);
            e->suit = (uint8_t)(tp_lowest_bit(free_ones) % BRUNO_SUITS);
        }
    }
}

static void read_zones(reader *r, bruno_view *view) {
    bruno_table *table = &view->table;
    for (uint32_t zone = 0; zone < ZONES; zone++) {
        if (zone < ZONE_PILE) {
            const json_t *list = read_seat_list(r, zone_names[zone]);
            for (uint32_t seat = 0; list != NULL && seat < BRUNO_SEATS; seat++)
                read_zone(r, zone, seat, json_array_get(list, seat));
        } else {
            read_zone(r, zone, 0, field(r, zone_names[zone]));
        }
    }
    if (r->base.code == TP_OK) fill_suits(r);
    memset(view->hidden, BRUNO_NO_CARD, sizeof view->hidden);
    for (uint32_t i = 0; r->base.code == TP_OK && i < r->count; i++) {
        const entry *e = &r->entries[i];
        uint32_t card =
            e->rank == BRUNO_RANKS ? (uint32_t)BRUNO_UNKNOWN_CARD : BRUNO_SUITS * (uint32_t)e->rank + e->suit;
        uint64_t set = card < BRUNO_CARDS ? bruno_card_set(card) : 0;
        if (e->zone == ZONE_HANDS) {
            view->hand[e->seat] |= set;
            table->hand_count[e->seat]++;
        } else if (e->zone == ZONE_SHOWN) {
            table->shown[e->seat] |= set;
        } else if (e->zone == ZONE_HIDDEN) {
            if (e->index >= BRUNO_HIDDEN_EACH) {
                tp_position_fail(&r->base, TR("hidden[%u]: a seat has at most three hidden cards"), e->seat);
                return;
            }
            view->hidden[e->seat][e->index] = (uint8_t)card;
            table->hidden_count[e->seat]++;
        } else {
            *(e->zone == ZONE_PILE ? &table->pile : &table->removed) |= set;
        }
    }
}

/* The cards out of the game: those of `removed`, in a position everything else that is named nowhere, in a
 * view as many 10s as there should be. */
static void read_removed(reader *r, bruno_table *table) {
    uint64_t unnamed = BRUNO_DECK & ~r->named;
    if (!r->is_view) table->removed |= unnamed;
    uint32_t there = tp_count_bits(table->removed & BRUNO_TENS);
    uint32_t wanted = tp_position_number(&r->base, "removed_tens", 0, BRUNO_SUITS, there);
    if (r->is_view && field(r, "removed") == NULL) {
        table->removed = bruno_lowest_cards(unnamed & BRUNO_TENS, wanted);
        there = tp_count_bits(table->removed);
    }
    if (there != wanted)
        tp_position_fail(&r->base, TR("removed_tens: %u, and %u of the 10s are in no hand, shown or hidden"),
                         wanted, there);
}

/* Cards of a list out of a pool, which they leave; a rank alone takes the first that is there. */
static uint64_t read_from_pool(reader *r, const json_t *list, const char *name, bool of_seat, uint32_t seat,
                               uint64_t pool, const char *what) {
    uint64_t cards = 0;
    char where[64];
    if (list == NULL) return 0;
    if (!json_is_array(list)) tp_position_fail(&r->base, TR("%s: a list of cards for each seat"), name);
    for (size_t i = 0; i < json_array_size(list) && r->base.code == TP_OK; i++) {
        uint32_t rank, suit;
        place_text(name, of_seat, seat, i, where);
        if (!read_card(r, json_array_get(list, i), where, &rank, &suit)) break;
        uint64_t those =
            pool & (suit == BRUNO_SUITS ? bruno_rank_set(rank) : bruno_card_set(BRUNO_SUITS * rank + suit));
        if (those == 0) {
            tp_position_fail(&r->base, "%s: %s", where, what);
            break;
        }
        cards |= those & (0 - those);
        pool &= ~cards;
    }
    return cards;
}

/* In a view, the cards of other hands are those that everybody knows. */
static void read_known(reader *r, bruno_view *view) {
    const json_t *list = read_seat_list(r, "known");
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        if (list != NULL) {
            view->table.known[seat] =
                read_from_pool(r, json_array_get(list, seat), "known", true, seat, view->hand[seat],
                               TR("not one of the cards of this hand"));
        } else if (!sees_as(view, seat)) {
            view->table.known[seat] = view->hand[seat];
        }
    }
}

static void read_allowed(reader *r, bruno_view *view) {
    bruno_table *table = &view->table;
    const json_t *list = read_seat_list(r, "allowed");
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        const json_t *ranks = json_array_get(list, seat);
        table->allowed[seat] = BRUNO_ALL_RANKS;
        if (list == NULL || json_is_null(ranks)) continue;
        table->allowed[seat] = 0;
        if (!json_is_array(ranks))
            tp_position_fail(&r->base, TR("allowed[%u]: null or a list of ranks"), seat);
        for (size_t i = 0; i < json_array_size(ranks); i++) {
            const char *name = json_string_value(json_array_get(ranks, i));
            uint32_t rank, suit;
            if (name == NULL || !bruno_card_parse(name, &rank, &suit) || suit != BRUNO_SUITS) {
                tp_position_fail(&r->base, TR("allowed[%u][%zu]: a rank: 2 to 10, J, Q, K or A"), seat, i);
                break;
            }
            table->allowed[seat] = (uint16_t)(table->allowed[seat] | 1u << rank);
        }
        uint32_t unknown = table->hand_count[seat] - tp_count_bits(table->known[seat]);
        if (!bruno_can_be_implied(table->allowed[seat], unknown, bruno_strict_nine(table)))
            tp_position_fail(&r->base, TR("allowed[%u]: null, or the ranks that a forced pick-up leaves"),
                             seat);
    }
}

/* What was seen and cannot be seen now: only a 10 leads to that, so these cards are in hands. */
static void read_seen(reader *r, bruno_view *view) {
    bruno_table *table = &view->table;
    uint64_t in_hands = r->is_view ? bruno_unplaced(view) : 0;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) in_hands |= view->hand[seat];
    uint64_t open = open_now(table);
    table->open = open | read_from_pool(r, field(r, "seen_by_all"), "seen_by_all", false, 0, in_hands & ~open,
                                        TR("not a hand card that has been open before"));
    const json_t *list = read_seat_list(r, "seen");
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        const json_t *cards = json_array_get(list, seat);
        if (!sees_as(view, seat)) {
            if (cards != NULL && !json_is_null(cards))
                tp_position_fail(&r->base, TR("seen[%u]: null; only the own memory is known"), seat);
            continue;
        }
        uint64_t now = table->open | view->hand[seat];
        view->seen[seat] =
            now | read_from_pool(r, cards, "seen", true, seat, in_hands & ~now,
                                 TR("not a card of another hand that it can have seen before"));
    }
}

static void read_to_beat(reader *r, bruno_table *table) {
    const json_t *value = field(r, "to_beat");
    uint32_t rank, suit;
    if (value == NULL || json_is_null(value)) return;
    if (json_is_string(value) && bruno_card_parse(json_string_value(value), &rank, &suit) &&
        suit == BRUNO_SUITS) {
        table->to_beat = (uint8_t)(1 + rank);
    } else {
        tp_position_fail(&r->base, TR("to_beat: null or a rank"));
    }
}

/* over and winning_team follow from the rest, and are only compared. */
static void read_end(reader *r, bruno_table *table) {
    const json_t *winner = field(r, "winner"), *over = field(r, "over"), *team = field(r, "winning_team");
    table->winner = BRUNO_NOBODY;
    if (winner != NULL && !json_is_null(winner))
        table->winner = (uint8_t)tp_position_number(&r->base, "winner", 0, BRUNO_SEATS - 1, BRUNO_NOBODY);
    bool won = table->winner != BRUNO_NOBODY;
    if (over != NULL && (!json_is_boolean(over) || json_is_true(over) != bruno_is_over(table)))
        tp_position_fail(&r->base, TR("over: true if there is a winner or %u plies were made, else false"),
                         table->cap);
    if (team == NULL) return;
    bool right = won ? json_is_integer(team) && json_integer_value(team) == bruno_team(table->winner)
                     : json_is_null(team);
    if (!right)
        tp_position_fail(&r->base, TR("winning_team: 0 for a winner 0 or 2, 1 for 1 or 3, null for none"));
}

static void read_viewer(reader *r, bruno_view *view) {
    const json_t *viewer = field(r, "viewer");
    const char *name = json_string_value(viewer);
    json_int_t seat = json_integer_value(viewer);
    view->viewer = TP_REVEALED;
    if (!r->is_view) {
        if (viewer != NULL)
            tp_position_fail(&r->base, TR("viewer: this is a view, but a position is needed"));
    } else if (json_is_integer(viewer) && seat >= 0 && seat < BRUNO_SEATS) {
        view->viewer = (int8_t)seat;
    } else if (name != NULL && strcmp(name, "spectator") == 0) {
        view->viewer = TP_SPECTATOR;
    } else if (name == NULL || strcmp(name, "revealed") != 0) {
        tp_position_fail(&r->base, TR("viewer: a seat, \"spectator\" or \"revealed\""));
    }
}

static void from_json(reader *r, const tp_options *options, bruno_view *view) {
    static const char *const names[] = {
        "current", "to_beat", "hands",       "shown", "hidden", "pile",   "removed_tens", "removed", "known",
        "allowed", "seen",    "seen_by_all", "plies", "over",   "winner", "winning_team", "viewer",  NULL,
    };
    bruno_table *table = &view->table;
    memset(view, 0, sizeof *view);
    if (!json_is_object(r->base.json)) {
        tp_position_fail(&r->base, TR("a position is an object"));
        return;
    }
    tp_position_reject_unknown(&r->base, names);
    read_viewer(r, view);
    table->cap = (uint16_t)tp_options_int(options, "cap");
    table->options = (uint8_t)((tp_options_bool(options, "shown_one") ? BRUNO_OPTION_SHOWN_ONE : 0) |
                               (tp_options_bool(options, "strict_nine") ? BRUNO_OPTION_STRICT_NINE : 0));
    table->current = (uint8_t)tp_position_number(&r->base, "current", 0, BRUNO_SEATS - 1, 0);
    table->plies = (uint16_t)tp_position_number(&r->base, "plies", 0, table->cap, 0);
    read_to_beat(r, table);
    read_zones(r, view);
    if (r->base.code == TP_OK) read_removed(r, table);
    if (r->base.code == TP_OK) read_known(r, view);
    read_allowed(r, view);
    if (r->base.code == TP_OK) read_seen(r, view);
    read_end(r, table);
}

tp_err bruno_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                             tp_error *error) {
    bruno_view view;
    bruno_state state;
    reader r = {.base = {.json = json, .error = error, .code = TP_OK, .players = BRUNO_SEATS}};
    from_json(&r, options, &view);
    if (r.base.code != TP_OK) return r.base.code;
    memset(&state, 0, sizeof state);
    state.table = view.table;
    memcpy(state.hand, view.hand, sizeof state.hand);
    memcpy(state.seen, view.seen, sizeof state.seen);
    memcpy(state.hidden, view.hidden, sizeof state.hidden);
    r.base.code = bruno_check(&state, error);
    if (r.base.code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return r.base.code;
}

/* A view is right where it is what its viewer sees of some world that it allows. */
tp_err bruno_view_from_json(const json_t *json, const tp_options *options, void *view_bytes,
                            tp_error *error) {
    bruno_view view, again;
    bruno_state world;
    bruno_scratch scratch;
    tp_chance chance;
    reader r = {.base = {.json = json, .error = error, .code = TP_OK, .players = BRUNO_SEATS},
                .is_view = true};
    from_json(&r, options, &view);
    if (r.base.code == TP_OK) r.base.code = bruno_prepare(&view, &scratch, error);
    if (r.base.code != TP_OK) return r.base.code;
    tp_chance_from_seed(&chance, 0);
    bruno_imagine_anywhere(&view, &scratch, &world, &chance);
    r.base.code = bruno_check(&world, error);
    if (r.base.code != TP_OK) return r.base.code;
    bruno_view_of(&world, view.viewer, &again);
    if (memcmp(&again, &view, sizeof view) != 0)
        tp_position_fail(&r.base, TR("hands and hidden: not what this viewer would see"));
    if (r.base.code == TP_OK) memcpy(view_bytes, &view, sizeof view);
    return r.base.code;
}
