/* What is said at a table elsewhere: whose turn it is, how it looks, and what can be typed and is no move.
 * One table gives the parsing, the help and what is offered to be decided. */
#include "cli/join.h"
#include "core/language.h"
#include "look/draw.h"

#include <string.h>
#include <strings.h>

static void say(join *join, const char *text) { snprintf(join->notice, sizeof join->notice, "%s", text); }

static bool is_seated(const join *join) { return join->play.human >= 0; }

/* ---- whose turn it is ---- */

/* What is left on a clock now, of what was left when the server told. */
static void add_clock(const join *join, char sentence[TUI_TEXT_SIZE]) {
    if (!join->has_clock || join->phase != JOIN_PLAYING || join->actor < 0) return;
    const int64_t left[] = {join->clock_move, join->clock_seats[join->actor]};
    int64_t passed = join_now_ms() - join->clock_ms;
    for (int i = 0; i < 2; i++) {
        if (left[i] < 0) continue;
        int64_t seconds = left[i] > passed ? (left[i] - passed + 999) / 1000 : 0;
        text_append(sentence, TUI_TEXT_SIZE, "  ");
        if (seconds >= 3600) text_append(sentence, TUI_TEXT_SIZE, "%lld:", (long long)(seconds / 3600));
        text_append(sentence, TUI_TEXT_SIZE, seconds >= 3600 ? "%02lld:%02lld" : "%lld:%02lld",
                    (long long)(seconds / 60 % 60), (long long)(seconds % 60));
    }
}

static const char *question_sentence(join_question question) {
    switch (question) {
    case JOIN_ASKS_HINTS:
        return TR("You are asked to allow hints for everyone; the game would not be rated.");
    case JOIN_ASKS_REMATCH: return TR("You are asked to play again.");
    default: return TR("You are asked to let a move be taken back.");
    }
}

static tui_turn playing_turn(const join *join, char sentence[TUI_TEXT_SIZE]) {
    const play *play = &join->play;
    tui_turn turn = TUI_TURN_OTHER;
    if (join->offer_mine) {
        snprintf(sentence, TUI_TEXT_SIZE, "%s", question_sentence(join->question));
        return TUI_TURN_YOURS;
    }
    if (join->actor < 0) {
        snprintf(sentence, TUI_TEXT_SIZE, "%s", TR("Nobody is to move."));
    } else if (join->actor == play->human) {
        snprintf(sentence, TUI_TEXT_SIZE, "%s",
                 join->moving ? TR("Your move is being sent") : TR("Your move"));
        if (!join->moving) turn = TUI_TURN_YOURS;
    } else {
        snprintf(sentence, TUI_TEXT_SIZE,
                 join->out_of_reach[join->actor] ? TR("It is the turn of %s, who is not connected")
                                                 : TR("It is the turn of %s"),
                 play->names[join->actor]);
    }
    add_clock(join, sentence);
    return turn;
}

tui_turn join_turn(const join *join, char sentence[TUI_TEXT_SIZE]) {
    const char *text = "";
    tui_turn turn = TUI_TURN_OTHER;
    if (*join->problem != '\0') {
        text = join->problem;
        turn = TUI_TURN_NOBODY;
    } else if (join->lost_ms != 0) {
        text = TR("The connection is lost; trying again.");
    } else {
        switch (join->phase) {
        case JOIN_NOTHING: text = TR("Asking the server for the table."); break;
        case JOIN_OPEN:
            snprintf(sentence, TUI_TEXT_SIZE,
                     TR_N("Waiting for players: %u seat is free.", "Waiting for players: %u seats are free.",
                          (uint32_t)join->free_seats),
                     (uint32_t)join->free_seats);
            return join->act_count > 0 ? TUI_TURN_YOURS : turn;
        case JOIN_COMMIT: text = TR("The cards are being shuffled."); break;
        case JOIN_PLAYING: return playing_turn(join, sentence);
        case JOIN_OVER:
            play_over_sentence(&join->play, join->returns, sentence);
            if (!join->offer_mine) return TUI_TURN_NOBODY;
            snprintf(sentence, TUI_TEXT_SIZE, "%s", question_sentence(join->question));
            return TUI_TURN_YOURS;
        case JOIN_SHUT:
            text = TR("This table was closed before the game started.");
            turn = TUI_TURN_NOBODY;
            break;
        }
    }
    snprintf(sentence, TUI_TEXT_SIZE, "%s", text);
    return turn;
}

