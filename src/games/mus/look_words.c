/* The table of Mus in words: for the drawn looks, and all of it for screen readers and pipes. Calls and
 * lances keep their Spanish names, with a gloss. */
#include "games/mus/look.h"

#include "core/language.h"
#include "look/draw.h"

#include <string.h>

enum { MOST_SHORT = 12 }; /* columns of a name in a line that has little room */

bool mesa_has(uint32_t set, uint32_t seat) { return ((set >> seat) & 1) != 0; }

int mesa_actor(const mesa *s) { return s->table->phase == MUS_PHASE_OVER ? -1 : s->table->to_act; }

uint32_t mesa_sorted(const mesa *s, const uint8_t hand[MUS_HAND], uint8_t sorted[MUS_HAND]) {
    return mus_sort_to_show(&s->table->rules, hand, sorted);
}

/* ---- cards and hands ---- */

void mesa_card_words(uint32_t card, char *text, size_t size) {
    static const char *const cards[MUS_SUITS][MUS_RANKS] = {
        {TR_MARK("as of oros"), TR_MARK("two of oros"), TR_MARK("three of oros"), TR_MARK("four of oros"),
         TR_MARK("five of oros"), TR_MARK("six of oros"), TR_MARK("seven of oros"), TR_MARK("sota of oros"),
         TR_MARK("caballo of oros"), TR_MARK("rey of oros")},
        {TR_MARK("as of copas"), TR_MARK("two of copas"), TR_MARK("three of copas"), TR_MARK("four of copas"),
         TR_MARK("five of copas"), TR_MARK("six of copas"), TR_MARK("seven of copas"),
         TR_MARK("sota of copas"), TR_MARK("caballo of copas"), TR_MARK("rey of copas")},
        {TR_MARK("as of espadas"), TR_MARK("two of espadas"), TR_MARK("three of espadas"),
         TR_MARK("four of espadas"), TR_MARK("five of espadas"), TR_MARK("six of espadas"),
         TR_MARK("seven of espadas"), TR_MARK("sota of espadas"), TR_MARK("caballo of espadas"),
         TR_MARK("rey of espadas")},
        {TR_MARK("as of bastos"), TR_MARK("two of bastos"), TR_MARK("three of bastos"),
         TR_MARK("four of bastos"), TR_MARK("five of bastos"), TR_MARK("six of bastos"),
         TR_MARK("seven of bastos"), TR_MARK("sota of bastos"), TR_MARK("caballo of bastos"),
         TR_MARK("rey of bastos")},
    };
    text_append(text, size, "%s",
                card >= MUS_CARDS ? TR_IN("a card", "unknown")
                                  : tp_translate(cards[card % MUS_SUITS][mus_rank(card)]));
}

static bool is_known(const uint8_t hand[MUS_HAND]) {
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (hand[i] >= MUS_CARDS) return false;
    }
    return true;
}

static const char *plural_of(uint32_t rank) {
    static const char *const words[] = {
        TR_MARK("aces"),  TR_MARK("twos"),   TR_MARK("threes"), TR_MARK("fours"),    TR_MARK("fives"),
        TR_MARK("sixes"), TR_MARK("sevens"), TR_MARK("sotas"),  TR_MARK("caballos"), TR_MARK("kings")};
    return tp_translate(words[rank]);
}

void mesa_pares_worth(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size) {
    const mus_rules *rules = &s->table->rules;
    if (!is_known(hand)) return;
    uint32_t groups[2] = {0, 0}, count = 0, most = 0, of_rank[MUS_RANKS] = {0};
    for (uint32_t i = 0; i < MUS_HAND; i++)
        of_rank[mus_effective_rank(mus_rank(hand[i]), rules->kings8 != 0)]++;
    for (uint32_t rank = MUS_RANKS; rank-- > 0;) {
        if (of_rank[rank] < 2) continue;
        groups[count++] = rank;
        if (of_rank[rank] > most) most = of_rank[rank];
    }
    if (count == 0) {
        text_append(text, size, "%s", TR("no pares"));
        return;
    }
    if (most == 4) {
        text_append(text, size, TR("duples, four %s"), plural_of(groups[0]));
    } else if (most == 3) {
        text_append(text, size, TR("medias, three %s"), plural_of(groups[0]));
    } else if (count == 2) {
        text_append(text, size, TR("duples, %s and %s"), plural_of(groups[0]), plural_of(groups[1]));
    } else {
        text_append(text, size, TR("par of %s"), plural_of(groups[0]));
    }
    text_append(text, size, " (%u)", mus_class_of(rules, hand)->pares_value);
}

