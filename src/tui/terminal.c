/* The terminal; see terminal.h. */
#include "tui/terminal.h"

#include "core/language.h"
#include "tui/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#undef columns /* term.h takes words of ours for capabilities */

/* A terminal is one for the whole process, and so are signals. */
static SCREEN *screen;
static FILE *screen_out, *screen_in;
static int out_descriptor; /* the terminal itself: standard output may be elsewhere for a moment */
static bool coloured;
static struct termios found;       /* the terminal as it was */
static char farewell[256];         /* what gives it back, to be written at once */
static volatile sig_atomic_t held; /* it is ours now */
static volatile sig_atomic_t interrupts, ending, resized;

/* ---- giving it back ---- */

/* May be called in a signal handler: writes and sets, nothing else. */
static void give_back(void) {
    if (!held) return;
    held = 0;
    for (size_t done = 0, size = strlen(farewell); done < size;) {
        ssize_t written = write(out_descriptor, farewell + done, size - done);
        if (written <= 0) break;
        done += (size_t)written;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

static void on_crash(int number) {
    give_back();
    signal(number, SIG_DFL);
    raise(number);
}

/* A second Ctrl-C before anybody has looked at the first: everything played so far is in the record. */
static void on_interrupt(int number) {
    (void)number;
    if (interrupts++ == 0) return;
    give_back();
    _exit(130);
}

static void on_ending(int number) { ending = number; }
static void on_resize(int number) {
    (void)number;
    resized = 1;
}

static const struct {
    int number;
    void (*handler)(int);
} handlers[] = {
    {SIGINT, on_interrupt}, {SIGTERM, on_ending}, {SIGHUP, on_ending}, {SIGWINCH, on_resize},
    {SIGSEGV, on_crash},    {SIGBUS, on_crash},   {SIGILL, on_crash},  {SIGFPE, on_crash},
    {SIGABRT, on_crash},    {SIGQUIT, on_crash},
};
enum { HANDLERS = sizeof handlers / sizeof handlers[0] };
static struct sigaction before[HANDLERS];

/* A crash may be one of the stack, so the handlers have one of their own. */
static char crash_stack[64 * 1024];

static void take_signals(void) {
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < HANDLERS; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        sigemptyset(&action.sa_mask);
        action.sa_handler = handlers[i].handler;
        action.sa_flags = handlers[i].handler == on_crash ? SA_ONSTACK : 0;
        sigaction(handlers[i].number, &action, &before[i]);
    }
}

static void give_signals_back(void) {
    for (int i = 0; i < HANDLERS; i++) sigaction(handlers[i].number, &before[i], NULL);
}

static void add_farewell(const char *capability) {
    const char *sequence = tigetstr(capability);
    if (sequence == NULL || sequence == (const char *)-1) return;
    size_t used = strlen(farewell), length = strlen(sequence);
    /* Delays ($<5>) are for terminals of paper. */
    if (strchr(sequence, '$') == NULL && used + length < sizeof farewell)
        memcpy(farewell + used, sequence, length + 1);
}

static void prepare_farewell(void) {
    snprintf(farewell, sizeof farewell, "\033[?1006l\033[?1000l");
    add_farewell("sgr0");
    add_farewell("op");
    add_farewell("rmkx");
    add_farewell("cnorm");
    add_farewell("rmcup");
}

/* ---- taking it ---- */

bool terminal_is_usable(void) {
    const char *name = getenv("TERM");
    struct winsize size = {0};
    if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1) return false;
    if (name == NULL || *name == '\0' || strcmp(name, "dumb") == 0) return false;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return false;
    if (size.ws_col < TUI_LEAST_COLUMNS || size.ws_row < TUI_LEAST_ROWS) return false;
    /* No letters of Chinese come near those of ASCII. Line by line they go out as they are. */
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 && strcmp(tp_language(), "zh") == 0) return false;
    int status;
    if (setupterm(name, STDOUT_FILENO, &status) != OK) return false;
    const char *move = tigetstr("cup");
    bool moves = move != NULL && move != (const char *)-1;
    del_curterm(cur_term); /* newterm makes one of its own */
    return moves;
}

/* The eight colours on the terminal's own ground are pairs 1 to 8, black on the eight 9 to 16: so few that
 * any terminal has them. */
enum { PAIRS = 1 + 2 * TUI_OWN_COLOUR };

static short pair_of(uint8_t colour, uint8_t ground) {
    if (ground != TUI_OWN_COLOUR) return (short)(1 + TUI_OWN_COLOUR + ground);
    return colour == TUI_OWN_COLOUR ? 0 : (short)(1 + colour);
}

