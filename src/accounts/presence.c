/* SPDX-License-Identifier: MIT */
#include "accounts/presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/presence_internal.h"
#include "base/buffer.h"
#include "base/milliseconds.h"

enum {
    PEOPLE_MAX = 65536,    /* above this, people who are offline are dropped */
    CONNECTIONS_MAX = 512, /* of one person that receive a notice; there are always fewer */
    AWAY_MS = 5 * MINUTE_MS
};

/* A user who is or was online. */
struct person {
    struct identity who;
    struct list listeners;
    struct bus_subscription *subscription; /* while there are listeners */
    int64_t left_at;
    int64_t active_at;
    bool says_away;
    unsigned notifying;  /* notices being delivered: it must not be freed meanwhile */
    struct list changed; /* in the list of those whose state other nodes do not know */
    bool published_away; /* to other nodes */
    /* The other nodes where the person is online, is away, and was set since
     * presence_begin_snapshot(): a bit for each. */
    uint32_t peers, peers_away, confirmed;
};

struct presence {
    struct map people;
    struct list listeners; /* of presence_listen() */
    struct list changed;   /* struct person; only if there are other nodes */
};

rk_err presence_create(struct server *server)
{
    server->presence = calloc(1, sizeof *server->presence);
    if (!server->presence)
        return RK_NO_MEMORY;
    map_init(&server->presence->people, server_random(server));
    list_init(&server->presence->listeners);
    list_init(&server->presence->changed);
    return RK_OK;
}

static void free_person(struct server *server, struct person *person)
{
    map_remove(&server->presence->people, person->who.id);
    bus_unsubscribe(server->bus, person->subscription);
    list_remove(&person->changed);
    free(person);
}

static bool is_online(const struct person *person)
{
    return !list_is_empty(&person->listeners) || person->peers;
}

static void free_offline(struct server *server)
{
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        if (!is_online(person) && !person->notifying && list_is_empty(&person->changed))
            free_person(server, person);
}

void presence_destroy(struct server *server)
{
    if (!server->presence)
        return;
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        free_person(server, person);
    map_fini(&server->presence->people);
    free(server->presence);
    server->presence = NULL;
}

static void write_bus_subject(const char *who, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "user.%.*s", IDENTITY_ID_MAX, who);
}

static bool is_listening(const struct person *person, const struct notice_listener *listener)
{
    for (const struct list *node = person->listeners.next; node != &person->listeners;
         node = node->next)
        if (node == &listener->node)
            return true;
    return false;
}

// A listener may leave during the call, make others leave, or cause more notices. So the list is
// copied first, and each listener is called only if it is still there.
static void notify_listeners(struct person *person, const struct notice *notice)
{
    struct notice_listener *listeners[CONNECTIONS_MAX];
    size_t count = 0;
    for (struct list *node = person->listeners.next;
         node != &person->listeners && count < CONNECTIONS_MAX; node = node->next)
        listeners[count++] = LIST_OWNER(node, struct notice_listener, node);
    person->notifying++;
    for (size_t i = 0; i < count; i++)
        if (is_listening(person, listeners[i]))
            listeners[i]->on_notice(listeners[i], notice);
    person->notifying--;
}

static void deliver_notice(void *context, const struct bus_message *message)
{
    struct notice notice;
    if (!notice_parse(message->bytes, message->size, &notice))
        notify_listeners(context, &notice);
}

static struct person *find_or_add(struct server *server, const struct identity *who)
{
    struct map *people = &server->presence->people;
    struct person *person = map_get(people, who->id);
    if (person)
        return person;
    if (people->count >= PEOPLE_MAX)
        free_offline(server);
    person = calloc(1, sizeof *person);
    if (!person || !map_put(people, who->id, person)) {
        free(person);
        return NULL;
    }
    list_init(&person->listeners);
    list_init(&person->changed);
    return person;
}

/* The state on this node has changed: the other nodes are notified soon. */
static void mark_changed(struct server *server, struct person *person)
{
    if (server->presence_replication && list_is_empty(&person->changed))
        list_add(&server->presence->changed, &person->changed);
}

static void report_change(struct server *server, const char *who)
{
    const struct list *listeners = &server->presence->listeners;
    for (struct list *node = listeners->next; node != listeners; node = node->next) {
        struct presence_listener *listener = LIST_OWNER(node, struct presence_listener, node);
        listener->on_changed(listener, who);
    }
}