void mesa_juego_worth(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size) {
    if (!is_known(hand)) return;
    const mus_class *class = mus_class_of(&s->table->rules, hand);
    if (class->juego_value == 0) {
        text_append(text, size, TR("no juego, %u points"), class->sum);
        return;
    }
    bool real =
        s->table->rules.real31 != MUS_REAL_OFF && class->juego[s->table->rules.real31] > class->juego[0];
    text_append(text, size, real ? TR("juego %u, the Real (%u)") : TR("juego %u (%u)"), class->sum,
                class->juego_value);
}

/* ---- seats and sides ---- */

static bool is_pairs(const mesa *s) { return s->table->rules.players == 4 && s->table->rules.ffa == 0; }

void mesa_roles(const mesa *s, uint32_t seat, const char *between, char *text, size_t size) {
    const char *joint = "";
    if (is_pairs(s) && s->me >= 0 && seat == ((uint32_t)s->me + 2) % 4) {
        text_append(text, size, "%s", TR_IN("a player", "partner"));
        joint = between;
    }
    if (seat == s->table->mano) text_append(text, size, "%s%s", joint, TR_IN("a player", "mano"));
}

/* Has the seat already spoken in this round of mus or discards? */
static bool has_spoken(const mus_table *table, uint32_t seat) {
    uint32_t players = table->rules.players;
    return (seat + players - table->mano) % players <
           ((uint32_t)table->to_act + players - table->mano) % players;
}

void mesa_call(const mesa *s, uint32_t seat, char *text, size_t size) {
    const mus_table *t = s->table;
    if (t->phase == MUS_PHASE_MUS && has_spoken(t, seat)) {
        text_append(text, size, "%s", TR_IN("said", "mus"));
    } else if (t->phase == MUS_PHASE_MUS && t->rounds > 0) {
        text_append(text, size, TR("changed %u"), t->discarded[seat]);
    } else if (t->phase == MUS_PHASE_DISCARD && has_spoken(t, seat)) {
        text_append(text, size, TR("discards %u"), t->discarded[seat]);
    } else if (mus_is_lance(t->phase) && t->bettor == seat) {
        text_append(text, size, t->ordago != 0 ? TR("ordago!") : TR("bets %u"), t->stake);
    } else if (mus_is_lance(t->phase) && mesa_has(t->passed, seat)) {
        text_append(text, size, "%s",
                    t->bettor == MUS_NOBODY ? TR_IN("said", "paso") : TR_IN("said", "no quiero"));
    } else if (mus_is_lance(t->phase) && mesa_has(t->accepted, seat)) {
        text_append(text, size, "%s",
                    t->best_seat == seat && t->best_answer > 1 ? TR_IN("said", "more")
                                                               : TR_IN("said", "quiero"));
    }
}

void mesa_declared(const mesa *s, uint32_t seat, char *text, size_t size) {
    const mus_table *t = s->table;
    bool pares = mesa_has(t->pares, seat), juego = mesa_has(t->juego, seat);
    if (t->declared == 1) text_append(text, size, "%s", pares ? TR_IN("has", "pares") : TR("no pares"));
    if (t->declared == 2)
        text_append(text, size, "%s",
                    pares && juego ? TR_IN("has", "pares, juego")
                    : pares        ? TR_IN("has", "pares")
                    : juego        ? TR_IN("has", "juego")
                                   : TR("neither"));
}

