/* Kessel Sabacc: states and views as JSON (§11), both ways.
 *
 * Both are printed from a view: a state is the view of TP_REVEALED with the draw piles named. Both are read
 * into a view, in which a state has no unknown card. What a position leaves out has the default that the
 * rules imply. */
#include "tapete/position.h"
#include "core/json_out.h"
#include "core/language.h"
#include "games/sabacc/view.h"

#include <jansson.h>
#include <string.h>

/* ---- writing ---- */

static void write_card(json_out *out, uint32_t card) {
    if (card == SABACC_NO_CARD) {
        json_out_null(out);
    } else {
        json_out_string(out, sabacc_card_text(card));
    }
}

static void write_number_or_null(json_out *out, uint32_t number) {
    if (number == 0) {
        json_out_null(out);
    } else {
        json_out_integer(out, number);
    }
}

/* {"sand": …, "blood": …}, each written by `write` from its number. */
static void write_pair(json_out *out, void (*write)(json_out *out, uint32_t number), uint32_t sand,
                       uint32_t blood) {
    json_out_open(out, '{');
    json_out_key(out, "sand");
    write(out, sand);
    json_out_key(out, "blood");
    write(out, blood);
    json_out_close(out, '}');
}

static void write_flag(json_out *out, uint32_t flag) { json_out_bool(out, flag != 0); }

static void write_count(json_out *out, uint32_t number) { json_out_integer(out, number); }

static void write_lanes(json_out *out, uint64_t lanes) {
    json_out_open(out, '[');
    for (uint32_t card = 0; card < SABACC_CARDS; card++) {
        for (uint32_t i = tp_lane_get(lanes, card); i > 0; i--) write_card(out, card);
    }
    json_out_close(out, ']');
}

static void write_discard(json_out *out, const sabacc_table *table, uint32_t family) {
    json_out_open(out, '[');
    for (uint32_t i = 0; i < table->discard_count[family]; i++)
        write_card(out, (uint32_t)(table->discard[family] >> (3 * i)) & 7);
    json_out_close(out, ']');
}

static void write_tokens(json_out *out, uint32_t left) {
    json_out_open(out, '[');
    for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
        if ((left & sabacc_token_set(token)) != 0) json_out_string(out, sabacc_token_names[token]);
    }
    json_out_close(out, ']');
}

static void write_revealed(json_out *out, const uint8_t revealed[SABACC_FAMILIES]) {
    if (revealed[SABACC_SAND] == SABACC_NO_CARD) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '{');
    json_out_key(out, "sand");
    write_card(out, revealed[SABACC_SAND] & 15);
    json_out_key(out, "blood");
    write_card(out, revealed[SABACC_BLOOD] & 15);
    json_out_key(out, "impostors");
    write_pair(out, write_number_or_null, revealed[SABACC_SAND] >> 4, revealed[SABACC_BLOOD] >> 4);
    json_out_close(out, '}');
}

static bool has_hand(const sabacc_view *view, uint32_t seat) {
    return view->hand[seat][SABACC_SAND] != SABACC_NO_CARD;
}

/* A list with a pair for each seat, null for one without a hand. */
static void write_pairs(json_out *out, const char *key, const sabacc_view *view,
                        void (*write)(json_out *out, uint32_t number), uint32_t mask,
                        const uint8_t values[][SABACC_FAMILIES]) {
    json_out_key(out, key);
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < view->table.players; seat++) {
        if (has_hand(view, seat)) {
            write_pair(out, write, values[seat][SABACC_SAND] & mask, values[seat][SABACC_BLOOD] & mask);
        } else {
            json_out_null(out);
        }
    }
    json_out_close(out, ']');
}

/* The lists that have an entry for each seat. */
static void write_seat_lists(json_out *out, const sabacc_view *view) {
    const sabacc_table *table = &view->table;
    write_pairs(out, "hands", view, write_card, UINT8_MAX, view->hand);
    json_out_key(out, "tokens");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < table->players; seat++) write_tokens(out, table->tokens[seat]);
    json_out_close(out, ']');
    write_pairs(out, "known", view, json_out_bits, (1u << SABACC_SEATS) - 1, table->known);
    write_pairs(out, "open", view, write_flag, SABACC_OPEN, table->known);
    write_pairs(out, "impostors", view, write_number_or_null, UINT8_MAX, table->impostor);
    json_out_key(out, "revealed");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < table->players; seat++) write_revealed(out, table->revealed[seat]);
    json_out_close(out, ']');
    json_out_key(out, "score");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < table->players; seat++) json_out_integer(out, sabacc_score(table, seat));
    json_out_close(out, ']');
}

