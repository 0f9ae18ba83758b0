/* SPDX-License-Identifier: MIT */
/* Buses that are connected, by the network of the tests: what it does to messages, and what a bus
 * makes of it. */
#include "support/fake_network.h"

#include <string.h>

#include "support/board.h"

enum { NODES = 3, MESSAGES = 1000, SEED = 7 };

struct fixture {
    struct fake_network network;
    struct bus *buses[NODES];
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fake_network_init(&fixture.network, SEED);
    for (size_t i = 0; i < NODES; i++)
        fixture.buses[i] = fake_network_open_bus(&fixture.network);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < NODES; i++)
        bus_close(fixture->buses[i]);
    return 0;
}

/* Lets time pass until nothing is under way, or until `until`. */
static void run_until(struct fixture *fixture, int64_t until)
{
    for (;;) {
        for (size_t i = 0; i < NODES; i++)
            bus_poll(fixture->buses[i], fixture->network.now);
        const int64_t next = fake_network_next(&fixture->network);
        if (next > until)
            break;
        if (next > fixture->network.now)
            fixture->network.now = next;
    }
    fixture->network.now = until;
    for (size_t i = 0; i < NODES; i++)
        bus_poll(fixture->buses[i], until);
}

/* Receives numbers and compares them with those before. */
struct receiver {
    struct bus *bus; /* that it replies on; NULL: it does not */
    unsigned received, duplicated, reordered, last;
    uint32_t age_ms;
};

static void on_number(void *context, const struct bus_message *message)
{
    struct receiver *receiver = context;
    unsigned number;
    assert_int_equal(message->size, sizeof number);
    memcpy(&number, message->bytes, sizeof number);
    receiver->received++;
    receiver->age_ms = message->age_ms;
    receiver->duplicated += number == receiver->last;
    receiver->reordered += number < receiver->last;
    receiver->last = number > receiver->last ? number : receiver->last;
    if (receiver->bus && message->reply_to)
        bus_reply(receiver->bus, message->reply_to, &number, sizeof number);
}

static void listen(struct fixture *fixture, size_t node, const char *group,
                   struct receiver *receiver)
{
    assert_non_null(bus_subscribe(fixture->buses[node], "s", group, on_number, receiver));
}

static void publish_numbers(struct fixture *fixture, size_t node)
{
    for (unsigned number = 1; number <= MESSAGES; number++) {
        bus_publish(fixture->buses[node], "s", &number, sizeof number);
        run_until(fixture, fixture->network.now + 1);
    }
    run_until(fixture, fixture->network.now + 10000);
}

// ---- publish and subscribe -------------------------------------------------------------------

static void a_good_network_delivers_once_and_in_order(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receivers[NODES] = {0};
    for (size_t i = 0; i < NODES; i++)
        listen(fixture, i, NULL, &receivers[i]);
    publish_numbers(fixture, 0);
    for (size_t i = 0; i < NODES; i++) {
        assert_int_equal(receivers[i].received, MESSAGES);
        assert_int_equal(receivers[i].duplicated + receivers[i].reordered, 0);
    }
}

static void a_bad_network_drops_duplicates_and_reorders(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receiver = {0};
    listen(fixture, 1, NULL, &receiver);
    fixture->network.faults = (struct fake_faults){
        .dropped = 100, .duplicated = 100, .delay_max_ms = 20, .reorders = true};
    publish_numbers(fixture, 0);
    const struct fake_network *network = &fixture->network;
    assert_in_range(network->dropped, 50, 200);
    assert_in_range(network->duplicated, 50, 200);
    assert_int_equal(receiver.received, MESSAGES - network->dropped + network->duplicated);
    assert_true(receiver.reordered > 0);
}

static void a_slow_network_keeps_the_order_of_a_sender(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receiver = {0};
    listen(fixture, 1, NULL, &receiver);
    fixture->network.faults = (struct fake_faults){.delay_min_ms = 5, .delay_max_ms = 500};
    publish_numbers(fixture, 0);
    assert_int_equal(receiver.received, MESSAGES);
    assert_int_equal(receiver.duplicated + receiver.reordered, 0);
}

static void the_same_seed_gives_the_same_run(void **state)
{
    uint64_t dropped[2];
    unsigned reordered[2];
    tear_down(state); // each run has a network of its own
    for (size_t i = 0; i < 2; i++) {
        void *again;
        set_up(&again);
        struct fixture *fixture = again;
        struct receiver receiver = {0};
        listen(fixture, 1, NULL, &receiver);
        fixture->network.faults =
            (struct fake_faults){.dropped = 300, .delay_max_ms = 9, .reorders = true};
        publish_numbers(fixture, 0);
        dropped[i] = fixture->network.dropped;
        reordered[i] = receiver.reordered;
        tear_down(&again);
    }
    assert_int_equal(dropped[0], dropped[1]);
    assert_int_equal(reordered[0], reordered[1]);
    set_up(state); // for the tear-down
}

