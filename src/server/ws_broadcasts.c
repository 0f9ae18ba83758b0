/* SPDX-License-Identifier: MIT */
#include "server/ws_broadcasts.h"

#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/restart.h"
#include "server/ws_output.h"
#include "wire/frames.h"

/* Writes the message once for all. */
static void send_to_all(struct server *server, enum message_kind kind, const void *structure)
{
    struct buffer text = {0};
    message_write(kind, structure, &text);
    struct shared_buffer *frame = text.failed ? NULL : shared_buffer_create(text.bytes, text.size);
    const struct list *all = &server->ws_sessions->all;
    for (struct list *node = all->next; frame && node != all; node = node->next) {
        struct ws_session *session = LIST_OWNER(node, struct ws_session, node);
        if (session->known)
            ws_send_frame(session, frame);
    }
    shared_buffer_unref(frame);
    buffer_fini(&text);
}

static struct message_announcement make_message(const struct announcement *announcement)
{
    return (struct message_announcement){.id = announcement->id,
                                         .text = announcement->text,
                                         .date = announcement->at,
                                         .until = announcement->until ? announcement->until
                                                                      : INTEGER_MISSING};
}

static void send_announced(struct server *server, const struct announcement *announcement)
{
    const struct message_announcement message = make_message(announcement);
    send_to_all(server, KIND_OF_message_announcement, &message);
}

static void send_withdrawn(struct server *server, int64_t announcement)
{
    send_to_all(server, KIND_OF_message_announcement,
                &(struct message_announcement){
                    .id = announcement, .date = INTEGER_MISSING, .until = INTEGER_MISSING});
}

static struct message_restart_planned make_restart_message(const struct server *server)
{
    const int64_t at = restart_planned_at(server);
    return (struct message_restart_planned){.at = at ? at : INTEGER_MISSING,
                                            .left_ms =
                                                at ? at - server_date(server) : INTEGER_MISSING};
}

static void send_restart(struct server *server)
{
    const struct message_restart_planned message = make_restart_message(server);
    send_to_all(server, KIND_OF_message_restart_planned, &message);
}

static void close_blocked(struct server *server)
{
    char why[BLOCK_SENTENCE_SIZE];
    const struct list *all = &server->ws_sessions->all;
    for (struct list *node = all->next, *next; node != all; node = next) {
        struct ws_session *session = LIST_OWNER(node, struct ws_session, node);
        next = node->next;
        if (!session->known || !address_is_blocked(server, session->address, why))
            continue;
        ws_send_notice(session, "kicked", why, INTEGER_MISSING);
        ws_close(session, CLOSE_POLICY, "blocked");
    }
}

void ws_broadcasts_init(struct server *server)
{
    struct broadcast_listener *listener = &server->ws_sessions->broadcasts;
    *listener = (struct broadcast_listener){.on_announced = send_announced,
                                            .on_withdrawn = send_withdrawn,
                                            .on_restart_planned = send_restart,
                                            .on_blocked = close_blocked};
    broadcasts_listen(server, listener);
}

void ws_send_announcements(struct ws_session *session)
{
    const struct server *server = session->server;
    const struct announcement *announcement;
    for (size_t at = 0; (announcement = announcements_next(server, &at));) {
        const struct message_announcement message = make_message(announcement);
        ws_send_message(session, KIND_OF_message_announcement, &message);
    }
    if (restart_planned_at(server)) {
        const struct message_restart_planned message = make_restart_message(server);
        ws_send_message(session, KIND_OF_message_restart_planned, &message);
    }
}
