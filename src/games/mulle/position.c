/* Mulle: states and views as JSON (§15), both ways.
 *
 * Both are printed from a view: a state is the view of TP_REVEALED with the given order of its stock. Both
 * are read into a state, in which a view has hands that are not known. What a position leaves out has the
 * default of §15. Cards inside a build and captured cards have no order and are printed in that of their
 * values. */
#include "tapete/position.h"
#include "core/json_out.h"
#include "core/language.h"
#include "games/mulle/view.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* A position may say what a session has brought so far, within reason. No omgång brings more than this: every
 * mulle there is, a tabbe with every card, and the bonus for the whole intake of 42. */
enum {
    MOST_SESSION = 5000,
    MOST_TABBE = MULLE_CARDS,
    MOST_IN_OMGANG = 4 * (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14) + MOST_TABBE + 2 * (42 - 20)
};

/* ---- writing ---- */

static void write_seat(json_out *out, uint32_t seat) { json_out_string(out, mulle_seat_names[seat]); }

static void write_cards(json_out *out, mulle_cards cards) {
    json_out_open(out, '[');
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        for (uint32_t i = mulle_copies(cards, card); i > 0; i--) json_out_string(out, mulle_card_text(card));
    }
    json_out_close(out, ']');
}

static void write_types(json_out *out, uint64_t types) {
    mulle_cards cards = {types, 0};
    write_cards(out, cards);
}

static void write_piles(json_out *out, const mulle_state *state) {
    uint32_t build = 0;
    json_out_open(out, '[');
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (!mulle_is_build(pile)) {
            json_out_string(out, mulle_card_text(pile));
            continue;
        }
        json_out_open(out, '{');
        json_out_key(out, "build");
        json_out_integer(out, pile & MULLE_VALUE);
        json_out_key(out, "owner");
        write_seat(out, mulle_owner(pile));
        json_out_key(out, "locked");
        json_out_bool(out, mulle_is_locked(pile));
        json_out_key(out, "cards");
        write_cards(out, mulle_build_cards(&state->table, build++));
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

/* A hand in its order. One that is not known is "?" for each card, but where only these cards are unseen it
 * is known after all (in rond 6), though not its order. */
static void write_hand(json_out *out, const mulle_view *view, uint32_t seat) {
    uint32_t count = view->known.table.hand_count[seat];
    bool known = mulle_sees_hand(view, seat);
    if (!known && view->viewer >= 0 && mulle_count(mulle_unseen(view)) == count) {
        write_cards(out, mulle_unseen(view));
        return;
    }
    json_out_open(out, '[');
    for (uint32_t i = 0; i < count; i++)
        json_out_string(out, known ? mulle_card_text(mulle_hand_card(&view->known, seat, i)) : "?");
    json_out_close(out, ']');
}

static void write_score(json_out *out, const mulle_table *table, uint32_t seat) {
    mulle_score score = mulle_score_of(table, seat);
    json_out_open(out, '{');
    json_out_key(out, "mulle");
    json_out_integer(out, score.mulle);
    json_out_key(out, "tabbe");
    json_out_integer(out, score.tabbe);
    json_out_key(out, "intake");
    json_out_integer(out, score.intake);
    json_out_key(out, "bonus");
    json_out_integer(out, score.bonus);
    json_out_key(out, "total");
    json_out_integer(out, score.total);
    json_out_close(out, '}');
}

/* Cards of the stock that are still to be dealt. */
static uint32_t undealt(const mulle_state *state) {
    const mulle_table *table = &state->table;
    uint32_t needed = 2u * MULLE_HAND * (uint32_t)(MULLE_RONDER - table->rond);
    uint32_t left =
        MULLE_CARDS - mulle_count(mulle_open_cards(state)) - table->hand_count[0] - table->hand_count[1];
    return left < needed ? left : needed;
}

/* {"A": …, "B": …}: what `write` writes for each seat. */
#define WRITE_BOTH(out, write)                                \
    do {                                                      \
        json_out_open(out, '{');                              \
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) { \
            json_out_key(out, mulle_seat_names[seat]);        \
            write;                                            \
        }                                                     \
        json_out_close(out, '}');                             \
    } while (false)

static void write_hands(json_out *out, const void *view) { WRITE_BOTH(out, write_hand(out, view, seat)); }

static void write_scores(json_out *out, const void *table) { WRITE_BOTH(out, write_score(out, table, seat)); }

