/* SPDX-License-Identifier: MIT */
/* A session over an unreliable connection: connections break, messages are lost, repeated and
 * reordered, and both ends still arrive at the same game. */
#include "client/client.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/monotonic.h"
#include "support/board.h"
#include "support/peer.h"
#include "wire/frames.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define HELLO                                                                     \
    "{\"t\":\"hello\",\"protocol\":2,\"server\":\"rookery 0\",\"name\":\"Anna\"," \
    "\"role\":\"player\",\"now\":1}"

// ---- messages of the scripted server ---------------------------------------------------------

static void send_snapshot(int connection, int version, const char *moves)
{
    char json[2048];
    snprintf(json, sizeof json,
             "{\"t\":\"game\",\"game\":\"g\",\"version\":%d,\"you\":\"white\",\"white\":\"Anna\","
             "\"black\":\"Ben\",\"variant\":\"standard\",\"clock\":\"5+3\",\"speed\":\"blitz\","
             "\"rated\":false,\"hidden\":false,\"start\":\"" START "\",\"moves\":\"%s\","
             "\"fen\":\"" START "\",\"turn\":\"white\",\"running\":false,\"claim\":false,"
             "\"abort\":false,\"white_here\":true,\"black_here\":true,\"watchers\":0,"
             "\"status\":\"started\"}",
             version, moves);
    peer_send_text(connection, json);
}

static void send_move(int connection, int version, const char *move)
{
    char json[512];
    snprintf(json, sizeof json,
             "{\"t\":\"event\",\"game\":\"g\",\"version\":%d,\"what\":\"move\",\"by\":\"white\","
             "\"move\":\"%s\",\"running\":true,\"status\":\"started\"}",
             version, move);
    peer_send_text(connection, json);
}

static void send_hello(int connection)
{
    char text[4096];
    peer_accept_handshake(connection, text, sizeof text);
    peer_send_text(connection, HELLO);
}

static void wait_for_disconnect(int connection)
{
    char text[4096];
    for (unsigned opcode = FRAME_TEXT; opcode && opcode != FRAME_CLOSE;)
        opcode = peer_read_frame(connection, text, sizeof text);
}

// ---- the session under test ------------------------------------------------------------------

struct fixture {
    struct client *client;
    struct buffer log; /* names of the messages, each after a space */
    unsigned ready, disconnected, failed, lost;
    bool watch_when_ready;
    char text[256];
};

static void on_state(void *context, enum client_state state, const char *text)
{
    struct fixture *fixture = context;
    fixture->ready += state == CLIENT_READY;
    fixture->disconnected += state == CLIENT_DISCONNECTED;
    fixture->failed += state == CLIENT_FAILED;
    snprintf(fixture->text, sizeof fixture->text, "%s", text);
    if (fixture->watch_when_ready && state == CLIENT_READY)
        assert_true(client_watch(fixture->client, "g"));
}

static void on_message(void *context, const struct message *message, const struct remote_game *game)
{
    struct fixture *fixture = context;
    (void)game;
    buffer_put(&fixture->log, ' ');
    buffer_text(&fixture->log, message_name(message->kind));
}

static void on_lost(void *context, const char *id)
{
    struct fixture *fixture = context;
    assert_true(id[0]);
    fixture->lost++;
}

static const struct client_events events = {
    .state = on_state, .message = on_message, .lost = on_lost};

static void open_client(struct fixture *fixture, const struct peer *peer)
{
    char text[64], error[200] = "";
    struct url url;
    *fixture = (struct fixture){.client = NULL};
    peer_url(peer, text, sizeof text);
    assert_true(url_parse(text, &url, error, sizeof error));
    const struct client_setup setup = {.url = &url,
                                       .credentials = "Cookie: rk=1\r\n",
                                       .seed = 3,
                                       .now = monotonic_ms(),
                                       .events = &events,
                                       .context = fixture};
    if (!client_create(&setup, &fixture->client, error, sizeof error))
        fail_msg("%s", error);
}

static void close_client(struct fixture *fixture, struct peer *peer)
{
    client_destroy(fixture->client);
    buffer_fini(&fixture->log);
    peer_join(peer);
}

static void step(struct fixture *fixture)
{
    struct pollfd poller = {.fd = client_descriptor(fixture->client), .events = POLLIN};
    const int64_t left = client_deadline(fixture->client) - monotonic_ms();
    if (client_wants_to_write(fixture->client))
        poller.events |= POLLOUT;
    poll(&poller, 1, left < 0 ? 0 : left > 100 ? 100 : (int)left);
    client_step(fixture->client, monotonic_ms());
}

