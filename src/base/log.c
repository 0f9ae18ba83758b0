/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {"error", "warning", "info", "debug"};

int log_level_from(const char *name)
{
    for (int level = 0; level <= LOG_DEBUG; level++)
        if (!strcmp(names[level], name))
            return level;
    return -1;
}

static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
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

    struct timespec now;
    struct tm utc;
    char stamp[24];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(stderr, "%s.%03ldZ %-7s %s\n", stamp, now.tv_nsec / 1000000, names[level], text);
}
