/* `tapete verify`: was the deal the one that was committed to? */
#include "cli/cli.h"
#include "cli/shelf.h"
#include "match/sealed.h"

int cli_verify(const cli_args *args) {
    char report[SEALED_REPORT_SIZE] = "";
    tp_error error = {0};
    const char *path = cli_operand(args, 0);
    char last[SHELF_PATH_SIZE];
    if (path == NULL) {
        tp_record_info info = {0};
        tp_match *match = shelf_newest_finished(last, &info, &error);
        if (match == NULL) return cli_bad_error(&error);
        tp_match_free(match);
        path = last;
        printf("%s:\n", path);
    }
    const char *kept = cli_value(args, "witness");
    json_t *witness = kept != NULL ? witness_read(kept, &error) : NULL;
    if (kept != NULL && witness == NULL) return cli_bad_error(&error);
    tp_err err = record_verify_file(path, witness, report, sizeof report, &error);
    json_decref(witness);
    if (report[0] != '\0') printf("%s\n", report);
    if (err == TP_OK) return CLI_OK;
    cli_bad_error(&error);
    return err == TP_E_REFUSED ? CLI_FAILED : CLI_BAD;
}
