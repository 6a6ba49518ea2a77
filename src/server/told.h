/* What one viewer is told of some plies of a match: sentences, and the projected events as data. */
#ifndef TAPETE_SERVER_TOLD_H
#define TAPETE_SERVER_TOLD_H

#include "core/event_out.h"
#include "tapete/match.h"

typedef struct told_ply {
    size_t text;            /* where its sentences begin */
    size_t data, data_size; /* where its data is */
} told_ply;

/* All zeros is a good beginning; the memory is used again each time. */
typedef struct told {
    int first, last; /* none: last < first */
    told_ply *plies;
    size_t room;          /* for so many plies */
    json_out texts, data; /* of all plies, one after the other */
} told;

/* Look at plies `first` to `last`, in one go. Without memory, or if there are none such, nothing is told:
 * false. */
bool told_make(told *told, const tp_match *match, int first, int last, int viewer);
void told_forget(told *told); /* nothing is told */
void told_free(told *told);

/* The sentences of a ply, with line ends between them; "" if it was not looked at. */
const char *told_text(const told *told, int ply);
/* The members of a JSON object that are its data (core/event_out.h). */
const char *told_data(const told *told, int ply, size_t *size);

#endif
