/* SPDX-License-Identifier: MIT */
#include "accounts/presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/milliseconds.h"

enum {
    PEOPLE_MAX = 65536,    /* above this, people who are offline are dropped */
    CONNECTIONS_MAX = 512, /* of one person that receive a notice; there are always fewer */
    AWAY_MS = 5 * MINUTE_MS
};

/* Somebody who is or was online. */
struct person {
    struct identity who;
    struct list listeners;
    struct bus_subscription *subscription; /* while there are listeners */
    int64_t left_at;
    int64_t active_at;
    bool says_away;
    unsigned notifying; /* notices being delivered: it must not be freed meanwhile */
};

struct presence {
    struct map people;
    struct list listeners; /* of presence_listen() */
};

rk_err presence_create(struct server *server)
{
    server->presence = calloc(1, sizeof *server->presence);
    if (!server->presence)
        return RK_NO_MEMORY;
    map_init(&server->presence->people, server_random(server));
    list_init(&server->presence->listeners);
    return RK_OK;
}

static void free_person(struct server *server, struct person *person)
{
    map_remove(&server->presence->people, person->who.id);
    bus_unsubscribe(server->bus, person->subscription);
    free(person);
}

static void free_offline(struct server *server)
{
    size_t at = 0;
    for (struct person *person; (person = map_next(&server->presence->people, &at));)
        if (list_is_empty(&person->listeners) && !person->notifying)
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

// On the bus a notice is a byte for the kind, then the subject with its NUL, then the payload.
static bool read_notice(const char *bytes, size_t size, struct notice *out)
{
    if (size < 2 || bytes[0] < 0 || bytes[0] >= NOTICE_KIND_COUNT)
        return false;
    const size_t length = strnlen(bytes + 1, size - 1);
    if (length == size - 1 || length >= sizeof out->subject)
        return false;
    *out = (struct notice){.kind = (enum notice_kind)bytes[0],
                           .payload = bytes + length + 2,
                           .payload_size = size - length - 2};
    memcpy(out->subject, bytes + 1, length);
    return true;
}

// A listener may leave during the call, make others leave, or cause more notices. So the list is
// copied first, and each listener is called only if it is still there.
static void deliver_notice(void *context, const char *subject, const void *bytes, size_t size)
{
    (void)subject;
    struct person *person = context;
    struct notice notice;
    if (!read_notice(bytes, size, &notice))
        return;

    struct notice_listener *listeners[CONNECTIONS_MAX];
    size_t count = 0;
    for (struct list *node = person->listeners.next;
         node != &person->listeners && count < CONNECTIONS_MAX; node = node->next)
        listeners[count++] = LIST_OWNER(node, struct notice_listener, node);
    person->notifying++;
    for (size_t i = 0; i < count; i++)
        if (is_listening(person, listeners[i]))
            listeners[i]->on_notice(listeners[i], &notice);
    person->notifying--;
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
    return person;
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
        person->subscription = bus_subscribe(server->bus, subject, deliver_notice, person);
    }
    const bool was_offline = list_is_empty(&person->listeners);
    list_add(&person->listeners, &listener->node);
    person->who = *who; // the name or role may have changed
    person->active_at = server->now;
    if (was_offline) {
        person->says_away = false;
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
    report_change(server, who);
}

// ---- away ------------------------------------------------------------------------------------

bool presence_is_away(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    return person && person->who.role != ROLE_BOT &&
           (person->says_away || server->now - person->active_at >= AWAY_MS);
}

void presence_set_away(struct server *server, const char *who, bool away)
{
    struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return;
    person->says_away = away;
    person->active_at = server->now;
}

void presence_touch(struct server *server, const char *who)
{
    struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return;
    person->says_away = false;
    person->active_at = server->now;
}

const struct identity *presence_next(const struct server *server, size_t *at)
{
    for (const struct person *person; (person = map_next(&server->presence->people, at));)
        if (!list_is_empty(&person->listeners))
            return &person->who;
    return NULL;
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
    return person && !list_is_empty(&person->listeners);
}

int64_t presence_last_seen(const struct server *server, const char *who)
{
    const struct person *person = map_get(&server->presence->people, who);
    if (!person)
        return 0;
    return list_is_empty(&person->listeners) ? person->left_at : server->now;
}

void presence_notify(struct server *server, const char *who, enum notice_kind kind,
                     const char *subject)
{
    if (!who[0])
        return;
    char topic[MAP_KEY_MAX + 1], bytes[IDENTITY_ID_MAX + 2] = {(char)kind};
    const size_t size = strnlen(subject, IDENTITY_ID_MAX);
    memcpy(bytes + 1, subject, size);
    write_bus_subject(who, topic);
    bus_publish(server->bus, topic, bytes, size + 2);
}

static void publish_payload(struct server *server, const char *who, const struct notice *notice)
{
    char topic[MAP_KEY_MAX + 1];
    struct buffer bytes = {0};
    buffer_put(&bytes, (char)notice->kind);
    buffer_add(&bytes, notice->subject, strlen(notice->subject) + 1);
    buffer_add(&bytes, notice->payload, notice->payload_size);
    write_bus_subject(who, topic);
    if (!bytes.failed && who[0])
        bus_publish(server->bus, topic, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

void presence_notify_payload(struct server *server, const char *who, enum notice_kind kind,
                             const char *payload, size_t size)
{
    publish_payload(server, who,
                    &(struct notice){.kind = kind, .payload = payload, .payload_size = size});
}

void presence_notify_kicked(struct server *server, const char *who, const char *word,
                            const char *sentence)
{
    struct notice notice = {
        .kind = NOTICE_KICKED, .payload = sentence, .payload_size = strlen(sentence) + 1};
    snprintf(notice.subject, sizeof notice.subject, "%s", word);
    publish_payload(server, who, &notice);
}

const char *notice_kicked_sentence(const struct notice *notice)
{
    return notice->payload_size ? notice->payload : notice->subject;
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
