/* Requests: which path means what, what every POST must be, and answers as JSON. */
#include "server/http.h"
#include "server/charge.h"
#include "server/cluster.h"
#include "server/health.h"
#include "server/hosts.h"
#include "server/log.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DEEPEST_JSON = 32,
    MOST_BODY = 4096,
};

/* No script, style, picture or connection but our own; WebAssembly, for the rules in the page; nobody may
 * frame it, and no other site learns the address of a page, which can hold an invite. */
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
static const char try_later[] = "Cache-Control: no-store\r\nRetry-After: 5\r\n";

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

bool http_marks(const char *query) {
    char wanted[4];
    return http_query(query, "marks", wanted, sizeof wanted) && strcmp(wanted, "1") == 0;
}

const char *http_language(const net_request *request) {
    char wanted[32];
    return tp_language_choose(
        http_query(request->query, "lang", wanted, sizeof wanted) ? wanted : request->accept_language);
}

void http_reply_text(net_exchange *exchange, int status, const char *reason, const char *text) {
    tp_error error = {0};
    /* Through tp_fail, so that quoted input becomes valid UTF-8, cut between characters. */
    tp_fail(&error, TP_E_INPUT, "%s", text);
    http_reply_json(exchange, status, error_as_json(reason, error.text),
                    status == 429 ? try_later : no_store);
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
    http_reply_json(exchange, 405, error_as_json("BAD_MESSAGE", TR("this URL needs another method")),
                    headers);
}

void http_reply_unsaved(net_exchange *exchange, const tp_error *error) {
    server_log(LOG_ERROR, "request failed", "why", error->text, NULL);
    http_reply_error(exchange, 503, "NOT_SAVED", "the database did not accept it; try again later");
}

void http_reply_stopping(net_exchange *exchange) {
    http_reply_error(exchange, 503, "TOO_MANY", "the server is shutting down; try again later");
}