static void write_drawn_from(json_out *out, uint32_t move) {
    char name[32];
    if (move == 0) {
        json_out_null(out);
        return;
    }
    sabacc_move_text(move, name, sizeof name);
    json_out_string(out, name);
}

static void write_turn(json_out *out, const sabacc_table *table) {
    json_out_key(out, "players");
    json_out_integer(out, table->players);
    json_out_key(out, "in_play");
    json_out_bits(out, table->in_play);
    json_out_key(out, "first");
    json_out_integer(out, table->first);
    json_out_key(out, "current");
    json_out_integer(out, table->current);
    json_out_key(out, "turn");
    json_out_integer(out, table->turn);
    json_out_key(out, "round");
    json_out_integer(out, table->round);
    json_out_key(out, "phase");
    json_out_string(out, sabacc_phase_names[table->phase]);
    json_out_key(out, "reserve");
    json_out_numbers(out, table->reserve, table->players);
    json_out_key(out, "pot");
    json_out_numbers(out, table->pot, table->players);
    json_out_key(out, "passed");
    json_out_bits(out, table->passed);
}

static void write_effects(json_out *out, const sabacc_table *table) {
    json_out_key(out, "immune");
    json_out_bits(out, table->immune);
    json_out_key(out, "embargoed");
    json_out_bits(out, table->embargoed);
    json_out_key(out, "free_draw");
    json_out_bool(out, table->free_draw);
    json_out_key(out, "devaluation");
    json_out_bool(out, table->effects & SABACC_EFFECT_DEVALUATION);
    json_out_key(out, "major_fraud");
    json_out_bool(out, table->effects & SABACC_EFFECT_MAJOR_FRAUD);
    json_out_key(out, "cook_the_books");
    json_out_bool(out, table->effects & SABACC_EFFECT_COOK_THE_BOOKS);
    json_out_key(out, "prime");
    write_number_or_null(out, table->prime);
}

/* Everything but the draw piles. */
static void write_table(json_out *out, const sabacc_view *view) {
    const sabacc_table *table = &view->table;
    write_turn(out, table);
    write_effects(out, table);
    json_out_key(out, "discard");
    json_out_open(out, '{');
    json_out_key(out, "sand");
    write_discard(out, table, SABACC_SAND);
    json_out_key(out, "blood");
    write_discard(out, table, SABACC_BLOOD);
    json_out_close(out, '}');
    json_out_key(out, "drawn");
    write_card(out, view->drawn);
    json_out_key(out, "drawn_from");
    write_drawn_from(out, table->drawn_from);
    json_out_key(out, "dice");
    if (table->dice[0] == 0) {
        json_out_null(out);
    } else {
        json_out_numbers(out, table->dice, 2);
    }
    json_out_key(out, "impostor_family");
    if (table->phase == SABACC_PHASE_IMPOSTOR) {
        json_out_string(out, sabacc_family_names[sabacc_impostor_family(table, view->hand[table->current])]);
    } else {
        json_out_null(out);
    }
    write_seat_lists(out, view);
    json_out_key(out, "firsts");
    json_out_bits(out, table->firsts);
    json_out_key(out, "winners");
    json_out_bits(out, table->winners);
    json_out_key(out, "over");
    json_out_bool(out, table->phase == SABACC_PHASE_OVER);
}

/* The cards of both piles, as lanes. */
static void write_draw_pile(json_out *out, const void *piles) {
    const uint64_t *lanes = piles;
    json_out_open(out, '{');
    json_out_key(out, "sand");
    write_lanes(out, lanes[SABACC_SAND]);
    json_out_key(out, "blood");
    write_lanes(out, lanes[SABACC_BLOOD]);
    json_out_close(out, '}');
}

/* How many cards are in each. */
static void write_pile_counts(json_out *out, const void *counts) {
    const uint8_t *count = counts;
    write_pair(out, write_count, count[SABACC_SAND], count[SABACC_BLOOD]);
}

