/* What every file of the server knows: sizes, the names of the main types, and the two clocks. */
#ifndef TAPETE_SERVER_BASE_H
#define TAPETE_SERVER_BASE_H

#include "core/language.h"
#include "net/net.h"
#include "server/cost.h"
#include "server/fair.h"
#include "server/serve.h"
#include "store/privacy.h"
#include "store/store.h"
#include "tapete/tapete.h"

#include <jansson.h>

enum {
    SERVER_PROTOCOL = 1,
    ID_SIZE = STORE_ID_SIZE,
    NAME_SIZE = STORE_NAME_SIZE,
    INVITE_SIZE = 33, /* 128 random bits in hex */
    CHAT_SIZE = 1201, /* 300 characters of UTF-8 */
    AGENT_SIZE = 128,
    TABLE_MOST_CHAT = 256 * 1024, /* bytes of chat at one table */
};

typedef struct person person;
typedef struct connection connection;
typedef struct table table;
typedef struct watch watch;
typedef struct kept_review kept_review;
typedef struct kept_practice kept_practice;
typedef struct listings listings;
struct operators;
/* Whom limits per address count together: an IPv4 address alone, the whole /64 of an IPv6 address. */
enum { NETWORK_SIZE = FAIR_NETWORK_SIZE };

/* Who reads what need not be written (reader.h), and who copies it (backup.h). */
typedef struct reader reader;
typedef struct backup backup;

int64_t server_now_ms(void);  /* CLOCK_MONOTONIC: for time-outs */
int64_t server_time_ms(void); /* since 1970: for what is written down */

#endif
