/* SPDX-License-Identifier: MIT */
/* A whole server over WebSockets: what clients send and receive. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/shards.h"
#include "lobby/pairing.h"
#include "lobby/pools.h"
#include "support/board.h"
#include "support/fake_connection.h"

static struct harness harness;

/* The two guests in a ten-minute game; the first one has White. */
static struct fake_connection players[2];
static char player_cookies[2][256];
static char game_id[16];

static const char *message(const char *format, ...)
{
    static char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

static void make_guest(char cookie[256])
{
    const struct fake_response visit =
        harness_request(&harness, METHOD_POST, "/account/guest", NULL, "{}");
    assert_int_equal(visit.status, 200);
    assert_true(visit.cookie[0]);
    snprintf(cookie, 256, "%s", visit.cookie);
}

static void start_game(const char *more)
{
    for (int side = 0; side < 2; side++) {
        make_guest(player_cookies[side]);
        fake_connection_connect(&players[side], &harness, player_cookies[side]);
        fake_connection_receive(&players[side], "hello");
    }
    fake_connection_send(
        &players[0],
        message("{\"t\":\"challenge\",\"id\":\"c\",\"side\":\"white\",\"clock\":\"10+0\"%s}",
                more));
    snprintf(game_id, sizeof game_id, "%s",
             json_field(fake_connection_receive(&players[0], "ack"), "made"));
    fake_connection_send(
        &players[1],
        message("{\"t\":\"answer\",\"id\":\"a\",\"challenge\":\"%s\",\"accept\":true}", game_id));
    fake_connection_receive(&players[1], "ack");
    for (int side = 0; side < 2; side++) {
        fake_connection_expect(&players[side], "start", "side", side ? "black" : "white");
        fake_connection_send(&players[side], message("{\"t\":\"watch\",\"game\":\"%s\"}", game_id));
        fake_connection_receive(&players[side], "game");
    }
}

static void leave_game(void)
{
    fake_connection_close(&players[0]);
    fake_connection_close(&players[1]);
}

static void act(int side, const char *id, int version, const char *command)
{
    fake_connection_send(&players[side],
                         message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"%s\",\"version\":%d,%s}",
                                 game_id, id, version, command));
}

static void play(int version, const char *move)
{
    char command[64], id[16];
    snprintf(command, sizeof command, "\"verb\":\"move\",\"move\":\"%s\"", move);
    snprintf(id, sizeof id, "m%d", version);
    act(version % 2, id, version, command);
    fake_connection_expect(&players[version % 2], "ack", "id", id);
}

static void assert_refused(struct fake_connection *connection, const char *why)
{
    fake_connection_expect(connection, "refused", "why", why);
}

// ---- the tests --------------------------------------------------------------------------------

static void two_guests_play_a_game_to_mate(void **state)
{
    (void)state;
    start_game("");
    play(0, "f2f3");
    play(1, "e7e5");
    play(2, "g2g4");
    fake_connection_skip(&players[0]);
    play(3, "d8h4");
    const char *event = fake_connection_receive(&players[0], "event");
    assert_string_equal(json_field(event, "san"), "Qh4#");
    assert_string_equal(json_field(event, "status"), "mate");
    assert_string_equal(json_field(event, "winner"), "black");
    leave_game();
}

