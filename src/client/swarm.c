/* SPDX-License-Identifier: MIT */
#include "client/swarm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/list.h"
#include "client/http.h"
#include "client/websocket.h"

enum { READY_MAX = 512, PATIENCE_MS = 10000, HEADER_SIZE = 600, HOST_SIZE = URL_HOST_MAX + 16 };

struct swarm {
    struct swarm_events events;
    struct url url;
    struct address address;
    char host[HOST_SIZE];
    struct http http; /* for guests */
    int epoll;        /* -1: none */
    uint64_t seed;
    struct list members, gone;
};

struct swarm_member {
    struct list node;
    struct swarm *swarm;
    struct websocket *socket;
    void *context;
    bool waits_to_write, ended;
};

// ---- life -------------------------------------------------------------------------------------

struct swarm *swarm_create(const char *url, const struct swarm_events *events, char *why,
                           size_t why_size)
{
    struct swarm *swarm = calloc(1, sizeof *swarm);
    snprintf(why, why_size, "out of memory");
    if (!swarm)
        return NULL;
    swarm->events = *events;
    list_init(&swarm->members);
    list_init(&swarm->gone);
    swarm->epoll = -1;
    const bool found = url_parse(url, &swarm->url, why, why_size) &&
                       url_resolve(&swarm->url, &swarm->address, 1, why, why_size);
    http_init(&swarm->http, &swarm->url, PATIENCE_MS);
    url_write_host(&swarm->url, swarm->host, sizeof swarm->host);
    swarm->epoll = found ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (swarm->epoll >= 0)
        return swarm;
    swarm_destroy(swarm);
    return NULL;
}

static void free_all(struct list *members)
{
    while (!list_is_empty(members)) {
        struct swarm_member *member = LIST_OWNER(members->next, struct swarm_member, node);
        list_remove(&member->node);
        websocket_destroy(member->socket);
        free(member);
    }
}

void swarm_destroy(struct swarm *swarm)
{
    if (!swarm)
        return;
    free_all(&swarm->members);
    free_all(&swarm->gone);
    http_fini(&swarm->http);
    if (swarm->epoll >= 0)
        close(swarm->epoll);
    free(swarm);
}

bool swarm_guest(struct swarm *swarm, char *out, size_t size)
{
    const struct http_request request = {.method = "POST", .path = "/account/guest"};
    struct http_answer answer;
    size_t length = 0;
    const bool asked = http_ask(&swarm->http, &request, &answer);
    const char *value =
        asked ? response_header(&answer.response, "Set-Cookie", NULL, &length) : NULL;
    const char *end = value ? memchr(value, ';', length) : NULL;
    length = end ? (size_t)(end - value) : length;
    const bool fits = value && length < size;
    if (fits) {
        memcpy(out, value, length);
        out[length] = '\0';
    }
    http_answer_fini(&answer);
    return fits;
}

const char *swarm_why(const struct swarm *swarm)
{
    return *swarm->http.why ? swarm->http.why : "the server gave no guest's cookie";
}

// ---- members ----------------------------------------------------------------------------------

static void hear(void *context, const char *bytes, size_t size)
{
    const struct swarm_member *member = context;
    member->swarm->events.message(member->context, bytes, size);
}

// Freed when nobody can be speaking to it any more: at the end of the turn.
static void lose(void *context, unsigned code, const char *reason)
{
    struct swarm_member *member = context;
    member->ended = true;
    list_remove(&member->node);
    list_add(&member->swarm->gone, &member->node);
    member->swarm->events.closed(member->context, code, reason);
}

static void watch_socket(struct swarm_member *member, int operation)
{
    member->waits_to_write = websocket_wants_to_write(member->socket);
    struct epoll_event event = {.events = EPOLLIN | (member->waits_to_write ? EPOLLOUT : 0),
                                .data.ptr = member};
    epoll_ctl(member->swarm->epoll, operation, websocket_descriptor(member->socket), &event);
}

static void follow(struct swarm_member *member)
{
    if (!member->ended && member->waits_to_write != websocket_wants_to_write(member->socket))
        watch_socket(member, EPOLL_CTL_MOD);
}

struct swarm_member *swarm_join(struct swarm *swarm, const char *cookie, void *context)
{
    static const struct websocket_events events = {.message = hear, .closed = lose};
    struct swarm_member *member = calloc(1, sizeof *member);
    char headers[HEADER_SIZE];
    if (!member)
        return NULL;
    snprintf(headers, sizeof headers, "Cookie: %s\r\n", cookie);
    *member = (struct swarm_member){.swarm = swarm, .context = context};
    const struct websocket_setup setup = {.address = &swarm->address,
                                          .host = swarm->host,
                                          .secure_host = swarm->url.secure ? swarm->url.host : NULL,
                                          .path = "/ws",
                                          .headers = *cookie ? headers : NULL,
                                          .seed = ++swarm->seed,
                                          .events = &events,
                                          .context = member};
    if (websocket_create(&setup, &member->socket)) {
        free(member);
        return NULL;
    }
    list_add(&swarm->members, &member->node);
    watch_socket(member, EPOLL_CTL_ADD);
    return member;
}

bool swarm_send(struct swarm_member *member, const char *bytes, size_t size)
{
    if (member->ended || !websocket_send(member->socket, bytes, size))
        return false;
    follow(member);
    return true;
}

void swarm_turn(struct swarm *swarm, int timeout_ms)
{
    struct epoll_event ready[READY_MAX];
    const int count = epoll_wait(swarm->epoll, ready, READY_MAX, timeout_ms);
    for (int i = 0; i < count; i++) {
        struct swarm_member *member = ready[i].data.ptr;
        if (member->ended)
            continue;
        websocket_ready(member->socket);
        follow(member);
    }
    free_all(&swarm->gone);
}
