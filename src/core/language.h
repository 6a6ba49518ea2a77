/* Marking what is said to people, and looking its translation up.
 *
 * TR is for whole sentences, or for names that stand in them: fragments cannot be turned around.
 * scripts/update-languages collects what is marked into po/tapete.pot; the build compiles po/LANGUAGE.po and
 * games/GAME/po/LANGUAGE.po into the library (scripts/make-catalogue). */
#ifndef TAPETE_CORE_LANGUAGE_H
#define TAPETE_CORE_LANGUAGE_H

#include "tapete/language.h"

#if defined(__GNUC__)
#define TRANSLATED_FORMAT(index) __attribute__((format_arg(index)))
#else
#define TRANSLATED_FORMAT(index)
#endif

/* In the language of this thread; the message itself if there is no translation. */
const char *tp_translate(const char *message) TRANSLATED_FORMAT(1);
const char *tp_translate_count(const char *one, const char *many, uint32_t count) TRANSLATED_FORMAT(1)
    TRANSLATED_FORMAT(2);
const char *tp_translate_within(const char *key, const char *message) TRANSLATED_FORMAT(2);

#define TR(message) tp_translate(message)
/* In tables: only marked, to be translated by tp_translate or tp_translate_count when they are used. */
#define TR_MARK(message) message
#define TR_MARK_N(one, many) one, many
/* One of two forms by a number; languages have as many forms as they need. */
#define TR_N(one, many, count) tp_translate_count(one, many, count)
/* Where the message alone does not say what it means. */
#define TR_IN(context, message) tp_translate_within(context "\004" message, message)

/* The translation of a message into a language, by its place among the tags, that is not English; the message
 * itself if there is none. It is in translation.c, and for WebAssembly, where languages are loaded one at
 * a time, in src/wasm. */
const char *catalogue_find(uint32_t language, const char *key, const char *message, uint32_t form)
    TRANSLATED_FORMAT(3);

/* ---- what scripts/make-catalogue writes ---- */

typedef struct catalogue {
    uint32_t (*plural)(uint32_t count); /* which form a number wants */
    const char *texts;      /* one after the other, each ending with a zero byte; English has none */
    const uint32_t *places; /* for each message tp_catalogue_forms of them: where in texts; 0: nowhere */
} catalogue;

extern const char *const tp_catalogue_tags[]; /* English first, ending with NULL */
extern const catalogue tp_catalogues[];       /* in the same order */
extern const uint32_t tp_catalogue_forms;
extern const char *const tp_catalogue_keys[];
/* The numbers of the messages + 1, by the hash of their keys, in the next place where that is taken; 0: free.
 */
extern const uint16_t tp_catalogue_slots[];
extern const uint32_t tp_catalogue_slot_mask;

#endif
