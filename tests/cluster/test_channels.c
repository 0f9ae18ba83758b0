/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/channel_packet.h"
#include "cluster/channels.h"
#include "cluster/nodes.h"
#include "support/board.h"
#include "support/cluster.h"

static struct cluster cluster;

/* What a node has received. */
static struct received {
    unsigned count, broken;
    int last;
    bool in_order;
    size_t size;
} received[CLUSTER_NODES];

static size_t index_of(const struct server *server)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster.members[i].harness.server == server)
            return i;
    fail_msg("no such node");
    return 0;
}

static void on_message(struct server *server, uint64_t node, const char *bytes, size_t size)
{
    struct received *at = &received[index_of(server)];
    const int number = atoi(bytes);
    assert_true(nodes_is_alive(server, node));
    at->in_order &= number == at->last + 1;
    at->last = number;
    at->size = size;
    at->count++;
}

static void on_broken(struct server *server, uint64_t node)
{
    (void)node;
    received[index_of(server)].broken++;
}

static const struct channels_receiver receiver = {on_message, on_broken};

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    for (size_t i = 0; i < 2; i++) {
        channels_set_receiver(cluster.members[i].harness.server, &receiver);
        received[i] = (struct received){.in_order = true};
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

static uint64_t node_number(size_t index)
{
    return nodes_self(cluster.members[index].harness.server);
}

static void send_number(size_t from, size_t to, int number)
{
    char text[16];
    const int size = snprintf(text, sizeof text, "%d", number);
    channel_send(cluster.members[from].harness.server, node_number(to), text, (size_t)size + 1);
}

static void messages_come_once_and_in_order_over_a_bad_network(void **state)
{
    (void)state;
    cluster.network.faults = (struct fake_faults){
        .dropped = 200, .duplicated = 200, .delay_max_ms = 60, .reorders = true};
    for (int i = 1; i <= 40; i++) {
        send_number(0, 1, i);
        send_number(1, 0, i);
        cluster_wait(&cluster, 100);
    }
    cluster_wait(&cluster, 5 * SECOND);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(received[i].count, 40);
        assert_true(received[i].in_order);
        assert_int_equal(received[i].broken, 0);
        assert_int_equal(channel_unacked_bytes(cluster.members[i].harness.server, node_number(!i)),
                         0);
    }
}

static void a_long_message_comes_in_parts(void **state)
{
    (void)state;
    char *text = calloc(1, CHANNEL_MESSAGE_MAX);
    assert_non_null(text);
    text[0] = '1';
    cluster.network.faults = (struct fake_faults){.dropped = 100};
    channel_send(cluster.members[0].harness.server, node_number(1), text, CHANNEL_MESSAGE_MAX);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(received[1].count, 1);
    assert_int_equal(received[1].size, CHANNEL_MESSAGE_MAX);
    free(text);
}

static void a_message_that_is_too_long_breaks_the_channel(void **state)
{
    (void)state;
    char *text = calloc(1, CHANNEL_MESSAGE_MAX + 1);
    assert_non_null(text);
    channel_send(cluster.members[0].harness.server, node_number(1), text, CHANNEL_MESSAGE_MAX + 1);
    assert_int_equal(received[0].broken, 0); // nothing is called back at once
    cluster_wait(&cluster, 10);
    assert_true(received[0].broken); // twice, because the other end opens a new stream as well
    send_number(0, 1, 1);
    cluster_settle(&cluster);
    assert_int_equal(received[1].count, 1);
    free(text);
}

static void both_ends_learn_that_a_channel_was_broken(void **state)
{
    (void)state;
    send_number(0, 1, 1);
    cluster_settle(&cluster);
    fake_network_cut(&cluster.network, 1);
    send_number(0, 1, 2);
    cluster_wait(&cluster, 1400);
    assert_int_equal(received[0].broken, 0);
    cluster_wait(&cluster, 400);
    assert_int_equal(received[0].broken, 1);
    fake_network_heal(&cluster.network, 1);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(received[1].count, 1); // the second one is not carried out late
    send_number(0, 1, 3);
    cluster_settle(&cluster);
    assert_int_equal(received[1].broken, 1);
    assert_int_equal(received[1].last, 3);
}

