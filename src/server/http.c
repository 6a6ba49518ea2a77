/* Requests: which path means what, what every POST must be, and answers as JSON. */
#include "server/requests.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DEEPEST_JSON = 32,
    MOST_BODY = 4096,
    MOST_VISITORS = 65536, /* networks that are remembered for a minute */
    MINUTE_MS = 60000,
    SWEEP_MS = 1000,
};

/* No script, style, picture or connection but our own; WebAssembly, for the rules in the page; nobody may frame it, and no other
 * site learns the address of a page, which can hold an invite. */
const char http_security_headers[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";

static const char no_store[] = "Cache-Control: no-store\r\n";

/* ---- answers ---- */

void http_reply_json(net_exchange *exchange, int status, json_t *object, const char *headers) {
    char *text = object == NULL ? NULL : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(object);
    static const char failed[] =
        "{\"error\":{\"reason\":\"TOO_MANY\",\"text\":\"the server has no memory left\"}}";
    const char *body = text != NULL ? text : failed;
    net_response response = {
        .status = text != NULL ? status : 503,
        .content_type = "application/json",
        .headers = headers,
        .body = body,
        .body_size = strlen(body),
    };
    net_reply(exchange, &response);
    free(text);
}

static json_t *error_as_json(const char *reason, const char *text) {
    return json_pack("{s:{s:s, s:s}}", "error", "reason", reason, "text", text);
}

const char *http_language(const net_request *request) {
    char wanted[32];
    return tp_language_choose(
        http_query(request->query, "lang", wanted, sizeof wanted) ? wanted : request->accept_language);
}

void http_reply_text(net_exchange *exchange, int status, const char *reason, const char *text) {
    tp_error error = {0};
    /* Through tp_fail: whatever a sentence quotes, it is valid UTF-8 then, and cut between characters. */
    tp_fail(&error, TP_E_INPUT, "%s", text);
    http_reply_json(exchange, status, error_as_json(reason, error.text), no_store);
}

void http_reply_error_list(net_exchange *exchange, int status, const char *reason, const char *format,
                           va_list arguments) {
    char text[sizeof((tp_error *)NULL)->text];
    const char *language = net_exchange_language(exchange);
    const char *before = tp_language_set(language != NULL ? language : tp_language());
    vsnprintf(text, sizeof text, tp_translate(format), arguments);
    tp_language_set(before);
    http_reply_text(exchange, status, reason, text);
}

void http_reply_error(net_exchange *exchange, int status, const char *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    http_reply_error_list(exchange, status, reason, format, arguments);
    va_end(arguments);
}

void http_reply_method(net_exchange *exchange, const char *allowed) {
    char headers[80];
    snprintf(headers, sizeof headers, "Allow: %s\r\n%s", allowed, no_store);
    http_reply_json(exchange, 405, error_as_json("BAD_MESSAGE", TR("another method is wanted here")),
                    headers);
}

void http_reply_unsaved(net_exchange *exchange, const tp_error *error) {
    server_log(LOG_ERROR, "request failed", "why", error->text, NULL);
    http_reply_error(exchange, 503, "NOT_SAVED", "the database did not take it; try again later");
}

void http_reply_stopping(net_exchange *exchange) {
    http_reply_error(exchange, 503, "TOO_MANY", "the server stops; try again later");
}

void http_reply_no_memory(net_exchange *exchange) {
    http_reply_error(exchange, 503, "TOO_MANY", "the server has no memory left; try again later");
}

bool http_query(const char *query, const char *name, char *out, size_t size) {
    size_t name_length = strlen(name);
    for (const char *piece = query; *piece != '\0';) {
        size_t length = strcspn(piece, "&");
        bool is_named =
            length > name_length && piece[name_length] == '=' && strncmp(piece, name, name_length) == 0;
        if (is_named && length - name_length <= size) {
            snprintf(out, size, "%.*s", (int)(length - name_length - 1), piece + name_length + 1);
            if (net_percent_decode(out)) return true;
        }
        if (is_named) break;
        piece += length;
        piece += strspn(piece, "&");
    }
    out[0] = '\0';
    return false;
}

bool http_reads(const net_request *request) {
    return strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
}

/* ---- waiting ---- */

void http_wait(net_exchange *exchange, net_exchange **holder) {
    *holder = exchange;
    net_exchange_set_user(exchange, holder);
}

net_exchange *http_resume(net_exchange **holder) {
    net_exchange *exchange = *holder;
    if (exchange != NULL) net_exchange_set_user(exchange, NULL);
    *holder = NULL;
    return exchange;
}

void http_gone(server *server, net_exchange *exchange) {
    (void)server;
    net_exchange **holder = net_exchange_user(exchange);
    if (holder != NULL) *holder = NULL;
}

/* ---- limits ---- */

typedef struct visitor {
    char network[NETWORK_SIZE];
    bucket requests, passwords;
} visitor;

/* Buckets that nobody touched for a minute are full again: forget them. */
static void sweep_visitors(server *server, int64_t now) {
    if (now < server->visitors_swept_ms + SWEEP_MS) return;
    server->visitors_swept_ms = now;
    visitor *visitor;
    for (size_t i = 0; (visitor = map_next(&server->visitors, &i)) != NULL;) {
        if (visitor->requests.at_ms > now - MINUTE_MS || visitor->passwords.at_ms > now - MINUTE_MS) continue;
        map_remove(&server->visitors, visitor->network);
        free(visitor);
    }
}

static visitor *visitor_of(server *server, const char *network, int64_t now) {
    visitor *visitor = map_get(&server->visitors, network);
    if (visitor != NULL) return visitor;
    if (server->visitors.count >= MOST_VISITORS / 2) sweep_visitors(server, now);
    if (server->visitors.count >= MOST_VISITORS) return NULL;
    visitor = calloc(1, sizeof *visitor);
    if (visitor == NULL) return NULL;
    snprintf(visitor->network, sizeof visitor->network, "%s", network);
    if (!map_put(&server->visitors, visitor->network, visitor)) {
        free(visitor);
        return NULL;
    }
    return visitor;
}

bool http_may(server *server, const char *network, http_cost cost, tp_error *error) {
    const limits *limits = &server->setup.limits;
    int64_t now = server_now_ms();
    visitor *visitor = visitor_of(server, network, now);
    bool is_password = cost == COST_PASSWORD;
    int most = is_password ? limits->passwords_per_minute : limits->requests_per_minute;
    if (visitor != NULL) {
        bucket *bucket = is_password ? &visitor->passwords : &visitor->requests;
        if (bucket_take(bucket, most / 60.0, most, now)) return true;
    }
    uint32_t wait = (uint32_t)(60 / most) + 1;
    tp_refuse(
        error, "TOO_MANY",
        is_password
            ? TR_N("at most %d attempts with a password a minute from one address; try again in %u second",
                   "at most %d attempts with a password a minute from one address; try again in %u seconds",
                   wait)
            : TR_N("at most %d such requests a minute from one address; try again in %u second",
                   "at most %d such requests a minute from one address; try again in %u seconds", wait),
        most, wait);
    return false;
}

bool http_may_read(server *server, net_exchange *exchange, const net_request *request) {
    char network[NETWORK_SIZE];
    tp_error error = {0};
    address_network(request->address, network);
    if (http_may(server, network, COST_REQUEST, &error)) return true;
    http_reply_text(exchange, 429, error.reason, error.text);
    return false;
}

void http_free(server *server) {
    visitor *visitor;
    for (size_t i = 0; (visitor = map_next(&server->visitors, &i)) != NULL;) free(visitor);
    map_free(&server->visitors);
}

/* ---- our own origin ---- */

/* Whether two authorities, HOST or HOST:PORT, are the same under a scheme with this default port. */
static bool same_authority(const char *a, size_t a_length, const char *b, size_t b_length, const char *port) {
    size_t port_length = strlen(port);
    if (a_length > port_length && strncmp(a + a_length - port_length, port, port_length) == 0)
        a_length -= port_length;
    if (b_length > port_length && strncmp(b + b_length - port_length, port, port_length) == 0)
        b_length -= port_length;
    return a_length == b_length && a_length > 0 && strncasecmp(a, b, a_length) == 0;
}

static bool is_host(const char *origin, const char *host, bool secure) {
    const char *scheme = secure ? "https://" : "http://";
    size_t length = strlen(scheme);
    if (strncasecmp(origin, scheme, length) != 0) return false;
    return same_authority(origin + length, strlen(origin + length), host, strlen(host),
                          secure ? ":443" : ":80");
}

/* Whether an origin is in a list with commas; a "/" behind an entry does not matter. */
static bool is_listed(const char *origin, const char *list) {
    size_t wanted = strlen(origin);
    while (list != NULL && *list != '\0') {
        list += strspn(list, ", ");
        size_t length = strcspn(list, ", "), bare = length;
        if (bare > 0 && list[bare - 1] == '/') bare--;
        if (bare == wanted && wanted > 0 && strncasecmp(origin, list, bare) == 0) return true;
        list += length;
    }
    return false;
}

bool http_own_origin(const server *server, const net_request *request, bool needed) {
    const char *origin = request->origin;
    if (origin[0] == '\0') return !needed;
    return is_host(origin, request->host, request->secure) || is_listed(origin, server->setup.origin);
}

/* ---- bodies ---- */

bool json_depth_ok(const char *text, size_t size) {
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        char letter = text[i];
        if (in_string) {
            if (letter == '\\') i++;
            if (letter == '"') in_string = false;
        } else if (letter == '"') {
            in_string = true;
        } else if (letter == '{' || letter == '[') {
            if (++depth > DEEPEST_JSON) return false;
        } else if (letter == '}' || letter == ']') {
            depth--;
        }
    }
    return true;
}

