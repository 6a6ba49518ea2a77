/* Charging requests of this server: who pays, and what is answered where they cannot (cost.h has the prices).
 */
#ifndef TAPETE_SERVER_CHARGE_H
#define TAPETE_SERVER_CHARGE_H

#include "server/base.h"

/* An address alone, of which only the text is known. False with a sentence. */
bool charge_address(server *server, const char *address, cost_price price, tp_error *error);
/* A visitor over HTTP. False: it was answered, with 429. */
bool charge_request(server *server, net_exchange *exchange, const net_request *request, cost_price price);
bool charge_request_times(server *server, net_exchange *exchange, const net_request *request,
                          cost_price price, int64_t times);
/* A websocket client, and the table that it is about (NULL: none). False: it was refused. */
bool charge_connection(connection *connection, table *table, int64_t ref, cost_price price, int64_t times);
/* Who pays for what a connection asks for. */
cost_payers charge_payers(const connection *connection, table *table);

#endif
