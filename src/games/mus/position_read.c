/* Mus: states and views from JSON (§12). What a position leaves out has the default that the rules imply. */
#include "core/language.h"
#include "games/mus/view.h"
#include "tapete/position.h"

#include <jansson.h>
#include <string.h>

/* What is read: a state, or a view in which cards may be "?" and piles are counts. */
typedef struct reader {
    tp_position_reader base;
    const mus_rules *rules;
    bool view;
    uint64_t used; /* cards that have a place */
} reader;

#define FAIL(r, ...) tp_position_fail(&(r)->base, __VA_ARGS__)

static const json_t *field(const reader *r, const char *name) { return tp_position_field(&r->base, name); }

/* ---- cards ---- */

/* A text that names a card or a rank: the cards it may stand for, the best first in `second` order; 0: no
 * card. */
typedef struct card_name {
    uint64_t first, second; /* try these, then those */
} card_name;

static card_name parse_card(const reader *r, const char *text) {
    card_name name = {0, 0};
    uint32_t outcome;
    if (text == NULL || mus_outcome_parse(MUS_CHANCE_CARD, text, &outcome) != TP_OK) return name;
    if (outcome < MUS_CARDS) {
        name.first = 1ull << outcome;
    } else {
        name.first = mus_outcome_set(MUS_CHANCE_CARD, outcome);
        uint32_t rank = outcome - MUS_CARDS;
        if (r->rules->kings8 != 0 && rank == MUS_R) name.second = 0xfull << (MUS_SUITS * MUS_3);
        if (r->rules->kings8 != 0 && rank == MUS_A) name.second = 0xfull << (MUS_SUITS * MUS_2);
    }
    return name;
}

/* Hands name cards by suit, by rank, or by a rank that others count as: the narrower a name the earlier it
 * chooses. */
enum { BY_SUIT, BY_RANK, BY_COUNT, NAMINGS };

static uint32_t naming_of(card_name name) {
    return (name.first & (name.first - 1)) == 0 ? (uint32_t)BY_SUIT
           : name.second == 0                   ? (uint32_t)BY_RANK
                                                : (uint32_t)BY_COUNT;
}

/* A card that is still free, or MUS_NO_CARD with a failure. */
static uint32_t place_card(reader *r, card_name name, const char *where, const char *text) {
    uint64_t free_cards = name.first & ~r->used;
    if (free_cards == 0) free_cards = name.second & ~r->used;
    if (free_cards == 0) {
        FAIL(r, TR("%s: there are not that many \"%s\" in the deck"), where, text);
        return MUS_NO_CARD;
    }
    uint32_t card = tp_lowest_bit(free_cards);
    r->used |= 1ull << card;
    return card;
}

/* Read hands into sorted rows; "?" only in a view. `count_used`: the cards leave the deck. */
static void read_hands(reader *r, const json_t *list, const char *name, uint8_t hands[MUS_SEATS][MUS_HAND],
                       bool unknown, bool count_used) {
    uint64_t used = r->used;
    if (!count_used) r->used = 0;
    for (uint32_t naming = 0; naming < NAMINGS; naming++) {
        for (uint32_t seat = 0; seat < r->rules->players; seat++) {
            const json_t *hand = json_array_get(list, seat);
            if (!json_is_array(hand) || json_array_size(hand) > MUS_HAND) {
                FAIL(r, TR("%s[%u]: a list of at most four cards"), name, seat);
                continue;
            }
            for (size_t i = 0; i < json_array_size(hand); i++) {
                const char *text = json_string_value(json_array_get(hand, i));
                char where[48];
                snprintf(where, sizeof where, "%s[%u][%zu]", name, seat, i);
                if (unknown && text != NULL && strcmp(text, "?") == 0) {
                    if (naming == BY_SUIT) mus_take_card(hands[seat], MUS_UNKNOWN_CARD);
                    continue;
                }
                card_name card = parse_card(r, text);
                if (card.first == 0) {
                    FAIL(r, TR("%s: a card: a rank A 2 3 4 5 6 7 S C R, and optionally a suit o c e b"),
                         where);
                } else if (naming_of(card) == naming) {
                    uint32_t placed = place_card(r, card, where, text);
                    if (placed != MUS_NO_CARD) mus_take_card(hands[seat], placed);
                }
            }
        }
    }
    if (!count_used) r->used = used;
}

