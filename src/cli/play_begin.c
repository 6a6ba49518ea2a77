/* `tapete play`: from the command line to a game that has begun, or goes on, and who sits where in it. */
#include "cli/capture.h"
#include "cli/cli.h"
#include "cli/notes.h"
#include "cli/play.h"
#include "core/language.h"
#include "look/draw.h"
#include "tui/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Who sits at the other seats unless --vs says it. */
#define USUAL_LEVEL "fair"

/* ---- who sits where ---- */

/* Put the agents of --vs at the seats beside the person: one for all, or one each in the order of the
 * seats. `names` are new strings. */
static tp_err seat_agents(const char *list, int seats, int human, char *names[TP_MAX_SEATS],
                          tp_error *error) {
    char *given[TP_MAX_SEATS] = {NULL};
    int count = tp_agent_list_split(list, given, TP_MAX_SEATS);
    if (count < 0) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    int kept = count < TP_MAX_SEATS ? count : TP_MAX_SEATS, used = 0;
    bool right = count == 1 || count == seats - 1;
    for (int seat = 0; seat < seats && right; seat++) {
        names[seat] = strdup(seat == human ? SHELF_HUMAN : count == 1 ? given[0] : given[used++]);
        if (names[seat] == NULL) right = false;
    }
    for (int i = 0; i < kept; i++) free(given[i]);
    if (right) return TP_OK;
    return tp_fail(
        error, TP_E_INPUT,
        TR("--vs names %d agents, but this game has %d seats: name one agent for all other seats, or %d"),
        count, seats, seats - 1);
}

static bool is_taken(const char *id, char *const names[TP_MAX_SEATS], int seats) {
    for (int seat = 0; seat < seats; seat++) {
        if (names[seat] != NULL && strcmp(names[seat], id) == 0) return true;
    }
    return false;
}

/* Who plays at a level is one of its characters, as long as there are any that do not sit here yet. */
static void seat_characters(char *names[TP_MAX_SEATS], int seats) {
    for (int seat = 0; seat < seats; seat++) {
        for (const tp_character *one = tp_characters(); names[seat] != NULL && one->id != NULL; one++) {
            if (strcmp(one->level, names[seat]) != 0 || is_taken(one->id, names, seats)) continue;
            char *id = strdup(one->id);
            if (id == NULL) return; /* the level itself plays as well */
            free(names[seat]);
            names[seat] = id;
            break;
        }
    }
}

/* ---- welcome ---- */

/* The beginning of the commitment is enough to recognise it. */
static void show_welcome(const play *session) {
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_match_commitment(session->match, commitment);
    const look_style *style = &session->style;
    char text[2 * TP_TEXT_SIZE] = "", others[TP_TEXT_SIZE] = "", mark[32];
    for (int seat = 0, told = 0; seat < session->seats; seat++) {
        if (seat == session->human) continue;
        char who[SHELF_NAME_SIZE], place[SHELF_NAME_SIZE + 64];
        snprintf(who, sizeof who, "%.*s", SHELF_NAME_SIZE - 1, tp_match_seat_name(session->match, seat));
        text_clean(who);
        const tp_character *character = tp_character_find(who);
        if (character != NULL)
            snprintf(who, sizeof who, "%s (%s)", tp_translate(character->name), character->level);
        snprintf(place, sizeof place, TR("%s at seat %d"), who, seat);
        list_add(others, sizeof others, ++told == session->seats - 1 ? LIST_ENDS_AND : LIST_GOES_ON, place);
    }
    char title[64];
    snprintf(title, sizeof title, "%s%s%s", paint_on(style, PAINT_TITLE), session->game->title,
             paint_off(style));
    snprintf(text, sizeof text, TR("%s. You sit at seat %d, with %s."), title, session->human, others);
    play_say(session, text);
    snprintf(mark, sizeof mark, "%02x%02x%02x%02x-%02x%02x%02x%02x", commitment[0], commitment[1],
             commitment[2], commitment[3], commitment[4], commitment[5], commitment[6], commitment[7]);
    snprintf(text, sizeof text,
             TR("The cards are fixed in advance (hash %s); check with \"tapete verify\" after the game."),
             mark);
    play_say(session, text);
    if (session->repeatable)
        play_say(session, TR("They come from a seed, so anyone who knows the seed can know the cards."));
    if (session->table->legend != NULL && !style->plain)
        play_say(session, tp_translate(session->table->legend));
    play_say(session, TR("Type ? for help."));
}

/* ---- beginning ---- */

