/* `tapete run`: scripts without a terminal. JSON lines on stdout for programs, sentences on stderr in the
 * reader's language. */
#include "cli/cli.h"
#include "core/language.h"
#include "match/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The whole of a stream, at most one byte more than a script may have; NULL with errno. */
static char *read_all(FILE *in, size_t *size) {
    size_t room = 1 << 16;
    char *text = cli_allocate(room);
    *size = 0;
    while (!feof(in) && *size <= SCRIPT_MAX_BYTES) {
        if (*size == room) {
            char *larger = realloc(text, room * 2);
            if (larger == NULL) {
                free(text);
                errno = ENOMEM;
                return NULL;
            }
            text = larger;
            room *= 2;
        }
        *size += fread(text + *size, 1, room - *size, in);
        if (ferror(in)) {
            int reason = errno;
            free(text);
            errno = reason;
            return NULL;
        }
    }
    return text;
}

/* The text of a file, or of stdin for "-". NULL, having said why. */
static char *read_script_file(const char *path, size_t *size) {
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    char *text = in != NULL ? read_all(in, size) : NULL;
    if (text == NULL) cli_bad("cannot read %s: %s.", standard ? TR("standard input") : path, strerror(errno));
    if (in != NULL && !standard) fclose(in);
    return text;
}

static void on_line(void *context, json_t *line) {
    (void)context;
    cli_print_json(line);
}

/* `context` is the name of the file. The sentence may quote the script: what a terminal would obey is
 * replaced. */
static void on_problem(void *context, const char *sentence) {
    char *printable = strdup(sentence);
    for (char *c = printable; c != NULL && *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    }
    cli_bad_at(context, printable != NULL ? printable : TR("no memory for the reason"));
    free(printable);
}

int cli_run(const cli_args *args) {
    const char *path = cli_operand(args, 0);
    size_t size = 0;
    char *text = read_script_file(path, &size);
    if (text == NULL) return CLI_BAD;
    char *name = strdup(strcmp(path, "-") == 0 ? TR("standard input") : path);
    tp_error error = {0};
    script_file *file = script_read(text, size, &error);
    free(text);
    if (file == NULL) {
        tp_error_at(&error, "%s", name != NULL ? name : path);
        free(name);
        return cli_bad_error(&error);
    }
    script_listener listener = {.context = name, .line = on_line, .problem = on_problem};
    script_tally tally;
    script_run(file, &listener, &tally);
    if (script_has_cases(file)) printf("%zu passed, %zu failed\n", tally.passed, tally.failed + tally.bad);
    script_free(file);
    free(name);
    return tally.bad > 0 ? CLI_BAD : tally.failed > 0 ? CLI_FAILED : CLI_OK;
}
