/* Tables of other servers in lists: the lobby, a person's own tables, and where a quick match finds a seat.
 * They come from the database, a moment old: who wants to sit down is told by the owner whether they can. */
#include "server/cluster.h"
#include "server/connection.h"
#include "server/http.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED_MS = 1000,
    QUIET_MS = 3000, /* the same, where nobody is in the lobby */
    MOST_LISTED = 200,
    MOST_OWN = 50,
};

struct elsewhere {
    elsewhere *next;
    char id[ID_SIZE], node[STORE_NODE_SIZE];
    char *summary;
    bool is_open, is_seen, is_changed;
};

typedef struct list_job {
    job job;
    elsewhere *found;
    bool failed;
} list_job;

static void free_all(elsewhere *first) {
    while (first != NULL) {
        elsewhere *next = first->next;
        free(first->summary);
        free(first);
        first = next;
    }
}

static void add_table(void *context, const char *node, const store_table *table) {
    list_job *list = context;
    elsewhere *found = calloc(1, sizeof *found);
    if (found != NULL) found->summary = strdup(table->summary);
    if (found == NULL || found->summary == NULL) {
        free(found);
        list->failed = true;
        return;
    }
    snprintf(found->id, sizeof found->id, "%s", table->id);
    snprintf(found->node, sizeof found->node, "%s", node);
    found->is_open = strcmp(table->phase, "open") == 0;
    found->next = list->found;
    list->found = found;
}

static tp_err run_list(job *job, store *store, tp_error *error) {
    list_job *list = (list_job *)job;
    free_all(list->found); /* this may run twice */
    list->found = NULL;
    return store_tables_elsewhere(store, MOST_LISTED, add_table, list, error);
}

/* Take what is new or has changed into the map. */
static void take(server *server, elsewhere *found) {
    cluster *cluster = server->cluster;
    elsewhere *known = map_get(&cluster->others, found->id);
    if (known != NULL) {
        if (strcmp(known->summary, found->summary) != 0 || known->is_open != found->is_open) {
            free(known->summary);
            known->summary = found->summary;
            known->is_open = found->is_open;
            known->is_changed = cluster->others_changed = true;
            found->summary = NULL;
        }
        memcpy(known->node, found->node, sizeof known->node);
        known->is_seen = true;
    } else if (map_get(&server->tables, found->id) == NULL && map_put(&cluster->others, found->id, found)) {
        found->is_seen = found->is_changed = cluster->others_changed = true;
        return;
    }
    free(found->summary);
    free(found);
}

static void list_done(job *job, server *server) {
    list_job *list = (list_job *)job;
    cluster *cluster = server->cluster;
    cluster->is_listing = false;
    elsewhere *known;
    if (job->code == TP_OK && !list->failed) {
        for (size_t i = 0; (known = map_next(&cluster->others, &i)) != NULL;) known->is_seen = false;
        while (list->found != NULL) {
            elsewhere *next = list->found->next;
            take(server, list->found);
            list->found = next;
        }
        for (size_t i = 0; (known = map_next(&cluster->others, &i)) != NULL;) {
            if (known->is_seen) continue;
            map_remove(&cluster->others, known->id);
            known->next = cluster->gone;
            cluster->gone = known;
            cluster->others_changed = true;
        }
        server->lobby_changed |= cluster->others_changed;
    }
    free_all(list->found);
    free(list);
}

void cluster_lists_tick(server *server, int64_t now_ms) {
    cluster *cluster = server->cluster;
    int wait_ms = server->lobby != NULL ? LISTED_MS : QUIET_MS;
    if (cluster->is_listing || now_ms - cluster->listed_ms < wait_ms) return;
    list_job *list = calloc(1, sizeof *list);
    if (list == NULL) return;
    cluster->is_listing = true;
    cluster->listed_ms = now_ms;
    list->job.run = run_list;
    list->job.done = list_done;
    read_give(server, READ_JOURNALS, &list->job, READ_LAST, "", "");
}

void cluster_lists_free(server *server) {
    elsewhere *known;
    for (size_t i = 0; (known = map_next(&server->cluster->others, &i)) != NULL;) {
        known->next = NULL;
        free_all(known);
    }
    map_free(&server->cluster->others);
    free_all(server->cluster->gone);
}

/* ---- the lobby ---- */