static void nothing_comes_after_unsubscribing(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receiver = {0};
    const unsigned number = 1;
    struct bus_subscription *subscription =
        bus_subscribe(fixture->buses[1], "s", NULL, on_number, &receiver);
    fixture->network.faults.delay_min_ms = fixture->network.faults.delay_max_ms = 10;
    bus_publish(fixture->buses[0], "s", &number, sizeof number); // is under way
    bus_unsubscribe(fixture->buses[1], subscription);
    bus_publish(fixture->buses[0], "s", &number, sizeof number);
    run_until(fixture, 100);
    assert_int_equal(receiver.received, 0);
}

static void one_member_of_a_group_gets_a_message_on_whatever_node(void **state)
{
    struct fixture *fixture = *state;
    struct receiver members[NODES] = {0}, all = {0};
    listen(fixture, 1, "workers", &members[1]);
    listen(fixture, 2, "workers", &members[2]);
    listen(fixture, 2, NULL, &all);
    publish_numbers(fixture, 0);
    assert_int_equal(members[1].received + members[2].received, MESSAGES);
    assert_true(members[1].received > MESSAGES / 4 && members[2].received > MESSAGES / 4);
    assert_int_equal(all.received, MESSAGES);
}

static void a_member_on_the_senders_node_is_preferred_and_alone(void **state)
{
    struct fixture *fixture = *state;
    struct receiver members[NODES] = {0};
    for (size_t i = 0; i < NODES; i++)
        listen(fixture, i, "workers", &members[i]);
    publish_numbers(fixture, 1);
    assert_int_equal(members[1].received, MESSAGES);
    assert_int_equal(members[0].received + members[2].received, 0);
}

// ---- requests --------------------------------------------------------------------------------

struct caller {
    unsigned replies, timed_out, not_delivered;
};

static void on_reply(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct caller *caller = context;
    (void)bytes, (void)size;
    caller->replies += outcome == BUS_REPLIED;
    caller->timed_out += outcome == BUS_TIMED_OUT;
    caller->not_delivered += outcome == BUS_NOT_DELIVERED;
}

static void request_number(struct fixture *fixture, unsigned number, bool gathers,
                           struct caller *caller)
{
    assert_non_null(bus_request(fixture->buses[0],
                                &(struct bus_request){.subject = "s",
                                                      .bytes = &number,
                                                      .size = sizeof number,
                                                      .age_ms = 40,
                                                      .deadline = fixture->network.now + 1500,
                                                      .gathers = gathers,
                                                      .callback = on_reply,
                                                      .context = caller}));
}

static void a_request_is_answered_by_another_node_and_says_how_old_it_is(void **state)
{
    struct fixture *fixture = *state;
    struct receiver owner = {.bus = fixture->buses[1]};
    struct caller caller = {0};
    listen(fixture, 1, NULL, &owner);
    fixture->network.faults.delay_min_ms = fixture->network.faults.delay_max_ms = 3;
    request_number(fixture, 1, false, &caller);
    run_until(fixture, 5);
    assert_int_equal(caller.replies, 0);
    run_until(fixture, 6);
    assert_int_equal(caller.replies, 1);
    assert_int_equal(owner.age_ms, 40);
}

static void each_request_ends_once_over_a_bad_network(void **state)
{
    struct fixture *fixture = *state;
    struct receiver owner = {.bus = fixture->buses[1]};
    static struct caller callers[MESSAGES];
    struct caller sum = {0};
    memset(callers, 0, sizeof callers);
    listen(fixture, 1, NULL, &owner);
    fixture->network.faults = (struct fake_faults){
        .dropped = 100, .duplicated = 200, .delay_max_ms = 1000, .reorders = true};
    for (unsigned i = 0; i < MESSAGES; i++) {
        request_number(fixture, i, false, &callers[i]);
        run_until(fixture, fixture->network.now + 1);
    }
    run_until(fixture, fixture->network.now + 10000);
    for (unsigned i = 0; i < MESSAGES; i++) {
        assert_int_equal(callers[i].replies + callers[i].timed_out, 1);
        sum.replies += callers[i].replies;
    }
    assert_in_range(sum.replies, MESSAGES / 2, MESSAGES - 1);
    assert_int_equal(bus_stats(fixture->buses[0]).requests, 0);
}

static void a_request_that_nobody_wants_fails_at_once(void **state)
{
    struct fixture *fixture = *state;
    struct caller caller = {0};
    request_number(fixture, 1, false, &caller);
    run_until(fixture, 0);
    assert_int_equal(caller.not_delivered, 1);
}

