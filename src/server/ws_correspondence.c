/* SPDX-License-Identifier: MIT */
#include "server/ws_correspondence.h"

#include "rounds/conditional_moves.h"
#include "rounds/vacations.h"
#include "server/ws_output.h"
#include "server/ws_pending.h"

// ---- conditional moves -----------------------------------------------------------------------

static void on_lines_set(void *context, const struct reply *reply)
{
    struct pending_command *command = context;
    if (reply->refusal)
        ws_send_reply(command->session, command->id, command->game, reply);
    else
        ws_send_message(command->session, KIND_OF_message_ack,
                        &(struct message_ack){.id = command->id,
                                              .game = command->game,
                                              .version = INTEGER_MISSING,
                                              .white_ms = INTEGER_MISSING,
                                              .black_ms = INTEGER_MISSING});
    pending_destroy(&command->pending);
}

void ws_handle_conditional(struct ws_session *session, const struct message_conditional *message)
{
    struct round *round = rounds_find(session->server, message->game);
    if (!round || !round_may_watch(round, session->caller.who.id)) {
        ws_send_refused(session, message->id, message->game, REFUSED_NOT_FOUND,
                        "no such game is running");
        return;
    }
    struct pending_command *command = ws_pending_create(session, message->id, message->game);
    if (command)
        conditional_moves_set(round, &session->caller.who, message->lines, on_lines_set, command);
}

// ---- vacations -------------------------------------------------------------------------------

static void on_vacation_set(void *context, enum refusal refusal, const char *why,
                            const struct vacation_state *state)
{
    (void)state;
    struct pending_command *command = context;
    if (refusal)
        ws_send_refused(command->session, command->id, NULL, refusal, why);
    else
        ws_send_ack(command->session, command->id, NULL);
    pending_destroy(&command->pending);
}

void ws_handle_vacation(struct ws_session *session, const struct message_vacation *message)
{
    struct pending_command *command = ws_pending_create(session, message->id, NULL);
    if (command)
        vacation_set(session->server, &session->caller.who, message->on, on_vacation_set, command);
}
