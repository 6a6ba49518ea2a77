/* Who one is at a server: a guest with a cookie, as in a browser. It is kept in the data directory, readable
 * by its owner alone. */
#include "cli/join.h"
#include "core/files.h"
#include "core/language.h"
#include "look/draw.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- what is kept ---- */

static bool guests_path(char path[SHELF_PATH_SIZE], bool make) {
    if (shelf_data_directory(path, make, NULL) != TP_OK) return false;
    text_append(path, SHELF_PATH_SIZE, "/guests.json");
    return true;
}

/* The cookies by the address of their server; an empty object if there are none. */
static json_t *read_guests(void) {
    char path[SHELF_PATH_SIZE];
    json_t *guests = guests_path(path, false) ? json_load_file(path, 0, NULL) : NULL;
    if (json_is_object(guests)) return guests;
    json_decref(guests);
    return json_object();
}

/* If it cannot be kept, the next game has another guest, which is no reason not to play. */
static void keep_guest(const join *join) {
    char path[SHELF_PATH_SIZE];
    if (!guests_path(path, true)) return;
    json_t *guests = read_guests();
    json_object_set_new(guests, join->target.host, json_string(join->cookie));
    char *text = json_dumps(guests, JSON_INDENT(1) | JSON_SORT_KEYS);
    json_decref(guests);
    if (text != NULL) file_replace(path, text, strlen(text), 0600);
    free(text);
}

/* ---- asking the server ---- */

/* The JSON object that the server answers; NULL after a sentence. */
static json_t *ask(join *join, const char *path, const char *body) {
    int status = 0;
    char cookie[CLIENT_COOKIE_SIZE];
    client_request request = {.path = path, .body = body, .cookie = join->cookie, .language = tp_language()};
    char *text = client_ask(&join->target, &request, &status, cookie);
    json_t *answer = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (status == 200 && json_is_object(answer)) {
        if (*cookie != '\0') memcpy(join->cookie, cookie, sizeof cookie);
        return answer;
    }
    const char *why = json_string_value(json_object_get(json_object_get(answer, "error"), "text"));
    if (why != NULL) {
        char sentence[TP_TEXT_SIZE];
        snprintf(sentence, sizeof sentence, "%s", why);
        text_clean(sentence);
        cli_bad_at(join->target.host, sentence);
    } else {
        cli_bad("%s does not answer like a Tapete server.", join->target.host);
    }
    json_decref(answer);
    return NULL;
}

static bool take_name(join *join, const char *name) {
    json_t *wish = json_pack("{s:s}", "name", name);
    char *body = wish != NULL ? json_dumps(wish, 0) : NULL;
    json_decref(wish);
    if (body == NULL) {
        cli_bad("--name: the text is not valid UTF-8.");
        return false;
    }
    if (strlen(body) >= CLIENT_BODY_SIZE) {
        free(body);
        cli_bad("--name: the name is too long.");
        return false;
    }
    json_t *answer = ask(join, "/api/name", body);
    free(body);
    json_decref(answer);
    return answer != NULL;
}

bool join_introduce(join *join, const char *name) {
    json_t *guests = read_guests();
    const char *known = json_string_value(json_object_get(guests, join->target.host));
    /* The file can be edited; a cookie within a request has no line breaks. */
    if (known != NULL && strlen(known) < CLIENT_COOKIE_SIZE && strpbrk(known, "\r\n") == NULL)
        snprintf(join->cookie, sizeof join->cookie, "%s", known);
    json_decref(guests);
    json_t *answer = ask(join, "/api/session", NULL);
    if (answer == NULL) return false;
    const char *id = json_string_value(json_object_get(answer, "id"));
    json_int_t protocol = json_integer_value(json_object_get(answer, "protocol"));
    bool good = id != NULL && strlen(id) < JOIN_ID_SIZE && *join->cookie != '\0' && protocol == 1;
    if (good) {
        snprintf(join->me, sizeof join->me, "%s", id);
        keep_guest(join);
    } else if (id != NULL && protocol != 1) {
        cli_bad("%s speaks version %d of the protocol, and this program speaks version 1.", join->target.host,
                (int)protocol);
    } else {
        cli_bad("%s does not answer like a Tapete server.", join->target.host);
    }
    json_decref(answer);
    return good && (name == NULL || take_name(join, name));
}

/* ---- the record ---- */

/* A record is read from a file; this one has no name. */
static tp_match *read_record(const char *text) {
    int file = memfd_create("record", MFD_CLOEXEC);
    if (file < 0) return NULL;
    char path[64];
    tp_record_info info = {0};
    size_t size = strlen(text);
    tp_match *match = NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (write(file, text, size) == (ssize_t)size) match = tp_record_read(path, &info, NULL);
    close(file);
    if (match == NULL || info.finished) return match;
    tp_match_free(match);
    return NULL;
}

bool join_record_fits(const join *join) {
    return join->match == NULL ||
           (join->phase == JOIN_OVER && tp_match_game(join->match) == join->play.game &&
            tp_match_seats(join->match) == join->play.seats);
}

char *join_record_text(join *join) {
    char path[2 * JOIN_ID_SIZE + 32], cookie[CLIENT_COOKIE_SIZE];
    int status = 0;
    snprintf(path, sizeof path, "/api/record/%s", join->table);
    client_request request = {
        .path = path, .cookie = join->cookie, .language = tp_language(), .invite = join->invite};
    char *text = client_ask(&join->target, &request, &status, cookie);
    if (text != NULL && status == 200) return text;
    free(text);
    return NULL;
}

bool join_fetch_record(join *join) {
    if (join->match != NULL) return true;
    char *text = join_record_text(join);
    if (text != NULL) join->match = read_record(text);
    free(text);
    if (join->match != NULL && join_record_fits(join)) return true;
    tp_match_free(join->match);
    join->match = NULL;
    snprintf(join->notice, sizeof join->notice, "%s",
             TR("The server does not publish the record of this game."));
    return false;
}

void join_end_looking_back(join *join) {
    if (join->reviewing) review_pane_close(&join->review);
    join->reviewing = false;
    replay_close(&join->replay);
    join->replay = (replay){0};
    tp_match_free(join->match);
    join->match = NULL;
}
