/* SPDX-License-Identifier: MIT */
#include "client/response.h"

#include <string.h>
#include <strings.h>

void response_init(struct response *response, bool no_body)
{
    *response = (struct response){.no_body = no_body};
}

void response_fini(struct response *response)
{
    buffer_fini(&response->head);
}

// ---- headers ---------------------------------------------------------------------------------

/* The line after the one at `at`; NULL at the end. */
static const char *next_line(const char *at, const char *end)
{
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return newline && newline + 1 < end ? newline + 1 : NULL;
}

static const char *header_value(const char *line, const char *end, const char *name, size_t *size)
{
    const size_t name_size = strlen(name);
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    const char *stop = newline ? newline : end;
    if ((size_t)(stop - line) <= name_size || line[name_size] != ':' ||
        strncasecmp(line, name, name_size) != 0)
        return NULL;
    const char *value = line + name_size + 1;
    while (value < stop && (*value == ' ' || *value == '\t'))
        value++;
    while (stop > value && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
        stop--;
    *size = (size_t)(stop - value);
    return value;
}

const char *response_header(const struct response *response, const char *name, const char *after,
                            size_t *size)
{
    if (!response->head.size)
        return NULL;
    const char *start = response->head.bytes, *end = start + response->head.size;
    for (const char *line = next_line(after ? after : start, end); line;
         line = next_line(line, end)) {
        const char *value = header_value(line, end, name, size);
        if (value)
            return value;
    }
    return NULL;
}

bool response_header_is(const struct response *response, const char *name, const char *value)
{
    size_t size;
    const char *found = response_header(response, name, NULL, &size);
    return found && size == strlen(value) && !strncasecmp(found, value, size);
}

// ---- the head --------------------------------------------------------------------------------

static bool read_number(const char *text, size_t size, unsigned base, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t number = 0;
    if (!size || size > 15)
        return false;
    for (size_t i = 0; i < size; i++) {
        const char low = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] | 0x20) : text[i];
        const char *digit = memchr(digits, low, base);
        if (!digit)
            return false;
        number = number * base + (uint64_t)(digit - digits);
    }
    *out = number;
    return true;
}

/* "HTTP/1.1 200 OK" */
static bool read_status(struct response *response)
{
    const struct buffer *head = &response->head;
    uint64_t status;
    if (head->size < 14 || memcmp(head->bytes, "HTTP/1.", 7) != 0 || head->bytes[8] != ' ' ||
        !read_number(head->bytes + 9, 3, 10, &status) || status < 100)
        return false;
    response->status = (unsigned)status;
    response->closes = head->bytes[7] == '0' || response_header_is(response, "Connection", "close");
    return true;
}

/* How the end of the body is found. */
static enum response_state body_state(struct response *response)
{
    size_t size;
    if (response->no_body || response->status == 101 || response->status == 204 ||
        response->status == 304)
        return RESPONSE_DONE;
    if (response_header_is(response, "Transfer-Encoding", "chunked"))
        return RESPONSE_CHUNK_SIZE;
    const char *length = response_header(response, "Content-Length", NULL, &size);
    if (!length)
        return RESPONSE_UNTIL_CLOSE;
    if (!read_number(length, size, 10, &response->left))
        return RESPONSE_BAD;
    return response->left ? RESPONSE_COUNTED : RESPONSE_DONE;
}

static bool head_is_complete(const struct buffer *head)
{
    return head->size >= 4 && !memcmp(head->bytes + head->size - 4, "\r\n\r\n", 4);
}

static void finish_head(struct response *response)
{
    if (!read_status(response)) {
        response->state = RESPONSE_BAD;
        return;
    }
    // 100 Continue and the like are followed by the real response; after 101 HTTP ends.
    if (response->status < 200 && response->status != 101) {
        buffer_clear(&response->head);
        return;
    }
    response->head.size -= 2; // the empty line
    response->state = body_state(response);
}

static size_t feed_head(struct response *response, const char *bytes, size_t size)
{
    size_t used = 0;
    while (used < size && response->state == RESPONSE_HEAD) {
        buffer_put(&response->head, bytes[used++]);
        if (response->head.failed || response->head.size > RESPONSE_HEAD_MAX)
            response->state = RESPONSE_BAD;
        else if (head_is_complete(&response->head))
            finish_head(response);
    }
    return used;
}

// ---- the body --------------------------------------------------------------------------------

static size_t feed_counted(struct response *response, const char *bytes, size_t size,
                           struct buffer *body, enum response_state next)
{
    const size_t used = size < response->left ? size : (size_t)response->left;
    buffer_add(body, bytes, used);
    response->left -= used;
    if (body->failed)
        response->state = RESPONSE_BAD;
    else if (!response->left)
        response->state = next;
    return used;
}

/* The line is "1a3;extension\r". */
static void finish_size_line(struct response *response)
{
    size_t size = response->line_size;
    response->line_size = 0;
    if (size && response->line[size - 1] == '\r')
        size--;
    const char *extension = memchr(response->line, ';', size);
    if (extension)
        size = (size_t)(extension - response->line);
    if (!read_number(response->line, size, 16, &response->left))
        response->state = RESPONSE_BAD;
    else
        response->state = response->left ? RESPONSE_CHUNK : RESPONSE_TRAILER;
}

/* A byte of a line between the parts of a chunked body. */
static void feed_line_byte(struct response *response, char c)
{
    if (c != '\n') {
        if (response->line_size == sizeof response->line && response->state != RESPONSE_TRAILER)
            response->state = RESPONSE_BAD;
        else if (response->line_size < sizeof response->line)
            response->line[response->line_size++] = c;
        return;
    }
    if (response->state == RESPONSE_CHUNK_SIZE) {
        finish_size_line(response);
        return;
    }
    const bool empty = response->line_size == 1 && response->line[0] == '\r';
    response->line_size = 0;
    if (response->state == RESPONSE_CHUNK_END)
        response->state = empty ? RESPONSE_CHUNK_SIZE : RESPONSE_BAD;
    else if (empty)
        response->state = RESPONSE_DONE;
}

static size_t feed_some(struct response *response, const char *bytes, size_t size,
                        struct buffer *body)
{
    switch (response->state) {
    case RESPONSE_HEAD:
        return feed_head(response, bytes, size);
    case RESPONSE_COUNTED:
        return feed_counted(response, bytes, size, body, RESPONSE_DONE);
    case RESPONSE_CHUNK:
        return feed_counted(response, bytes, size, body, RESPONSE_CHUNK_END);
    case RESPONSE_CHUNK_SIZE:
    case RESPONSE_CHUNK_END:
    case RESPONSE_TRAILER:
        feed_line_byte(response, *bytes);
        return 1;
    case RESPONSE_UNTIL_CLOSE:
        buffer_add(body, bytes, size);
        if (body->failed)
            response->state = RESPONSE_BAD;
        return size;
    case RESPONSE_DONE:
    case RESPONSE_BAD:
        break;
    }
    return 0;
}

size_t response_feed(struct response *response, const char *bytes, size_t size, struct buffer *body)
{
    size_t used = 0;
    while (used < size && response->state != RESPONSE_DONE && response->state != RESPONSE_BAD)
        used += feed_some(response, bytes + used, size - used, body);
    return used;
}

void response_end(struct response *response)
{
    if (response->state == RESPONSE_UNTIL_CLOSE)
        response->state = RESPONSE_DONE;
    else if (response->state != RESPONSE_DONE)
        response->state = RESPONSE_BAD;
}
