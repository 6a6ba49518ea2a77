/* `tapete review`: what the decisions of a game were worth, and how much of it was luck.
 *
 * The text or the JSON goes to standard output at the end. While the judge thinks, a line on standard error
 * says how far it is, where that is a terminal. */
#include "cli/review.h"

#include "cli/cli.h"
#include "cli/input.h"
#include "core/language.h"
#include "look/draw.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 64, JUDGE_SIZE = 256, LOOK_MS = 50 };

/* ---- thinking ---- */

typedef struct crew {
    review *review;
    atomic_bool stopping;
    atomic_int working;
} crew;

static void *work(void *context) {
    crew *crew = context;
    while (!atomic_load(&crew->stopping) && review_step(crew->review)) continue;
    atomic_fetch_sub(&crew->working, 1);
    return NULL;
}

static void show_progress(const review *review, double spent) {
    size_t done = review_done(review), all = review_work(review);
    fputc('\r', stderr);
    if (done > 0) {
        int left = (int)(spent * (double)(all - done) / (double)done + 0.5);
        fprintf(stderr, TR("%zu of %zu positions, %d:%02d left; Ctrl-C stops"), done, all, left / 60,
                left % 60);
    } else {
        fprintf(stderr, TR("%zu of %zu positions; Ctrl-C stops"), done, all);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* Judge all positions. Returns CLI_OK, or what to end with after a signal. */
static int think(review *review, int threads) {
    crew crew = {.review = review};
    pthread_t started[MOST_THREADS];
    int count = 0, code = CLI_OK;
    bool live = isatty(STDERR_FILENO) == 1;
    double begin = cli_seconds(CLOCK_MONOTONIC);
    input from;
    input_begin(&from);
    atomic_init(&crew.working, threads);
    while (count < threads && pthread_create(&started[count], NULL, work, &crew) == 0) count++;
    atomic_fetch_sub(&crew.working, threads - count);
    while (count == 0 && review_step(review)) continue; /* no threads to be had: then here */
    while (atomic_load(&crew.working) > 0) {
        const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000};
        nanosleep(&pause, NULL);
        if (input_termination() != 0) code = 128 + input_termination();
        if (input_take_interrupt()) code = CLI_STOPPED;
        if (code != CLI_OK) atomic_store(&crew.stopping, true);
        if (live) show_progress(review, cli_seconds(CLOCK_MONOTONIC) - begin);
    }
    for (int i = 0; i < count; i++) pthread_join(started[i], NULL);
    if (live) fputs("\r\033[K", stderr);
    input_end();
    return code;
}

/* ---- what to review, and by whom ---- */

/* A person sits where no agent does. */
static bool is_person(const tp_match *match, int seat) {
    const char *name = tp_match_seat_name(match, seat);
    const tp_agent_kind *kind;
    tp_options options;
    return *name != '\0' && tp_agent_read(tp_match_game(match), name, &kind, &options, NULL) != TP_OK;
}

static uint32_t seats_of_people(const tp_match *match) {
    uint32_t seats = 0;
    for (int seat = 0; seat < tp_match_seats(match); seat++) seats |= is_person(match, seat) ? 1u << seat : 0;
    return seats;
}

/* The judge that the flags name. False, and it was said, where they contradict each other. */
static bool read_judge(const cli_args *args, char judge[JUDGE_SIZE]) {
    const char *named = cli_value(args, "agent");
    int64_t sims, ms;
    if (!cli_integer(args, "sims", 1, 1000000000, 0, &sims) || !cli_integer(args, "ms", 1, 86400000, 0, &ms))
        return false;
    if ((named != NULL) + (sims > 0) + (ms > 0) > 1) {
        cli_bad("--agent, --sims and --ms all choose the judge; give one of them.");
        return false;
    }
    int size = snprintf(judge, JUDGE_SIZE, "%s", named != NULL ? named : REVIEW_JUDGE);
    if (sims > 0) size = snprintf(judge, JUDGE_SIZE, "ismcts:sims=%lld", (long long)sims);
    if (ms > 0) size = snprintf(judge, JUDGE_SIZE, "ismcts:ms=%lld", (long long)ms);
    if (size < JUDGE_SIZE) return true;
    cli_bad("the name of the agent is too long: at most %d bytes.", JUDGE_SIZE - 1);
    return false;
}

/* ---- what comes out ---- */

bool review_path(const char *record, char path[SHELF_PATH_SIZE]) {
    static const char end[] = ".jsonl";
    size_t length = strlen(record), cut = sizeof end - 1;
    if (length > cut && strcmp(record + length - cut, end) == 0) length -= cut;
    return snprintf(path, SHELF_PATH_SIZE, "%.*s.review.json", (int)length, record) < SHELF_PATH_SIZE;
}

typedef void write_to(FILE *out, const void *context);

/* Write a file beside, then rename it: an older one stays until the new one is whole. */
static int write_file(const char *path, write_to *write, const void *context) {
    char beside[SHELF_PATH_SIZE + 16];
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return cli_bad("the name of the file is too long.");
    FILE *out = fopen(beside, "we");
    if (out == NULL) return cli_bad("cannot write %s: %s.", path, strerror(errno));
    write(out, context);
    bool failed = ferror(out) != 0;
    failed |= fclose(out) != 0;
    if (!failed && rename(beside, path) == 0) return CLI_OK;
    int reason = errno;
    unlink(beside);
    return cli_bad("cannot write %s: %s.", path, strerror(reason));
}

static void write_svg(FILE *out, const void *context) {
    const review_shown *shown = context;
    review_to_svg(shown->review, shown->names, out);
}

static void write_json(FILE *out, const void *context) {
    const review_shown *shown = context;
    json_t *json = review_to_json(shown->review, 0, 0);
    /* Without memory the file would be empty: that is no review, and its reader says so. */
    if (json != NULL) json_dumpf(json, out, JSON_COMPACT | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(json);
}

static int show(const cli_args *args, const char *path, const review_shown *shown) {
    char kept[SHELF_PATH_SIZE];
    int code = CLI_OK;
    if (cli_given(args, "svg")) code = write_file(cli_value(args, "svg"), write_svg, shown);
    if (code == CLI_OK && cli_given(args, "save")) {
        code = review_path(path, kept) ? write_file(kept, write_json, shown)
                                       : cli_bad("the name of the record is too long.");
    }
    if (code != CLI_OK) return code;
    if (cli_given(args, "json")) {
        cli_print_json(review_to_json(shown->review, 0, 0));
    } else {
        review_print(shown);
    }
    return CLI_OK;
}

/* ---- the command ---- */

static int review_match(const cli_args *args, const char *path, const tp_match *match, int threads) {
    char judge[JUDGE_SIZE], names[TP_MAX_SEATS][SHELF_NAME_SIZE];
    tp_error error = {0};
    int64_t seat;
    uint64_t seed = 1;
    if (!cli_integer(args, "seat", 0, tp_match_seats(match) - 1, -1, &seat)) return CLI_BAD;
    if (cli_given(args, "seed") && !cli_seed(args, &seed)) return CLI_BAD;
    if (!read_judge(args, judge)) return CLI_BAD;
    uint32_t seats = cli_given(args, "seat") ? 1u << seat : seats_of_people(match);
    review *made =
        review_new(&(review_setup){.match = match, .judge = judge, .seed = seed, .seats = seats}, &error);
    if (made == NULL) return cli_bad_error(&error);
    review_shown shown = {.match = match,
                          .review = made,
                          .judge = judge,
                          .you = shelf_human_seat(match),
                          .all = cli_given(args, "all")};
    style_detect(&shown.style, cli_given(args, "plain"));
    for (int i = 0; i < tp_match_seats(match); i++) {
        shelf_seat_name(match, i, names[i]);
        shown.names[i] = i == shown.you ? TR("You") : names[i];
    }
    int code = think(made, threads);
    if (code == CLI_OK) code = review_finish(made, &error) ? show(args, path, &shown) : cli_bad_error(&error);
    review_free(made);
    return code;
}

int cli_review(const cli_args *args) {
    tp_error error = {0};
    tp_record_info info = {0};
    int64_t threads;
    char path[SHELF_PATH_SIZE];
    if (cli_given(args, "json") && cli_given(args, "plain"))
        return cli_bad("--json is for programs and --plain for people: give one of them.");
    if (!cli_integer(args, "threads", 1, MOST_THREADS, cli_cores(MOST_THREADS), &threads)) return CLI_BAD;
    tp_match *match = shelf_read(cli_operand(args, 0), path, &info, &error);
    if (match == NULL) return cli_bad_error(&error);
    int code = review_match(args, path, match, (int)threads);
    tp_match_free(match);
    return cli_finish(code);
}