/* The eight colours, softer where the terminal has 256 or more, and by their light where it takes any. */
static int shade(uint8_t colour, bool ground) {
    static const int of_256[] = {16, 203, 114, 221, 75, 176, 80, 252};
    static const int of_all[] = {0x101418, 0xff6b6b, 0x87d787, 0xffd75f,
                                 0x5fafff, 0xd787d7, 0x5fd7d7, 0xd0d0d0};
    static const int grounds_256[] = {16, 174, 114, 179, 75, 176, 80, 250};
    if (colour == TUI_OWN_COLOUR) return -1;
    if (COLORS > 256 && tigetflag("RGB") > 0) return of_all[colour];
    if (COLORS >= 256) return (ground ? grounds_256 : of_256)[colour];
    return colour;
}

static void begin_colours(bool wanted) {
    coloured = false;
    if (!wanted || !has_colors() || start_color() != OK || COLORS < 8 || COLOR_PAIRS < PAIRS) return;
    use_default_colors();
    for (int i = 0; i < TUI_OWN_COLOUR; i++) {
        uint8_t colour = (uint8_t)i;
        init_extended_pair(pair_of(colour, TUI_OWN_COLOUR), shade(colour, false), -1);
        init_extended_pair(pair_of(0, colour), shade(0, false), shade(colour, true));
    }
    coloured = true;
}

static void close_files(void) {
    if (screen_out != NULL) fclose(screen_out);
    if (screen_in != NULL) fclose(screen_in);
    screen_out = screen_in = NULL;
}

bool terminal_begin(bool colour) {
    if (tcgetattr(STDIN_FILENO, &found) != 0) return false;
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    out_descriptor = out;
    screen_out = out >= 0 ? fdopen(out, "w") : NULL;
    screen_in = in >= 0 ? fdopen(in, "r") : NULL;
    screen = screen_out != NULL && screen_in != NULL ? newterm(NULL, screen_out, screen_in) : NULL;
    if (screen == NULL) {
        close_files();
        return false;
    }
    prepare_farewell();
    interrupts = ending = resized = 0;
    held = 1;
    take_signals();
    atexit(give_back);
    set_term(screen);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    begin_colours(colour);
    return true;
}

void terminal_end(void) {
    if (screen == NULL) return;
    mousemask(0, NULL);
    const char *other = tigetstr("rmcup");
    if (other == NULL ||
        other == (const char *)-1) { /* the table stays there: what is said next comes after it */
        move(LINES - 1, 0);
        clrtoeol();
        refresh();
    }
    endwin();
    give_back();
    give_signals_back();
    delscreen(screen);
    close_files();
    screen = NULL;
}

void terminal_size(int *columns, int *rows) { getmaxyx(stdscr, *rows, *columns); }

/* ---- out ---- */

static attr_t attributes_of(const tui_cell *cell) {
    attr_t attributes = A_NORMAL;
    if ((cell->look & TUI_BOLD) != 0) attributes |= A_BOLD;
    if ((cell->look & TUI_FAINT) != 0) attributes |= A_DIM;
    if ((cell->look & TUI_REVERSE) != 0) attributes |= A_REVERSE;
    if ((cell->look & TUI_UNDERLINE) != 0) attributes |= A_UNDERLINE;
    return attributes;
}

/* The character of ASCII that comes nearest to one that the locale does not have, so that languages with
 * accents can be read. */
static char nearest(const char *text) {
    /* U+00C0 to U+00FF */
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static const struct {
        const char *from;
        char to;
    } signs[] = {{"\u00a0", ' '}, {"\u202f", ' '}, {"¡", '!'},  {"¿", '?'},  {"«", '"'}, {"»", '"'},
                 {"“", '"'},      {"”", '"'},      {"‘", '\''}, {"’", '\''}, {"–", '-'}, {"—", '-'},
                 {"−", '-'},      {"…", '.'},      {"·", '.'},  {"œ", 'o'},  {"Œ", 'O'}};
    if ((unsigned char)text[0] == 0xc3 && text[1] != '\0') return latin[(unsigned char)text[1] & 0x3f];
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strcmp(text, signs[i].from) == 0) return signs[i].to;
    }
    return '?';
}

void terminal_show(const tui_grid *grid) {
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const tui_cell *cell = grid_at(grid, row, column);
            if (cell->text[0] == '\0') continue; /* the right half of the one before */
            wchar_t characters[CCHARW_MAX + 1] = {0};
            const char *text = cell->text;
            mbstate_t state = {0};
            size_t count = mbsrtowcs(characters, &text, CCHARW_MAX, &state);
            if (count == (size_t)-1 || count == 0) { /* the locale does not have it */
                characters[0] = (wchar_t)nearest(cell->text);
                characters[1] = L'\0';
            }
            cchar_t drawn;
            int pair = coloured ? pair_of(cell->colour, cell->ground) : 0;
            if (setcchar(&drawn, characters, attributes_of(cell), (short)pair, NULL) == OK)
                mvadd_wch(row, column, &drawn);
        }
    }
    refresh();
}

