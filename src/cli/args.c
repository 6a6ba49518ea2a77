/* The command line parser: `--name value`, `--name=value`, `--` ends the flags, and the last of several
 * values counts unless the flag repeats. A flag that repeats also takes the words after its value that look
 * like key=value, so that `--option players=3 chips=5` needs no second --option.
 *
 * Not argp or getopt_long: musl has no argp, neither says which name comes nearest to a mistyped one, and
 * here one table also gives help and completion. */
#include "cli/args.h"
#include "core/language.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A flag that was given, with its value or "". */
typedef struct given_flag {
    const cli_flag *flag;
    const char *value;
} given_flag;

struct cli_args {
    const cli_command *command;
    given_flag *given; /* in the order given */
    int given_count;
    const char **operands;
    int operand_count;
};

/* ---- parsing ---- */

static size_t flag_count(const cli_command *command) {
    size_t count = 0;
    while (command->flags != NULL && command->flags[count].name != NULL) count++;
    return count;
}

/* The flag whose name is the first `length` bytes of `name`, or NULL. */
static const cli_flag *find_flag(const cli_command *command, const char *name, size_t length) {
    size_t count = flag_count(command);
    for (size_t i = 0; i < count; i++) {
        const char *candidate = command->flags[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) return &command->flags[i];
    }
    return NULL;
}

/* A name with its dashes, which the table leaves out. */
typedef struct shown_flag {
    char text[48];
} shown_flag;

static const char *shown_name(const void *context, size_t index) {
    const shown_flag *names = context;
    return names[index].text;
}

/* "--seed, --json, ..." with those nearest to `wanted` first, and the two that every command has. */
static void list_flags(const cli_command *command, const char *wanted, char *text, size_t size) {
    size_t count = flag_count(command);
    shown_flag *names = cli_allocate((count + 2) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        snprintf(names[i].text, sizeof names[i].text, "--%s", command->flags[i].name);
    snprintf(names[count].text, sizeof names[count].text, "--help");
    snprintf(names[count + 1].text, sizeof names[count + 1].text, "--version");
    tp_list_nearest(text, size, wanted, count + 2, shown_name, names);
    free(names);
}

static args_result bad(char *problem, size_t size, const char *format, ...) TP_PRINTF(3, 4);
static args_result bad(char *problem, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, size, format, arguments);
    va_end(arguments);
    return ARGS_BAD;
}

/* A word like key=value: a name of letters, digits, "_" and "-", then "=". */
static bool is_assignment(const char *word) {
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || word[length] == '_' || (length > 0 && word[length] == '-'))
        length++;
    return length > 0 && word[length] == '=';
}

static void give(cli_args *args, const cli_flag *flag, const char *value) {
    args->given[args->given_count++] = (given_flag){flag, value};
}

/* Whether a word is a flag of the command, so that it cannot be meant as the value of the flag before it. */
static bool is_known_flag(const cli_command *command, const char *word) {
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "--version") == 0) return true;
    return strncmp(word, "--", 2) == 0 && find_flag(command, word + 2, strcspn(word + 2, "=")) != NULL;
}

/* Take the flag at words[*at] and its value. Leaves *at at the last word taken. */
static args_result parse_flag(cli_args *args, int count, char *const *words, int *at, char *problem,
                              size_t size) {
    const cli_command *command = args->command;
    const char *name = words[*at] + 2;
    size_t length = strcspn(name, "=");
    const cli_flag *flag = strncmp(words[*at], "--", 2) == 0 ? find_flag(command, name, length) : NULL;
    if (flag == NULL) {
        char names[400], wanted[64];
        snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(words[*at], "="), words[*at]);
        list_flags(command, wanted, names, sizeof names);
        return bad(problem, size, TR("%s has no flag %.60s; the flags are %s"), command->name, wanted, names);
    }
    if (flag->value == NULL) {
        if (name[length] == '=') return bad(problem, size, TR("--%s takes no value"), flag->name);
        give(args, flag, "");
        return ARGS_RUN;
    }
    if (name[length] == '=') {
        give(args, flag, name + length + 1);
    } else {
        if (*at + 1 >= count || is_known_flag(command, words[*at + 1])) {
            return bad(problem, size, TR("--%s needs a value: --%s %s"), flag->name, flag->name, flag->value);
        }
        give(args, flag, words[++*at]);
    }
    while (flag->repeats && *at + 1 < count && is_assignment(words[*at + 1])) give(args, flag, words[++*at]);
    return ARGS_RUN;
}

/* The command that this one is within, as "admin ", or "". */
static void outer_name(const cli_command *command, char out[32]) {
    out[0] = '\0';
    for (const cli_command *outer = cli_commands; outer->name != NULL; outer++) {
        for (const cli_command *inner = outer->commands; inner != NULL && inner->name != NULL; inner++) {
            if (inner == command) snprintf(out, 32, "%.30s ", outer->name);
        }
    }
}

/* As many operands as the command takes? */
static args_result check_operands(const cli_args *args, char *problem, size_t size) {
    const cli_command *command = args->command;
    if (args->operand_count > command->max_operands) {
        if (command->max_operands == 0) {
            return bad(problem, size, TR("%s takes no operand, not \"%.200s\""), command->name,
                       args->operands[0]);
        }
        return bad(problem, size, TR("%s takes only %s; \"%.200s\" is one too many"), command->name,
                   command->operands, args->operands[command->max_operands]);
    }
    if (args->operand_count < command->min_operands) {
        char outer[32];
        outer_name(command, outer);
        return bad(problem, size, TR("%s needs %s; see tapete %s%s --help"), command->name, command->operands,
                   outer, command->name);
    }
    return ARGS_RUN;
}

