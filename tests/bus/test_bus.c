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
    uint32_t age_ms;
    bool has_reply;
    struct bus_reply_to reply_to;
    char last[32], subject[32];
};

static void on_message(void *context, const struct bus_message *message)
{
    struct subscriber *subscriber = context;
    const char *subject = message->subject;
    subscriber->received++;
    assert_true(message->size < sizeof subscriber->last &&
                strlen(subject) < sizeof subscriber->subject);
    memcpy(subscriber->last, message->bytes, message->size);
    subscriber->last[message->size] = '\0';
    subscriber->age_ms = message->age_ms;
    subscriber->has_reply = message->reply_to;
    if (message->reply_to)
        subscriber->reply_to = *message->reply_to;
    strcpy(subscriber->subject, subject);
    bus_unsubscribe(subscriber->bus, subscriber->other);
    bus_unsubscribe(subscriber->bus, subscriber->own);
    subscriber->own = subscriber->other = NULL;
    struct subscriber *opens = subscriber->opens;
    subscriber->opens = NULL;
    if (opens)
        assert_non_null(bus_subscribe(subscriber->bus, subject, NULL, on_message, opens));
}

static struct bus_subscription *subscribe(struct bus *bus, const char *subject,
                                          struct subscriber *subscriber)
{
    subscriber->bus = bus;
    struct bus_subscription *subscription =
        bus_subscribe(bus, subject, NULL, on_message, subscriber);
    assert_non_null(subscription);
    return subscription;
}

static struct bus *open_bus(void)
{
    struct bus *bus = NULL;
    char why[64];
    assert_int_equal(bus_open(&(struct bus_options){0}, &bus, why, sizeof why), RK_OK);
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
    bus_poll(bus, 0);
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

static void publish_longer(void *context, const struct bus_message *message)
{
    struct bus *bus = context;
    if (message->size < 5)
        bus_publish(bus, "s", message->bytes, message->size + 1);
}

static void a_callback_can_publish(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber subscriber = {0};
    assert_non_null(bus_subscribe(bus, "s", NULL, publish_longer, bus));
    subscriber.own = subscribe(bus, "s", &subscriber);
    bus_publish(bus, "s", "abcde", 1);
    assert_int_equal(subscriber.received,
                     1); // the innermost delivery was first, and it unsubscribed
    assert_string_equal(subscriber.last, "abcde");
    bus_close(bus);
}

static void subjects_that_break_the_rules_are_refused(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    char subject[66];
    memset(subject, 'x', sizeof subject - 1);
    subject[65] = '\0';
    const char *const wrong[] = {"",    ".", "a.",  ".a",       "a..b", "a b",
                                 "a.*", ">", "a\n", "\xc3\xa9", subject};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(bus_subscribe(bus, wrong[i], NULL, on_message, NULL));
        assert_null(bus_subscribe(bus, "a", wrong[i], on_message, NULL));
        publish_text(bus, wrong[i], "lost");
    }
    assert_true(bus_subject_is_valid("user.~guest-1_x"));
    assert_int_equal(bus_stats(bus).dropped, sizeof wrong / sizeof *wrong);
    bus_close(bus);
}

static void a_message_that_is_too_large_is_dropped(void **state)
{
    (void)state;
    static char bytes[BUS_PAYLOAD_MAX + 1];
    struct bus *bus = open_bus();
    struct subscriber subscriber = {0};
    subscribe(bus, "s", &subscriber);
    bus_publish(bus, "s", bytes, sizeof bytes);
    assert_null(bus_request(
        bus, &(struct bus_request){.subject = "s", .bytes = bytes, .size = sizeof bytes}));
    assert_int_equal(subscriber.received, 0);
    assert_int_equal(bus_stats(bus).dropped, 2);
    bus_close(bus);
}

// ---- groups ----------------------------------------------------------------------------------

static void one_member_of_a_group_gets_each_message_in_turn(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber all = {0}, members[2] = {{.bus = bus}, {.bus = bus}};
    subscribe(bus, "think", &all);
    for (size_t i = 0; i < 2; i++)
        assert_non_null(bus_subscribe(bus, "think", "workers", on_message, &members[i]));
    for (int i = 0; i < 4; i++)
        publish_text(bus, "think", "position");
    assert_int_equal(all.received, 4);
    assert_int_equal(members[0].received, 2);
    assert_int_equal(members[1].received, 2);
    assert_null(bus_subscribe(bus, "think", "others", on_message, &all));
    bus_close(bus);
}

