/* SPDX-License-Identifier: MIT */
#include "server/ws_pools.h"

#include "server/ws_output.h"

// The session leaves the pool before it is freed, so it can be the context.
static void on_pool_end(void *context, const char *pool, const char *game, const char *why)
{
    ws_send_message(context, KIND_OF_message_unpooled,
                    &(struct message_unpooled){.pool = pool, .game = game, .text = why});
}

void ws_handle_pool(struct ws_session *session, const struct message_pool *message)
{
    const struct reply reply =
        pool_join(session->server, &(struct pool_params){.who = &session->caller.who,
                                                         .address = session->address,
                                                         .pool = message->pool,
                                                         .rating_range = message->rating_range,
                                                         .on_end = on_pool_end,
                                                         .context = session});
    if (reply.refusal)
        ws_send_reply(session, message->id, NULL, &reply);
    else
        ws_send_ack(session, message->id, message->pool);
}

void ws_handle_unpool(struct ws_session *session, const struct message_unpool *message)
{
    if (pool_leave(session->server, session->caller.who.id, session))
        ws_send_ack(session, message->id, NULL);
    else
        ws_send_refused(session, message->id, NULL, REFUSED_NOT_NOW,
                        "you are not in a pool, or your game is starting");
}

static void on_pool_changed(struct pool_watcher *watcher, size_t pool)
{
    struct ws_session *session = LIST_OWNER(watcher, struct ws_session, pools);
    ws_send_message(
        session, KIND_OF_message_pool_count,
        &(struct message_pool_count){.pool = pool_name(pool),
                                     .waiting = (int64_t)pool_waiting(session->server, pool)});
}

void ws_watch_pools(struct ws_session *session, bool on)
{
    if (session->in_lobby)
        pools_unwatch(&session->pools);
    session->pools = (struct pool_watcher){.on_changed = on_pool_changed};
    if (on)
        pools_watch(session->server, &session->pools);
}

void ws_leave_pool(struct ws_session *session)
{
    (void)pool_leave(session->server, session->caller.who.id, session);
}
