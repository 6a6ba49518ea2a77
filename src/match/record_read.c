/* Reading records: every line is checked and replayed, so that what comes out is a match that these rules can
 * play.
 *
 * Records come from outside. A mistake in one is answered with the number of the line and a sentence; only a
 * last line without its end, which is what a crash leaves, is dropped and noted. */
#include "core/language.h"
#include "match/record_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* What stands between the lines that have been read and those to come. */
typedef struct record_reader {
    json_t *header;     /* until the deal has been read */
    tp_match *match;    /* from the deal on */
    const uint8_t *key; /* check outcomes against this one */
    record_found *found;
    match_events told; /* the outcomes of one line */
    bool is_header;    /* what is wrong stands in the header, though it was found when the deal was read */
} record_reader;

/* ---- JSON with a sentence for everything that is not as it should be ---- */

static tp_err damaged(tp_error *error, const char *sentence) {
    return tp_fail(error, TP_E_INPUT, "%s", sentence);
}

/* Whether the object has nothing but these members. `names` ends with NULL. */
static tp_err check_members(json_t *object, const char *const *names, tp_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        size_t i = 0;
        while (names[i] != NULL && strcmp(names[i], name) != 0) i++;
        if (names[i] == NULL) return tp_fail(error, TP_E_INPUT, TR("unknown key '%.60s'"), name);
    }
    return TP_OK;
}

static tp_err read_int(const json_t *object, const char *name, json_int_t min, json_int_t max, int *out,
                       tp_error *error) {
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max) {
        return tp_fail(error, TP_E_INPUT, TR("'%s' should be a whole number in %lld .. %lld"), name,
                       (long long)min, (long long)max);
    }
    *out = (int)number;
    return TP_OK;
}

/* Bytes in hex digits: at least `min`, at most `max` of them. */
static bool read_hex(const json_t *value, uint8_t *bytes, size_t min, size_t max, size_t *length) {
    if (!json_is_string(value)) return false;
    size_t digits = json_string_length(value);
    return digits % 2 == 0 && digits >= 2 * min && digits <= 2 * max &&
           sodium_hex2bin(bytes, max, json_string_value(value), digits, NULL, length, NULL) == 0 &&
           *length == digits / 2;
}

/* The outcomes of a list of texts. */
static tp_err read_outcomes(record_reader *reader, const tp_game *game, const json_t *list, tp_error *error) {
    reader->told.count = 0;
    if (list == NULL) return TP_OK;
    if (!json_is_array(list)) return damaged(error, TR("outcomes should be a list of texts"));
    size_t index;
    json_t *text;
    json_array_foreach(list, index, text) {
        tp_event event = {.type = TP_EVENT_CHANCE};
        if (!json_is_string(text)) return damaged(error, TR("outcomes should be a list of texts"));
        tp_err code = tp_outcome_from_text(game, json_string_value(text), &event.kind, &event.outcome, error);
        if (code != TP_OK) return code;
        if (!match_events_add(&reader->told, &event)) {
            return tp_fail(error, TP_E_MEMORY, TR("no memory for the outcomes"));
        }
    }
    return TP_OK;
}

/* ---- the header and the deal ---- */

static tp_err read_header(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"tapete", "version",    "game",          "rules",  "options",
                                          "seats",  "commitment", "contributions", "sealed", "seed",
                                          "script", "position",   "continues",     NULL};
    const char *what = json_string_value(json_object_get(object, "tapete"));
    if (what == NULL || strcmp(what, "record") != 0)
        return damaged(error, TR("this is not the header of a record"));
    int version = 0;
    tp_err code = read_int(object, "version", 1, INT32_MAX, &version, error);
    if (code != TP_OK) return code;
    if (version > TP_RECORD_VERSION) {
        return tp_fail(error, TP_E_VERSION,
                       TR("was written by a newer Tapete (record version %d, this is %d)"), version,
                       TP_RECORD_VERSION);
    }
    code = check_members(object, members, error);
    if (code == TP_OK) reader->header = json_incref(object);
    return code;
}

