/* Mus: a view and moves as numbers. Seats are counted from the viewer in turn order, so that place 0 of the
 * tensor is "I". Suits do not matter, so cards are counted by rank. A tensor is a struct of bytes, so that
 * every number has its place at compile time. */
#include "games/mus/view.h"

#include <string.h>

enum { CALL_KINDS = 9, MOST_INCREMENT = 40, MUS_WORDS = MUS_FORCED + 1, REALES = MUS_REAL_ANY10 + 1 };

typedef struct mus_tensor {
    uint8_t phase[MUS_PHASES];
    uint8_t seated[MUS_SEATS];
    uint8_t mano[MUS_SEATS];
    uint8_t to_act[MUS_SEATS];
    uint8_t own_hand[MUS_RANKS];
    uint8_t own_discards[MUS_RANKS];
    uint8_t own_latest[MUS_RANKS];
    uint8_t own_returned[MUS_RANKS];
    uint8_t score[MUS_SEATS];
    uint8_t juegos[MUS_SEATS];
    uint8_t vacas[MUS_SEATS];
    uint8_t rounds[1];
    uint8_t discarded[MUS_SEATS];
    uint8_t piled[MUS_SEATS];
    uint8_t pares[2][MUS_SEATS];
    uint8_t juego[2][MUS_SEATS];
    uint8_t bettor[MUS_SEATS];
    uint8_t passed[MUS_SEATS];
    uint8_t accepted[MUS_SEATS];
    uint8_t stake[1];
    uint8_t agreed[1];
    uint8_t ordago[1];
    uint8_t best_answer[1];
    uint8_t best_answer_ordago[1];
    uint8_t best_seat[MUS_SEATS];
    uint8_t raises[1];
    uint8_t raised[MUS_SEATS];
    uint8_t results[MUS_LANCES][MUS_RESULTS];
    uint8_t stakes[MUS_LANCES];
    uint8_t folded_to[MUS_LANCES][MUS_SEATS];
    uint8_t compare[MUS_LANCES][MUS_SEATS];
    uint8_t deje[MUS_LANCES];
    uint8_t wanted_by[MUS_LANCES][MUS_SEATS];
    uint8_t bets[MUS_LANCES];
    uint8_t last_by[MUS_LANCES][MUS_SEATS];
    uint8_t last_bet[MUS_LANCES];
    uint8_t bet_by[MUS_LANCES][MUS_MOST_BETS][MUS_SEATS];
    uint8_t bet[MUS_LANCES][MUS_MOST_BETS];
    uint8_t bet_ordago[MUS_LANCES][MUS_MOST_BETS];
    uint8_t target[1];
    uint8_t for_all[1];
    uint8_t kings8[1];
    uint8_t mus[MUS_WORDS];
    uint8_t mus_rounds[1];
    uint8_t may_keep_all[1];
    uint8_t to_win[2];
    uint8_t poker_order[1];
    uint8_t real31[REALES];
    uint8_t deje_always_1[1];
    uint8_t least[2];
    uint8_t max_raises[2];
    uint8_t raises_only[MOST_INCREMENT];
    uint8_t max_wins[1];
    uint8_t reshuffle_all[1];
} mus_tensor;

