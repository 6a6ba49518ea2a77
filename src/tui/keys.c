/* What keys and presses do; see screen.h. */
#include "core/language.h"
#include "look/draw.h"
#include "tui/screen.h"

#include <string.h>

/* ---- what is offered ---- */

typedef enum moment { PLAYING = 1, FINISHED = 2, READING = 4, PAUSED = 8 } moment;

static moment moment_of(const tui_screen *screen) {
    char sentence[TUI_TEXT_SIZE];
    if (screen->session.position != NULL) return READING;
    tui_turn turn = screen->session.turn(screen->session.self, sentence);
    return turn == TUI_TURN_NOBODY ? FINISHED : turn == TUI_TURN_PAUSED ? PAUSED : PLAYING;
}

/* A key, and the command that it stands for. */
typedef struct binding {
    tui_offer offer;
    int when;            /* moments */
    const char *command; /* to be typed; NULL: something else */
} binding;

/* TR: what a key does, in one short word: there is little room */
static const binding bindings[] = {
    {{TUI_KEY_LEFT, TUI_PANE_NONE, "←", TR_MARK("Back")}, READING, NULL},
    {{TUI_KEY_RIGHT, TUI_PANE_NONE, "→", TR_MARK("Forward")}, READING, NULL},
    {{TUI_KEY_ENTER, TUI_PANE_NONE, "Enter", TR_MARK("Go on")}, PAUSED, NULL},
    {{'?', TUI_PANE_HELP, NULL, TR_MARK("Help")}, PLAYING | FINISHED | READING, NULL},
    {{'h', TUI_PANE_HINT, NULL, TR_MARK("Hint")}, PLAYING, NULL},
    {{'n', TUI_PANE_NONE, NULL, TR_MARK("New game")}, FINISHED, "new"},
    {{'b', TUI_PANE_NONE, NULL, TR_MARK("Stronger")}, FINISHED, "stronger"},
    {{'v', TUI_PANE_REVIEW, NULL, TR_MARK("Review")}, FINISHED | READING, NULL},
    {{'p', TUI_PANE_NONE, NULL, TR_MARK("Replay")}, FINISHED, NULL},
    {{'u', TUI_PANE_NONE, NULL, TR_MARK("Undo")}, PLAYING, "undo"},
    {{'a', TUI_PANE_NONE, NULL, TR_MARK("Auto")}, PLAYING, "auto"},
    {{'l', TUI_PANE_LOG, NULL, TR_MARK("Log")}, PLAYING | FINISHED | READING | PAUSED, NULL},
    {{'r', TUI_PANE_RULES, NULL, TR_MARK("Rules")}, PLAYING | FINISHED | READING | PAUSED, NULL},
    {{'s', TUI_PANE_NONE, NULL, NULL}, PLAYING, "save"}, /* works, but every move is saved anyway */
    {{'e', TUI_PANE_NOTES, NULL, TR_MARK("Notes")}, PLAYING | FINISHED | PAUSED, NULL},
    {{'/', TUI_PANE_NONE, NULL, TR_MARK("Find")}, PLAYING, NULL},
    {{':', TUI_PANE_NONE, NULL, TR_MARK("Type")}, PLAYING, NULL},
    {{'q', TUI_PANE_NONE, NULL, TR_MARK("Leave")}, PLAYING | FINISHED | READING | PAUSED, NULL},
};

static bool is_offered(const tui_screen *screen, const binding *bound, moment now) {
    if (screen->session.online && (bound->offer.key == 's' || bound->offer.key == 'a')) return false;
    bool notes = screen->session.has_notes != NULL && screen->session.has_notes(screen->session.self);
    if (bound->offer.key == 'e' && !notes) return false;
    if (screen->session.learns && strchr("huasvp:", bound->offer.key) != NULL) return false;
    if (!screen->session.plays_again && (bound->offer.key == 'n' || bound->offer.key == 'b')) return false;
    if (screen->session.online && bound->offer.key == ':') return true;
    return (bound->when & (int)now) != 0;
}