static tp_err read_seats(const json_t *header, tp_match_setup *setup, size_t *count, tp_error *error) {
    const json_t *seats = json_object_get(header, "seats");
    *count = json_array_size(seats);
    if (!json_is_array(seats) || *count > TP_MAX_SEATS)
        return damaged(error, TR("'seats' should be a list of names"));
    for (size_t i = 0; i < *count; i++) {
        setup->seats[i] = json_string_value(json_array_get(seats, i));
        if (setup->seats[i] == NULL) return damaged(error, TR("'seats' should be a list of names"));
    }
    const json_t *contributions = json_object_get(header, "contributions");
    if (!json_is_array(contributions) || json_array_size(contributions) != *count) {
        return damaged(error, TR("'contributions' should be a list with one place for each seat"));
    }
    for (size_t i = 0; i < *count; i++) {
        const json_t *value = json_array_get(contributions, i);
        size_t length = 0;
        if (!json_is_null(value) &&
            !read_hex(value, setup->contributions[i].bytes, 1, TP_CONTRIBUTION_SIZE, &length)) {
            return tp_fail(error, TP_E_INPUT, TR("a contribution is null or 1 .. %d bytes in hex digits"),
                           TP_CONTRIBUTION_SIZE);
        }
        setup->contributions[i].size = (uint8_t)length;
    }
    return TP_OK;
}

static tp_err read_seed(const json_t *header, tp_match_setup *setup, tp_error *error) {
    const json_t *seed = json_object_get(header, "seed");
    if (seed == NULL) return TP_OK;
    setup->seeded = true;
    if (json_is_integer(seed) && json_integer_value(seed) >= 0) {
        setup->seed = (uint64_t)json_integer_value(seed);
        return TP_OK;
    }
    const char *text = json_string_value(seed);
    if (text != NULL && text[0] != '\0' && text[strspn(text, "0123456789")] == '\0') {
        errno = 0;
        setup->seed = strtoull(text, NULL, 10);
        if (errno == 0) return TP_OK;
    }
    return damaged(error, TR("'seed' should be a whole number in 0 .. 2^64-1"));
}

