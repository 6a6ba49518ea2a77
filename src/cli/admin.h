/* `tapete admin`: its commands, and how their answers are shown (admin_show.c). */
#ifndef TAPETE_CLI_ADMIN_H
#define TAPETE_CLI_ADMIN_H

#include "cli/cli.h"

extern const cli_command cli_admin_commands[]; /* ends with a NULL name */

/* Print an answer of the server for people. */
void show_status(const json_t *answer);
void show_tables(const json_t *answer);
void show_closed(const json_t *answer);
void show_people(const json_t *answer);
void show_sessions(const json_t *answer);
void show_renamed(const json_t *answer);
void show_deleted(const json_t *answer);
void show_sanction(const json_t *answer);
void show_lifted(const json_t *answer);
void show_bans(const json_t *answer);
void show_reports(const json_t *answer);
void show_report(const json_t *answer);
void show_resolved(const json_t *answer);
void show_reset(const json_t *answer);
void show_backup(const json_t *answer);
void show_log(const json_t *answer);

#endif
