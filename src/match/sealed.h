/* The sealed list: who committed to what before a deal at a server (commit, then reveal).
 *
 * The server commits to a key, every person at the table to random bytes of their own (a seal). The list of
 * all these commitments is fixed, told and kept by every client before anything is opened. The deal key
 * hashes the list and all that was opened, so nobody, the server included, can choose a deal after having
 * seen a part of it. docs/record.md has the exact bytes, docs/security.md what is left. */
#ifndef TAPETE_MATCH_SEALED_H
#define TAPETE_MATCH_SEALED_H

#include "tapete/match.h"

#include <jansson.h>

enum {
    SEAL_SIZE = 32,         /* of a seal, and of the bytes that it is made of */
    SEALED_MARK_SIZE = 32,  /* of the hash of a list */
    SEALED_TABLE_SIZE = 64, /* the name of a table, and a NUL */
    SEALED_ATTEMPTS = 3,    /* at one deal: two may be void */
    SEALED_REPORT_SIZE = 2048,
};

typedef struct sealed_list {
    char table[SEALED_TABLE_SIZE];
    int attempt; /* 1 .. SEALED_ATTEMPTS */
    int seats;
    bool is_person[TP_MAX_SEATS]; /* the others are agents */
    bool is_listed[TP_MAX_SEATS]; /* persons only: has a seal */
    uint8_t seals[TP_MAX_SEATS][SEAL_SIZE];
} sealed_list;

/* The commitment of one seat to its bytes. */
void seal_make(const char *table, int attempt, int seat, const uint8_t bytes[SEAL_SIZE],
               uint8_t out[SEAL_SIZE]);

/* The hash of a list together with what is dealt: game, all options and the commitment to the key. False
 * without memory. */
bool sealed_mark(const sealed_list *list, const tp_game *game, const tp_options *options,
                 const uint8_t commitment[TP_COMMITMENT_SIZE], uint8_t out[SEALED_MARK_SIZE]);

/* tp_deal_key for a deal with a list. */
void sealed_deal_key(const uint8_t key[TP_KEY_SIZE], const uint8_t mark[SEALED_MARK_SIZE],
                     const tp_contribution *contributions, int seats, uint8_t out[TP_KEY_SIZE]);

/* Whether every listed seat, and no other, has contributed exactly what it sealed; else the first seat where
 * it is not so. -1: all is well. */
int sealed_wrong_seat(const sealed_list *list, const tp_contribution *contributions);

/* As it stands in the header of a record: {"table", "attempt", "seals", "kinds"}. NULL without memory. */
json_t *sealed_to_json(const sealed_list *list);
tp_err sealed_from_json(sealed_list *list, const json_t *object, tp_error *error);

/* The whole list as clients are told and keep it: the same, and "game", "rules", "options", "commitment". */
json_t *sealed_to_told(const sealed_list *list, const tp_game *game, const tp_options *options,
                       const uint8_t commitment[TP_COMMITMENT_SIZE]);

/* tp_match_new with a list, whose contributions must fit it. */
tp_match *match_new_sealed(const tp_match_setup *setup, const sealed_list *list, tp_error *error);

/* ---- what a client has kept (witness.c) ---- */

/* A witness is what one client kept of one table: {"tapete": "witness", "version": 1, "seat", "lists": [told
 * lists], "own": [{"attempt", "seal", "bytes"}…]}. Read a file; NULL with an error. */
json_t *witness_read(const char *path, tp_error *error);

typedef enum witness_verdict {
    WITNESS_NONE,     /* nothing was kept of this deal */
    WITNESS_UNLISTED, /* the list was kept, but the own seal is not in it */
    WITNESS_AGREES,
    WITNESS_DIFFERS, /* `what` names the first member that is not the same */
} witness_verdict;

/* Compare a match with a witness; NULL: none. */
witness_verdict witness_compare(const json_t *witness, const tp_match *match, const char **what);

/* tp_record_verify with a witness (NULL: without). A record that differs from it is refused, reason
 * WRONG_LIST. */
tp_err record_verify_file(const char *path, const json_t *witness, char *report, size_t report_size,
                          tp_error *error);
tp_err record_verify_text(const char *bytes, size_t size, const json_t *witness, char *report,
                          size_t report_size, tp_error *error);

#endif