enum { BINDINGS = sizeof bindings / sizeof bindings[0] };

static const char *ascii_name(const tui_offer *offer) {
    return offer->key == TUI_KEY_LEFT ? "<-" : offer->key == TUI_KEY_RIGHT ? "->" : offer->name;
}

void screen_offers(const tui_screen *screen, tui_offer out[TUI_MOST_OFFERS]) {
    moment now = moment_of(screen);
    int count = 0;
    for (int i = 0; i < BINDINGS && count < TUI_MOST_OFFERS - 1; i++) {
        if (!is_offered(screen, &bindings[i], now) || bindings[i].offer.label == NULL) continue;
        /* There is little room, and here most that can be typed has a key. */
        if (bindings[i].offer.key == ':' && !screen->session.online) continue;
        out[count] = bindings[i].offer;
        if (screen->ascii) out[count].name = ascii_name(&bindings[i].offer);
        count++;
    }
    out[count] = (tui_offer){0};
}

/* ---- playing ---- */

/* Something was done: look at the session again. */
static void done(tui_screen *screen) {
    screen_refresh(screen);
    screen->session.notice(screen->session.self, screen->notice);
}

void screen_note_time(tui_screen *screen, int64_t ms) {
    char sentence[TUI_TEXT_SIZE];
    bool yours = screen->session.turn(screen->session.self, sentence) == TUI_TURN_YOURS;
    screen->time_ms = ms;
    if (!yours) {
        screen->turn_ms = 0;
    } else if (screen->turn_ms == 0) {
        screen->turn_ms = ms;
    }
}

/* What is pressed now was meant for what stood there before. */
static bool is_hasty(const tui_screen *screen) {
    return screen->turn_ms > 0 && screen->time_ms - screen->turn_ms < screen->session.hasty_ms;
}

/* Enter and space if there is nothing to choose: go on. */
static bool goes_on(tui_screen *screen, int key) {
    char sentence[TUI_TEXT_SIZE];
    if (screen->session.go_on == NULL || (key != TUI_KEY_ENTER && key != ' ')) return false;
    tui_turn turn = screen->session.turn(screen->session.self, sentence);
    if (turn != TUI_TURN_PAUSED && turn != TUI_TURN_OTHER) return false;
    screen->session.go_on(screen->session.self);
    done(screen);
    return true;
}

static void play_current(tui_screen *screen) {
    int move = choices_current(screen);
    if (move < 0 || is_hasty(screen)) return;
    screen->session.play(screen->session.self, move);
    if (screen->pane == TUI_PANE_HINT) screen->pane = TUI_PANE_NONE; /* it was about another decision */
    done(screen);
}

static void move_cursor(tui_screen *screen, int by) {
    int to = screen->cursor + by;
    screen->number = 0;
    if (to < 0 || to >= screen->shown_count) return;
    screen->cursor = to;
    screen->amount = 0;
}

/* Left and right: another number in a run, another move where names stand side by side. */
static void move_sideways(tui_screen *screen, int by) {
    if (screen->cursor >= screen->shown_count) return;
    const tui_choice *choice = &screen->choices[screen->shown[screen->cursor]];
    int amount = screen->amount + by;
    if (choice->last == choice->first) {
        if (screen->per_row > 1) move_cursor(screen, by);
    } else if (amount >= 0 && amount <= choice->last - choice->first) {
        screen->amount = amount;
    }
}

/* The cursor follows the number that is typed, if there is such a move; if there is none Enter says so.
 * If moves are choices among your own cards, the digits pick them. */
static void type_digit(tui_screen *screen, int digit) {
    if (screen->own_count > 0) {
        if (digit < 1 || digit > screen->own_count) return;
        tui_thing thing = {.kind = TUI_THING_MARKED};
        memcpy(thing.name, screen->own[digit - 1].name, sizeof thing.name);
        memcpy(thing.word, screen->own[digit - 1].word, sizeof thing.word);
        choices_select(screen, &thing);
        return;
    }
    int number = screen->number > 0 && screen->number < 100000 ? 10 * screen->number + digit : digit;
    screen->notice[0] = '\0';
    if (screen->number == 0) {
        screen->cursor_before = screen->cursor;
        screen->amount_before = screen->amount;
    }
    screen->number = number;
    if (number == 0 || choices_go_to(screen, number)) return;
    screen->cursor = screen->cursor_before;
    screen->amount = screen->amount_before;
}

