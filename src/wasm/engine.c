/* What there is: games, agents, languages; and what was finished: records, reviews. */
#include "agents/play.h"
#include "match/sealed.h"
#include "review/review.h"
#include "wasm/host.h"

#include "core/language.h"

#include <stdlib.h>
#include <string.h>

HOST_EXPORT("tapete_version") const char *tapete_version(void) { return answer_text(strdup(TP_VERSION)); }

/* The language that suits best, by its tag. */
HOST_EXPORT("tapete_choose") const char *tapete_choose(const char *wanted) {
    return answer_text(strdup(tp_language_choose(wanted)));
}

/* The language of all sentences from now on; its catalogue should be there (translations.c). */
HOST_EXPORT("tapete_speak") void tapete_speak(const char *tag) { tp_language_set(tag); }

HOST_EXPORT("tapete_games") const char *tapete_games(bool study) {
    return answer_json(tp_games_to_json(study));
}

HOST_EXPORT("tapete_agents") const char *tapete_agents(void) { return answer_json(tp_agents_to_json()); }

HOST_EXPORT("tapete_schema") const char *tapete_schema(const char *name) {
    const tp_game *game = tp_game_find(name, answer_error());
    return game == NULL ? NULL : answer_json(tp_game_schema_to_json(game));
}

HOST_EXPORT("tapete_rules") const char *tapete_rules(const char *name) {
    const tp_game *game = tp_game_find(name, answer_error());
    return game == NULL ? NULL : answer_text(strdup(game->rules_text));
}

/* The names of the files that the best agents of a game want to be handed in: a list. */
HOST_EXPORT("tapete_files") const char *tapete_files(const char *name) {
    const tp_game *game = tp_game_find(name, answer_error());
    if (game == NULL) return NULL;
    json_t *list = json_array();
    const char *const *networks = game_play_of(game)->networks;
    for (; networks != NULL && *networks != NULL; networks++)
        json_array_append_new(list, json_string(*networks));
    return answer_json(list);
}

/* ---- records ---- */

/* A report on a finished record; NULL with an error where it was not dealt as it was committed to. */
HOST_EXPORT("tapete_verify") const char *tapete_verify(const char *text) {
    enum { MOST_REPORT = 4096 };
    char *report = calloc(1, MOST_REPORT);
    if (report == NULL) return answer_text(NULL);
    if (record_verify_text(text, strlen(text), NULL, report, MOST_REPORT, answer_error()) == TP_OK)
        return answer_text(report);
    free(report);
    return NULL;
}

/* ---- reviews, a position at a time ---- */

HOST_EXPORT("tapete_review")
review *tapete_review(const tp_match *match, const char *judge, double seed, uint32_t seats) {
    return review_new(
        &(review_setup){
            .match = match, .judge = judge[0] != '\0' ? judge : NULL, .seed = (uint64_t)seed, .seats = seats},
        answer_error());
}

HOST_EXPORT("tapete_review_step") bool tapete_review_step(review *review) { return review_step(review); }
HOST_EXPORT("tapete_review_done") size_t tapete_review_done(const review *review) {
    return review_done(review);
}
HOST_EXPORT("tapete_review_work") size_t tapete_review_work(const review *review) {
    return review_work(review);
}
HOST_EXPORT("tapete_review_free") void tapete_review_free(review *review) { review_free(review); }

HOST_EXPORT("tapete_review_result") const char *tapete_review_result(review *review) {
    return review_finish(review, answer_error()) ? answer_json(review_to_json(review, 0, 0)) : NULL;
}
