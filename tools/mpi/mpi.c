/* `tapete-mpi`: an arena, or a solution (solve.c), on many processes and machines, by MPI.
 *
 * Rank 0 is `tapete arena`: it reads the flags, adds deals up in the order of their numbers and writes the
 * record. Each other rank is a hand of it (arena_hands): it gets the settings once and then the number of one
 * deal after the other, and gives back what came of it. So any number of ranks gives the same bytes as one
 * process. Rank 0 plays too, on --threads threads (1 if that is not given).
 *
 * All ranks run the same program on machines of one kind: results travel as they lie in memory. The library
 * of MPI waits by looking all the time; here everybody looks and sleeps by turns, which costs a deal at most
 * half a millisecond. */
#include "mpi/mpi.h"

#include "arena/arena.h"
#include "cli/cli.h"
#include "core/language.h"

#include <jansson.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SHORTEST_PAUSE_US = 20,
    LONGEST_PAUSE_US = 500,
};

typedef struct answer {
    bool is_played;
    arena_deal deal;
    tp_error error;
} answer;

/* MPI is called by one thread at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_sleep(int *pause_us) {
    usleep((unsigned)*pause_us);
    if (*pause_us < LONGEST_PAUSE_US) *pause_us *= 2;
}

int mpi_rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int wait_for(int rank, int tag, arena_stop *stop, void *context) {
    for (int pause_us = SHORTEST_PAUSE_US;; lock_sleep(&pause_us)) {
        int is_there = 0, size = 0;
        MPI_Status status;
        pthread_mutex_lock(&lock);
        MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &is_there, &status);
        if (is_there) MPI_Get_count(&status, MPI_BYTE, &size);
        pthread_mutex_unlock(&lock);
        if (is_there) return size;
        if (stop != NULL && stop(context)) return -1;
    }
}

void receive(int rank, int tag, void *bytes, size_t size) {
    pthread_mutex_lock(&lock);
    MPI_Recv(bytes, (int)size, MPI_BYTE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&lock);
}

void send_to(int rank, int tag, const void *bytes, size_t size) {
    pthread_mutex_lock(&lock);
    MPI_Send(bytes, (int)size, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
    pthread_mutex_unlock(&lock);
}

/* ---- rank 0 ---- */

static arena_hands hands;
static size_t times_size;
static bool is_awaited[ARENA_MOST_THREADS]; /* whose answer nobody has waited for */
static bool was_interrupted;

/* Hand n is rank n + 1. */
static bool play(void *context, int hand, int64_t number, arena_stop *stop, void *stop_context,
                 arena_deal *deal, arena_times *times, tp_error *error) {
    (void)context;
    int rank = hand + 1;
    answer answer;
    send_to(rank, TAG_DEAL, &number, sizeof number);
    is_awaited[hand] = true;
    if (wait_for(rank, TAG_TIMES, stop, stop_context) < 0) return false;
    receive(rank, TAG_PLAYED, &answer, sizeof answer);
    receive(rank, TAG_TIMES, times, times_size);
    is_awaited[hand] = false;
    *deal = answer.deal;
    if (!answer.is_played) *error = answer.error;
    return answer.is_played;
}

static const arena_hands *begin(const arena_plan *plan, const char *games_to, const char *record,
                                tp_error *error) {
    json_t *json = json_pack("{s:o, s:s, s:s*}", "settings", arena_settings_to_json(&plan->settings),
                             "version", tp_version(), "games_to", games_to);
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    for (int i = 0; i < hands.count; i++) send_to(i + 1, TAG_SETTINGS, text, strlen(text));
    free(text);
    times_size = (size_t)plan->agent_count * sizeof(arena_times);
    hands.play = play;
    if (record != NULL)
        fprintf(stderr,
                TR("tapete-mpi: if this is stopped or a rank is lost, go on with: mpirun ... tapete-mpi "
                   "arena --resume %s\n"),
                record);
    for (int i = 0; i < hands.count; i++) {
        answer answer;
        wait_for(i + 1, TAG_READY, NULL, NULL);
        receive(i + 1, TAG_READY, &answer, sizeof answer);
        if (answer.is_played) continue;
        if (error != NULL) *error = answer.error;
        return NULL;
    }
    return &hands;
}

/* By Ctrl-C, or because another rank was lost: mpirun then ends all others, with SIGTERM and at once with
 * SIGKILL, so there is no time to say anything. */
static void interrupted(void) { was_interrupted = true; }

static const cli_others others = {.begin = begin, .interrupted = interrupted};

static void dismiss(void) {
    static arena_times unused[ARENA_MOST_AGENTS];
    const int64_t no_more = -1;
    for (int i = 0; i < hands.count; i++) {
        if (is_awaited[i]) { /* what came too late counts nowhere */
            answer answer;
            wait_for(i + 1, TAG_TIMES, NULL, NULL);
            receive(i + 1, TAG_PLAYED, &answer, sizeof answer);
            receive(i + 1, TAG_TIMES, unused, times_size);
        }
        if (hands.play != NULL || solve_has_begun) send_to(i + 1, TAG_DEAL, &no_more, sizeof no_more);
        send_to(i + 1, TAG_SETTINGS, NULL, 0);
    }
}

