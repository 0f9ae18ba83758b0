/* SPDX-License-Identifier: MIT */
/* The operator's log: one line per event on standard error. Control characters
 * are replaced, so that text from clients cannot end the line or move the cursor.
 * Thread-safe. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log {
    enum log_level level; /* less urgent messages are not written */
};

/* Writes "2026-11-15T07:33:25.123Z info  text", formatted as by printf. Does
 * nothing if `log` is NULL. */
__attribute__((format(printf, 3, 4))) void log_line(const struct log *log, enum log_level level,
                                                    const char *format, ...);

/* Writes the time of day in UTC: "2026-11-15T07:33:25.123Z". */
enum { LOG_TIMESTAMP_MAX = 32 };
void log_timestamp(char out[LOG_TIMESTAMP_MAX]);

/* Returns the level named "error", "warning", "info" or "debug"; -1 for any other name. */
int log_level_from_name(const char *name);

#endif