#define FIELD(member, scale, most, help) TP_FIELD(mus_tensor, member, scale, most, help)
const tp_field mus_observe_fields[] = {
    FIELD(phase, 1, 1, "one-hot: MUS, DISCARD, GRANDE, CHICA, PARES, JUEGO, PUNTO, OVER"),
    FIELD(seated, 1, 1, "1 for each seat of the game"),
    FIELD(mano, 1, 1, "one-hot"),
    FIELD(to_act, 1, 1, "one-hot"),
    FIELD(own_hand, 4, 4, "cards of each rank A 2 3 4 5 6 7 S C R"),
    FIELD(own_discards, 4, 4, "own cards of each rank in the discard pile"),
    FIELD(own_latest, 4, 4, "those of them that were put down in the round under way"),
    FIELD(own_returned, 4, 4, "own discards of this hand, of each rank, that went back into the stock"),
    FIELD(score, 40, 255, "stones of the side of each seat"),
    FIELD(juegos, 2, 9, "juegos won by the side of each seat"),
    FIELD(vacas, 2, 9, "vacas won by the side of each seat"),
    FIELD(rounds, 5, MUS_MOST_ROUNDS, "rounds of discards in this hand"),
    FIELD(discarded, 4, 4, "cards put down in the latest round"),
    FIELD(piled, 12, MUS_CARDS, "cards of each seat in the discard pile"),
    FIELD(pares, 1, 1, "who declared pares; who declared none"),
    FIELD(juego, 1, 1, "who declared juego; who declared none"),
    FIELD(bettor, 1, 1, "one-hot: who made the bet that is to be answered"),
    FIELD(passed, 1, 1, "1 for each seat that passed or refused in this lance"),
    FIELD(accepted, 1, 1, "1 for each seat that accepted or raised"),
    FIELD(stake, 40, 255, "stones proposed"),
    FIELD(agreed, 40, 255, "stones agreed on"),
    FIELD(ordago, 1, 1, "1 where an ordago is to be answered"),
    FIELD(best_answer, 40, 255,
          "MAX_WINS: 1 if the partner wanted it, 1 + the stones of his raise; 0: no answer"),
    FIELD(best_answer_ordago, 1, 1, "MAX_WINS: 1 if the partner answered with an ordago"),
    FIELD(best_seat, 1, 1, "MAX_WINS, one-hot: who gave that answer"),
    FIELD(raises, 4, 255, "raises in this lance"),
    FIELD(raised, 4, 255, "raises of each seat in this lance"),
    FIELD(results, 1, 1, "one-hot for each lance: OPEN, PASS, BET, FOLD, AUTO, SKIPPED"),
    FIELD(stakes, 40, 255, "stones that wait for the count in each lance"),
    FIELD(folded_to, 1, 1, "FOLD, one-hot for each lance: whose bet was refused"),
    FIELD(compare, 1, 1, "BET in a free-for-all, for each lance: 1 for each seat that compares hands"),
    FIELD(deje, 8, 255, "stones that a refused bet has brought in each lance of this hand"),
    FIELD(wanted_by, 1, 1, "1 for each seat that wanted the last bet of a lance"),
    FIELD(bets, 8, 255, "bets on each lance of this hand"),
    FIELD(last_by, 1, 1, "one-hot for each lance: who bet last"),
    FIELD(last_bet, 40, 255, "the stake that the last bet of each lance proposed; 255 for an ordago"),
    FIELD(bet_by, 1, 1,
          "per lance, one-hot for each of 8 bets: who made it; of more, the first 7 and the last"),
    FIELD(bet, 40, 254, "per lance, for each of these bets: the stake that it proposed; 0 for an ordago"),
    FIELD(bet_ordago, 1, 1, "per lance, for each of these bets: 1 for an ordago"),
    FIELD(target, 40, MUS_MOST_TARGET, "option: stones of a juego"),
    FIELD(for_all, 1, 1, "option: everybody plays for himself"),
    FIELD(kings8, 1, 1, "option: a three counts as a king, a two as an ace"),
    FIELD(mus, 1, 1, "option, one-hot: until a player cuts, none, at most so many rounds, exactly so many"),
    FIELD(mus_rounds, 9, 9, "option: how many rounds"),
    FIELD(may_keep_all, 1, 1, "option: a discard of no cards is allowed"),
    FIELD(to_win, 3, 9, "options: juegos that win a vaca, vacas that win the match"),
    FIELD(poker_order, 1, 1, "option: pares are ordered as in poker"),
    FIELD(real31, 1, 1, "option, one-hot: no Real, with a sota, with any ten"),
    FIELD(deje_always_1, 1, 1, "option: a refused bet is always worth 1"),
    FIELD(least, 4, 40, "options: the smallest envido, the smallest raise"),
    FIELD(max_raises, 20, 20, "option: 20 if raises are limited; to how many in a lance"),
    FIELD(raises_only, 1, 1, "option: 1 for each of the raises 1 .. 40 where only some are allowed"),
    FIELD(max_wins, 1, 1, "option: the highest answer of a side binds it"),
    FIELD(reshuffle_all, 1, 1, "option: all discards are reshuffled when the stock runs out"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

typedef struct mus_move_tensor {
    uint8_t call[CALL_KINDS];
    uint8_t number[1];
    uint8_t cards[MUS_RANKS];
    uint8_t kept[MUS_RANKS];
} mus_move_tensor;

#define FIELD(member, scale, most, help) TP_FIELD(mus_move_tensor, member, scale, most, help)
const tp_field mus_observe_move_fields[] = {
    FIELD(call, 1, 1, "one-hot: mus, no mus, paso, no quiero, quiero, ordago, envido, mas, discard"),
    FIELD(number, 40, MUS_MOST_TARGET, "stones of an envido or a raise"),
    FIELD(cards, 4, 4, "cards of each effective rank that are put down"),
    FIELD(kept, 4, 4, "discard: cards of each effective rank that are kept"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

/* Where a seat stands in the tensor. A spectator counts from seat 0. */
TP_INLINE uint32_t place_of(const mus_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer, players = view->table.rules.players;
    return seat < players ? (seat - viewer) & (players - 1) : seat;
}

TP_INLINE void write_seat(uint8_t *out, const mus_view *view, uint32_t seat) {
    if (seat < MUS_SEATS) out[place_of(view, seat)] = 1;
}

TP_INLINE void write_seats(uint8_t *out, const mus_view *view, uint32_t set) {
    for (; set != 0; set &= set - 1) write_seat(out, view, tp_lowest_bit(set));
}

TP_INLINE void write_cards(uint8_t *out, uint64_t cards) {
    for (; cards != 0; cards &= cards - 1) out[mus_rank(tp_lowest_bit(cards))]++;
}

static uint8_t at_most_255(uint32_t number) { return (uint8_t)(number < 255 ? number : 255); }

/* What is known of each seat. */
static void write_seat_numbers(mus_tensor *out, const mus_view *view) {
    const mus_table *table = &view->table;
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        uint32_t side = mus_side(table, seat), place = place_of(view, seat);
        out->score[place] = at_most_255(table->score[side]);
        out->juegos[place] = table->juegos[side];
        out->vacas[place] = table->vacas[side];
        out->discarded[place] = table->discarded[seat];
        out->piled[place] = table->piled[seat];
        out->raised[place] = table->raised[seat];
    }
}

/* The bets of a lance, in order. */
static void write_betting(mus_tensor *out, const mus_view *view, uint32_t lance) {
    const mus_betting *betting = &view->table.betting[lance];
    if (betting->count == 0) return;
    uint32_t last = mus_bet_place(betting->count - 1u);
    out->bets[lance] = betting->count;
    out->last_bet[lance] = betting->stakes[last];
    write_seat(out->last_by[lance], view, mus_bet_seat(betting, last));
    write_seats(out->wanted_by[lance], view, betting->wanted);
    for (uint32_t i = 0; i <= last; i++) {
        bool is_ordago = betting->stakes[i] == MUS_BET_ORDAGO;
        write_seat(out->bet_by[lance][i], view, mus_bet_seat(betting, i));
        out->bet[lance][i] = is_ordago ? 0 : betting->stakes[i];
        out->bet_ordago[lance][i] = is_ordago;
    }
}

static void write_lances(mus_tensor *out, const mus_view *view) {
    const mus_table *table = &view->table;
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_result *result = &table->results[lance];
        out->results[lance][result->kind] = 1;
        out->stakes[lance] = result->stake;
        if (result->kind == MUS_RESULT_FOLD) write_seat(out->folded_to[lance], view, result->seat);
        if (result->kind == MUS_RESULT_BET) write_seats(out->compare[lance], view, result->seats);
        write_betting(out, view, lance);
    }
    for (uint32_t i = 0; i < table->log.count; i++) {
        const mus_entry *entry = &table->log.entries[i];
        if ((entry->reason & 3) == MUS_SCORED_DEJE) out->deje[mus_lance(entry->reason >> 2)] = entry->stones;
    }
}

static void write_rules(mus_tensor *out, const mus_rules *rules) {
    out->target[0] = rules->target;
    out->for_all[0] = rules->ffa;
    out->kings8[0] = rules->kings8;
    out->mus[rules->mus] = 1;
    out->mus_rounds[0] = rules->mus_rounds;
    out->may_keep_all[0] = rules->min_discard == 0;
    out->to_win[0] = rules->juegos_to_win;
    out->to_win[1] = rules->vacas_to_win;
    out->poker_order[0] = rules->pares_order;
    out->real31[rules->real31] = 1;
    out->deje_always_1[0] = rules->deje_always_1;
    out->least[0] = rules->min_bet;
    out->least[1] = rules->min_raise;
    if (rules->max_raises != MUS_NO_LIMIT) {
        out->max_raises[0] = 20;
        out->max_raises[1] = rules->max_raises;
    }
    for (uint64_t set = rules->raises; set != 0; set &= set - 1) out->raises_only[tp_lowest_bit(set) - 1] = 1;
    out->max_wins[0] = rules->max_wins;
    out->reshuffle_all[0] = rules->reshuffle_all;
}

void mus_observe(const void *view_bytes, uint8_t *numbers) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    mus_tensor *out = (mus_tensor *)numbers;
    bool over = table->phase == MUS_PHASE_OVER;
    memset(out, 0, sizeof *out);
    out->phase[table->phase] = 1;
    write_seats(out->seated, view, mus_all(table));
    write_seat(out->mano, view, table->mano);
    if (!over) write_seat(out->to_act, view, table->to_act);
    for (uint32_t i = 0; view->viewer >= 0 && i < MUS_HAND; i++) {
        uint32_t card = view->hands[view->viewer][i];
        if (card < MUS_CARDS) out->own_hand[mus_rank(card)]++;
    }
    write_cards(out->own_discards, view->discards);
    write_cards(out->own_latest, view->latest);
    write_cards(out->own_returned, view->returned);
    write_seat_numbers(out, view);
    out->rounds[0] = table->rounds;
    if (table->declared >= 1) {
        write_seats(out->pares[0], view, table->pares);
        write_seats(out->pares[1], view, mus_all(table) & ~(uint32_t)table->pares);
    }
    if (table->declared >= 2) {
        write_seats(out->juego[0], view, table->juego);
        write_seats(out->juego[1], view, mus_all(table) & ~(uint32_t)table->juego);
    }
    write_seat(out->bettor, view, table->bettor);
    write_seats(out->passed, view, table->passed);
    write_seats(out->accepted, view, table->accepted);
    out->stake[0] = table->stake;
    out->agreed[0] = table->agreed;
    out->ordago[0] = table->ordago;
    out->best_answer[0] = table->best_answer != MUS_BEST_ORDAGO ? table->best_answer : 0;
    out->best_answer_ordago[0] = table->best_answer == MUS_BEST_ORDAGO;
    write_seat(out->best_seat, view, table->best_seat);
    out->raises[0] = table->raises;
    write_lances(out, view);
    write_rules(out, &table->rules);
}

void mus_observe_move(const void *view_bytes, tp_move move, uint8_t *numbers) {
    const mus_view *view = view_bytes;
    mus_move_tensor *out = (mus_move_tensor *)numbers;
    uint32_t kind = move & ~0xffu;
    memset(out, 0, sizeof *out);
    if (move <= MUS_MOVE_ORDAGO) {
        out->call[move] = 1;
    } else if (move < MUS_MOVE_DISCARD) {
        out->call[kind == MUS_MOVE_ENVIDO ? 6 : 7] = 1;
        out->number[0] = (uint8_t)(move & 0xff);
    } else {
        out->call[8] = 1;
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            uint32_t card = view->hands[view->table.to_act][i];
            if (card < MUS_CARDS)
                out->kept[mus_effective_rank(mus_rank(card), view->table.rules.kings8 != 0)]++;
        }
        for (uint32_t shift = 0; shift < 16; shift += 4) {
            uint32_t rank = (move >> shift) & 15;
            if (rank == 0 || rank > MUS_RANKS) continue;
            out->cards[rank - 1]++;
            out->kept[rank - 1]--;
        }
    }
}

