/* SPDX-License-Identifier: MIT */
/* Who is online, and notices to all connections of a person. Notices travel over the bus, so that
 * they reach every node. Who is online on other nodes comes from presence_replication.h. */
#ifndef ACCOUNTS_PRESENCE_H
#define ACCOUNTS_PRESENCE_H

#include "accounts/identity.h"
#include "accounts/notice.h"
#include "base/list.h"
#include "core/state.h"

/* A connection that receives a person's notices: a member of a WebSocket or an HTTP stream. */
struct notice_listener {
    struct list node;
    const struct caller *caller; /* who was authenticated; NULL: it is not checked again */
    void (*on_notice)(struct notice_listener *listener, const struct notice *notice);
};

RK_MUST_USE rk_err presence_create(struct server *server);
void presence_destroy(struct server *server);

/* Adds a connection of a user, who is online from now on. */
void presence_join(struct server *server, const struct identity *who,
                   struct notice_listener *listener);
void presence_leave(struct server *server, const char *who, struct notice_listener *listener);

bool presence_is_online(const struct server *server, const char *who);
size_t presence_connections(const struct server *server, const char *who); /* to this node */
/* A user who is online but has been idle for five minutes is away, except a bot. A client can also
 * report it. */
bool presence_is_away(const struct server *server, const char *who);
void presence_set_away(struct server *server, const char *who, bool away);
void presence_touch(struct server *server, const char *who); /* the user was active */

/* Iterates over the people who are online: start with *at = 0; NULL at the end. Nobody may join
 * meanwhile. */
const struct identity *presence_next(const struct server *server, size_t *at);

/* The callers of the connections that the next person has on this node, at most `max`; there may be
 * none. Start with *at = 0; false at the end. A user who joins between two calls may be missed. */
bool presence_next_callers(const struct server *server, size_t *at, struct caller *out, size_t max,
                           size_t *out_count);
size_t presence_count_people(const struct server *server); /* that presence_next_callers() finds */

/* A module that is notified when a user comes online or goes offline on this node. */
struct presence_listener {
    struct list node;
    struct server *server;
    void (*on_changed)(struct presence_listener *listener, const char *who);
};
void presence_listen(struct server *server, struct presence_listener *listener);

/* The server's time if online; 0: not since the server started. */
int64_t presence_last_seen(const struct server *server, const char *who);
/* The same as a date; `stored` if that is later. */
int64_t presence_last_seen_date(const struct server *server, const char *who, int64_t stored);

/* ---- notices ---- */

/* Sends a notice to all connections of a person, on all nodes. On this node, all listeners have
 * received it when this returns. Nobody ("") is allowed. */
void presence_send(struct server *server, const char *who, const struct notice *notice);
void presence_notify(struct server *server, const char *who, enum notice_kind kind,
                     const char *subject);
/* The same for a kind with a payload, and no subject. */
void presence_notify_payload(struct server *server, const char *who, enum notice_kind kind,
                             const char *payload, size_t size);

/* Only to the connections of this node: the other nodes find out themselves. */
void presence_notify_local(struct server *server, const char *who, const struct notice *notice);
/* The same with NOTICE_KICKED and a message for people: why their connections close. */
void presence_kick_local(struct server *server, const char *who, const char *word,
                         const char *message);
/* The message of NOTICE_KICKED, or its word if it has none. */
const char *notice_kicked_message(const struct notice *notice);

/* Notifies the connections made with a session or token that it has ended. */
void presence_notify_revoked(struct server *server, const struct caller *caller);
void presence_revoke_local(struct server *server, const struct caller *caller); /* on this node */
/* Notifies the connections made with all sessions but the caller's that these have ended. */
void presence_notify_others_revoked(struct server *server, const struct caller *caller);
/* Whether the notice means that the caller's connection must close. */
bool notice_ends_connection(const struct notice *notice, const struct caller *caller);

#endif
