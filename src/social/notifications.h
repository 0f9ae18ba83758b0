/* SPDX-License-Identifier: MIT */
/* Notifications to an account: stored, and sent at once to its WebSockets. The newest
 * NOTIFICATIONS_MAX of an account are kept. */
#ifndef SOCIAL_NOTIFICATIONS_H
#define SOCIAL_NOTIFICATIONS_H

#include "accounts/callbacks.h"
#include "base/json.h"
#include "core/state.h"

enum { NOTIFICATIONS_MAX = 100, NOTIFICATION_TEXT_MAX = 500 };

enum notification_kind {
#define ROW(kind, name, repetition) kind,
#include "social/notifications.def"
    NOTIFICATION_KIND_COUNT
};

/* The strings are borrowed for the call. */
struct notification {
    enum notification_kind kind;
    const char *text; /* a sentence for a person; cut after NOTIFICATION_TEXT_MAX bytes */
    const char *from; /* the name of the person it is about; NULL: nobody */
    const char *game; /* the id of the game or challenge it is about; NULL: none */
    int64_t number;   /* of it: one that exists is not added again, on whatever node; 0: the next */
};

/* Keeps the notification for the account with that id; once it is on disk, the account's
 * connections get it. Does nothing for guests and the engine. If the store fails it is lost; the
 * log has the error. */
void notification_add(struct server *server, const char *account,
                      const struct notification *notification);

/* The notifications of an account as JSON, the newest first: {"unread":N,"notifications":[...]}. */
typedef void notifications_callback(void *context, enum refusal refusal, const char *json,
                                    size_t size);
void notifications_list(struct server *server, const char *account,
                        notifications_callback *callback, void *context);

/* How many notifications an account has not read, and how many private conversations have unread
 * messages; zeros if refused. */
typedef void unread_callback(void *context, enum refusal refusal, int64_t notifications,
                             int64_t conversations);
void notifications_count_unread(struct server *server, const char *account,
                                unread_callback *callback, void *context);

/* Marks one of the account's notifications as read, or all if the id is 0. */
void notifications_mark_read(struct server *server, const char *account, int64_t id,
                             account_callback *callback, void *context);

/* Marks the notifications of that kind about a game or challenge as read, because the account has
 * answered it. */
void notifications_mark_answered(struct server *server, const char *account,
                                 enum notification_kind kind, const char *game);

/* Writes the current row of STORE_NOTIFICATIONS as a JSON object. */
void notification_write_row(const struct store_job *job, struct json *json);

#endif