static void a_member_can_leave_while_it_is_called(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber first = {.bus = bus}, second = {.bus = bus};
    first.own = bus_subscribe(bus, "think", "workers", on_message, &first);
    bus_subscribe(bus, "think", "workers", on_message, &second);
    for (int i = 0; i < 3; i++)
        publish_text(bus, "think", "position");
    assert_int_equal(first.received, 1);
    assert_int_equal(second.received, 2);
    bus_close(bus);
}

// ---- requests --------------------------------------------------------------------------------

struct caller {
    unsigned replies, ends;
    enum bus_outcome outcome;
    char last[32];
};

static void on_reply(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct caller *caller = context;
    caller->outcome = outcome;
    if (outcome != BUS_REPLIED) {
        assert_null(bytes);
        caller->ends++;
        return;
    }
    caller->replies++;
    assert_true(size < sizeof caller->last);
    memcpy(caller->last, bytes, size);
    caller->last[size] = '\0';
}

static struct bus_call *request_text(struct bus *bus, const char *subject, const char *text,
                                     int64_t deadline, struct caller *caller)
{
    *caller = (struct caller){0};
    return bus_request(bus, &(struct bus_request){.subject = subject,
                                                  .bytes = text,
                                                  .size = strlen(text),
                                                  .age_ms = 7,
                                                  .deadline = deadline,
                                                  .callback = on_reply,
                                                  .context = caller});
}

static void a_request_is_answered_by_a_later_poll(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber owner = {0};
    struct caller caller;
    subscribe(bus, "shard.1.do", &owner);
    assert_non_null(request_text(bus, "shard.1.do", "e2e4", 1500, &caller));
    assert_int_equal(owner.received, 0);
    assert_int_equal(bus_poll(bus, 0), 1500);
    assert_string_equal(owner.last, "e2e4");
    assert_int_equal(owner.age_ms, 7);
    bus_reply(bus, &owner.reply_to, "done", 4);
    assert_int_equal(caller.replies, 0);
    assert_int_equal(bus_poll(bus, 1), INT64_MAX);
    assert_string_equal(caller.last, "done");
    bus_reply(bus, &owner.reply_to, "again", 5);
    bus_poll(bus, 2000);
    assert_int_equal(caller.replies, 1);
    assert_int_equal(caller.ends, 0);
    bus_close(bus);
}

static void reply_at_once(void *context, const struct bus_message *message)
{
    bus_reply(context, message->reply_to, message->bytes, message->size);
}

static void an_answer_that_is_ready_comes_in_the_same_poll(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct caller caller;
    bus_subscribe(bus, "echo", NULL, reply_at_once, bus);
    request_text(bus, "echo", "hello", 10, &caller);
    bus_poll(bus, 0);
    assert_string_equal(caller.last, "hello");
    bus_close(bus);
}

static void a_request_without_an_answer_times_out_at_its_deadline(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct subscriber silent = {0};
    struct caller slow, fast;
    subscribe(bus, "s", &silent);
    request_text(bus, "s", "a", 1500, &slow);
    request_text(bus, "s", "b", 200, &fast);
    assert_int_equal(bus_poll(bus, 199), 200);
    assert_int_equal(fast.ends, 0);
    assert_int_equal(bus_poll(bus, 200), 1500);
    assert_int_equal(fast.ends, 1);
    assert_int_equal(fast.outcome, BUS_TIMED_OUT);
    assert_int_equal(bus_poll(bus, 1500), INT64_MAX);
    assert_int_equal(slow.ends, 1);
    assert_int_equal(bus_stats(bus).timed_out, 2);
    bus_reply(bus, &silent.reply_to, "late", 4);
    bus_poll(bus, 1501);
    assert_int_equal(slow.replies + fast.replies, 0);
    bus_close(bus);
}

