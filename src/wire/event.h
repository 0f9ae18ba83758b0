/* SPDX-License-Identifier: MIT */
/* One entry of a game's log: an action or a chat line. Its bytes are what the store
 * keeps and the bus carries. An entry's number is the version of the game after it;
 * the first is 1. */
#ifndef WIRE_EVENT_H
#define WIRE_EVENT_H

#include "base/buffer.h"
#include "rookery/game.h"

enum { EVENT_TEXT_MAX = 600, EVENT_NAME_MAX = 32, EVENT_REQUEST_MAX = 40 };

enum event_kind { EVENT_ACTION, EVENT_CHAT };
enum chat_room { ROOM_PLAYERS, ROOM_SPECTATORS };

struct event {
    enum event_kind kind;
    int64_t at;                          /* milliseconds since 1970, server time */
    char request[EVENT_REQUEST_MAX + 1]; /* id of the command that caused it; "" for none */

    /* of an action: the action, and both clocks after it */
    rk_action action;
    int64_t left[2];      /* milliseconds; INT64_MAX without a clock */
    int64_t compensation; /* of the player's lag, which has a limit per game; part of action.lag */

    /* of a chat line */
    enum chat_room room;
    char name[EVENT_NAME_MAX + 1];
    const char *text; /* UTF-8, at most EVENT_TEXT_MAX bytes; the creator owns the memory */
};

/* Appends the event's bytes, which include their length, so that concatenated events can
 * be read back. A move takes a few bytes. */
void event_encode(const struct event *event, struct buffer *out);

/* Decodes one event; *out_used gets its size. On RK_BAD_RECORD the fault has the reason and *out is
 * unchanged. The text of a chat line is copied to `text`, which needs EVENT_TEXT_MAX + 1 bytes. A
 * decoded event encodes to the same bytes. */
RK_MUST_USE rk_err event_decode(const void *bytes, size_t size, struct event *out, char *text,
                                size_t *out_used, rk_fault *fault);

#endif
