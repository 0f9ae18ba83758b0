/* SPDX-License-Identifier: MIT */
/* The lobby among several nodes: the first one owns it unless the test says otherwise. */
#include "server/relay.h"

#include <stdio.h>
#include <string.h>

#include "cluster/channels.h"
#include "cluster/nodes.h"
#include "lobby/lobby_replica.h"
#include "lobby/pools.h"
#include "lobby/seek_table.h"
#include "server/relay_message.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/people.h"

static struct cluster cluster;
static struct someone anna, bert;
static struct fake_connection a, b; /* theirs, on the second and the third node */

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    anna = someone_join(&cluster.members[0].harness, "Anna");
    bert = someone_join(&cluster.members[0].harness, "Bert");
    anna.harness = &cluster.members[1].harness;
    bert.harness = &cluster.members[2].harness;
    fake_connection_connect(&a, anna.harness, anna.cookie);
    fake_connection_connect(&b, bert.harness, bert.cookie);
    cluster_settle(&cluster);
    return 0;
}

static void close_connection(struct fake_connection *connection)
{
    if (connection->harness->server)
        fake_connection_drop(connection);
    fake_connection_fini(connection);
}

static int tear_down(void **state)
{
    (void)state;
    close_connection(&a);
    close_connection(&b);
    cluster_close(&cluster);
    return 0;
}

/* Sends a message, and lets all nodes do what follows. */
static void say(struct fake_connection *connection, const char *json)
{
    fake_connection_send(connection, json);
    cluster_settle(&cluster);
}

static void seek(struct fake_connection *connection, char out[GAME_ID_SIZE + 1])
{
    say(connection, "{\"t\":\"seek\",\"id\":\"s1\",\"clock\":\"10+0\"}");
    snprintf(out, GAME_ID_SIZE + 1, "%s",
             json_field(fake_connection_receive(connection, "ack"), "made"));
    assert_int_equal(strlen(out), GAME_ID_SIZE);
}

static void join(struct fake_connection *connection, const char *id)
{
    char text[80];
    snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":\"j1\",\"seek\":\"%s\"}", id);
    say(connection, text);
}

static size_t count_seeks(size_t node)
{
    return list_count(&cluster.members[node].harness.server->seeks->lobby);
}

static size_t count_games(void)
{
    return cluster_count_games(&cluster);
}

/* ---- seeks ---- */

static void a_seek_of_one_node_is_accepted_on_another(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1], game[GAME_ID_SIZE + 1];
    seek(&a, id);
    say(&b, "{\"t\":\"lobby\",\"on\":true}");
    cluster_wait(&cluster, SECOND); // until the copy has it
    fake_connection_expect(&b, "found", "seek", id);
    join(&b, id);
    cluster_settle(&cluster);
    snprintf(game, sizeof game, "%s", json_field(fake_connection_receive(&a, "start"), "game"));
    assert_string_equal(json_field(fake_connection_receive(&b, "start"), "game"), game);
    assert_int_equal(count_games(), 1);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_seeks(2), 0);
}

static void a_new_connection_hears_of_games_that_other_nodes_run(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1], game[GAME_ID_SIZE + 1];
    seek(&a, id);
    join(&b, id);
    cluster_wait(&cluster, 2 * SECOND);
    snprintf(game, sizeof game, "%s", json_field(fake_connection_receive(&a, "start"), "game"));
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct fake_connection again;
        fake_connection_connect(&again, &cluster.members[i].harness, bert.cookie);
        cluster_settle(&cluster);
        fake_connection_expect(&again, "start", "game", game);
        say(&again, "{\"t\":\"games\"}");
        fake_connection_expect(&again, "running", "game", game);
        fake_connection_expect(&again, "running-end", "count", "1");
        fake_connection_close(&again);
    }
}

static void a_seek_ends_when_its_client_leaves_another_node(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    seek(&a, id);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_seeks(2), 1);
    fake_connection_drop(&a);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_seeks(0), 0);
    assert_int_equal(count_seeks(2), 0);
}

