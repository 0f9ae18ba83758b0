/* SPDX-License-Identifier: MIT */
/* What the operator reads: one line for each thing that happened, on standard
 * error. What comes from outside is printed so that it cannot end the line or
 * move the cursor. Any thread may write. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log {
    enum log_level level; /* what is less urgent is left out */
};

/* "2026-11-15T07:33:25.123Z info  text", formatted as by printf. NULL is a log
 * that nobody reads. */
__attribute__((format(printf, 3, 4))) void log_line(const struct log *log, enum log_level level,
                                                    const char *format, ...);

/* Knows "error", "warning", "info", "debug"; -1 for anything else. */
int log_level_from_name(const char *name);

#endif