static bool is_json_type(const char *content_type) {
    static const char wanted[] = "application/json";
    size_t length = sizeof wanted - 1;
    if (strncasecmp(content_type, wanted, length) != 0) return false;
    content_type += length + strspn(content_type + length, " \t");
    return *content_type == '\0' || *content_type == ';';
}

/* The next name of a list "login password?", and whether it may be missing; false at the end. */
static bool next_key(const char **list, char key[32], bool *optional) {
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    if (length == 0) return false;
    *optional = (*list)[length - 1] == '?';
    snprintf(key, 32, "%.*s", (int)length - *optional, *list);
    *list += length;
    return true;
}

static tp_err check_members(const json_t *object, const char *keys, tp_error *error) {
    char key[32], names[128] = "";
    bool optional;
    size_t known = 0, used = 0;
    if (!json_is_object(object)) return tp_fail(error, TP_E_INPUT, TR("the body is a JSON object"));
    for (const char *list = keys; next_key(&list, key, &optional);) {
        const json_t *value = json_object_get(object, key);
        if (value == NULL && !optional) return tp_fail(error, TP_E_INPUT, TR("\"%s\" is missing"), key);
        if (value != NULL && !json_is_string(value))
            return tp_fail(error, TP_E_INPUT, TR("\"%s\" is a text"), key);
        if (value != NULL) known++;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", key);
    }
    if (json_object_size(object) == known) return TP_OK;
    if (used == 0) return tp_fail(error, TP_E_INPUT, TR("the body is {}"));
    return tp_fail(error, TP_E_INPUT, TR("the body has %s and nothing else"), names);
}

