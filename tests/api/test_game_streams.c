/* SPDX-License-Identifier: MIT */
/* Streams of games for anybody, with a fake clock: delay, keep-alive, slow and gone clients. */
#include <stdio.h>
#include <string.h>

#include "http/exchange.h"
#include "support/board.h"
#include "support/fake_connection.h"

static struct harness harness;

static struct round *start(const char *id, const char *white, const char *black, bool hidden)
{
    struct game_info info = {
        .players = {identity_named(white, ROLE_PLAYER), identity_named(black, ROLE_PLAYER)},
        .settings = settings_for("5+0")};
    strcpy(info.id, id);
    info.settings.hidden = hidden;
    return harness_start_game(&harness, &info);
}

static void play(struct round *round, const char *moves)
{
    char uci[8];
    for (int used; sscanf(moves, "%7s%n", uci, &used) == 1; moves += used) {
        const struct identity by = round_info(round)->players[round_turn(round)];
        struct command command = {.verb = VERB_MOVE, .by = by, .version = -1};
        strcpy(command.move, uci);
        expect_done(harness_command(&harness, round, &command));
    }
}

static void resign(struct round *round)
{
    const struct command command = {
        .verb = VERB_RESIGN, .by = round_info(round)->players[RK_WHITE], .version = -1};
    expect_done(harness_command(&harness, round, &command));
}

static void open_stream(struct fake_connection *stream, enum method method, const char *path,
                        const char *body)
{
    struct request request = http_request(method, path, NULL, body);
    request.content_type = "";
    fake_connection_init(stream, &harness);
    fake_connection_request(stream, &request);
}

static void moves_come_three_plies_late_and_all_at_the_end(void **state)
{
    (void)state;
    struct fake_connection stream;
    struct round *round = start("game0000", "anna", "boris", false);
    open_stream(&stream, METHOD_GET, "/api/stream/game/game0000", NULL);
    assert_true(stream.stream);
    play(round, "e2e4 e7e5 g1f3 b8c6 f1b5");
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 5);
    play(round, "a7a6 b5a4 g8f6");
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 5);
    play(round, "e1g1");
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 6);
    resign(round);
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 9);
    assert_true(fake_connection_saw(&stream, "\"name\":\"resign\""));
    assert_true(stream.closed);
    fake_connection_close(&stream);
}

static void a_silent_stream_is_kept_alive(void **state)
{
    (void)state;
    struct fake_connection stream;
    start("game0000", "anna", "boris", false);
    open_stream(&stream, METHOD_GET, "/api/stream/game/game0000", NULL);
    fake_connection_clear(&stream);
    harness_wait(&harness, 16 * SECOND);
    assert_string_equal(fake_connection_body(&stream), "\n");
    fake_connection_close(&stream);
}

static void a_private_game_is_not_streamed(void **state)
{
    (void)state;
    struct fake_connection stream, users;
    open_stream(&users, METHOD_POST, "/api/stream/games-by-users?withCurrentGames=1", "anna,boris");
    struct round *round = start("private0", "anna", "boris", true);
    open_stream(&stream, METHOD_GET, "/api/stream/game/private0", NULL);
    assert_int_equal(stream.status, 404);
    resign(round);
    assert_string_equal(fake_connection_body(&users), "");
    fake_connection_close(&stream);
    fake_connection_close(&users);
}

static void clients_may_leave_at_any_time(void **state)
{
    (void)state;
    struct fake_connection streams[4];
    struct round *round = start("game0000", "anna", "boris", false);
    open_stream(&streams[0], METHOD_GET, "/api/stream/game/game0000", NULL);
    open_stream(&streams[1], METHOD_GET, "/api/stream/game/game0000", NULL);
    open_stream(&streams[2], METHOD_POST, "/api/stream/games/mine", "game0000");
    open_stream(&streams[3], METHOD_GET, "/api/tv/blitz/feed", NULL);
    fake_connection_close(&streams[0]);
    play(round, "e2e4 e7e5");
    fake_connection_close(&streams[2]);
    fake_connection_close(&streams[3]);
    resign(round);
    harness_wait(&harness, 10 * SECOND);
    assert_true(streams[1].closed);
    fake_connection_close(&streams[1]);
    assert_int_equal(exchanges_count(harness.server), 0);
}