static void a_seek_ends_when_the_node_of_its_client_dies(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    seek(&a, id);
    cluster_wait(&cluster, SECOND);
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND); // until its lease has ended
    assert_int_equal(count_seeks(0), 0);
    assert_int_equal(count_seeks(2), 0);
}

static void one_unseek_cancels_it(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1], text[64];
    seek(&a, id);
    snprintf(text, sizeof text, "{\"t\":\"unseek\",\"seek\":\"%s\"}", id);
    say(&a, text);
    assert_int_equal(count_seeks(0), 0);
    say(&a, text);
    fake_connection_expect(&a, "refused", "why", "not-found");
}

static void what_the_owner_refuses_is_refused(void **state)
{
    (void)state;
    join(&b, "nosuchid");
    fake_connection_expect(&b, "refused", "id", "j1");
}

/* ---- pools ---- */

static void people_of_different_nodes_are_paired_in_a_pool(void **state)
{
    (void)state;
    say(&a, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    fake_connection_expect(&a, "ack", "made", "5+3");
    cluster_wait(&cluster, SECOND);
    assert_int_equal(pool_waiting(cluster.members[2].harness.server, 5), 1);
    say(&b, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    cluster_wait(&cluster, 2 * SECOND);
    const char *game = json_field(fake_connection_receive(&a, "unpooled"), "game");
    assert_int_equal(strlen(game), GAME_ID_SIZE);
    assert_int_equal(count_games(), 1);
    fake_connection_receive(&b, "unpooled");
    assert_int_equal(pool_waiting(cluster.members[2].harness.server, 5), 0);
}

/* ---- HTTP ---- */

static void request(struct fake_connection *connection, const struct someone *who,
                    enum method method, const char *target, const char *body)
{
    const struct request request = http_request(method, target, who->cookie, body);
    fake_connection_init(connection, who->harness);
    fake_connection_send_request(connection, &request);
    cluster_settle(&cluster);
}

static unsigned finish(struct fake_connection *connection)
{
    const unsigned status = connection->status;
    fake_connection_drop(connection);
    fake_connection_fini(connection);
    return status;
}

static void a_challenge_of_one_node_is_accepted_on_another(void **state)
{
    (void)state;
    struct fake_connection http;
    char id[GAME_ID_SIZE + 1], path[64];
    request(&http, &anna, METHOD_POST, "/api/challenge/bert", "clock.limit=300&clock.increment=3");
    snprintf(id, sizeof id, "%s", json_field(fake_connection_body(&http), "id"));
    assert_non_null(strstr(fake_connection_headers(&http), "X-Request-Id"));
    assert_int_equal(finish(&http), 200);
    fake_connection_expect(&b, "challenged", "challenge", id);
    snprintf(path, sizeof path, "/api/challenge/%s/accept", id);
    request(&http, &bert, METHOD_POST, path, "");
    assert_int_equal(finish(&http), 200);
    fake_connection_expect(&a, "start", "game", id);
    fake_connection_expect(&b, "start", "game", id);
    fake_connection_expect(&a, "challenged", "state", "accepted");
    fake_connection_expect(&b, "challenged", "state", "accepted");
    assert_int_equal(count_games(), 1);
    request(&http, &bert, METHOD_POST, path, "");
    assert_int_equal(finish(&http), 404); // once is enough
}

static void a_new_connection_hears_of_challenges(void **state)
{
    (void)state;
    struct fake_connection http, again;
    request(&http, &anna, METHOD_POST, "/api/challenge/bert", "clock.limit=300&clock.increment=3");
    assert_int_equal(finish(&http), 200);
    fake_connection_connect(&again, bert.harness, bert.cookie);
    cluster_settle(&cluster);
    fake_connection_expect(&again, "challenged", "from", "Anna");
    fake_connection_close(&again);
}

static void a_stream_goes_on_over_nodes_and_ends_with_its_client(void **state)
{
    (void)state;
    struct fake_connection http;
    request(&http, &anna, METHOD_POST, "/api/board/seek", "time=15&increment=10");
    assert_int_equal(http.status, 200);
    assert_true(http.stream);
    assert_int_equal(count_seeks(0), 1);
    cluster_wait(&cluster, 10 * SECOND);
    assert_true(fake_connection_saw(&http, "\n")); // kept alive
    fake_connection_drop(&http);
    cluster_settle(&cluster);
    assert_int_equal(count_seeks(0), 0);
    fake_connection_fini(&http);
}

static void the_owner_ends_a_stream(void **state)
{
    (void)state;
    struct fake_connection http, unseek;
    request(&http, &anna, METHOD_POST, "/api/board/seek", "time=15&increment=10");
    request(&unseek, &anna, METHOD_DELETE, "/api/board/seek", NULL);
    assert_int_equal(finish(&unseek), 204);
    assert_true(http.closed);
    fake_connection_fini(&http);
}

static void events_come_over_a_stream(void **state)
{
    (void)state;
    struct fake_connection events, http;
    request(&events, &bert, METHOD_GET, "/api/stream/event", NULL);
    request(&http, &anna, METHOD_POST, "/api/challenge/bert", "clock.limit=300&clock.increment=3");
    assert_int_equal(finish(&http), 200);
    assert_int_equal(fake_connection_count(&events, "\"type\":\"challenge\""), 1);
    finish(&events);
}

/* ---- without an owner ---- */

static void without_an_owner_a_client_is_told_to_try_again(void **state)
{
    (void)state;
    struct fake_connection http;
    cluster_kill(&cluster, 0);
    say(&a, "{\"t\":\"seek\",\"id\":\"s1\",\"clock\":\"10+0\"}");
    request(&http, &bert, METHOD_GET, "/api/challenge", NULL);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(http.responses, 0);
    assert_false(fake_connection_has(&a, "refused"));
    cluster_wait(&cluster, SECOND);
    assert_non_null(strstr(fake_connection_headers(&http), "Retry-After: 1"));
    assert_int_equal(finish(&http), 503);
    fake_connection_expect(&a, "refused", "why", "busy");
}

static void the_next_owner_takes_commands(void **state)
{
    (void)state;
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 5 * SECOND); // until its lease has ended
    say(&a, "{\"t\":\"seek\",\"id\":\"s1\",\"clock\":\"10+0\"}");
    say(&b, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    cluster_wait(&cluster, SECOND);
    fake_connection_receive(&a, "ack");
    fake_connection_receive(&b, "ack");
    assert_int_equal(count_seeks(1), 1);
    assert_int_equal(count_seeks(2), 1);
}

static void an_owner_that_is_cut_off_is_given_up(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    seek(&a, id);
    say(&b, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    fake_network_cut(&cluster.network, 0);
    say(&a, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    say(&b, "{\"t\":\"unpool\",\"id\":\"u1\"}");
    cluster_wait(&cluster, 2 * SECOND);
    fake_connection_expect(&a, "refused", "id", "p1");
    fake_connection_expect(&a, "lost", "seek", id);
    fake_connection_expect(&b, "refused", "id", "u1");
    fake_connection_expect(&b, "unpooled", "pool", "5+3");
    fake_network_heal(&cluster.network, 0);
    cluster_wait(&cluster, 2 * SECOND);
    assert_int_equal(count_seeks(0), 0);
    assert_int_equal(pool_waiting(cluster.members[0].harness.server, 5), 0);
    say(&a, "{\"t\":\"pool\",\"id\":\"p2\",\"pool\":\"5+3\"}");
    fake_connection_expect(&a, "ack", "id", "p2");
}

/* ---- moving ---- */

static void the_lobby_moves_with_what_is_stored(void **state)
{
    (void)state;
    struct fake_connection http;
    char id[GAME_ID_SIZE + 1], text[96];
    seek(&a, id);
    say(&b, "{\"t\":\"pool\",\"id\":\"p1\",\"pool\":\"5+3\"}");
    request(&http, &bert, METHOD_POST, "/api/board/seek", "days=3");
    assert_int_equal(finish(&http), 200);
    request(&http, &anna, METHOD_POST, "/api/challenge/bert", "days=5");
    snprintf(text, sizeof text,
             "{\"t\":\"answer\",\"id\":\"a1\",\"challenge\":\"%s\",\"accept\":true}",
             json_field(fake_connection_body(&http), "id"));
    assert_int_equal(finish(&http), 200);
    cluster_move_lobby(&cluster, 1);
    cluster_wait(&cluster, SECOND);
    fake_connection_expect(&a, "lost", "seek", id);
    fake_connection_expect(&b, "unpooled", "pool", "5+3");
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(count_seeks(i), 1);
    assert_null(challenge_find(cluster.members[0].harness.server, id));
    say(&b, text);
    fake_connection_expect(&b, "ack", "id", "a1");
}

static void the_lobby_may_come_back(void **state)
{
    (void)state;
    struct fake_connection http;
    char id[GAME_ID_SIZE + 1];
    request(&http, &anna, METHOD_POST, "/api/board/seek", "days=3");
    assert_int_equal(finish(&http), 200);
    for (size_t i = 1; i <= 3; i++) {
        cluster_move_lobby(&cluster, i % 3);
        cluster_wait(&cluster, SECOND);
        for (size_t node = 0; node < 3; node++)
            assert_int_equal(count_seeks(node), 1);
    }
    seek(&a, id);
    assert_int_equal(count_seeks(0), 2);
}

static void a_stream_ends_when_the_lobby_moves(void **state)
{
    (void)state;
    struct fake_connection http;
    request(&http, &anna, METHOD_POST, "/api/board/seek", "time=15&increment=10");
    cluster_move_lobby(&cluster, 2);
    cluster_settle(&cluster);
    assert_true(http.closed);
    fake_connection_fini(&http);
}

/* ---- a bad network ---- */

static void one_accept_starts_one_game_over_a_bad_network(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        const size_t before = count_games();
        cluster.network.faults = (struct fake_faults){0};
        cluster_wait(&cluster, SECOND); // until what is delayed has come
        fake_connection_skip(&a);
        fake_connection_skip(&b);
        char id[GAME_ID_SIZE + 1];
        seek(&a, id);
        cluster.network.faults = (struct fake_faults){
            .dropped = 150, .duplicated = 300, .delay_max_ms = 80, .reorders = true};
        join(&b, id);
        cluster_wait(&cluster, 10 * SECOND);
        assert_int_equal(count_games(), before + 1);
        fake_connection_receive(&b, "ack");
        assert_false(fake_connection_has(&b, "ack"));
        cluster_wait(&cluster, MINUTE / 4); // seeks are limited
    }
}

static void the_replicas_heal_after_losses(void **state)
{
    (void)state;
    struct fake_connection http;
    cluster.network.faults = (struct fake_faults){
        .dropped = 300, .duplicated = 200, .delay_max_ms = 700, .reorders = true};
    for (int i = 0; i < 3; i++) {
        const struct someone here = {.harness = &cluster.members[0].harness};
        struct someone who = anna;
        who.harness = here.harness;
        request(&http, &who, METHOD_POST, "/api/board/seek", "days=3");
        assert_int_equal(finish(&http), 200);
        cluster_wait(&cluster, 2 * SECOND);
    }
    cluster.network.faults = (struct fake_faults){0};
    cluster_wait(&cluster, 3 * SECOND);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(count_seeks(i), 3);
}

/* ---- hostile messages ---- */

static void send_to_owner(const struct relay_message *message)
{
    struct buffer bytes = {0};
    relay_message_write(message, &bytes);
    channel_send(cluster.members[1].harness.server, nodes_self(cluster.members[0].harness.server),
                 bytes.bytes, bytes.size);
    buffer_fini(&bytes);
    cluster_settle(&cluster);
}

static void what_is_not_for_the_lobby_is_not_carried_out(void **state)
{
    (void)state;
    struct relay_message message = {.client = 77, .address = "192.0.2.7"};
    snprintf(message.caller.who.id, sizeof message.caller.who.id, "anna");
    snprintf(message.caller.who.name, sizeof message.caller.who.name, "Anna");
    message.request = http_request(METHOD_POST, "/account/close", NULL, "");
    message.kind = RELAY_REQUEST;
    send_to_owner(&message); // no route of the lobby
    message.kind = RELAY_OPEN;
    send_to_owner(&message);
    send_to_owner(&message); // again
    message.kind = RELAY_COMMAND;
    message.bytes = "{\"t\":\"vacation\",\"id\":\"v\",\"on\":true}";
    message.size = strlen(message.bytes);
    send_to_owner(&message); // no command of the lobby
    message.bytes = "not JSON";
    message.size = strlen(message.bytes);
    send_to_owner(&message);
    message.kind = RELAY_FRAME;
    send_to_owner(&message); // for a client that is not there
    message.kind = RELAY_GONE;
    send_to_owner(&message);
    send_to_owner(&message);
    channel_send(cluster.members[1].harness.server, nodes_self(cluster.members[0].harness.server),
                 "\377\1\2", 3);
    cluster_settle(&cluster);
    char id[GAME_ID_SIZE + 1];
    seek(&a, id); // all is well
}

static void a_relay_message_survives_being_written_and_read(void **state)
{
    (void)state;
    struct relay_message message = {.kind = RELAY_REQUEST, .client = 5}, read;
    struct buffer bytes = {0};
    snprintf(message.caller.who.id, sizeof message.caller.who.id, "anna");
    message.caller.scopes = ALL_SCOPES;
    message.caller.hash[31] = 7;
    message.request = http_request(METHOD_POST, "/api/challenge/bert", NULL, "{\"rated\":true}");
    message.request.id = "r1";
    relay_message_write(&message, &bytes);
    assert_int_equal(relay_message_parse(bytes.bytes, bytes.size, &read), RK_OK);
    assert_string_equal(read.request.path, "/api/challenge/bert");
    assert_string_equal(read.request.address, "192.0.2.1");
    assert_int_equal(read.request.body_size, 14);
    assert_string_equal(read.caller.who.id, "anna");
    assert_int_equal(read.caller.hash[31], 7);
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(relay_message_parse(bytes.bytes, size, &read), RK_BAD_RECORD);
    buffer_clear(&bytes);
    message = (struct relay_message){
        .kind = RELAY_RESPONSE,
        .client = 5,
        .response = {.status = 200, .content_type = "text/plain", .headers = "A: b\nC: d\r\n"}};
    relay_message_write(&message, &bytes);
    assert_int_equal(relay_message_parse(bytes.bytes, bytes.size, &read), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

#define RELAY_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELAY_TEST(a_seek_of_one_node_is_accepted_on_another),
        RELAY_TEST(a_new_connection_hears_of_games_that_other_nodes_run),
        RELAY_TEST(a_seek_ends_when_its_client_leaves_another_node),
        RELAY_TEST(a_seek_ends_when_the_node_of_its_client_dies),
        RELAY_TEST(one_unseek_cancels_it),
        RELAY_TEST(what_the_owner_refuses_is_refused),
        RELAY_TEST(people_of_different_nodes_are_paired_in_a_pool),
        RELAY_TEST(a_challenge_of_one_node_is_accepted_on_another),
        RELAY_TEST(a_new_connection_hears_of_challenges),
        RELAY_TEST(a_stream_goes_on_over_nodes_and_ends_with_its_client),
        RELAY_TEST(the_owner_ends_a_stream),
        RELAY_TEST(events_come_over_a_stream),
        RELAY_TEST(without_an_owner_a_client_is_told_to_try_again),
        RELAY_TEST(the_next_owner_takes_commands),
        RELAY_TEST(an_owner_that_is_cut_off_is_given_up),
        RELAY_TEST(the_lobby_moves_with_what_is_stored),
        RELAY_TEST(the_lobby_may_come_back),
        RELAY_TEST(a_stream_ends_when_the_lobby_moves),
        RELAY_TEST(one_accept_starts_one_game_over_a_bad_network),
        RELAY_TEST(the_replicas_heal_after_losses),
        RELAY_TEST(what_is_not_for_the_lobby_is_not_carried_out),
        RELAY_TEST(a_relay_message_survives_being_written_and_read),
    };
    return cmocka_run_group_tests_name("relay", tests, NULL, NULL);
}