static void a_request_that_nobody_subscribes_to_is_not_delivered(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct caller caller;
    request_text(bus, "nobody", "?", 1500, &caller);
    assert_int_equal(caller.ends, 0);
    bus_poll(bus, 0);
    assert_int_equal(caller.ends, 1);
    assert_int_equal(caller.outcome, BUS_NOT_DELIVERED);
    bus_close(bus);
}

static void a_cancelled_request_is_never_answered(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct caller caller;
    bus_subscribe(bus, "echo", NULL, reply_at_once, bus);
    bus_cancel(bus, request_text(bus, "echo", "hello", 10, &caller));
    bus_cancel(bus, NULL);
    bus_poll(bus, 10);
    assert_int_equal(caller.replies + caller.ends, 0);
    bus_close(bus);
}

static void a_request_can_gather_several_answers(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    struct caller caller = {0};
    for (int i = 0; i < 3; i++)
        bus_subscribe(bus, "games", NULL, reply_at_once, bus);
    bus_request(bus, &(struct bus_request){.subject = "games",
                                           .bytes = "?",
                                           .size = 1,
                                           .deadline = 200,
                                           .gathers = true,
                                           .callback = on_reply,
                                           .context = &caller});
    bus_poll(bus, 0);
    assert_int_equal(caller.replies, 3);
    assert_int_equal(caller.ends, 0);
    bus_poll(bus, 200);
    assert_int_equal(caller.ends, 1);
    bus_close(bus);
}

static void count_wake(void *context)
{
    ++*(unsigned *)context;
}

static void a_request_wakes_the_poll_once(void **state)
{
    (void)state;
    struct bus *bus = NULL;
    struct caller callers[2];
    unsigned wakes = 0;
    char why[64];
    const struct bus_options options = {.wake = count_wake, .loop = &wakes};
    assert_int_equal(bus_open(&options, &bus, why, sizeof why), RK_OK);
    bus_subscribe(bus, "echo", NULL, reply_at_once, bus);
    request_text(bus, "echo", "1", 10, &callers[0]);
    request_text(bus, "echo", "2", 10, &callers[1]);
    assert_int_equal(wakes, 1);
    bus_poll(bus, 0);
    assert_int_equal(wakes, 1);
    assert_string_equal(callers[1].last, "2");
    bus_close(bus);
}

// ---- opening ---------------------------------------------------------------------------------

static void a_bus_within_the_process_is_always_connected(void **state)
{
    (void)state;
    struct bus *bus = open_bus();
    assert_true(bus_stats(bus).connected);
    assert_false(bus_has_peers(bus));
    bus_close(bus);
}

static void an_invalid_address_is_refused_in_words(void **state)
{
    (void)state;
    struct bus *bus;
    const char *const wrong[] = {
        "",           "nats://",   "http://a",         "nats://a:0", "nats://a:99999",
        "nats://a b", "nats://a,", "nats://u:secret@", "nats://a/b", "nats://[::1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char why[256] = "";
        const struct bus_options options = {.url = wrong[i]};
        assert_int_not_equal(bus_open(&options, &bus, why, sizeof why), RK_OK);
        assert_true(*why);
        assert_null(strstr(why, "secret"));
    }
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
        cmocka_unit_test(subjects_that_break_the_rules_are_refused),
        cmocka_unit_test(a_message_that_is_too_large_is_dropped),
        cmocka_unit_test(one_member_of_a_group_gets_each_message_in_turn),
        cmocka_unit_test(a_member_can_leave_while_it_is_called),
        cmocka_unit_test(a_request_is_answered_by_a_later_poll),
        cmocka_unit_test(an_answer_that_is_ready_comes_in_the_same_poll),
        cmocka_unit_test(a_request_without_an_answer_times_out_at_its_deadline),
        cmocka_unit_test(a_request_that_nobody_subscribes_to_is_not_delivered),
        cmocka_unit_test(a_cancelled_request_is_never_answered),
        cmocka_unit_test(a_request_can_gather_several_answers),
        cmocka_unit_test(a_request_wakes_the_poll_once),
        cmocka_unit_test(a_bus_within_the_process_is_always_connected),
        cmocka_unit_test(an_invalid_address_is_refused_in_words),
    };
    return cmocka_run_group_tests_name("bus", tests, NULL, NULL);
}
