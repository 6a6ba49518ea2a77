/* What is printed, as a text; see capture.h. */
#include "cli/capture.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void capture_begin(capture *capture) {
    fflush(stdout);
    capture->terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int kept = memfd_create("said", MFD_CLOEXEC);
    if (kept < 0) kept = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (kept < 0) return;
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

char *capture_end(capture *capture) {
    struct stat about = {0};
    fflush(stdout);
    size_t size = fstat(STDOUT_FILENO, &about) == 0 && S_ISREG(about.st_mode) ? (size_t)about.st_size : 0;
    char *text = cli_allocate(size + 1);
    ssize_t got = size > 0 ? pread(STDOUT_FILENO, text, size, 0) : 0;
    text[got > 0 ? got : 0] = '\0';
    if (capture->terminal >= 0) {
        dup2(capture->terminal, STDOUT_FILENO);
        close(capture->terminal);
    }
    return text;
}