void presence_listen(struct server *server, struct presence_listener *listener)
{
    listener->server = server;
    list_add(&server->presence->listeners, &listener->node);
}

void presence_join(struct server *server, const struct identity *who,
                   struct notice_listener *listener)
{
    list_init(&listener->node);
    struct person *person = find_or_add(server, who);
    if (!person)
        return;
    if (!person->subscription) {
        char subject[MAP_KEY_MAX + 1];
        write_bus_subject(who->id, subject);
        person->subscription = bus_subscribe(server->bus, subject, NULL, deliver_notice, person);
    }
    const bool was_offline = list_is_empty(&person->listeners);
    list_add(&person->listeners, &listener->node);
    person->who = *who; // the name or role may have changed
    person->active_at = server->now;
    if (was_offline) {
        person->says_away = false;
        mark_changed(server, person);
        report_change(server, who->id);
    }
}

void presence_leave(struct server *server, const char *who, struct notice_listener *listener)
{
    list_remove(&listener->node);
    struct person *person = map_get(&server->presence->people, who);
    if (!person || !list_is_empty(&person->listeners))
        return;
    person->left_at = server->now;
    mark_changed(server, person);
    report_change(server, who);
}

// ---- away ------------------------------------------------------------------------------------

static bool is_away_local(const struct server *server, const struct person *person)
{
    return person->who.role != ROLE_BOT &&
           (person->says_away || server->now - person->active_at >= AWAY_MS);
}

/* A user is away if they are away on all nodes. */
bool presence_is_away(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    if (!person || person->peers & ~person->peers_away)
        return false;
    return (person->peers && list_is_empty(&person->listeners)) || is_away_local(server, person);
}

void presence_set_away(struct server *server, const char *who, bool away)
{
    struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return;
    person->says_away = away;
    person->active_at = server->now;
    if (person->published_away != is_away_local(server, person))
        mark_changed(server, person);
}

void presence_touch(struct server *server, const char *who)
{
    struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return;
    person->says_away = false;
    person->active_at = server->now;
    if (person->published_away)
        mark_changed(server, person);
}

const struct identity *presence_next(const struct server *server, size_t *at)
{
    for (const struct person *person; (person = map_next(&server->presence->people, at));)
        if (is_online(person))
            return &person->who;
    return NULL;
}

bool presence_next_callers(const struct server *server, size_t *at, struct caller *out, size_t max,
                           size_t *out_count)
{
    const struct person *person = map_next(&server->presence->people, at);
    size_t count = 0;
    if (!person)
        return false;
    for (const struct list *node = person->listeners.next;
         node != &person->listeners && count < max; node = node->next) {
        const struct notice_listener *listener = LIST_OWNER(node, struct notice_listener, node);
        if (listener->caller)
            out[count++] = *listener->caller;
    }
    *out_count = count;
    return true;
}

size_t presence_count_people(const struct server *server)
{
    return server->presence->people.count;
}

// ---- other nodes -----------------------------------------------------------------------------

static void describe_person(const struct server *server, struct person *person,
                            struct presence_change *out)
{
    list_remove(&person->changed);
    *out =
        (struct presence_change){.who = person->who, .online = !list_is_empty(&person->listeners)};
    person->published_away = out->away = out->online && is_away_local(server, person);
}

bool presence_take_change(struct server *server, struct presence_change *out)
{
    struct list *changed = &server->presence->changed;
    if (list_is_empty(changed))
        return false;
    describe_person(server, LIST_OWNER(changed->next, struct person, changed), out);
    return true;
}

void presence_detect_idle(struct server *server)
{
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        if (!list_is_empty(&person->listeners) && !person->published_away &&
            is_away_local(server, person))
            mark_changed(server, person);
}

bool presence_next_local(struct server *server, size_t *at, struct presence_change *out)
{
    for (struct person *person; (person = map_next(&server->presence->people, at));)
        if (!list_is_empty(&person->listeners)) {
            describe_person(server, person, out);
            return true;
        }
    return false;
}

uint32_t presence_peers(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    return person ? person->peers : 0;
}

void presence_set_remote(struct server *server, unsigned peer, const struct presence_change *change)
{
    const uint32_t bit = UINT32_C(1) << peer;
    struct person *person = change->online ? find_or_add(server, &change->who)
                                           : map_get(&server->presence->people, change->who.id);
    if (!person)
        return;
    if (!is_online(person))
        person->who = change->who; // new, or the name or role may have changed
    person->peers = change->online ? person->peers | bit : person->peers & ~bit;
    person->peers_away = change->away ? person->peers_away | bit : person->peers_away & ~bit;
    person->confirmed |= bit;
    if (!is_online(person))
        person->left_at = server->now;
}

