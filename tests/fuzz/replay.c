/* Replays a corpus without libFuzzer: every file of the directory named on the command line is handed to the
 * fuzz target once, and is one TAP test. The target aborts where it finds something wrong, so a file that
 * comes back has passed. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_input(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* The whole file in memory that the caller frees, or NULL. At least one byte is allocated, also for an empty
 * file. */
static uint8_t *read_file(const char *directory, const char *name, size_t *size) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    if (length < 0 || (size_t)length >= sizeof path) return NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    uint8_t *data = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);
        if (end >= 0 && fseek(file, 0, SEEK_SET) == 0) {
            *size = (size_t)end;
            data = malloc(*size + 1);
            if (data && fread(data, 1, *size, file) != *size) {
                free(data);
                data = NULL;
            }
        }
    }
    (void)fclose(file);
    return data;
}

int main(int argc, char **argv) {
    struct dirent **inputs = NULL;
    if (argc != 2) {
        puts("Bail out! usage: replay DIRECTORY");
        return 2;
    }
    const int count = scandir(argv[1], &inputs, is_input, alphasort);
    if (count <= 0) {
        printf("Bail out! no corpus in %s\n", argv[1]);
        return 2;
    }
    int failed = 0;
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        size_t size = 0;
        uint8_t *data = read_file(argv[1], inputs[i]->d_name, &size);
        printf("# %s\n", inputs[i]->d_name);
        (void)fflush(stdout);
        if (data) {
            (void)LLVMFuzzerTestOneInput(data, size);
        } else {
            failed = 1;
        }
        printf("%s %d - %s\n", data ? "ok" : "not ok", i + 1, inputs[i]->d_name);
        free(data);
        free(inputs[i]);
    }
    free(inputs);
    return failed;
}