/* Everything but the stock. */
static void write_table(json_out *out, const mulle_view *view) {
    const mulle_state *state = &view->known;
    const mulle_table *table = &state->table;
    json_out_key(out, "to_move");
    write_seat(out, table->current);
    json_out_key(out, "starter");
    write_seat(out, table->starter);
    json_out_key(out, "rond");
    json_out_integer(out, table->rond);
    json_out_key(out, "omgang");
    json_out_integer(out, table->omgang);
    json_out_key(out, "table");
    write_piles(out, state);
    json_out_key(out, "hands");
    write_hands(out, view);
    json_out_key(out, "implied");
    WRITE_BOTH(out, json_out_bits(out, table->implied[seat]));
    json_out_key(out, "captured");
    WRITE_BOTH(out, write_cards(out, table->captured[seat]));
    json_out_key(out, "mulles");
    WRITE_BOTH(out, write_types(out, table->mulles[seat]));
    json_out_key(out, "tabbe");
    WRITE_BOTH(out, json_out_integer(out, table->tabbe[seat]));
    json_out_key(out, "score");
    write_scores(out, table);
    json_out_key(out, "session");
    WRITE_BOTH(out, json_out_integer(out, table->session[seat]));
    json_out_key(out, "over");
    json_out_bool(out, table->over);
}

static void write_stock(json_out *out, const mulle_state *state) {
    uint32_t start = mulle_extra_start(&state->table, 0) - state->stock_count;
    json_out_open(out, '[');
    for (uint32_t i = 0; i < state->stock_count; i++)
        json_out_string(out, mulle_card_text(state->piles[start + i]));
    json_out_close(out, ']');
}

static void write_state(json_out *out, const void *state) {
    mulle_view everything;
    memset(&everything, 0, sizeof everything);
    everything.known = *(const mulle_state *)state;
    everything.viewer = TP_REVEALED;
    json_out_open(out, '{');
    write_table(out, &everything);
    json_out_key(out, "stock");
    write_stock(out, state);
    json_out_key(out, "undealt");
    json_out_integer(out, undealt(state));
    json_out_close(out, '}');
}

json_t *mulle_state_to_json(const void *state) { return json_out_read(write_state, state); }

static void write_view(json_out *out, const void *view_bytes) {
    const mulle_view *view = view_bytes;
    json_out_open(out, '{');
    write_table(out, view);
    json_out_key(out, "stock");
    json_out_integer(out, undealt(&view->known));
    json_out_key(out, "viewer");
    if (view->viewer >= 0) {
        write_seat(out, (uint32_t)view->viewer);
    } else {
        json_out_viewer(out, view->viewer);
    }
    json_out_close(out, '}');
}

json_t *mulle_view_to_json(const void *view) { return json_out_read(write_view, view); }

size_t mulle_view_text(const void *view, char *text, size_t size) {
    json_out out = json_out_fixed(text, size);
    write_view(&out, view);
    json_out_end(&out);
    return out.size;
}

/* ---- reading ---- */

/* The common reader, with what this game needs in addition. */
typedef struct reader {
    tp_position_reader base;
    bool is_view;
    uint8_t named[MULLE_TYPES]; /* how often each card was named */
} reader;

static const json_t *field(const reader *r, const char *name) { return tp_position_field(&r->base, name); }

static bool is_fine(const reader *r) { return r->base.code == TP_OK; }

#define FAIL(r, ...) tp_position_fail(&(r)->base, __VA_ARGS__)

static uint32_t number_from_json(reader *r, const json_t *value, const char *where, uint32_t min,
                                 uint32_t max, uint32_t fallback) {
    return value == NULL ? fallback : tp_position_number_value(&r->base, value, where, min, max);
}

static uint32_t seat_from_json(reader *r, const json_t *value, const char *where, uint32_t fallback) {
    const char *name = json_string_value(value);
    if (value == NULL) return fallback;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (name != NULL && strcmp(name, mulle_seat_names[seat]) == 0) return seat;
    }
    FAIL(r, TR("%s: \"A\" or \"B\""), where);
    return fallback;
}

/* A card that lies somewhere; it must not be there more often than it exists. */
static uint32_t card_from_json(reader *r, const json_t *value, const char *where, size_t index, bool counts) {
    const char *name = json_string_value(value);
    uint32_t card = name == NULL ? (uint32_t)MULLE_NO_CARD : mulle_card_parse(name);
    if (card == MULLE_NO_CARD) {
        FAIL(r, TR("%s[%zu]: a card such as \"KL3\", \"RU10\" or \"HJA\""), where, index);
        return 0;
    }
    if (counts && ++r->named[card] > 2) {
        FAIL(r, TR("%s[%zu]: %s is named three times, but there are two"), where, index, name);
        return 0;
    }
    return card;
}

