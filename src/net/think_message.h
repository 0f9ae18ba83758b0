/* SPDX-License-Identifier: MIT */
/* What servers and engine workers (rookery think) send each other over the bus: a request for a
 * move of a level or for an evaluation, and the reply to it. A game is sent as a position and the
 * moves since. Both ends check everything: they may be of two versions of the program. */
#ifndef NET_THINK_MESSAGE_H
#define NET_THINK_MESSAGE_H

#include "core/environment.h"
#include "rookery/err.h"

/* The subject of requests, and the group of the workers. */
#define THINK_SUBJECT "think"

enum {
    THINK_VERSION = 1,
    THINK_POSITIONS_MAX = 1024, /* of a game */
    THINK_MS_MAX = 60 * 1000
};

enum think_kind { THINK_MOVE, THINK_EVALUATION, THINK_KIND_COUNT };

enum think_status {
    THINK_DONE,
    THINK_BUSY,    /* the worker has no thread for it */
    THINK_REFUSED, /* it does not understand the request */
    THINK_STATUS_COUNT
};

struct think_request {
    enum think_kind kind;
    unsigned level;               /* of a move */
    uint64_t seed;                /* of a move */
    unsigned lines;               /* of an evaluation */
    int64_t max_ms;               /* 1 to THINK_MS_MAX */
    const rk_position *positions; /* the oldest first; the last one is searched */
    size_t count;
};

/* False: the request cannot be sent, because there are too many positions or a position does not
 * follow from the one before it. The positions are borrowed. */
bool think_request_write(const struct think_request *request, struct buffer *out);
/* RK_BAD_RECORD: the bytes are not a request of this version. The caller ends the result with
 * think_request_fini(). */
RK_MUST_USE rk_err think_request_parse(const void *bytes, size_t size, struct think_request *out);
void think_request_fini(struct think_request *request);

/* Replies without a result, THINK_BUSY and THINK_REFUSED. */
void think_status_write(enum think_status status, struct buffer *out);
/* RK_BAD_RECORD: the bytes are not a reply of this version. */
RK_MUST_USE rk_err think_status_parse(const void *bytes, size_t size, enum think_status *out);

/* The results. Parsing fills those fields alone, and only with legal moves; RK_BAD_RECORD: the
 * reply has another status, is of another kind, or has moves that are not legal. Then the result is
 * unchanged. */
void think_move_write(const struct move_search *search, struct buffer *out);
RK_MUST_USE rk_err think_move_parse(const void *bytes, size_t size, struct move_search *search);
void think_evaluation_write(const struct evaluation *evaluation, struct buffer *out);
RK_MUST_USE rk_err think_evaluation_parse(const void *bytes, size_t size,
                                          struct evaluation *evaluation);

#endif
