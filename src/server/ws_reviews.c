/* SPDX-License-Identifier: MIT */
#include "server/ws_reviews.h"

#include <stdio.h>

#include "rounds/round_watch.h"
#include "server/ws_output.h"
#include "server/ws_pending.h"

/* "57:-12", or "57:#3". */
static void add_score(const struct review_status *status, size_t ply, struct buffer *out)
{
    const struct review_score *score = &status->scores[ply];
    if (!score->is_known)
        return;
    if (out->size)
        buffer_put(out, ' ');
    buffer_integer(out, (int64_t)ply);
    buffer_text(out, score->is_mate ? ":#" : ":");
    buffer_integer(out, score->score);
}

/* `ply` is the only score to send; SIZE_MAX: all. */
static void send_state(struct ws_session *session, const char *game,
                       const struct review_status *status, size_t ply)
{
    struct buffer scores = {0};
    const bool is_off = status->state == REVIEW_NONE && !review_queue_is_open(session->server);
    const size_t first = ply == SIZE_MAX ? 0 : ply, last = ply == SIZE_MAX ? status->plies : ply;
    for (size_t i = first; status->state == REVIEW_RUNNING && i <= last; i++)
        add_score(status, i, &scores);
    ws_send_message(session, KIND_OF_message_review_state,
                    &(struct message_review_state){
                        .game = game,
                        .state = is_off ? "off" : review_state_name(status->state),
                        .place = status->place ? (int64_t)status->place : INTEGER_MISSING,
                        .done = status->plies ? (int64_t)status->done : INTEGER_MISSING,
                        .total = status->plies ? (int64_t)status->plies : INTEGER_MISSING,
                        .scores = scores.size ? buffer_cstr(&scores) : NULL});
    buffer_fini(&scores);
}

static void on_changed(struct review_listener *listener, const struct review_status *status,
                       size_t ply)
{
    send_state(LIST_OWNER(listener, struct ws_session, review), listener->game, status, ply);
}

void ws_leave_review(struct ws_session *session)
{
    if (session->follows_review)
        review_queue_unlisten(&session->review);
    session->follows_review = false;
}

static void follow_review(struct ws_session *session, const char *game)
{
    const struct review_status status = review_queue_find(session->server, game);
    ws_leave_review(session);
    session->review = (struct review_listener){.on_changed = on_changed};
    snprintf(session->review.game, sizeof session->review.game, "%s", game);
    session->follows_review = true;
    review_queue_listen(session->server, &session->review);
    send_state(session, game, &status, SIZE_MAX);
}

static void on_reviewed_game_opened(void *context, struct round *round, const char *why)
{
    struct pending_command *command = context;
    struct ws_session *session = command->session;
    const bool may_watch = round && round_may_watch(round, session->caller.who.id);
    if (!session->transport)
        ; // the client is gone
    else if (may_watch)
        follow_review(session, round_info(round)->id);
    else // don't reveal that a private game exists
        ws_send_refused(session, NULL, command->game, REFUSED_NOT_FOUND,
                        round ? ROUND_NOT_FOUND : why);
    pending_destroy(&command->pending);
}

void ws_handle_review(struct ws_session *session, const struct message_review *message)
{
    struct pending_command *command;
    if (!message->on)
        ws_leave_review(session);
    else if ((command = ws_pending_create(session, NULL, message->game)))
        rounds_open(session->server, message->game, on_reviewed_game_opened, command);
}
