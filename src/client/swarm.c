/* SPDX-License-Identifier: MIT */
#include "client/swarm.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/list.h"
#include "wire/frames.h"

enum {
    READ_MAX = 1 << 16,
    EVENTS_MAX = 512,
    MESSAGE_MAX = 1 << 20,
    REQUEST_MAX = 1024,
    ANSWER_MAX = 4096,
    MASK_SIZE = 4
};

struct swarm {
    struct swarm_events events;
    struct sockaddr_in address;
    char host[32];
    int epoll;
    int errands; /* a connection for requests; -1: none yet */
    struct list members, gone;
    char bytes[READ_MAX];
};

struct swarm_member {
    struct list node;
    struct swarm *swarm;
    void *context;
    int file;
    bool open; /* the handshake is done */
    bool waits_to_write;
    bool ended;
    struct frame_reader reader;
    struct buffer answer; /* to the handshake, until it is whole */
    struct buffer out;    /* what could not be written so far */
    struct buffer early;  /* frames that wait for the handshake */
};

// ---- life -------------------------------------------------------------------------------------

struct swarm *swarm_create(const char *host, uint16_t port, const struct swarm_events *events)
{
    struct swarm *swarm = calloc(1, sizeof *swarm);
    if (!swarm)
        return NULL;
    swarm->events = *events;
    swarm->errands = -1;
    swarm->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
    list_init(&swarm->members);
    list_init(&swarm->gone);
    snprintf(swarm->host, sizeof swarm->host, "%s:%u", host, port);
    swarm->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (swarm->epoll >= 0 && inet_pton(AF_INET, host, &swarm->address.sin_addr) == 1)
        return swarm;
    swarm_destroy(swarm);
    return NULL;
}

static void free_member(struct swarm_member *member)
{
    if (member->file >= 0)
        close(member->file);
    list_remove(&member->node);
    frame_reader_fini(&member->reader);
    buffer_fini(&member->answer);
    buffer_fini(&member->out);
    buffer_fini(&member->early);
    free(member);
}

static void free_all(struct list *members)
{
    while (!list_is_empty(members))
        free_member(LIST_OWNER(members->next, struct swarm_member, node));
}

void swarm_destroy(struct swarm *swarm)
{
    if (!swarm)
        return;
    free_all(&swarm->members);
    free_all(&swarm->gone);
    if (swarm->epoll >= 0)
        close(swarm->epoll);
    if (swarm->errands >= 0)
        close(swarm->errands);
    free(swarm);
}

// Freed when nobody can be speaking to it any more: at the next turn.
static void end_member(struct swarm_member *member)
{
    struct swarm *swarm = member->swarm;
    if (member->ended)
        return;
    member->ended = true;
    close(member->file);
    member->file = -1;
    list_remove(&member->node);
    list_add(&swarm->gone, &member->node);
    if (swarm->events.closed)
        swarm->events.closed(member->context, member);
}

// ---- guests -----------------------------------------------------------------------------------

static int connect_to(const struct swarm *swarm, bool waits)
{
    const int on = 1;
    const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK), 0);
    if (file < 0)
        return -1;
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const struct sockaddr *address = (const struct sockaddr *)&swarm->address;
    if (!connect(file, address, sizeof swarm->address) || (!waits && errno == EINPROGRESS))
        return file;
    close(file);
    return -1;
}

/* The value of a header; NULL if there is none. */
static const char *find_header(const char *answer, const char *name)
{
    const size_t size = strlen(name);
    for (const char *line = answer; (line = strstr(line, "\r\n")); line += 2)
        if (!strncasecmp(line + 2, name, size) && line[2 + size] == ':')
            return line + 3 + size + strspn(line + 3 + size, " ");
    return NULL;
}

static bool is_whole(const char *answer, size_t size)
{
    const char *body = strstr(answer, "\r\n\r\n");
    const char *length = find_header(answer, "content-length");
    return body && size >= (size_t)(body + 4 - answer) + (length ? strtoul(length, NULL, 10) : 0);
}

static bool read_answer(int file, char *out, size_t size)
{
    size_t have = 0;
    do {
        const ssize_t got = read(file, out + have, size - 1 - have);
        if (got <= 0)
            return false;
        have += (size_t)got;
        out[have] = '\0';
    } while (!is_whole(out, have));
    return true;
}

static bool find_cookie(const char *answer, char *out, size_t size)
{
    const char *value = find_header(answer, "set-cookie");
    const size_t length = value ? strcspn(value, ";\r") : size;
    if (length >= size)
        return false;
    memcpy(out, value, length);
    out[length] = '\0';
    return true;
}

bool swarm_guest(struct swarm *swarm, char *out, size_t size)
{
    char request[REQUEST_MAX], answer[ANSWER_MAX];
    const int length = snprintf(request, sizeof request,
                                "POST /account/guest HTTP/1.1\r\nHost: %s\r\n"
                                "Content-Length: 0\r\n\r\n",
                                swarm->host);
    if (swarm->errands < 0)
        swarm->errands = connect_to(swarm, true);
    if (swarm->errands < 0)
        return false;
    if (write(swarm->errands, request, (size_t)length) == length &&
        read_answer(swarm->errands, answer, sizeof answer))
        return find_cookie(answer, out, size);
    close(swarm->errands);
    swarm->errands = -1;
    return false;
}

// ---- writing ----------------------------------------------------------------------------------

