/* By which names this server is known: what a browser may have in the Host of a request. */
#ifndef TAPETE_SERVER_HOSTS_H
#define TAPETE_SERVER_HOSTS_H

#include "server/base.h"

/* Whether the Host is one of ours. With --origin these are the hosts of the list, and those that name no
 * site: localhost, and addresses. Another site's name can then not be made to mean this server (DNS
 * rebinding). Without --origin any name will do. */
bool host_is_ours(const server *server, const char *host);
/* Whether it names this machine as a person at it would: localhost or an address. */
bool host_is_plain(const char *host);
/* Whether the request comes from this machine itself, and not through a proxy: metrics and details are for it
 * alone. With --origin there is a proxy; where it was not named with --proxy, nobody can be told from its
 * visitors. */
bool host_is_local(const server *server, const net_request *request);

#endif