/* A list of exact cards as a set, which leave the deck where they are not `known_elsewhere`. */
static uint64_t read_cards(reader *r, const json_t *list, const char *where, bool leave_deck) {
    uint64_t set = 0;
    if (!json_is_array(list)) FAIL(r, TR("%s: a list of cards"), where);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        card_name card = parse_card(r, text);
        if (card.first == 0 || naming_of(card) != BY_SUIT) {
            FAIL(r, TR("%s[%zu]: a card with its suit, such as \"Ro\""), where, i);
        } else if ((set & card.first) != 0 || (leave_deck && (r->used & card.first) != 0)) {
            FAIL(r, TR("%s[%zu]: %s has another place already"), where, i, text);
        } else {
            set |= card.first;
        }
    }
    if (leave_deck) r->used |= set;
    return set;
}

/* What the seat put down in this hand and what went back into the stock: it may be anywhere now. In a view
 * null for the others. */
static uint64_t read_returned(reader *r, uint32_t seat, bool known) {
    const json_t *lists = tp_position_list(&r->base, "returned", r->rules->players);
    const json_t *list = json_array_get(lists, seat);
    char where[32];
    snprintf(where, sizeof where, "returned[%u]", seat);
    if (lists == NULL) return 0;
    if (known) return read_cards(r, list, where, false);
    if (!json_is_null(list)) FAIL(r, TR("%s: null, because only its own seat knows it"), where);
    return 0;
}

/* ---- parts ---- */

static void read_scores(reader *r, mus_table *table) {
    uint32_t sides = mus_sides(table);
    const json_t *score = tp_position_list(&r->base, "score", sides);
    const json_t *juegos = tp_position_list(&r->base, "juegos", sides),
                 *vacas = tp_position_list(&r->base, "vacas", sides);
    for (uint32_t side = 0; side < sides; side++) {
        if (score != NULL)
            table->score[side] =
                (uint16_t)tp_position_number_value(&r->base, json_array_get(score, side), "score", 0, 999);
        if (juegos != NULL)
            table->juegos[side] =
                (uint8_t)tp_position_number_value(&r->base, json_array_get(juegos, side), "juegos", 0, 9);
        if (vacas != NULL)
            table->vacas[side] =
                (uint8_t)tp_position_number_value(&r->base, json_array_get(vacas, side), "vacas", 0, 9);
    }
}

static void read_log(reader *r, const json_t *list, const char *where, mus_log *log) {
    if (list == NULL) return;
    if (!json_is_array(list) || json_array_size(list) > MUS_MOST_ENTRIES) {
        FAIL(r, TR("%s: a list of at most %d entries [reason, side, stones]"), where, MUS_MOST_ENTRIES);
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *text = json_string_value(json_array_get(entry, 0));
        uint32_t reason = text == NULL ? 255 : mus_reason_parse(text);
        if (json_array_size(entry) != 3 || reason == 255) {
            FAIL(r, TR("%s[%zu]: [reason, side, stones], such as [\"grande:deje\", 0, 1]"), where, i);
            return;
        }
        mus_entry *out = &log->entries[log->count++];
        out->reason = (uint8_t)reason;
        out->side =
            (uint8_t)tp_position_number_value(&r->base, json_array_get(entry, 1), where, 0, MUS_SEATS - 1);
        out->stones = (uint8_t)tp_position_number_value(&r->base, json_array_get(entry, 2), where, 0, 255);
    }
}

/* A seat or null in an object that is part of the position. */
static uint8_t read_seat_or_null(reader *r, const json_t *value, const char *where) {
    if (value == NULL || json_is_null(value)) return MUS_NOBODY;
    return (uint8_t)tp_position_number_value(&r->base, value, where, 0, r->rules->players - 1u);
}

static void read_answer(reader *r, const json_t *lance, mus_table *table) {
    const json_t *answer = json_object_get(lance, "answer");
    const char *text = json_string_value(answer);
    tp_move move = TP_NO_MOVE;
    table->best_seat = read_seat_or_null(r, json_object_get(lance, "answer_by"), "answer_by");
    if (answer == NULL || json_is_null(answer)) return;
    if (text != NULL) mus_move_parse(text, &move);
    if (move == MUS_MOVE_QUIERO) {
        table->best_answer = 1;
    } else if (move == MUS_MOVE_ORDAGO) {
        table->best_answer = MUS_BEST_ORDAGO;
    } else if ((move & ~0xffu) == MUS_MOVE_MAS && (move & 0xff) < MUS_BEST_ORDAGO - 1) {
        table->best_answer = (uint8_t)(1 + (move & 0xff));
    } else {
        FAIL(r, TR("answer: null, quiero, mas N or ordago"));
    }
}

