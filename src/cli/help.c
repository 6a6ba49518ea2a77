/* Help texts, laid out at 80 columns from the table of commands. */
#include "cli/help.h"

#include <string.h>

enum { WIDTH = 80, HELP_COLUMN = 22 };

static const cli_flag always[] = {
    {.name = "help", .help = "show this help"},
    {.name = "version", .help = "show the version"},
    {.name = NULL},
};

/* Print one word (`length` bytes) where it fits on the line, else on the next. Returns the new column. */
static int put_word(FILE *out, int column, int indent, const char *word, size_t length) {
    if (column + (int)length > WIDTH && column > indent) {
        fprintf(out, "\n%*s", indent, "");
        column = indent;
    }
    fwrite(word, 1, length, out);
    return column + (int)length;
}

void help_wrap(FILE *out, int column, int indent, const char *text) {
    bool at_start = true;
    while (*text != '\0') {
        if (*text == '\n') {
            fputc('\n', out);
            column = 0;
            at_start = true;
            text++;
            if (*text != '\0' && *text != '\n') column = fprintf(out, "%*s", indent, "");
            continue;
        }
        size_t length = strcspn(text, " \n");
        if (length == 0) { /* more than one space: kept, for what is laid out by hand */
            fputc(' ', out);
            column++;
            text++;
            continue;
        }
        if (!at_start && column + 1 + (int)length <= WIDTH) {
            fputc(' ', out);
            column++;
        } else if (!at_start) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column = put_word(out, column, indent, text, length);
        at_start = false;
        text += length;
        if (*text == ' ') text++;
    }
    fputc('\n', out);
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
    help_wrap(out, HELP_COLUMN, HELP_COLUMN, flag->help);
}

/* "  tables=2000  what it limits". */
static void print_option(FILE *out, const tp_option *option) {
    int column = fprintf(out, "  %s=%s", option->name, option->fallback);
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", HELP_COLUMN - column, "");
    help_wrap(out, HELP_COLUMN, HELP_COLUMN, option->help);
}

/* "Usage: tapete bench GAME [--seconds S] ..." wrapped between flags. */
static void print_usage(FILE *out, const cli_command *command) {
    int indent = fprintf(out, "Usage: tapete %s", command->name);
    int column = indent;
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

static void print_exit_codes(FILE *out) {
    fputs("\nExit status:\n"
          "  0    all went well\n"
          "  1    the work was done and the answer is no: an expectation failed, a record\n"
          "       does not verify\n"
          "  2    bad input (command line, file, script), or the system refused (no such\n"
          "       file, disk full)\n"
          "  130  stopped by Ctrl-C\n",
          out);
}

void help_overview(FILE *out) {
    fputs("Usage: tapete COMMAND [OPERAND] [--FLAG [VALUE]]...\n"
          "\n"
          "Tapete plays card games of hidden information, against bots that see no more\n"
          "than they should.\n"
          "\n"
          "Commands:\n",
          out);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        int column =
            fprintf(out, "  %s%s%s", command->name, command->operands[0] ? " " : "", command->operands);
        if (column > HELP_COLUMN - 2) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%*s", HELP_COLUMN - column, "");
        help_wrap(out, HELP_COLUMN, HELP_COLUMN, command->summary);
    }
    fputs("\nFlags of every command:\n", out);
    for (const cli_flag *flag = always; flag->name != NULL; flag++) print_flag(out, flag);
    fputs("\n`tapete COMMAND --help` tells more about a command.\n", out);
    print_exit_codes(out);
}

void help_command(FILE *out, const cli_command *command) {
    print_usage(out, command);
    fputc('\n', out);
    help_wrap(out, 0, 0, command->summary);
    if (command->details != NULL) {
        fputc('\n', out);
        help_wrap(out, 0, 0, command->details);
    }
    fputs("\nFlags:\n", out);
    for (const cli_flag *flag = command->flags; flag != NULL && flag->name != NULL; flag++)
        print_flag(out, flag);
    for (const cli_flag *flag = always; flag->name != NULL; flag++) print_flag(out, flag);
    if (command->options != NULL) {
        fputs("\nOptions, for --option:\n", out);
        for (const tp_option *option = command->options; option->name != NULL; option++)
            print_option(out, option);
    }
    print_exit_codes(out);
}

static const char *command_name(const void *context, size_t index) {
    (void)context;
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (!command->hidden && index-- == 0) return command->name;
    }
    return "";
}

const cli_command *help_find(const char *name) {
    size_t shown = 0;
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) return command;
        shown += !command->hidden;
    }
    char names[256];
    tp_list_nearest(names, sizeof names, name, shown, command_name, NULL);
    cli_bad("there is no command \"%.60s\"; there is %s.", name, names);
    return NULL;
}
