/* SPDX-License-Identifier: MIT */
#include "support/hall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/moves.h"

static void draw(void *context, void *out, size_t size)
{
    struct hall *hall = context;
    unsigned char *bytes = out;
    for (size_t i = 0; i < size; i++) {
        hall->chance = hall->chance * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(hall->chance >> 56);
    }
}

static bool take_work(void *context, struct work *work)
{
    struct hall *hall = context;
    work->next = NULL;
    struct work **last = &hall->works;
    while (*last)
        last = &(*last)->next;
    *last = work;
    return true;
}

static bool take_thought(void *context, struct move_search *search)
{
    struct hall *hall = context;
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = &search->positions[search->count - 1];
    search->best = rk_moves_list(pos, moves) ? moves[0] : RK_NO_MOVE;
    search->context = hall->thoughts;
    hall->thoughts = search;
    return true;
}

/* A thought that is done may lead to another. */
static void end_thought(struct hall *hall)
{
    struct move_search *search = hall->thoughts;
    if (!search)
        return;
    hall->thoughts = search->context;
    search->done(search);
}

static void start(struct hall *hall)
{
    struct server_config config = server_config_default();
    config.public_url = "http://hall.test";
    config.hash_ops = 1;
    config.hash_mib = 1;
    const struct server_env env = {
        .context = hall, .random = draw, .queue_work = take_work, .search_move = take_thought};
    assert_int_equal(server_create(&config, &env, hall->store, hall->bus, hall->now, &hall->server),
                     0);
    hall_wait(hall, 0);
    assert_true(server_ready(hall->server));
}

void hall_open(struct hall *hall)
{
    *hall = (struct hall){.now = 1700000000000, .chance = 42};
    char why[200] = "";
    const struct store_options options = {.url = "memory:", .inline_jobs = true};
    assert_int_equal(store_open(&options, &hall->store, why, sizeof why), 0);
    assert_int_equal(bus_open_local(&hall->bus), 0);
    start(hall);
}

static void end_server(struct hall *hall)
{
    for (struct work *work; (work = hall->works);) {
        hall->works = work->next;
        work->run(work);
        work->done(work);
    }
    server_destroy(hall->server);
    hall->server = NULL;
    while (hall->thoughts)
        end_thought(hall);
}

void hall_close(struct hall *hall)
{
    end_server(hall);
    store_close(hall->store);
    bus_close(hall->bus);
}

void hall_crash(struct hall *hall, int64_t down_ms)
{
    end_server(hall);
    hall->now += down_ms;
    start(hall);
}

// Hashing and the like is done at once; what comes of it may want more of it.
static void do_all(struct hall *hall)
{
    int64_t next = server_advance(hall->server, hall->now);
    for (int turns = 0; turns < 1000 && (hall->works || hall->thoughts || next <= hall->now);
         turns++) {
        end_thought(hall);
        struct work *work = hall->works;
        if (work) {
            hall->works = work->next;
            work->run(work);
            work->done(work);
        }
        next = server_advance(hall->server, hall->now);
    }
}

void hall_wait(struct hall *hall, int64_t ms)
{
    const int64_t until = hall->now + ms;
    do_all(hall);
    for (;;) {
        const int64_t next = server_advance(hall->server, hall->now);
        if (next > until)
            break;
        hall->now = next > hall->now ? next : hall->now + 1;
        do_all(hall);
    }
    hall->now = until;
    do_all(hall);
}

// ---- HTTP -------------------------------------------------------------------------------------

struct answering {
    struct transport transport;
    struct visit visit;
    bool streams, ended;
};

static struct answering *answering_of(struct transport *transport)
{
    return LIST_OWNER(transport, struct answering, transport);
}

static void append(struct visit *visit, const char *bytes, size_t size)
{
    const size_t length = strlen(visit->body);
    if (length + size < sizeof visit->body)
        memcpy(visit->body + length, bytes, size);
}

static void take_answer(struct transport *transport, const struct response *answer)
{
    struct answering *answering = answering_of(transport);
    assert_int_equal(answering->visit.status, 0);
    answering->visit.status = answer->status;
    answering->streams = answer->stream;
    answering->ended = !answer->stream;
    if (answer->body)
        append(&answering->visit, answer->body, answer->body_size);
    const char *cookie = answer->headers ? strstr(answer->headers, "Set-Cookie: ") : NULL;
    if (cookie)
        sscanf(cookie, "Set-Cookie: %250[^;]", answering->visit.cookie);
}

static void take_piece(struct transport *transport, struct frame *frame)
{
    append(&answering_of(transport)->visit, frame->bytes, frame->size);
}

static void ignore_ping(struct transport *transport)
{
    (void)transport;
}

static void take_end(struct transport *transport, unsigned code, const char *reason)
{
    (void)code;
    (void)reason;
    answering_of(transport)->ended = true;
}

static size_t nothing_waits(const struct transport *transport)
{
    (void)transport;
    return 0;
}

static const struct transport_ops answering_ops = {.respond = take_answer,
                                                   .send = take_piece,
                                                   .ping = ignore_ping,
                                                   .close = take_end,
                                                   .buffered = nothing_waits};

