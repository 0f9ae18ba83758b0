/* SPDX-License-Identifier: MIT */
#include "net/http_head.h"

#include <stdbool.h>

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7f;
}

static enum head_position next_in_line(enum head_position position, char c, const char **error)
{
    if (c == '\r')
        return HEAD_AFTER_RETURN;
    if (is_control(c))
        *error = c == '\n' ? "a line must end in CR LF" : "control character in the request head";
    return position;
}

static enum head_position next_in_name(char c, const char **error)
{
    if (c == ' ' || c == '\t' || is_control(c))
        *error = "space or control character in a header name";
    return c == ':' ? HEAD_IN_VALUE : HEAD_IN_NAME;
}

static enum head_position next_at_line_start(char c, const char **error)
{
    if (c == '\r')
        return HEAD_AFTER_LAST_RETURN;
    if (c == ' ' || c == '\t')
        *error = "a header must not continue on the next line";
    else if (c == ':')
        *error = "a header without a name";
    else
        return next_in_name(c, error);
    return HEAD_IN_NAME;
}

static enum head_position next_position(enum head_position position, char c, const char **error)
{
    switch (position) {
    case HEAD_BEFORE_REQUEST:
        return c == '\r' || c == '\n' ? position : next_in_line(HEAD_IN_REQUEST_LINE, c, error);
    case HEAD_IN_REQUEST_LINE:
    case HEAD_IN_VALUE:
        return next_in_line(position, c, error);
    case HEAD_AFTER_RETURN:
        if (c != '\n')
            *error = "a line must end in CR LF";
        return HEAD_AT_LINE_START;
    case HEAD_AT_LINE_START:
        return next_at_line_start(c, error);
    case HEAD_IN_NAME:
        return next_in_name(c, error);
    case HEAD_AFTER_LAST_RETURN:
        if (c != '\n')
            *error = "a line must end in CR LF";
        return HEAD_END;
    case HEAD_END:
        break;
    }
    return position;
}

const char *http_head_scan(struct http_head *head, const char *bytes, size_t size)
{
    const char *error = NULL;
    for (size_t i = 0; i < size && head->position != HEAD_END && !error; i++) {
        head->position = next_position(head->position, bytes[i], &error);
        head->size++;
    }
    return error;
}