/* An object within the position has been read: its failure is told with its place. */
static void leave(reader *r, const reader *inner, const char *where) {
    if (r->base.code == TP_OK && inner->base.code != TP_OK && r->base.error != NULL)
        tp_error_at(r->base.error, "%s", where);
    r->base.code = inner->base.code;
}

static void read_lance(reader *r, mus_table *table) {
    static const char *const names[] = {"stake",  "agreed", "bettor", "passed",    "accepted", "ordago",
                                        "raises", "raised", "answer", "answer_by", NULL};
    const json_t *lance = field(r, "lance"), *raised;
    mus_clear_lance(table);
    if (lance == NULL || json_is_null(lance)) return;
    reader inner = *r;
    inner.base.json = lance;
    tp_position_reject_unknown(&inner.base, names);
    table->stake = (uint8_t)tp_position_number(&inner.base, "stake", 0, MUS_MOST_TARGET, 0);
    table->agreed = (uint8_t)tp_position_number(&inner.base, "agreed", 0, MUS_MOST_TARGET, 0);
    table->bettor = read_seat_or_null(&inner, field(&inner, "bettor"), "bettor");
    table->passed = (uint8_t)tp_position_seats(&inner.base, "passed", 0);
    table->accepted = (uint8_t)tp_position_seats(&inner.base, "accepted", 0);
    table->ordago = tp_position_flag(&inner.base, "ordago");
    table->raises = (uint8_t)tp_position_number(&inner.base, "raises", 0, 255, 0);
    raised = tp_position_list(&inner.base, "raised", r->rules->players);
    for (uint32_t seat = 0; raised != NULL && seat < r->rules->players; seat++) {
        table->raised[seat] =
            (uint8_t)tp_position_number_value(&inner.base, json_array_get(raised, seat), "raised", 0, 255);
    }
    read_answer(&inner, lance, table);
    leave(r, &inner, "lance");
}

/* How the lances before the one at hand ended; left out, everybody passed. */
static void read_results(reader *r, mus_table *table) {
    const json_t *list = tp_position_list(&r->base, "results", MUS_LANCES);
    uint32_t reached = mus_is_lance(table->phase) ? mus_lance(table->phase) : 0;
    for (uint32_t lance = 0; list == NULL && lance < reached; lance++) {
        uint32_t sides = lance == MUS_PARES ? mus_count_sides(table, table->pares) : 2u;
        table->results[lance].kind = sides == 0   ? MUS_RESULT_SKIPPED
                                     : sides == 1 ? MUS_RESULT_AUTO
                                                  : MUS_RESULT_PASS;
    }
    for (uint32_t lance = 0; list != NULL && lance < MUS_LANCES; lance++) {
        reader inner = *r;
        inner.base.json = json_array_get(list, lance);
        static const char *const names[] = {"kind", "stake", "seat", "seats", NULL};
        tp_position_reject_unknown(&inner.base, names);
        table->results[lance].kind =
            (uint8_t)tp_position_word(&inner.base, "kind", mus_result_names, MUS_RESULT_OPEN);
        table->results[lance].stake =
            (uint8_t)tp_position_number(&inner.base, "stake", 0, MUS_MOST_TARGET, 0);
        table->results[lance].seat = (uint8_t)tp_position_number(&inner.base, "seat", 0, MUS_SEATS - 1, 0);
        table->results[lance].seats = (uint8_t)tp_position_seats(&inner.base, "seats", 0);
        leave(r, &inner, "results");
    }
}

static void read_bet(reader *r, uint32_t place, mus_betting *betting) {
    static const char *const names[] = {"seat", "stake", "ordago", NULL};
    tp_position_reject_unknown(&r->base, names);
    uint32_t seat = tp_position_number_value(&r->base, field(r, "seat"), "seat", 0, r->rules->players - 1u);
    uint32_t stake = tp_position_number(&r->base, "stake", 0, MUS_MOST_TARGET, 0);
    bool is_ordago = tp_position_flag(&r->base, "ordago");
    if ((stake == 0) != is_ordago) FAIL(r, TR("stake: the stones that were proposed, 0 for an ordago"));
    betting->seats = (uint16_t)(betting->seats | seat << (2 * place));
    betting->stakes[place] = is_ordago ? (uint8_t)MUS_BET_ORDAGO : (uint8_t)stake;
}