/* Steps until the condition holds, for at most ten seconds. */
#define STEP_UNTIL(fixture, condition)                                 \
    for (const int64_t end_ = monotonic_ms() + 10000; !(condition);) { \
        if (monotonic_ms() > end_)                                     \
            fail_msg("timeout: %s", #condition);                       \
        step(fixture);                                                 \
    }

static int64_t watched_version(const struct fixture *fixture)
{
    const struct remote_game *game = client_game(fixture->client, "g");
    return game ? game->version : -2;
}

static bool received(struct fixture *fixture, const char *name)
{
    return strstr(buffer_cstr(&fixture->log), name);
}

// ---- scripts and tests -----------------------------------------------------------------------

static void play_a_little(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[4096];
    send_hello(connection);
    peer_expect(connection, "\"watch\",\"game\":\"g\"}", text, sizeof text);
    send_snapshot(connection, 0, "");
    send_move(connection, 1, "e2e4");
    send_move(connection, 1, "e2e4"); // twice
    send_snapshot(connection, 0, ""); // late
    peer_send_text(connection, "{\"t\":\"a message of a later version\"}");
    send_move(connection, 2, "e7e5");
    wait_for_disconnect(connection);
}

static void a_game_is_watched(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, play_a_little, NULL);
    open_client(&fixture, &peer);
    assert_true(client_watch(fixture.client, "g"));
    assert_true(client_watch(fixture.client, "g"));
    STEP_UNTIL(&fixture, watched_version(&fixture) == 2);
    assert_string_equal(buffer_cstr(&fixture.log), " hello game event event");
    assert_string_equal(client_name(fixture.client), "Anna");
    assert_string_equal(fixture.text, "rookery 0");
    close_client(&fixture, &peer);
}

static void count_messages(int connection, unsigned number, void *context)
{
    (void)number;
    unsigned *count = context;
    char text[4096];
    send_hello(connection);
    for (unsigned opcode = FRAME_TEXT; opcode && opcode != FRAME_CLOSE;) {
        opcode = peer_read_frame(connection, text, sizeof text);
        *count += opcode == FRAME_TEXT;
        if (opcode == FRAME_TEXT && *count == 1)
            send_snapshot(connection, 0, "");
    }
}

static void a_game_is_requested_once(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    unsigned count = 0;
    peer_start(&peer, 1, count_messages, &count);
    open_client(&fixture, &peer);
    fixture.watch_when_ready = true;
    STEP_UNTIL(&fixture, watched_version(&fixture) == 0);
    close_client(&fixture, &peer);
    assert_int_equal(count, 1);
}

static void lose_a_message(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[4096];
    send_hello(connection);
    peer_expect(connection, "\"watch\",\"game\":\"g\"}", text, sizeof text);
    send_snapshot(connection, 1, "e2e4");
    send_move(connection, 3, "g1f3");
    send_move(connection, 4, "b8c6");
    peer_expect(connection, "\"watch\",\"game\":\"g\",\"since\":1}", text, sizeof text);
    send_move(connection, 2, "e7e5");
    send_move(connection, 3, "g1f3");
    send_move(connection, 4, "b8c6");
    wait_for_disconnect(connection);
}

static void missing_events_are_requested(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, lose_a_message, NULL);
    open_client(&fixture, &peer);
    client_watch(fixture.client, "g");
    STEP_UNTIL(&fixture, watched_version(&fixture) == 4);
    assert_string_equal(buffer_cstr(&fixture.log), " hello game event event event");
    close_client(&fixture, &peer);
}

static void send_an_illegal_move(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[4096];
    send_hello(connection);
    peer_expect(connection, "\"watch\",\"game\":\"g\"}", text, sizeof text);
    send_snapshot(connection, 0, "");
    send_move(connection, 1, "e2e5");
    peer_expect(connection, "\"watch\",\"game\":\"g\"}", text, sizeof text);
    send_snapshot(connection, 1, "e2e4");
    wait_for_disconnect(connection);
}

static void an_invalid_event_requests_a_new_snapshot(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, send_an_illegal_move, NULL);
    open_client(&fixture, &peer);
    client_watch(fixture.client, "g");
    STEP_UNTIL(&fixture, watched_version(&fixture) == 1);
    close_client(&fixture, &peer);
}

/* The first connection breaks during a game, the second at once; on the third the server restarts.
 */
