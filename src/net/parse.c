/* The head of a request, strictly: what two programs could read in two ways is refused. */
#include "net/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- UTF-8 ---- */

/* The state is 0, or what the next byte must be: its lowest and highest value and how many bytes follow it,
 * packed. */
static uint32_t expect(uint32_t low, uint32_t high, uint32_t follow) {
    return low << 16 | high << 8 | follow << 1;
}

static uint32_t utf8_first(uint8_t byte) {
    if (byte < 0x80) return NET_UTF8_COMPLETE;
    if (byte >= 0xc2 && byte <= 0xdf) return expect(0x80, 0xbf, 1);
    if (byte == 0xe0) return expect(0xa0, 0xbf, 2);
    if (byte == 0xed) return expect(0x80, 0x9f, 2); /* no surrogates */
    if (byte >= 0xe1 && byte <= 0xef) return expect(0x80, 0xbf, 2);
    if (byte == 0xf0) return expect(0x90, 0xbf, 3);
    if (byte >= 0xf1 && byte <= 0xf3) return expect(0x80, 0xbf, 3);
    if (byte == 0xf4) return expect(0x80, 0x8f, 3);
    return NET_UTF8_BROKEN;
}

uint32_t net_utf8(uint32_t state, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size && state != NET_UTF8_BROKEN; i++) {
        if (state == NET_UTF8_COMPLETE) {
            state = utf8_first(bytes[i]);
        } else if (bytes[i] < state >> 16 || bytes[i] > (state >> 8 & 0xff)) {
            state = NET_UTF8_BROKEN;
        } else {
            uint32_t follow = (state >> 1 & 3) - 1;
            state = follow == 0 ? NET_UTF8_COMPLETE : expect(0x80, 0xbf, follow);
        }
    }
    return state;
}

/* ---- paths ---- */

static int hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

bool net_percent_decode(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hex_value(from[1]);
        int low = high < 0 ? -1 : hex_value(from[2]);
        if (low < 0 || high * 16 + low == 0) return false;
        *to++ = (char)(high * 16 + low);
        from += 2;
    }
    *to = '\0';
    return true;
}

/* A part that is empty, "." or ".." would lead to a place that the path does not seem to name. */
static bool is_good_part(const char *part, size_t size) {
    return size > 0 && !(size == 1 && part[0] == '.') && !(size == 2 && part[0] == '.' && part[1] == '.');
}

bool net_path_decode(char *path) {
    if (path[0] != '/' || !net_percent_decode(path)) return false;
    size_t size = strlen(path);
    if (net_utf8(NET_UTF8_COMPLETE, (const uint8_t *)path, size) != NET_UTF8_COMPLETE) return false;
    for (size_t i = 0; i < size; i++) {
        if (path[i] == '\\' || (unsigned char)path[i] < ' ' || path[i] == 0x7f) return false;
    }
    if (size == 1) return true;
    for (const char *part = path + 1;; part++) {
        size_t length = strcspn(part, "/");
        if (!is_good_part(part, length)) return false;
        part += length;
        if (*part == '\0') return true;
    }
}

/* ---- pieces of a head ---- */

static bool is_token_character(char c) {
    return isalnum((unsigned char)c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static size_t token_length(const char *text) {
    size_t length = 0;
    while (is_token_character(text[length])) length++;
    return length;
}

/* The next element of a list with commas, without the spaces around it; NULL at its end. */
static const char *next_element(const char **list, size_t *size) {
    *list += strspn(*list, " \t,");
    if (**list == '\0') return NULL;
    const char *element = *list;
    size_t length = strcspn(element, ",");
    *list += length;
    while (length > 0 && (element[length - 1] == ' ' || element[length - 1] == '\t')) length--;
    *size = length;
    return element;
}

static bool has_element(const char *list, const char *wanted) {
    size_t size;
    for (const char *element; (element = next_element(&list, &size)) != NULL;) {
        if (size == strlen(wanted) && strncasecmp(element, wanted, size) == 0) return true;
    }
    return false;
}

static bool parse_length(const char *text, uint64_t *out) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits] != '\0') return false;
    *out = strtoull(text, NULL, 10);
    return true;
}

