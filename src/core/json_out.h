/* JSON written straight to text, for what is written thousands of times a second: no tree of values is built,
 * and nothing is allocated but the text. The bytes are those of json_dumps(…, JSON_COMPACT).
 *
 * Commas come by themselves. A failure to get memory is kept: the writer looks at the end once. */
#ifndef TAPETE_CORE_JSON_OUT_H
#define TAPETE_CORE_JSON_OUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct json_out {
    char *text;
    size_t size, capacity;
    bool is_fixed;    /* the text is the caller's: what does not fit is counted and not written */
    bool failed;      /* no memory */
    bool needs_comma; /* before the next key or value */
} json_out;

/* Write into memory of its own, which is used again each time; all zeros is a good beginning. */
void json_out_begin(json_out *out);
void json_out_free(json_out *out);
/* Write into this memory and no further. */
json_out json_out_fixed(char *text, size_t size);
/* End the text with a zero byte, which is not counted. NULL without memory. */
const char *json_out_end(json_out *out);

void json_out_open(json_out *out, char bracket); /* { or [ */
void json_out_close(json_out *out, char bracket);
/* The name of the next member. It is one of ours: no letter of it needs an escape. Inline, since the length
 * of nearly all is known when this is compiled. */
void json_out_key_of(json_out *out, const char *key, size_t length);
static inline void json_out_key(json_out *out, const char *key) { json_out_key_of(out, key, strlen(key)); }

void json_out_integer(json_out *out, int64_t number);
void json_out_bool(json_out *out, bool value);
void json_out_null(json_out *out);
/* A text that is not valid UTF-8 is not written; false. */
bool json_out_string(json_out *out, const char *text);
/* A member with a text; without either where the text is not valid UTF-8. */
void json_out_member(json_out *out, const char *key, const char *text);
/* Bytes as they are: for use as a text that grows. */
void json_out_bytes(json_out *out, const char *bytes, size_t size);
/* Members or values that are written already: `"a":1,"b":2`. */
void json_out_raw(json_out *out, const char *bytes, size_t size);
/* Some value; NULL is left out. */
void json_out_json(json_out *out, const json_t *value);

/* ---- what positions of games have in common ---- */

void json_out_bits(json_out *out, uint32_t set); /* the numbers of its bits: seats */
void json_out_numbers(json_out *out, const uint8_t *numbers, uint32_t count);
void json_out_viewer(json_out *out, int viewer); /* a seat, "spectator" or "revealed" */

/* A view of a game that has a quick way to write it (view_text). */
struct tp_game;
void json_out_game_view(json_out *out, const struct tp_game *game, const void *view);

/* The value that `write` writes, read back; NULL without memory. */
json_t *json_out_read(void (*write)(json_out *out, const void *context), const void *context);

#endif
