/* Mus: the options (§0) and what they mean for the rules. */
#include "core/language.h"
#include "games/mus/view.h"

#include <string.h>

static const char *const presets[] = {"F4", "S2", "F2", "X4", NULL};
static const char *const players[] = {"4", "2", NULL};
static const char *const teams[] = {"PAIRS", "FFA", NULL};
static const char *const mus_words[] = {
    "UNTIL_CUT", "NONE",     "MAX_1",    "MAX_2",    "MAX_3",    "MAX_4",    "MAX_5",
    "MAX_6",     "MAX_7",    "MAX_8",    "MAX_9",    "FORCED_1", "FORCED_2", "FORCED_3",
    "FORCED_4",  "FORCED_5", "FORCED_6", "FORCED_7", "FORCED_8", "FORCED_9", NULL};
static const char *const best_of[] = {"3", "1", "5", "7", "9", NULL};
static const uint8_t juegos_to_win[] = {2, 1, 3, 4, 5}; /* of each */
static const char *const orders[] = {"STD", "POKER", NULL};
static const char *const reales[] = {"OFF", "SOTA", "ANY10", NULL};
static const char *const dejes[] = {"LAST_AGREED", "ALWAYS_1", NULL};
static const char *const most_raises[] = {"none", "0",  "1",  "2",  "3",  "4",  "5",  "6",
                                          "7",    "8",  "9",  "10", "11", "12", "13", "14",
                                          "15",   "16", "17", "18", "19", "20", NULL};
/* Word i is the number i + 1. */
static const char *const increments[] = {"1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11",
                                         "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22",
                                         "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33",
                                         "34", "35", "36", "37", "38", "39", "40", NULL};
static const char *const answers[] = {"FIRST_WINS", "MAX_WINS", NULL};
static const char *const reshuffles[] = {"PREVIOUS", "ALL", NULL};
static const char *const manos[] = {"0", "1", "2", "3", "random", NULL};

enum {
    OPTION_PRESET,
    OPTION_PLAYERS,
    OPTION_TEAMS,
    OPTION_KINGS8,
    OPTION_MUS,
    OPTION_MIN_DISCARD,
    OPTION_TARGET,
    OPTION_BEST_OF,
    OPTION_VACAS,
    OPTION_PARES_ORDER,
    OPTION_REAL31,
    OPTION_DEJE,
    OPTION_MIN_BET,
    OPTION_MIN_RAISE,
    OPTION_MAX_RAISES,
    OPTION_RAISES,
    OPTION_TEAM_ANSWER,
    OPTION_RESHUFFLE,
    OPTION_MANO_START,
};