static void read_one_betting(reader *r, mus_betting *betting) {
    static const char *const names[] = {"bets", "count", "wanted", NULL};
    const json_t *bets = field(r, "bets");
    size_t listed = json_array_size(bets);
    tp_position_reject_unknown(&r->base, names);
    if (bets != NULL && (!json_is_array(bets) || listed > MUS_MOST_BETS)) {
        FAIL(r, TR("bets: a list of at most %d bets {\"seat\", \"stake\", \"ordago\"}"), MUS_MOST_BETS);
        return;
    }
    for (uint32_t place = 0; place < listed; place++) {
        reader inner = *r;
        char where[16];
        inner.base.json = json_array_get(bets, place);
        snprintf(where, sizeof where, "bets[%u]", place);
        read_bet(&inner, place, betting);
        leave(r, &inner, where);
    }
    uint32_t fewest = (uint32_t)listed, most = listed == MUS_MOST_BETS ? 255u : fewest;
    betting->count = (uint8_t)tp_position_number(&r->base, "count", fewest, most, fewest);
    betting->wanted = (uint8_t)tp_position_seats(&r->base, "wanted", 0);
}

/* Who bet, and how it was raised. Left out, nothing is known of it but the bet on the table. */
static void read_betting(reader *r, mus_table *table) {
    const json_t *list = tp_position_list(&r->base, "betting", MUS_LANCES);
    for (uint32_t lance = 0; list != NULL && lance < MUS_LANCES; lance++) {
        reader inner = *r;
        char where[16];
        inner.base.json = json_array_get(list, lance);
        snprintf(where, sizeof where, "betting[%u]", lance);
        read_one_betting(&inner, &table->betting[lance]);
        leave(r, &inner, where);
    }
    if (field(r, "betting") == NULL && mus_is_lance(table->phase) && table->bettor != MUS_NOBODY)
        mus_hear_bet(table);
}

static void read_last_hand(reader *r, mus_table *table) {
    const json_t *last = field(r, "last_hand");
    memset(table->last_hands, MUS_NO_CARD, sizeof table->last_hands);
    if (last == NULL || json_is_null(last)) return;
    const json_t *hands = json_object_get(last, "hands");
    if (!json_is_object(last)) FAIL(r, TR("last_hand: {\"log\": [...], \"hands\": [...]}"));
    read_log(r, json_object_get(last, "log"), "last_hand.log", &table->last_log);
    if (hands != NULL) read_hands(r, hands, "last_hand.hands", table->last_hands, false, false);
}

/* What was declared: known from the hands of a state, read in a view. */
static void read_declared(reader *r, mus_table *table) {
    const json_t *declared = field(r, "declared");
    const json_t *pares = json_object_get(declared, "pares"), *juego = json_object_get(declared, "juego");
    table->declared = (uint8_t)(juego != NULL && !json_is_null(juego)   ? 2
                                : pares != NULL && !json_is_null(pares) ? 1
                                                                        : 0);
    if (table->declared >= 1)
        table->pares = (uint8_t)tp_position_seats_value(&r->base, pares, "declared.pares");
    if (table->declared >= 2)
        table->juego = (uint8_t)tp_position_seats_value(&r->base, juego, "declared.juego");
}

static void read_to_act(reader *r, mus_table *table) {
    const json_t *value = field(r, "to_act");
    if (value != NULL && !json_is_null(value)) {
        table->to_act =
            (uint8_t)tp_position_number_value(&r->base, value, "to_act", 0, r->rules->players - 1u);
    } else if (mus_is_lance(table->phase)) {
        uint32_t left = table->bettor == MUS_NOBODY ? mus_eligible(table) & ~(uint32_t)table->passed
                                                    : mus_to_answer(table);
        uint32_t from = table->bettor == MUS_NOBODY ? table->mano : mus_next(table, table->bettor);
        if (left != 0) table->to_act = (uint8_t)mus_first_from(table, left, from);
    } else {
        table->to_act = table->mano;
    }
}

