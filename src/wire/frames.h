/* SPDX-License-Identifier: MIT */
/* WebSocket framing, RFC 6455 without extensions: bytes in, messages out. Knows no
 * socket. Everything of a connection that lasts fits in a few words; a buffer is
 * there only while a message is incomplete. */
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
    CLOSE_NO_CODE = 1005, /* stands for a close frame without one; never sent */
    CLOSE_BAD_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
    CLOSE_INTERNAL_ERROR = 1011,
    CLOSE_RESTART = 1012
};

/* What is found: a whole text or binary message, or a control frame. */
struct frame_visitor {
    void *context;
    /* The bytes end with the call. False stops reading: the connection is being closed. */
    bool (*message)(void *context, enum frame_opcode opcode, const char *bytes, size_t size);
};

/* Text in UTF-8, checked as it comes: what the next byte of a letter may be. */
struct utf8 {
    uint8_t more, least, most;
};

struct frame_reader {
    struct buffer partial; /* of a frame that is not whole */
    struct buffer message; /* of the fragments so far */
    size_t most;           /* bytes of a message, and fragments, which may be empty */
    size_t fragments;      /* of it so far */
    bool from_client;      /* frames must be masked; else they must not be */
    uint8_t opcode;        /* of the message in fragments; 0: none */
    bool closed;           /* nothing more is read */
    struct utf8 text;
};

void frame_reader_init(struct frame_reader *reader, size_t most, bool from_client);
void frame_reader_fini(struct frame_reader *reader);

/* Takes bytes as they come, and unmasks them where they lie. Returns 0, or the close
 * code for what is wrong: 1002 (protocol), 1007 (bad UTF-8), 1009 (too large), 1011
 * (no memory). Nothing is read after that, nor after a close frame. */
unsigned frame_reader_feed(struct frame_reader *reader, char *bytes, size_t size,
                           const struct frame_visitor *visitor);

/* Whether it waits for the rest of a frame or of a message. */
bool frame_reader_has_started(const struct frame_reader *reader);

/* The code of a close frame that was read; CLOSE_NO_CODE if it has none. */
unsigned close_code_of(const char *bytes, size_t size);

/* Writes the head of a frame from the server; returns its length. */
enum { FRAME_HEAD_MAX = 10 };
size_t frame_head(enum frame_opcode opcode, size_t size, uint8_t out[FRAME_HEAD_MAX]);

/* Whether a close code may be sent by a peer. */
bool close_code_is_valid(unsigned code);

/* The answer to Sec-WebSocket-Key, 28 letters and a NUL. */
void websocket_accept(const char *key, char out[29]);

#endif
