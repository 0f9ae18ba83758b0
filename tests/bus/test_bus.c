/* SPDX-License-Identifier: MIT */
/* The bus of one process, and what a receiver may do to it. */
#include "bus/bus.h"

#include <string.h>

#include "support/board.h"

struct ear {
    struct bus *bus;
    struct bus_subscription *own, *other; /* ended at the first message, if set */
    struct ear *opens;                    /* subscribed to the same subject at the first message */
    unsigned heard;
    char last[32], subject[32];
};

static void hear(void *context, const char *subject, const void *bytes, size_t size)
{
    struct ear *ear = context;
    ear->heard++;
    assert_true(size < sizeof ear->last && strlen(subject) < sizeof ear->subject);
    memcpy(ear->last, bytes, size);
    ear->last[size] = '\0';
    strcpy(ear->subject, subject);
    bus_unsubscribe(ear->bus, ear->other);
    bus_unsubscribe(ear->bus, ear->own);
    ear->own = ear->other = NULL;
    struct ear *opens = ear->opens;
    ear->opens = NULL;
    if (opens)
        assert_non_null(bus_subscribe(ear->bus, subject, hear, opens));
}

static struct bus_subscription *listen(struct bus *bus, const char *subject, struct ear *ear)
{
    ear->bus = bus;
    struct bus_subscription *subscription = bus_subscribe(bus, subject, hear, ear);
    assert_non_null(subscription);
    return subscription;
}

static struct bus *open_bus(void)
{
    struct bus *bus = NULL;
    assert_int_equal(bus_open_local(&bus), RK_OK);
    return bus;
}

static void say(struct bus *bus, const char *subject, const char *text)
{
    bus_publish(bus, subject, text, strlen(text));
}

static void those_who_subscribed_receive_at_once(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear one = {0}, two = {0}, elsewhere = {0};
    listen(bus, "game.a", &one);
    listen(bus, "game.a", &two);
    listen(bus, "game.b", &elsewhere);
    say(bus, "game.a", "e4");
    say(bus, "game.nobody", "lost");
    assert_string_equal(one.last, "e4");
    assert_string_equal(two.subject, "game.a");
    assert_int_equal(elsewhere.heard, 0);
    bus_poll(bus);
    assert_int_equal(one.heard, 1);
    bus_close(bus);
}

static void nothing_is_received_after_the_end(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear ear = {0};
    struct bus_subscription *subscription = listen(bus, "game.a", &ear);
    bus_unsubscribe(bus, subscription);
    bus_unsubscribe(bus, NULL);
    say(bus, "game.a", "e4");
    assert_int_equal(ear.heard, 0);
    listen(bus, "game.a", &ear);
    say(bus, "game.a", "d4");
    assert_string_equal(ear.last, "d4");
    bus_close(bus);
}

static void a_receiver_may_end_itself_and_the_next(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear first = {0}, second = {0}, third = {0};
    first.own = listen(bus, "s", &first);
    first.other = listen(bus, "s", &second);
    listen(bus, "s", &third);
    say(bus, "s", "1");
    say(bus, "s", "2");
    assert_int_equal(first.heard, 1);
    assert_int_equal(second.heard, 0);
    assert_int_equal(third.heard, 2);
    bus_close(bus);
}

static void a_receiver_may_end_one_that_has_received(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear first = {0}, second = {0};
    second.other = listen(bus, "s", &first);
    second.own = listen(bus, "s", &second);
    say(bus, "s", "1");
    say(bus, "s", "2");
    assert_int_equal(first.heard, 1);
    assert_int_equal(second.heard, 1);
    bus_close(bus);
}

static void who_subscribes_during_a_delivery_hears_the_next(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear late = {.bus = bus}, first = {.opens = &late};
    first.own = listen(bus, "s", &first);
    say(bus, "s", "1");
    assert_int_equal(late.heard, 0);
    say(bus, "s", "2");
    assert_string_equal(late.last, "2");
    assert_int_equal(first.heard, 1);
    bus_close(bus);
}

static void answer(void *context, const char *subject, const void *bytes, size_t size)
{
    (void)subject;
    struct bus *bus = context;
    if (size < 5)
        bus_publish(bus, "s", bytes, size + 1);
}

static void a_receiver_may_publish(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct ear ear = {0};
    assert_non_null(bus_subscribe(bus, "s", answer, bus));
    ear.own = listen(bus, "s", &ear);
    bus_publish(bus, "s", "abcde", 1);
    assert_int_equal(ear.heard, 1); // the innermost came first, and it ended itself
    assert_string_equal(ear.last, "abcde");
    bus_close(bus);
}

static void a_subject_that_is_too_long_is_refused(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    char subject[66];
    memset(subject, 'x', sizeof subject - 1);
    subject[65] = '\0';
    assert_null(bus_subscribe(bus, subject, hear, NULL));
    say(bus, subject, "lost");
    bus_close(bus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_who_subscribed_receive_at_once),
        cmocka_unit_test(nothing_is_received_after_the_end),
        cmocka_unit_test(a_receiver_may_end_itself_and_the_next),
        cmocka_unit_test(a_receiver_may_end_one_that_has_received),
        cmocka_unit_test(who_subscribes_during_a_delivery_hears_the_next),
        cmocka_unit_test(a_receiver_may_publish),
        cmocka_unit_test(a_subject_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests_name("bus", tests, NULL, NULL);
}
