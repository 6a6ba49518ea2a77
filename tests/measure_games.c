/* measure_games FOLDER...: what the games of records look like, as `tapete arena --games-to FOLDER` writes
 * them: how long they are and how they ended; of Mus also how juegos were decided and who said ordago with
 * what, of Kessel Sabacc what became of the tokens. docs/strength.md has the figures. */
#include "support/mus_figures.h"
#include "support/sabacc_figures.h"
#include "tapete/tapete.h"

#include <dirent.h>
#include <stdio.h>

enum { MOST_GAMES = 1 << 14, PATH_SIZE = 4096 };

typedef struct sums {
    char game[32];
    int games, seats, plies[MOST_GAMES], margins[MOST_GAMES], winners[TP_MAX_SEATS], resigned, shared;
    mus_figures mus;
    sabacc_figures sabacc;
} sums;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void add(sums *sums, const tp_match *match) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    int seats = tp_match_seats(match), won = 0, first = INT32_MIN, second = INT32_MIN;
    const tp_game *game = tp_match_game(match);
    snprintf(sums->game, sizeof sums->game, "%s", game->name);
    sums->seats = seats;
    tp_match_result(match, returns, scores);
    for (int seat = 0; seat < seats; seat++) {
        won += returns[seat] > 0;
        sums->winners[seat] += returns[seat] > 0;
        first = scores[seat] > first ? scores[seat] : first;
    }
    for (int seat = 0; seat < seats; seat++) {
        if (scores[seat] < first && scores[seat] > second) second = scores[seat];
    }
    sums->resigned += tp_match_resigned(match) != 0;
    sums->shared += won == seats || won == 0;
    if (sums->games == MOST_GAMES) return;
    sums->plies[sums->games] = tp_match_plies(match);
    sums->margins[sums->games++] = second == INT32_MIN ? 0 : first - second;
    if (strcmp(game->name, "mus") == 0) mus_figures_add(&sums->mus, match);
    if (strcmp(game->name, "sabacc") == 0) sabacc_figures_add(&sums->sabacc, match);
}

static void print_five(const char *name, int *numbers, int count) {
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    printf("%-34s %d, %d, %d, %d, %d\n", name, numbers[0], numbers[count / 10], numbers[count / 2],
           numbers[count * 9 / 10], numbers[count - 1]);
}

static void print_share(const char *name, int part, int whole) {
    printf("%-34s %d of %d, %.1f %%\n", name, part, whole, whole > 0 ? 100.0 * part / whole : 0);
}

static void print_mus(mus_figures *mus) {
    printf("juegos                             %d, %.1f hands each\n", mus->juegos,
           (double)mus->hands / mus->juegos);
    printf("plies of a juego, median           %d\n", mus_figures_plies(mus, 50));
    print_share("decided in the first hand", mus->in_first_hand, mus->juegos);
    print_share("losers with five stones or fewer", mus->few_stones, mus->juegos);
    print_share("won by ordago", mus->by_ordago, mus->juegos);
    print_share("won by a refused bet", mus->by_deje, mus->juegos);
    print_share("won at the count", mus->by_count, mus->juegos);
    printf("ordagos of a juego                 %.2f\n", (double)mus->ordagos / mus->juegos);
    print_share("ordagos accepted", mus->wanted, mus->ordagos);
    print_share("ordagos before the last ten stones", mus->early, mus->ordagos);
    print_share("of these from a hand below median", mus->silly, mus->early);
    print_share("bets of more than ten stones", mus->large, mus->bets);
    print_share("opened with a bet", mus->opened, mus->spoken);
    print_share("bluffs among them", mus->bluffs, mus->opened);
    print_share("bets refused", mus->folds, mus->asked);
    for (int i = 0; i < FIGURES_PARTS; i++) {
        char name[64];
        snprintf(name, sizeof name, "ahead by %.1f %%, won",
                 mus->leads[i] == 0 ? 0 : 100 * mus->expected[i] / mus->leads[i]);
        print_share(name, mus->won[i], mus->leads[i]);
    }
}

static void print_sabacc(const sabacc_figures *sabacc, int games) {
    printf("rounds of a game                   %.1f\n", (double)sabacc->rounds / games);
    print_share("tokens played in the first round", sabacc->in_first_round, sabacc->played);
    print_share("tokens played for nothing", sabacc->wasted, sabacc->played);
    printf("tokens left in the last third      %.2f each\n",
           sabacc->seats_late > 0 ? (double)sabacc->kept / sabacc->seats_late : 0);
    for (int third = 0; third < FIGURES_THIRDS; third++) {
        char name[64];
        snprintf(name, sizeof name, "tokens held, third %d", third + 1);
        print_share(name, sabacc->held[third], sabacc->could[third]);
    }
    print_share("cards drawn, of the chances", sabacc->draws, sabacc->draw_turns);
}

int main(int count, char **folders) {
    static sums sums;
    tp_error error = {0};
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(folders[i]);
        if (folder == NULL) {
            fprintf(stderr, "measure_games: %s cannot be opened\n", folders[i]);
            return 1;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            char path[PATH_SIZE];
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
            tp_match *match = tp_record_read(path, NULL, &error);
            if (match == NULL) {
                fprintf(stderr, "measure_games: %s\n", error.text);
                closedir(folder);
                return 1;
            }
            if (tp_match_actor(match) == TP_OVER) add(&sums, match);
            tp_match_free(match);
        }
        closedir(folder);
    }
    if (sums.games == 0) {
        fprintf(stderr, "measure_games: name folders with finished games, as tapete arena --games-to has "
                        "written them\n");
        return 1;
    }
    printf("%-34s %d\n", sums.game, sums.games);
    printf("%-34s %s\n", "", "least, 10 %, median, 90 %, most");
    print_five("plies", sums.plies, sums.games);
    print_five("margin between first and second", sums.margins, sums.games);
    print_share("resigned", sums.resigned, sums.games);
    print_share("nobody ahead", sums.shared, sums.games);
    for (int seat = 0; seat < sums.seats; seat++) {
        char name[32];
        snprintf(name, sizeof name, "won by seat %d", seat);
        print_share(name, sums.winners[seat], sums.games);
    }
    if (strcmp(sums.game, "mus") == 0) print_mus(&sums.mus);
    if (strcmp(sums.game, "sabacc") == 0) print_sabacc(&sums.sabacc, sums.games);
    return 0;
}