/* The scripted outcomes as texts; free the list and not the texts. */
static tp_err read_script(const json_t *header, const char ***out, size_t *count, tp_error *error) {
    const json_t *script = json_object_get(header, "script");
    *out = NULL;
    *count = 0;
    if (script == NULL) return TP_OK;
    size_t size = json_array_size(script);
    if (size == 0) return damaged(error, TR("'script' should be a list of outcomes"));
    const char **texts = calloc(size, sizeof *texts);
    if (texts == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the script"));
    for (size_t i = 0; i < size; i++) {
        texts[i] = json_string_value(json_array_get(script, i));
        if (texts[i] == NULL) {
            free(texts);
            return damaged(error, TR("'script' should be a list of outcomes"));
        }
    }
    *out = texts;
    *count = size;
    return TP_OK;
}

/* Which moment of another match the position is; `origin` is the caller's memory. */
static tp_err read_origin(const json_t *header, tp_match_setup *setup, tp_origin *origin, tp_error *error) {
    static const char *const members[] = {"commitment", "ply", NULL};
    json_t *continues = json_object_get(header, "continues");
    size_t length = 0;
    if (continues == NULL) return TP_OK;
    if (setup->position == NULL || !json_is_object(continues))
        return damaged(error, TR("'continues' should be an object, and needs a 'position'"));
    tp_err code = check_members(continues, members, error);
    if (code == TP_OK) code = read_int(continues, "ply", 0, INT32_MAX, &origin->ply, error);
    if (code == TP_OK && !read_hex(json_object_get(continues, "commitment"), origin->commitment,
                                   TP_COMMITMENT_SIZE, TP_COMMITMENT_SIZE, &length)) {
        code = tp_fail(error, TP_E_INPUT, TR("'commitment' should be %d bytes in hex digits"),
                       TP_COMMITMENT_SIZE);
    }
    setup->origin = origin;
    return code;
}

/* The game, its version and its options. */
static tp_err read_game(const json_t *header, tp_match_setup *setup, tp_options *options, tp_error *error) {
    const char *name = json_string_value(json_object_get(header, "game"));
    const char *rules = json_string_value(json_object_get(header, "rules"));
    if (name == NULL || rules == NULL) return damaged(error, TR("'game' and 'rules' should be texts"));
    tp_error unknown = {0};
    setup->game = tp_game_find(name, &unknown);
    if (setup->game == NULL) {
        if (error != NULL) *error = unknown;
        return unknown.code;
    }
    if (strcmp(rules, setup->game->rules_version) != 0) {
        return tp_fail(error, TP_E_VERSION,
                       TR("was played by version '%.40s' of the rules of %s, these are '%s'"), rules, name,
                       setup->game->rules_version);
    }
    tp_options_init(options, setup->game->options);
    setup->options = options;
    return tp_options_from_json(options, json_object_get(header, "options"), error);
}

/* Begin the match that header and deal describe. */
static tp_err begin(record_reader *reader, const json_t *deal, tp_error *error) {
    const json_t *header = reader->header;
    tp_match_setup setup = {0};
    tp_options options;
    tp_origin origin = {0};
    sealed_list sealed;
    const json_t *sealed_value = json_object_get(header, "sealed");
    uint8_t commitment[TP_COMMITMENT_SIZE];
    const char **script = NULL;
    size_t seats = 0, length = 0;
    tp_err code = read_game(header, &setup, &options, error);
    if (code == TP_OK) code = read_seats(header, &setup, &seats, error);
    if (code == TP_OK && sealed_value != NULL) code = sealed_from_json(&sealed, sealed_value, error);
    if (code == TP_OK) code = read_seed(header, &setup, error);
    if (code == TP_OK && !read_hex(json_object_get(header, "commitment"), commitment, sizeof commitment,
                                   sizeof commitment, &length)) {
        code = tp_fail(error, TP_E_INPUT, TR("'commitment' should be %d bytes in hex digits"),
                       TP_COMMITMENT_SIZE);
    }
    setup.position = json_object_get(header, "position");
    if (code == TP_OK) code = read_origin(header, &setup, &origin, error);
    if (code == TP_OK) code = read_script(header, &script, &setup.script_count, error);
    if (code == TP_OK) {
        setup.script = script;
        reader->found->info.seeded = setup.seeded;
        reader->found->scripted = setup.script_count > 0;
        if (!setup.seeded) setup.key = reader->key;
    }
    bool is_header_read = code == TP_OK;
    if (code == TP_OK) code = read_outcomes(reader, setup.game, deal, error);
    if (code == TP_OK) {
        match_reading reading = {commitment, reader->told.items, reader->told.count, reader->key != NULL};
        tp_error failure = {0};
        reader->match = match_begin(&setup, sealed_value != NULL ? &sealed : NULL, &reading, &failure);
        if (reader->match == NULL) {
            code = failure.code;
            if (error != NULL) *error = failure;
            is_header_read = code == TP_E_CHANCE; /* else options, position, seals or seed are to blame */
            if (strcmp(failure.reason, "WRONG_SEAL") == 0) reader->found->wrong = "WRONG_SEAL";
        } else if ((size_t)reader->match->seats != seats) {
            code = tp_fail(error, TP_E_INPUT, TR("'seats' has %zu names, but there are %d seats"), seats,
                           reader->match->seats);
            is_header_read = false;
        }
    }
    free(script);
    reader->is_header = code != TP_OK && !is_header_read;
    return code;
}

static tp_err read_deal(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"deal", NULL};
    const json_t *deal = json_object_get(object, "deal");
    if (deal == NULL) return damaged(error, TR("the deal should be here"));
    tp_err code = check_members(object, members, error);
    if (code == TP_OK) code = begin(reader, deal, error);
    if (code == TP_OK) reader->found->outcomes = reader->told.count;
    return code;
}

/* ---- plies, undo, the end ---- */

static tp_err read_ply(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"ply", "seat", "move", "chance", NULL};
    tp_match *match = reader->match;
    const tp_game *game = match->game;
    int ply = 0, seat = 0, next = tp_match_plies(match) + 1;
    tp_err code = check_members(object, members, error);
    if (code == TP_OK) code = read_int(object, "ply", 1, INT32_MAX, &ply, error);
    if (code == TP_OK) code = read_int(object, "seat", 0, match->seats - 1, &seat, error);
    if (code != TP_OK) return code;
    const char *text = json_string_value(json_object_get(object, "move"));
    if (text == NULL) return damaged(error, TR("'move' should be a text"));
    tp_move move = TP_NO_MOVE;
    if (ply != next) {
        reader->found->wrong = "WRONG_MOVE";
        return tp_fail(error, TP_E_INPUT, TR("found ply %d instead of ply %d"), ply, next);
    }
    if (game->move_parse(text, &move) != TP_OK) {
        reader->found->wrong = "WRONG_MOVE";
        return tp_fail(error, TP_E_INPUT, TR("'%.80s' is not a move of %s"), text, game->name);
    }
    code = read_outcomes(reader, game, json_object_get(object, "chance"), error);
    if (code != TP_OK) return code;
    code = match_play_told(match, seat, move, reader->told.items, reader->told.count, reader->key != NULL,
                           error);
    /* What is said of the move itself does not name it. */
    if (code == TP_E_REFUSED && error != NULL && error->legal[0] != '\0') tp_error_at(error, "%.60s", text);
    reader->found->moves++;
    reader->found->outcomes += reader->told.count;
    return code;
}