/* ---- the table ---- */

static void print_people(const join *join) {
    const play *play = &join->play;
    const look_style *style = &play->style;
    char line[TP_TEXT_SIZE + 64], link[TP_TEXT_SIZE];
    if (play->game == NULL) return;
    printf("%s%s%s\n", paint_on(style, PAINT_TITLE), play->game->title, paint_off(style));
    for (int seat = 0; seat < play->seats; seat++) {
        snprintf(line, sizeof line, TR("%s at seat %d"), play->names[seat], seat);
        print_wrapped(stdout, style, style->plain ? 0 : 2, 4, line);
    }
    if (join->phase != JOIN_OPEN) return;
    join_link(join, true, link, sizeof link);
    print_wrapped(stdout, style, 0, 0, TR("Others can join with this link:"));
    /* It is to be copied: broken only where it would be cut off. */
    for (size_t at = 0, size = strlen(link), width = (size_t)style->width; at < size; at += width)
        printf("%.*s\n", (int)width, link + at);
}

void join_print_table(join *join) {
    const play *play = &join->play;
    const look_style *style = &play->style;
    if (!join->has_view) {
        print_people(join);
        return;
    }
    bool over = join->phase == JOIN_OVER;
    (over && !join->resigned && play->table->result != NULL ? play->table->result : play->table->draw)(
        stdout, style, play->game, play->view, play->name_list, play->human);
    if (!is_seated(join) && !over) print_wrapped(stdout, style, 0, 0, TR("You are watching."));
    if (!over) return;
    putchar('\n');
    if (join->by_lines) { /* the screen says it below, where it was told whose turn it is */
        char sentence[TP_TEXT_SIZE];
        play_over_sentence(play, join->returns, sentence);
        play_say(play, sentence);
    }
    play_show_standing(play, join->scores, join->returns);
    if (join->resigned) print_wrapped(stdout, style, 0, 0, TR("The game ended by resignation."));
    if (join->undone)
        print_wrapped(stdout, style, 0, 0, TR("A move was taken back in this game, so it is not rated."));
    if (join->hinted)
        print_wrapped(stdout, style, 0, 0, TR("Hints were used in this game, so a win does not count."));
}

/* ---- what can be typed ---- */

static bool is_asked(const join *join) {
    return (join->phase == JOIN_PLAYING || join->phase == JOIN_OVER) && join->offer_mine;
}
static bool is_to_fill(const join *join) {
    return join->phase == JOIN_OPEN && join->is_owner && join->free_seats > 0;
}
static bool is_to_sit(const join *join) {
    return join->phase == JOIN_OPEN && !is_seated(join) && !join->sitting && join->free_seats > 0;
}
static bool is_rematch_due(const join *join) {
    return join->phase == JOIN_OVER && is_seated(join) && !join->offer_mine;
}

static play_next send_plain(join *join, const char *what) {
    join_send(join, ASK_OTHER, json_pack("{s:s}", "do", what));
    return PLAY_ASK;
}

static play_next answer_offer(join *join, bool yes) {
    if (!join->offer_mine) {
        say(join, TR("Nobody has asked you anything."));
        return PLAY_ASK;
    }
    /* The new table may be told together with the answer. */
    if (join->question == JOIN_ASKS_REMATCH) join->plays_again = yes;
    join_send(join, ASK_OTHER,
              json_pack("{s:s, s:I, s:b}", "do", "answer", "offer", (json_int_t)join->offer, "yes", yes));
    return PLAY_ASK;
}

