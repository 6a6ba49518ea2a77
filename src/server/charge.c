/* Charging visitors over HTTP: see charge.h. Connections are charged in connection.c. */
#include "server/charge.h"
#include "server/http.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"

static bool charge(server *server, const char *address, cost_price price, int64_t times, tp_error *error) {
    cost_budget *budget = cost_address(server->costs, address);
    bool may = cost_charge(server->costs, &(cost_payers){.address = budget}, price, times, server_now_ms(),
                           error, NULL);
    cost_let_go(server->costs, budget);
    return may;
}

bool charge_address(server *server, const char *address, cost_price price, tp_error *error) {
    return charge(server, address, price, 1, error);
}

bool charge_request_times(server *server, net_exchange *exchange, const net_request *request,
                          cost_price price, int64_t times) {
    tp_error error = {0};
    if (charge(server, request->address, price, times, &error)) return true;
    http_reply_text(exchange, 429, error.reason, error.text);
    return false;
}

bool charge_request(server *server, net_exchange *exchange, const net_request *request, cost_price price) {
    return charge_request_times(server, exchange, request, price, 1);
}
