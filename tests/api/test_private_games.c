/* SPDX-License-Identifier: MIT */
/* A private game is seen by its players alone, on every way to see a game. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/people.h"

static struct harness harness;
static struct someone alice, carla;

/* Every address under which games are shown; %s is the game. */
static const struct {
    enum method method;
    const char *target, *body;
} ways[] = {
    {METHOD_GET, "/", NULL},
    {METHOD_GET, "/%s", NULL},
    {METHOD_GET, "/game/export/%s", NULL},
    {METHOD_GET, "/api/stream/game/%s", NULL},
    {METHOD_GET, "/api/board/game/stream/%s", NULL},
    {METHOD_GET, "/api/board/game/%s/chat", NULL},
    {METHOD_GET, "/api/games/user/alice", NULL},
    {METHOD_GET, "/api/games/user/alice?ongoing=true&finished=false", NULL},
    {METHOD_GET, "/api/games/user/alice?vs=bert", NULL},
    {METHOD_POST, "/api/games/export/_ids", "private1"},
    {METHOD_GET, "/api/games/running", NULL},
    {METHOD_GET, "/api/user/alice", NULL},
    {METHOD_GET, "/api/user/alice/current-game", NULL},
    {METHOD_GET, "/api/user/alice/activity", NULL},
    {METHOD_GET, "/api/users/status?ids=alice,bert&withGameIds=true", NULL},
    {METHOD_POST, "/api/stream/games-by-users?withCurrentGames=true", "alice,bert"},
    {METHOD_POST, "/api/stream/games/s1", "private1"},
    {METHOD_GET, "/api/tv/channels", NULL},
    {METHOD_GET, "/api/tv/blitz", NULL},
    {METHOD_GET, "/api/tv/feed", NULL},
    {METHOD_GET, "/api/tv/blitz/feed", NULL},
    {METHOD_GET, "/api/stream/event", NULL},
    {METHOD_GET, "/api/account/playing", NULL},
};

static void expect_nothing_shown(const char *credentials, int way)
{
    char target[128];
    struct fake_connection connection;
    snprintf(target, sizeof target, ways[way].target, "private1");
    struct request request = http_request(ways[way].method, target, credentials, ways[way].body);
    if (ways[way].body)
        request.content_type = "text/plain";
    fake_connection_init(&connection, &harness);
    fake_connection_request(&connection, &request);
    harness_wait(&harness, SECOND);
    const char *body = fake_connection_body(&connection);
    const bool found = connection.status == 200 || connection.status == 201;
    if ((found && strstr(body, "private1")) || strstr(body, "e4 e5"))
        fail_msg("%s shows the game: %s", target, body);
    fake_connection_close(&connection);
}

static void expect_hidden_from(const char *credentials)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_nothing_shown(credentials, (int)i);
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, credentials);
    fake_connection_send(&socket, "{\"t\":\"watch\",\"game\":\"private1\"}");
    fake_connection_expect(&socket, "refused", "why", "not-found");
    fake_connection_send(&socket, "{\"t\":\"games\"}");
    assert_false(fake_connection_has(&socket, "running"));
    fake_connection_send(&socket, "{\"t\":\"lobby\",\"on\":true}");
    fake_connection_send(&socket, "{\"t\":\"people\",\"on\":true}");
    for (size_t i = 0; i < socket.message_count; i++)
        if (!strstr(socket.messages[i], "\"refused\""))
            assert_lacks(socket.messages[i], "private1");
    fake_connection_close(&socket);
}

static void play(struct round *round, rk_side side, const char *move)
{
    struct command command = {
        .verb = VERB_MOVE, .version = -1, .by = round_info(round)->players[side]};
    snprintf(command.move, sizeof command.move, "%s", move);
    expect_done(harness_command(&harness, round, &command));
}

static void nobody_but_its_players_sees_a_private_game(void **state)
{
    (void)state;
    alice = someone_join(&harness, "Alice");
    someone_join(&harness, "Bert");
    carla = someone_join(&harness, "Carla");
    struct game_info info = {
        .id = "private1",
        .players = {{.id = "alice", .name = "Alice"}, {.id = "bert", .name = "Bert"}},
        .settings = settings_for("60+0"),
        .source = SOURCE_FRIEND};
    info.settings.hidden = true;
    struct round *round = harness_start_game(&harness, &info);
    play(round, RK_WHITE, "e2e4");
    play(round, RK_BLACK, "e7e5");
    expect_hidden_from(NULL);
    expect_hidden_from(carla.cookie);
    assert_has(someone_get(&alice, "/api/account/playing", 200).body, "private1");
    harness_finish_game(&harness, round, "g1f3 g8f6", RK_BLACK);
    expect_hidden_from(carla.cookie);
    harness_wait(&harness, 3 * MINUTE); // only in the store now
    expect_hidden_from(NULL);
    expect_hidden_from(carla.cookie);
    assert_has(someone_get(&alice, "/game/export/private1", 200).body, "private1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(nobody_but_its_players_sees_a_private_game, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
