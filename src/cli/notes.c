/* What programs write to standard error; see notes.h. Standard error is one for the whole process, and so is
 * what is kept of it. */
#include "cli/notes.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEPT = 1 << 20 /* bytes that are shown, of the latest */ };

static int terminal = -1; /* standard error meanwhile */

void notes_begin(void) {
    int kept = memfd_create("notes", MFD_CLOEXEC);
    if (kept < 0 || terminal >= 0) return;
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (terminal >= 0) dup2(kept, STDERR_FILENO);
    close(kept);
}

static off_t size_kept(void) {
    struct stat about = {0};
    return terminal >= 0 && fstat(STDERR_FILENO, &about) == 0 ? about.st_size : 0;
}

bool notes_are_there(void) { return size_kept() > 0; }

char *notes_text(void) {
    off_t size = size_kept(), from = size > MOST_KEPT ? size - MOST_KEPT : 0;
    char *text = cli_allocate((size_t)(size - from) + 1);
    ssize_t got = size > 0 ? pread(STDERR_FILENO, text, (size_t)(size - from), from) : 0;
    text[got > 0 ? got : 0] = '\0';
    return text;
}

void notes_end(void) {
    char bytes[4096];
    ssize_t got;
    if (terminal < 0) return;
    for (off_t at = 0; (got = pread(STDERR_FILENO, bytes, sizeof bytes, at)) > 0; at += got) {
        if (write(terminal, bytes, (size_t)got) != got) break;
    }
    dup2(terminal, STDERR_FILENO);
    close(terminal);
    terminal = -1;
}
