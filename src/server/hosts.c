/* By which names this server is known: see hosts.h. */
#include "server/hosts.h"
#include "server/server.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The length of a host without its port; brackets around an address of IPv6 belong to it. */
static size_t bare_length(const char *host) {
    if (host[0] == '[') return strcspn(host, "]") + (strchr(host, ']') != NULL);
    return strcspn(host, ":");
}

static bool is_address(const char *host, size_t length) {
    char text[64];
    uint8_t bytes[16];
    if (length >= sizeof text) return false;
    bool is_six = length > 2 && host[0] == '[' && host[length - 1] == ']';
    snprintf(text, sizeof text, "%.*s", (int)(is_six ? length - 2 : length), is_six ? host + 1 : host);
    return inet_pton(is_six ? AF_INET6 : AF_INET, text, bytes) == 1;
}

bool host_is_plain(const char *host) {
    static const char name[] = "localhost";
    size_t length = bare_length(host);
    return is_address(host, length) || (length == sizeof name - 1 && strncasecmp(host, name, length) == 0);
}

bool host_is_ours(const server *server, const char *host) {
    const char *list = server->setup.origin;
    /* HTTP/1.0 need not have one, and no browser speaks it. */
    if (list == NULL || *list == '\0' || host[0] == '\0' || host_is_plain(host)) return true;
    size_t wanted = bare_length(host);
    while (*list != '\0') {
        list += strspn(list, ", ");
        size_t length = strcspn(list, ", ");
        const char *scheme = memmem(list, length, "://", 3), *name = scheme != NULL ? scheme + 3 : list;
        size_t name_length = bare_length(name);
        size_t end = (size_t)(list + length - name);
        if (name_length > end) name_length = end;
        if (name_length > 0 && name[name_length - 1] == '/') name_length--;
        if (name_length == wanted && strncasecmp(name, host, wanted) == 0) return true;
        list += length;
    }
    return false;
}

bool host_is_local(const server *server, const net_request *request) {
    const server_setup *setup = &server->setup;
    bool is_fronted = setup->origin != NULL && *setup->origin != '\0';
    bool names_proxy = setup->proxy != NULL && *setup->proxy != '\0';
    return request->local && host_is_plain(request->host) && (!is_fronted || names_proxy);
}
