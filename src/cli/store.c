/* `tapete store`: copies, checks and backups of what a server keeps. */
#include "cli/store.h"

#include "core/language.h"
#include "store/copy.h"

#include <inttypes.h>

static const cli_flag no_flags[] = {{.name = NULL}};

static void tell_rows(void *context, const char *relation, int64_t rows) {
    (void)context;
    printf("%-12s %10" PRId64 "\n", relation, rows);
}

static int run_copy(const cli_args *args) {
    tp_error error = {0};
    if (store_copy(cli_operand(args, 0), cli_operand(args, 1), tell_rows, NULL, &error) != TP_OK)
        return cli_bad_error(&error);
    printf("%s\n", TR("Copied, and every row compared."));
    return cli_finish(CLI_OK);
}

static int run_check(const cli_args *args) {
    tp_error error = {0};
    tp_err code = store_check_all(cli_operand(args, 0), &error);
    if (code != TP_OK) {
        cli_bad_error(&error);
        return code == TP_E_REFUSED ? CLI_FAILED : CLI_BAD;
    }
    printf("%s\n", TR("The database is whole."));
    return cli_finish(CLI_OK);
}

static int run_backup(const cli_args *args) {
    tp_error error = {0};
    if (store_backup_all(cli_operand(args, 0), cli_operand(args, 1), &error) != TP_OK)
        return cli_bad_error(&error);
    printf(TR("Wrote %s, and looked at all of it.\n"), cli_operand(args, 1));
    return cli_finish(CLI_OK);
}

const cli_command cli_store_commands[] = {
    {.name = "copy",
     .operands = "FROM TO",
     .min_operands = 2,
     .max_operands = 2,
     .summary = TR_MARK("Copy everything from one database to an empty one, and compare every row."),
     .details = TR_MARK("Stop the server first: what it writes after the copy has begun is not copied."),
     .flags = no_flags,
     .run = run_copy},
    {.name = "check",
     .operands = "URL",
     .min_operands = 1,
     .max_operands = 1,
     .summary = TR_MARK("Look at the whole database for damage; it may be in use."),
     .flags = no_flags,
     .run = run_check},
    {.name = "backup",
     .operands = "URL FILE",
     .min_operands = 2,
     .max_operands = 2,
     .summary = TR_MARK("Write everything to a SQLite file; the database may be in use."),
     .flags = no_flags,
     .run = run_backup},
    {.name = NULL},
};