static void write_state(json_out *out, const void *state_bytes) {
    const sabacc_state *state = state_bytes;
    sabacc_view everything;
    sabacc_view_of(state, TP_REVEALED, &everything);
    json_out_open(out, '{');
    write_table(out, &everything);
    json_out_key(out, "draw_pile");
    write_draw_pile(out, state->pile);
    json_out_close(out, '}');
}

json_t *sabacc_state_to_json(const void *state) { return json_out_read(write_state, state); }

static void write_view(json_out *out, const void *view_bytes) {
    const sabacc_view *view = view_bytes;
    json_out_open(out, '{');
    write_table(out, view);
    json_out_key(out, "draw_pile");
    write_pile_counts(out, view->table.pile_count);
    json_out_key(out, "viewer");
    json_out_viewer(out, view->viewer);
    json_out_close(out, '}');
}

json_t *sabacc_view_to_json(const void *view) { return json_out_read(write_view, view); }

size_t sabacc_view_text(const void *view, char *text, size_t size) {
    json_out out = json_out_fixed(text, size);
    write_view(&out, view);
    json_out_end(&out);
    return out.size;
}

/* ---- reading ---- */

/* What is read, and whether "?" is a card: in a view it is. */
typedef struct reader {
    tp_position_reader base;
    bool unknown_cards;
} reader;

#define FAIL(r, ...) tp_position_fail(&(r)->base, __VA_ARGS__)

static const json_t *field(const reader *r, const char *name) { return tp_position_field(&r->base, name); }

static void read_chips(reader *r, const char *name, uint8_t *out, uint32_t fallback, uint32_t seats) {
    const json_t *list = tp_position_list(&r->base, name, r->base.players);
    for (uint32_t seat = 0; seat < r->base.players; seat++) {
        const json_t *value = json_array_get(list, seat);
        json_int_t chips = json_integer_value(value);
        if (list == NULL) {
            out[seat] = (uint8_t)(((seats >> seat) & 1) != 0 ? fallback : 0);
        } else if (!json_is_integer(value) || chips < 0 || chips > 255) {
            FAIL(r, TR("%s[%u]: a number of chips, 0 to 255"), name, seat);
        } else {
            out[seat] = (uint8_t)chips;
        }
    }
}

static uint8_t card_from_json(reader *r, const json_t *value, const char *where) {
    const char *text = json_string_value(value);
    uint32_t card = text == NULL ? SABACC_NO_CARD : sabacc_card_parse(text);
    if (r->unknown_cards && text != NULL && strcmp(text, "?") == 0) return SABACC_UNKNOWN_CARD;
    if (card == SABACC_NO_CARD)
        FAIL(r, TR("%s: a card: \"1\" to \"6\", \"I\" (Impostor) or \"S\" (Sylop)"), where);
    return (uint8_t)card;
}

/* An object that has exactly sand and blood, or more where `extra` names a third. */
static bool is_pair(const json_t *value, const char *extra) {
    size_t wanted = extra != NULL && json_object_get(value, extra) != NULL ? 3 : 2;
    return json_is_object(value) && json_object_get(value, "sand") != NULL &&
           json_object_get(value, "blood") != NULL && json_object_size(value) == wanted;
}

/* The two entries of a pair in a list of seats: calls `read` with the place for messages. null leaves them
 * alone. */
static void read_pairs(reader *r, const char *name, const char *extra, const char *what, sabacc_view *view,
                       void (*read)(reader *, const json_t *, const char *, sabacc_view *, uint32_t,
                                    uint32_t)) {
    const json_t *list = tp_position_list(&r->base, name, r->base.players);
    for (uint32_t seat = 0; list != NULL && seat < r->base.players; seat++) {
        const json_t *pair = json_array_get(list, seat);
        if (json_is_null(pair)) continue;
        if (!is_pair(pair, extra)) {
            FAIL(r, TR("%s[%u]: {\"sand\": %s, \"blood\": %s} or null"), name, seat, what, what);
            continue;
        }
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            char where[48];
            snprintf(where, sizeof where, "%s[%u].%s", name, seat, sabacc_family_names[family]);
            read(r, json_object_get(pair, sabacc_family_names[family]), where, view, seat, family);
        }
    }
}

static void read_hand_card(reader *r, const json_t *value, const char *where, sabacc_view *view,
                           uint32_t seat, uint32_t family) {
    view->hand[seat][family] = card_from_json(r, value, where);
}