/* ---- moves by fixed numbers ----
 *
 * First the six calls without a number, then the discards by the places of the cards in the hand (bit i is
 * the i-th card from below), then envidos and raises from the smallest that the options allow to the target.
 */

enum { CALLS = MUS_MOVE_ORDAGO + 1, SUBSETS = 1 << MUS_HAND };

TP_INLINE uint32_t count_of(uint32_t least, uint32_t target) {
    return least <= target ? target - least + 1 : 0;
}

TP_INLINE uint32_t first_envido(const mus_rules *rules) {
    return CALLS + SUBSETS - (rules->min_discard != 0);
}

TP_INLINE uint32_t first_mas(const mus_rules *rules) {
    return first_envido(rules) + count_of(rules->min_bet, rules->target);
}

uint32_t mus_action_count(const tp_options *options) {
    mus_rules rules;
    mus_rules_from_options(options, &rules);
    return first_mas(&rules) + count_of(rules.min_raise, rules.target);
}

uint32_t mus_action_of(const void *view_bytes, tp_move move) {
    const mus_view *view = view_bytes;
    const mus_rules *rules = &view->table.rules;
    if (move < CALLS) return move;
    if (move >= MUS_MOVE_DISCARD) {
        uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
        uint8_t cards[MUS_HAND];
        mus_sort_by_rank(rules, view->hands[view->table.to_act], ranks, cards);
        return CALLS + mus_discard_subset(rules, ranks, move) - (rules->min_discard != 0);
    }
    return move >= MUS_MOVE_MAS ? first_mas(rules) + (move & 0xff) - rules->min_raise
                                : first_envido(rules) + (move & 0xff) - rules->min_bet;
}

