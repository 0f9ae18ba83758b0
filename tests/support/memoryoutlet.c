/* SPDX-License-Identifier: MIT */
#include "support/memoryoutlet.h"

#include <stdio.h>

#include "support/board.h"

static struct memory_outlet *memory_of(struct outlet *outlet)
{
    return (struct memory_outlet *)outlet;
}

static void answer(struct outlet *outlet, const struct response *answer)
{
    struct memory_outlet *memory = memory_of(outlet);
    memory->answers++;
    memory->status = answer->status;
    memory->stream = answer->stream;
    snprintf(memory->content_type, sizeof memory->content_type, "%s",
             answer->content_type ? answer->content_type : "");
    buffer_text(&memory->headers, answer->headers ? answer->headers : "");
    buffer_add(&memory->body, answer->body, answer->body_size);
}

static void send(struct outlet *outlet, struct frame *frame)
{
    struct memory_outlet *memory = memory_of(outlet);
    assert_false(memory->ended);
    memory->sent++;
    buffer_add(&memory->body, frame->bytes, frame->size);
}

static void ping(struct outlet *outlet)
{
    memory_of(outlet)->pings++;
}

static void end(struct outlet *outlet, unsigned code, const char *reason)
{
    struct memory_outlet *memory = memory_of(outlet);
    assert_false(memory->ended);
    memory->ended = true;
    memory->close_code = code;
    snprintf(memory->reason, sizeof memory->reason, "%s", reason);
}

static size_t waiting(const struct outlet *outlet)
{
    return ((const struct memory_outlet *)outlet)->waiting;
}

static const struct outlet_ops ops = {
    .respond = answer, .send = send, .ping = ping, .end = end, .waiting = waiting};

void memory_outlet_init(struct memory_outlet *outlet)
{
    *outlet = (struct memory_outlet){.outlet = {&ops}};
}

void memory_outlet_fini(struct memory_outlet *outlet)
{
    buffer_fini(&outlet->headers);
    buffer_fini(&outlet->body);
}

void memory_outlet_forget(struct memory_outlet *outlet)
{
    buffer_clear(&outlet->body);
    outlet->sent = 0;
}

const char *memory_outlet_body(struct memory_outlet *outlet)
{
    return buffer_end(&outlet->body);
}

const char *memory_outlet_headers(struct memory_outlet *outlet)
{
    return buffer_end(&outlet->headers);
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