static void a_move_is_acknowledged_with_version_and_clocks(void **state)
{
    (void)state;
    start_game("");
    act(0, "x", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    const char *ack = fake_connection_receive(&players[0], "ack");
    assert_string_equal(json_field(ack, "version"), "1");
    assert_string_equal(json_field(ack, "white_ms"), "600000");
    assert_string_equal(json_field(ack, "game"), game_id);
    leave_game();
}

static void a_repeated_command_gets_the_first_answer(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    play(1, "e7e5");
    act(0, "m0", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    fake_connection_expect(&players[0], "ack", "version", "1");
    assert_false(fake_connection_has(&players[0], "refused"));
    leave_game();
}

static void a_stale_command_is_refused_with_a_snapshot(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    play(1, "e7e5");
    fake_connection_skip(&players[0]);
    act(0, "late", 0, "\"verb\":\"move\",\"move\":\"d2d4\"");
    assert_refused(&players[0], "stale");
    const char *snapshot = fake_connection_receive(&players[0], "game");
    assert_string_equal(json_field(snapshot, "version"), "2");
    assert_string_equal(json_field(snapshot, "moves"), "e2e4 e7e5");
    leave_game();
}

static void a_player_cannot_move_for_the_opponent(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection stranger, anonymous;
    start_game("");
    make_guest(cookie);
    fake_connection_connect(&stranger, &harness, cookie);
    fake_connection_connect(&anonymous, &harness, NULL);
    struct fake_connection *others[] = {&stranger, &anonymous};
    for (int i = 0; i < 2; i++) {
        fake_connection_send(others[i],
                             message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"1\",\"version\":0,"
                                     "\"verb\":\"move\",\"move\":\"e2e4\"}",
                                     game_id));
        assert_refused(others[i], "forbidden");
    }
    act(1, "1", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&players[1], "not-your-turn");
    fake_connection_close(&stranger);
    fake_connection_close(&anonymous);
    leave_game();
}

static void a_client_that_was_away_gets_exactly_the_missed_events(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    fake_connection_close(&players[0]);
    play(1, "e7e5");
    act(1, "o", 2, "\"verb\":\"offer-draw\"");
    fake_connection_connect(&players[0], &harness, player_cookies[0]);
    fake_connection_send(&players[0],
                         message("{\"t\":\"watch\",\"game\":\"%s\",\"since\":1}", game_id));
    const char *first = fake_connection_receive(&players[0], "event");
    assert_string_equal(json_field(first, "version"), "2");
    assert_string_equal(json_field(first, "move"), "e7e5");
    const char *second = fake_connection_receive(&players[0], "event");
    assert_string_equal(json_field(second, "what"), "offer-draw");
    assert_false(fake_connection_has(&players[0], "event"));
    players[0].message_next = 0;
    assert_false(fake_connection_has(&players[0], "game"));
    leave_game();
}

static void an_unknown_version_gets_a_snapshot(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    fake_connection_skip(&players[1]);
    fake_connection_send(&players[1],
                         message("{\"t\":\"watch\",\"game\":\"%s\",\"since\":77}", game_id));
    fake_connection_expect(&players[1], "game", "moves", "e2e4");
    leave_game();
}

static void the_existence_of_a_private_game_is_not_revealed(void **state)
{
    (void)state;
    struct fake_connection spectator;
    start_game(",\"hidden\":true");
    fake_connection_connect(&spectator, &harness, NULL);
    fake_connection_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", game_id));
    assert_refused(&spectator, "not-found");
    fake_connection_send(&spectator, "{\"t\":\"games\"}");
    fake_connection_expect(&spectator, "running-end", "count", "0");
    fake_connection_close(&spectator);
    leave_game();
}

static void spectators_see_the_moves_but_not_the_players_chat(void **state)
{
    (void)state;
    struct fake_connection spectator;
    start_game("");
    fake_connection_connect(&spectator, &harness, NULL);
    fake_connection_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", game_id));
    fake_connection_expect(&spectator, "game", "you", "spectator");
    act(0, "s", 0, "\"verb\":\"chat\",\"room\":\"players\",\"text\":\"a secret\"");
    fake_connection_receive(&players[1], "chat");
    fake_connection_expect(&spectator, "skip", "version", "1");
    act(0, "m", 1, "\"verb\":\"move\",\"move\":\"e2e4\"");
    fake_connection_expect(&spectator, "event", "version", "2");
    assert_false(fake_connection_has(&spectator, "chat"));
    fake_connection_close(&spectator);
    leave_game();
}

static void a_slow_spectator_skips_to_the_current_position(void **state)
{
    (void)state;
    struct fake_connection spectator;
    start_game("");
    fake_connection_connect(&spectator, &harness, NULL);
    fake_connection_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", game_id));
    fake_connection_skip(&spectator);
    spectator.buffered = 100 * 1024;
    play(0, "e2e4");
    play(1, "e7e5");
    assert_false(fake_connection_has(&spectator, "event"));
    spectator.buffered = 0;
    harness_wait(&harness, 2000);
    fake_connection_expect(&spectator, "game", "moves", "e2e4 e7e5");
    fake_connection_close(&spectator);
    leave_game();
}

static void matching_seeks_become_a_game(void **state)
{
    (void)state;
    char cookies[2][256];
    struct fake_connection connections[3];
    fake_connection_connect(&connections[2], &harness, NULL);
    fake_connection_send(&connections[2], "{\"t\":\"lobby\",\"on\":true}");
    for (int i = 0; i < 2; i++) {
        make_guest(cookies[i]);
        fake_connection_connect(&connections[i], &harness, cookies[i]);
        fake_connection_send(&connections[i], "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5+3\"}");
        fake_connection_receive(&connections[i], "ack");
    }
    fake_connection_receive(&connections[0], "start");
    fake_connection_receive(&connections[1], "start");
    fake_connection_expect(&connections[2], "found", "clock", "5+3");
    fake_connection_receive(&connections[2], "lost");
    for (int i = 0; i < 3; i++)
        fake_connection_close(&connections[i]);
}

static void the_lobby_tells_which_seek_is_yours(void **state)
{
    (void)state;
    char cookies[2][256];
    struct fake_connection connections[2];
    for (int i = 0; i < 2; i++) {
        make_guest(cookies[i]);
        fake_connection_connect(&connections[i], &harness, cookies[i]);
        fake_connection_send(&connections[i], "{\"t\":\"lobby\",\"on\":true}");
    }
    fake_connection_send(&connections[0], "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"9+9\"}");
    fake_connection_expect(&connections[0], "found", "yours", "true");
    fake_connection_expect(&connections[1], "found", "yours", "");
    for (int i = 0; i < 2; i++)
        fake_connection_close(&connections[i]);
}

static void a_pool_pairs_its_members(void **state)
{
    (void)state;
    char cookies[2][256];
    struct fake_connection connections[3];
    fake_connection_connect(&connections[2], &harness, NULL);
    fake_connection_send(&connections[2], "{\"t\":\"lobby\",\"on\":true}");
    fake_connection_expect(&connections[2], "pool-size", "pool", "1+0");
    for (int i = 0; i < 2; i++) {
        make_guest(cookies[i]);
        fake_connection_connect(&connections[i], &harness, cookies[i]);
    }
    fake_connection_send(&connections[0], "{\"t\":\"unpool\",\"id\":\"u\"}");
    assert_refused(&connections[0], "not-now");
    fake_connection_send(&connections[0], "{\"t\":\"pool\",\"id\":\"p\",\"pool\":\"4+4\"}");
    assert_refused(&connections[0], "not-found");
    for (int i = 0; i < 2; i++) {
        fake_connection_send(&connections[i], "{\"t\":\"pool\",\"id\":\"p\",\"pool\":\"5+3\"}");
        fake_connection_expect(&connections[i], "ack", "made", "5+3");
    }
    fake_connection_skip(&connections[2]);
    harness_wait(&harness, SECOND);
    for (int i = 0; i < 2; i++) {
        assert_true(*json_field(fake_connection_receive(&connections[i], "unpooled"), "game"));
        fake_connection_receive(&connections[i], "start");
    }
    fake_connection_expect(&connections[2], "pool-size", "pool", "5+3");
    fake_connection_send(&connections[0], "{\"t\":\"pool\",\"id\":\"q\",\"pool\":\"3+0\"}");
    fake_connection_receive(&connections[0], "ack");
    for (int i = 0; i < 3; i++)
        fake_connection_close(&connections[i]);
    harness_wait(&harness, 0);
    assert_int_equal(pool_waiting(harness.server, 2), 0); // it left with its connection
}

static void a_game_against_the_computer_starts_at_once(void **state)
{
    (void)state;
    struct fake_connection guest;
    char cookie[256], game[16];
    make_guest(cookie);
    fake_connection_connect(&guest, &harness, cookie);
    fake_connection_send(&guest, "{\"t\":\"computer\",\"id\":\"c\",\"level\":2,\"clock\":\"5+3\","
                                 "\"side\":\"white\",\"variant\":\"atomic\"}");
    snprintf(game, sizeof game, "%s", json_field(fake_connection_receive(&guest, "ack"), "made"));
    fake_connection_expect(&guest, "start", "game", game);
    fake_connection_send(&guest, message("{\"t\":\"watch\",\"game\":\"%s\"}", game));
    const char *snapshot = fake_connection_receive(&guest, "game");
    assert_string_equal(json_field(snapshot, "computer"), "black");
    assert_string_equal(json_field(snapshot, "level"), "2");
    assert_string_equal(json_field(snapshot, "variant"), "atomic");
    assert_string_equal(json_field(snapshot, "black_here"), "true");
    fake_connection_send(&guest,
                         message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"m\",\"version\":0,"
                                 "\"verb\":\"move\",\"move\":\"g1f3\"}",
                                 game));
    harness_wait(&harness, 5000);
    fake_connection_receive(&guest, "event");
    fake_connection_expect(&guest, "event", "by", "black");
    fake_connection_send(&guest, "{\"t\":\"computer\",\"id\":\"d\",\"level\":2,\"clock\":\"5+3\"}");
    assert_refused(&guest, "not-now");
    fake_connection_close(&guest);
}

