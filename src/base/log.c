/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/utf8.h"

static const char *const names[] = {"error", "warning", "info", "debug"};

int log_level_from_name(const char *name)
{
    for (int level = 0; level <= LOG_DEBUG; level++)
        if (!strcmp(names[level], name))
            return level;
    return -1;
}

/* Replaces each byte of the control characters. */
static void make_printable(char *text)
{
    const char *const end = text + strlen(text);
    for (const char *at = text; at < end;) {
        char *const start = text + (at - text);
        if (utf8_is_control(utf8_next(&at, end)))
            memset(start, '?', (size_t)(at - start));
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

int log_format_from_name(const char *name)
{
    return !strcmp(name, "text") ? LOG_TEXT : !strcmp(name, "json") ? LOG_JSON : -1;
}

// ---- the request -----------------------------------------------------------------------------

void log_set_request(const struct log *log, const struct log_request *request)
{
    static const struct log_request none;
    if (log && log->request)
        *log->request = request ? *request : none;
}

struct log_request log_get_request(const struct log *log)
{
    return log && log->request ? *log->request : (struct log_request){0};
}

uint64_t log_dropped(const struct log *log)
{
    return log && log->dropped ? atomic_load(log->dropped) : 0;
}

// ---- lines -----------------------------------------------------------------------------------

enum { MESSAGE_MAX = 1024 };

struct line {
    enum log_level level;
    const char *message;
    const struct log_access *access; /* NULL: another line */
};

static void format_text(const struct log *log, const struct line *line, const char *stamp,
                        struct buffer *out)
{
    char message[MESSAGE_MAX], start[64];
    const struct log_request request = log_get_request(log);
    snprintf(start, sizeof start, "%s %-7s ", stamp, names[line->level]);
    snprintf(message, sizeof message, "%s", line->message);
    make_printable(message);
    buffer_text(out, start);
    buffer_text(out, message);
    if (*request.id) {
        buffer_text(out, " [");
        buffer_text(out, request.id);
        buffer_put(out, ']');
    }
}

static void put_access(struct json *json, const struct log_access *access)
{
    json_put_text(json, "method", access->method);
    json_put_text(json, "route", access->route);
    json_put_integer(json, "status", access->status);
    json_put_integer(json, "ms", access->ms);
    json_put_text(json, "address", access->address);
}

static void format_json(const struct log *log, const struct line *line, const char *stamp,
                        struct buffer *out)
{
    const struct log_request request = log_get_request(log);
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "time", stamp);
    json_put_text(&json, "level", names[line->level]);
    if (*request.id)
        json_put_text(&json, "request", request.id);
    if (line->access)
        put_access(&json, line->access);
    json_put_text(&json, "message", line->message);
    json_end_object(&json);
}

static void format_line(const struct log *log, const struct line *line, struct buffer *out)
{
    char stamp[LOG_TIMESTAMP_MAX];
    log_timestamp(stamp);
    if (log->format == LOG_JSON)
        format_json(log, line, stamp, out);
    else
        format_text(log, line, stamp, out);
    buffer_put(out, '\n');
}

static void write_line(const struct log *log, const struct line *line)
{
    struct buffer text = {0};
    format_line(log, line, &text);
    if (log->write)
        log->write(log->context, text.bytes, text.failed ? 0 : text.size);
    else if (!text.failed)
        fwrite(text.bytes, 1, text.size, stderr);
    buffer_fini(&text);
}

void log_format_line(const struct log *log, enum log_level level, const char *message,
                     struct buffer *out)
{
    format_line(log, &(struct line){level, message, NULL}, out);
}

void log_line(const struct log *log, enum log_level level, const char *format, ...)
{
    if (!log || level > log->level)
        return;
    char message[MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    write_line(log, &(struct line){level, message, NULL});
}

void log_access(const struct log *log, const struct log_access *access)
{
    char message[MESSAGE_MAX];
    if (!log || log->level < LOG_DEBUG)
        return;
    snprintf(message, sizeof message, "%s %s %u, %lld ms, from %s", access->method, access->route,
             access->status, (long long)access->ms, access->address);
    write_line(log, &(struct line){LOG_DEBUG, message, access});
}