static void keep_disconnecting(int connection, unsigned number, void *context)
{
    (void)context;
    char text[4096];
    if (number == 1)
        return;
    send_hello(connection);
    if (number == 0) {
        // Read everything the client sent: closing with unread input would discard our output.
        peer_expect(connection, "\"watch\",\"game\":\"g\"}", text, sizeof text);
        peer_expect(connection, "\"lobby\",\"on\":true}", text, sizeof text);
        send_snapshot(connection, 1, "e2e4");
        return;
    }
    peer_expect(connection, "\"lobby\",\"on\":true}", text, sizeof text);
    send_move(connection, (int)number, number == 2 ? "e7e5" : "g1f3");
    if (number == 2) {
        peer_send_text(connection, "{\"t\":\"notice\",\"type\":\"restart\",\"text\":\"soon\","
                                   "\"wait_ms\":50}");
        peer_send_frame(connection, FRAME_CLOSE, "\x03\xf4", 2);
    }
    wait_for_disconnect(connection);
}

static void after_a_reconnect_missed_events_are_requested(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 4, keep_disconnecting, NULL);
    open_client(&fixture, &peer);
    client_watch(fixture.client, "g");
    client_watch_lobby(fixture.client, true);
    STEP_UNTIL(&fixture, watched_version(&fixture) == 3);
    assert_int_equal(fixture.ready, 3);
    assert_int_equal(fixture.disconnected, 3);
    close_client(&fixture, &peer);
}

/* The answer is lost with the first connection and sent twice on the second. */
static void lose_an_answer(int connection, unsigned number, void *context)
{
    char(*requests)[4096] = context;
    send_hello(connection);
    peer_expect(connection, "\"act\"", requests[number], sizeof requests[number]);
    if (number == 0)
        return;
    char answer[256];
    const char *id = strstr(requests[number], "\"id\":\"") + 6;
    snprintf(answer, sizeof answer, "{\"t\":\"ack\",\"id\":\"%.*s\",\"game\":\"g\",\"version\":1}",
             (int)strcspn(id, "\""), id);
    peer_send_text(connection, answer);
    peer_send_text(connection, answer);
    peer_send_text(connection, "{\"t\":\"pong\",\"now\":1}");
    wait_for_disconnect(connection);
}

static void a_command_is_repeated_after_a_reconnect(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    static char requests[2][4096];
    char id[CLIENT_ID_SIZE + 1];
    peer_start(&peer, 2, lose_an_answer, requests);
    open_client(&fixture, &peer);
    client_make_id(fixture.client, id);
    // Sent before there is a connection.
    assert_true(client_act(fixture.client, &(struct message_act){.game = "g",
                                                                 .id = id,
                                                                 .version = INTEGER_MISSING,
                                                                 .verb = "move",
                                                                 .move = "e2e4",
                                                                 .seconds = INTEGER_MISSING}));
    assert_int_equal(client_pending_count(fixture.client), 1);
    STEP_UNTIL(&fixture, received(&fixture, "pong"));
    assert_int_equal(client_pending_count(fixture.client), 0);
    assert_string_equal(buffer_cstr(&fixture.log), " hello hello ack pong");
    assert_int_equal(fixture.lost, 0);
    close_client(&fixture, &peer);
    assert_string_equal(requests[0], requests[1]);
}

/* Ignores the first request and answers the second one with the same id. */
static void be_slow(int connection, unsigned number, void *context)
{
    (void)number;
    char(*requests)[4096] = context;
    send_hello(connection);
    peer_expect(connection, "\"act\"", requests[0], sizeof requests[0]);
    peer_expect(connection, "\"act\"", requests[1], sizeof requests[1]);
    peer_send_text(connection,
                   "{\"t\":\"refused\",\"id\":\"mine\",\"why\":\"over\",\"text\":\"over\"}");
    wait_for_disconnect(connection);
}

static void an_unanswered_command_is_repeated(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    static char requests[2][4096];
    peer_start(&peer, 1, be_slow, requests);
    open_client(&fixture, &peer);
    STEP_UNTIL(&fixture, fixture.ready);
    assert_true(client_act(fixture.client, &(struct message_act){.game = "g",
                                                                 .id = "mine",
                                                                 .version = 5,
                                                                 .verb = "resign",
                                                                 .seconds = INTEGER_MISSING}));
    STEP_UNTIL(&fixture, received(&fixture, "refused"));
    close_client(&fixture, &peer);
    assert_string_equal(requests[0], requests[1]);
    assert_non_null(strstr(requests[0], "\"version\":5"));
}

static void forget_a_seek(int connection, unsigned number, void *context)
{
    (void)context;
    char text[4096];
    send_hello(connection);
    if (number == 0)
        peer_expect(connection, "\"seek\"", text, sizeof text);
    else
        wait_for_disconnect(connection);
}

