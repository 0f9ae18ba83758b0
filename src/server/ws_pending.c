/* SPDX-License-Identifier: MIT */
#include "server/ws_pending.h"

#include <stdio.h>

#include "server/ws_output.h"

static void release_command(struct pending_request *request)
{
    ws_session_release(LIST_OWNER(request, struct pending_command, pending)->session);
}

struct pending_command *ws_pending_create(struct ws_session *session, const char *id,
                                          const char *game)
{
    struct pending_command *command =
        pending_create(&session->server->ws_sessions->pending, sizeof *command);
    if (!command) {
        ws_send_refused(session, id, game, REFUSED_BUSY, NULL);
        return NULL;
    }
    command->pending.internal = true;
    command->pending.release = release_command;
    command->session = session;
    snprintf(command->id, sizeof command->id, "%s", id ? id : "");
    snprintf(command->game, sizeof command->game, "%s", game ? game : "");
    ws_session_hold(session);
    return command;
}