json_t *http_body(const server *server, net_exchange *exchange, const net_request *request,
                  const char *keys) {
    if (!http_own_origin(server, request, true)) {
        http_reply_error(exchange, 403, "FOREIGN_ORIGIN",
                         "a POST comes from a page of this server, and its Origin says so");
        return NULL;
    }
    if (!is_json_type(request->content_type)) {
        http_reply_error(exchange, 415, "BAD_MESSAGE", "the content type of a POST is application/json");
        return NULL;
    }
    if (request->body_size > MOST_BODY) {
        http_reply_error(exchange, 413, "BAD_MESSAGE", "a body has at most %d bytes", MOST_BODY);
        return NULL;
    }
    json_t *object = json_depth_ok(request->body, request->body_size)
                         ? json_loadb(request->body, request->body_size, JSON_REJECT_DUPLICATES, NULL)
                         : NULL;
    tp_error error = {0};
    tp_err code = object == NULL
                      ? tp_fail(&error, TP_E_INPUT,
                                TR("the body is not JSON, or nested too deeply, or says a thing twice"))
                      : check_members(object, keys, &error);
    if (code == TP_OK) return object;
    json_decref(object);
    http_reply_text(exchange, 400, "BAD_MESSAGE", error.text);
    return NULL;
}

/* ---- what everybody may read ---- */

static const char short_lived[] = "Cache-Control: public, max-age=60\r\nVary: Accept-Language\r\n";

static void answer_games(server *server, net_exchange *exchange) {
    (void)server;
    http_reply_json(exchange, 200, tp_games_to_json(), short_lived);
}

/* Lower a number of an option's row to what is allowed here. */
static void clip(json_t *row, const char *key, int64_t most) {
    if (json_integer_value(json_object_get(row, key)) > most)
        json_object_set_new(row, key, json_integer(most));
}