static void read_known(reader *r, const json_t *value, const char *where, sabacc_view *view, uint32_t seat,
                       uint32_t family) {
    uint32_t mask = tp_position_seats_value(&r->base, value, where), all = (1u << r->base.players) - 1;
    view->table.known[seat][family] = (uint8_t)(mask == all ? mask | SABACC_OPEN : mask);
}

/* What everybody knows lies open, unless it is said that it does not. */
static void read_open(reader *r, const json_t *value, const char *where, sabacc_view *view, uint32_t seat,
                      uint32_t family) {
    if (!json_is_boolean(value)) FAIL(r, TR("%s: true or false"), where);
    uint32_t all = ((1u << r->base.players) - 1) | SABACC_OPEN, mask = view->table.known[seat][family];
    view->table.known[seat][family] =
        (uint8_t)(json_is_true(value) ? mask | all : mask & ~(uint32_t)SABACC_OPEN);
}

static uint32_t value_from_json(reader *r, const json_t *value, const char *where) {
    if (json_is_null(value)) return 0;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 1 || number > SABACC_DIE_SIDES) {
        FAIL(r, TR("%s: null or a value 1 to 6"), where);
        return 0;
    }
    return (uint32_t)number;
}

static void read_impostor(reader *r, const json_t *value, const char *where, sabacc_view *view, uint32_t seat,
                          uint32_t family) {
    view->table.impostor[seat][family] = (uint8_t)value_from_json(r, value, where);
}

static void read_revealed(reader *r, const json_t *value, const char *where, sabacc_view *view, uint32_t seat,
                          uint32_t family) {
    bool unknown_cards = r->unknown_cards;
    r->unknown_cards = false;
    uint32_t card = card_from_json(r, value, where);
    r->unknown_cards = unknown_cards;
    const json_t *values = json_object_get(json_array_get(field(r, "revealed"), seat), "impostors");
    if (values != NULL && !is_pair(values, NULL)) {
        FAIL(r, TR("revealed[%u].impostors: {\"sand\": null or a value, \"blood\": null or a value}"), seat);
    } else if (values != NULL) {
        card |= value_from_json(r, json_object_get(values, sabacc_family_names[family]), where) << 4;
    }
    view->table.revealed[seat][family] = (uint8_t)card;
}

static const char *name_in(const void *names, size_t index) { return ((const char *const *)names)[index]; }

static void read_tokens(reader *r, sabacc_table *table) {
    const json_t *list = tp_position_list(&r->base, "tokens", r->base.players);
    for (uint32_t seat = 0; list != NULL && seat < r->base.players; seat++) {
        const json_t *names = json_array_get(list, seat);
        if (!json_is_array(names)) FAIL(r, TR("tokens[%u]: a list of token names"), seat);
        for (size_t i = 0; i < json_array_size(names); i++) {
            const char *name = json_string_value(json_array_get(names, i));
            uint32_t token = 0;
            while (token < SABACC_TOKENS && (name == NULL || strcmp(name, sabacc_token_names[token]) != 0))
                token++;
            if (token == SABACC_TOKENS) {
                char known[320];
                tp_list_nearest(known, sizeof known, name == NULL ? "" : name, SABACC_TOKENS, name_in,
                                sabacc_token_names);
                FAIL(r, TR("tokens[%u][%zu]: there is no token \"%.40s\"; the tokens are: %s"), seat, i,
                     name == NULL ? "" : name, known);
            } else if ((table->tokens[seat] & sabacc_token_set(token)) != 0) {
                FAIL(r, TR("tokens[%u][%zu]: %s is there twice"), seat, i, name);
            } else {
                table->tokens[seat] |= sabacc_token_set(token);
            }
        }
    }
}