static void a_request_can_gather_the_answers_of_all_nodes(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receivers[NODES] = {0};
    struct caller caller = {0};
    for (size_t i = 0; i < NODES; i++) {
        receivers[i].bus = fixture->buses[i];
        listen(fixture, i, NULL, &receivers[i]);
    }
    request_number(fixture, 1, true, &caller);
    run_until(fixture, 1499);
    assert_int_equal(caller.replies, NODES);
    assert_int_equal(caller.timed_out, 0);
    run_until(fixture, 1500);
    assert_int_equal(caller.timed_out, 1);
}

// ---- gaps ------------------------------------------------------------------------------------

struct gap_counter {
    struct bus_listener listener;
    unsigned count;
};

static void on_gap(struct bus_listener *listener)
{
    LIST_OWNER(listener, struct gap_counter, listener)->count++;
}

static void a_node_that_was_cut_off_is_notified_of_the_gap(void **state)
{
    struct fixture *fixture = *state;
    struct gap_counter counters[NODES] = {0};
    struct receiver receiver = {0};
    const unsigned number = 1;
    for (size_t i = 0; i < NODES; i++) {
        counters[i].listener.on_gap = on_gap;
        bus_listen(fixture->buses[i], &counters[i].listener);
    }
    listen(fixture, 1, NULL, &receiver);
    fake_network_cut(&fixture->network, 1);
    bus_publish(fixture->buses[0], "s", &number, sizeof number);
    run_until(fixture, 1000);
    assert_false(bus_stats(fixture->buses[1]).connected);
    assert_int_equal(receiver.received + counters[1].count, 0);
    fake_network_heal(&fixture->network, 1);
    run_until(fixture, 2000);
    assert_int_equal(counters[1].count, 1);
    assert_int_equal(counters[0].count + counters[2].count, 0);
    bus_publish(fixture->buses[0], "s", &number, sizeof number);
    run_until(fixture, 3000);
    assert_int_equal(receiver.received, 1);
    bus_unlisten(&counters[1].listener);
    fake_network_heal(&fixture->network, 1);
    run_until(fixture, 4000);
    assert_int_equal(counters[1].count, 1);
}

static void the_halves_of_a_split_network_do_not_hear_each_other(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receivers[NODES] = {0};
    const unsigned number = 1;
    for (size_t i = 0; i < NODES; i++)
        listen(fixture, i, NULL, &receivers[i]);
    fake_network_split(&fixture->network, 1 << 2);
    bus_publish(fixture->buses[0], "s", &number, sizeof number);
    run_until(fixture, 10);
    assert_int_equal(receivers[1].received, 1);
    assert_int_equal(receivers[2].received, 0);
    fake_network_split(&fixture->network, 0);
    bus_publish(fixture->buses[0], "s", &number, sizeof number);
    run_until(fixture, 20);
    assert_int_equal(receivers[2].received, 1);
}

static void a_message_of_another_version_is_dropped_and_counted(void **state)
{
    struct fixture *fixture = *state;
    struct receiver receiver = {0};
    listen(fixture, 1, NULL, &receiver);
    bus_receive(fixture->buses[1],
                &(struct bus_packet){.subject = "s", .bytes = "\2\0\0\0\0\0abcd", .size = 10});
    bus_receive(fixture->buses[1], &(struct bus_packet){.subject = "s", .bytes = "", .size = 0});
    assert_int_equal(receiver.received, 0);
    assert_int_equal(bus_stats(fixture->buses[1]).dropped, 2);
}

#define NETWORK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        NETWORK_TEST(a_good_network_delivers_once_and_in_order),
        NETWORK_TEST(a_bad_network_drops_duplicates_and_reorders),
        NETWORK_TEST(a_slow_network_keeps_the_order_of_a_sender),
        NETWORK_TEST(the_same_seed_gives_the_same_run),
        NETWORK_TEST(nothing_comes_after_unsubscribing),
        NETWORK_TEST(one_member_of_a_group_gets_a_message_on_whatever_node),
        NETWORK_TEST(a_member_on_the_senders_node_is_preferred_and_alone),
        NETWORK_TEST(a_request_is_answered_by_another_node_and_says_how_old_it_is),
        NETWORK_TEST(each_request_ends_once_over_a_bad_network),
        NETWORK_TEST(a_request_that_nobody_wants_fails_at_once),
        NETWORK_TEST(a_request_can_gather_the_answers_of_all_nodes),
        NETWORK_TEST(a_node_that_was_cut_off_is_notified_of_the_gap),
        NETWORK_TEST(the_halves_of_a_split_network_do_not_hear_each_other),
        NETWORK_TEST(a_message_of_another_version_is_dropped_and_counted),
    };
    return cmocka_run_group_tests_name("fake network", tests, NULL, NULL);
}