void mesa_flags(const mesa *s, uint32_t seat, const char *between, char *text, size_t size) {
    char call[64] = "", declared[64] = "";
    mesa_call(s, seat, call, sizeof call);
    mesa_declared(s, seat, declared, sizeof declared);
    text_append(text, size, "%s%s%s", call, call[0] != '\0' && declared[0] != '\0' ? between : "", declared);
}

void mesa_side_names(const mesa *s, uint32_t side, char *text, size_t size) {
    char list[TP_TEXT_SIZE] = "";
    bool mine = s->me >= 0 && mus_side(s->table, (uint32_t)s->me) == side;
    if (mine) list_add(list, sizeof list, LIST_ENDS_AND, TR("You"));
    for (uint32_t set = mus_seats_of(s->table, side); set != 0; set &= set - 1) {
        uint32_t seat = tp_lowest_bit(set);
        if ((int)seat != s->me) list_add(list, sizeof list, LIST_ENDS_AND, s->names[seat]);
    }
    text_append(text, size, "%s", list);
}

const char *mesa_side_short(const mesa *s, uint32_t side, char *text, size_t size) {
    text[0] = '\0';
    if (is_pairs(s) && s->me >= 0) return mus_side(s->table, (uint32_t)s->me) == side ? TR("We") : TR("They");
    if (is_pairs(s)) {
        text_append(text, size, "%u+%u", side, side + 2);
    } else {
        text_append(text, size, "%.*s", MOST_SHORT, s->names[side]);
    }
    return text;
}

/* ---- lances ---- */

const char *mesa_lance_title(uint32_t phase) {
    static const char *const titles[] = {"Grande", "Chica", "Pares", "Juego", "Punto"};
    return titles[phase - MUS_PHASE_GRANDE];
}

const char *mesa_lance_gloss(uint32_t phase) {
    switch (phase) {
    case MUS_PHASE_GRANDE: return TR_IN("a lance, at most 6 wide", "high");
    case MUS_PHASE_CHICA: return TR_IN("a lance, at most 6 wide", "low");
    case MUS_PHASE_PARES: return TR_IN("a lance, at most 6 wide", "pairs");
    case MUS_PHASE_JUEGO: return TR_IN("a lance, at most 6 wide", "31 up");
    default: return TR_IN("a lance, at most 6 wide", "points");
    }
}

static uint32_t deje_of(const mus_table *table) {
    return table->rules.deje_always_1 != 0 || table->agreed == 0 ? 1u : table->agreed;
}

/* "We took 2": what was scored at once when the bet of a lance was refused. */
static void refused(const mesa *s, uint32_t phase, char *text, size_t size) {
    for (uint32_t i = 0; i < s->table->log.count; i++) {
        const mus_entry *entry = &s->table->log.entries[i];
        if (entry->reason != phase * 4 + MUS_SCORED_DEJE) continue;
        char name[64];
        const char *who = mesa_side_short(s, entry->side, name, sizeof name);
        text_append(text, size, TR("%s took %u"), who, entry->stones);
        return;
    }
    text_append(text, size, "%s", TR_IN("a bet", "refused"));
}

void mesa_lance_state(const mesa *s, uint32_t lance, char *text, size_t size) {
    const mus_table *t = s->table;
    const mus_result *result = &t->results[lance];
    uint32_t phase = mus_phase_of(t, lance);
    char name[64];
    bool at_hand = mus_is_lance(t->phase) && mus_lance(t->phase) == lance;
    if (at_hand && t->bettor == MUS_NOBODY) {
        text_append(text, size, "%s", TR("no bet yet"));
    } else if (at_hand && t->ordago != 0) {
        text_append(text, size, TR("ordago; refused: %u"), deje_of(t));
    } else if (at_hand) {
        text_append(text, size, TR("%u; refused: %u"), t->stake, deje_of(t));
    }
    switch (result->kind) {
    case MUS_RESULT_PASS: text_append(text, size, "%s", TR("all passed")); break;
    case MUS_RESULT_BET: text_append(text, size, TR("%u, quiero"), result->stake); break;
    case MUS_RESULT_FOLD: refused(s, phase, text, size); break;
    case MUS_RESULT_AUTO: {
        uint32_t seats = lance == MUS_PARES ? t->pares : t->juego;
        uint32_t side = mus_side(t, seats != 0 ? tp_lowest_bit(seats) : 0);
        text_append(text, size, TR("%s alone"), mesa_side_short(s, side, name, sizeof name));
        break;
    }
    case MUS_RESULT_SKIPPED: text_append(text, size, "%s", TR_IN("in a lance", "nobody")); break;
    default: break;
    }
}