static void watch_file(struct swarm_member *member, bool writes, int operation)
{
    struct epoll_event event = {.events = EPOLLIN | (writes ? EPOLLOUT : 0), .data.ptr = member};
    member->waits_to_write = writes;
    epoll_ctl(member->swarm->epoll, operation, member->file, &event);
}

static void flush_member(struct swarm_member *member)
{
    size_t sent = 0;
    while (sent < member->out.size) {
        const ssize_t wrote =
            send(member->file, member->out.bytes + sent, member->out.size - sent, MSG_NOSIGNAL);
        if (wrote < 0)
            break;
        sent += (size_t)wrote;
    }
    const bool lost = sent < member->out.size && errno != EAGAIN && errno != EINPROGRESS;
    memmove(member->out.bytes, member->out.bytes + sent, member->out.size - sent);
    member->out.size -= sent;
    if (!member->out.size)
        buffer_fini(&member->out); // thousands of them: memory is kept by none
    if (lost)
        end_member(member);
    else if (member->waits_to_write != (member->out.size > 0))
        watch_file(member, member->out.size > 0, EPOLL_CTL_MOD);
}

/* A frame of a client is masked; any mask will do where nobody looks on. */
static void put_frame(struct buffer *out, enum frame_opcode opcode, const char *bytes, size_t size)
{
    static const char mask[MASK_SIZE] = {0x37, 0x1a, 0x55, 0x0c};
    uint8_t head[FRAME_HEAD_MAX];
    const size_t head_size = frame_head(opcode, size, head);
    head[1] |= 0x80;
    buffer_add(out, head, head_size);
    buffer_add(out, mask, sizeof mask);
    const size_t start = out->size;
    buffer_add(out, bytes, size);
    for (size_t i = 0; i < size && !out->failed; i++)
        out->bytes[start + i] = (char)(out->bytes[start + i] ^ mask[i % MASK_SIZE]);
}

static void send_frame(struct swarm_member *member, enum frame_opcode opcode, const char *bytes,
                       size_t size)
{
    if (member->ended)
        return;
    put_frame(member->open ? &member->out : &member->early, opcode, bytes, size);
    if (member->open && !member->waits_to_write)
        flush_member(member);
}

void swarm_send(struct swarm_member *member, const char *bytes, size_t size)
{
    send_frame(member, FRAME_TEXT, bytes, size);
}

// ---- reading ----------------------------------------------------------------------------------

static bool take_message(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct swarm_member *member = context;
    if (opcode == FRAME_TEXT)
        member->swarm->events.message(member->context, member, bytes, size);
    else if (opcode == FRAME_PING)
        send_frame(member, FRAME_PONG, bytes, size);
    else if (opcode == FRAME_CLOSE)
        end_member(member);
    return !member->ended;
}

static void take_frames(struct swarm_member *member, char *bytes, size_t size)
{
    const struct frame_visitor visitor = {.context = member, .message = take_message};
    if (size && frame_reader_take(&member->reader, bytes, size, &visitor) && !member->ended)
        end_member(member);
}

/* The answer to the handshake; frames may follow it at once. */
static void take_answer(struct swarm_member *member, const char *bytes, size_t size)
{
    buffer_add(&member->answer, bytes, size);
    const char *answer = buffer_end(&member->answer), *end = strstr(answer, "\r\n\r\n");
    if (!end && member->answer.size < ANSWER_MAX)
        return;
    if (!end || !strstr(answer, " 101 ")) {
        end_member(member);
        return;
    }
    struct buffer taken = member->answer;
    member->answer = (struct buffer){0};
    member->open = true;
    buffer_add(&member->out, member->early.bytes, member->early.size);
    buffer_fini(&member->early);
    flush_member(member);
    if (!member->ended)
        take_frames(member, taken.bytes + (end + 4 - answer),
                    taken.size - (size_t)(end + 4 - answer));
    buffer_fini(&taken);
}

static void read_member(struct swarm_member *member)
{
    struct swarm *swarm = member->swarm;
    const ssize_t got = recv(member->file, swarm->bytes, sizeof swarm->bytes, 0);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        end_member(member);
    else if (member->open)
        take_frames(member, swarm->bytes, (size_t)got);
    else
        take_answer(member, swarm->bytes, (size_t)got);
}

struct swarm_member *swarm_join(struct swarm *swarm, const char *cookie, void *context)
{
    struct swarm_member *member = calloc(1, sizeof *member);
    if (!member)
        return NULL;
    member->swarm = swarm;
    member->context = context;
    list_add(&swarm->members, &member->node);
    frame_reader_init(&member->reader, MESSAGE_MAX, false);
    member->file = connect_to(swarm, false);
    if (member->file < 0) {
        free_member(member);
        return NULL;
    }
    char request[REQUEST_MAX];
    const int size = snprintf(
        request, sizeof request,
        "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s\r\n",
        swarm->host, *cookie ? "Cookie: " : "", cookie, *cookie ? "\r\n" : "");
    buffer_add(&member->out, request, (size_t)size);
    watch_file(member, true, EPOLL_CTL_ADD);
    return member;
}

void swarm_turn(struct swarm *swarm, int timeout_ms)
{
    struct epoll_event events[EVENTS_MAX];
    const int count = epoll_wait(swarm->epoll, events, EVENTS_MAX, timeout_ms);
    for (int i = 0; i < count; i++) {
        struct swarm_member *member = events[i].data.ptr;
        if (!member->ended && events[i].events & EPOLLOUT)
            flush_member(member);
        if (!member->ended && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            read_member(member);
    }
    free_all(&swarm->gone);
}
