/* SPDX-License-Identifier: MIT */
#include "server/ws_people.h"

#include "server/ws_output.h"

enum { SLOW_BYTES = 64 * 1024 };

static void send_frame(struct people_watcher *watcher, struct shared_buffer *frame)
{
    ws_send_frame(LIST_OWNER(watcher, struct ws_session, people), frame);
}

static bool is_slow(const struct people_watcher *watcher)
{
    const struct ws_session *session = LIST_OWNER(watcher, const struct ws_session, people);
    return !session->transport ||
           session->transport->ops->buffered(session->transport) > SLOW_BYTES;
}

void ws_watch_people(struct ws_session *session, bool on)
{
    if (session->watches_people)
        online_people_unwatch(&session->people);
    session->watches_people = on;
    session->people = (struct people_watcher){.send = send_frame, .is_slow = is_slow};
    if (on)
        online_people_watch(session->server, &session->people);
}

void ws_handle_presence(struct ws_session *session, const struct message *message)
{
    if (message->kind == KIND_OF_message_people)
        ws_watch_people(session, message->as.message_people.on);
    else
        presence_set_away(session->server, session->caller.who.id, message->as.message_away.on);
}

void ws_touch_presence(struct ws_session *session, enum message_kind kind)
{
    if (kind != KIND_OF_message_ping && kind != KIND_OF_message_away)
        presence_touch(session->server, session->caller.who.id);
}