static void invalid_games_against_the_computer_are_refused(void **state)
{
    (void)state;
    struct fake_connection somebody;
    char cookie[256];
    fake_connection_connect(&somebody, &harness, NULL);
    fake_connection_send(&somebody, "{\"t\":\"computer\",\"id\":\"c\",\"level\":2}");
    assert_refused(&somebody, "unknown-caller");
    fake_connection_close(&somebody);
    make_guest(cookie);
    fake_connection_connect(&somebody, &harness, cookie);
    static const char *const wrong[] = {
        "{\"t\":\"computer\",\"id\":\"c\"}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":9}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":0}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":-3}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":1,\"clock\":\"soon\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fake_connection_send(&somebody, wrong[i]);
        assert_refused(&somebody, "syntax");
    }
    fake_connection_close(&somebody);
}

static void closing_the_connection_cancels_the_seek(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection seeker, watcher;
    make_guest(cookie);
    fake_connection_connect(&seeker, &harness, cookie);
    fake_connection_connect(&watcher, &harness, NULL);
    fake_connection_send(&watcher, "{\"t\":\"lobby\",\"on\":true}");
    fake_connection_send(&seeker, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"3+0\"}");
    fake_connection_receive(&watcher, "found");
    fake_connection_close(&seeker);
    harness_wait(&harness, 0);
    fake_connection_receive(&watcher, "lost");
    fake_connection_close(&watcher);
}

static void a_seek_refused_for_its_rate_leaves_the_standing_one(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection seeker, watcher;
    make_guest(cookie);
    fake_connection_connect(&seeker, &harness, cookie);
    fake_connection_connect(&watcher, &harness, NULL);
    fake_connection_send(&watcher, "{\"t\":\"lobby\",\"on\":true}");
    for (int i = 0; i < 60; i++) { // LIMIT_GUEST_SEEK
        fake_connection_send(&seeker, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"3+0\"}");
        fake_connection_receive(&seeker, "ack");
    }
    fake_connection_skip(&watcher);
    fake_connection_send(&seeker, "{\"t\":\"seek\",\"id\":\"t\",\"clock\":\"5+0\"}");
    assert_refused(&seeker, "rate");
    assert_false(fake_connection_has(&watcher, "lost"));
    fake_connection_close(&seeker); // and the standing one still ends with its connection
    harness_wait(&harness, 0);
    fake_connection_receive(&watcher, "lost");
    fake_connection_close(&watcher);
}

