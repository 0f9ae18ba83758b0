/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {"error", "warning", "info", "debug"};

int log_level_from_name(const char *name)
{
    for (int level = 0; level <= LOG_DEBUG; level++)
        if (!strcmp(names[level], name))
            return level;
    return -1;
}

/* Returns the size of the control character at the start of the text, or 0. Control characters are
 * C0, C1 and those that change the writing direction. */
static size_t control_size(const unsigned char *text)
{
    if (text[0] < ' ' || text[0] == 0x7f)
        return 1;
    if (text[0] == 0xc2 && text[1] >= 0x80 && text[1] <= 0x9f)
        return 2;
    const bool bidirectional =
        text[0] == 0xe2 && ((text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae) ||
                            (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9));
    return bidirectional ? 3 : 0;
}

static void make_printable(char *text)
{
    while (*text) {
        const size_t size = control_size((const unsigned char *)text);
        memset(text, '?', size);
        text += size ? size : 1;
    }
}

void log_timestamp(char out[LOG_TIMESTAMP_MAX])
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    const size_t size = strftime(out, LOG_TIMESTAMP_MAX, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(out + size, LOG_TIMESTAMP_MAX - size, ".%03uZ",
             (unsigned)(now.tv_nsec / 1000000) % 1000);
}

void log_line(const struct log *log, enum log_level level, const char *format, ...)
{
    if (!log || level > log->level)
        return;
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_printable(text);

    char stamp[LOG_TIMESTAMP_MAX];
    log_timestamp(stamp);
    fprintf(stderr, "%s %-7s %s\n", stamp, names[level], text);
}
