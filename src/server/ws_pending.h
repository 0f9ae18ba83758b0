/* SPDX-License-Identifier: MIT */
/* A command of a WebSocket client that awaits its answer. */
#ifndef SERVER_WS_PENDING_H
#define SERVER_WS_PENDING_H

#include "core/pending.h"
#include "server/ws_session_state.h"
#include "wire/message.h"

struct pending_command {
    struct pending_request pending; /* internal */
    struct ws_session *session;     /* held */
    char id[COMMAND_ID_MAX + 1];
    char game[16];
    int64_t since; /* of a watch message */
    bool preview;
    bool is_move;
    bool accepts; /* of a rematch message */
};

/* Without `id` or `game` the field is "". Returns NULL if out of memory, after refusing the
 * command. The caller ends it with pending_destroy(&command->pending). */
struct pending_command *ws_pending_create(struct ws_session *session, const char *id,
                                          const char *game);

#endif