static play_next run_yes(join *join, const char *argument) {
    (void)argument;
    return answer_offer(join, true);
}

static play_next run_no(join *join, const char *argument) {
    (void)argument;
    return answer_offer(join, false);
}

static play_next run_undo(join *join, const char *argument) {
    (void)argument;
    join->hint_ply = -1; /* the same place comes again with the same number */
    return send_plain(join, "undo");
}

static play_next run_resign(join *join, const char *argument) {
    (void)argument;
    return send_plain(join, "resign");
}

const char *join_why_no_hint(const join *join) {
    if (join->play.move_count == 0) return TR("A hint is for your own decision: wait for your turn.");
    if (join->hints) return NULL;
    return TR(
        "Hints are off, because other people play here. Type hints to ask all of them; the game would then "
        "not be rated.");
}

static play_next run_hint(join *join, const char *argument) {
    (void)argument;
    const char *why_not = join_why_no_hint(join);
    if (why_not == NULL) {
        join->hint_asked = true;
        join_send(join, ASK_HINT, json_pack("{s:s}", "do", "hint"));
    }
    say(join, why_not != NULL ? why_not : TR("Searching for a hint…"));
    return PLAY_ASK;
}

static play_next run_hints(join *join, const char *argument) {
    (void)argument;
    return send_plain(join, "hints");
}

static play_next run_say(join *join, const char *argument) {
    json_t *chat = *argument != '\0' ? json_pack("{s:s, s:s}", "do", "chat", "text", argument) : NULL;
    if (chat == NULL) {
        say(join, TR("Type your message after the word, such as: say hello"));
    } else {
        join_send(join, ASK_OTHER, chat);
    }
    return PLAY_ASK;
}

static play_next run_fill(join *join, const char *argument) {
    json_t *fill = json_pack("{s:s}", "do", "fill");
    if (*argument != '\0') json_object_set_new(fill, "agent", json_string(argument));
    join_send(join, ASK_OTHER, fill);
    return PLAY_ASK;
}

static play_next run_sit(join *join, const char *argument) {
    (void)argument;
    json_t *seat = json_pack("{s:s}", "do", "join");
    if (*join->invite != '\0') json_object_set_new(seat, "invite", json_string(join->invite));
    join->sitting = true;
    join_send(join, ASK_SEAT, seat);
    join_look(join);
    return PLAY_ASK;
}

static play_next run_rematch(join *join, const char *argument) {
    (void)argument;
    join_send(join, ASK_TABLE, json_pack("{s:s}", "do", "rematch"));
    return PLAY_ASK;
}

static play_next run_link(join *join, const char *argument) {
    (void)argument;
    join_link(join, true, join->notice, sizeof join->notice);
    return PLAY_ASK;
}

static play_next run_table(join *join, const char *argument) {
    (void)join;
    (void)argument;
    return PLAY_SHOW;
}

static play_next run_log(join *join, const char *argument) {
    (void)argument;
    log_pane_show(&join->log, &join->play.style, stdout);
    return PLAY_ASK;
}

static play_next run_rules(join *join, const char *argument) {
    (void)argument;
    if (join->play.game != NULL) play_show_rules(&join->play.style, join->play.game, &join->options);
    return PLAY_ASK;
}

static play_next run_help(join *join, const char *argument) {
    (void)argument;
    join_print_help(join);
    return PLAY_ASK;
}

static play_next run_quit(join *join, const char *argument) {
    (void)join;
    (void)argument;
    return PLAY_LEAVE;
}