static int lead(int argc, char **argv, int ranks) {
    hands.count = ranks - 1 < ARENA_MOST_THREADS / 2 ? ranks - 1 : ARENA_MOST_THREADS / 2;
    cli_arena_others = &others;
    cli_solve_others = solve_begin;
    int at = 1;
    while (at < argc && strncmp(argv[at], "--load", 6) == 0) at += argv[at][6] == '=' ? 1 : 2;
    bool is_known =
        at < argc && (strcmp(argv[at], "arena") == 0 || strcmp(argv[at], "solve") == 0 || argv[at][0] == '-');
    int code =
        is_known
            ? cli_main(argc, argv)
            : cli_bad("tapete-mpi runs `arena` and `solve` alone: mpirun -np 4 tapete-mpi arena GAME ...");
    return code;
}

/* ---- the other ranks ---- */

/* Read what rank 0 has sent. `games_to` is to be freed. */
static arena_plan *read_plan(const char *text, size_t size, char **games_to, tp_error *error) {
    arena_plan *plan = NULL;
    arena_settings *settings = calloc(1, sizeof *settings);
    json_t *json = json_loadb(text, size, 0, NULL);
    const char *version = json_string_value(json_object_get(json, "version"));
    const char *folder = json_string_value(json_object_get(json, "games_to"));
    if (settings == NULL || json == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    } else if (version == NULL || strcmp(version, tp_version()) != 0) {
        tp_fail(error, TP_E_VERSION, TR("all ranks must run the same version of tapete-mpi"));
    } else if (arena_settings_from_json(settings, json_object_get(json, "settings"), error) == TP_OK) {
        plan = arena_plan_new(settings, error);
        *games_to = plan != NULL && folder != NULL ? strdup(folder) : NULL;
    }
    json_decref(json);
    free(settings);
    return plan;
}

static bool never(void *context) {
    (void)context;
    return false;
}

static void play_deals(const arena_plan *plan, arena_player *player) {
    static arena_times times[ARENA_MOST_AGENTS];
    size_t size = (size_t)plan->agent_count * sizeof *times;
    for (;;) {
        int64_t number;
        wait_for(0, TAG_DEAL, NULL, NULL);
        receive(0, TAG_DEAL, &number, sizeof number);
        if (number < 0) return;
        answer answer = {0};
        memset(times, 0, size);
        answer.is_played = arena_play_deal(player, number, never, NULL, &answer.deal, times, &answer.error);
        send_to(0, TAG_PLAYED, &answer, sizeof answer);
        send_to(0, TAG_TIMES, times, size);
    }
}

static int follow(int argc, char **argv) {
    for (int i = 1; i < argc && strncmp(argv[i], "--load", 6) == 0; i++) {
        const char *file = argv[i][6] == '=' ? argv[i] + 7 : i + 1 < argc ? argv[++i] : "";
        if (file[0] != '\0' && !cli_load_plugin(file)) return CLI_BAD;
    }
    for (int size; (size = wait_for(0, TAG_SETTINGS, NULL, NULL)) >= 0;) {
        char *text = cli_allocate((size_t)size + 1), *games_to = NULL;
        receive(0, TAG_SETTINGS, text, (size_t)size);
        if (size == 0) {
            free(text);
            break;
        }
        if (solve_follow(text, (size_t)size)) {
            free(text);
            continue;
        }
        answer ready = {0};
        arena_plan *plan = read_plan(text, (size_t)size, &games_to, &ready.error);
        arena_player *player = plan != NULL ? arena_player_new(plan, games_to, &ready.error) : NULL;
        ready.is_played = player != NULL;
        send_to(0, TAG_READY, &ready, sizeof ready);
        if (player != NULL) {
            play_deals(plan, player);
        } else { /* rank 0 has heard why, and sends no deal */
            int64_t unused;
            wait_for(0, TAG_DEAL, NULL, NULL);
            receive(0, TAG_DEAL, &unused, sizeof unused);
        }
        arena_player_free(player);
        arena_plan_free(plan);
        free(games_to);
        free(text);
    }
    return CLI_OK;
}

int main(int argc, char **argv) {
    int provided, rank, ranks;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED)
        return cli_bad("this MPI cannot be used by several threads.");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    solve_ranks = ranks;
    int code = rank == 0 ? lead(argc, argv, ranks) : follow(argc, argv);
    if (was_interrupted) {
        fflush(NULL);
        _exit(code); /* the others may be gone, and would be waited for */
    }
    if (rank == 0) dismiss();
    MPI_Finalize();
    return code;
}