static void a_command_with_a_wrong_field_is_refused_by_its_id(void **state)
{
    (void)state;
    struct fake_connection client;
    fake_connection_connect(&client, &harness, NULL);
    fake_connection_send(&client, "{\"t\":\"seek\",\"id\":\"k1\",\"variant\":5,\"clock\":\"5+3\"}");
    fake_connection_expect(&client, "refused", "id", "k1");
    fake_connection_send(&client, "{\"t\":\"fly\",\"id\":\"k2\"}");
    fake_connection_expect(&client, "refused", "id", "k2");
    fake_connection_send(&client, "{\"t\":\"seek\",\"id\":5}");
    fake_connection_expect(&client, "refused", "why", "syntax");
    fake_connection_close(&client);
}

static void a_server_without_limits_does_not_count_messages(void **state)
{
    (void)state;
    struct fake_connection client;
    harness.server->config.unlimited = true;
    fake_connection_connect(&client, &harness, NULL);
    for (int i = 0; i < 500; i++) {
        fake_connection_send(&client, "{\"t\":\"fly\"}");
        fake_connection_receive(&client, "refused");
    }
    assert_false(client.closed);
    fake_connection_close(&client);
}

static void a_new_connection_hears_of_all_its_games(void **state)
{
    (void)state;
    struct fake_connection connection;
    const struct identity bert = harness_add_account(&harness, "Bert", ROLE_PLAYER);
    const struct fake_response anna =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Anna\",\"password\":\"a long password\"}");
    for (int i = 0; i < PLAYER_GAMES_MAX; i++) {
        struct game_info info = {.players = {identity_named("Anna", ROLE_PLAYER), bert},
                                 .settings = settings_for("3 days")};
        snprintf(info.id, sizeof info.id, "game%04d", i);
        harness_start_game(&harness, &info);
    }
    fake_connection_connect(&connection, &harness, anna.cookie);
    for (int i = 0; i < PLAYER_GAMES_MAX; i++)
        fake_connection_receive(&connection, "start");
    fake_connection_close(&connection);
}

static void an_anonymous_seek_is_refused(void **state)
{
    (void)state;
    struct fake_connection anonymous;
    fake_connection_connect(&anonymous, &harness, NULL);
    fake_connection_send(&anonymous, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5+3\"}");
    assert_refused(&anonymous, "unknown-caller");
    fake_connection_close(&anonymous);
}

static void impossible_settings_are_refused_with_the_reason(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection guest;
    make_guest(cookie);
    fake_connection_connect(&guest, &harness, cookie);
    fake_connection_send(&guest, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5000+3\"}");
    assert_refused(&guest, "syntax");
    fake_connection_send(&guest, "{\"t\":\"challenge\",\"id\":\"c\",\"fen\":\"no position\"}");
    const char *refused = fake_connection_receive(&guest, "refused");
    assert_true(strlen(json_field(refused, "text")) > 10);
    fake_connection_close(&guest);
}

static void invalid_messages_are_refused_and_too_many_close_the_connection(void **state)
{
    (void)state;
    struct fake_connection connection;
    fake_connection_connect(&connection, &harness, NULL);
    static const char *const garbage[] = {
        "", "{", "[]", "{\"t\":\"xyzzy\"}", "null", "{\"t\":7}", "{\"t\":\"act\"}", "\xff\xfe"};
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        fake_connection_send(&connection, garbage[i]);
        assert_refused(&connection, "syntax");
    }
    for (int i = 0; i < 400 && connection.session; i++)
        fake_connection_send(&connection, "{}");
    assert_int_equal(connection.close_code, 1008);
    fake_connection_close(&connection);
}

static void moves_have_no_rate_limit(void **state)
{
    (void)state;
    start_game("");
    static const int steps[4][2] = {{2, 3}, {7, 6}, {3, 4}, {6, 5}}; // one pawn and its opposite
    char move[8];
    for (int i = 0; i < 190; i++)
        for (int side = 0; side < 2; side++)
            fake_connection_send(&players[side], "{\"t\":\"ping\"}");
    for (int i = 0; i < 32; i++) {
        snprintf(move, sizeof move, "%c%d%c%d", 'a' + i / 4, steps[i % 4][0], 'a' + i / 4,
                 steps[i % 4][1]);
        play(i, move);
    }
    assert_int_equal(players[0].close_code, 0);
    leave_game();
}

static void repeated_and_illegal_moves_count_like_other_messages(void **state)
{
    (void)state;
    static const char *const moves[] = {"e2e4", "e2e5"}; // repeated; illegal
    for (int i = 0; i < 2; i++) {
        char command[64];
        start_game("");
        play(0, "e2e4");
        snprintf(command, sizeof command, "\"verb\":\"move\",\"move\":\"%s\"", moves[i]);
        for (int n = 0; n < 400 && players[0].session; n++)
            act(0, i ? "x" : "m0", 0, command);
        assert_int_equal(players[0].close_code, 1008);
        play(1, "e7e5");
        leave_game();
    }
}

static void moves_in_unknown_games_count_like_other_messages(void **state)
{
    (void)state;
    struct fake_connection connection;
    fake_connection_connect(&connection, &harness, NULL);
    for (int i = 0; i < 400 && connection.session; i++)
        fake_connection_send(&connection,
                             "{\"t\":\"act\",\"game\":\"abcdefgh\",\"id\":\"1\",\"version\":0,"
                             "\"verb\":\"move\",\"move\":\"e2e4\"}");
    assert_int_equal(connection.close_code, 1008);
    fake_connection_close(&connection);
}

