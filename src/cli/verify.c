/* `tapete verify`: was the deal the one that was committed to? */
#include "cli/cli.h"

int cli_verify(const cli_args *args) {
    char report[2048] = "";
    tp_error error = {0};
    tp_err err = tp_record_verify(cli_operand(args, 0), report, sizeof report, &error);
    if (report[0] != '\0') printf("%s\n", report);
    if (err == TP_OK) return CLI_OK;
    cli_bad_error(&error);
    return err == TP_E_REFUSED ? CLI_FAILED : CLI_BAD;
}
