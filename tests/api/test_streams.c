/* SPDX-License-Identifier: MIT */
/* The API's streams of a whole server, with a fake clock: what they replay, how they start, replace
 * each other and end, and that nothing is leaked when clients disconnect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/exchange.h"
#include "support/board.h"
#include "support/fake_connection.h"

static struct harness harness;
static char bots[2][256], person[256]; /* cookies of Anna and Boris, who are bots, and of Clara */

static void register_as(const char *name, char cookie[256])
{
    char body[100];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
    const struct fake_response response =
        harness_request(&harness, METHOD_POST, "/account/register", NULL, body);
    assert_int_equal(response.status, 200);
    snprintf(cookie, 256, "%s", response.cookie);
}

static struct fake_response post(const char *credentials, const char *path, const char *body)
{
    return harness_request(&harness, METHOD_POST, path, credentials, body);
}

static int set_up(void **state)
{
    harness_open(*state);
    register_as("Anna", bots[0]);
    register_as("Boris", bots[1]);
    register_as("Clara", person);
    for (int i = 0; i < 2; i++)
        assert_int_equal(post(bots[i], "/api/bot/account/upgrade", NULL).status, 200);
    return 0;
}

static void expect_ok(struct fake_response response)
{
    if (response.status != 200)
        fail_msg("%u %s", response.status, response.body);
}

static void challenge(const char *more, char id[9])
{
    char body[200];
    snprintf(body, sizeof body, "clock.limit=300&clock.increment=3&color=white&%s", more);
    const struct fake_response response = post(bots[0], "/api/challenge/boris", body);
    expect_ok(response);
    snprintf(id, 9, "%s", json_field(response.body, "id"));
}

static struct fake_response answer(const char *who, const char *id, const char *action)
{
    char path[60];
    snprintf(path, sizeof path, "/api/challenge/%s/%s", id, action);
    return post(who, path, NULL);
}

static void start_game(char id[9])
{
    challenge("", id);
    expect_ok(answer(bots[1], id, "accept"));
}

static struct fake_response act(unsigned side, const char *id, const char *action)
{
    char path[80];
    snprintf(path, sizeof path, "/api/bot/game/%s/%s", id, action);
    return post(bots[side], path, NULL);
}

static void open_stream(struct fake_connection *stream, enum method method, const char *who,
                        const char *path, const char *body)
{
    const struct request request = http_request(method, path, who, body);
    fake_connection_init(stream, &harness);
    fake_connection_request(stream, &request);
}

static void open_event_stream(struct fake_connection *stream, const char *who)
{
    open_stream(stream, METHOD_GET, who, "/api/stream/event", NULL);
    assert_true(stream->stream);
}

static void open_game_stream(struct fake_connection *stream, unsigned side, const char *id)
{
    char path[60];
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    open_stream(stream, METHOD_GET, bots[side], path, NULL);
}

// ---- events ----------------------------------------------------------------------------------

static void an_event_stream_replays_games_and_then_challenges(void **state)
{
    (void)state;
    char game[9], pending[9];
    struct fake_connection events;
    start_game(game);
    challenge("", pending);
    for (int i = 0; i < 2; i++) {
        open_event_stream(&events, bots[1]);
        assert_int_equal(events.sent, 2);
        assert_ptr_equal(strstr(fake_connection_body(&events), "{\"type\":\"gameStart\""),
                         fake_connection_body(&events));
        assert_true(fake_connection_saw(&events, "{\"type\":\"challenge\""));
        assert_true(fake_connection_saw(&events, game) && fake_connection_saw(&events, pending));
        fake_connection_close(&events);
    }
}

static void both_players_get_the_events(void **state)
{
    (void)state;
    char id[9];
    struct fake_connection events[2];
    for (int i = 0; i < 2; i++)
        open_event_stream(&events[i], bots[i]);
    challenge("", id);
    expect_ok(answer(bots[1], id, "decline"));
    challenge("", id);
    expect_ok(answer(bots[0], id, "cancel"));
    start_game(id);
    expect_ok(act(0, id, "abort"));
    for (int i = 0; i < 2; i++) {
        static const char *const types[] = {"challengeDeclined", "challengeCanceled", "gameStart",
                                            "gameFinish"};
        for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
            char start[60];
            snprintf(start, sizeof start, "{\"type\":\"%s\"", types[type]);
            assert_int_equal(fake_connection_count(&events[i], start), 1);
        }
        assert_int_equal(fake_connection_count(&events[i], "{\"type\":\"challenge\""), 3);
        fake_connection_close(&events[i]);
    }
}

