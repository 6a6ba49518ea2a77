/* A weighted fair queue: a tree of shares, site > network > person. Each share has a virtual time, what it
 * was served so far; a share that begins to wait starts at the virtual time of its siblings, so nobody saves
 * up turns by being idle. */
#include "server/fair.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, SITE_BYTES = 6 /* a /48 */ };

struct fair_share {
    char key[FAIR_NETWORK_SIZE];
    double served;           /* the virtual time of this share among its siblings */
    double now;              /* the virtual time of its children: of the one that was last served */
    size_t waiting, running; /* items, here and below */
    fair_share *next, *children;
    fair_item *first, *last; /* of a person */
};

/* The /48 of an IPv6 network; an IPv4 address is a site of its own. */
static void site_of(const char *network, char out[FAIR_NETWORK_SIZE]) {
    struct in6_addr parts;
    snprintf(out, FAIR_NETWORK_SIZE, "%s", network);
    if (inet_pton(AF_INET6, network, &parts) != 1) return;
    memset(&parts.s6_addr[SITE_BYTES], 0, sizeof parts.s6_addr - SITE_BYTES);
    inet_ntop(AF_INET6, &parts, out, FAIR_NETWORK_SIZE);
}

static fair_share *child_of(const fair_share *parent, const char *key) {
    fair_share *child = parent->children;
    while (child != NULL && strcmp(child->key, key) != 0) child = child->next;
    return child;
}

/* The shares of an item from the site down; fewer than LEVELS where they do not exist and are not to be made,
 * or there is no memory. */
static int path_of(fair_queue *queue, const fair_item *item, bool make, fair_share *path[LEVELS]) {
    char site[FAIR_NETWORK_SIZE];
    site_of(item->network, site);
    const char *keys[LEVELS] = {site, item->network, item->person};
    if (queue->root == NULL && make) queue->root = calloc(1, sizeof *queue->root);
    fair_share *parent = queue->root;
    int depth = 0;
    for (; parent != NULL && depth < LEVELS; depth++) {
        fair_share *child = child_of(parent, keys[depth]);
        if (child == NULL && make) {
            child = calloc(1, sizeof *child);
            if (child == NULL) break;
            snprintf(child->key, sizeof child->key, "%s", keys[depth]);
            child->next = parent->children;
            parent->children = child;
        }
        if (child == NULL) break;
        path[depth] = parent = child;
    }
    return depth;
}

static void free_shares(fair_share *share) {
    while (share != NULL) {
        fair_share *next = share->next;
        free_shares(share->children);
        free(share);
        share = next;
    }
}

static bool is_idle(const fair_share *share) { return share->waiting == 0 && share->running == 0; }

/* Children that are idle and were served no more than the others need not be remembered. */
static void prune(fair_share *parent) {
    for (fair_share **link = &parent->children; *link != NULL;) {
        fair_share *child = *link;
        if (is_idle(child) && (is_idle(parent) || child->served <= parent->now)) {
            *link = child->next;
            free_shares(child->children);
            free(child);
        } else {
            link = &child->next;
        }
    }
}

/* ---- waiting ---- */

static void append(fair_item **link, fair_item *item) {
    while (*link != NULL) link = &(*link)->next;
    *link = item;
}

void fair_add(fair_queue *queue, fair_item *item) {
    fair_share *path[LEVELS];
    item->next = NULL;
    if (path_of(queue, item, true, path) < LEVELS) {
        append(&queue->first, item);
        return;
    }
    const fair_share *parent = queue->root;
    for (int i = 0; i < LEVELS; i++) {
        if (is_idle(path[i]) && path[i]->served < parent->now) path[i]->served = parent->now;
        parent = path[i];
    }
    fair_share *person = path[LEVELS - 1];
    if (person->last != NULL) {
        person->last->next = item;
    } else {
        person->first = item;
    }
    person->last = item;
    queue->root->waiting++;
    for (int i = 0; i < LEVELS; i++) path[i]->waiting++;
}

static fair_share *least_served(const fair_share *parent) {
    fair_share *least = NULL;
    for (fair_share *child = parent->children; child != NULL; child = child->next) {
        /* Newer shares stand in front: of two alike, the older one. */
        if (child->waiting > 0 && (least == NULL || child->served <= least->served)) least = child;
    }
    return least;
}

fair_item *fair_take(fair_queue *queue) {
    fair_item *item = queue->first;
    if (item != NULL) {
        queue->first = item->next;
        return item;
    }
    fair_share *share = queue->root;
    if (share == NULL || share->waiting == 0) return NULL;
    share->waiting--;
    share->running++;
    for (int i = 0; i < LEVELS; i++) {
        fair_share *child = least_served(share);
        if (child->served > share->now) share->now = child->served;
        child->waiting--;
        child->running++;
        share = child;
    }
    item = share->first;
    share->first = item->next;
    if (share->first == NULL) share->last = NULL;
    item->next = NULL;
    return item;
}

void fair_done(fair_queue *queue, const fair_item *item, double cost) {
    fair_share *path[LEVELS];
    if (path_of(queue, item, false, path) < LEVELS || path[LEVELS - 1]->running == 0) return;
    queue->root->running--;
    for (int i = 0; i < LEVELS; i++) {
        path[i]->running--;
        path[i]->served += cost;
    }
    /* From below, since a share is freed with what is under it. */
    for (int i = LEVELS - 2; i >= 0; i--) prune(path[i]);
    prune(queue->root);
}

bool fair_remove(fair_queue *queue, fair_item *item) {
    fair_share *path[LEVELS];
    bool is_shared = path_of(queue, item, false, path) == LEVELS;
    fair_share *person = is_shared ? path[LEVELS - 1] : NULL;
    fair_item **lists[] = {&queue->first, person != NULL ? &person->first : NULL};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        fair_item **link = lists[i];
        while (link != NULL && *link != NULL && *link != item) link = &(*link)->next;
        if (link == NULL || *link == NULL) continue;
        *link = item->next;
        item->next = NULL;
        if (i == 0) return true;
        person->last = person->first;
        while (person->last != NULL && person->last->next != NULL) person->last = person->last->next;
        queue->root->waiting--;
        for (int level = 0; level < LEVELS; level++) path[level]->waiting--;
        return true;
    }
    return false;
}

size_t fair_waiting(const fair_queue *queue, const char *network) {
    char site[FAIR_NETWORK_SIZE];
    site_of(network, site);
    const fair_share *share = queue->root != NULL ? child_of(queue->root, site) : NULL;
    if (share != NULL) share = child_of(share, network);
    return share != NULL ? share->waiting : 0;
}

void fair_clear(fair_queue *queue) {
    free_shares(queue->root);
    queue->root = NULL;
}