/* The two halves of a field {"A": ..., "B": ...}; either may be left out. */
static const json_t *half(reader *r, const char *name, uint32_t seat, char *where, size_t size) {
    const json_t *pair = field(r, name);
    snprintf(where, size, "%s.%s", name, mulle_seat_names[seat]);
    if (pair == NULL) return NULL;
    const char *key;
    json_t *value;
    if (!json_is_object(pair)) FAIL(r, TR("%s: an object {\"A\": ..., \"B\": ...}"), name);
    json_object_foreach((json_t *)(uintptr_t)pair, key, value) {
        if (strcmp(key, "A") != 0 && strcmp(key, "B") != 0)
            FAIL(r, TR("%s: {\"A\": ..., \"B\": ...}, and no \"%.20s\""), name, key);
    }
    return json_object_get(pair, mulle_seat_names[seat]);
}

static size_t list_size(reader *r, const json_t *list, const char *where, size_t most) {
    if (list == NULL) return 0;
    if (!json_is_array(list)) FAIL(r, TR("%s: a list"), where);
    if (json_array_size(list) > most)
        FAIL(r, TR("%s: %zu entries; at most %zu"), where, json_array_size(list), most);
    return is_fine(r) ? json_array_size(list) : 0;
}

static mulle_cards cards_from_json(reader *r, const json_t *list, const char *where) {
    mulle_cards cards = {0, 0};
    size_t count = list_size(r, list, where, MULLE_CARDS);
    for (size_t i = 0; i < count && is_fine(r); i++)
        mulle_add(&cards, mulle_card(card_from_json(r, json_array_get(list, i), where, i, true)));
    return cards;
}

static void read_build(reader *r, const json_t *object, size_t index, mulle_state *state) {
    char where[48];
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value) {
        if (strcmp(key, "build") != 0 && strcmp(key, "owner") != 0 && strcmp(key, "locked") != 0 &&
            strcmp(key, "cards") != 0)
            FAIL(r,
                 TR("table[%zu]: there is no field \"%.20s\"; the fields are: build, owner, locked, cards"),
                 index, key);
    }
    snprintf(where, sizeof where, "table[%zu].build", index);
    uint32_t worth = number_from_json(r, json_object_get(object, "build"), where, 1, MULLE_MOST_VALUE, 0);
    if (worth == 0) FAIL(r, TR("%s: the value of the build is missing"), where);
    snprintf(where, sizeof where, "table[%zu].owner", index);
    uint32_t owner = seat_from_json(r, json_object_get(object, "owner"), where, MULLE_SEATS);
    if (owner == MULLE_SEATS) FAIL(r, TR("%s: \"A\" or \"B\""), where);
    const json_t *locked = json_object_get(object, "locked");
    if (locked != NULL && !json_is_boolean(locked)) FAIL(r, TR("table[%zu].locked: true or false"), index);
    snprintf(where, sizeof where, "table[%zu].cards", index);
    mulle_cards cards = cards_from_json(r, json_object_get(object, "cards"), where);
    if (mulle_count(cards) < 2) FAIL(r, TR("%s: a build has at least two cards"), where);
    if (state->table.build_count == MULLE_MAX_BUILDS)
        FAIL(r, TR("table: more than %d builds"), MULLE_MAX_BUILDS);
    if (is_fine(r)) mulle_put_build(state, worth, owner, json_is_true(locked), cards);
}

static void read_table(reader *r, mulle_state *state) {
    const json_t *list = field(r, "table");
    size_t count = list_size(r, list, "table", MULLE_MAX_PILES);
    for (size_t i = 0; i < count && is_fine(r); i++) {
        const json_t *pile = json_array_get(list, i);
        if (json_is_object(pile)) {
            read_build(r, pile, i, state);
        } else {
            mulle_put_loose(state, card_from_json(r, pile, "table", i, true));
        }
    }
}

/* The hands, into a state that has its piles: what goes past the eighth card lies at the end of these. A view
 * says "?" for a card that it does not know; a hand of which only the number of cards is known is left empty.
 */