void mesa_heading(const mesa *s, const char *between, char *text, size_t size) {
    const mus_table *t = s->table;
    text_append(text, size, TR("juego to %u stones"), t->rules.target);
    bool vacas = t->rules.vacas_to_win > 1;
    if (t->rules.juegos_to_win > 1) {
        text_append(text, size, "%s", between);
        text_append(text, size, vacas ? TR("%u juegos win a vaca") : TR("%u juegos win"),
                    t->rules.juegos_to_win);
    }
    if (vacas) {
        text_append(text, size, "%s", between);
        text_append(text, size, TR("%u vacas win"), t->rules.vacas_to_win);
    }
    if (t->phase == MUS_PHASE_MUS || t->phase == MUS_PHASE_DISCARD) {
        text_append(text, size, "%s", between);
        text_append(text, size, t->phase == MUS_PHASE_MUS ? TR("mus, round %u") : TR("discards, round %u"),
                    t->rounds + 1u);
    }
}

const char *mesa_side_object(const mesa *s, uint32_t side, char *text, size_t size) {
    bool mine = s->me >= 0 && mus_side(s->table, (uint32_t)s->me) == side;
    if (is_pairs(s) && s->me >= 0)
        return mine ? TR_IN("who gets stones", "us") : TR_IN("who gets stones", "them");
    return mine ? TR_IN("who gets stones", "you") : mesa_side_short(s, side, text, size);
}

void mesa_count(const mesa *s, const char *between, char *text, size_t size) {
    const mus_log *log = &s->table->last_log;
    for (uint32_t i = 0; i < log->count; i++) {
        const mus_entry *entry = &log->entries[i];
        char name[64];
        const char *who = mesa_side_object(s, entry->side, name, sizeof name);
        uint32_t how = entry->reason % 4u;
        text_append(text, size, "%s%s ", i == 0 ? "" : between, mesa_lance_title(entry->reason / 4u));
        if (how == MUS_SCORED_ORDAGO) {
            text_append(text, size, TR("ordago to %s"), who);
        } else {
            text_append(text, size, how == MUS_SCORED_DEJE ? TR("%u (deje) to %s") : TR("%u to %s"),
                        entry->stones, who);
        }
    }
}

/* ---- in sentences ---- */

static void tell_score(const mesa *s, uint32_t side) {
    char text[TP_TEXT_SIZE], who[TP_TEXT_SIZE / 2] = "", part[64];
    const mus_table *t = s->table;
    mesa_side_names(s, side, who, sizeof who);
    uint32_t stones = t->score[side], amarracos = stones / 5;
    if (amarracos > 0) {
        snprintf(text, sizeof text,
                 TR_N("%s: %u stones (%u amarraco and %u)", "%s: %u stones (%u amarracos and %u)", amarracos),
                 who, stones, amarracos, stones % 5);
    } else {
        snprintf(text, sizeof text, TR_N("%s: %u stone", "%s: %u stones", stones), who, stones);
    }
    if (t->rules.juegos_to_win > 1) {
        snprintf(part, sizeof part, TR("juegos won %u"), t->juegos[side]);
        list_add(text, sizeof text, LIST_GOES_ON, part);
    }
    if (t->rules.vacas_to_win > 1) {
        snprintf(part, sizeof part, TR("vacas won %u"), t->vacas[side]);
        list_add(text, sizeof text, LIST_GOES_ON, part);
    }
    text_end(text, sizeof text);
    print_wrapped(s->out, s->style, 0, 0, text);
}