static struct request request_of(enum method method, const char *path, const char *who,
                                 const char *body)
{
    const bool token = who && !strncmp(who, "Bearer", 6);
    const char *type = !body            ? ""
                       : body[0] == '{' ? "application/json"
                                        : "application/x-www-form-urlencoded";
    return (struct request){.method = method,
                            .path = path,
                            .query = "",
                            .authorization = token ? who : "",
                            .cookie = who && !token ? who : "",
                            .accept = "*/*",
                            .content_type = type,
                            .user_agent = "test",
                            .origin = "",
                            .host = "hall.test",
                            .address = "192.0.2.7",
                            .body = body ? body : "",
                            .body_size = body ? strlen(body) : 0};
}

struct visit hall_request(struct hall *hall, enum method method, const char *path, const char *who,
                          const char *body)
{
    struct answering answering = {.transport = {&answering_ops}};
    char plain[1024];
    snprintf(plain, sizeof plain, "%s", path);
    struct request request = request_of(method, plain, who, body);
    char *query = strchr(plain, '?');
    if (query) {
        *query = '\0';
        request.query = query + 1;
    }
    struct exchange *exchange =
        server_request(hall->server, &request, &answering.transport, hall->now);
    hall_wait(hall, 0);
    if (!answering.ended)
        server_request_gone(exchange, hall->now);
    return answering.visit;
}

// ---- WebSockets -------------------------------------------------------------------------------

static struct visitor *visitor_of(struct transport *transport)
{
    return LIST_OWNER(transport, struct visitor, transport);
}

static void refuse_visitor(struct transport *transport, const struct response *answer)
{
    struct visitor *visitor = visitor_of(transport);
    assert_false(visitor->accepted);
    visitor->ended = answer->status;
    visitor->socket = NULL;
    snprintf(visitor->refusal, sizeof visitor->refusal, "%s%.*s",
             answer->headers ? answer->headers : "", (int)answer->body_size, answer->body);
}

static void accept_visitor(struct transport *transport)
{
    visitor_of(transport)->accepted = true;
}

static void tell_visitor(struct transport *transport, struct frame *frame)
{
    struct visitor *visitor = visitor_of(transport);
    assert_true(visitor->accepted && visitor->count < HEARD_MAX);
    char *text = malloc(frame->size + 1);
    assert_non_null(text);
    memcpy(text, frame->bytes, frame->size);
    text[frame->size] = '\0';
    visitor->heard[visitor->count++] = text;
}

static void end_visitor(struct transport *transport, unsigned code, const char *reason)
{
    (void)reason;
    visitor_of(transport)->ended = code;
    visitor_of(transport)->socket = NULL;
}

static size_t visitor_waiting(const struct transport *transport)
{
    return LIST_OWNER(transport, const struct visitor, transport)->waiting;
}

static const struct transport_ops visitor_ops = {.respond = refuse_visitor,
                                                 .accept = accept_visitor,
                                                 .send = tell_visitor,
                                                 .ping = ignore_ping,
                                                 .close = end_visitor,
                                                 .buffered = visitor_waiting};

void visitor_connect(struct visitor *visitor, struct hall *hall, const char *who)
{
    *visitor = (struct visitor){.transport = {&visitor_ops}, .hall = hall};
    const struct request request = request_of(METHOD_GET, "/ws", who, NULL);
    struct socket *socket = server_socket(hall->server, &request, &visitor->transport, hall->now);
    visitor->socket = visitor->ended ? NULL : socket; // who is known may be put out at once
    hall_wait(hall, 0);
}

void visitor_leave(struct visitor *visitor)
{
    if (visitor->socket)
        server_socket_gone(visitor->socket, visitor->hall->now);
    visitor->socket = NULL;
    for (size_t i = 0; i < visitor->count; i++)
        free(visitor->heard[i]);
    visitor->count = visitor->read = 0;
}

void visitor_send(struct visitor *visitor, const char *json)
{
    assert_non_null(visitor->socket);
    server_socket_message(visitor->socket, json, strlen(json), visitor->hall->now);
    hall_wait(visitor->hall, 0);
}

static bool is_named(const char *message, const char *name)
{
    return !strcmp(heard_field(message, "t"), name);
}

const char *visitor_hear(struct visitor *visitor, const char *name)
{
    while (visitor->read < visitor->count) {
        const char *message = visitor->heard[visitor->read++];
        if (is_named(message, name))
            return message;
    }
    fail_msg("nothing called %s was heard", name);
    return "";
}

bool visitor_has(const struct visitor *visitor, const char *name)
{
    for (size_t i = visitor->read; i < visitor->count; i++)
        if (is_named(visitor->heard[i], name))
            return true;
    return false;
}

void visitor_forget(struct visitor *visitor)
{
    visitor->read = visitor->count;
}

const char *heard_field(const char *message, const char *field)
{
    static char value[8192];
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", field);
    const char *at = strstr(message, key);
    value[0] = '\0';
    if (!at)
        return value;
    at += strlen(key);
    if (*at == '"')
        sscanf(at, "\"%8190[^\"]", value);
    else
        sscanf(at, "%8190[^,}]", value);
    return value;
}
