/* Projected events as JSON, written straight to text: what a viewer learns of one ply.
 *
 *     "move":"envido
 * 2","made":{"act":"envido","amount":2},"drawn":[{"kind":"card","seat":1,"cards":["?","?"]}]
 *
 * Only projected events and views go in, so only what the viewer may know comes out. docs/protocol.md
 * describes the members. */
#ifndef TAPETE_CORE_EVENT_OUT_H
#define TAPETE_CORE_EVENT_OUT_H

#include "core/json_out.h"
#include "tapete/game.h"

typedef struct event_out {
    json_out *out;
    const tp_game *game;
    bool is_drawing; /* a list of outcomes is open: */
    uint32_t kind;   /* of this kind */
    int32_t seat;    /* for this seat */
} event_out;

/* Begin a ply; its members go into the object that is open in `out`. */
event_out event_out_begin(json_out *out, const tp_game *game);
/* The next projected event of the ply, with the views before (NULL in the deal) and after the ply. */
void event_out_add(event_out *events, const void *view_before, const tp_event *seen, const void *view_after);
void event_out_end(event_out *events);

#endif