static const join_command commands[] = {
    {"help", "?", NULL, TR_MARK("this list"), NULL, run_help},
    {"yes", "y", NULL, TR_MARK("accept what the others ask"), is_asked, run_yes},
    {"no", "n", NULL, TR_MARK("decline"), is_asked, run_no},
    {"sit", NULL, NULL, TR_MARK("take a free seat"), is_to_sit, run_sit},
    {"fill", NULL, "[AGENT]", TR_MARK("give the free seats to agents, so that the game starts"), is_to_fill,
     run_fill},
    {"rematch", NULL, NULL, TR_MARK("ask the others to play again"), is_rematch_due, run_rematch},
    {"hint", "h", NULL, TR_MARK("a hint: the estimated win chance of each move, from what you know"), NULL,
     run_hint},
    {"hints", NULL, NULL, TR_MARK("ask the other people to allow hints; the game is then not rated"), NULL,
     run_hints},
    {"undo", "u", NULL, TR_MARK("take back to your last decision; the others are asked"), NULL, run_undo},
    {"say", NULL, "TEXT", TR_MARK("chat with the table"), NULL, run_say},
    {"resign", NULL, NULL, TR_MARK("resign"), NULL, run_resign},
    {"link", NULL, NULL, TR_MARK("the invite link"), NULL, run_link},
    {"table", "t", NULL, TR_MARK("show the table again"), NULL, run_table},
    {"log", NULL, NULL, TR_MARK("everything that has happened so far"), NULL, run_log},
    {"rules", NULL, NULL, TR_MARK("the rules in short, and the options of this game"), NULL, run_rules},
    {"quit", "q", NULL, TR_MARK("leave; your seat stays yours"), NULL, run_quit},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

void join_print_help(join *join) {
    const look_style *style = &join->play.style;
    print_wrapped(
        stdout, style, 0, 0,
        TR("Type the number of a move, its name, or enough of the name to be unique. There are also these "
           "commands:"));
    for (const join_command *c = commands; c->name != NULL; c++)
        play_show_command(style, c->name, c->brief, c->argument, tp_translate(c->help));
}

int join_due(const join *join, const join_command *out[JOIN_MOST_ACTS]) {
    int count = 0;
    if (*join->problem != '\0' || join->lost_ms != 0) return 0;
    for (const join_command *c = commands; c->name != NULL && count < JOIN_MOST_ACTS; c++) {
        if (c->is_due != NULL && c->is_due(join)) out[count++] = c;
    }
    return count;
}

static bool is_command(const join_command *c, const char *line, size_t size) {
    return (strlen(c->name) == size && strncasecmp(c->name, line, size) == 0) ||
           (c->brief != NULL && strlen(c->brief) == size && strncasecmp(c->brief, line, size) == 0);
}

static play_next play_move(join *join, tp_move move) {
    for (int i = 0; i < join->play.move_count; i++) {
        if (join->play.moves[i] == move) join_send_move(join, i);
    }
    return PLAY_MOVED;
}

play_next join_answer(join *join, const char *line) {
    const play *play = &join->play;
    bool moves = join->line_count > 0;
    tp_move move = moves ? play_exact_move(play, line) : TP_NO_MOVE;
    if (move != TP_NO_MOVE) return play_move(join, move);
    if (join->act_count > 0 && line[0] >= '1' && line[0] < '1' + join->act_count && line[1] == '\0')
        return join->acts[line[0] - '1']->run(join, "");
    size_t size = strcspn(line, " \t");
    const char *argument = line + size + strspn(line + size, " \t");
    for (const join_command *c = commands; c->name != NULL; c++) {
        if (is_command(c, line, size) && (*argument == '\0' || c->argument != NULL))
            return c->run(join, argument);
    }
    if (!moves) {
        say(join, TR("Wait for your turn; ? lists the commands."));
        return PLAY_ASK;
    }
    char sentence[TP_TEXT_SIZE] = "";
    move = play_similar_move(play, line, sentence);
    if (move != TP_NO_MOVE) return play_move(join, move);
    say(join, sentence);
    return PLAY_ASK;
}
