/* Answering HTTP: requests, the files of the page, metrics. */
#ifndef TAPETE_SERVER_HTTP_H
#define TAPETE_SERVER_HTTP_H

#include "net/net.h"
#include "server/base.h"

typedef struct files files;

/* ---- http.c ---- */

void http_request(server *server, net_exchange *exchange, const net_request *request);
void http_gone(server *server, net_exchange *exchange); /* for net_handlers.gone */
void http_free(server *server);
extern const char http_security_headers[]; /* for net_setup.headers */
void http_reply_json(net_exchange *exchange, int status, json_t *object,
                     const char *headers); /* takes the reference */
/* The format is translated into the language of the exchange; the text of http_reply_text is sent as it is.
 */
void http_reply_error(net_exchange *exchange, int status, const char *reason, const char *format, ...)
    TP_PRINTF(4, 5);
void http_reply_text(net_exchange *exchange, int status, const char *reason, const char *text);
/* The language of the client: `lang` of the query, else Accept-Language. */
const char *http_language(const net_request *request);
/* Does the query ask for marks of cards in sentences (`marks=1`)? */
bool http_marks(const char *query);
/* Whether the request comes from our own pages: POST needs an Origin that is ours, a websocket may do
 * without. */
bool http_own_origin(const server *server, const net_request *request, bool needed);
/* Whether JSON is nested no deeper than anybody needs: to be asked before it is parsed. */
bool json_depth_ok(const char *text, size_t size);

/* ---- files.c ---- */

files *files_load(const char *directory, tp_error *error); /* all of it, into memory */
bool files_reply(server *server, net_exchange *exchange, const net_request *request);
void files_free(files *files);

/* ---- leaders.c ---- */

void leaders_forget(server *server); /* leaderboards in memory: a person who may be on them was deleted */

/* ---- metrics.c ---- */

void metrics_reply(server *server, net_exchange *exchange);

#endif