static void a_slow_viewer_of_tv_gets_the_newest_position(void **state)
{
    (void)state;
    struct fake_connection stream;
    struct round *round = start("game0000", "anna", "boris", false);
    open_stream(&stream, METHOD_GET, "/api/tv/blitz/feed", NULL);
    harness_wait(&harness, SECOND);
    assert_true(fake_connection_saw(&stream, "\"t\":\"featured\""));
    fake_connection_clear(&stream);
    stream.buffered = 100000;
    play(round, "e2e4 e7e5 g1f3");
    assert_string_equal(fake_connection_body(&stream), "");
    stream.buffered = 0;
    harness_wait(&harness, SECOND);
    assert_int_equal(fake_connection_count(&stream, "\"t\":\"fen\""), 1);
    assert_true(fake_connection_saw(&stream, "\"lm\":\"g1f3\""));
    fake_connection_close(&stream);
}

static void a_client_that_never_reads_is_dropped(void **state)
{
    (void)state;
    struct fake_connection stream;
    start("game0000", "anna", "boris", false);
    open_stream(&stream, METHOD_GET, "/api/stream/game/game0000", NULL);
    stream.buffered = 2 << 20;
    harness_wait(&harness, 2 * SECOND);
    assert_true(stream.closed);
    fake_connection_close(&stream);
}

static void anonymous_streams_are_counted_by_address(void **state)
{
    (void)state;
    static struct fake_connection streams[STREAMS_MAX + 1];
    start("game0000", "anna", "boris", false);
    for (size_t i = 0; i <= STREAMS_MAX; i++)
        open_stream(&streams[i], METHOD_GET, "/api/tv/feed", NULL);
    assert_int_equal(streams[STREAMS_MAX - 1].status, 200);
    assert_int_equal(streams[STREAMS_MAX].status, 429);
    struct fake_connection other;
    struct request request = http_request(METHOD_GET, "/api/tv/feed", NULL, NULL);
    request.address = "192.0.2.99";
    fake_connection_init(&other, &harness);
    fake_connection_request(&other, &request);
    assert_int_equal(other.status, 200);
    fake_connection_close(&other);
    for (size_t i = 0; i <= STREAMS_MAX; i++)
        fake_connection_close(&streams[i]);
}

static void the_server_can_be_destroyed_with_open_streams(void **state)
{
    (void)state;
    struct fake_connection streams[3];
    start("game0000", "anna", "boris", false);
    open_stream(&streams[0], METHOD_GET, "/api/stream/game/game0000", NULL);
    open_stream(&streams[1], METHOD_POST, "/api/stream/games-by-users", "anna,boris");
    open_stream(&streams[2], METHOD_GET, "/api/tv/feed", NULL);
    harness_destroy(&harness);
    for (int i = 0; i < 3; i++) {
        assert_true(streams[i].closed);
        fake_connection_fini(&streams[i]);
    }
    harness_launch(&harness);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(moves_come_three_plies_late_and_all_at_the_end, &harness),
        HARNESS_TEST(a_silent_stream_is_kept_alive, &harness),
        HARNESS_TEST(a_private_game_is_not_streamed, &harness),
        HARNESS_TEST(clients_may_leave_at_any_time, &harness),
        HARNESS_TEST(a_slow_viewer_of_tv_gets_the_newest_position, &harness),
        HARNESS_TEST(a_client_that_never_reads_is_dropped, &harness),
        HARNESS_TEST(anonymous_streams_are_counted_by_address, &harness),
        HARNESS_TEST(the_server_can_be_destroyed_with_open_streams, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