static void read_discards(reader *r, sabacc_table *table) {
    const json_t *discard = field(r, "discard");
    if (!is_pair(discard, NULL)) {
        FAIL(r, TR("discard: {\"sand\": [cards], \"blood\": [cards]}, the top card first"));
        return;
    }
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        const json_t *cards = json_object_get(discard, sabacc_family_names[family]);
        size_t count = json_array_size(cards);
        if (!json_is_array(cards) || count > SABACC_MAX_DISCARD) {
            FAIL(r, TR("discard.%s: a list of at most %d cards, the top card first"),
                 sabacc_family_names[family], SABACC_MAX_DISCARD);
            continue;
        }
        for (size_t i = count; i-- > 0;) {
            char where[48];
            snprintf(where, sizeof where, "discard.%s[%zu]", sabacc_family_names[family], i);
            uint32_t card = sabacc_card_parse(json_string_value(json_array_get(cards, i)) == NULL
                                                  ? ""
                                                  : json_string_value(json_array_get(cards, i)));
            if (card == SABACC_NO_CARD) {
                FAIL(r, TR("%s: a card: \"1\" to \"6\", \"I\" (Impostor) or \"S\" (Sylop)"), where);
                continue;
            }
            table->discard[family] = table->discard[family] << 3 | card;
            table->discard_count[family]++;
        }
    }
}

static void read_phase(reader *r, sabacc_table *table) {
    table->phase = (uint8_t)tp_position_word(&r->base, "phase", sabacc_phase_names, SABACC_PHASE_TOKEN);
    const json_t *over = field(r, "over");
    if (over != NULL &&
        (!json_is_boolean(over) || json_is_true(over) != (table->phase == SABACC_PHASE_OVER))) {
        FAIL(r, TR("over: true if and only if the phase is OVER"));
    }
}

static void read_drawn(reader *r, sabacc_view *view) {
    const json_t *drawn = field(r, "drawn"), *from = field(r, "drawn_from"), *dice = field(r, "dice");
    tp_move move = 0;
    if (drawn != NULL && !json_is_null(drawn)) view->drawn = card_from_json(r, drawn, "drawn");
    if (from != NULL && !json_is_null(from)) {
        const char *name = json_string_value(from);
        if (name == NULL || sabacc_move_parse(name, &move) != TP_OK || move < SABACC_DRAW_SAND ||
            move > SABACC_TAKE_BLOOD) {
            FAIL(r, TR("drawn_from: null, DRAW_SAND, DRAW_BLOOD, TAKE_SAND or TAKE_BLOOD"));
            move = 0;
        }
    }
    view->table.drawn_from = (uint8_t)move;
    if ((move == 0) != (view->drawn == SABACC_NO_CARD)) FAIL(r, TR("drawn and drawn_from: both or neither"));
    if (dice == NULL || json_is_null(dice)) return;
    for (size_t i = 0; i < 2; i++) {
        json_int_t die = json_integer_value(json_array_get(dice, i));
        if (json_array_size(dice) != 2 || die < 1 || die > SABACC_DIE_SIDES) {
            FAIL(r, TR("dice: null or two numbers 1 to 6"));
            return;
        }
        view->table.dice[i] = (uint8_t)die;
    }
}

/* Scores follow from reserves and winners, except what an eliminated seat has booked. */
static void read_scores(reader *r, sabacc_table *table) {
    const json_t *list = tp_position_list(&r->base, "score", r->base.players);
    for (uint32_t seat = 0; list != NULL && seat < r->base.players; seat++) {
        const json_t *value = json_array_get(list, seat);
        json_int_t score = json_integer_value(value);
        if (json_is_integer(value) && score < 0 && score >= -25500 && score % 100 == 0)
            table->booked[seat] = (uint8_t)(-score / 100);
        if (!json_is_integer(value) || sabacc_score(table, seat) != score) {
            FAIL(r,
                 TR("score[%u]: 1000 x reserve for a winner, -100 x a number of chips for an eliminated "
                    "seat, else 0"),
                 seat);
        }
    }
}

/* Before what is said in `known` and `open`: a hand is known to its owner, and to all after the reveal. */
static void default_known(sabacc_view *view) {
    bool open = view->table.phase == SABACC_PHASE_IMPOSTOR || view->table.phase == SABACC_PHASE_OVER;
    uint32_t everybody = ((1u << view->table.players) - 1) | SABACC_OPEN;
    for (uint32_t seat = 0; seat < view->table.players; seat++) {
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            if (view->hand[seat][family] == SABACC_NO_CARD) continue;
            view->table.known[seat][family] = (uint8_t)(open ? everybody : sabacc_bit(seat));
        }
    }
}

