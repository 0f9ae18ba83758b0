/* SPDX-License-Identifier: MIT */
/* When messages are written to NATS. The test is the server at the other end of the socket. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bus/bus.h"
#include "support/board.h"

enum { PATIENCE_MS = 60000, START = 1000, NOW = 5000 };

struct fixture {
    struct bus *bus;
    struct bus_watch watch;
    int listener, server;
    char received[4096];
    size_t received_size;
};

static void on_watch(void *loop, const struct bus_watch *watch)
{
    struct fixture *fixture = loop;
    fixture->watch = *watch;
}

// ---- the server ------------------------------------------------------------------------------

static void say(const struct fixture *fixture, const char *text)
{
    assert_int_equal(send(fixture->server, text, strlen(text), 0), strlen(text));
}

/* Reads once, if there is something within that time. */
static bool receive(struct fixture *fixture, int wait_ms)
{
    struct pollfd entry = {.fd = fixture->server, .events = POLLIN};
    if (poll(&entry, 1, wait_ms) != 1)
        return false;
    const ssize_t size = recv(fixture->server, fixture->received + fixture->received_size,
                              sizeof fixture->received - 1 - fixture->received_size, 0);
    assert_true(size > 0);
    for (ssize_t i = 0; i < size; i++) // of the envelopes
        if (!fixture->received[fixture->received_size + (size_t)i])
            fixture->received[fixture->received_size + (size_t)i] = '0';
    fixture->received_size += (size_t)size;
    fixture->received[fixture->received_size] = '\0';
    return true;
}

static void expect_text(struct fixture *fixture, const char *text)
{
    while (!strstr(fixture->received, text))
        assert_true(receive(fixture, PATIENCE_MS));
    fixture->received_size = 0;
    fixture->received[0] = '\0';
}

static void listen_on_loopback(struct fixture *fixture, char *url, size_t size)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    fixture->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fixture->listener, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(fixture->listener, 1), 0);
    assert_int_equal(getsockname(fixture->listener, (struct sockaddr *)&address, &length), 0);
    snprintf(url, size, "nats://127.0.0.1:%u", ntohs(address.sin_port));
}

// ---- the node --------------------------------------------------------------------------------

static void accept_node(struct fixture *fixture)
{
    fixture->server = accept(fixture->listener, NULL, NULL);
    assert_true(fixture->server >= 0);
    say(fixture, "INFO {}\r\n");
    expect_text(fixture, "PING\r\n");
    say(fixture, "PONG\r\n");
    while (fixture->watch.socket < 0) { // the thread that connects hands the socket over
        bus_poll(fixture->bus, START);
        poll(NULL, 0, 1);
    }
    bus_flush(fixture->bus, START);
    expect_text(fixture, "PING\r\n");
    say(fixture, "PONG\r\n");
    while (!bus_stats(fixture->bus).connected) {
        fixture->watch.ready(fixture->watch.context);
        bus_poll(fixture->bus, START);
    }
}

static int set_up(void **state)
{
    static struct fixture fixture;
    static const struct log log;
    char url[64], why[256];
    fixture = (struct fixture){.watch = {.socket = -1}};
    listen_on_loopback(&fixture, url, sizeof url);
    const struct bus_options options = {
        .url = url, .node = 1, .log = &log, .watch = on_watch, .loop = &fixture};
    assert_int_equal(bus_open(&options, &fixture.bus, why, sizeof why), RK_OK);
    accept_node(&fixture);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    const struct fixture *fixture = *state;
    if (fixture->bus)
        bus_close(fixture->bus);
    close(fixture->server);
    close(fixture->listener);
    return 0;
}

static void publish(const struct fixture *fixture, const char *subject)
{
    bus_publish(fixture->bus, subject, "x", 1);
}

// ---- tests -----------------------------------------------------------------------------------

static void the_first_message_after_a_pause_is_sent_at_once(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(bus_flush(fixture->bus, NOW), INT64_MAX);
    publish(fixture, "first");
    assert_int_equal(bus_flush(fixture->bus, NOW), INT64_MAX);
    expect_text(fixture, "PUB rookery.first 7\r\n");
}

static void messages_soon_after_others_are_sent_together(void **state)
{
    struct fixture *fixture = *state;
    publish(fixture, "first");
    bus_flush(fixture->bus, NOW);
    expect_text(fixture, "rookery.first");
    publish(fixture, "second");
    assert_int_equal(bus_flush(fixture->bus, NOW), NOW + 2);
    publish(fixture, "third");
    assert_int_equal(bus_flush(fixture->bus, NOW + 1), NOW + 2);
    assert_int_equal(bus_stats(fixture->bus).waiting, 2);
    assert_false(receive(fixture, 0));
    assert_int_equal(bus_flush(fixture->bus, NOW + 2), INT64_MAX);
    assert_true(receive(fixture, PATIENCE_MS));
    const char *second = strstr(fixture->received, "rookery.second");
    assert_non_null(second);
    assert_non_null(strstr(second, "rookery.third"));
}

static void waiting_messages_are_sent_when_the_bus_closes(void **state)
{
    struct fixture *fixture = *state;
    publish(fixture, "first");
    bus_flush(fixture->bus, NOW);
    publish(fixture, "last");
    bus_flush(fixture->bus, NOW);
    bus_close(fixture->bus);
    fixture->bus = NULL;
    expect_text(fixture, "rookery.last");
}

#define LINK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LINK_TEST(the_first_message_after_a_pause_is_sent_at_once),
        LINK_TEST(messages_soon_after_others_are_sent_together),
        LINK_TEST(waiting_messages_are_sent_when_the_bus_closes),
    };
    return cmocka_run_group_tests_name("nats link", tests, NULL, NULL);
}