/* The number that was typed is none of the list: nothing is played. */
static bool refuse_number(tui_screen *screen) {
    int number = screen->number;
    if (number == 0 || choices_go_to(screen, number)) return false;
    screen->number = 0;
    snprintf(screen->notice, sizeof screen->notice, TR("There is no %d in the list."), number);
    return true;
}

/* ---- leaving, typing ---- */

static tui_next ask_to_leave(tui_screen *screen, bool interrupted) {
    screen->session.before_leaving(screen->session.self, screen->question);
    screen->interrupted = interrupted;
    if (screen->question[0] != '\0') return TUI_GO_ON;
    return interrupted ? TUI_INTERRUPTED : TUI_LEAVE;
}

/* A character in UTF-8; "" for a key that is none. */
static void encode(int key, char bytes[5]) {
    uint32_t code = (uint32_t)key;
    memset(bytes, 0, 5);
    if (key < ' ' || code >= 0x110000 || key == 0x7f) return;
    if (code < 0x80) {
        bytes[0] = (char)code;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | (code >> 6));
        bytes[1] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | (code >> 12));
        bytes[1] = (char)(0x80 | ((code >> 6) & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
    } else {
        bytes[0] = (char)(0xf0 | (code >> 18));
        bytes[1] = (char)(0x80 | ((code >> 12) & 0x3f));
        bytes[2] = (char)(0x80 | ((code >> 6) & 0x3f));
        bytes[3] = (char)(0x80 | (code & 0x3f));
    }
}

static tui_next answer(tui_screen *screen, int key) {
    char typed[5];
    encode(key, typed);
    bool yes = text_means_yes(typed) || key == TUI_KEY_INTERRUPT || (key == 'q' && !screen->interrupted);
    screen->question[0] = '\0';
    if (!yes) return TUI_GO_ON;
    return screen->interrupted || key == TUI_KEY_INTERRUPT ? TUI_INTERRUPTED : TUI_LEAVE;
}

/* The panes that a command of the line mode shows are panes here too. */
static const struct {
    const char *command;
    tui_pane pane;
} pane_commands[] = {
    {"help", TUI_PANE_HELP}, {"?", TUI_PANE_HELP},      {"hint", TUI_PANE_HINT},
    {"h", TUI_PANE_HINT},    {"rules", TUI_PANE_RULES}, {"log", TUI_PANE_LOG},
};

static void open_pane(tui_screen *screen, tui_pane pane) {
    screen->pane = screen->pane == pane ? TUI_PANE_NONE : pane;
    screen->scroll = 0;
}

static tui_next commit_line(tui_screen *screen) {
    const char *line = screen->line + strspn(screen->line, " ");
    screen->typing = false;
    if (*line == '\0') return TUI_GO_ON;
    for (size_t i = 0; i < sizeof pane_commands / sizeof pane_commands[0]; i++) {
        if (strcmp(line, pane_commands[i].command) != 0) continue;
        open_pane(screen, pane_commands[i].pane);
        return TUI_GO_ON;
    }
    bool stays = screen->session.typed(screen->session.self, line);
    done(screen);
    return stays ? TUI_GO_ON : TUI_LEAVE;
}

/* A character more, or one less. */
static void change_line(char line[TUI_LINE_SIZE], size_t length, int key) {
    if (key == TUI_KEY_BACKSPACE) {
        while (length > 0 && ((unsigned char)line[length - 1] & 0xc0) == 0x80) length--;
        line[length > 0 ? length - 1 : 0] = '\0';
        return;
    }
    char bytes[5];
    encode(key, bytes);
    if (length + strlen(bytes) < TUI_LINE_SIZE) text_append(line, TUI_LINE_SIZE, "%s", bytes);
}