/* Everything but the draw piles, into a zeroed view. */
static void from_json(reader *r, const tp_options *options, sabacc_view *view) {
    static const char *const names[] = {
        "players",   "in_play",     "first",       "current",        "turn",   "round",           "phase",
        "reserve",   "pot",         "hands",       "tokens",         "passed", "immune",          "embargoed",
        "free_draw", "devaluation", "major_fraud", "cook_the_books", "prime",  "discard",         "known",
        "open",      "draw_pile",   "drawn",       "drawn_from",     "dice",   "impostor_family", "impostors",
        "firsts",    "revealed",    "winners",     "score",          "over",   "viewer",          NULL,
    };
    sabacc_table *table = &view->table;
    memset(view->hand, SABACC_NO_CARD, sizeof view->hand);
    memset(table->revealed, SABACC_NO_CARD, sizeof table->revealed);
    view->drawn = SABACC_NO_CARD;
    tp_position_reject_unknown(&r->base, names);
    if (!r->unknown_cards && field(r, "viewer") != NULL)
        FAIL(r, TR("viewer: this is a view, but a position is needed"));

    const tp_option_value *players = tp_options_value(options, "players");
    tp_position_players(&r->base, players->given, (uint32_t)players->number, 2, SABACC_SEATS);
    table->players = (uint8_t)r->base.players;
    table->early_reveal = tp_options_bool(options, "early_reveal");
    table->in_play = (uint8_t)tp_position_seats(&r->base, "in_play", (1u << r->base.players) - 1);
    table->first = (uint8_t)tp_position_number(&r->base, "first", 0, r->base.players - 1,
                                               table->in_play == 0 ? 0 : tp_lowest_bit(table->in_play));
    table->current = (uint8_t)tp_position_number(&r->base, "current", 0, r->base.players - 1, table->first);
    table->turn = (uint8_t)tp_position_number(&r->base, "turn", 1, SABACC_TURNS, 1);
    table->round = (uint8_t)tp_position_number(&r->base, "round", 1, SABACC_MAX_ROUNDS, 1);
    read_phase(r, table);
    read_chips(r, "reserve", table->reserve, (uint32_t)tp_options_int(options, "chips"), table->in_play);
    read_chips(r, "pot", table->pot, 0, 0);
    read_tokens(r, table);
    table->passed = (uint8_t)tp_position_seats(&r->base, "passed", 0);
    table->immune = (uint8_t)tp_position_seats(&r->base, "immune", 0);
    table->embargoed = (uint8_t)tp_position_seats(&r->base, "embargoed", 0);
    table->free_draw = tp_position_flag(&r->base, "free_draw");
    table->effects =
        (uint8_t)((tp_position_flag(&r->base, "devaluation") ? SABACC_EFFECT_DEVALUATION : 0) |
                  (tp_position_flag(&r->base, "major_fraud") ? SABACC_EFFECT_MAJOR_FRAUD : 0) |
                  (tp_position_flag(&r->base, "cook_the_books") ? SABACC_EFFECT_COOK_THE_BOOKS : 0));
    if (!json_is_null(field(r, "prime")))
        table->prime = (uint8_t)tp_position_number(&r->base, "prime", 1, SABACC_DIE_SIDES, 0);
    read_discards(r, table);
    read_drawn(r, view);
    read_pairs(r, "hands", NULL, TR("card"), view, read_hand_card);
    default_known(view);
    read_pairs(r, "known", NULL, TR("[seats]"), view, read_known);
    read_pairs(r, "open", NULL, TR("true or false"), view, read_open);
    read_pairs(r, "impostors", NULL, TR("null or a value"), view, read_impostor);
    read_pairs(r, "revealed", "impostors", TR("card"), view, read_revealed);
    table->firsts = (uint8_t)tp_position_seats(&r->base, "firsts", 0);
    bool over = table->phase == SABACC_PHASE_OVER;
    table->winners = (uint8_t)tp_position_seats(&r->base, "winners",
                                                !over                 ? 0u
                                                : table->in_play != 0 ? table->in_play
                                                                      : table->firsts);
    read_scores(r, table);
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint32_t elsewhere = table->discard_count[family];
        for (uint32_t seat = 0; seat < r->base.players; seat++)
            elsewhere += view->hand[seat][family] != SABACC_NO_CARD;
        elsewhere += view->drawn != SABACC_NO_CARD && sabacc_drawn_family(table) == family;
        table->pile_count[family] =
            (uint8_t)(SABACC_FAMILY_SIZE - (elsewhere < SABACC_FAMILY_SIZE ? elsewhere : SABACC_FAMILY_SIZE));
    }
}