/* Each proxy adds whom it heard from at the end, so the last one that is no proxy of ours is the peer. What
 * stands before it came from the peer and may be anything. The same is true of what stands before an element
 * that is no address: then the nearest address counts, which is that of a proxy. */
static void take_forwarded(const char *list, const net_parse_setup *setup, net_head *out) {
    size_t size;
    for (const char *element; (element = next_element(&list, &size)) != NULL;) {
        net_ip ip;
        if (!net_ip_parse_forwarded(element, size, &ip)) {
            out->has_forwarded_for = false;
            continue;
        }
        bool is_proxy = false;
        for (size_t i = 0; i < setup->proxy_count; i++) is_proxy |= net_ip_same(&ip, &setup->proxies[i]);
        if (is_proxy) continue;
        out->forwarded_for = ip;
        out->has_forwarded_for = true;
    }
}

/* ---- headers ---- */

/* What is collected while the headers go by. */
typedef struct header_state {
    const net_parse_setup *setup;
    net_head *out;
    bool has_length, has_encoding, says_close, says_upgrade, names_websocket, bad_expectation;
} header_state;

/* Headers that may come once, and where their text goes. */
static const struct {
    const char *name;
    size_t offset;
} single_headers[] = {
    {"host", offsetof(net_head, host)},
    {"origin", offsetof(net_head, origin)},
    {"cookie", offsetof(net_head, cookie)},
    {"content-type", offsetof(net_head, content_type)},
    {"if-none-match", offsetof(net_head, if_none_match)},
    {"sec-websocket-key", offsetof(net_head, websocket_key)},
    {"sec-websocket-version", offsetof(net_head, websocket_version)},
};

/* Headers by which a proxy shows itself. */
static const char *const proxy_headers[] = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host",
                                            "x-real-ip",       "forwarded",         "via"};

static bool take_header(header_state *state, const char *name, const char *value) {
    net_head *out = state->out;
    for (size_t i = 0; i < sizeof single_headers / sizeof *single_headers; i++) {
        if (strcasecmp(name, single_headers[i].name) != 0) continue;
        const char **text = (const char **)((char *)out + single_headers[i].offset);
        if (*text != NULL) return false;
        *text = value;
        return true;
    }
    for (size_t i = 0; i < sizeof proxy_headers / sizeof *proxy_headers; i++)
        out->is_forwarded |= strcasecmp(name, proxy_headers[i]) == 0;
    if (strcasecmp(name, "content-length") == 0) {
        if (state->has_length || !parse_length(value, &out->body_size)) return false;
        state->has_length = true;
    } else if (strcasecmp(name, "transfer-encoding") == 0) {
        state->has_encoding = true;
    } else if (strcasecmp(name, "connection") == 0) {
        state->says_close |= has_element(value, "close");
        state->says_upgrade |= has_element(value, "upgrade");
    } else if (strcasecmp(name, "upgrade") == 0) {
        state->names_websocket |= has_element(value, "websocket");
    } else if (strcasecmp(name, "expect") == 0) {
        out->wants_continue = strcasecmp(value, "100-continue") == 0;
        state->bad_expectation |= !out->wants_continue;
    } else if (strcasecmp(name, "sec-websocket-protocol") == 0) {
        if (out->protocol == NULL) out->protocol = value;
        const char *wanted = state->setup->subprotocol;
        out->offers_protocol |= wanted != NULL && has_element(value, wanted);
    } else if (strcasecmp(name, "accept-encoding") == 0) {
        if (out->accept_encoding == NULL) out->accept_encoding = value;
    } else if (strcasecmp(name, "user-agent") == 0) {
        if (out->user_agent == NULL) out->user_agent = value;
    } else if (strcasecmp(name, "tapete-invite") == 0) {
        if (out->invite == NULL) out->invite = value;
    } else if (strcasecmp(name, "accept-language") == 0) {
        if (out->accept_language == NULL) out->accept_language = value;
    } else if (strcasecmp(name, "x-forwarded-for") == 0) {
        take_forwarded(value, state->setup, out);
    } else if (strcasecmp(name, "x-forwarded-proto") == 0) {
        out->is_secure = strcasecmp(value, "https") == 0;
    }
    return true;
}