static tui_next type_key(tui_screen *screen, int key) {
    size_t length = strlen(screen->line);
    if (key == TUI_KEY_ENTER) return commit_line(screen);
    if (key == TUI_KEY_ESCAPE || key == TUI_KEY_INTERRUPT) {
        screen->typing = false;
    } else {
        change_line(screen->line, length, key);
    }
    return TUI_GO_ON;
}

/* The filter: what the moves must contain; the list follows each key. Enter goes back to the list, and plays
 * where one move is left. */
static tui_next filter_key(tui_screen *screen, int key) {
    size_t length = strlen(screen->filter);
    if (key == TUI_KEY_UP || key == TUI_KEY_DOWN) {
        move_cursor(screen, key == TUI_KEY_UP ? -screen->per_row : screen->per_row);
        return TUI_GO_ON;
    }
    if (key == TUI_KEY_ENTER) {
        screen->filtering = false;
        if (screen->shown_count == 1) play_current(screen);
        return TUI_GO_ON;
    }
    if (key == TUI_KEY_ESCAPE || key == TUI_KEY_INTERRUPT) {
        screen->filtering = false;
        screen->filter[0] = '\0';
    } else {
        change_line(screen->filter, length, key);
    }
    choices_filter(screen);
    return TUI_GO_ON;
}

/* ---- panes ---- */

static void scroll_pane(tui_screen *screen, int lines) {
    if (screen->pane == TUI_PANE_NONE) {
        screen->pane = TUI_PANE_LOG; /* what stands beside the table, or would */
        screen->scroll = 0;
    }
    screen->scroll += screen->pane == TUI_PANE_LOG ? -lines : lines;
    if (screen->scroll < 0) screen->scroll = 0;
}

/* Close what is open, the last opened first. */
static void go_back(tui_screen *screen) {
    screen->notice[0] = '\0';
    if (screen->number > 0) {
        screen->number = 0;
    } else if (screen->pane != TUI_PANE_NONE) {
        screen->pane = TUI_PANE_NONE;
        screen->scroll = 0;
    } else if (screen->selected_count > 0 || screen->filter[0] != '\0') {
        screen->selected_count = 0;
        screen->filter[0] = '\0';
        choices_filter(screen);
    }
}

/* ---- a record ---- */

/* A number is typed, and Enter goes to that move. */
static bool seek_number(tui_screen *screen, int key, int last) {
    if (key >= '0' && key <= '9') {
        int number = 10 * screen->number + key - '0';
        screen->number = number <= last ? number : key - '0' <= last ? key - '0' : 0;
        return true;
    }
    if (key != TUI_KEY_ENTER || screen->number == 0) return false;
    screen->session.seek(screen->session.self, screen->number);
    screen->number = 0;
    return true;
}

static bool seek_key(tui_screen *screen, int key) {
    int at = 0, last = 0, to;
    screen->session.position(screen->session.self, &at, &last);
    if (seek_number(screen, key, last)) return true;
    switch (key) {
    case TUI_KEY_RIGHT:
    case TUI_KEY_DOWN:
    case TUI_KEY_ENTER:
    case ' ': to = at + 1; break;
    case TUI_KEY_LEFT:
    case TUI_KEY_UP:
    case TUI_KEY_BACKSPACE:
    case 'b': to = at - 1; break;
    case TUI_KEY_HOME: to = 0; break;
    case TUI_KEY_END:
    case 'e': to = last; break;
    default: return false;
    }
    screen->notice[0] = '\0';
    screen->number = 0;
    if (to >= 0 && to <= last) screen->session.seek(screen->session.self, to);
    return true;
}

/* ---- all of it ---- */

/* A move with a key of its own. */
static bool choice_key(tui_screen *screen, int key) {
    for (int place = 0; place < screen->shown_count; place++) {
        if (screen->choices[screen->shown[place]].key != key) continue;
        screen->cursor = place;
        screen->amount = 0;
        screen->number = 0;
        if (!screen->choices[screen->shown[place]].chooses) play_current(screen);
        return true;
    }
    return false;
}

