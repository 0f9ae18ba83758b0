/* SPDX-License-Identifier: MIT */
/* Who is here, and how to tell a person something wherever they are connected.
 * Notices travel over the bus, so that they reach every node. */
#ifndef ACCOUNTS_PRESENCE_H
#define ACCOUNTS_PRESENCE_H

#include "accounts/identity.h"
#include "base/list.h"
#include "core/state.h"

enum notice_kind {
    NOTICE_GAME_START,
    NOTICE_GAME_FINISH,
    NOTICE_CHALLENGE,          /* created, or changed while it stands */
    NOTICE_CHALLENGE_CANCELED, /* the subject is still to be found while this is heard */
    NOTICE_CHALLENGE_DECLINED,
    NOTICE_KICKED, /* sessions ended, account closed or banned: connections end */
    NOTICE_REVOKED /* one session or token ended: those that came by it end */
};

struct notice {
    enum notice_kind kind;
    char subject[IDENTITY_ID_MAX + 1]; /* id of the game or challenge; for KICKED: why, in a word;
                                          for REVOKED: the beginning of the hash */
};

/* A connection that hears a person's notices: lies in a socket or a stream. */
struct listener {
    struct list node;
    void (*hear)(struct listener *listener, const struct notice *notice);
};

RK_MUST_USE rk_err presence_create(struct server *server);
void presence_destroy(struct server *server);

/* From now on `who` (an identity's id) is online, and hears. */
void presence_join(struct server *server, const char *who, struct listener *listener);
void presence_leave(struct server *server, const char *who, struct listener *listener);

bool presence_is_online(const struct server *server, const char *who);
size_t presence_connections(const struct server *server, const char *who); /* how many hear */
int64_t presence_last_seen(const struct server *server,
                           const char *who); /* now if online; 0: not since the start */

/* Every listener of that person hears it before this returns, on this node. */
void presence_notify(struct server *server, const char *who, enum notice_kind kind,
                     const char *subject);

/* Tells those that came by a session or token that it has ended. */
void presence_notify_revoked(struct server *server, const struct caller *caller);
/* Whether the connection of such a caller ends by that notice. */
bool notice_ends_connection(const struct notice *notice, const struct caller *caller);

#endif