/* The hand of a state decides what was declared; a view says it. */
static void declare(reader *r, mus_table *table, const uint8_t hands[MUS_SEATS][MUS_HAND]) {
    mus_state state;
    bool pares = table->phase >= MUS_PHASE_PARES && table->phase <= MUS_PHASE_PUNTO,
         juego = pares && table->phase >= MUS_PHASE_JUEGO;
    if (field(r, "declared") != NULL) {
        read_declared(r, table);
        return;
    }
    memset(&state, 0, sizeof state);
    state.table = *table;
    memcpy(state.hands, hands, sizeof state.hands);
    for (uint32_t seat = 0; seat < r->rules->players; seat++) {
        if (hands[seat][MUS_HAND - 1] >= MUS_CARDS) return; /* a short or unknown hand: the check says so */
    }
    table->declared = (uint8_t)(juego ? 2 : pares ? 1 : 0);
    if (pares) table->pares = (uint8_t)mus_declare(&state, MUS_PHASE_PARES);
    if (juego) table->juego = (uint8_t)mus_declare(&state, MUS_PHASE_JUEGO);
}

/* Everything but discards and stock. */
static void read_table(reader *r, const tp_options *options, mus_table *table,
                       uint8_t hands[MUS_SEATS][MUS_HAND]) {
    static const char *const names[] = {
        "players", "mano",     "phase",    "to_act",   "hands",  "score",     "juegos",    "vacas",
        "lance",   "declared", "results",  "log",      "rounds", "discarded", "last_hand", "over",
        "winner",  "discards", "put_down", "returned", "stock",  "viewer",    "betting",   NULL};
    tp_position_reject_unknown(&r->base, names);
    if (!r->view && field(r, "viewer") != NULL)
        FAIL(r, TR("viewer: this is a view, but a position is needed"));
    mus_rules_from_options(options, &table->rules);
    bool is_given = tp_options_value(options, "players")->given;
    table->rules.players =
        (uint8_t)tp_position_players(&r->base, is_given, table->rules.players, 2, MUS_SEATS);
    if (table->rules.players == 3) {
        FAIL(r, TR("players: 2 or 4"));
        table->rules.players = 4;
    }
    r->rules = &table->rules;
    table->mano = (uint8_t)tp_position_number(&r->base, "mano", 0, table->rules.players - 1u, 0);
    table->phase = (uint8_t)tp_position_word(&r->base, "phase", mus_phase_names,
                                             table->rules.mus == MUS_NONE ? MUS_PHASE_GRANDE : MUS_PHASE_MUS);
    table->rounds = (uint8_t)tp_position_number(&r->base, "rounds", 0, MUS_MOST_ROUNDS, 0);
    int mano_start = 0;
    if (r->base.code == TP_OK)
        r->base.code = mus_first_mano(options, table->rules.players, &mano_start, r->base.error);
    read_scores(r, table);
    const json_t *list = tp_position_list(&r->base, "hands", table->rules.players);
    if (list == NULL) FAIL(r, TR("hands: a list of the hands of the %u seats"), table->rules.players);
    memset(hands, MUS_NO_CARD, sizeof(uint8_t[MUS_SEATS][MUS_HAND]));
    if (list != NULL) read_hands(r, list, "hands", hands, r->view, true);
    const json_t *discarded = tp_position_list(&r->base, "discarded", table->rules.players);
    for (uint32_t seat = 0; discarded != NULL && seat < table->rules.players; seat++) {
        table->discarded[seat] = (uint8_t)tp_position_number_value(&r->base, json_array_get(discarded, seat),
                                                                   "discarded", 0, MUS_HAND);
    }
    read_lance(r, table);
    declare(r, table, (const uint8_t(*)[MUS_HAND])hands);
    read_results(r, table);
    read_betting(r, table);
    read_log(r, field(r, "log"), "log", &table->log);
    read_last_hand(r, table);
    table->winner = read_seat_or_null(r, field(r, "winner"), "winner");
    read_to_act(r, table);
    const json_t *over = field(r, "over");
    if (over != NULL && (!json_is_boolean(over) || json_is_true(over) != (table->phase == MUS_PHASE_OVER))) {
        FAIL(r, TR("over: true if and only if the phase is OVER"));
    }
}