static void read_hands(reader *r, int viewer, mulle_state *state) {
    const json_t *lists[MULLE_SEATS];
    char where[16];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        lists[seat] = half(r, "hands", seat, where, sizeof where);
        state->table.hand_count[seat] = (uint8_t)list_size(r, lists[seat], where, MULLE_CARDS);
    }
    uint32_t needed = state->table.pile_count + mulle_extra(&state->table, 0) + mulle_extra(&state->table, 1);
    if (needed > MULLE_MAX_PILES) FAIL(r, TR("hands: more cards than there are"));
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        bool known = !r->is_view || viewer == (int)seat || viewer == TP_REVEALED;
        snprintf(where, sizeof where, "hands.%s", mulle_seat_names[seat]);
        for (uint32_t i = 0; i < state->table.hand_count[seat] && known && is_fine(r); i++) {
            uint32_t card = card_from_json(r, json_array_get(lists[seat], i), where, i, true);
            if (i < MULLE_HAND) {
                state->hand[seat] |= (uint64_t)card << (8 * i);
            } else {
                state->piles[mulle_extra_start(&state->table, seat) + i - MULLE_HAND] = (uint8_t)card;
            }
        }
    }
}

/* The given order of the stock; what no rond will need is set aside. */
static void read_stock(reader *r, mulle_state *state) {
    const json_t *list = field(r, "stock");
    size_t count = list_size(r, list, "stock", MULLE_CARDS);
    size_t needed = 2u * MULLE_HAND * (size_t)(MULLE_RONDER - state->table.rond);
    uint8_t cards[MULLE_CARDS];
    for (size_t i = 0; i < count && is_fine(r); i++)
        cards[i] = (uint8_t)card_from_json(r, json_array_get(list, i), "stock", i, true);
    if (count > needed) count = needed;
    if (!is_fine(r)) return;
    state->stock_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        state->piles[mulle_extra_start(&state->table, 0) - count + i] = cards[i];
}

static void read_seats(reader *r, mulle_table *table) {
    char where[32];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        table->captured[seat] = cards_from_json(r, half(r, "captured", seat, where, sizeof where), where);
        const json_t *list = half(r, "mulles", seat, where, sizeof where);
        size_t count = list_size(r, list, where, MULLE_TYPES);
        for (size_t i = 0; i < count && is_fine(r); i++) {
            uint32_t card = card_from_json(r, json_array_get(list, i), where, i, false);
            if (((table->mulles[seat] >> card) & 1) != 0)
                FAIL(r, TR("%s[%zu]: %s is there twice, but two cards make one mulle"), where, i,
                     mulle_card_text(card));
            table->mulles[seat] |= 1ull << card;
        }
        list = half(r, "implied", seat, where, sizeof where);
        count = list_size(r, list, where, MULLE_MOST_VALUE);
        for (size_t i = 0; i < count && is_fine(r); i++)
            table->implied[seat] |=
                1u << number_from_json(r, json_array_get(list, i), where, 2, MULLE_MOST_VALUE, 2);
        const json_t *number = half(r, "tabbe", seat, where, sizeof where);
        table->tabbe[seat] = (uint8_t)number_from_json(r, number, where, 0, MOST_TABBE, 0);
        number = half(r, "session", seat, where, sizeof where);
        table->session[seat] = (uint16_t)number_from_json(r, number, where, 0, UINT16_MAX, 0);
    }
}

/* Everything but the stock, into a zeroed state. */
static void from_json(reader *r, const tp_options *options, int viewer, mulle_state *state) {
    mulle_table *table = &state->table;
    static const char *const names[] = {
        "to_move", "starter", "rond",  "omgang",  "table",   "hands", "implied", "captured", "mulles",
        "tabbe",   "stock",   "score", "session", "undealt", "over",  "viewer",  NULL,
    };
    if (!json_is_object(r->base.json)) {
        FAIL(r, TR("a position is an object"));
        return;
    }
    tp_position_reject_unknown(&r->base, names);
    table->omgangar = (uint8_t)tp_options_int(options, "omgangar");
    table->rond = (uint8_t)tp_position_number(&r->base, "rond", 1, MULLE_RONDER, MULLE_RONDER);
    table->omgang = (uint8_t)tp_position_number(&r->base, "omgang", 1, table->omgangar, 1);
    /* Who starts alternates; where chance decides, the position does, and it is A where that says nothing. */
    uint32_t first = (uint32_t)tp_options_value(options, "starter")->number % MULLE_SEATS;
    table->starter =
        (uint8_t)seat_from_json(r, field(r, "starter"), "starter", (first + table->omgang - 1) % MULLE_SEATS);
    table->current = (uint8_t)seat_from_json(r, field(r, "to_move"), "to_move", 0);
    read_table(r, state);
    read_hands(r, viewer, state);
    read_seats(r, table);
    if (!is_fine(r)) return;
    uint32_t held = table->hand_count[0] + (uint32_t)table->hand_count[1];
    table->over = held == 0;
    if (held == 0 && table->rond != MULLE_RONDER)
        FAIL(r, TR("hands: both are empty in rond %u; the next rond would be dealt"), table->rond);
    if (table->hand_count[table->current] == 0 && held != 0) table->current ^= 1;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (field(r, "session") == NULL && table->over != 0)
            table->session[seat] = (uint16_t)mulle_score_of(table, seat).total;
        uint32_t most = MOST_IN_OMGANG * (table->omgang - 1u + table->over);
        if (most < MOST_SESSION) most = MOST_SESSION;
        if (table->session[seat] > most)
            FAIL(r, TR("session.%s: %u points; at most %u"), mulle_seat_names[seat], table->session[seat],
                 most);
    }
}