void cluster_add_tables(const server *server, json_t *list, bool is_open, size_t most) {
    const elsewhere *known;
    for (size_t i = 0; (known = map_next(&server->cluster->others, &i)) != NULL;) {
        if (json_array_size(list) >= most) return;
        if (known->is_open != is_open || map_get(&server->tables, known->id) != NULL) continue;
        json_t *summary = json_loads(known->summary, 0, NULL);
        if (summary != NULL) json_array_append_new(list, summary);
    }
}

void cluster_add_changes(server *server, json_t **changed, json_t **gone) {
    cluster *cluster = server->cluster;
    if (!cluster->others_changed) return;
    cluster->others_changed = false;
    elsewhere *known;
    if (server->lobby != NULL && *changed == NULL) {
        *changed = json_array();
        *gone = json_array();
    }
    for (size_t i = 0; (known = map_next(&cluster->others, &i)) != NULL;) {
        if (!known->is_changed) continue;
        known->is_changed = false;
        json_t *summary = *changed != NULL ? json_loads(known->summary, 0, NULL) : NULL;
        if (summary != NULL) json_array_append_new(*changed, summary);
    }
    while (cluster->gone != NULL) {
        known = cluster->gone;
        cluster->gone = known->next;
        known->next = NULL;
        if (*gone != NULL && map_get(&server->tables, known->id) == NULL)
            json_array_append_new(*gone, json_string(known->id));
        free_all(known);
    }
}

bool cluster_find_quick(const server *server, const tp_game *game, const char *person, char table[ID_SIZE],
                        char path[CLUSTER_PATH_SIZE]) {
    json_int_t fewest = TP_MAX_SEATS + 1;
    elsewhere *known;
    for (size_t i = 0; (known = map_next(&server->cluster->others, &i)) != NULL;) {
        if (!known->is_open || known->node[0] == '\0') continue;
        json_t *summary = json_loads(known->summary, 0, NULL);
        const char *name = json_string_value(json_object_get(summary, "game"));
        json_int_t open = json_integer_value(json_object_get(summary, "open"));
        bool fits = name != NULL && strcmp(name, game->name) == 0 && open > 0 && open < fewest &&
                    json_object_size(json_object_get(summary, "options")) == 0;
        size_t seat;
        json_t *sits;
        bool has_people = false;
        json_array_foreach(json_object_get(summary, "seats"), seat, sits) {
            const char *id = json_string_value(json_object_get(sits, "id"));
            fits &= id == NULL || strcmp(id, person) != 0;
            has_people |= id != NULL;
        }
        if (fits && has_people) {
            fewest = open;
            snprintf(table, ID_SIZE, "%s", known->id);
            snprintf(path, CLUSTER_PATH_SIZE, "/n/%s", known->node);
        }
        json_decref(summary);
    }
    return fewest <= TP_MAX_SEATS;
}

/* ---- a person's own ---- */

typedef struct own_job {
    list_job list;
    char serial[20], person[ID_SIZE];
    int64_t ref;
    void (*tell)(struct connection *connection, int64_t ref, json_t *mine);
} own_job;

static tp_err run_own(job *job, store *store, tp_error *error) {
    own_job *own = (own_job *)job;
    free_all(own->list.found);
    own->list.found = NULL;
    return store_tables_of(store, own->person, MOST_OWN, add_table, &own->list, error);
}

/* Whether the person has a seat there still, and does not only stand in the journal. */
static bool sits_there(const json_t *summary, const char *person) {
    size_t seat;
    json_t *sits;
    json_array_foreach(json_object_get(summary, "seats"), seat, sits) {
        const char *id = json_string_value(json_object_get(sits, "id"));
        if (id != NULL && strcmp(id, person) == 0) return true;
    }
    return false;
}

static void own_done(job *job, server *server) {
    own_job *own = (own_job *)job;
    connection *connection = connection_find(server, own->serial);
    json_t *mine = json_array();
    for (const elsewhere *found = own->list.found; found != NULL; found = found->next) {
        json_t *summary = json_loads(found->summary, 0, NULL);
        if (summary != NULL && sits_there(summary, own->person) &&
            map_get(&server->tables, found->id) == NULL)
            json_array_append(mine, summary);
        json_decref(summary);
    }
    if (connection != NULL && connection->who != NULL) own->tell(connection, own->ref, mine);
    json_decref(mine);
    free_all(own->list.found);
    free(own);
}