args_result args_parse(const cli_command *command, int count, char *const *words, cli_args **out,
                       char *problem, size_t problem_size) {
    cli_args *args = cli_allocate(sizeof *args);
    args->command = command;
    args->given = cli_allocate(((size_t)count + 1) * sizeof *args->given);
    args->operands = cli_allocate(((size_t)count + 1) * sizeof *args->operands);
    args_result result = ARGS_RUN;
    bool flags_ended = false;
    for (int i = 0; i < count && result == ARGS_RUN; i++) {
        const char *word = words[i];
        if (flags_ended || word[0] != '-' || word[1] == '\0') {
            args->operands[args->operand_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            flags_ended = true;
        } else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            result = ARGS_HELP;
        } else if (strcmp(word, "--version") == 0) {
            result = ARGS_VERSION;
        } else {
            result = parse_flag(args, count, words, &i, problem, problem_size);
        }
    }
    if (result == ARGS_RUN) result = check_operands(args, problem, problem_size);
    if (result == ARGS_RUN) {
        *out = args;
    } else {
        args_free(args);
    }
    return result;
}

void args_free(cli_args *args) {
    if (args == NULL) return;
    free(args->given);
    free(args->operands);
    free(args);
}

/* ---- questions ---- */

/* The flag of this name; a command asks only for flags of its own. */
static const cli_flag *own_flag(const cli_args *args, const char *name) {
    const cli_flag *flag = find_flag(args->command, name, strlen(name));
    tp_assert(flag != NULL);
    return flag;
}

bool args_for_programs(const cli_args *args) {
    return find_flag(args->command, "json", strlen("json")) != NULL && cli_given(args, "json");
}

bool cli_given(const cli_args *args, const char *name) { return cli_count(args, name) > 0; }

int cli_count(const cli_args *args, const char *name) {
    const cli_flag *flag = own_flag(args, name);
    int count = 0;
    for (int i = 0; i < args->given_count; i++) count += args->given[i].flag == flag;
    return count;
}

const char *cli_value_at(const cli_args *args, const char *name, int index) {
    const cli_flag *flag = own_flag(args, name);
    for (int i = 0; i < args->given_count; i++) {
        if (args->given[i].flag == flag && index-- == 0) return args->given[i].value;
    }
    return NULL;
}

const char *cli_value(const cli_args *args, const char *name) {
    return cli_value_at(args, name, cli_count(args, name) - 1);
}

int cli_operand_count(const cli_args *args) { return args->operand_count; }

const char *cli_operand(const cli_args *args, int index) {
    return index >= 0 && index < args->operand_count ? args->operands[index] : NULL;
}

bool cli_integer(const cli_args *args, const char *name, int64_t min, int64_t max, int64_t fallback,
                 int64_t *out) {
    *out = fallback;
    const char *text = cli_value(args, name);
    if (text == NULL) return true;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool is_number = isdigit((unsigned char)text[text[0] == '-']) && *end == '\0';
    if (!is_number || errno == ERANGE || value < min || value > max) {
        if (max == INT64_MAX) {
            cli_bad("--%s must be a whole number of at least %lld, not \"%.60s\".", name, (long long)min,
                    text);
        } else {
            cli_bad("--%s must be a whole number from %lld to %lld, not \"%.60s\".", name, (long long)min,
                    (long long)max, text);
        }
        return false;
    }
    *out = value;
    return true;
}

bool cli_real(const cli_args *args, const char *name, double min, double max, double fallback, double *out) {
    *out = fallback;
    const char *text = cli_value(args, name);
    if (text == NULL) return true;
    char *end;
    double value = strtod(text, &end);
    bool is_number = end != text && *end == '\0' && !isspace((unsigned char)text[0]) && isfinite(value);
    if (!is_number || value < min || value > max) {
        cli_bad("--%s must be a number from %g to %g, not \"%.60s\".", name, min, max, text);
        return false;
    }
    *out = value;
    return true;
}

bool cli_seed(const cli_args *args, uint64_t *out) {
    const char *text = cli_value(args, "seed");
    if (text == NULL) return true;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno == ERANGE) {
        cli_bad("--seed must be a whole number from 0 to 18446744073709551615, not \"%.60s\".", text);
        return false;
    }
    *out = value;
    return true;
}

const tp_game *cli_game(const cli_args *args, tp_options *options) {
    return cli_game_named(args, cli_operand(args, 0), options);
}

const tp_game *cli_game_named(const cli_args *args, const char *name, tp_options *options) {
    tp_error error = {0};
    const tp_game *game = tp_game_find(name, &error);
    if (game == NULL) {
        cli_bad_error(&error);
        return NULL;
    }
    tp_options_init(options, game->options);
    for (int i = 0; i < cli_count(args, "option"); i++) {
        if (tp_options_parse(options, cli_value_at(args, "option", i), &error) != TP_OK) {
            tp_error_at(&error, "--option");
            cli_bad_error(&error);
            return NULL;
        }
    }
    return game;
}

/* ---- the language ---- */

static size_t language_count(void) {
    size_t count = 0;
    while (tp_languages()[count] != NULL) count++;
    return count;
}

static const char *language_name(const void *context, size_t index) {
    (void)context;
    return tp_languages()[index];
}

bool cli_language(const cli_args *args) {
    const char *language = cli_value(args, "lang");
    if (language == NULL) return true;
    if (strcmp(tp_language_choose(language), language) != 0) {
        char list[64];
        tp_list_nearest(list, sizeof list, language, language_count(), language_name, NULL);
        cli_bad("--lang %s: there is no such language; the languages are: %s.", language, list);
        return false;
    }
    tp_language_set(language);
    return true;
}
