/* The page: static files, read once into memory.
 *
 * A request can only name what was found then, so no path of a client ever reaches the file system. */
#include "core/language.h"
#include "server/charge.h"
#include "server/http.h"
#include "server/map.h"
#include "server/server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_FILES = 4096,
    MOST_BYTES = 256 << 20, /* of all together */
    DEEPEST_FOLDER = 16,
    PRICED_BYTES = 65536, /* for PRICE_FILE_EACH */
    TAG_SIZE = 40,        /* with quotes and the mark of the packed form */
};

typedef struct file {
    char *path; /* as in requests: "/assets/page.js" */
    char *bytes;
    size_t size;
    const char *type;
    char tag[TAG_SIZE];
    bool lasting;              /* its name has a hash of its content in it */
    const struct file *packed; /* the same with gzip, or NULL */
} file;

struct files {
    map by_path;
    size_t bytes;
};

/* ---- what a file is ---- */

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},
        {".webp", "image/webp"},
        {".avif", "image/avif"},
        {".gif", "image/gif"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".woff", "font/woff"},
        {".ttf", "font/ttf"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".opus", "audio/ogg"},
        {".wav", "audio/wav"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".xml", "application/xml"},
        {".pdf", "application/pdf"},
    };
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++) {
        if (strcasecmp(ending, types[i][0]) == 0) return types[i][1];
    }
    return "application/octet-stream";
}

/* Names under /assets/ that carry a hash, as bundlers write them: "page-Ab3_x9Qz.js", "page.1a2b3c4d.css".
 * Their content never changes. */
static bool is_lasting(const char *path) {
    if (strncmp(path, "/assets/", 8) != 0) return false;
    const char *name = strrchr(path, '/') + 1, *ending = strrchr(name, '.');
    if (ending == NULL) return false;
    const char *mark = ending;
    while (mark > name && mark[-1] != '-' && mark[-1] != '.') mark--;
    size_t length = (size_t)(ending - mark);
    if (mark == name || length < 8) return false;
    /* A word ("vendor-controls.js") is no hash; one has a digit in it nearly always, and where not, nothing
     * is lost. */
    return strcspn(mark, "0123456789") < length;
}

static void make_tag(file *file) {
    uint8_t hash[16];
    char digits[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)file->bytes, file->size, NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    snprintf(file->tag, sizeof file->tag, "\"%s\"", digits);
}

/* ---- reading ---- */

static void free_file(file *file) {
    if (file == NULL) return;
    free(file->path);
    free(file->bytes);
    free(file);
}

static tp_err read_bytes(int descriptor, file *file, tp_error *error) {
    size_t filled = 0;
    while (filled < file->size) {
        ssize_t got = read(descriptor, file->bytes + filled, file->size - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            return tp_fail(error, TP_E_IO, TR("cannot read %.200s: %s"), file->path,
                           got < 0 ? strerror(errno) : TR("it shrank"));
        filled += (size_t)got;
    }
    return TP_OK;
}

/* Read a file, and put it under its path. The descriptor stays the caller's. */
static tp_err add_file(files *files, int descriptor, const char *path, size_t size, tp_error *error) {
    if (files->by_path.count >= MOST_FILES || size > MOST_BYTES - files->bytes) {
        return tp_fail(error, TP_E_INPUT, TR("the folder of the page has more than %d files or %d MiB"),
                       MOST_FILES, MOST_BYTES >> 20);
    }
    file *file = calloc(1, sizeof *file);
    if (file != NULL) {
        file->path = strdup(path);
        file->bytes = malloc(size + 1);
        file->size = size;
    }
    if (file == NULL || file->path == NULL || file->bytes == NULL) {
        free_file(file);
        return tp_fail(error, TP_E_MEMORY, TR("no memory for the page"));
    }
    tp_err code = read_bytes(descriptor, file, error);
    if (code == TP_OK) {
        file->type = type_of(path);
        file->lasting = is_lasting(path);
        make_tag(file);
        if (map_put(&files->by_path, file->path, file)) {
            files->bytes += size;
            return TP_OK;
        }
        code = tp_fail(error, TP_E_MEMORY, TR("no memory for the page"));
    }
    free_file(file);
    return code;
}

static tp_err read_folder(files *files, int folder, const char *path, int depth, tp_error *error);

/* An entry of a folder: links, pipes and the like are not part of a page. */
static tp_err read_entry(files *files, int folder, const char *path, const char *name, int depth,
                         tp_error *error) {
    char below[1024];
    int length = snprintf(below, sizeof below, "%s/%s", path, name);
    if (length < 0 || (size_t)length >= sizeof below)
        return tp_fail(error, TP_E_INPUT, TR("a path in the folder of the page is too long"));
    int descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ELOOP) return TP_OK;
    if (descriptor < 0) return tp_fail(error, TP_E_IO, TR("cannot open %.200s: %s"), below, strerror(errno));
    struct stat status;
    tp_err code = TP_OK;
    if (fstat(descriptor, &status) != 0) {
        code = tp_fail(error, TP_E_IO, TR("cannot read %.200s: %s"), below, strerror(errno));
    } else if (S_ISREG(status.st_mode)) {
        code = add_file(files, descriptor, below, (size_t)status.st_size, error);
    } else if (S_ISDIR(status.st_mode)) {
        return read_folder(files, descriptor, below, depth + 1, error); /* which closes it */
    }
    close(descriptor);
    return code;
}

