/* What the engine asks of the page or program that it runs in, and what it says to it.
 *
 * Four functions are imported here, and seven more for the server (table.h): no files, no network, no
 * threads. Texts go in and out as UTF-8 that ends with a zero byte; what a function answers is valid until
 * the next call. */
#ifndef TAPETE_WASM_HOST_H
#define TAPETE_WASM_HOST_H

#include "tapete/tapete.h"

#include <jansson.h>

#define HOST_IMPORT(name) __attribute__((import_module("host"), import_name(name)))
#define HOST_EXPORT(name) __attribute__((export_name(name), visibility("default")))

HOST_IMPORT("clock_ms") double host_clock_ms(void); /* goes on evenly, from anywhere */
HOST_IMPORT("time_ms") double host_time_ms(void);   /* since 1970 */
HOST_IMPORT("random") void host_random(void *bytes, size_t size);
HOST_IMPORT("print")
void host_print(const char *text, size_t size); /* what is wrong inside, for the console */

/* ---- answers ---- */

/* The answer of a call: this JSON value, which is released. NULL stands for no memory, and is noted as an
 * error. */
const char *answer_json(json_t *value);
/* The same of a new text, which is released with the next answer. */
const char *answer_text(char *text);
/* What went wrong in the last call that says so by NULL or by false. */
tp_error *answer_error(void);

#endif