/* ---- in ---- */

static int key_of(wint_t code) {
    switch (code) {
    case KEY_UP: return TUI_KEY_UP;
    case KEY_DOWN: return TUI_KEY_DOWN;
    case KEY_LEFT: return TUI_KEY_LEFT;
    case KEY_RIGHT: return TUI_KEY_RIGHT;
    case KEY_PPAGE: return TUI_KEY_PAGE_UP;
    case KEY_NPAGE: return TUI_KEY_PAGE_DOWN;
    case KEY_HOME: return TUI_KEY_HOME;
    case KEY_END: return TUI_KEY_END;
    case KEY_BACKSPACE: return TUI_KEY_BACKSPACE;
    case KEY_ENTER: return TUI_KEY_ENTER;
    default: return 0;
    }
}

static tui_event mouse_event(void) {
    MEVENT mouse;
    if (getmouse(&mouse) != OK) return (tui_event){.kind = TUI_EVENT_NONE};
    if ((mouse.bstate & BUTTON4_PRESSED) != 0) return (tui_event){.kind = TUI_EVENT_WHEEL, .key = -3};
    if ((mouse.bstate & BUTTON5_PRESSED) != 0) return (tui_event){.kind = TUI_EVENT_WHEEL, .key = 3};
    if ((mouse.bstate & BUTTON1_PRESSED) == 0) return (tui_event){.kind = TUI_EVENT_NONE};
    return (tui_event){.kind = TUI_EVENT_PRESS, .row = mouse.y, .column = mouse.x};
}

/* What ncurses has for us, without waiting; TUI_EVENT_NONE: nothing. */
static tui_event read_event(bool *more) {
    wint_t code = 0;
    int kind = get_wch(&code);
    *more = kind != ERR;
    if (kind == ERR) return (tui_event){.kind = TUI_EVENT_NONE};
    if (kind == KEY_CODE_YES) {
        if (code == KEY_MOUSE) return mouse_event();
        if (code == KEY_RESIZE) return (tui_event){.kind = TUI_EVENT_RESIZE};
        int key = key_of(code);
        return key != 0 ? (tui_event){.kind = TUI_EVENT_KEY, .key = key}
                        : (tui_event){.kind = TUI_EVENT_NONE};
    }
    if (code == 4) return (tui_event){.kind = TUI_EVENT_END}; /* Ctrl-D */
    if (code == 12) {                                         /* Ctrl-L: something else wrote on the screen */
        clearok(curscr, TRUE);
        return (tui_event){.kind = TUI_EVENT_RESIZE};
    }
    int key = code == '\r' ? TUI_KEY_ENTER : code == 127 || code == 8 ? TUI_KEY_BACKSPACE : (int)code;
    return (tui_event){.kind = TUI_EVENT_KEY, .key = key};
}

static void follow_size(void) {
    struct winsize size = {0};
    resized = 0;
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

/* What signals have brought. */
static bool signal_event(tui_event *event) {
    if (ending) {
        *event = (tui_event){.kind = TUI_EVENT_SIGNAL, .key = (int)ending};
        return true;
    }
    if (interrupts > 0) {
        interrupts = 0;
        *event = (tui_event){.kind = TUI_EVENT_KEY, .key = TUI_KEY_INTERRUPT};
        return true;
    }
    if (resized) {
        follow_size();
        *event = (tui_event){.kind = TUI_EVENT_RESIZE};
        return true;
    }
    return false;
}

tui_event terminal_wait(int descriptor, int timeout_ms) {
    tui_event event;
    bool more = true;
    sigset_t caught, usual;
    while (more) {
        if (signal_event(&event)) return event;
        event = read_event(&more);
        if (event.kind != TUI_EVENT_NONE) return event;
    }
    /* The signals are blocked except while it waits, so that none falls between the look and the wait. */
    sigemptyset(&caught);
    for (int i = 0; i < HANDLERS; i++) {
        if (handlers[i].handler != on_crash) sigaddset(&caught, handlers[i].number);
    }
    pthread_sigmask(SIG_BLOCK, &caught, &usual);
    struct pollfd wanted[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    struct timespec limit = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L};
    bool signalled = signal_event(&event);
    int ready =
        signalled ? 0 : ppoll(wanted, descriptor >= 0 ? 2 : 1, timeout_ms < 0 ? NULL : &limit, &usual);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    if (signalled || signal_event(&event)) return event;
    if (ready < 0 && errno != EINTR) return (tui_event){.kind = TUI_EVENT_END};
    if (ready > 0 && (wanted[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0) {
        event = read_event(&more);
        bool gone = (wanted[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
        if (gone && !more) event.kind = TUI_EVENT_END;
        return event;
    }
    return (tui_event){.kind = TUI_EVENT_NONE};
}