static tui_next bound_key(tui_screen *screen, int key) {
    moment now = moment_of(screen);
    for (int i = 0; i < BINDINGS; i++) {
        const binding *bound = &bindings[i];
        if (bound->offer.key != key || !is_offered(screen, bound, now)) continue;
        if (bound->offer.pane != TUI_PANE_NONE) {
            open_pane(screen, bound->offer.pane);
        } else if (bound->command != NULL) {
            bool stays = screen->session.typed(screen->session.self, bound->command);
            done(screen);
            if (!stays) return TUI_LEAVE;
        } else if (key == ':') {
            screen->typing = true;
            screen->line[0] = '\0';
        } else if (key == '/') {
            screen->filtering = screen->choice_count > 0;
        } else if (key == 'p') {
            return TUI_LOOK_BACK;
        } else if (key == 'q') {
            return ask_to_leave(screen, false);
        }
        return TUI_GO_ON;
    }
    return TUI_GO_ON;
}

tui_next screen_key(tui_screen *screen, int key) {
    if (screen->question[0] != '\0') return answer(screen, key);
    if (screen->typing) return type_key(screen, key);
    if (screen->filtering) return filter_key(screen, key);
    if (key == TUI_KEY_INTERRUPT) return ask_to_leave(screen, true);
    if (screen->session.position != NULL && seek_key(screen, key)) return TUI_GO_ON;
    if (goes_on(screen, key)) return TUI_GO_ON;
    int page = screen->grid.rows / 2;
    switch (key) {
    case TUI_KEY_UP: move_cursor(screen, -screen->per_row); break;
    case TUI_KEY_DOWN: move_cursor(screen, screen->per_row); break;
    case TUI_KEY_LEFT: move_sideways(screen, -1); break;
    case TUI_KEY_RIGHT: move_sideways(screen, 1); break;
    case TUI_KEY_HOME: move_cursor(screen, -screen->cursor); break;
    case TUI_KEY_END: move_cursor(screen, screen->shown_count - 1 - screen->cursor); break;
    case TUI_KEY_PAGE_UP: scroll_pane(screen, -page); break;
    case TUI_KEY_PAGE_DOWN: scroll_pane(screen, page); break;
    case TUI_KEY_ENTER:
        if (!refuse_number(screen)) play_current(screen);
        break;
    case TUI_KEY_BACKSPACE: screen->number /= 10; break;
    case TUI_KEY_ESCAPE: go_back(screen); break;
    default:
        if (key >= '0' && key <= '9') {
            type_digit(screen, key - '0');
        } else if (key == 'A' && !screen->session.online) {
            screen->session.typed(screen->session.self, "auto on");
            done(screen);
        } else if (!choice_key(screen, key)) {
            return bound_key(screen, key);
        }
    }
    return TUI_GO_ON;
}

tui_next screen_press(tui_screen *screen, int row, int column) {
    const tui_thing *found = grid_thing_at(&screen->grid, row, column);
    if (found == NULL || screen->question[0] != '\0') return TUI_GO_ON;
    tui_thing thing = *found; /* what is done may lay the grid out anew */
    screen->typing = false;
    switch (thing.kind) {
    case TUI_THING_KEY: return screen_key(screen, thing.number);
    case TUI_THING_PLACE: screen->session.seek(screen->session.self, thing.number); break;
    case TUI_THING_MARKED: choices_select(screen, &thing); break;
    case TUI_THING_MOVE:
        if (thing.number >= screen->shown_count) break;
        /* A run is first chosen, then its number: only a press on the chosen one plays it. */
        if (screen->cursor != thing.number) {
            const tui_choice *choice = &screen->choices[screen->shown[thing.number]];
            screen->cursor = thing.number;
            screen->amount = 0;
            if (choice->last > choice->first) break;
        }
        play_current(screen);
    }
    return TUI_GO_ON;
}

void screen_wheel(tui_screen *screen, int lines) {
    if (screen->question[0] == '\0') scroll_pane(screen, lines);
}