static void a_person_is_online_while_the_stream_is_open(void **state)
{
    (void)state;
    struct fake_connection events;
    const char *path = "/api/users/status?ids=Anna";
    open_event_stream(&events, bots[0]);
    assert_non_null(
        strstr(harness_request(&harness, METHOD_GET, path, NULL, NULL).body, "\"online\":true"));
    fake_connection_close(&events);
    assert_null(strstr(harness_request(&harness, METHOD_GET, path, NULL, NULL).body, "online"));
}

static void a_new_event_stream_closes_the_old_one(void **state)
{
    (void)state;
    struct fake_connection older, newer;
    open_event_stream(&older, bots[0]);
    open_event_stream(&newer, bots[0]);
    assert_true(older.closed);
    assert_false(newer.closed);
    fake_connection_close(&older);
    fake_connection_close(&newer);
}

static void logging_out_everywhere_closes_the_event_stream(void **state)
{
    (void)state;
    struct fake_connection events;
    open_event_stream(&events, bots[0]);
    expect_ok(post(bots[0], "/account/close", "{\"password\":\"correct horse\"}"));
    assert_true(events.closed);
    fake_connection_close(&events);
}

// ---- games -----------------------------------------------------------------------------------

static void a_game_stream_has_game_full_then_states_then_ends(void **state)
{
    (void)state;
    char id[9];
    struct fake_connection game;
    start_game(id);
    open_game_stream(&game, 1, id);
    assert_int_equal(fake_connection_count(&game, "{\"type\":\"gameFull\""), 1);
    expect_ok(act(0, id, "move/f2f3"));
    expect_ok(act(1, id, "move/e7e5"));
    expect_ok(act(0, id, "move/g2g4"));
    assert_true(fake_connection_saw(&game, "\"moves\":\"f2f3 e7e5 g2g4\""));
    assert_false(game.closed);
    expect_ok(act(1, id, "move/d8h4"));
    assert_true(fake_connection_saw(&game, "\"status\":\"mate\",\"winner\":\"black\""));
    assert_true(game.closed);
    fake_connection_close(&game);
}

static void a_stream_of_a_finished_game_ends_at_once(void **state)
{
    (void)state;
    char id[9];
    struct fake_connection game;
    start_game(id);
    expect_ok(act(0, id, "abort"));
    harness_wait(&harness, 3 * 3600 * 1000); // now it has to be read from the store
    open_game_stream(&game, 1, id);
    assert_int_equal(game.sent, 1);
    assert_true(fake_connection_saw(&game, "\"status\":\"aborted\""));
    assert_true(game.closed);
    fake_connection_close(&game);
}

static void a_slow_client_skips_states_but_gets_the_last_one(void **state)
{
    (void)state;
    char id[9];
    struct fake_connection game;
    start_game(id);
    open_game_stream(&game, 1, id);
    fake_connection_clear(&game);
    game.buffered = 1 << 16;
    expect_ok(act(0, id, "move/f2f3"));
    expect_ok(act(1, id, "move/e7e5"));
    expect_ok(act(0, id, "move/g2g4"));
    assert_int_equal(game.sent, 0);
    expect_ok(act(1, id, "move/d8h4"));
    assert_int_equal(game.sent, 1);
    assert_true(fake_connection_saw(&game, "\"status\":\"mate\""));
    assert_true(game.closed);
    fake_connection_close(&game);
}

static void the_number_of_streams_per_person_is_limited(void **state)
{
    (void)state;
    enum { TRIED = STREAMS_MAX + 5 };
    static struct fake_connection streams[TRIED];
    char id[9], path[60], agent[20];
    unsigned opened = 0;
    start_game(id);
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    for (size_t i = 0; i < TRIED; i++) {
        struct request request = http_request(METHOD_GET, path, bots[0], NULL);
        request.user_agent = agent;
        snprintf(agent, sizeof agent, "program %zu", i);
        fake_connection_init(&streams[i], &harness);
        fake_connection_send_request(&streams[i], &request);
        harness_wait(&harness, 100);
        opened += streams[i].status == 200;
    }
    assert_int_equal(opened, STREAMS_MAX);
    assert_int_equal(streams[TRIED - 1].status, 429);
    for (size_t i = 0; i < TRIED; i++)
        fake_connection_close(&streams[i]);
}

static void logging_out_closes_the_game_stream_and_makes_the_player_absent(void **state)
{
    (void)state;
    struct fake_connection mine, others;
    char id[9];
    start_game(id);
    expect_ok(act(RK_WHITE, id, "move/e2e4"));
    expect_ok(act(RK_BLACK, id, "move/e7e5"));
    open_game_stream(&mine, RK_WHITE, id);
    open_game_stream(&others, RK_BLACK, id);
    expect_ok(post(bots[0], "/account/logout", NULL));
    assert_true(mine.closed);
    assert_false(others.closed);
    harness_wait(&harness, 10000);
    assert_true(fake_connection_saw(&others, "{\"type\":\"opponentGone\",\"gone\":true"));
    fake_connection_close(&mine);
    fake_connection_close(&others);
}

