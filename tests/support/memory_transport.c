/* SPDX-License-Identifier: MIT */
#include "support/memory_transport.h"

#include <stdio.h>

#include "support/board.h"

static struct memory_transport *memory_of(struct transport *transport)
{
    return (struct memory_transport *)transport;
}

static void answer(struct transport *transport, const struct response *answer)
{
    struct memory_transport *memory = memory_of(transport);
    memory->answers++;
    memory->status = answer->status;
    memory->stream = answer->stream;
    snprintf(memory->content_type, sizeof memory->content_type, "%s",
             answer->content_type ? answer->content_type : "");
    buffer_text(&memory->headers, answer->headers ? answer->headers : "");
    buffer_add(&memory->body, answer->body, answer->body_size);
}

static void send(struct transport *transport, struct frame *frame)
{
    struct memory_transport *memory = memory_of(transport);
    assert_false(memory->ended);
    memory->sent++;
    buffer_add(&memory->body, frame->bytes, frame->size);
}

static void ping(struct transport *transport)
{
    memory_of(transport)->pings++;
}

static void end(struct transport *transport, unsigned code, const char *reason)
{
    struct memory_transport *memory = memory_of(transport);
    assert_false(memory->ended);
    memory->ended = true;
    memory->close_code = code;
    snprintf(memory->reason, sizeof memory->reason, "%s", reason);
}

static size_t waiting(const struct transport *transport)
{
    return ((const struct memory_transport *)transport)->waiting;
}

static const struct transport_ops ops = {
    .respond = answer, .send = send, .ping = ping, .close = end, .buffered = waiting};

void memory_transport_init(struct memory_transport *transport)
{
    *transport = (struct memory_transport){.transport = {&ops}};
}

void memory_transport_fini(struct memory_transport *transport)
{
    buffer_fini(&transport->headers);
    buffer_fini(&transport->body);
}

void memory_transport_forget(struct memory_transport *transport)
{
    buffer_clear(&transport->body);
    transport->sent = 0;
}

const char *memory_transport_body(struct memory_transport *transport)
{
    return buffer_end(&transport->body);
}

const char *memory_transport_headers(struct memory_transport *transport)
{
    return buffer_end(&transport->headers);
}

struct request request_of(enum method method, const char *path)
{
    return (struct request){.method = method,
                            .path = path,
                            .query = "",
                            .authorization = "",
                            .cookie = "",
                            .accept = "",
                            .content_type = "",
                            .user_agent = "",
                            .origin = "",
                            .host = "",
                            .address = "192.0.2.1",
                            .body = ""};
}
