/* SPDX-License-Identifier: MIT */
/* The operator's log: one line per event, as text or JSON. Control characters are replaced (in
 * text) or escaped (in JSON), so that text from clients cannot end the line or move the cursor.
 * Thread-safe, except for the request: only the thread that handles requests may use a log with
 * one. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };
enum log_format { LOG_TEXT, LOG_JSON };

/* The id of the request that is being handled; "": none. Each line written meanwhile has it. */
enum { LOG_REQUEST_MAX = 64 };
struct log_request {
    char id[LOG_REQUEST_MAX + 1];
};

struct log {
    _Atomic enum log_level level; /* less urgent messages are not written */
    _Atomic enum log_format format;
    struct log_request *request; /* NULL: the log of a thread that handles no requests */
    /* Where lines go, each with its newline; NULL: to standard error. It must not block. */
    void (*write)(void *context, const char *line, size_t size);
    void *context;
    const atomic_uint_least64_t
        *dropped; /* lines lost because `write` could not keep up; NULL: 0 */
};

/* Writes "2026-11-15T07:33:25.123Z info    text", formatted as by printf, or in JSON
 * {"time":"2026-11-15T07:33:25.123Z","level":"info","message":"text"}. Does nothing if `log` is
 * NULL. */
__attribute__((format(printf, 3, 4))) void log_line(const struct log *log, enum log_level level,
                                                    const char *format, ...);

/* A request that was answered, written at level debug. */
struct log_access {
    const char *method, *route, *address;
    unsigned status;
    int64_t ms;
};
void log_access(const struct log *log, const struct log_access *access);

/* Appends a line with its newline to a buffer instead. */
void log_format_line(const struct log *log, enum log_level level, const char *message,
                     struct buffer *out);

/* Makes it the current request until the next call; NULL: none. */
void log_set_request(const struct log *log, const struct log_request *request);
struct log_request log_get_request(const struct log *log);

uint64_t log_dropped(const struct log *log);

/* Writes the time of day in UTC: "2026-11-15T07:33:25.123Z". */
enum { LOG_TIMESTAMP_MAX = 32 };
void log_timestamp(char out[LOG_TIMESTAMP_MAX]);

/* Returns the level named "error", "warning", "info" or "debug"; -1 for any other name. */
int log_level_from_name(const char *name);
int log_format_from_name(const char *name); /* "text" or "json"; -1 for any other name */

#endif
