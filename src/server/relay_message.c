/* SPDX-License-Identifier: MIT */
#include "server/relay_message.h"

#include <string.h>

#include "base/byte_reader.h"

enum { RELAY_VERSION = 1, STATUS_MAX = 599 };

// ---- texts -----------------------------------------------------------------------------------

/* With its NUL, so that it can be used where it is read. */
static void write_text(const char *text, struct buffer *out)
{
    buffer_counted(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

static const char *read_text(struct byte_reader *reader)
{
    size_t size;
    const char *text = byte_reader_counted(reader, &size);
    if (text && size && memchr(text, '\0', size) == text + size - 1)
        return text;
    reader->failed = true;
    return "";
}

// ---- callers ---------------------------------------------------------------------------------

static void write_caller(const struct caller *caller, struct buffer *out)
{
    buffer_counted(out, caller->who.id, strlen(caller->who.id));
    buffer_counted(out, caller->who.name, strlen(caller->who.name));
    buffer_varint(out, caller->who.role);
    buffer_varint(out, caller->scopes);
    buffer_varint(out, caller->by_token);
    buffer_varint(out, caller->kid);
    buffer_varint(out, (uint64_t)caller->expires_at);
    buffer_add(out, caller->hash, sizeof caller->hash);
}

static void read_caller(struct byte_reader *reader, struct caller *out)
{
    byte_reader_text(reader, out->who.id, sizeof out->who.id);
    byte_reader_text(reader, out->who.name, sizeof out->who.name);
    out->who.role = (enum role)byte_reader_number(reader, ROLE_GUEST);
    out->scopes = (unsigned)byte_reader_number(reader, ALL_SCOPES);
    out->by_token = byte_reader_bool(reader);
    out->kid = byte_reader_bool(reader);
    out->expires_at = (int64_t)byte_reader_number(reader, INT64_MAX);
    const void *hash = byte_reader_bytes(reader, sizeof out->hash);
    if (hash)
        memcpy(out->hash, hash, sizeof out->hash);
}

// ---- requests and responses ------------------------------------------------------------------

static const char **request_text(struct request *request, size_t index)
{
    const char **const texts[] = {
        &request->path,       &request->query,           &request->accept,
        &request->user_agent, &request->accept_language, &request->content_type,
        &request->id,         &request->address,
    };
    return index < sizeof texts / sizeof *texts ? texts[index] : NULL;
}

static void write_request(struct request request, struct buffer *out)
{
    buffer_varint(out, request.method);
    buffer_varint(out, request.secure);
    for (size_t i = 0; request_text(&request, i); i++)
        write_text(*request_text(&request, i), out);
    buffer_counted(out, request.body, request.body_size);
}

static void read_request(struct byte_reader *reader, struct request *out)
{
    *out = (struct request){.authorization = "",
                            .cookie = "",
                            .origin = "",
                            .host = "",
                            .accept_encoding = "",
                            .if_none_match = ""};
    out->method = (enum method)byte_reader_number(reader, METHOD_OTHER);
    out->secure = byte_reader_bool(reader);
    for (size_t i = 0; request_text(out, i); i++)
        *request_text(out, i) = read_text(reader);
    out->body = byte_reader_counted(reader, &out->body_size);
    if (strlen(out->address) >= ADDRESS_SIZE)
        reader->failed = true;
}

static void write_response(const struct response *response, struct buffer *out)
{
    const char *body = response->shared ? response->shared->bytes : response->body;
    const size_t size = response->shared ? response->shared->size : response->body_size;
    buffer_varint(out, response->status);
    buffer_varint(out, response->stream);
    write_text(response->content_type, out);
    write_text(response->headers, out);
    buffer_counted(out, body, size);
}

/* Lines that end with CR and LF, without other control characters. */
static bool are_headers(const char *text)
{
    for (const char *end; *text; text = end + 2) {
        end = strstr(text, "\r\n");
        if (!end || end == text)
            return false;
        for (const char *at = text; at < end; at++)
            if ((unsigned char)*at < ' ' || *at == 0x7f)
                return false;
    }
    return true;
}

static void read_response(struct byte_reader *reader, struct response *out)
{
    out->status = (unsigned)byte_reader_number(reader, STATUS_MAX);
    out->stream = byte_reader_bool(reader);
    out->content_type = read_text(reader);
    out->headers = read_text(reader);
    out->body = byte_reader_counted(reader, &out->body_size);
    if (out->status < 200 || !are_headers(out->headers) || strpbrk(out->content_type, "\r\n"))
        reader->failed = true;
    if (!*out->content_type)
        out->content_type = NULL;
}

// ---- messages --------------------------------------------------------------------------------

void relay_message_write(const struct relay_message *message, struct buffer *out)
{
    buffer_put(out, RELAY_VERSION);
    buffer_varint(out, message->kind);
    buffer_varint(out, message->client);
    switch (message->kind) {
    case RELAY_GREET:
    case RELAY_OPEN:
        write_caller(&message->caller, out);
        write_text(message->address, out);
        return;
    case RELAY_REQUEST:
        write_caller(&message->caller, out);
        write_request(message->request, out);
        return;
    case RELAY_RESPONSE:
        write_response(&message->response, out);
        return;
    case RELAY_COMMAND:
    case RELAY_FRAME:
        buffer_counted(out, message->bytes, message->size);
        return;
    case RELAY_CLOSE:
        write_text(message->bytes, out);
        return;
    case RELAY_GONE:
    case RELAY_KIND_COUNT:
        return;
    }
}

static void read_body(struct byte_reader *reader, struct relay_message *out)
{
    switch (out->kind) {
    case RELAY_GREET:
    case RELAY_OPEN:
        read_caller(reader, &out->caller);
        out->address = read_text(reader);
        reader->failed |= strlen(out->address) >= ADDRESS_SIZE;
        return;
    case RELAY_REQUEST:
        read_caller(reader, &out->caller);
        read_request(reader, &out->request);
        return;
    case RELAY_RESPONSE:
        read_response(reader, &out->response);
        return;
    case RELAY_COMMAND:
    case RELAY_FRAME:
        out->bytes = byte_reader_counted(reader, &out->size);
        return;
    case RELAY_CLOSE:
        out->bytes = read_text(reader);
        out->size = strlen(out->bytes);
        return;
    case RELAY_GONE:
    case RELAY_KIND_COUNT:
        return;
    }
}

rk_err relay_message_parse(const void *bytes, size_t size, struct relay_message *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct relay_message message = {0};
    if (byte_reader_byte(&reader) != RELAY_VERSION)
        return RK_BAD_RECORD;
    message.kind = (enum relay_kind)byte_reader_number(&reader, RELAY_KIND_COUNT - 1);
    message.client = byte_reader_varint(&reader);
    read_body(&reader, &message);
    if (!byte_reader_is_done(&reader) || !message.client)
        return RK_BAD_RECORD;
    *out = message;
    return RK_OK;
}
