/* SPDX-License-Identifier: MIT */
/* A whole server without a machine: its store in memory, its time and chance the
 * test's, its visitors' connections plain memory. */
#ifndef SUPPORT_HALL_H
#define SUPPORT_HALL_H

#include "base/buffer.h"
#include "base/list.h"
#include "bus/bus.h"
#include "server/server.h"
#include "store/store.h"

struct hall {
    struct server *server;
    struct store *store;
    struct bus *bus;
    int64_t now;
    uint64_t chance;
    struct work *works;           /* not done yet */
    struct move_search *thoughts; /* likewise; the engine plays the first move it finds */
};

/* Opens it with the defaults but for cheap passwords; fails the test if it cannot. */
void hall_open(struct hall *hall);
void hall_close(struct hall *hall);
/* Ends the server as a crash would, on the same store, and starts it again later. */
void hall_crash(struct hall *hall, int64_t down_ms);

/* Lets time go on; everything that is due is done, in order. */
void hall_wait(struct hall *hall, int64_t ms);

/* ---- HTTP ---- */

struct visit {
    unsigned status;
    char cookie[256]; /* of Set-Cookie, ready to be sent back */
    char body[16384];
};

/* One request and its answer, of a stream only its first pieces. `who` is a cookie
 * ("name=value"), a token ("Bearer ..."), or NULL. A body that begins with { is JSON. */
struct visit hall_request(struct hall *hall, enum method method, const char *path, const char *who,
                          const char *body);

/* ---- WebSockets ---- */

enum { HEARD_MAX = 512 };

struct visitor {
    struct transport transport;
    struct hall *hall;
    struct socket *socket; /* NULL: it was refused, or has ended */
    char *heard[HEARD_MAX];
    size_t count, read;
    bool accepted;
    unsigned ended; /* the close code, or the status it was refused by; 0: it is open */
    char refusal[256];
    size_t waiting; /* what the transport says is unread */
};

void visitor_connect(struct visitor *visitor, struct hall *hall, const char *who);
void visitor_leave(struct visitor *visitor); /* as a lost connection; frees what was heard */
void visitor_send(struct visitor *visitor, const char *json); /* and everything is done */

/* The next message of that name that was not read yet, those before it are passed
 * over; fails the test if there is none. */
const char *visitor_hear(struct visitor *visitor, const char *name);
/* Whether there is an unread one. */
bool visitor_has(const struct visitor *visitor, const char *name);
void visitor_forget(struct visitor *visitor); /* what was heard counts as read */

/* A field of a message as text, without quotes; "" if it is not there. Valid until the next call.
 */
const char *heard_field(const char *message, const char *field);

#endif
