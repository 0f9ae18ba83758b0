/* SPDX-License-Identifier: MIT */
/* Private messages between two accounts. A conversation keeps its newest MESSAGES_MAX messages;
 * each of the two people has their own read mark, and can delete it on their side. */
#ifndef SOCIAL_MESSAGES_H
#define SOCIAL_MESSAGES_H

#include "accounts/callbacks.h"
#include "core/limits.h"
#include "core/state.h"

enum {
    MESSAGE_CHARACTERS = 8000,
    MESSAGE_TEXT_SIZE = 4 * MESSAGE_CHARACTERS + 1,
    MESSAGES_MAX = 1000, /* of a conversation */
    MESSAGES_PAGE = 50,  /* in one answer */
    CONVERSATIONS_PAGE = 100
};

/* The result of sending a message; `wait` is the time until a retry if a limit refused it. */
struct message_result {
    enum refusal refusal;
    const char *why;
    enum limit limit;
    unsigned wait;
};
typedef void message_callback(void *context, const struct message_result *result);

/* Sends a message to the account of that name. Control characters are removed, line breaks stay. It
 * is refused for kids, between people who block each other, and by the preference of the recipient,
 * except from moderators. */
void message_send(struct server *server, const struct caller *from, const char *to,
                  const char *text, message_callback *callback, void *context);

/* JSON for the caller; NULL if refused. */
typedef void inbox_callback(void *context, enum refusal refusal, const char *why, const char *json,
                            size_t size);
/* The conversations of an account, those with the newest messages first. */
void conversations_list(struct server *server, const char *account, inbox_callback *callback,
                        void *context);
/* The messages with the account of that name before the message `before` (0: the newest), the
 * newest first. */
void conversation_read(struct server *server, const char *account, const char *other,
                       int64_t before, inbox_callback *callback, void *context);

/* Marks the conversation with the account of that name as read, or deletes it for `account`. */
void conversation_mark_read(struct server *server, const char *account, const char *other,
                            account_callback *callback, void *context);
void conversation_delete(struct server *server, const char *account, const char *other,
                         account_callback *callback, void *context);

#endif