/* "Name: value" with the spaces around the value; a line that goes on with a space belongs to the one before
 * it and is refused. */
static bool parse_header(header_state *state, char *line) {
    size_t length = token_length(line);
    if (length == 0 || line[length] != ':') return false;
    line[length] = '\0';
    char *value = line + length + 1;
    value += strspn(value, " \t");
    size_t size = strlen(value);
    while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t')) value[--size] = '\0';
    for (size_t i = 0; i < size; i++) {
        if (((unsigned char)value[i] < ' ' && value[i] != '\t') || value[i] == 0x7f) return false;
    }
    return take_header(state, line, value);
}

static int parse_request_line(char *line, net_head *out) {
    size_t length = token_length(line);
    if (length == 0 || line[length] != ' ') return 400;
    out->method = line;
    line[length] = '\0';
    char *target = line + length + 1;
    char *end = strchr(target, ' ');
    if (end == NULL || strncmp(end, " HTTP/", 6) != 0) return 400;
    *end = '\0';
    const char *version = end + 6;
    if (!isdigit((unsigned char)version[0]) || version[1] != '.' || !isdigit((unsigned char)version[2]) ||
        version[3] != '\0')
        return 400;
    if (version[0] != '1') return 505;
    out->is_old = version[2] == '0';
    if (strcmp(out->method, "GET") != 0 && strcmp(out->method, "HEAD") != 0 &&
        strcmp(out->method, "POST") != 0)
        return 405;
    for (const char *c = target; *c != '\0'; c++) {
        if (*c <= ' ' || *c >= 0x7f || *c == '#') return 400;
    }
    char *question = strchr(target, '?');
    if (question != NULL) *question = '\0';
    out->path = target;
    out->query = question != NULL ? question + 1 : "";
    return net_path_decode(target) ? 0 : 400;
}

/* The line at *at, ended by a NUL; NULL if a line end is not CR LF, or a NUL is inside. */
static char *next_line(char **at, const char *end) {
    char *line = *at;
    char *feed = memchr(line, '\n', (size_t)(end - line));
    if (feed == NULL || feed == line || feed[-1] != '\r') return NULL;
    feed[-1] = '\0';
    if (strlen(line) != (size_t)(feed - 1 - line)) return NULL;
    *at = feed + 1;
    return line;
}

size_t net_head_size(const char *bytes, size_t size) {
    const char *end = memmem(bytes, size, "\r\n\r\n", 4);
    return end != NULL ? (size_t)(end - bytes) + 4 : 0;
}

static void give_texts(net_head *out) {
    const char **texts[] = {&out->host,
                            &out->origin,
                            &out->cookie,
                            &out->content_type,
                            &out->if_none_match,
                            &out->protocol,
                            &out->websocket_key,
                            &out->websocket_version,
                            &out->accept_encoding,
                            &out->accept_language,
                            &out->user_agent,
                            &out->invite};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (*texts[i] == NULL) *texts[i] = "";
    }
}

int net_head_parse(char *bytes, size_t size, const net_parse_setup *setup, net_head *out) {
    memset(out, 0, sizeof *out);
    out->size = size;
    header_state state = {.setup = setup, .out = out};
    const char *end = bytes + size;
    char *at = bytes;
    char *line = next_line(&at, end);
    int status = line == NULL ? 400 : parse_request_line(line, out);
    if (status != 0) return status;
    while ((line = next_line(&at, end)) != NULL && *line != '\0') {
        if (!parse_header(&state, line)) return 400;
    }
    if (line == NULL || at != end) return 400;
    if (out->host == NULL && !out->is_old) return 400;
    if (state.has_encoding) return state.has_length ? 400 : 411;
    if (state.bad_expectation) return 417;
    out->wants_continue &= !out->is_old;
    out->keeps_alive = !out->is_old && !state.says_close;
    out->wants_upgrade = state.says_upgrade && state.names_websocket && !out->is_old;
    give_texts(out);
    return 0;
}