/* Take out the options that cannot be set here, and narrow those that are limited. */
static void fit_options(const limits *limits, json_t *options) {
    for (size_t i = json_array_size(options); i-- > 0;) {
        json_t *row = json_array_get(options, i);
        const char *name = json_string_value(json_object_get(row, "name"));
        const char *type = json_string_value(json_object_get(row, "type"));
        if (name == NULL || type == NULL) continue;
        int64_t most = agent_most(limits, name);
        if (most > 0) {
            clip(row, "max", most);
            clip(row, "default", most);
        }
        if (strcmp(type, "text") == 0 || strcmp(name, "threads") == 0) json_array_remove(options, i);
    }
}

/* The agents that a level stands for, as they are made here. */
static void fit_level(const server *server, const char *level, json_t *plays) {
    char agent[AGENT_SIZE];
    for (const tp_game *const *game = tp_games(); plays != NULL && *game != NULL; game++) {
        agent_fit(server, *game, level, agent);
        json_object_set_new(plays, (*game)->name, json_string(agent));
    }
}

static void answer_agents(server *server, net_exchange *exchange) {
    json_t *list = tp_agents_to_json(), *kind;
    size_t i;
    for (i = json_array_size(list); i-- > 0;) {
        if (json_is_true(json_object_get(json_array_get(list, i), "local"))) json_array_remove(list, i);
    }
    json_array_foreach(list, i, kind) {
        fit_options(&server->setup.limits, json_object_get(kind, "options"));
        fit_level(server, json_string_value(json_object_get(kind, "name")), json_object_get(kind, "plays"));
    }
    http_reply_json(exchange, 200, list, short_lived);
}

static void answer_health(server *server, net_exchange *exchange, bool local) {
    const char *wrong = NULL;
    if (atomic_load(&server->stopping)) wrong = "the server stops";
    /* Details, which can name files, are for the machine itself. */
    if (server->failing) wrong = local && server->failure[0] != '\0' ? server->failure : "the database fails";
    json_t *answer = json_pack("{s:b, s:s, s:i, s:I, s:s*}", "ok", wrong == NULL, "version", tp_version(),
                               "protocol", SERVER_PROTOCOL, "uptime_s",
                               (json_int_t)((server_now_ms() - server->started_ms) / 1000), "wrong", wrong);
    http_reply_json(exchange, wrong == NULL ? 200 : 503, answer, no_store);
}

/* ---- routes ---- */

static void no_such_path(net_exchange *exchange) {
    http_reply_error(exchange, 404, "NO_SUCH_PATH", "there is nothing here");
}

static const char *behind(const char *path, const char *front) {
    size_t length = strlen(front);
    return strncmp(path, front, length) == 0 ? path + length : NULL;
}

static void answer_read(server *server, net_exchange *exchange, const net_request *request) {
    const char *path = request->path, *rest;
    if (strcmp(path, "/api/games") == 0) {
        answer_games(server, exchange);
    } else if (strcmp(path, "/api/agents") == 0) {
        answer_agents(server, exchange);
    } else if ((rest = behind(path, "/api/record/")) != NULL) {
        record_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/replay/")) != NULL) {
        replay_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/player/")) != NULL) {
        player_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/leaders/")) != NULL) {
        leaders_request(server, exchange, request, rest);
    } else if (strcmp(path, "/health") == 0) {
        answer_health(server, exchange, request->local);
    } else if (strcmp(path, "/metrics") == 0 && (request->local || server->setup.limits.metrics_open)) {
        metrics_reply(server, exchange);
    } else if (strcmp(path, "/ws") == 0) {
        http_reply_error(exchange, 426, "BAD_MESSAGE", "a websocket is wanted here");
    } else if (strcmp(path, "/metrics") == 0 || strcmp(path, "/api") == 0 || behind(path, "/api/") != NULL ||
               server->files == NULL || !files_reply(server->files, exchange, request)) {
        no_such_path(exchange);
    }
}

static void answer_request(server *server, net_exchange *exchange, const net_request *request) {
    if (people_request(server, exchange, request)) return;
    if (http_reads(request)) {
        answer_read(server, exchange, request);
    } else {
        http_reply_method(exchange, "GET");
    }
}

void http_request(server *server, net_exchange *exchange, const net_request *request) {
    const char *language = http_language(request), *before = tp_language_set(language);
    net_exchange_set_language(exchange, language); /* for an answer that comes later */
    answer_request(server, exchange, request);
    tp_language_set(before);
}
