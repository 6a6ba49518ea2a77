/* Addresses of peers, and how many connections come from each. */
#include "net/internal.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { IPV4_PREFIX = 12, NETWORK_PREFIX = 8, SITE_PREFIX = 6, SITE_TIMES = 4 };

static const uint8_t mapped_prefix[IPV4_PREFIX] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_ipv4(const net_ip *ip) { return memcmp(ip->bytes, mapped_prefix, IPV4_PREFIX) == 0; }

bool net_ip_parse(const char *text, size_t size, net_ip *out) {
    char copy[NET_ADDRESS_TEXT];
    if (size >= sizeof copy) return false;
    memcpy(copy, text, size);
    copy[size] = '\0';
    if (inet_pton(AF_INET6, copy, out->bytes) == 1) return true;
    memcpy(out->bytes, mapped_prefix, IPV4_PREFIX);
    return inet_pton(AF_INET, copy, out->bytes + IPV4_PREFIX) == 1;
}

bool net_ip_parse_forwarded(const char *text, size_t size, net_ip *out) {
    if (size > 0 && text[0] == '[') {
        const char *end = memchr(text, ']', size);
        if (end == NULL) return false;
        size_t after = size - (size_t)(end - text) - 1;
        return (after == 0 || end[1] == ':') && net_ip_parse(text + 1, (size_t)(end - text) - 1, out);
    }
    /* "192.0.2.1:4711": one colon only, so it is not IPv6. */
    const char *colon = memchr(text, ':', size);
    if (colon != NULL && memchr(colon + 1, ':', size - (size_t)(colon - text) - 1) == NULL)
        size = (size_t)(colon - text);
    return net_ip_parse(text, size, out);
}

void net_ip_of(const struct sockaddr_storage *socket_address, net_ip *out) {
    if (socket_address->ss_family == AF_INET6) {
        memcpy(out->bytes, &((const struct sockaddr_in6 *)socket_address)->sin6_addr, sizeof out->bytes);
    } else {
        memcpy(out->bytes, mapped_prefix, IPV4_PREFIX);
        memcpy(out->bytes + IPV4_PREFIX, &((const struct sockaddr_in *)socket_address)->sin_addr, 4);
    }
}

void net_ip_write(const net_ip *ip, char text[NET_ADDRESS_TEXT]) {
    if (is_ipv4(ip)) {
        inet_ntop(AF_INET, ip->bytes + IPV4_PREFIX, text, NET_ADDRESS_TEXT);
    } else {
        inet_ntop(AF_INET6, ip->bytes, text, NET_ADDRESS_TEXT);
    }
}

bool net_ip_is_loopback(const net_ip *ip) {
    static const uint8_t loopback[16] = {[15] = 1};
    return is_ipv4(ip) ? ip->bytes[IPV4_PREFIX] == 127 : memcmp(ip->bytes, loopback, sizeof loopback) == 0;
}

bool net_ip_same(const net_ip *one, const net_ip *other) {
    return memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

/* ---- counting ---- */

bool net_sources_init(net_sources *sources, int max_connections) {
    sources->bucket_count = 64;
    while (sources->bucket_count < (size_t)max_connections) sources->bucket_count *= 2;
    sources->buckets = calloc(sources->bucket_count, sizeof *sources->buckets);
    randombytes_buf(sources->hash_key, sizeof sources->hash_key);
    return sources->buckets != NULL;
}

void net_sources_free(net_sources *sources) {
    for (size_t i = 0; sources->buckets != NULL && i < sources->bucket_count; i++) {
        while (sources->buckets[i].first != NULL) {
            net_source *source = sources->buckets[i].first;
            sources->buckets[i].first = source->next;
            free(source);
        }
    }
    free(sources->buckets);
}

/* The owner of an IPv6 address has its whole network, so that is what counts, */
static net_ip network_of(const net_ip *ip) {
    net_ip key = *ip;
    if (!is_ipv4(ip)) memset(key.bytes + NETWORK_PREFIX, 0, sizeof key.bytes - NETWORK_PREFIX);
    return key;
}

/* and often a whole site of 65,536 networks. The last byte tells its key from that of its first network. */
static net_ip site_of(const net_ip *ip) {
    net_ip key = *ip;
    memset(key.bytes + SITE_PREFIX, 0, sizeof key.bytes - SITE_PREFIX);
    key.bytes[sizeof key.bytes - 1] = 8 * SITE_PREFIX;
    return key;
}

/* With a secret key: nobody can choose addresses that all fall into one bucket. */
static net_bucket *bucket_of(net_sources *sources, const net_ip *key) {
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "the hash fits");
    crypto_shorthash((unsigned char *)&hash, key->bytes, sizeof key->bytes, sources->hash_key);
    return &sources->buckets[hash & (sources->bucket_count - 1)];
}

static net_source *take(net_sources *sources, const net_ip *wanted, int64_t limit) {
    net_ip key = *wanted;
    net_bucket *bucket = bucket_of(sources, &key);
    net_source *source = bucket->first;
    while (source != NULL && !net_ip_same(&source->key, &key)) source = source->next;
    if (source == NULL) {
        source = calloc(1, sizeof *source);
        if (source == NULL) return NULL;
        source->key = key;
        source->next = bucket->first;
        bucket->first = source;
    } else if (source->count >= limit) {
        return NULL;
    }
    source->count++;
    return source;
}

net_source *net_source_take(net_sources *sources, const net_ip *ip, int limit) {
    net_ip network = network_of(ip), site_key = site_of(ip);
    if (is_ipv4(ip)) return take(sources, &network, limit);
    net_source *site = take(sources, &site_key, (int64_t)SITE_TIMES * limit);
    if (site == NULL) return NULL;
    net_source *source = take(sources, &network, limit);
    if (source == NULL) {
        net_source_release(sources, site);
    } else {
        source->site = site;
    }
    return source;
}

void net_source_release(net_sources *sources, net_source *source) {
    if (source == NULL) return;
    net_source_release(sources, source->site); /* taken once for each that is released here */
    if (--source->count > 0) return;
    net_source **link = &bucket_of(sources, &source->key)->first;
    while (*link != source) link = &(*link)->next;
    *link = source->next;
    free(source);
}

bool net_source_has_room(const net_source *source, size_t size, size_t limit) {
    if (source == NULL || limit == 0) return true;
    if (source->held + size > limit) return false;
    return source->site == NULL || source->site->held + size <= SITE_TIMES * limit;
}

void net_source_hold(net_source *source, size_t size) {
    for (; source != NULL; source = source->site) source->held += size;
}

void net_source_let_go(net_source *source, size_t size) {
    for (; source != NULL; source = source->site) source->held -= size;
}