void http_reply_no_memory(net_exchange *exchange) {
    http_reply_error(exchange, 503, "TOO_MANY", "the server is out of memory; try again later");
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

void http_free(server *server) {
    listings_free(server->listings);
    server->listings = NULL;
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
    if (!json_is_object(object)) return tp_fail(error, TP_E_INPUT, TR("the body must be a JSON object"));
    for (const char *list = keys; next_key(&list, key, &optional);) {
        const json_t *value = json_object_get(object, key);
        if (value == NULL && !optional) return tp_fail(error, TP_E_INPUT, TR("\"%s\" is missing"), key);
        if (value != NULL && !json_is_string(value))
            return tp_fail(error, TP_E_INPUT, TR("\"%s\" is a text"), key);
        if (value != NULL) known++;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", key);
    }
    if (json_object_size(object) == known) return TP_OK;
    if (used == 0) return tp_fail(error, TP_E_INPUT, TR("the body must be {}"));
    return tp_fail(error, TP_E_INPUT, TR("the body must have %s and nothing else"), names);
}

json_t *http_body(const server *server, net_exchange *exchange, const net_request *request,
                  const char *keys) {
    if (!http_own_origin(server, request, true)) {
        http_reply_error(exchange, 403, "FOREIGN_ORIGIN",
                         "a POST must come from a page of this server, with its Origin");
        return NULL;
    }
    if (!is_json_type(request->content_type)) {
        http_reply_error(exchange, 415, "BAD_MESSAGE", "the content type of a POST must be application/json");
        return NULL;
    }
    if (request->body_size > MOST_BODY) {
        http_reply_error(exchange, 413, "BAD_MESSAGE", "a body may have at most %d bytes", MOST_BODY);
        return NULL;
    }
    json_t *object = json_depth_ok(request->body, request->body_size)
                         ? json_loadb(request->body, request->body_size, JSON_REJECT_DUPLICATES, NULL)
                         : NULL;
    tp_error error = {0};
    tp_err code = object == NULL
                      ? tp_fail(&error, TP_E_INPUT,
                                TR("the body is not JSON, is nested too deeply, or has a duplicate key"))
                      : check_members(object, keys, &error);
    if (code == TP_OK) return object;
    json_decref(object);
    http_reply_text(exchange, 400, "BAD_MESSAGE", error.text);
    return NULL;
}

/* ---- what everybody may read ---- */

static void answer_health(server *server, net_exchange *exchange, bool local) {
    const char *wrong = NULL;
    char why[256] = "";
    if (atomic_load(&server->stopping)) wrong = "the server stops";
    /* Details, which can name files, are for the machine itself. */
    if (cluster_is_adrift(server)) wrong = "the lease of this server is over: the database does not answer";
    if (server_fails(server, why, sizeof why)) wrong = local && why[0] != '\0' ? why : "the database fails";
    /* A warning is no failure: the operator has time, and a restart would not help. */
    bool is_low = server->operators != NULL && server->operators->disk.is_low;
    const char *warning = is_low ? "the disk is nearly full" : NULL;
    json_t *answer = json_pack("{s:b, s:s, s:i, s:I, s:s*, s:s*}", "ok", wrong == NULL, "version",
                               tp_version(), "protocol", SERVER_PROTOCOL, "uptime_s",
                               (json_int_t)((server_now_ms() - server->started_ms) / 1000), "wrong", wrong,
                               "warning", warning);
    http_reply_json(exchange, wrong == NULL ? 200 : 503, answer, no_store);
}

/* What the page about privacy says that is different on each server. */
static void answer_privacy(const server *server, net_exchange *exchange) {
    const limits *limits = &server->setup.limits;
    http_reply_json(exchange, 200,
                    json_pack("{s:s, s:i, s:i, s:i, s:i}", "contact",
                              server->setup.contact != NULL ? server->setup.contact : "", "guest_days",
                              limits->guest_days, "guest_games_days", limits->guest_games_days, "bot_games_h",
                              limits->bot_games_h, "log_days", limits->security_days),
                    no_store);
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
        listings_games(server, exchange);
    } else if ((rest = behind(path, "/api/games/")) != NULL) {
        listings_schema(server, exchange, rest);
    } else if (strcmp(path, "/api/agents") == 0) {
        listings_agents(server, exchange);
    } else if (strcmp(path, "/api/privacy") == 0) {
        answer_privacy(server, exchange);
    } else if ((rest = behind(path, "/api/record/")) != NULL) {
        record_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/replay/")) != NULL) {
        replay_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/player/")) != NULL) {
        player_request(server, exchange, request, rest);
    } else if ((rest = behind(path, "/api/where/")) != NULL) {
        cluster_request(server, exchange, rest);
    } else if (strcmp(path, "/api/cluster") == 0 && server->cluster != NULL &&
               (host_is_local(server, request) || server->setup.limits.metrics_open)) {
        cluster_status_request(server, exchange);
    } else if ((rest = behind(path, "/api/leaders/")) != NULL) {
        leaders_request(server, exchange, request, rest);
    } else if (strcmp(path, "/health") == 0) {
        answer_health(server, exchange, host_is_local(server, request));
    } else if (strcmp(path, "/metrics") == 0 &&
               (host_is_local(server, request) || server->setup.limits.metrics_open)) {
        metrics_reply(server, exchange);
    } else if (strcmp(path, "/ws") == 0) {
        http_reply_error(exchange, 426, "BAD_MESSAGE", "this URL is for websockets");
    } else if (strcmp(path, "/metrics") == 0 || strcmp(path, "/api") == 0 || behind(path, "/api/") != NULL ||
               server->files == NULL || !files_reply(server, exchange, request)) {
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

/* The operator can always see how the server is. */
static bool is_free(const server *server, const net_request *request) {
    return host_is_local(server, request) &&
           (strcmp(request->path, "/health") == 0 || strcmp(request->path, "/metrics") == 0);
}

static bool may_ask(server *server, net_exchange *exchange, const net_request *request) {
    tp_error error = {0};
    if (!host_is_ours(server, request->host)) {
        http_reply_error(exchange, 421, "FOREIGN_HOST", "this server is not known by that name");
        return false;
    }
    if (is_free(server, request)) return true;
    /* A banned client may load the page, which then shows why nothing else is answered. */
    if (behind(request->path, "/api/") != NULL && cost_banned(server->costs, request->address, &error)) {
        http_reply_text(exchange, 403, error.reason, error.text);
        return false;
    }
    return charge_request(server, exchange, request, PRICE_REQUEST);
}

void http_request(server *server, net_exchange *exchange, const net_request *asked) {
    net_request here = *asked, *request = &here;
    here.path = cluster_local_path(server, asked->path);
    const char *language = http_language(request), *before = tp_language_set(language);
    net_exchange_set_language(exchange, language); /* for an answer that comes later */
    operators_look_at(server, request);
    if (may_ask(server, exchange, request)) answer_request(server, exchange, request);
    tp_language_set(before);
}