/* Takes the descriptor. */
static tp_err read_folder(files *files, int folder, const char *path, int depth, tp_error *error) {
    DIR *listing = depth > DEEPEST_FOLDER ? NULL : fdopendir(folder);
    if (listing == NULL) {
        close(folder);
        return tp_fail(error, TP_E_IO, TR("cannot list %.200s, or it is too deep"),
                       path[0] != '\0' ? path : "/");
    }
    tp_err code = TP_OK;
    const struct dirent *entry;
    while (code == TP_OK && (entry = readdir(listing)) != NULL) {
        /* Hidden files were not meant to be shown. */
        if (entry->d_name[0] != '.') code = read_entry(files, folder, path, entry->d_name, depth, error);
    }
    closedir(listing);
    return code;
}

/* Tie NAME.gz to NAME. If there is no NAME, it is a file like any other. */
static void find_packed(files *files) {
    file *file = NULL, *plain = NULL;
    char path[1024];
    for (size_t i = 0; (file = map_next(&files->by_path, &i)) != NULL;) {
        size_t length = strlen(file->path);
        if (length < 3 || strcmp(file->path + length - 3, ".gz") != 0) continue;
        snprintf(path, sizeof path, "%.*s", (int)length - 3, file->path);
        plain = map_get(&files->by_path, path);
        if (plain != NULL) plain->packed = file;
    }
}

files *files_load(const char *directory, tp_error *error) {
    files *files = calloc(1, sizeof *files);
    if (files == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the page"));
        return NULL;
    }
    int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    tp_err code = folder < 0 ? tp_fail(error, TP_E_IO, TR("cannot open the folder %.200s: %s"), directory,
                                       strerror(errno))
                             : read_folder(files, folder, "", 0, error);
    if (code == TP_OK && map_get(&files->by_path, "/index.html") == NULL) {
        code = tp_fail(error, TP_E_INPUT, TR("the folder %.200s has no index.html"), directory);
    }
    if (code != TP_OK) {
        files_free(files);
        return NULL;
    }
    find_packed(files);
    return files;
}

void files_free(files *files) {
    if (files == NULL) return;
    file *file;
    for (size_t i = 0; (file = map_next(&files->by_path, &i)) != NULL;) free_file(file);
    map_free(&files->by_path);
    free(files);
}

/* ---- answering ---- */

/* Whether the client takes gzip: "gzip, br", "br;q=1, gzip;q=0.5"; not "gzip;q=0". */
static bool takes_gzip(const char *accepted) {
    for (const char *piece = accepted; *piece != '\0';) {
        piece += strspn(piece, ", \t");
        size_t length = strcspn(piece, ","), name = strcspn(piece, ",; \t");
        if (name == 4 && strncasecmp(piece, "gzip", 4) == 0) {
            const char *weight = memchr(piece, ';', length);
            if (weight == NULL) return true;
            weight += 1 + strspn(weight + 1, " \t");
            /* Without a digit other than 0 it is nothing. */
            if (strncasecmp(weight, "q=", 2) != 0) return true;
            return strcspn(weight, "123456789") < length - (size_t)(weight - piece);
        }
        piece += length;
    }
    return false;
}

/* Whether If-None-Match names this tag; a "W/" in front does not matter. */
static bool has_tag(const char *header, const char *tag) {
    if (strcmp(header, "*") == 0) return true;
    const char *found = strstr(header, tag);
    return found != NULL;
}

static void reply_file(server *server, net_exchange *exchange, const net_request *request, const file *file) {
    bool packed = file->packed != NULL && takes_gzip(request->accept_encoding);
    const struct file *sent = packed ? file->packed : file;
    char headers[256];
    snprintf(headers, sizeof headers, "ETag: %s\r\nCache-Control: %s\r\n%s%s", sent->tag,
             file->lasting ? "public, max-age=31536000, immutable" : "no-cache",
             file->packed != NULL ? "Vary: Accept-Encoding\r\n" : "",
             packed ? "Content-Encoding: gzip\r\n" : "");
    bool known = has_tag(request->if_none_match, sent->tag);
    int64_t pieces = (int64_t)(sent->size / PRICED_BYTES);
    bool is_paid = known || pieces == 0 || strcmp(request->method, "HEAD") == 0 ||
                   charge_request_times(server, exchange, request, PRICE_FILE_EACH, pieces);
    if (!is_paid) return;
    net_response response = {
        .status = known ? 304 : 200,
        .content_type = file->type,
        .headers = headers,
        .body = known ? NULL : sent->bytes,
        .body_size = known ? 0 : sent->size,
        .keep = true,
    };
    net_reply(exchange, &response);
}

bool files_reply(server *server, net_exchange *exchange, const net_request *request) {
    const char *path = request->path;
    const map *by_path = &server->files->by_path;
    const file *file = map_get(by_path, path);
    /* A place within the page ("/table/t4x") is the page; a file that is not there is not. */
    const char *slash = strrchr(path, '/');
    if (file == NULL && slash != NULL && strchr(slash, '.') == NULL) file = map_get(by_path, "/index.html");
    if (file == NULL) return false;
    reply_file(server, exchange, request, file);
    return true;
}
