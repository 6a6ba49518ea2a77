/* Warnings at the start of a server (warnings.c). */
#ifndef TAPETE_SERVER_WARNINGS_H
#define TAPETE_SERVER_WARNINGS_H

#include "server/base.h"

#include <sys/types.h>

typedef struct warning_facts {
    const server_setup *setup;
    bool is_root;
    bool has_backup; /* it was said where, or how often */
    bool disk_low;
    mode_t folder_mode; /* of the folder of the database; 0: not known */
} warning_facts;

/* The sentences that hold, to be translated; how many. */
int warnings_find(const warning_facts *facts, const char *out[SERVER_MOST_WARNINGS]);
mode_t warnings_folder_mode(const char *database);

#endif