const tp_option mus_options[] = {
    [OPTION_PRESET] =
        {"preset", TP_OPTION_CHOICE, "F4", 0, 0, presets,
         TR_MARK(
             "F4 pairs; S2 two players without mus; F2 two with mus; X4 four free-for-all, poker order of "
             "pares")},
    [OPTION_PLAYERS] = {"players", TP_OPTION_CHOICE, "4", 0, 0, players, TR_MARK("number of seats")},
    [OPTION_TEAMS] = {"teams", TP_OPTION_CHOICE, "PAIRS", 0, 0, teams, TR_MARK("who shares a score")},
    [OPTION_KINGS8] = {"kings8", TP_OPTION_BOOL, "true", 0, 1, NULL,
                       TR_MARK("a three counts as a king, a two as an ace")},
    [OPTION_MUS] = {"mus", TP_OPTION_CHOICE, "UNTIL_CUT", 0, 0, mus_words,
                    TR_MARK("discards until a player cuts, none, at most k rounds, or exactly k")},
    [OPTION_MIN_DISCARD] = {"min_discard", TP_OPTION_INT, "1", 0, 1, NULL,
                            TR_MARK("smallest number of cards in a discard")},
    [OPTION_TARGET] = {"target", TP_OPTION_INT, "40", 5, MUS_MOST_TARGET, NULL,
                       TR_MARK("stones to win a game")},
    [OPTION_BEST_OF] = {"best_of", TP_OPTION_CHOICE, "3", 0, 0, best_of, TR_MARK("games per vaca")},
    [OPTION_VACAS] = {"vacas", TP_OPTION_INT, "1", 1, 9, NULL, TR_MARK("vacas to win the match")},
    [OPTION_PARES_ORDER] = {"pares_order", TP_OPTION_CHOICE, "STD", 0, 0, orders,
                            TR_MARK("duples over medias over par, or as in poker")},
    [OPTION_REAL31] = {"real31", TP_OPTION_CHOICE, "OFF", 0, 0, reales,
                       TR_MARK("the Real: 7-7-7 with a sota or any ten beats every 31")},
    [OPTION_DEJE] = {"deje", TP_OPTION_CHOICE, "LAST_AGREED", 0, 0, dejes,
                     TR_MARK("what a refused bet is worth")},
    [OPTION_MIN_BET] = {"min_bet", TP_OPTION_INT, "2", 1, 40, NULL, TR_MARK("smallest envido")},
    [OPTION_MIN_RAISE] = {"min_raise", TP_OPTION_INT, "2", 1, 40, NULL, TR_MARK("smallest raise")},
    [OPTION_MAX_RAISES] = {"max_raises", TP_OPTION_CHOICE, "none", 0, 0, most_raises,
                           TR_MARK("raises in a lance, without the opening bet and ordago")},
    [OPTION_RAISES] = {"raises", TP_OPTION_WORDS, "none", 1, 16, increments,
                       TR_MARK("the only raises allowed; the opening envido is then 2")},
    [OPTION_TEAM_ANSWER] = {"team_answer", TP_OPTION_CHOICE, "FIRST_WINS", 0, 0, answers,
                            TR_MARK("the first answer of a side binds it, or the highest")},
    [OPTION_RESHUFFLE] = {"reshuffle", TP_OPTION_CHOICE, "PREVIOUS", 0, 0, reshuffles,
                          TR_MARK("which discards are reshuffled when the stock runs out")},
    [OPTION_MANO_START] = {"mano_start", TP_OPTION_CHOICE, "0", 0, 0, manos, TR_MARK("the first mano")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

/* What a preset says of other options; everything else is the default. */
static const struct {
    uint32_t preset, option; /* preset: its place among the words */
    const char *word;
} implied[] = {
    {1, OPTION_PLAYERS, "2"}, {1, OPTION_MUS, "NONE"},          {2, OPTION_PLAYERS, "2"},
    {3, OPTION_TEAMS, "FFA"}, {3, OPTION_PARES_ORDER, "POKER"},
};
enum { IMPLIED = sizeof implied / sizeof implied[0] };

void mus_settle(tp_options *options, const void *position) {
    uint32_t preset = (uint32_t)options->values[OPTION_PRESET].number;
    for (uint32_t i = 0; i < IMPLIED; i++) {
        tp_option_value *value = &options->values[implied[i].option];
        if (implied[i].preset != preset || value->given) continue;
        tp_options_set(options, mus_options[implied[i].option].name, implied[i].word, NULL);
        value->given = false;
    }
    tp_option_value *value = &options->values[OPTION_PLAYERS];
    if (position == NULL || value->given) return;
    uint32_t seats = ((const mus_state *)position)->table.rules.players;
    bool is_usual = seats == (value->number == 0 ? 4 : 2);
    tp_options_set(options, "players", seats == 2 ? "2" : "4", NULL);
    value->given = !is_usual; /* it goes before the preset */
}

/* The number of the chosen word: what was given, else what the preset says, else the default. */
static uint32_t chosen(const tp_options *options, uint32_t option) {
    const tp_option_value *value = &options->values[option];
    uint32_t preset = (uint32_t)options->values[OPTION_PRESET].number;
    for (uint32_t i = 0; i < IMPLIED && !value->given; i++) {
        if (implied[i].preset != preset || implied[i].option != option) continue;
        uint32_t word = 0;
        while (strcmp(mus_options[option].words[word], implied[i].word) != 0) word++;
        return word;
    }
    return (uint32_t)value->number;
}

void mus_rules_from_options(const tp_options *options, mus_rules *out) {
    const tp_option_value *values = options->values;
    memset(out, 0, sizeof *out);
    out->players = chosen(options, OPTION_PLAYERS) == 0 ? 4 : 2;
    out->ffa = (uint8_t)chosen(options, OPTION_TEAMS);
    out->kings8 = values[OPTION_KINGS8].number != 0;
    uint32_t mus = chosen(options, OPTION_MUS);
    out->mus = (uint8_t)(mus <= 1 ? mus : mus <= 10 ? (uint32_t)MUS_MAX : (uint32_t)MUS_FORCED);
    out->mus_rounds = (uint8_t)(mus <= 1 ? 0 : mus <= 10 ? mus - 1 : mus - 10);
    out->min_discard = (uint8_t)values[OPTION_MIN_DISCARD].number;
    out->target = (uint8_t)values[OPTION_TARGET].number;
    out->juegos_to_win = juegos_to_win[(uint32_t)values[OPTION_BEST_OF].number];
    out->vacas_to_win = (uint8_t)values[OPTION_VACAS].number;
    out->pares_order = (uint8_t)chosen(options, OPTION_PARES_ORDER);
    out->real31 = (uint8_t)values[OPTION_REAL31].number;
    out->deje_always_1 = values[OPTION_DEJE].number != 0;
    out->min_bet = (uint8_t)values[OPTION_MIN_BET].number;
    out->min_raise = (uint8_t)values[OPTION_MIN_RAISE].number;
    uint32_t raises = (uint32_t)values[OPTION_MAX_RAISES].number;
    out->max_raises = (uint8_t)(raises == 0 ? (uint32_t)MUS_NO_LIMIT : raises - 1);
    out->raises = values[OPTION_RAISES].set << 1;
    out->max_wins = values[OPTION_TEAM_ANSWER].number != 0;
    out->reshuffle_all = values[OPTION_RESHUFFLE].number != 0;
}

tp_err mus_first_mano(const tp_options *options, uint32_t seats, int *mano, tp_error *error) {
    uint32_t word = (uint32_t)options->values[OPTION_MANO_START].number;
    bool drawn = word == MUS_SEATS;
    if (!drawn && word >= seats) {
        return tp_fail(error, TP_E_INPUT,
                       TR("option 'mano_start' is 0, 1 or random with two players, not %u"), word);
    }
    *mano = drawn ? -1 : (int)word;
    return TP_OK;
}
