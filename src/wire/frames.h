/* SPDX-License-Identifier: MIT */
/* WebSocket framing, RFC 6455 without extensions: bytes in, messages out. An idle
 * connection needs only a few words of memory; buffers exist only while a message is
 * incomplete. */
#ifndef WIRE_FRAMES_H
#define WIRE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum frame_opcode {
    FRAME_CONTINUATION = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
};

enum close_code {
    CLOSE_NORMAL = 1000,
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_NO_CODE = 1005, /* a close frame without a code; never sent */
    CLOSE_BAD_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
    CLOSE_INTERNAL_ERROR = 1011,
    CLOSE_RESTART = 1012,
    CLOSE_TRY_LATER = 1013
};

/* Called with a complete text or binary message, or with a control frame. */
struct frame_visitor {
    void *context;
    /* The bytes are valid during the call. Return false to stop: the connection is being closed. */
    bool (*message)(void *context, enum frame_opcode opcode, const char *bytes, size_t size);
};

/* The state of a UTF-8 check: how many bytes of a character follow, and the range of the next. */
struct utf8_state {
    uint8_t more, min, max;
};

struct frame_reader {
    struct buffer partial; /* an incomplete frame */
    struct buffer message; /* the fragments so far */
    size_t max;            /* bytes of a message; also fragments, which may be empty */
    size_t fragments;      /* of the message so far */
    bool from_client;      /* frames must be masked; otherwise they must not be */
    uint8_t opcode;        /* of the fragmented message; 0: none */
    bool closed;           /* nothing more is read */
    struct utf8_state text;
};

void frame_reader_init(struct frame_reader *reader, size_t max, bool from_client);
void frame_reader_fini(struct frame_reader *reader);

/* Consumes input and unmasks it in place. Returns 0, or the close code of an error: CLOSE_PROTOCOL,
 * CLOSE_BAD_TEXT, CLOSE_TOO_LARGE or CLOSE_INTERNAL_ERROR (out of memory). Reads nothing after an
 * error or a close frame. */
unsigned frame_reader_feed(struct frame_reader *reader, char *bytes, size_t size,
                           const struct frame_visitor *visitor);

/* Whether a frame or a message is incomplete. */
bool frame_reader_has_started(const struct frame_reader *reader);

/* The code of a close frame; CLOSE_NO_CODE if it has none. */
unsigned close_code_read(const char *bytes, size_t size);

/* Writes the header of a frame from the server; returns its length. */
enum { FRAME_HEAD_MAX = 10 };
size_t frame_head(enum frame_opcode opcode, size_t size, uint8_t out[FRAME_HEAD_MAX]);

/* Whether a close code may be sent by a peer. */
bool close_code_is_valid(unsigned code);

/* Computes Sec-WebSocket-Accept from Sec-WebSocket-Key: 28 characters and a NUL. */
void websocket_accept(const char *key, char out[29]);

#endif