/* impostor_family follows from the hands, and is only compared. */
static void compare_impostor_family(reader *r, const sabacc_view *view) {
    const json_t *value = field(r, "impostor_family");
    if (value == NULL || r->base.code != TP_OK) return;
    bool resolving = view->table.phase == SABACC_PHASE_IMPOSTOR;
    uint32_t family = sabacc_impostor_family(&view->table, view->hand[view->table.current]);
    const char *name = json_string_value(value);
    if (!resolving && !json_is_null(value)) FAIL(r, TR("impostor_family: null outside the phase IMPOSTOR"));
    if (resolving && (name == NULL || strcmp(name, sabacc_family_names[family]) != 0))
        FAIL(r, TR("impostor_family: \"%s\" in this position"), sabacc_family_names[family]);
}

/* draw_pile may be left out; where it is given it is what the rest implies. */
static void compare_draw_pile(reader *r, json_t *implied) {
    const json_t *given = field(r, "draw_pile");
    if (given != NULL && r->base.code == TP_OK && json_equal((json_t *)(uintptr_t)given, implied) == 0) {
        char *text = json_dumps(implied, JSON_COMPACT);
        FAIL(r, TR("draw_pile: the cards that are named nowhere else: %.300s"), text == NULL ? "" : text);
        free(text);
    }
    json_decref(implied);
}

tp_err sabacc_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                              tp_error *error) {
    sabacc_view view;
    sabacc_state state;
    memset(&view, 0, sizeof view);
    memset(&state, 0, sizeof state);
    reader r = {{json, error, TP_OK, 0}, false};
    from_json(&r, options, &view);
    if (r.base.code != TP_OK) return r.base.code;
    state.table = view.table;
    memcpy(state.hand, view.hand, sizeof state.hand);
    state.drawn = view.drawn;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        state.pile[family] = SABACC_FAMILY_LANES - sabacc_named_cards(&view, family);
    }
    r.base.code = sabacc_check(&state, error);
    if (r.base.code != TP_OK) return r.base.code;
    compare_impostor_family(&r, &view);
    compare_draw_pile(&r, json_out_read(write_draw_pile, state.pile));
    if (r.base.code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return r.base.code;
}

static void read_viewer(reader *r, sabacc_view *view) {
    const json_t *viewer = field(r, "viewer");
    const char *name = json_string_value(viewer);
    json_int_t seat = json_integer_value(viewer);
    if (json_is_integer(viewer) && seat >= 0 && seat < (json_int_t)r->base.players) {
        view->viewer = (int8_t)seat;
    } else if (name != NULL && strcmp(name, "spectator") == 0) {
        view->viewer = TP_SPECTATOR;
    } else if (name != NULL && strcmp(name, "revealed") == 0) {
        view->viewer = TP_REVEALED;
    } else {
        FAIL(r, TR("viewer: a seat, \"spectator\" or \"revealed\""));
    }
}

/* A view is right where it is what its viewer sees of some world that it allows. */
tp_err sabacc_view_from_json(const json_t *json, const tp_options *options, void *view_bytes,
                             tp_error *error) {
    sabacc_view view, again;
    memset(&view, 0, sizeof view);
    reader r = {{json, error, TP_OK, 0}, true};
    from_json(&r, options, &view);
    if (r.base.code == TP_OK) read_viewer(&r, &view);
    if (r.base.code != TP_OK) return r.base.code;
    r.base.code = sabacc_check_table(&view.table, error);
    sabacc_scratch scratch;
    if (r.base.code == TP_OK) r.base.code = sabacc_prepare(&view, &scratch, error);
    if (r.base.code != TP_OK) return r.base.code;
    sabacc_state world;
    tp_chance chance;
    tp_chance_from_seed(&chance, 0);
    sabacc_imagine(&view, &scratch, &world, &chance);
    r.base.code = sabacc_check(&world, error);
    if (r.base.code != TP_OK) return r.base.code;
    compare_impostor_family(&r, &view);
    sabacc_view_of(&world, view.viewer, &again);
    if (memcmp(&again, &view, sizeof view) != 0)
        FAIL(&r, TR("hands and drawn: not what this viewer would see"));
    compare_draw_pile(&r, json_out_read(write_pile_counts, view.table.pile_count));
    if (r.base.code == TP_OK) memcpy(view_bytes, &view, sizeof view);
    return r.base.code;
}