static void a_node_that_leaves_breaks_its_channel(void **state)
{
    (void)state;
    send_number(0, 1, 1);
    cluster_settle(&cluster);
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND); // until its lease has ended
    assert_int_equal(received[0].broken, 1);
}

static void a_node_that_was_thought_dead_can_send_at_once(void **state)
{
    (void)state;
    send_number(0, 1, 1);
    send_number(1, 0, 1);
    cluster_settle(&cluster);
    for (int i = 0; i < 2; i++) {
        cluster.members[1].is_frozen = true;
        cluster_wait(&cluster, 6 * SECOND); // until its lease has ended
        cluster.members[1].is_frozen = false;
        cluster_wait(&cluster, 2 * SECOND);
    }
    const unsigned broken = received[1].broken;
    send_number(1, 0, 2);
    send_number(0, 1, 2);
    cluster_wait(&cluster, 2 * SECOND);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(received[i].last, 2);
    assert_int_equal(received[1].broken, broken);
}

static void publish(const struct channel_packet *packet)
{
    char subject[32];
    struct buffer bytes = {0};
    channel_packet_write(packet, &bytes);
    snprintf(subject, sizeof subject, "channel.%016llx", (unsigned long long)node_number(0));
    bus_publish(cluster.members[1].harness.bus, subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
    cluster_settle(&cluster);
}

static void packets_that_fit_nowhere_are_ignored(void **state)
{
    (void)state;
    struct channel_packet packet = {
        .node = node_number(1), .stream = 1000, .number = 1, .bytes = "1", .size = 2};
    publish(&packet);
    assert_int_equal(received[0].count, 1);
    const unsigned broken = received[0].broken; // the stream of before
    publish(&packet);                           // duplicated
    packet.number = 3;
    publish(&packet); // after a gap
    packet.stream = 2000;
    publish(&packet); // not the beginning of its stream
    packet.stream = 7;
    packet.number = 1;
    publish(&packet); // of an old stream
    packet.stream = 3000;
    packet.node = 12345;
    publish(&packet); // of nobody
    packet.node = node_number(0);
    publish(&packet); // of ourselves
    packet.node = node_number(1);
    packet.stream = 0;
    packet.acked_stream = 1;
    packet.acked_number = 99;
    publish(&packet); // confirms what was never sent
    assert_int_equal(received[0].count, 1);
    assert_int_equal(received[0].broken, broken);
}

static void what_is_no_packet_is_refused(void **state)
{
    (void)state;
    struct channel_packet packet;
    static const char *const wrong[] = {"", "\2\1\1\1\1\1", "\1\1\1\1\1", "\1\1\1\1\1\1\2",
                                        "\1\377\377\377\377\377\377\377\377\377\377\377"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(channel_packet_parse(wrong[i], strlen(wrong[i]), &packet), RK_BAD_RECORD);
}

#define CHANNEL_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHANNEL_TEST(messages_come_once_and_in_order_over_a_bad_network),
        CHANNEL_TEST(a_long_message_comes_in_parts),
        CHANNEL_TEST(a_message_that_is_too_long_breaks_the_channel),
        CHANNEL_TEST(both_ends_learn_that_a_channel_was_broken),
        CHANNEL_TEST(a_node_that_leaves_breaks_its_channel),
        CHANNEL_TEST(a_node_that_was_thought_dead_can_send_at_once),
        CHANNEL_TEST(packets_that_fit_nowhere_are_ignored),
        CHANNEL_TEST(what_is_no_packet_is_refused),
    };
    return cmocka_run_group_tests_name("channels", tests, NULL, NULL);
}