static void a_lost_request_that_must_not_be_repeated_is_reported(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 2, forget_a_seek, NULL);
    open_client(&fixture, &peer);
    const struct message_seek seek = {.id = "s1", .clock = "5+3"};
    assert_false(client_request(fixture.client, KIND_OF_message_seek, &seek, seek.id));
    STEP_UNTIL(&fixture, fixture.ready);
    assert_true(client_request(fixture.client, KIND_OF_message_seek, &seek, seek.id));
    STEP_UNTIL(&fixture, fixture.lost);
    assert_int_equal(client_pending_count(fixture.client), 0);
    STEP_UNTIL(&fixture, fixture.ready == 2);
    close_client(&fixture, &peer);
}

static void refuse_by_http(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[4096];
    peer_read_request(connection, text, sizeof text);
    if (!strstr(text, "GET /ws ") || !strstr(text, "\r\nCookie: rk=1\r\n"))
        peer_send(connection, "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
    else
        peer_send(connection, "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
}

static void a_rejected_client_does_not_reconnect(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, refuse_by_http, NULL);
    open_client(&fixture, &peer);
    STEP_UNTIL(&fixture, fixture.failed);
    assert_non_null(strstr(fixture.text, "does not accept this token"));
    assert_true(client_deadline(fixture.client) == INT64_MAX);
    assert_int_equal(client_descriptor(fixture.client), -1);
    close_client(&fixture, &peer);
}

static void speak_another_protocol(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[4096];
    peer_accept_handshake(connection, text, sizeof text);
    peer_send_text(connection, "{\"t\":\"hello\",\"protocol\":9,\"server\":\"rookery 9\","
                               "\"name\":\"Anna\",\"role\":\"player\",\"now\":1}");
    wait_for_disconnect(connection);
}

static void another_protocol_version_is_an_error(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, speak_another_protocol, NULL);
    open_client(&fixture, &peer);
    STEP_UNTIL(&fixture, fixture.failed);
    assert_non_null(strstr(fixture.text, "another version"));
    close_client(&fixture, &peer);
}

static void kick(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    send_hello(connection);
    peer_send_text(connection, "{\"t\":\"notice\",\"type\":\"kicked\",\"text\":\"out\"}");
    wait_for_disconnect(connection);
}

static void a_kicked_client_does_not_reconnect(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, kick, NULL);
    open_client(&fixture, &peer);
    STEP_UNTIL(&fixture, fixture.failed);
    STEP_UNTIL(&fixture, client_descriptor(fixture.client) < 0);
    assert_true(received(&fixture, "notice"));
    close_client(&fixture, &peer);
}

static void watched_games_and_pending_requests_are_limited(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    char id[16];
    peer_start(&peer, 1, speak_another_protocol, NULL);
    open_client(&fixture, &peer);
    for (int i = 0; i < CLIENT_GAMES_MAX; i++) {
        snprintf(id, sizeof id, "g%d", i);
        assert_true(client_watch(fixture.client, id));
    }
    assert_false(client_watch(fixture.client, "another"));
    client_unwatch(fixture.client, "g3");
    assert_null(client_game(fixture.client, "g3"));
    assert_true(client_watch(fixture.client, "another"));
    assert_false(client_watch(fixture.client, ""));
    assert_false(client_watch(fixture.client, "thirteen13131"));
    struct message_act act = {.game = "g", .verb = "resign", .seconds = INTEGER_MISSING};
    for (int i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        snprintf(id, sizeof id, "o%d", i);
        act.id = id;
        assert_true(client_act(fixture.client, &act));
    }
    act.id = "another";
    assert_false(client_act(fixture.client, &act));
    STEP_UNTIL(&fixture, fixture.failed);
    close_client(&fixture, &peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_watched),
        cmocka_unit_test(a_game_is_requested_once),
        cmocka_unit_test(missing_events_are_requested),
        cmocka_unit_test(an_invalid_event_requests_a_new_snapshot),
        cmocka_unit_test(after_a_reconnect_missed_events_are_requested),
        cmocka_unit_test(a_command_is_repeated_after_a_reconnect),
        cmocka_unit_test(an_unanswered_command_is_repeated),
        cmocka_unit_test(a_lost_request_that_must_not_be_repeated_is_reported),
        cmocka_unit_test(a_rejected_client_does_not_reconnect),
        cmocka_unit_test(another_protocol_version_is_an_error),
        cmocka_unit_test(a_kicked_client_does_not_reconnect),
        cmocka_unit_test(watched_games_and_pending_requests_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