tp_err mus_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                           tp_error *error) {
    mus_state state;
    memset(&state, 0, sizeof state);
    reader r = {{json, error, TP_OK, 0}, NULL, false, 0};
    read_table(&r, options, &state.table, state.hands);
    const json_t *discards = tp_position_list(&r.base, "discards", state.table.rules.players),
                 *put_down = field(&r, "put_down");
    for (uint32_t seat = 0; discards != NULL && seat < state.table.rules.players; seat++) {
        state.discards[seat] = read_cards(&r, json_array_get(discards, seat), "discards", true);
        state.table.piled[seat] = (uint8_t)tp_count_bits(state.discards[seat]);
    }
    for (uint32_t seat = 0; seat < state.table.rules.players; seat++)
        state.returned[seat] = read_returned(&r, seat, true);
    if (put_down != NULL) state.latest = read_cards(&r, put_down, "put_down", false);
    state.stock = MUS_DECK & ~r.used;
    if (field(&r, "stock") != NULL && read_cards(&r, field(&r, "stock"), "stock", false) != state.stock) {
        FAIL(&r, TR("stock: the cards that are named nowhere else"));
    }
    if (r.base.code == TP_OK) r.base.code = mus_check(&state, error);
    if (r.base.code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return r.base.code;
}

static void read_viewer(reader *r, mus_view *view) {
    const json_t *viewer = field(r, "viewer");
    const char *name = json_string_value(viewer);
    if (json_is_integer(viewer)) {
        view->viewer =
            (int8_t)tp_position_number_value(&r->base, viewer, "viewer", 0, r->rules->players - 1u);
    } else if (name != NULL && strcmp(name, "spectator") == 0) {
        view->viewer = TP_SPECTATOR;
    } else if (name != NULL && strcmp(name, "revealed") == 0) {
        view->viewer = TP_REVEALED;
    } else {
        FAIL(r, TR("viewer: a seat, \"spectator\" or \"revealed\""));
    }
}

/* A view is right where it is what its viewer sees of some world that it allows. */
tp_err mus_view_from_json(const json_t *json, const tp_options *options, void *view_bytes, tp_error *error) {
    static _Thread_local mus_scratch scratch; /* large, and used for this call only */
    mus_view view, again;
    mus_state world;
    memset(&view, 0, sizeof view);
    reader r = {{json, error, TP_OK, 0}, NULL, true, 0};
    read_table(&r, options, &view.table, view.hands);
    read_viewer(&r, &view);
    const json_t *discards = tp_position_list(&r.base, "discards", view.table.rules.players),
                 *put_down = field(&r, "put_down");
    for (int seat = 0; discards != NULL && seat < view.table.rules.players; seat++) {
        const json_t *entry = json_array_get(discards, (size_t)seat);
        if (seat == view.viewer) {
            view.discards = read_cards(&r, entry, "discards", true);
            view.table.piled[seat] = (uint8_t)tp_count_bits(view.discards);
        } else {
            view.table.piled[seat] =
                (uint8_t)tp_position_number_value(&r.base, entry, "discards", 0, MUS_CARDS);
        }
    }
    if (put_down != NULL) view.latest = read_cards(&r, put_down, "put_down", false);
    for (int seat = 0; seat < view.table.rules.players; seat++)
        view.returned |= read_returned(&r, (uint32_t)seat, seat == view.viewer);
    if (r.base.code == TP_OK) r.base.code = mus_check_table(&view.table, error);
    if (r.base.code == TP_OK) r.base.code = mus_prepare(&view, &scratch, error);
    if (r.base.code != TP_OK) return r.base.code;
    tp_chance chance;
    tp_chance_from_seed(&chance, 0);
    mus_imagine(&view, &scratch, &world, &chance);
    r.base.code = mus_check(&world, error);
    if (r.base.code != TP_OK) return r.base.code;
    mus_view_of(&world, view.viewer, &again);
    if (memcmp(&again, &view, sizeof view) != 0)
        FAIL(&r, TR("hands and discards: not what this viewer would see"));
    if (r.base.code == TP_OK && field(&r, "stock") != NULL &&
        tp_position_number_value(&r.base, field(&r, "stock"), "stock", 0, MUS_CARDS) !=
            tp_count_bits(world.stock)) {
        FAIL(&r, TR("stock: the number of cards that have no other place"));
    }
    if (r.base.code == TP_OK) memcpy(view_bytes, &view, sizeof view);
    return r.base.code;
}