void mesa_tell_hand(const mesa *s, const uint8_t hand[MUS_HAND], char *text, size_t size) {
    uint8_t sorted[MUS_HAND];
    uint32_t cards = mesa_sorted(s, hand, sorted), unknown = 0;
    const char *joint = "";
    for (uint32_t i = 0; i < cards; i++) {
        if (sorted[i] >= MUS_CARDS) {
            unknown++;
            continue;
        }
        text_append(text, size, "%s", joint);
        mesa_card_words(sorted[i], text, size);
        joint = ", ";
    }
    if (unknown > 0) {
        text_append(text, size, "%s", joint);
        text_append(text, size, TR_N("%u unknown card", "%u unknown cards", unknown), unknown);
    }
    if (!is_known(hand)) return;
    text_append(text, size, ": ");
    mesa_pares_worth(s, hand, text, size);
    text_append(text, size, ", ");
    mesa_juego_worth(s, hand, text, size);
}

static void tell_seat(const mesa *s, uint32_t seat) {
    char text[TP_TEXT_SIZE] = "", roles[64] = "", flags[128] = "";
    mesa_roles(s, seat, ", ", roles, sizeof roles);
    mesa_flags(s, seat, ", ", flags, sizeof flags);
    text_append(text, sizeof text, "%s%s%s%s: ", s->names[seat], roles[0] != '\0' ? " (" : "", roles,
                roles[0] != '\0' ? ")" : "");
    mesa_tell_hand(s, s->view->hands[seat], text, sizeof text);
    text_append(text, sizeof text, "%s%s.", flags[0] != '\0' ? "; " : "", flags);
    print_wrapped(s->out, s->style, 0, 0, text);
}

void mesa_tell(const mesa *s) {
    const mus_table *t = s->table;
    char text[TP_TEXT_SIZE] = "Mus, ";
    mesa_heading(s, ", ", text, sizeof text);
    fprintf(s->out, "%s.\n", text);
    for (uint32_t side = 0; side < mus_sides(t); side++) tell_score(s, side);
    text[0] = '\0';
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        char state[128] = "";
        uint32_t phase = mus_phase_of(t, lance);
        mesa_lance_state(s, lance, state, sizeof state);
        if (t->declared < 2 && lance == MUS_JUEGO) phase = MUS_PHASE_JUEGO;
        if (state[0] == '\0') continue;
        text_append(text, sizeof text, "%s%s (%s): %s.", text[0] == '\0' ? "" : " ", mesa_lance_title(phase),
                    mesa_lance_gloss(phase), state);
    }
    if (text[0] != '\0') print_wrapped(s->out, s->style, 0, 0, text);
    for (uint32_t i = 1; i < t->rules.players; i++) tell_seat(s, (s->front + i) % t->rules.players);
    tell_seat(s, s->front);
}

void mesa_tell_result(const mesa *s) {
    const mus_table *t = s->table;
    char text[TP_TEXT_SIZE] = "";
    fprintf(s->out, "%s\n", TR("The last hand."));
    for (uint32_t seat = 0; seat < t->rules.players; seat++) {
        text[0] = '\0';
        text_append(text, sizeof text, "%s: ", s->names[seat]);
        mesa_tell_hand(s, t->last_hands[seat], text, sizeof text);
        text_append(text, sizeof text, ".");
        print_wrapped(s->out, s->style, 0, 0, text);
    }
    text[0] = '\0';
    mesa_count(s, "; ", text, sizeof text);
    text_append(text, sizeof text, ".");
    print_wrapped(s->out, s->style, 0, 0, text);
    for (uint32_t side = 0; side < mus_sides(t); side++) tell_score(s, side);
}