static void commands_with_an_unknown_verb_count_once(void **state)
{
    (void)state;
    struct fake_connection connection;
    fake_connection_connect(&connection, &harness, NULL);
    int sent = 0;
    for (; sent < 400 && connection.session; sent++)
        fake_connection_send(&connection,
                             "{\"t\":\"act\",\"game\":\"abcdefgh\",\"id\":\"1\",\"version\":0,"
                             "\"verb\":\"castle\"}");
    assert_int_equal(connection.close_code, 1008);
    assert_int_equal(sent, 201); // the burst of LIMIT_MESSAGE, and one
    fake_connection_close(&connection);
}

static void a_command_needs_a_version_and_an_id(void **state)
{
    (void)state;
    start_game("");
    act(0, "x", -1, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&players[0], "syntax");
    act(0, "", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&players[0], "syntax");
    act(0, "y", 0, "\"verb\":\"add-time\",\"seconds\":-5");
    assert_refused(&players[0], "syntax");
    act(0, "z", 0, "\"verb\":\"chat\",\"room\":\"spectator\",\"text\":\"hello\"");
    assert_refused(&players[0], "syntax");
    leave_game();
}

static void a_token_without_a_playing_scope_cannot_open_a_websocket(void **state)
{
    (void)state;
    static const char *const scopes[] = {"", "email:read,challenge:write", "board:play"};
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    for (int i = 0; i < 3; i++) {
        struct fake_connection connection;
        const struct fake_response response =
            harness_request(&harness, METHOD_POST, "/account/token", member.cookie,
                            message("{\"scopes\":\"%s\"}", scopes[i]));
        char bearer[128];
        snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
        fake_connection_connect(&connection, &harness, bearer);
        assert_int_equal(connection.close_code, i < 2 ? 1008 : 0);
        assert_true(fake_connection_has(&connection, "hello") == (i == 2));
        fake_connection_close(&connection);
    }
}

static void an_invalid_token_cannot_open_a_websocket(void **state)
{
    (void)state;
    static const char *const none[] = {"Bearer", "Bearer ", "Bearer x",
                                       "Bearer rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    char revoked[128];
    struct fake_connection connection;
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response response = harness_request(
        &harness, METHOD_POST, "/account/token", member.cookie, "{\"scopes\":\"board:play\"}");
    snprintf(revoked, sizeof revoked, "Bearer %s", json_field(response.body, "token"));
    assert_int_equal(harness_request(&harness, METHOD_DELETE, "/api/token", revoked, NULL).status,
                     204);
    for (size_t i = 0; i <= sizeof none / sizeof *none; i++) {
        fake_connection_connect(&connection, &harness,
                                i < sizeof none / sizeof *none ? none[i] : revoked);
        assert_int_equal(connection.status, 401);
        assert_string_equal(fake_connection_headers(&connection), "WWW-Authenticate: Bearer\r\n");
        assert_string_equal(fake_connection_body(&connection),
                            "{\"error\":\"unknown token\",\"code\":\"token-unknown\"}\n");
        fake_connection_close(&connection);
    }
}

static void who_cannot_be_looked_up_is_not_taken_for_a_stranger(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection connection;
    make_guest(cookie);
    harness_wait(&harness, 2 * MINUTE); // until nothing is cached
    harness.store.reads_fail = true;
    fake_connection_connect(&connection, &harness, cookie);
    assert_int_equal(connection.status, 503);
    fake_connection_fini(&connection);
    assert_int_equal(harness_request(&harness, METHOD_GET, "/api/account", cookie, NULL).status,
                     503);
    harness.store.reads_fail = false;
    fake_connection_connect(&connection, &harness, cookie);
    assert_true(fake_connection_has(&connection, "hello"));
    fake_connection_close(&connection);
    fake_connection_fini(&connection);
}

static void an_expired_cookie_can_only_watch(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection connection;
    make_guest(cookie);
    assert_int_equal(harness_request(&harness, METHOD_POST, "/account/logout", cookie, "{}").status,
                     200);
    fake_connection_connect(&connection, &harness, cookie);
    fake_connection_expect(&connection, "hello", "name", "Anonymous");
    assert_int_equal(connection.close_code, 0);
    fake_connection_close(&connection);
}

static void revoking_a_token_closes_only_its_connections(void **state)
{
    (void)state;
    struct fake_connection by_cookie, by_token;
    char bearer[128];
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response response = harness_request(
        &harness, METHOD_POST, "/account/token", member.cookie, "{\"scopes\":\"board:play\"}");
    snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
    fake_connection_connect(&by_cookie, &harness, member.cookie);
    fake_connection_connect(&by_token, &harness, bearer);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, "/api/token", bearer, NULL).status,
                     204);
    assert_int_equal(by_token.close_code, 1008);
    assert_int_equal(by_cookie.close_code, 0);
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/account/logout", member.cookie, "{}").status, 200);
    assert_int_equal(by_cookie.close_code, 1008);
    fake_connection_close(&by_cookie);
    fake_connection_close(&by_token);
}

