/* SPDX-License-Identifier: MIT */
/* Several servers in one process, connected by a bus. Each has a store of its own. */
#include <string.h>

#include "lobby/challenge_notice.h"
#include "rounds/game_notice.h"
#include "support/board.h"
#include "support/fake_network.h"
#include "support/harness.h"

struct servers {
    struct fake_network network;
    struct harness one, two;
};

static int set_up(void **state)
{
    static struct servers servers;
    fake_network_init(&servers.network, 1);
    harness_open_on(&servers.one, fake_network_open_bus(&servers.network));
    harness_open_on(&servers.two, fake_network_open_bus(&servers.network));
    servers.network.now = servers.one.server->now;
    *state = &servers;
    return 0;
}

static int tear_down(void **state)
{
    struct servers *servers = *state;
    harness_close(&servers->one);
    harness_close(&servers->two);
    return 0;
}

/* Keeps what the last notice of a listener carries: the payload is borrowed. */
struct reader {
    struct notice_listener listener;
    unsigned count;
    struct notice notice;
    struct challenge challenge;
    struct game_notice game;
    char json[4096];
};

static void on_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct reader *reader = LIST_OWNER(listener, struct reader, listener);
    if (notice->kind == NOTICE_NOTIFICATION)
        return; // the other server does not know that the player is online here
    reader->count++;
    reader->notice = *notice;
    if (!challenge_notice_parse(notice, &reader->challenge))
        return;
    if (!game_notice_parse(notice, &reader->game))
        return;
    assert_true(reader->game.json_size < sizeof reader->json);
    memcpy(reader->json, reader->game.json, reader->game.json_size);
    reader->json[reader->game.json_size] = '\0';
}

static void join(struct harness *harness, const char *name, struct reader *reader)
{
    const struct identity who = identity_named(name, ROLE_PLAYER);
    *reader = (struct reader){.listener.on_notice = on_notice};
    presence_join(harness->server, &who, &reader->listener);
}

static struct challenge example_challenge(void)
{
    struct challenge challenge = {.id = "abcdefgh",
                                  .status = CHALLENGE_DECLINED,
                                  .reason = DECLINE_GENERIC,
                                  .from = identity_named("Anna", ROLE_PLAYER),
                                  .to = identity_named("Bob", ROLE_BOT),
                                  .settings = settings_for("5+3"),
                                  .first_is_white = true,
                                  .rematch_of = "zyxwvuts",
                                  .message = "Again?",
                                  .created_at = 17};
    return challenge;
}

static void a_challenge_reaches_a_person_on_another_server_with_all_it_has(void **state)
{
    struct servers *servers = *state;
    const struct challenge challenge = example_challenge();
    struct reader bob, anna;
    join(&servers->two, "Bob", &bob);
    join(&servers->one, "Anna", &anna);
    challenge_notice_send(servers->one.server, &challenge, NOTICE_CHALLENGE_DECLINED);
    assert_int_equal(anna.count, 1); // on the own server at once
    assert_int_equal(bob.count, 0);
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 1);
    assert_int_equal(bob.notice.kind, NOTICE_CHALLENGE_DECLINED);
    assert_string_equal(bob.challenge.id, "abcdefgh");
    assert_string_equal(bob.challenge.from.name, "Anna");
    assert_int_equal(bob.challenge.to.role, ROLE_BOT);
    assert_int_equal(bob.challenge.status, CHALLENGE_DECLINED);
    assert_string_equal(bob.challenge.rematch_of, "zyxwvuts");
    assert_string_equal(bob.challenge.message, "Again?");
    assert_true(bob.challenge.first_is_white);
    assert_int_equal(bob.challenge.created_at, 17);
    presence_leave(servers->two.server, "bob", &bob.listener);
    presence_leave(servers->one.server, "anna", &anna.listener);
}

static void the_start_of_a_game_reaches_a_player_on_another_server(void **state)
{
    struct servers *servers = *state;
    struct game_info info = {.id = "abcdefgh", .settings = settings_for("5+3")};
    info.players[RK_WHITE] = harness_add_account(&servers->one, "Anna", ROLE_PLAYER);
    info.players[RK_BLACK] = harness_add_account(&servers->one, "Bob", ROLE_PLAYER);
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    struct round *round = harness_start_game(&servers->one, &info);
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 1);
    assert_int_equal(bob.notice.kind, NOTICE_GAME_START);
    assert_int_equal(bob.game.side, RK_BLACK);
    assert_non_null(strstr(bob.json, "\"gameId\":\"abcdefgh\""));
    assert_non_null(strstr(bob.json, "\"username\":\"Anna\""));
    harness_finish_game(&servers->one, round, "e2e4 e7e5", RK_BLACK);
    harness_settle(&servers->two);
    assert_int_equal(bob.notice.kind, NOTICE_GAME_FINISH);
    assert_non_null(strstr(bob.json, "resign"));
    presence_leave(servers->two.server, "bob", &bob.listener);
}

static void a_person_who_is_kicked_is_kicked_on_all_servers(void **state)
{
    struct servers *servers = *state;
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    presence_notify_kicked(servers->one.server, "bob", "banned", "You are banned.");
    harness_settle(&servers->two);
    assert_int_equal(bob.notice.kind, NOTICE_KICKED);
    assert_string_equal(bob.notice.subject, "banned");
    presence_leave(servers->two.server, "bob", &bob.listener);
}

static void what_is_not_a_notice_is_ignored(void **state)
{
    struct servers *servers = *state;
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    static const char *const wrong[] = {"", "\1", "\1\1", "\2\1a", "\1\177a", "\1\1never ends"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        bus_publish(servers->one.bus, "user.bob", wrong[i], strlen(wrong[i]));
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 0);
    presence_leave(servers->two.server, "bob", &bob.listener);
}

#define SERVERS_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVERS_TEST(a_challenge_reaches_a_person_on_another_server_with_all_it_has),
        SERVERS_TEST(the_start_of_a_game_reaches_a_player_on_another_server),
        SERVERS_TEST(a_person_who_is_kicked_is_kicked_on_all_servers),
        SERVERS_TEST(what_is_not_a_notice_is_ignored),
    };
    return cmocka_run_group_tests_name("servers", tests, NULL, NULL);
}