static int begin_new(play *session, const cli_args *args) {
    tp_options options;
    const tp_game *game = cli_game(args, &options);
    if (game == NULL) return CLI_BAD;
    tp_error error = {0};
    tp_shape shape;
    int64_t human;
    uint64_t seed = 0;
    if (game->shape(&options, &shape, &error) != TP_OK) return cli_bad_error(&error);
    int seats = shape.seats;
    if (!cli_integer(args, "seat", 0, seats - 1, 0, &human)) return CLI_BAD;
    bool seeded = cli_given(args, "seed");
    if (seeded && !cli_seed(args, &seed)) return CLI_BAD;

    uint8_t key[TP_KEY_SIZE];
    if (seeded) {
        tp_key_from_seed(key, seed);
    } else {
        uint8_t for_agents[TP_KEY_SIZE];
        tp_key_random(key);
        tp_key_random(for_agents);
        memcpy(&seed, for_agents, sizeof seed);
    }
    char *names[TP_MAX_SEATS] = {NULL};
    const char *list = cli_value(args, "vs");
    if (list == NULL) list = USUAL_LEVEL;
    tp_match *match = NULL;
    if (seat_agents(list, seats, (int)human, names, &error) == TP_OK) {
        tp_match_setup setup = {
            .game = game, .options = &options, .key = key, .seeded = seeded, .seed = seeded ? seed : 0};
        seat_characters(names, seats);
        for (int seat = 0; seat < seats; seat++) setup.seats[seat] = names[seat];
        match = tp_match_new(&setup, &error);
    }
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) free(names[seat]);
    if (match == NULL) return cli_bad_error(&error);
    if (play_adopt(session, match, NULL, seed, seeded, &error) != TP_OK) {
        tp_match_free(match);
        return cli_bad_error(&error);
    }
    const char *wish = cli_value(args, "record");
    if (wish != NULL && play_record_at(session, wish, &error) != TP_OK) return cli_bad_error(&error);
    show_welcome(session);
    if (wish == NULL) play_record_begin(session);
    play_tell(session, 0);
    return CLI_OK;
}

/* `file`: also the name of a game, for the last one of it; NULL for the last of all. */
static int begin_resumed(play *session, const char *file) {
    const tp_game *game = file != NULL && access(file, F_OK) != 0 ? tp_game_find(file, NULL) : NULL;
    if (game != NULL) file = NULL;
    tp_error error = {0};
    tp_record_info info = {0};
    char path[SHELF_PATH_SIZE];
    tp_match *match;
    bool is_save =
        file != NULL && !shelf_holds(file); /* not the record of a game that was left in the middle */
    if (file != NULL) {
        if (snprintf(path, sizeof path, "%s", file) >= SHELF_PATH_SIZE)
            return cli_bad("the path of the record is too long.");
        match = tp_record_read(path, &info, &error);
        if (match != NULL && info.finished) {
            tp_fail(&error, TP_E_INPUT, TR("the game in %s is over; watch it with: tapete replay %s"), path,
                    path);
        } else if (match != NULL && shelf_human_seat(match) < 0) {
            tp_fail(&error, TP_E_INPUT, TR("only agents play in %s; watch it with: tapete replay %s"), path,
                    path);
        } else if (match != NULL && !info.has_key) {
            tp_fail(&error, TP_E_INPUT, TR("the key of %s is missing (%s.key), so the game cannot continue"),
                    path, path);
        } else if (match != NULL && shelf_is_busy(path)) {
            tp_fail(&error, TP_E_INPUT, TR("another program is playing %s"), path);
        }
    } else {
        match = shelf_newest_unfinished(game, path, &info, &error);
    }
    if (error.code == TP_OK) {
        uint8_t random[TP_KEY_SIZE];
        uint64_t seed;
        tp_key_random(random);
        memcpy(&seed, random, sizeof seed);
        /* A game with a seed goes on repeatably, too. */
        if (info.seeded) seed = 0;
        if (is_save) play_mark_loaded(match);
        play_adopt(session, match, path, seed, info.seeded, &error);
        if (error.code == TP_OK) match = NULL; /* the session's now */
    }
    if (error.code == TP_OK && is_save) {
        play_record_begin(session);
    } else if (error.code == TP_OK) {
        play_record_continue(session, path, &error);
    }
    if (error.code != TP_OK) {
        tp_match_free(match);
        return cli_bad_error(&error);
    }
    show_welcome(session);
    if (is_save)
        play_say(session,
                 TR("The file stays unchanged; the game continues in a new record, marked as one in which "
                    "moves may have been taken back."));
    if (info.cut)
        play_say(session, TR("The last line of the record was cut off, perhaps by a crash, and is ignored."));
    char text[TP_TEXT_SIZE];
    uint32_t plies = (uint32_t)tp_match_plies(session->match);
    snprintf(text, sizeof text,
             TR_N("Continuing after %u move; \"log\" shows what happened.",
                  "Continuing after %u moves; \"log\" shows what happened.", plies),
             plies);
    play_say(session, text);
    return CLI_OK;
}