static void a_password_change_keeps_the_session_that_made_it_and_tokens(void **state)
{
    (void)state;
    struct fake_connection own, other, by_token;
    char bearer[128];
    const struct fake_response here =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response there =
        harness_request(&harness, METHOD_POST, "/account/login", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response response = harness_request(
        &harness, METHOD_POST, "/account/token", here.cookie, "{\"scopes\":\"board:play\"}");
    snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
    fake_connection_connect(&own, &harness, here.cookie);
    fake_connection_connect(&other, &harness, there.cookie);
    fake_connection_connect(&by_token, &harness, bearer);
    assert_int_equal(harness_request(&harness, METHOD_POST, "/account/password", here.cookie,
                                     "{\"old\":\"my secret\",\"new\":\"another one\"}")
                         .status,
                     200);
    assert_int_equal(own.close_code, 0);
    assert_int_equal(by_token.close_code, 0);
    assert_int_equal(other.close_code, 1008);
    fake_connection_close(&own);
    fake_connection_close(&other);
    fake_connection_close(&by_token);
}

/* The id of the entry of a list that has this text. */
static void find_id(const char *list, const char *text, char out[17])
{
    const char *at = strstr(list, text);
    assert_non_null(at);
    while (strncmp(at, "\"id\":\"", 6) != 0)
        at--;
    snprintf(out, 17, "%s", at + 6);
}

static void revoking_a_session_or_a_token_closes_its_connections_at_once(void **state)
{
    (void)state;
    struct fake_connection own, other, by_token;
    char bearer[128], id[17], path[100];
    const struct fake_response there =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response here =
        harness_request(&harness, METHOD_POST, "/account/login", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    struct fake_response response =
        harness_request(&harness, METHOD_POST, "/account/token", here.cookie,
                        "{\"scopes\":\"board:play\",\"description\":\"my board\"}");
    snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
    fake_connection_connect(&own, &harness, here.cookie);
    fake_connection_connect(&other, &harness, there.cookie);
    fake_connection_connect(&by_token, &harness, bearer);

    response = harness_request(&harness, METHOD_GET, "/account/tokens", here.cookie, NULL);
    assert_non_null(strstr(response.body, "\"description\":\"my board\",\"client\":null,"
                                          "\"scopes\":\"board:play\",\"created\":"));
    assert_non_null(strstr(response.body, "\"used\":1700000000000,\"expires\":null}"));
    find_id(response.body, "my board", id);
    snprintf(path, sizeof path, "/account/tokens/%s", id);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, path, here.cookie, NULL).status, 200);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, path, here.cookie, NULL).status, 404);
    assert_int_equal(by_token.close_code, 1008);
    assert_int_equal(harness_request(&harness, METHOD_GET, "/api/account", bearer, NULL).status,
                     401);

    response = harness_request(&harness, METHOD_GET, "/account/sessions", here.cookie, NULL);
    find_id(response.body, "\"current\":false", id);
    snprintf(path, sizeof path, "/account/sessions/%s/revoke", id);
    assert_int_equal(harness_request(&harness, METHOD_POST, path, here.cookie, "{}").status, 200);
    assert_int_equal(other.close_code, 1008);
    assert_int_equal(own.close_code, 0);
    assert_int_equal(
        harness_request(&harness, METHOD_GET, "/account/sessions", there.cookie, NULL).status, 401);
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/account/sessions/nobody/revoke", here.cookie, "{}")
            .status,
        404);
    fake_connection_close(&own);
    fake_connection_close(&other);
    fake_connection_close(&by_token);
}

static void revoking_the_other_sessions_keeps_the_own_one(void **state)
{
    (void)state;
    struct fake_connection own, other;
    const struct fake_response there =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response here =
        harness_request(&harness, METHOD_POST, "/account/login", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    fake_connection_connect(&own, &harness, here.cookie);
    fake_connection_connect(&other, &harness, there.cookie);
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/account/sessions/revoke-others", here.cookie, "{}")
            .status,
        200);
    assert_int_equal(other.close_code, 1008);
    assert_int_equal(own.close_code, 0);
    fake_connection_close(&own);
    fake_connection_close(&other);
}

static void a_session_of_somebody_else_cannot_be_revoked(void **state)
{
    (void)state;
    char id[17], path[100];
    const struct fake_response alice =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response ben =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Ben\",\"password\":\"my secret\"}");
    const struct fake_response list =
        harness_request(&harness, METHOD_GET, "/account/sessions", alice.cookie, NULL);
    find_id(list.body, "\"current\":true", id);
    snprintf(path, sizeof path, "/account/sessions/%s", id);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, path, ben.cookie, NULL).status, 404);
    assert_int_equal(
        harness_request(&harness, METHOD_GET, "/account/sessions", alice.cookie, NULL).status, 200);
}

static void a_connection_ends_when_its_token_expires(void **state)
{
    (void)state;
    struct fake_connection socket, stream;
    char bearer[128];
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    char body[100];
    snprintf(body, sizeof body, "{\"scopes\":\"board:play\",\"expires\":%lld}",
             (long long)harness.server->now + 10 * MINUTE);
    const struct fake_response response =
        harness_request(&harness, METHOD_POST, "/account/token", member.cookie, body);
    snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
    fake_connection_connect(&socket, &harness, bearer);
    fake_connection_init(&stream, &harness);
    const struct request request = http_request(METHOD_GET, "/api/stream/event", bearer, NULL);
    fake_connection_request(&stream, &request);
    assert_true(stream.stream);
    harness_wait(&harness, 10 * MINUTE - SECOND);
    assert_int_equal(socket.close_code, 0);
    assert_false(stream.closed);
    harness_wait(&harness, 2 * SECOND);
    assert_int_equal(socket.close_code, 1008);
    assert_string_equal(socket.close_reason, "expired");
    assert_true(stream.closed);
    fake_connection_close(&socket);
    fake_connection_close(&stream);
}

