/* Charging visitors over HTTP: see charge.h. Connections are charged in connection.c. */
#include "server/charge.h"
#include "server/http.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"

bool charge_address(server *server, const char *address, cost_price price, tp_error *error) {
    cost_budget *budget = cost_address(server->costs, address);
    bool may =
        cost_charge(server->costs, &(cost_payers){.address = budget}, price, 1, server_now_ms(), error, NULL);
    cost_let_go(server->costs, budget);
    return may;
}

bool charge_request(server *server, net_exchange *exchange, const net_request *request, cost_price price) {
    tp_error error = {0};
    if (charge_address(server, request->address, price, &error)) return true;
    http_reply_text(exchange, 429, error.reason, error.text);
    return false;
}