static int begin(play *session, const cli_args *args, bool resume) {
    return resume ? begin_resumed(session, cli_operand(args, 0)) : begin_new(session, args);
}

/* So many levels above this one, or above that of this character; the name itself where it is neither. */
static const char *level_above(const char *name, int steps) {
    const tp_character *character = tp_character_find(name);
    if (steps == 0) return name;
    if (character != NULL) name = character->level;
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        if (strcmp(level->name, name) != 0) continue;
        for (; steps > 0 && level[1].name != NULL; steps--) level++;
        return level->name;
    }
    return name;
}

int play_begin_again(play *session) {
    const tp_match *before = session->match;
    tp_options options = *tp_match_options(before);
    tp_error error = {0};
    uint8_t key[TP_KEY_SIZE];
    uint64_t seed = session->seed + 1;
    bool seeded = session->repeatable;
    if (seeded) {
        tp_key_from_seed(key, seed);
    } else {
        tp_key_random(key);
    }
    tp_match_setup setup = {
        .game = session->game, .options = &options, .key = key, .seeded = seeded, .seed = seeded ? seed : 0};
    char *names[TP_MAX_SEATS] = {NULL};
    for (int seat = 0; seat < session->seats; seat++) {
        const char *name = tp_match_seat_name(before, seat);
        names[seat] = strdup(seat == session->human ? name : level_above(name, session->stronger));
    }
    seat_characters(names, session->seats);
    for (int seat = 0; seat < session->seats; seat++) setup.seats[seat] = names[seat];
    tp_match *match = tp_match_new(&setup, &error);
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) free(names[seat]);
    if (match == NULL) return cli_bad_error(&error);
    session->again = false;
    session->stronger = 0;
    session->is_rematch = true;
    session->level[0] = '\0';
    if (play_adopt(session, match, NULL, seed, seeded, &error) != TP_OK) {
        tp_match_free(match);
        return cli_bad_error(&error);
    }
    show_welcome(session);
    play_record_begin(session);
    play_tell(session, 0);
    return CLI_OK;
}

/* On the full screen. If the terminal turns out not to be one, the session is no longer full, and goes on
 * line by line. */
static int play_full(play *session, const cli_args *args, bool resume) {
    look_style lines = session->style;
    capture capture;
    session->style = (look_style){.ascii = lines.ascii, .width = UNBROKEN};
    notes_begin();
    capture_begin(&capture);
    int code = begin(session, args, resume);
    for (int ply = 0; code == CLI_OK && resume && ply <= tp_match_plies(session->match); ply++)
        play_tell(session, ply);
    char *said = capture_end(&capture);
    bool shown = code == CLI_OK && play_on_screen(session, said, &code);
    while (shown && session->again && !session->abandoned) {
        capture_begin(&capture);
        code = play_begin_again(session);
        free(said);
        said = capture_end(&capture);
        if (code != CLI_OK) break;
        shown = play_on_screen(session, said, &code);
    }
    session->style = lines;
    notes_end();
    if (!shown) play_say(session, said);
    free(said);
    if (!shown) session->full = code != CLI_OK;
    if (!shown || session->abandoned) return code;
    session->full = false; /* what is said now stays on the terminal */
    if (tp_match_actor(session->match) == TP_OVER) {
        play_show_end(session);
    } else {
        play_tell_how_to_resume(session);
    }
    session->full = true;
    return code;
}

int cli_play(const cli_args *args) {
    if (!cli_language(args)) return CLI_BAD;
    bool resume = cli_given(args, "resume");
    static const char *const only_new[] = {"seat", "vs", "seed", "option", "record"};
    for (size_t i = 0; resume && i < sizeof only_new / sizeof *only_new; i++) {
        if (cli_given(args, only_new[i]))
            return cli_bad("--resume continues a game with its own settings: leave out --%s.", only_new[i]);
    }
    if (!resume && cli_operand_count(args) == 0) {
        return cli_bad("name the game to play, for example: tapete play %s; \"tapete games\" lists them.",
                       tp_games()[0]->name);
    }

    play *session = cli_allocate(sizeof *session);
    style_detect(&session->style, cli_given(args, "plain"));
    const char *pace = cli_value(args, "pace");
    session->pace_ms = play_pace_ms(pace != NULL ? pace : "normal");
    if (session->pace_ms < 0) {
        free(session);
        return cli_bad("--pace is slow, normal, fast or instant, not \"%s\".", pace);
    }
    session->full = !session->style.plain && !cli_given(args, "lines") && terminal_is_usable();
    input_begin(&session->input);
    int code = session->full ? play_full(session, args, resume) : begin(session, args, resume);
    if (!session->full && code == CLI_OK) code = play_by_lines(session);
    if (session->abandoned) return cli_finish(code);
    play_end(session);
    free(session);
    code = cli_finish(code);
    input_end();
    return code;
}
