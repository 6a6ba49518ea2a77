/* The shelf: where the records of games played here are kept, $XDG_DATA_HOME/tapete/records or
 * ~/.local/share/tapete/records. Readable by their owner alone. */
#ifndef TAPETE_CLI_SHELF_H
#define TAPETE_CLI_SHELF_H

#include "tapete/tapete.h"

enum { SHELF_PATH_SIZE = 4096 };

/* Who sits at a seat that no agent plays, in the header of a record. */
#define SHELF_HUMAN "human"

/* The seat of the person, or -1. */
int shelf_human_seat(const tp_match *match);

/* How a seat is called at the table: "Flatmc 2" where flatmc plays seat 2; safe to show. */
enum { SHELF_NAME_SIZE = 64 };
void shelf_seat_name(const tp_match *match, int seat, char name[SHELF_NAME_SIZE]);

/* Where everything is kept that belongs to the person; the records are in a directory within. */
tp_err shelf_data_directory(char path[SHELF_PATH_SIZE], bool make, tp_error *error);
/* The directory; it is made where it does not exist and `make` is set. */
tp_err shelf_directory(char path[SHELF_PATH_SIZE], bool make, tp_error *error);

/* The file of what was kept of the deals at a table of a server, in the directory `witnesses` within; that is
 * made where `make` is set. */
tp_err shelf_witness_path(const char *host, const char *table, char path[SHELF_PATH_SIZE], bool make,
                          tp_error *error);

/* A file name for a new record of this game that no file has yet: GAME-YYYYMMDD-HHMMSS-xxxx.jsonl. */
tp_err shelf_new_path(const tp_game *game, char path[SHELF_PATH_SIZE], tp_error *error);

/* Does this file lie on the shelf? */
bool shelf_holds(const char *path);

/* A record that the player has left for another one is not offered to be resumed any more: it is kept under
 * another name. */
void shelf_put_aside(const char *path);

/* Is another program, or another part of this one, writing to this record? */
bool shelf_is_busy(const char *path);

/* The record that was played last, is not finished and is not being written to; of this game, or of any where
 * it is NULL. NULL with an error if there is none. */
tp_match *shelf_newest_unfinished(const tp_game *game, char path[SHELF_PATH_SIZE], tp_record_info *info,
                                  tp_error *error);

/* The record of the game that was played to its end last. NULL with an error if there is none. */
tp_match *shelf_newest_finished(char path[SHELF_PATH_SIZE], tp_record_info *info, tp_error *error);

/* The record at this path or, where it is NULL, the one of the game that was played to its end last. Its path
 * goes to `found`. */
tp_match *shelf_read(const char *path, char found[SHELF_PATH_SIZE], tp_record_info *info, tp_error *error);

/* What such a record's name ends with. */
#define SHELF_LEFT ".left"

/* Every record whose name begins so ("" for all), the one written to last first. Returns how many there were.
 */
size_t shelf_each(const char *beginning, void (*take)(void *context, const char *path), void *context);
/* The same for those that were put aside. */
size_t shelf_each_left(const char *beginning, void (*take)(void *context, const char *path), void *context);

/* The person's scores of the last finished games of this kind, the latest first, at most `most` of them;
 * returns how many. Left out: the record at `except` (may be NULL) and games in which a move was taken
 * back. */
int shelf_last_scores(const tp_game *game, const char *except, int most, int32_t *scores);

#endif