static void an_idle_stream_sends_keep_alives(void **state)
{
    (void)state;
    struct fake_connection events;
    open_event_stream(&events, bots[0]);
    harness_wait(&harness, 60000);
    assert_in_range(events.sent, 9, 12);
    assert_false(fake_connection_saw(&events, "{"));
    fake_connection_close(&events);
}

static void each_client_program_of_a_player_has_its_own_stream(void **state)
{
    (void)state;
    char id[9], path[60];
    struct fake_connection first, second, third;
    start_game(id);
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    struct request request = http_request(METHOD_GET, path, bots[0], NULL);
    request.user_agent = "another/1";
    open_game_stream(&first, 0, id);
    fake_connection_init(&second, &harness);
    fake_connection_request(&second, &request);
    assert_false(first.closed);
    open_game_stream(&third, 0, id);
    assert_true(first.closed);
    assert_false(second.closed);
    fake_connection_close(&first);
    fake_connection_close(&second);
    fake_connection_close(&third);
}

// ---- challenges and seeks --------------------------------------------------------------------

static void a_challenge_stream_ends_with_the_outcome(void **state)
{
    (void)state;
    static const char *const outcomes[][2] = {
        {"accept", "accepted"}, {"decline", "declined"}, {"cancel", "canceled"}};
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        char id[9], line[40];
        struct fake_connection stream;
        open_stream(&stream, METHOD_POST, bots[0], "/api/challenge/boris",
                    "clock.limit=300&clock.increment=3&keepAliveStream=true");
        assert_true(stream.stream);
        snprintf(id, sizeof id, "%s", json_field(fake_connection_body(&stream), "id"));
        expect_ok(answer(bots[i != 2], id, outcomes[i][0]));
        snprintf(line, sizeof line, "{\"done\":\"%s\"}\n", outcomes[i][1]);
        assert_true(fake_connection_saw(&stream, line));
        assert_true(stream.closed);
        fake_connection_close(&stream);
    }
}

static void closing_a_challenge_stream_cancels_the_challenge(void **state)
{
    (void)state;
    struct fake_connection stream, events;
    open_event_stream(&events, bots[1]);
    open_stream(&stream, METHOD_POST, bots[0], "/api/challenge/boris",
                "clock.limit=300&clock.increment=3&keepAliveStream=true");
    fake_connection_close(&stream);
    assert_true(fake_connection_saw(&events, "{\"type\":\"challengeCanceled\""));
    fake_connection_close(&events);
}

static void a_rematch_is_offered_as_a_challenge_and_accepted_as_one(void **state)
{
    (void)state;
    char id[9], offer[100], next[9];
    struct fake_connection events;
    struct fake_connection connection;
    start_game(id);
    expect_ok(act(0, id, "abort"));
    open_event_stream(&events, bots[1]);
    fake_connection_connect(&connection, &harness, bots[0]);
    snprintf(offer, sizeof offer,
             "{\"t\":\"rematch\",\"id\":\"r\",\"game\":\"%s\",\"accept\":true}", id);
    fake_connection_send(&connection, offer);
    assert_string_equal(json_field(fake_connection_body(&events), "rematchOf"), id);
    snprintf(next, sizeof next, "%s", json_field(fake_connection_body(&events), "id"));
    expect_ok(answer(bots[1], next, "accept"));
    assert_string_equal(json_field(fake_connection_body(&events), "gameId"), next);
    fake_connection_close(&connection);
    fake_connection_close(&events);
}

static void a_seek_stream_ends_when_it_is_paired(void **state)
{
    (void)state;
    char other[256];
    struct fake_connection first, second;
    register_as("David", other);
    open_stream(&first, METHOD_POST, person, "/api/board/seek", "time=15&increment=10");
    assert_true(first.stream);
    assert_false(first.closed);
    open_stream(&second, METHOD_POST, other, "/api/board/seek", "time=15&increment=10");
    assert_true(second.stream);
    assert_true(first.closed && second.closed);
    assert_int_equal(first.sent + second.sent, 0);
    fake_connection_close(&first);
    fake_connection_close(&second);
}

static void disconnecting_cancels_the_seek(void **state)
{
    (void)state;
    struct fake_connection stream;
    for (int i = 0; i < 2; i++) { // the second is refused if the first is still open
        open_stream(&stream, METHOD_POST, person, "/api/board/seek", "time=15&increment=10");
        assert_int_equal(stream.status, 200);
        fake_connection_close(&stream);
    }
}

