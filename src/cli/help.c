/* Help texts, laid out at 80 columns from the table of commands. */
#include "cli/help.h"
#include "core/language.h"
#include "look/draw.h"

#include <string.h>

enum { WIDTH = 80, HELP_COLUMN = 22, CODE_COLUMN = 7 };

static const cli_flag always[] = {
    {.name = "help", .help = TR_MARK("show this help")},
    {.name = "version", .help = TR_MARK("show the version")},
    {.name = NULL},
};

void help_wrap(FILE *out, int column, int indent, const char *text) {
    static const look_style page = {.width = WIDTH};
    print_wrapped(out, &page, -column, indent, text);
}

/* "--seed S  what it does", the help text in a column of its own. */
static void print_flag(FILE *out, const cli_flag *flag) {
    int column = fprintf(out, "  %s--%s%s%s%s", strcmp(flag->name, "help") == 0 ? "-h, " : "", flag->name,
                         flag->value != NULL ? " " : "", flag->value != NULL ? flag->value : "",
                         flag->repeats ? "..." : "");
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", HELP_COLUMN - column, "");
    help_wrap(out, HELP_COLUMN, HELP_COLUMN, tp_translate(flag->help));
}

/* "  tables=2000  what it limits". */
static void print_option(FILE *out, const tp_option *option) {
    int column = fprintf(out, "  %s=%s", option->name, option->fallback);
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", HELP_COLUMN - column, "");
    help_wrap(out, HELP_COLUMN, HELP_COLUMN, tp_translate(option->help));
}

/* "Usage: tapete bench GAME [--seconds S] ..." wrapped between flags. */
static void print_usage(FILE *out, const char *name, const cli_command *command) {
    char usage[160];
    snprintf(usage, sizeof usage, TR("Usage: tapete %s"), name);
    fputs(usage, out);
    int indent = text_columns(usage), column = indent;
    if (command->operands[0] != '\0') column += fprintf(out, " %s", command->operands);
    indent++;
    for (const cli_flag *flag = command->flags; flag != NULL && flag->name != NULL; flag++) {
        char text[80];
        int length = snprintf(text, sizeof text, "[--%s%s%s%s]", flag->name, flag->value != NULL ? " " : "",
                              flag->value != NULL ? flag->value : "", flag->repeats ? "..." : "");
        if (column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else {
            fputc(' ', out);
            column++;
        }
        column += length;
        fputs(text, out);
    }
    fputc('\n', out);
}

static void print_title(FILE *out, const char *title) { fprintf(out, "\n%s\n", title); }

static void print_exit_codes(FILE *out) {
    static const struct {
        int code;
        const char *meaning;
    } codes[] = {
        {CLI_OK, TR_MARK("success")},
        {CLI_FAILED, TR_MARK("the answer is no: an expectation failed, a record does not verify")},
        {CLI_BAD,
         TR_MARK("bad input (command line, file, script), or the system refused (no such file, disk full)")},
        {CLI_STOPPED, TR_MARK("stopped by Ctrl-C")},
    };
    print_title(out, TR("Exit status:"));
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        fprintf(out, "  %-5d", codes[i].code);
        help_wrap(out, CODE_COLUMN, CODE_COLUMN, tp_translate(codes[i].meaning));
    }
}

/* The commands of a table, each with its summary. */
static void print_commands(FILE *out, const cli_command *commands) {
    if (commands[0].group == NULL) print_title(out, TR("Commands:"));
    for (const cli_command *command = commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        if (command->group != NULL) print_title(out, tp_translate(command->group));
        int column =
            fprintf(out, "  %s%s%s", command->name, command->operands[0] ? " " : "", command->operands);
        if (column > HELP_COLUMN - 2) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%*s", HELP_COLUMN - column, "");
        help_wrap(out, HELP_COLUMN, HELP_COLUMN, tp_translate(command->summary));
    }
}

static const cli_flag load_flag = {.name = "load",
                                   .value = "FILE",
                                   .help = TR_MARK("load games and agents from this shared object"),
                                   .repeats = true};

void help_overview(FILE *out) {
    fprintf(out, "%s\n\n", TR("Usage: tapete [--load FILE]... COMMAND [OPERAND] [--FLAG [VALUE]]..."));
    help_wrap(out, 0, 0,
              TR("Tapete plays card games with hidden cards, against bots that see only their own hand."));
    print_commands(out, cli_commands);
    print_title(out, TR("Before the command:"));
    print_flag(out, &load_flag);
    print_title(out, TR("Flags for every command:"));
    for (const cli_flag *flag = always; flag->name != NULL; flag++) print_flag(out, flag);
    fputc('\n', out);
    help_wrap(out, 0, 0, TR("`tapete COMMAND --help` explains a command."));
    print_exit_codes(out);
}

void help_command(FILE *out, const cli_command *command, const cli_command *within) {
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", command->name, within != NULL ? " " : "",
             within != NULL ? within->name : "");
    if (within != NULL) command = within;
    print_usage(out, name, command);
    fputc('\n', out);
    help_wrap(out, 0, 0, tp_translate(command->summary));
    if (command->details != NULL) {
        fputc('\n', out);
        help_wrap(out, 0, 0, tp_translate(command->details));
    }
    if (command->commands != NULL) print_commands(out, command->commands);
    print_title(out, TR("Flags:"));
    for (const cli_flag *flag = command->flags; flag != NULL && flag->name != NULL; flag++)
        print_flag(out, flag);
    for (const cli_flag *flag = always; flag->name != NULL; flag++) print_flag(out, flag);
    if (command->options != NULL) {
        print_title(out, TR("Options, for --option:"));
        for (const tp_option *option = command->options; option->name != NULL; option++)
            print_option(out, option);
    }
    fputc('\n', out);
    help_wrap(
        out, 0, 0,
        TR("Exit status: 0 success, 1 the answer is no, 2 bad input, 130 Ctrl-C; `tapete --help` says more."));
}

/* ---- names ---- */

/* The one at this place of those that are shown. */
static const char *command_name(const void *context, size_t index) {
    for (const cli_command *command = context; command->name != NULL; command++) {
        if (!command->hidden && index-- == 0) return command->name;
    }
    return "";
}

/* NULL, and the names that there are in `names`, if there is none. */
static const cli_command *find_in(const cli_command *commands, const char *name, char *names, size_t size) {
    size_t shown = 0;
    for (const cli_command *command = commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) return command;
        shown += !command->hidden;
    }
    tp_list_nearest(names, size, name, shown, command_name, commands);
    return NULL;
}

const cli_command *help_find(const char *name) {
    char names[256];
    const cli_command *command = find_in(cli_commands, name, names, sizeof names);
    if (command == NULL) cli_bad("there is no command \"%.60s\"; the commands are %s.", name, names);
    return command;
}

const cli_command *help_find_within(const cli_command *command, const char *name) {
    char names[256];
    if (command->commands == NULL) {
        cli_bad("%s has no subcommands; \"%.60s\" is not understood.", command->name, name);
        return NULL;
    }
    const cli_command *within = find_in(command->commands, name, names, sizeof names);
    if (within == NULL)
        cli_bad("%s has no command \"%.60s\"; the commands are %s.", command->name, name, names);
    return within;
}
