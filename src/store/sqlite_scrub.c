/* Nothing stays in the unused part of a page.
 *
 * PRAGMA secure_delete overwrites what is deleted. But when SQLite balances a tree it rebuilds pages, and
 * leaves old bytes of rows that have moved elsewhere in the gap between the list of cells and the first cell;
 * a later deletion of such a row does not reach that copy. (Measured: about 1 in 400 rows of a journal
 * leaves one.) So the gap of every page is zeroed on its way into the database. It means nothing to SQLite.
 * In WAL mode only checkpoints write there; pages in the log, which have checksums, stay as they are until
 * the log is emptied. */
#include "store/sqlite_internal.h"

#include <stddef.h>
#include <string.h>

enum {
    DATABASE_HEADER = 100, /* before the header of page 1 */
    LARGEST_PAGE = 65536,
    /* The first byte of a page that is no tree is that of a page number. It is none of those below while
       there are fewer pages than this. */
    MOST_PAGES = 0x01000000,
};

static size_t two_bytes(const uint8_t *at) { return (size_t)at[0] << 8 | at[1]; }

void sqlite_scrub_page(uint8_t *page, size_t size, bool is_first) {
    size_t header = is_first ? DATABASE_HEADER : 0;
    bool is_inner = page[header] == 2 || page[header] == 5,
         is_leaf = page[header] == 10 || page[header] == 13;
    if (!is_inner && !is_leaf) return;
    size_t first = header + (is_inner ? 12 : 8) + 2 * two_bytes(page + header + 3);
    size_t content = two_bytes(page + header + 5);
    if (content == 0) content = LARGEST_PAGE;
    if (first < content && content <= size) memset(page + first, 0, content - first);
}

static int scrubbing_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    const sqlite_scrub *scrub =
        (const sqlite_scrub *)((const char *)file->pMethods - offsetof(sqlite_scrub, methods));
    bool is_page = size >= 512 && size <= LARGEST_PAGE && (size & (size - 1)) == 0 && offset % size == 0 &&
                   offset / size < MOST_PAGES;
    if (!is_page) return scrub->write(file, bytes, size, offset);
    uint8_t page[LARGEST_PAGE];
    memcpy(page, bytes, (size_t)size);
    sqlite_scrub_page(page, (size_t)size, offset == 0);
    return scrub->write(file, page, size, offset);
}

void sqlite_scrub_begin(sqlite3 *database, sqlite_scrub *scrub) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        file == NULL || file->pMethods == NULL)
        return;
    scrub->methods = *file->pMethods;
    scrub->write = file->pMethods->xWrite;
    scrub->methods.xWrite = scrubbing_write;
    file->pMethods = &scrub->methods;
}
