/* SPDX-License-Identifier: MIT */
#include "client/websocket_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/list.h"
#include "client/http.h"
#include "client/websocket.h"

enum {
    READY_MAX = 512,
    HTTP_TIMEOUT_MS = 10000,
    FORWARDED_SIZE = 48,
    HEADER_SIZE = 600,
    HOST_SIZE = URL_HOST_MAX + 16
};

struct websocket_group {
    struct websocket_group_events events;
    struct url url;
    struct address address;
    char host[HOST_SIZE];
    struct http http; /* for guest accounts */
    int epoll;        /* -1: none */
    uint64_t seed;
    bool forwards;    /* X-Forwarded-For */
    unsigned clients; /* addresses used so far */
    struct list members, closed_members;
};

struct websocket_member {
    struct list node;
    struct websocket_group *group;
    struct websocket *socket;
    void *context;
    bool wants_to_write, closed;
};

// ---- create and destroy ----------------------------------------------------------------------

struct websocket_group *websocket_group_create(const char *url,
                                               const struct websocket_group_events *events,
                                               char *error, size_t error_size)
{
    struct websocket_group *group = calloc(1, sizeof *group);
    snprintf(error, error_size, "out of memory");
    if (!group)
        return NULL;
    group->events = *events;
    list_init(&group->members);
    list_init(&group->closed_members);
    group->epoll = -1;
    const bool found = url_parse(url, &group->url, error, error_size) &&
                       url_resolve(&group->url, &group->address, 1, error, error_size);
    http_init(&group->http, &group->url, HTTP_TIMEOUT_MS);
    url_write_host(&group->url, group->host, sizeof group->host);
    group->epoll = found ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (group->epoll >= 0)
        return group;
    websocket_group_destroy(group);
    return NULL;
}

static void free_members(struct list *members)
{
    while (!list_is_empty(members)) {
        struct websocket_member *member = LIST_OWNER(members->next, struct websocket_member, node);
        list_remove(&member->node);
        websocket_destroy(member->socket);
        free(member);
    }
}

void websocket_group_destroy(struct websocket_group *group)
{
    if (!group)
        return;
    free_members(&group->members);
    free_members(&group->closed_members);
    http_fini(&group->http);
    if (group->epoll >= 0)
        close(group->epoll);
    free(group);
}

void websocket_group_forward(struct websocket_group *group)
{
    group->forwards = true;
}

/* "" if addresses are not forwarded. */
static void write_forwarded(struct websocket_group *group, char out[FORWARDED_SIZE])
{
    const unsigned client = ++group->clients;
    out[0] = '\0';
    if (group->forwards)
        snprintf(out, FORWARDED_SIZE, "X-Forwarded-For: 198.%u.%u.%u\r\n", 18 + (client >> 16 & 1),
                 client >> 8 & 255, client & 255);
}

bool websocket_group_create_guest(struct websocket_group *group, char *out, size_t size)
{
    char forwarded[FORWARDED_SIZE];
    write_forwarded(group, forwarded);
    const struct http_request request = {
        .method = "POST", .path = "/account/guest", .headers = forwarded};
    struct http_reply reply;
    size_t length = 0;
    const bool performed = http_perform(&group->http, &request, &reply);
    const char *value =
        performed ? response_header(&reply.response, "Set-Cookie", NULL, &length) : NULL;
    const char *end = value ? memchr(value, ';', length) : NULL;
    length = end ? (size_t)(end - value) : length;
    const bool fits = value && length < size;
    if (fits) {
        memcpy(out, value, length);
        out[length] = '\0';
    }
    http_reply_fini(&reply);
    return fits;
}

const char *websocket_group_error(const struct websocket_group *group)
{
    return *group->http.error ? group->http.error : "the server sent no guest cookie";
}

// ---- members ---------------------------------------------------------------------------------

static void on_member_message(void *context, const char *bytes, size_t size)
{
    const struct websocket_member *member = context;
    member->group->events.message(member->context, bytes, size);
}

// Freed at the end of the poll, when no caller can still use it.
static void on_closed(void *context, unsigned code, const char *reason)
{
    struct websocket_member *member = context;
    member->closed = true;
    list_remove(&member->node);
    list_add(&member->group->closed_members, &member->node);
    member->group->events.closed(member->context, code, reason);
}

static void set_epoll_events(struct websocket_member *member, int operation)
{
    member->wants_to_write = websocket_wants_to_write(member->socket);
    struct epoll_event event = {.events = EPOLLIN | (member->wants_to_write ? EPOLLOUT : 0),
                                .data.ptr = member};
    epoll_ctl(member->group->epoll, operation, websocket_descriptor(member->socket), &event);
}

static void update_epoll_events(struct websocket_member *member)
{
    if (!member->closed && member->wants_to_write != websocket_wants_to_write(member->socket))
        set_epoll_events(member, EPOLL_CTL_MOD);
}

struct websocket_member *websocket_group_connect(struct websocket_group *group, const char *cookie,
                                                 void *context)
{
    static const struct websocket_events events = {.message = on_member_message,
                                                   .closed = on_closed};
    struct websocket_member *member = calloc(1, sizeof *member);
    char headers[HEADER_SIZE + FORWARDED_SIZE], forwarded[FORWARDED_SIZE];
    if (!member)
        return NULL;
    write_forwarded(group, forwarded);
    snprintf(headers, sizeof headers, "%s%s%s%s", forwarded, *cookie ? "Cookie: " : "", cookie,
             *cookie ? "\r\n" : "");
    *member = (struct websocket_member){.group = group, .context = context};
    const struct websocket_setup setup = {.address = &group->address,
                                          .host = group->host,
                                          .secure_host = group->url.secure ? group->url.host : NULL,
                                          .path = "/ws",
                                          .headers = *headers ? headers : NULL,
                                          .seed = ++group->seed,
                                          .events = &events,
                                          .context = member};
    if (websocket_create(&setup, &member->socket)) {
        free(member);
        return NULL;
    }
    list_add(&group->members, &member->node);
    set_epoll_events(member, EPOLL_CTL_ADD);
    return member;
}

bool websocket_group_send(struct websocket_member *member, const char *bytes, size_t size)
{
    if (member->closed || !websocket_send(member->socket, bytes, size))
        return false;
    update_epoll_events(member);
    return true;
}

int websocket_group_descriptor(const struct websocket_group *group)
{
    return group->epoll;
}

void websocket_group_poll(struct websocket_group *group, int timeout_ms)
{
    struct epoll_event ready[READY_MAX];
    const int count = epoll_wait(group->epoll, ready, READY_MAX, timeout_ms);
    for (int i = 0; i < count; i++) {
        struct websocket_member *member = ready[i].data.ptr;
        if (member->closed)
            continue;
        websocket_ready(member->socket);
        update_epoll_events(member);
    }
    free_members(&group->closed_members);
}
