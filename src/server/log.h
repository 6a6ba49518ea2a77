/* The log: one JSON object a line on standard error, without secrets. */
#ifndef TAPETE_SERVER_LOG_H
#define TAPETE_SERVER_LOG_H

typedef enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR } log_level;

/* Name and value by turns, both texts, ending with NULL: server_log(LOG_INFO, "table opened", "table", id,
 * "game", game, NULL). */
void server_log(log_level level, const char *what, ...);
extern log_level server_log_level;

#endif
