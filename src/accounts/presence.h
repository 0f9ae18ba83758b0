/* SPDX-License-Identifier: MIT */
/* Who is online, and notices to all connections of a person. Notices travel over the bus, so that
 * they reach every node. */
#ifndef ACCOUNTS_PRESENCE_H
#define ACCOUNTS_PRESENCE_H

#include "accounts/identity.h"
#include "base/list.h"
#include "core/state.h"

enum notice_kind {
    NOTICE_GAME_START,
    NOTICE_GAME_FINISH,
    NOTICE_CHALLENGE,          /* created, or changed while active */
    NOTICE_CHALLENGE_CANCELED, /* challenge_find() still finds it during this notice */
    NOTICE_CHALLENGE_DECLINED,
    NOTICE_KICKED,  /* all sessions ended, or the account was closed or banned: connections close */
    NOTICE_REVOKED, /* one session or token ended: connections made with it close */
    NOTICE_NOTIFICATION,    /* the payload is a WebSocket message: see social/notifications.h */
    NOTICE_PRIVATE_MESSAGE, /* the same, not for connections made with a token */
    NOTICE_OTHERS_REVOKED,  /* all sessions but one ended: connections made with the others close */
    NOTICE_KID,             /* the subject is "on" or "off": see social/kid.h */
    NOTICE_KIND_COUNT
};

struct notice {
    enum notice_kind kind;
    char subject[IDENTITY_ID_MAX + 1]; /* the id of the game or challenge; KICKED: why, in a word;
                                          REVOKED: the first bytes of the hash, in hexadecimal;
                                          OTHERS_REVOKED: those of the session that stays */
    const char *payload;               /* borrowed for the call; most kinds have none */
    size_t payload_size;
};

/* A connection that receives a person's notices: a member of a WebSocket or an HTTP stream. */
struct notice_listener {
    struct list node;
    void (*on_notice)(struct notice_listener *listener, const struct notice *notice);
};

RK_MUST_USE rk_err presence_create(struct server *server);
void presence_destroy(struct server *server);

/* Adds a connection of somebody, who is online from now on. */
void presence_join(struct server *server, const struct identity *who,
                   struct notice_listener *listener);
void presence_leave(struct server *server, const char *who, struct notice_listener *listener);

bool presence_is_online(const struct server *server, const char *who);
size_t presence_connections(const struct server *server, const char *who);
/* Somebody who is online but has done nothing for five minutes is away, except a bot. A client can
 * also say so. */
bool presence_is_away(const struct server *server, const char *who);
void presence_set_away(struct server *server, const char *who, bool away);
void presence_touch(struct server *server, const char *who); /* has done something */

/* Iterates over the people who are online: start with *at = 0; NULL at the end. Nobody may join
 * meanwhile. */
const struct identity *presence_next(const struct server *server, size_t *at);

/* A module that is told when somebody comes online or goes offline. */
struct presence_listener {
    struct list node;
    struct server *server;
    void (*on_changed)(struct presence_listener *listener, const char *who);
};
void presence_listen(struct server *server, struct presence_listener *listener);

/* The current time if online; 0: not since the server started. */
int64_t presence_last_seen(const struct server *server, const char *who);

/* On this node, all listeners have received the notice when this returns. */
void presence_notify(struct server *server, const char *who, enum notice_kind kind,
                     const char *subject);
/* The same for a kind with a payload, and no subject. */
void presence_notify_payload(struct server *server, const char *who, enum notice_kind kind,
                             const char *payload, size_t size);

/* NOTICE_KICKED with a sentence for people: why all connections close. */
void presence_notify_kicked(struct server *server, const char *who, const char *word,
                            const char *sentence);
/* The sentence of NOTICE_KICKED, or its word if it has none. */
const char *notice_kicked_sentence(const struct notice *notice);

/* Tells the connections made with a session or token that it has ended. */
void presence_notify_revoked(struct server *server, const struct caller *caller);
/* Tells the connections made with all sessions but the caller's that these have ended. */
void presence_notify_others_revoked(struct server *server, const struct caller *caller);
/* Whether the notice means that the caller's connection must close. */
bool notice_ends_connection(const struct notice *notice, const struct caller *caller);

#endif
