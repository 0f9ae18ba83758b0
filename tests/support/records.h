/* SPDX-License-Identifier: MIT */
/* A whole server over a store in memory that holds finished games, and requests to
 * it, answered while the test waits. */
#ifndef SUPPORT_RECORDS_H
#define SUPPORT_RECORDS_H

#include "base/buffer.h"
#include "bus/bus.h"
#include "server/server.h"
#include "store/store.h"

struct records {
    struct store *store;
    struct bus *bus;
    struct server *server;
    int64_t now;
    unsigned char chance;
};

/* A finished game to be kept. */
struct kept_game {
    const char *id, *white, *black; /* names; their ids are the small letters */
    int64_t created_at;
    const char *moves; /* SAN, a blank between; then Black resigns */
    const char *clock; /* "5+3" if NULL */
    bool rated, hidden;
};

void records_begin(struct records *records);
void records_keep_account(struct records *records, const char *name);
void records_keep(struct records *records, const struct kept_game *game);
void records_serve(struct records *records); /* the server begins, over all that was kept */
void records_end(struct records *records);

/* What a request got. */
struct got {
    struct transport transport;
    unsigned status;
    char type[64];
    struct buffer body;
    size_t waiting;     /* what the transport claims to have waiting */
    unsigned pieces;    /* of a stream */
    bool stream, ended; /* it is one; it has ended */
};

/* Asks, and waits as long as there is something to do. *out is all zeros but for `waiting`; the
 * caller ends it with got_fini(). */
void records_ask(struct records *records, const char *target, const char *accept, struct got *out);
void records_post(struct records *records, const char *target, const char *body, const char *accept,
                  struct got *out);
/* Asks, and is gone after so many turns of the server. */
void records_leave(struct records *records, const char *target, unsigned turns);
/* Asks, and ends the server before the store has answered; then it cannot be asked any more. */
void records_ask_and_end(struct records *records, const char *target);
void records_wait(struct records *records, int64_t milliseconds);
const char *got_text(struct got *got);
void got_fini(struct got *got);

#endif
