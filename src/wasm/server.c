/* The server in a page: what the page calls. One call after the other, each followed by turns of the loop. */
#include "server/server.h"
#include "wasm/table.h"

#include <stdlib.h>
#include <string.h>

static server *the_server;

/* What a command line would say, as JSON: {"options": {NAME: "value"}, "seed": N, "study": true}. */
static tp_err read_setup(const json_t *wanted, server_setup *setup, tp_error *error) {
    tp_options options;
    const char *name;
    json_t *value;
    tp_options_init(&options, server_option_table);
    json_object_foreach(json_object_get(wanted, "options"), name, value) {
        char text[128];
        snprintf(text, sizeof text, "%s=%s", name, json_string_value(value));
        tp_err code = tp_options_parse(&options, text, error);
        if (code != TP_OK) return code;
    }
    const json_t *seed = json_object_get(wanted, "seed");
    *setup = (server_setup){.database = "log:games",
                            .study = json_is_true(json_object_get(wanted, "study")),
                            .seeded = json_is_integer(seed),
                            .seed = (uint64_t)json_integer_value(seed)};
    limits_read(&setup->limits, &options);
    return TP_OK;
}

/* Read what is kept, and begin. False with an error: nothing is changed. */
HOST_EXPORT("tapete_server_open") bool tapete_server_open(const char *text) {
    tp_error *error = answer_error();
    server_setup setup;
    json_t *wanted = json_loads(text, 0, NULL);
    tp_err code = read_setup(wanted, &setup, error);
    json_decref(wanted);
    if (code != TP_OK || the_server != NULL) return false;
    the_server = server_new(&setup, error);
    if (the_server != NULL) server_run(the_server);
    return the_server != NULL;
}

/* Do what is due; in how many milliseconds something will be. */
HOST_EXPORT("tapete_server_turn") double tapete_server_turn(void) {
    return the_server != NULL ? (double)table_net_turn(server_now_ms()) : 1000;
}

/* Whether nothing waits to be written: then a page may go without anything being lost that it was told. */
HOST_EXPORT("tapete_server_close") bool tapete_server_close(void) {
    tp_error *error = answer_error();
    if (the_server == NULL) return true;
    bool is_kept = server_finish(the_server, error) == TP_OK;
    server_free(the_server);
    the_server = NULL;
    return is_kept;
}

HOST_EXPORT("tapete_client_open")
int tapete_client_open(uint32_t id, char *target, const char *cookie, const char *language) {
    return table_net_open(id, target, &(table_visitor){cookie, language, "", ""});
}

HOST_EXPORT("tapete_client_message")
void tapete_client_message(uint32_t id, const char *text, size_t size) { table_net_message(id, text, size); }

HOST_EXPORT("tapete_client_close") void tapete_client_close(uint32_t id) { table_net_close(id); }

HOST_EXPORT("tapete_request")
void tapete_request(uint32_t id, const char *method, char *target, const char *body, const char *cookie,
                    const char *language, const char *invite) {
    table_net_request(id, method, target, body, strlen(body), &(table_visitor){cookie, language, "", invite});
}