static tp_move discard_of(const mus_view *view, uint32_t subset) {
    const mus_rules *rules = &view->table.rules;
    const uint8_t *hand = view->hands[view->table.to_act];
    uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
    uint8_t cards[MUS_HAND];
    if (view->table.phase != MUS_PHASE_DISCARD || hand[0] >= MUS_CARDS) return TP_NO_MOVE;
    mus_sort_by_rank(rules, hand, ranks, cards);
    bool is_legal = ((mus_discard_subsets(ranks, rules->min_discard) >> subset) & 1) != 0;
    return is_legal ? mus_discard_move(ranks, subset) : TP_NO_MOVE;
}

tp_move mus_move_of(const void *view_bytes, uint32_t action) {
    const mus_view *view = view_bytes;
    const mus_rules *rules = &view->table.rules;
    uint32_t envido = first_envido(rules), mas = first_mas(rules);
    if (action >= CALLS && action < envido)
        return discard_of(view, action - CALLS + (rules->min_discard != 0));
    uint32_t move = action < CALLS ? action
                    : action < mas ? MUS_MOVE_ENVIDO + action - envido + rules->min_bet
                                   : MUS_MOVE_MAS + action - mas + rules->min_raise;
    return action < mas + count_of(rules->min_raise, rules->target) && mus_call_is_legal(&view->table, move)
               ? move
               : TP_NO_MOVE;
}