static void a_token_expires_by_the_date_however_the_clock_is_set(void **state)
{
    server_set_date(harness.server, harness.server->now - 400 * DAY);
    struct fake_connection socket;
    char bearer[128], body[100];
    (void)state;
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    snprintf(body, sizeof body, "{\"scopes\":\"board:play\",\"expires\":%lld}",
             (long long)server_date(harness.server) + DAY);
    const struct fake_response response =
        harness_request(&harness, METHOD_POST, "/account/token", member.cookie, body);
    snprintf(bearer, sizeof bearer, "Bearer %s", json_field(response.body, "token"));
    fake_connection_connect(&socket, &harness, bearer);
    harness_wait(&harness, HOUR);
    assert_int_equal(socket.close_code, 0);
    server_set_date(harness.server, server_date(harness.server) + DAY);
    harness_wait(&harness, 2 * MINUTE);
    assert_string_equal(socket.close_reason, "expired");
    fake_connection_close(&socket);
}

static void closing_the_account_cancels_challenges_and_seeks(void **state)
{
    (void)state;
    struct fake_connection other;
    const struct fake_response alice =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response ben =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Ben\",\"password\":\"my secret\"}");
    fake_connection_connect(&other, &harness, ben.cookie);
    fake_connection_send(&other, "{\"t\":\"lobby\",\"on\":true}");
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/api/challenge/ben", alice.cookie, "days=3").status,
        200);
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/api/board/seek", alice.cookie, "days=7").status,
        200);
    fake_connection_receive(&other, "challenged");
    fake_connection_receive(&other, "found");
    fake_connection_skip(&other);
    assert_int_equal(harness_request(&harness, METHOD_POST, "/account/close", alice.cookie,
                                     "{\"password\":\"my secret\"}")
                         .status,
                     200);
    fake_connection_receive(&other, "lost");
    fake_connection_expect(&other, "challenged", "state", "canceled");
    fake_connection_close(&other);
}

static void a_new_connection_is_told_of_the_challenges_that_it_has_sent(void **state)
{
    (void)state;
    struct fake_connection first, second;
    const struct fake_response alice =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    harness_request(&harness, METHOD_POST, "/account/register", NULL,
                    "{\"name\":\"Ben\",\"password\":\"my secret\"}");
    fake_connection_connect(&first, &harness, alice.cookie);
    fake_connection_send(&first,
                         "{\"t\":\"challenge\",\"id\":\"c\",\"to\":\"Ben\",\"clock\":\"5+3\"}");
    fake_connection_close(&first);
    fake_connection_connect(&second, &harness, alice.cookie);
    fake_connection_expect(&second, "challenged", "to", "Ben");
    fake_connection_close(&second);
}

static void a_challenge_tells_that_the_game_is_private_and_where_it_starts(void **state)
{
    (void)state;
    struct fake_connection from, to;
    const struct fake_response alice =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct fake_response ben =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Ben\",\"password\":\"my secret\"}");
    fake_connection_connect(&from, &harness, alice.cookie);
    fake_connection_connect(&to, &harness, ben.cookie);
    fake_connection_send(&from,
                         "{\"t\":\"challenge\",\"id\":\"c\",\"to\":\"Ben\",\"clock\":\"5+3\","
                         "\"hidden\":true,\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"}");
    const char *challenged = fake_connection_receive(&to, "challenged");
    assert_non_null(strstr(challenged, "\"hidden\":true"));
    assert_non_null(strstr(challenged, "\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\""));
    fake_connection_close(&from);
    fake_connection_close(&to);
}

static void the_number_of_connections_per_person_is_limited(void **state)
{
    (void)state;
    enum { MOST = 300 };
    static struct fake_connection connections[MOST + 1];
    const struct fake_response member =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    for (int i = 0; i <= MOST; i++)
        fake_connection_connect(&connections[i], &harness, member.cookie);
    assert_int_equal(connections[MOST - 1].close_code, 0);
    assert_int_equal(connections[MOST].close_code, 1008);
    assert_int_equal(
        harness_request(&harness, METHOD_POST, "/account/logout", member.cookie, "{\"all\":true}")
            .status,
        200);
    for (int i = 0; i <= MOST; i++) {
        assert_int_equal(connections[i].close_code, 1008);
        fake_connection_close(&connections[i]);
    }
}