/* A field that follows from others may be left out; where it is given it is what they imply. */
static void compare(reader *r, const char *name, json_t *implied) {
    const json_t *given = field(r, name);
    if (given != NULL && is_fine(r) && json_equal((json_t *)(uintptr_t)given, implied) == 0) {
        char *text = json_dumps(implied, JSON_COMPACT | JSON_ENCODE_ANY);
        FAIL(r, TR("%s: the rest of the position implies %.300s"), name, text == NULL ? "" : text);
        free(text);
    }
    json_decref(implied);
}

static void compare_table(reader *r, const mulle_table *table) {
    compare(r, "score", json_out_read(write_scores, table));
    compare(r, "over", json_boolean(table->over));
}

tp_err mulle_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                             tp_error *error) {
    mulle_state state;
    memset(&state, 0, sizeof state);
    reader r = {.base = {.json = json, .error = error}};
    from_json(&r, options, TP_REVEALED, &state);
    if (r.base.code == TP_OK && field(&r, "viewer") != NULL)
        FAIL(&r, TR("viewer: this is a view, but a position is needed"));
    if (r.base.code == TP_OK) read_stock(&r, &state);
    if (r.base.code == TP_OK) r.base.code = mulle_check(&state, error);
    if (r.base.code != TP_OK) return r.base.code;
    compare_table(&r, &state.table);
    compare(&r, "undealt", json_integer(undealt(&state)));
    if (r.base.code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return r.base.code;
}

static int read_viewer(reader *r) {
    const char *name = json_string_value(field(r, "viewer"));
    if (name != NULL && strcmp(name, "spectator") == 0) return TP_SPECTATOR;
    if (name != NULL && strcmp(name, "revealed") == 0) return TP_REVEALED;
    for (int seat = 0; seat < MULLE_SEATS; seat++) {
        if (name != NULL && strcmp(name, mulle_seat_names[seat]) == 0) return seat;
    }
    FAIL(r, TR("viewer: \"A\", \"B\", \"spectator\" or \"revealed\""));
    return TP_SPECTATOR;
}

/* A view is right if there is a world behind it. */
tp_err mulle_view_from_json(const json_t *json, const tp_options *options, void *view_bytes,
                            tp_error *error) {
    mulle_view view;
    memset(&view, 0, sizeof view);
    reader r = {.base = {.json = json, .error = error}, .is_view = true};
    if (!json_is_object(json)) FAIL(&r, TR("a view is an object"));
    if (r.base.code == TP_OK) view.viewer = (int8_t)read_viewer(&r);
    if (r.base.code == TP_OK) from_json(&r, options, view.viewer, &view.known);
    if (r.base.code == TP_OK) r.base.code = mulle_check_table(&view.known, error);
    if (r.base.code != TP_OK) return r.base.code;
    mulle_scratch scratch;
    r.base.code = mulle_prepare(&view, &scratch, error);
    if (r.base.code != TP_OK) return r.base.code;
    mulle_state world;
    tp_chance chance;
    tp_chance_from_seed(&chance, 0);
    mulle_imagine(&view, &scratch, &world, &chance);
    r.base.code = mulle_check(&world, error);
    if (r.base.code != TP_OK) return r.base.code;
    compare_table(&r, &view.known.table);
    compare(&r, "hands", json_out_read(write_hands, &view));
    compare(&r, "stock", json_integer(undealt(&view.known)));
    if (r.base.code == TP_OK) memcpy(view_bytes, &view, sizeof view);
    return r.base.code;
}