void presence_begin_snapshot(struct server *server, unsigned peer)
{
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        person->confirmed &= ~(UINT32_C(1) << peer);
}

void presence_end_snapshot(struct server *server, unsigned peer)
{
    const uint32_t bit = UINT32_C(1) << peer;
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        if (person->peers & ~person->confirmed & bit)
            presence_set_remote(server, peer, &(struct presence_change){.who = person->who});
}

// ---- looking up ------------------------------------------------------------------------------

size_t presence_connections(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    size_t count = 0;
    if (person)
        for (const struct list *node = person->listeners.next; node != &person->listeners;
             node = node->next)
            count++;
    return count;
}

bool presence_is_online(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    return person && is_online(person);
}

int64_t presence_last_seen(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return 0;
    return is_online(person) ? server->now : person->left_at;
}

int64_t presence_last_seen_date(const struct server *server, const char *who, int64_t stored)
{
    const int64_t seen = presence_last_seen(server, who);
    const int64_t date = seen ? seen + server->date_offset : 0;
    return date > stored ? date : stored;
}

void presence_send(struct server *server, const char *who, const struct notice *notice)
{
    char topic[MAP_KEY_MAX + 1];
    struct buffer bytes = {0};
    if (!who[0])
        return;
    notice_write(notice, &bytes);
    write_bus_subject(who, topic);
    if (!bytes.failed)
        bus_publish(server->bus, topic, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

void presence_notify(struct server *server, const char *who, enum notice_kind kind,
                     const char *subject)
{
    struct notice notice = {.kind = kind};
    snprintf(notice.subject, sizeof notice.subject, "%s", subject);
    presence_send(server, who, &notice);
}

void presence_notify_payload(struct server *server, const char *who, enum notice_kind kind,
                             const char *payload, size_t size)
{
    presence_send(server, who,
                  &(struct notice){.kind = kind, .payload = payload, .payload_size = size});
}

void presence_notify_local(struct server *server, const char *who, const struct notice *notice)
{
    struct person *person = map_get(&server->presence->people, who);
    if (person)
        notify_listeners(person, notice);
}

void presence_kick_local(struct server *server, const char *who, const char *word,
                         const char *message)
{
    struct notice notice = {
        .kind = NOTICE_KICKED, .payload = message, .payload_size = strlen(message) + 1};
    snprintf(notice.subject, sizeof notice.subject, "%s", word);
    presence_notify_local(server, who, &notice);
}

const char *notice_kicked_message(const struct notice *notice)
{
    const size_t size = notice->payload_size;
    return size && !notice->payload[size - 1] ? notice->payload : notice->subject;
}

/* The first bytes of the hash in hexadecimal, as many as a subject holds. */
static void write_hash_prefix(const struct caller *caller, char out[IDENTITY_ID_MAX + 1])
{
    for (size_t i = 0; i < IDENTITY_ID_MAX / 2; i++)
        snprintf(out + 2 * i, 3, "%02x", caller->hash[i]);
}

void presence_notify_revoked(struct server *server, const struct caller *caller)
{
    char prefix[IDENTITY_ID_MAX + 1];
    write_hash_prefix(caller, prefix);
    presence_notify(server, caller->who.id, NOTICE_REVOKED, prefix);
}

void presence_revoke_local(struct server *server, const struct caller *caller)
{
    struct notice notice = {.kind = NOTICE_REVOKED};
    write_hash_prefix(caller, notice.subject);
    presence_notify_local(server, caller->who.id, &notice);
}

void presence_notify_others_revoked(struct server *server, const struct caller *caller)
{
    char prefix[IDENTITY_ID_MAX + 1];
    write_hash_prefix(caller, prefix);
    presence_notify(server, caller->who.id, NOTICE_OTHERS_REVOKED, prefix);
}

bool notice_ends_connection(const struct notice *notice, const struct caller *caller)
{
    char prefix[IDENTITY_ID_MAX + 1];
    write_hash_prefix(caller, prefix);
    const bool is_named = !strcmp(notice->subject, prefix);
    return notice->kind == NOTICE_KICKED || (notice->kind == NOTICE_REVOKED && is_named) ||
           (notice->kind == NOTICE_OTHERS_REVOKED && !caller->by_token && !is_named);
}