static void both_players_can_use_the_same_command_id(void **state)
{
    (void)state;
    start_game("");
    act(0, "same", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    fake_connection_expect(&players[0], "ack", "version", "1");
    act(1, "same", 1, "\"verb\":\"move\",\"move\":\"e7e5\"");
    fake_connection_expect(&players[1], "ack", "version", "2");
    leave_game();
}

static void rematches_swap_the_sides(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    play(1, "e7e5");
    act(0, "r", 2, "\"verb\":\"resign\"");
    for (int side = 0; side < 2; side++) {
        fake_connection_skip(&players[side]);
    }
    for (int side = 0; side < 2; side++)
        fake_connection_send(
            &players[side],
            message("{\"t\":\"rematch\",\"id\":\"re\",\"game\":\"%s\",\"accept\":true}", game_id));
    fake_connection_expect(&players[0], "start", "side", "black");
    fake_connection_expect(&players[1], "start", "side", "white");
    leave_game();
}

static void a_crash_loses_no_move_and_no_time(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    play(1, "e7e5");
    harness_wait(&harness, 4000);
    play(2, "g1f3");
    harness_wait(&harness, 3000);
    for (int side = 0; side < 2; side++)
        fake_connection_close(&players[side]);
    harness_crash(&harness, 3600 * 1000);
    fake_connection_connect(&players[1], &harness, player_cookies[1]);
    fake_connection_receive(&players[1], "start");
    fake_connection_send(&players[1], message("{\"t\":\"watch\",\"game\":\"%s\"}", game_id));
    const char *snapshot = fake_connection_receive(&players[1], "game");
    assert_string_equal(json_field(snapshot, "moves"), "e2e4 e7e5 g1f3");
    assert_int_equal(atoi(json_field(snapshot, "white_ms")), 596000);
    const int black = atoi(json_field(snapshot, "black_ms"));
    assert_in_range(black, 597000, 598500);
    fake_connection_connect(&players[0], &harness, player_cookies[0]);
    leave_game();
}

static void a_clean_stop_tells_all_clients_to_reconnect(void **state)
{
    (void)state;
    start_game("");
    play(0, "e2e4");
    server_stop(harness.server, harness.server->now);
    harness_wait(&harness, 0);
    assert_true(server_stopped(harness.server));
    assert_int_equal(players[0].close_code, 1012);
    fake_connection_expect(&players[0], "notice", "type", "restart");
    leave_game();
}

static void a_server_that_has_lost_its_lease_refuses_what_needs_the_lobby(void **state)
{
    (void)state;
    char cookie[256];
    struct fake_connection guest;
    make_guest(cookie);
    shards_lose(harness.server, SHARD_LOBBY);
    fake_connection_connect(&guest, &harness, cookie);
    fake_connection_receive(&guest, "hello");
    fake_connection_send(&guest, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5+0\"}");
    fake_connection_expect(&guest, "refused", "id", "s");
    const struct fake_response response = harness_request(
        &harness, METHOD_POST, "/api/challenge/open", cookie, "clock.limit=300&clock.increment=0");
    assert_int_equal(response.status, 503);
    fake_connection_close(&guest);
}

int main(void)
{
#define TEST(function) HARNESS_TEST(function, &harness)
    const struct CMUnitTest tests[] = {
        TEST(a_server_that_has_lost_its_lease_refuses_what_needs_the_lobby),
        TEST(two_guests_play_a_game_to_mate),
        TEST(a_move_is_acknowledged_with_version_and_clocks),
        TEST(a_repeated_command_gets_the_first_answer),
        TEST(a_stale_command_is_refused_with_a_snapshot),
        TEST(a_player_cannot_move_for_the_opponent),
        TEST(a_client_that_was_away_gets_exactly_the_missed_events),
        TEST(an_unknown_version_gets_a_snapshot),
        TEST(the_existence_of_a_private_game_is_not_revealed),
        TEST(spectators_see_the_moves_but_not_the_players_chat),
        TEST(a_slow_spectator_skips_to_the_current_position),
        TEST(matching_seeks_become_a_game),
        TEST(the_lobby_tells_which_seek_is_yours),
        TEST(a_pool_pairs_its_members),
        TEST(a_game_against_the_computer_starts_at_once),
        TEST(invalid_games_against_the_computer_are_refused),
        TEST(closing_the_connection_cancels_the_seek),
        TEST(a_seek_refused_for_its_rate_leaves_the_standing_one),
        TEST(a_command_with_a_wrong_field_is_refused_by_its_id),
        TEST(a_server_without_limits_does_not_count_messages),
        TEST(a_new_connection_hears_of_all_its_games),
        TEST(an_anonymous_seek_is_refused),
        TEST(impossible_settings_are_refused_with_the_reason),
        TEST(invalid_messages_are_refused_and_too_many_close_the_connection),
        TEST(moves_have_no_rate_limit),
        TEST(repeated_and_illegal_moves_count_like_other_messages),
        TEST(moves_in_unknown_games_count_like_other_messages),
        TEST(commands_with_an_unknown_verb_count_once),
        TEST(a_command_needs_a_version_and_an_id),
        TEST(a_token_without_a_playing_scope_cannot_open_a_websocket),
        TEST(an_invalid_token_cannot_open_a_websocket),
        TEST(who_cannot_be_looked_up_is_not_taken_for_a_stranger),
        TEST(an_expired_cookie_can_only_watch),
        TEST(revoking_a_token_closes_only_its_connections),
        TEST(a_password_change_keeps_the_session_that_made_it_and_tokens),
        TEST(a_connection_ends_when_its_token_expires),
        TEST(a_token_expires_by_the_date_however_the_clock_is_set),
        TEST(revoking_a_session_or_a_token_closes_its_connections_at_once),
        TEST(revoking_the_other_sessions_keeps_the_own_one),
        TEST(a_session_of_somebody_else_cannot_be_revoked),
        TEST(closing_the_account_cancels_challenges_and_seeks),
        TEST(a_new_connection_is_told_of_the_challenges_that_it_has_sent),
        TEST(a_challenge_tells_that_the_game_is_private_and_where_it_starts),
        TEST(the_number_of_connections_per_person_is_limited),
        TEST(both_players_can_use_the_same_command_id),
        TEST(rematches_swap_the_sides),
        TEST(a_crash_loses_no_move_and_no_time),
        TEST(a_clean_stop_tells_all_clients_to_reconnect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
