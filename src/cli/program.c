/* The program: find the command, parse its words, run it. */
#include "cli/args.h"
#include "cli/help.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int show_version(void) {
    printf("tapete %s\n", tp_version());
    return cli_finish(CLI_OK);
}

/* Whether a word asks for something of every command. */
static bool is_common(const char *word) {
    return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "--version") == 0;
}

/* Parse the words of a command and run it. `within`: the command is one within another. */
static int run_command(const cli_command *outer, const cli_command *within, int count, char *const *words) {
    const cli_command *command = within != NULL ? within : outer;
    char problem[640];
    cli_args *args = NULL;
    int code = CLI_BAD;
    switch (args_parse(command, count, words, &args, problem, sizeof problem)) {
    case ARGS_RUN:
        if (args_for_programs(args)) tp_language_set("en");
        code = command->run(args);
        break;
    case ARGS_HELP:
        help_command(stdout, outer, within);
        code = CLI_OK;
        break;
    case ARGS_VERSION: return show_version();
    case ARGS_BAD: code = cli_bad_at("", problem); break;
    }
    args_free(args);
    return cli_finish(code);
}

/* Standard files that the caller has closed would be given to the first files that are opened. They stay
 * unusable: what is read from them or written to them fails, as it should. */
static bool keep_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) >= 0) continue;
        if (open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) return false;
    }
    return true;
}

/* The first of these that is set, as the C library reads them; NULL for none. */
static const char *first_set(const char *category) {
    const char *const names[] = {"LC_ALL", category, "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0') return value;
    }
    return NULL;
}

/* Which letters the terminal shows. If the system does not know the locale that is wished for, its name
 * still says whether it is UTF-8. */
static void set_letters(void) {
    const char *wanted = first_set("LC_CTYPE");
    if (setlocale(LC_CTYPE, "") != NULL || wanted == NULL) return;
    if (strcasestr(wanted, "utf-8") != NULL || strcasestr(wanted, "utf8") != NULL)
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* What the environment says of languages, as gettext reads it: LANGUAGE is a list for users who have not
 * asked for the C locale. */
static const char *wanted_language(void) {
    const char *locale = first_set("LC_MESSAGES");
    if (locale == NULL || strcmp(locale, "POSIX") == 0 || strcmp(locale, "C") == 0 ||
        strncmp(locale, "C.", 2) == 0)
        return NULL;
    const char *list = getenv("LANGUAGE");
    return list != NULL && *list != '\0' ? list : locale;
}

/* `--load FILE` or `--load=FILE` before the command, any number of times: games and agents from shared
 * objects. How many words that were; -1 after a sentence. */
static int load_plugins(int argc, char **argv) {
    int at = 1;
    while (at < argc && strncmp(argv[at], "--load", 6) == 0 && strchr("=", argv[at][6]) != NULL) {
        const char *file = argv[at][6] == '=' ? argv[at] + 7 : at + 1 < argc ? argv[++at] : "";
        if (file[0] == '\0') {
            cli_bad("--load needs a FILE: a shared object with games or agents.");
            return -1;
        }
        if (!cli_load_plugin(file)) return -1;
        at++;
    }
    return at - 1;
}

int cli_main(int argc, char **argv) {
    if (!keep_standard_files()) return CLI_BAD;
    /* Writing to a pipe that nobody reads is then an error like others, and a record can still be closed. */
    signal(SIGPIPE, SIG_IGN);
    set_letters();
    setlocale(LC_MESSAGES, "");
    tp_language_set(tp_language_choose(wanted_language()));
    int loaded = load_plugins(argc, argv);
    if (loaded < 0) return CLI_BAD;
    argc -= loaded;
    argv += loaded; /* argv[0] is not looked at */
    if (argc < 2) {
        help_overview(stderr);
        return CLI_BAD;
    }
    const char *first = argv[1];
    if (strcmp(first, "-h") == 0 || strcmp(first, "--help") == 0) {
        help_overview(stdout);
        return cli_finish(CLI_OK);
    }
    if (strcmp(first, "--version") == 0) {
        return argc == 2 ? show_version()
                         : cli_bad("--version takes nothing else; %.60s is too much.", argv[2]);
    }
    if (first[0] == '-') {
        return cli_bad("unknown flag %.60s; flags come after the command. See tapete --help.", first);
    }
    const cli_command *command = help_find(first), *within = NULL;
    if (command == NULL) return CLI_BAD;
    int taken = 2;
    if (command->commands != NULL && argc > 2 && !is_common(argv[2])) {
        within = help_find_within(command, argv[2]);
        if (within == NULL) return CLI_BAD;
        taken = 3;
    }
    return run_command(command, within, argc - taken, argv + taken);
}