static tp_err read_undo(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"undo", NULL};
    int count = 0;
    tp_err code = check_members(object, members, error);
    if (code == TP_OK) code = read_int(object, "undo", 1, tp_match_plies(reader->match), &count, error);
    if (code != TP_OK) return code;
    if (!tp_match_undo(reader->match, count)) return tp_fail(error, TP_E_MEMORY, TR("no memory for the log"));
    return TP_OK;
}

/* Whether the lists have the same numbers; a return may differ in what its decimals leave out. */
static bool same_numbers(const json_t *read, const json_t *made) {
    if (!json_is_array(read) || json_array_size(read) != json_array_size(made)) return false;
    for (size_t i = 0; i < json_array_size(made); i++) {
        const json_t *a = json_array_get(read, i), *b = json_array_get(made, i);
        if (!json_is_number(a)) return false;
        double difference = json_number_value(a) - json_number_value(b);
        if (!(difference < 2e-6 && difference > -2e-6)) return false;
    }
    return true;
}

static tp_err read_result(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"result", NULL}, *const parts[] = {"returns", "scores", NULL};
    json_t *result = json_object_get(object, "result");
    tp_err code = check_members(object, members, error);
    if (code == TP_OK && !json_is_object(result)) code = damaged(error, TR("'result' should be an object"));
    if (code == TP_OK) code = check_members(result, parts, error);
    if (code != TP_OK) return code;
    if (tp_match_actor(reader->match) != TP_OVER) {
        reader->found->wrong = "WRONG_RESULT";
        return damaged(error, TR("a result, but the game is not over"));
    }
    json_t *made = record_result(reader->match);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the result"));
    for (size_t i = 0; code == TP_OK && parts[i] != NULL; i++) {
        const json_t *right = json_object_get(made, parts[i]);
        if (same_numbers(json_object_get(result, parts[i]), right)) continue;
        char *text = json_dumps(right, JSON_REAL_PRECISION(15));
        reader->found->wrong = "WRONG_RESULT";
        code = tp_fail(error, TP_E_INPUT, TR("the result is wrong: '%s' should be %.200s"), parts[i],
                       text != NULL ? text : TR("something else"));
        free(text);
    }
    json_decref(made);
    if (code == TP_OK) reader->found->result_line = true;
    return code;
}

static tp_err read_key(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"key", NULL};
    uint8_t key[TP_KEY_SIZE];
    size_t length = 0;
    tp_err code = check_members(object, members, error);
    if (code != TP_OK) return code;
    if (!read_hex(json_object_get(object, "key"), key, sizeof key, sizeof key, &length)) {
        return tp_fail(error, TP_E_INPUT, TR("'key' should be %d bytes in hex digits"), TP_KEY_SIZE);
    }
    if (!tp_match_set_key(reader->match, key)) {
        reader->found->wrong = "WRONG_KEY";
        return damaged(error, TR("the key is not the one that the commitment was made for"));
    }
    reader->found->key_line = true;
    reader->found->key_revealed = true;
    return TP_OK;
}

static tp_err read_resigned(record_reader *reader, json_t *object, tp_error *error) {
    static const char *const members[] = {"resigned", NULL};
    const json_t *list = json_object_get(object, "resigned");
    uint32_t seats = 0;
    tp_err code = check_members(object, members, error);
    if (code != TP_OK) return code;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *seat = json_array_get(list, i);
        json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
        if (number < 0 || number >= reader->match->seats)
            return damaged(error, TR("'resigned' should be a list of seats"));
        seats |= 1u << number;
    }
    code = tp_match_resign(reader->match, seats, error);
    if (code == TP_OK && tp_match_resigned(reader->match) != seats)
        code = damaged(error, TR("'resigned' should have every seat of a side that resigned"));
    return code;
}

/* One line after header and deal. What may follow what: a result ends the plies, its key comes next, and
 * after either only an undo, which makes the result void. */
static tp_err read_event(record_reader *reader, json_t *object, tp_error *error) {
    record_found *found = reader->found;
    if (json_object_get(object, "undo") != NULL) {
        found->result_line = found->key_line = false;
        return read_undo(reader, object, error);
    }
    if (found->key_line) return damaged(error, TR("only an undo may follow the key"));
    if (json_object_get(object, "key") != NULL) {
        if (!found->result_line) return damaged(error, TR("a key without a result before it"));
        return read_key(reader, object, error);
    }
    if (found->result_line) return damaged(error, TR("only the key or an undo may follow the result"));
    if (json_object_get(object, "ply") != NULL) return read_ply(reader, object, error);
    if (json_object_get(object, "resigned") != NULL) return read_resigned(reader, object, error);
    if (json_object_get(object, "result") != NULL) return read_result(reader, object, error);
    return damaged(error, TR("this is not a ply, undo, resignation, result or key"));
}

