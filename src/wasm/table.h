/* The server in a page: what takes the place of sockets, threads and files (server.c has what the page
 * calls). */
#ifndef TAPETE_WASM_TABLE_H
#define TAPETE_WASM_TABLE_H

#include "wasm/host.h"

/* ---- what is asked of the page ---- */

/* A message for a connection; it has ended; the answer to a request. */
HOST_IMPORT("told") void host_told(uint32_t client, const char *text, size_t size);
HOST_IMPORT("closed") void host_closed(uint32_t client, int code, const char *reason);
HOST_IMPORT("replied")
void host_replied(uint32_t exchange, int status, const char *type, const char *headers, const void *body,
                  size_t size);
/* The log of the store (store/log_file.h): its size, its bytes, bytes from there on, and how that goes. */
HOST_IMPORT("log_size") double host_log_size(int place);
HOST_IMPORT("log_read") bool host_log_read(int place, void *out, size_t size);
HOST_IMPORT("log_write") bool host_log_write(int place, double offset, const void *bytes, size_t size);
HOST_IMPORT("log_state") int host_log_state(void);

/* ---- net.c ---- */

/* Who asks, as the headers of a request would say it; "" for what is not said. */
typedef struct table_visitor {
    const char *cookie, *language, *agent, *invite;
} table_visitor;

int table_net_open(uint32_t id, char *target, const table_visitor *visitor); /* 0, or a status of HTTP */
void table_net_message(uint32_t id, const char *text, size_t size);
void table_net_close(uint32_t id);
void table_net_request(uint32_t id, const char *method, char *target, const char *body, size_t size,
                       const table_visitor *visitor);
/* Do what is due; in how many milliseconds something will be. */
int64_t table_net_turn(int64_t now_ms);

#endif
