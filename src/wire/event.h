/* SPDX-License-Identifier: MIT */
/* One entry of a game's log: an action, or something said. Its bytes are what the
 * store keeps and the bus carries. The number of an entry is the game's version
 * after it: the first is 1. */
#ifndef WIRE_EVENT_H
#define WIRE_EVENT_H

#include "base/buffer.h"
#include "rookery/game.h"

enum { EVENT_TEXT_MAX = 600, EVENT_NAME_MAX = 32, EVENT_REQUEST_MAX = 40 };

enum event_kind { EVENT_ACTION, EVENT_CHAT };
enum chat_room { ROOM_PLAYERS, ROOM_SPECTATORS };

struct event {
    enum event_kind kind;
    int64_t at;                          /* when, on the server's clock */
    char request[EVENT_REQUEST_MAX + 1]; /* which command asked for it; "" for none */

    /* an action: all of it is kept, and the clocks after it as facts */
    rk_action action;
    int64_t left[2]; /* milliseconds; INT64_MAX without a clock */

    /* something said */
    enum chat_room room;
    char name[EVENT_NAME_MAX + 1];
    const char *text; /* UTF-8, at most EVENT_TEXT_MAX bytes; lies where its maker says */
};

/* Appends the event's bytes, which say how long they are: events one behind the
 * other can be read back. A few bytes for a move. */
void event_encode(const struct event *event, struct buffer *out);

/* Reads one from any bytes; *out_used says how many it took. RK_BAD_RECORD with
 * the reason in words if they are none; *out is untouched then. What was said is put into
 * `text`, room for EVENT_TEXT_MAX + 1 bytes. What decodes encodes to the same bytes. */
RK_MUST_USE rk_err event_decode(const void *bytes, size_t size, struct event *out, char *text,
                                size_t *out_used, rk_fault *fault);

#endif