void cluster_tell_lobby(connection *connection, int64_t ref,
                        void (*tell)(struct connection *connection, int64_t ref, json_t *mine)) {
    own_job *own = calloc(1, sizeof *own);
    if (own == NULL) {
        tell(connection, ref, NULL);
        return;
    }
    own->list.job.run = run_own;
    own->list.job.done = own_done;
    own->ref = ref;
    own->tell = tell;
    memcpy(own->serial, connection->serial, sizeof own->serial);
    memcpy(own->person, connection->who->id, sizeof own->person);
    read_give(connection->server, READ_ROWS, &own->list.job, READ_LAST, "", own->person);
}

/* ---- for metrics and the status page ---- */

void cluster_metrics(FILE *out, const server *server) {
    const cluster *cluster = server->cluster;
    const struct {
        const char *name, *type, *help;
        double value;
    } figures[] = {
        {"owned_tables", "gauge", "Tables in memory that this server owns.", (double)server->tables.count},
        {"claims_total", "counter", "Tables taken over from servers that are gone.",
         (double)cluster->count.claims},
        {"lost_tables_total", "counter", "Tables that other servers have taken over.",
         (double)cluster->count.lost},
        {"fenced_writes_total", "counter", "Entries not written because the table is another server's.",
         (double)cluster->count.fenced},
        {"lease_lapses_total", "counter", "How often the lease of this server was over.",
         (double)writer_lapses(server->writer)},
        {"lease_age_seconds", "gauge", "Since the lease was last renewed.",
         (double)writer_beat_age_ms(server->writer) / 1000},
        {"sent_away_total", "counter", "Requests about tables of other servers.",
         (double)cluster->count.sent_away},
        {"claims_waiting", "gauge", "Tables that are being claimed or read.", (double)cluster->asked.count},
        {"changes_total", "counter", "Changes of people that came from other servers.",
         (double)cluster->count.changes},
        {"keeper", "gauge", "1 where this server looks after what is to be done once for all.",
         writer_is_keeper(server->writer)},
        {"adrift", "gauge", "1 while the lease of this server is over.", cluster_is_adrift(server)},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        fprintf(out, "# HELP tapete_%s %s\n# TYPE tapete_%s %s\ntapete_%s %.15g\n", figures[i].name,
                figures[i].help, figures[i].name, figures[i].type, figures[i].name, figures[i].value);
}

typedef struct status_job {
    job job;
    net_exchange *exchange;
    json_t *nodes;
} status_job;

static void add_node(void *context, const store_node *node) {
    status_job *status = context;
    json_array_append_new(status->nodes,
                          json_pack("{s:s, s:b, s:I, s:I, s:I}", "id", node->id, "lives", node->lives,
                                    "tables", (json_int_t)node->tables, "format", (json_int_t)node->format,
                                    "lease_ms", (json_int_t)node->lease_ms));
}

static tp_err run_status(job *job, store *store, tp_error *error) {
    status_job *status = (status_job *)job;
    json_array_clear(status->nodes);
    return store_nodes(store, add_node, status, error);
}

static void status_done(job *job, server *server) {
    status_job *status = (status_job *)job;
    net_exchange *exchange = http_resume(&status->exchange);
    if (exchange != NULL && job->code != TP_OK) {
        http_reply_unsaved(exchange, &job->error);
    } else if (exchange != NULL) {
        json_t *answer =
            json_pack("{s:s, s:O, s:I, s:b, s:b}", "here", server->cluster->path + strlen("/n/"), "servers",
                      status->nodes, "tables", (json_int_t)server->tables.count, "keeper",
                      writer_is_keeper(server->writer), "adrift", cluster_is_adrift(server));
        http_reply_json(exchange, 200, answer, "Cache-Control: no-store\r\n");
    }
    json_decref(status->nodes);
    free(status);
}

void cluster_status_request(server *server, net_exchange *exchange) {
    status_job *status = calloc(1, sizeof *status);
    if (status != NULL) status->nodes = json_array();
    if (status == NULL || status->nodes == NULL) {
        free(status);
        http_reply_no_memory(exchange);
        return;
    }
    status->job.run = run_status;
    status->job.done = status_done;
    http_wait(exchange, &status->exchange);
    read_give(server, READ_ROWS, &status->job, READ_LAST, "", "");
}