static tp_err read_line(record_reader *reader, const char *line, size_t size, tp_error *error) {
    json_error_t where;
    json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &where);
    if (object == NULL) return tp_fail(error, TP_E_INPUT, TR("this is not JSON: %.120s"), where.text);
    tp_err code;
    if (!json_is_object(object)) {
        code = damaged(error, TR("a line should be a JSON object"));
    } else if (reader->found->info.lines == 0) {
        code = read_header(reader, object, error);
    } else if (reader->match == NULL) {
        code = read_deal(reader, object, error);
    } else {
        code = read_event(reader, object, error);
    }
    json_decref(object);
    return code;
}

tp_match *record_load(const char *text, size_t size, const uint8_t *key, record_found *found,
                      tp_error *error) {
    memset(found, 0, sizeof *found);
    record_reader reader = {.key = key, .found = found};
    tp_error failure = {0};
    tp_err code = TP_OK;
    if (size > RECORD_MAX_SIZE) {
        code = tp_fail(&failure, TP_E_INPUT, TR("this is too large for a record: more than %d MiB"),
                       RECORD_MAX_SIZE >> 20);
    }
    size_t at = 0;
    while (code == TP_OK && at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        if (end == NULL) {
            found->info.cut = true;
            break;
        }
        size_t length = (size_t)(end - (text + at));
        code = read_line(&reader, text + at, length, &failure);
        if (code == TP_OK) {
            at += length + 1;
            found->info.lines++;
        } else if (code != TP_E_VERSION && code != TP_E_MEMORY) {
            /* A move or an outcome that the rules refuse is damage, here. */
            if (code == TP_E_REFUSED && found->wrong == NULL) found->wrong = "WRONG_MOVE";
            if (code == TP_E_CHANCE) found->wrong = "WRONG_OUTCOME";
            failure.code = code == TP_E_UNKNOWN ? TP_E_UNKNOWN : TP_E_INPUT;
            failure.reason[0] = '\0';
            tp_error_at(&failure, TR("line %zu"), reader.is_header ? 1 : found->info.lines + 1);
        }
    }
    if (code == TP_OK && reader.match == NULL) {
        failure.code = code = TP_E_INPUT;
        damaged(&failure,
                size == 0 ? TR("the record is empty") : TR("the record ends before the deal is complete"));
    }
    json_decref(reader.header);
    free(reader.told.items);
    if (code != TP_OK) {
        if (error != NULL) *error = failure;
        tp_match_free(reader.match);
        return NULL;
    }
    found->info.good_bytes = (long long)at;
    found->info.finished = found->result_line;
    found->info.has_key = reader.match->has_key;
    return reader.match;
}

tp_match *tp_record_parse(const char *text, size_t size, tp_record_info *info, tp_error *error) {
    record_found found;
    tp_match *match = record_load(text, size, NULL, &found, error);
    if (match != NULL && info != NULL) *info = found.info;
    return match;
}

/* Give a running match the key that lies beside its record. */
static tp_err find_key(tp_match *match, const char *path, tp_error *error) {
    record_keys keys;
    tp_err code = record_keys_read(path, &keys, error);
    if (code != TP_OK) return code;
    const uint8_t *key = record_keys_find(&keys, match->commitment);
    if (key != NULL) {
        tp_match_set_key(match, key);
    } else if (keys.count > 0) {
        code =
            tp_fail(error, TP_E_INPUT, TR("%s.key is the key of another record: remove it to view this one"),
                    record_short_path(path));
    }
    sodium_memzero(&keys, sizeof keys);
    return code;
}

tp_match *tp_record_read(const char *path, tp_record_info *info, tp_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    if (record_read_file(path, &bytes, &size, error) != TP_OK) return NULL;
    record_found found;
    tp_match *match = record_load(bytes, size, NULL, &found, error);
    free(bytes);
    if (match == NULL) {
        tp_error_at(error, "%s", record_short_path(path));
        return NULL;
    }
    if (!match->has_key && find_key(match, path, error) != TP_OK) {
        tp_match_free(match);
        return NULL;
    }
    found.info.has_key = match->has_key;
    if (info != NULL) *info = found.info;
    return match;
}
