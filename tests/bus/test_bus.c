/* SPDX-License-Identifier: MIT */
/* The bus within one process, and what callbacks can do to it. */
#include "bus/bus.h"

#include <string.h>

#include "support/board.h"

struct subscriber {
    struct bus *bus;
    struct bus_subscription *own, *other; /* ended at the first message, if set */
    struct subscriber *opens;             /* subscribed to the same subject at the first message */
    unsigned received;
    char last[32], subject[32];
};

static void on_message(void *context, const char *subject, const void *bytes, size_t size)
{
    struct subscriber *subscriber = context;
    subscriber->received++;
    assert_true(size < sizeof subscriber->last && strlen(subject) < sizeof subscriber->subject);
    memcpy(subscriber->last, bytes, size);
    subscriber->last[size] = '\0';
    strcpy(subscriber->subject, subject);
    bus_unsubscribe(subscriber->bus, subscriber->other);
    bus_unsubscribe(subscriber->bus, subscriber->own);
    subscriber->own = subscriber->other = NULL;
    struct subscriber *opens = subscriber->opens;
    subscriber->opens = NULL;
    if (opens)
        assert_non_null(bus_subscribe(subscriber->bus, subject, on_message, opens));
}

static struct bus_subscription *subscribe(struct bus *bus, const char *subject,
                                          struct subscriber *subscriber)
{
    subscriber->bus = bus;
    struct bus_subscription *subscription = bus_subscribe(bus, subject, on_message, subscriber);
    assert_non_null(subscription);
    return subscription;
}

static struct bus *open_bus(void)
{
    struct bus *bus = NULL;
    assert_int_equal(bus_open_local(&bus), RK_OK);
    return bus;
}

static void publish_text(struct bus *bus, const char *subject, const char *text)
{
    bus_publish(bus, subject, text, strlen(text));
}

static void subscribers_receive_a_message_before_publish_returns(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber one = {0}, two = {0}, elsewhere = {0};
    subscribe(bus, "game.a", &one);
    subscribe(bus, "game.a", &two);
    subscribe(bus, "game.b", &elsewhere);
    publish_text(bus, "game.a", "e4");
    publish_text(bus, "game.nobody", "lost");
    assert_string_equal(one.last, "e4");
    assert_string_equal(two.subject, "game.a");
    assert_int_equal(elsewhere.received, 0);
    bus_poll(bus);
    assert_int_equal(one.received, 1);
    bus_close(bus);
}

static void nothing_is_received_after_unsubscribing(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber subscriber = {0};
    struct bus_subscription *subscription = subscribe(bus, "game.a", &subscriber);
    bus_unsubscribe(bus, subscription);
    bus_unsubscribe(bus, NULL);
    publish_text(bus, "game.a", "e4");
    assert_int_equal(subscriber.received, 0);
    subscribe(bus, "game.a", &subscriber);
    publish_text(bus, "game.a", "d4");
    assert_string_equal(subscriber.last, "d4");
    bus_close(bus);
}

static void a_callback_can_end_its_own_and_the_next_subscription(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber first = {0}, second = {0}, third = {0};
    first.own = subscribe(bus, "s", &first);
    first.other = subscribe(bus, "s", &second);
    subscribe(bus, "s", &third);
    publish_text(bus, "s", "1");
    publish_text(bus, "s", "2");
    assert_int_equal(first.received, 1);
    assert_int_equal(second.received, 0);
    assert_int_equal(third.received, 2);
    bus_close(bus);
}

static void a_callback_can_end_a_subscription_that_was_served(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber first = {0}, second = {0};
    second.other = subscribe(bus, "s", &first);
    second.own = subscribe(bus, "s", &second);
    publish_text(bus, "s", "1");
    publish_text(bus, "s", "2");
    assert_int_equal(first.received, 1);
    assert_int_equal(second.received, 1);
    bus_close(bus);
}

static void a_subscription_made_during_a_delivery_gets_the_next_message(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber late = {.bus = bus}, first = {.opens = &late};
    first.own = subscribe(bus, "s", &first);
    publish_text(bus, "s", "1");
    assert_int_equal(late.received, 0);
    publish_text(bus, "s", "2");
    assert_string_equal(late.last, "2");
    assert_int_equal(first.received, 1);
    bus_close(bus);
}

static void answer(void *context, const char *subject, const void *bytes, size_t size)
{
    (void)subject;
    struct bus *bus = context;
    if (size < 5)
        bus_publish(bus, "s", bytes, size + 1);
}

static void a_callback_can_publish(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber subscriber = {0};
    assert_non_null(bus_subscribe(bus, "s", answer, bus));
    subscriber.own = subscribe(bus, "s", &subscriber);
    bus_publish(bus, "s", "abcde", 1);
    assert_int_equal(subscriber.received,
                     1); // the innermost delivery was first, and it unsubscribed
    assert_string_equal(subscriber.last, "abcde");
    bus_close(bus);
}

static void a_subject_that_is_too_long_is_refused(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    char subject[66];
    memset(subject, 'x', sizeof subject - 1);
    subject[65] = '\0';
    assert_null(bus_subscribe(bus, subject, on_message, NULL));
    publish_text(bus, subject, "lost");
    bus_close(bus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subscribers_receive_a_message_before_publish_returns),
        cmocka_unit_test(nothing_is_received_after_unsubscribing),
        cmocka_unit_test(a_callback_can_end_its_own_and_the_next_subscription),
        cmocka_unit_test(a_callback_can_end_a_subscription_that_was_served),
        cmocka_unit_test(a_subscription_made_during_a_delivery_gets_the_next_message),
        cmocka_unit_test(a_callback_can_publish),
        cmocka_unit_test(a_subject_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests_name("bus", tests, NULL, NULL);
}