static void closing_the_account_cancels_its_seek(void **state)
{
    (void)state;
    char other[256];
    struct fake_connection first, second;
    register_as("David", other);
    open_stream(&first, METHOD_POST, person, "/api/board/seek", "time=15&increment=10");
    expect_ok(post(person, "/account/close", "{\"password\":\"correct horse\"}"));
    assert_true(first.closed);
    open_stream(&second, METHOD_POST, other, "/api/board/seek", "time=15&increment=10");
    assert_false(second.closed);
    fake_connection_close(&first);
    fake_connection_close(&second);
}

static void deleting_seeks_cancels_correspondence_seeks_too(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) { // the sixth is refused if the others are still open
        const struct fake_response response =
            harness_request(&harness, METHOD_POST, "/api/board/seek?days=3", person, NULL);
        expect_ok(response);
        assert_string_equal(json_field(response.body, "id") + 8, "");
        assert_int_equal(
            harness_request(&harness, METHOD_DELETE, "/api/board/seek", person, NULL).status, 204);
    }
}

static void a_second_live_seek_is_refused_and_seeks_can_be_cancelled(void **state)
{
    (void)state;
    struct fake_connection stream, second;
    open_stream(&stream, METHOD_POST, person, "/api/board/seek", "time=15&increment=10");
    open_stream(&second, METHOD_POST, person, "/api/board/seek", "time=20&increment=0");
    assert_int_equal(second.status, 429);
    assert_int_equal(
        harness_request(&harness, METHOD_DELETE, "/api/board/seek", person, NULL).status, 204);
    assert_true(stream.closed);
    fake_connection_close(&stream);
    fake_connection_close(&second);
}

static void destroying_the_server_ends_its_streams(void **state)
{
    (void)state;
    char id[9];
    struct fake_connection events, game, seek, challenge_stream;
    start_game(id);
    open_event_stream(&events, bots[0]);
    open_game_stream(&game, 0, id);
    open_stream(&seek, METHOD_POST, person, "/api/board/seek", "time=15&increment=10");
    open_stream(&challenge_stream, METHOD_POST, bots[0], "/api/challenge/boris",
                "clock.limit=300&clock.increment=3&keepAliveStream=true");
    harness_crash(&harness, 1000);
    assert_true(events.closed && game.closed && seek.closed && challenge_stream.closed);
    fake_connection_fini(&events);
    fake_connection_fini(&game);
    fake_connection_fini(&seek);
    fake_connection_fini(&challenge_stream);
}

static void destroying_the_server_frees_pending_queries(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/api/users/status",    "/api/account/kid", "/api/bot/game/stream/abcdefgh",
        "/api/challenge/boris", "/api/account",     "/api/board/seek"};
    enum { COUNT = sizeof paths / sizeof *paths };
    struct fake_connection connections[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        struct request request =
            http_request(i % 2 ? METHOD_POST : METHOD_GET, paths[i], NULL, NULL);
        request.query = "ids=anna&v=1";
        request.cookie = bots[0];
        fake_connection_init(&connections[i], &harness);
        fake_connection_send_request(&connections[i], &request);
    }
    harness_crash(&harness, 1000); // the store answers afterwards
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(connections[i].responses, 1);
        fake_connection_fini(&connections[i]);
    }
}

int main(void)
{
#define TEST(name) \
    cmocka_unit_test_prestate_setup_teardown(name, set_up, harness_tear_down, &harness)
    const struct CMUnitTest tests[] = {
        TEST(an_event_stream_replays_games_and_then_challenges),
        TEST(both_players_get_the_events),
        TEST(a_person_is_online_while_the_stream_is_open),
        TEST(a_new_event_stream_closes_the_old_one),
        TEST(logging_out_everywhere_closes_the_event_stream),
        TEST(a_game_stream_has_game_full_then_states_then_ends),
        TEST(a_stream_of_a_finished_game_ends_at_once),
        TEST(a_slow_client_skips_states_but_gets_the_last_one),
        TEST(the_number_of_streams_per_person_is_limited),
        TEST(logging_out_closes_the_game_stream_and_makes_the_player_absent),
        TEST(an_idle_stream_sends_keep_alives),
        TEST(each_client_program_of_a_player_has_its_own_stream),
        TEST(a_challenge_stream_ends_with_the_outcome),
        TEST(closing_a_challenge_stream_cancels_the_challenge),
        TEST(a_rematch_is_offered_as_a_challenge_and_accepted_as_one),
        TEST(a_seek_stream_ends_when_it_is_paired),
        TEST(disconnecting_cancels_the_seek),
        TEST(closing_the_account_cancels_its_seek),
        TEST(deleting_seeks_cancels_correspondence_seeks_too),
        TEST(a_second_live_seek_is_refused_and_seeks_can_be_cancelled),
        TEST(destroying_the_server_ends_its_streams),
        TEST(destroying_the_server_frees_pending_queries),
    };
    return cmocka_run_group_tests_name("streams of the API", tests, NULL, NULL);
}
