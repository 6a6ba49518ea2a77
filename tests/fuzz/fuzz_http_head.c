/* Any bytes as the head of a request, and as a path. What is taken has no character that another program
 * could read differently, and no header twice of which one counts; its path names what it seems to name. */
#include "net/internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
    if (!condition) abort();
}

/* In memory that ends where the bytes do. */
static char *copy_of(const void *bytes, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    must(copy != NULL);
    if (size > 0) memcpy(copy, bytes, size);
    return copy;
}

static bool is_utf8(const char *text) {
    json_t *json = json_string(text); /* which takes nothing else */
    json_decref(json);
    return json != NULL;
}

/* ---- paths ---- */

/* What net.h promises. */
static void check_path(const char *path) {
    char *parts = strdup(path), *rest = parts;
    must(parts != NULL && path[0] == '/' && is_utf8(path));
    for (const char *c = path; *c != '\0'; c++) must((unsigned char)*c >= ' ' && *c != 0x7f && *c != '\\');
    rest++;
    for (const char *part; path[1] != '\0' && (part = strsep(&rest, "/")) != NULL;)
        must(part[0] != '\0' && strcmp(part, ".") != 0 && strcmp(part, "..") != 0);
    free(parts);
}

/* Written in another way, a path is the same. */
static void check_encoded(const char *path) {
    size_t length = strlen(path);
    char *encoded = malloc(3 * length + 1);
    must(encoded != NULL);
    encoded[0] = '/';
    encoded[1] = '\0';
    for (size_t i = 1; i < length; i++) {
        static const char digits[] = "0123456789abcdef";
        unsigned char byte = (unsigned char)path[i];
        char three[4] = {'%', digits[byte >> 4], digits[byte & 15], '\0'};
        memcpy(encoded + 1 + 3 * (i - 1), three, sizeof three);
    }
    must(net_path_decode(encoded) && strcmp(encoded, path) == 0);
    free(encoded);
}

static void try_path(const uint8_t *data, size_t size) {
    char *path = malloc(size + 1);
    must(path != NULL);
    if (size > 0) memcpy(path, data, size);
    path[size] = '\0';
    if (net_path_decode(path)) {
        check_path(path);
        check_encoded(path);
    }
    free(path);
}

/* ---- heads ---- */

/* How many lines begin with this name and a colon. */
static int count_header(const char *bytes, size_t size, const char *name) {
    size_t length = strlen(name);
    int count = 0;
    for (size_t i = 0; i + length < size; i++) {
        if (i == 0 || bytes[i - 1] != '\n') continue;
        if (strncasecmp(bytes + i, name, length) == 0 && bytes[i + length] == ':') count++;
    }
    return count;
}

/* The head as it came, without the eyes of the parser. */
static void check_bytes(const char *bytes, size_t size, const net_head *head) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n') must(i > 0 && bytes[i - 1] == '\r');
        if (byte == '\r') must(i + 1 < size && bytes[i + 1] == '\n');
        must(byte >= ' ' || byte == '\t' || byte == '\r' || byte == '\n');
        must(byte != 0x7f);
        if (i > 1 && bytes[i - 1] == '\n') must(byte != ' ' && byte != '\t');
    }
    must(count_header(bytes, size, "transfer-encoding") == 0);
    must(count_header(bytes, size, "content-length") <= 1);
    must(count_header(bytes, size, "cookie") <= 1 && count_header(bytes, size, "origin") <= 1);
    int hosts = count_header(bytes, size, "host");
    must(hosts == 1 || (hosts == 0 && head->is_old));
    if (count_header(bytes, size, "content-length") == 0) must(head->body_size == 0);
}

/* A text of the head points into it, or is empty. */
static void check_text(const char *text, const char *bytes, size_t size) {
    must(text != NULL);
    if (text[0] == '\0') return;
    must(text >= bytes && text + strlen(text) < bytes + size);
    for (const char *c = text; *c != '\0'; c++) must(((unsigned char)*c >= ' ' || *c == '\t') && *c != 0x7f);
    must(text[0] != ' ' && text[strlen(text) - 1] != ' ');
}

static void check_head(const net_head *head, const char *bytes, size_t size) {
    const char *texts[] = {head->method,
                           head->path,
                           head->query,
                           head->host,
                           head->origin,
                           head->cookie,
                           head->content_type,
                           head->if_none_match,
                           head->protocol,
                           head->websocket_key,
                           head->websocket_version,
                           head->accept_encoding,
                           head->accept_language,
                           head->user_agent,
                           head->invite};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i] != head->path) check_text(texts[i], bytes, size);
    }
    must(strcmp(head->method, "GET") == 0 || strcmp(head->method, "HEAD") == 0 ||
         strcmp(head->method, "POST") == 0);
    check_path(head->path);
    check_encoded(head->path);
    must(head->size == size);
    if (head->is_old) must(!head->keeps_alive && !head->wants_continue && !head->wants_upgrade);
    if (head->has_forwarded_for) must(head->is_forwarded);
    if (head->offers_protocol) must(head->protocol[0] != '\0');
}

static void try_head(const uint8_t *data, size_t size) {
    net_ip proxies[1];
    must(net_ip_parse("10.0.0.1", 8, &proxies[0]));
    net_parse_setup setup = {"tapete.1", proxies, 1};
    const char *bytes = (const char *)data;
    size_t head_size = net_head_size(bytes, size);
    if (head_size != 0) {
        /* It ends where it ends, however much has come. */
        must(head_size <= size && net_head_size(bytes, head_size) == head_size);
        must(net_head_size(bytes, head_size - 1) == 0);
    }
    /* The parser is only given what has an end; but it does not rely on that. */
    size_t given = head_size != 0 ? head_size : size;
    char *copy = copy_of(data, given);
    net_head head;
    int status = net_head_parse(copy, given, &setup, &head);
    must(status == 0 || status == 400 || status == 405 || status == 411 || status == 417 || status == 505);
    if (status == 0) {
        must(head_size != 0);
        check_bytes(bytes, given, &head);
        check_head(&head, copy, given);
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_head(data, size);
    try_path(data, size);
    return 0;
}
