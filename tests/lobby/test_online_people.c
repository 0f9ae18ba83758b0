/* SPDX-License-Identifier: MIT */
/* The list of people who are here: free, playing or away. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/people.h"

static struct harness harness;
static struct someone alice, bert;
static struct fake_connection viewer; /* anonymous */

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    alice = someone_join(&harness, "Alice");
    bert = someone_join(&harness, "Bert");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static void watch_people(void)
{
    fake_connection_connect(&viewer, &harness, NULL);
    fake_connection_send(&viewer, "{\"t\":\"people\",\"on\":true}");
}

static void the_list_has_everybody_who_is_online(void **state)
{
    (void)state;
    struct fake_connection sockets[2];
    fake_connection_connect(&sockets[0], &harness, alice.cookie);
    const struct fake_response guest =
        harness_request(&harness, METHOD_POST, "/account/guest", NULL, "{}");
    fake_connection_connect(&sockets[1], &harness, guest.cookie);
    watch_people();
    const char *person = fake_connection_receive(&viewer, "person");
    assert_has(person, "\"name\":\"Alice\"");
    assert_has(person, "\"role\":\"player\"");
    assert_has(person, "\"state\":\"free\"");
    const char *count = fake_connection_receive(&viewer, "people-count");
    assert_has(count, "\"people\":1");
    assert_has(count, "\"guests\":1");
    assert_has(count, "\"games\":0");
    fake_connection_close(&sockets[0]);
    fake_connection_close(&sockets[1]);
    fake_connection_close(&viewer);
}

static void coming_and_going_is_told_once_a_second(void **state)
{
    (void)state;
    struct fake_connection socket;
    watch_people();
    fake_connection_receive(&viewer, "people-count");
    fake_connection_connect(&socket, &harness, bert.cookie);
    assert_false(fake_connection_has(&viewer, "person"));
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "name", "Bert");
    fake_connection_expect(&viewer, "people-count", "people", "1");
    fake_connection_close(&socket);
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person-left", "name", "Bert");
    fake_connection_connect(&socket, &harness, bert.cookie);
    fake_connection_close(&socket);
    harness_wait(&harness, SECOND);
    assert_false(fake_connection_has(&viewer, "person")); // it was too short
    fake_connection_close(&viewer);
}

static void somebody_idle_is_away_until_they_act(void **state)
{
    (void)state;
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    watch_people();
    fake_connection_expect(&viewer, "person", "state", "free");
    for (int i = 0; i < 10; i++) { // a ping is not an activity
        harness_wait(&harness, 31 * SECOND);
        fake_connection_send(&socket, "{\"t\":\"ping\"}");
    }
    fake_connection_expect(&viewer, "person", "state", "away");
    fake_connection_send(&socket, "{\"t\":\"games\"}");
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "state", "free");
    fake_connection_send(&socket, "{\"t\":\"away\",\"on\":true}");
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "state", "away");
    fake_connection_send(&socket, "{\"t\":\"away\",\"on\":false}");
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "state", "free");
    fake_connection_close(&socket);
    fake_connection_close(&viewer);
}

static struct round *start_game(bool hidden)
{
    struct game_info info = {
        .id = "game0001",
        .players = {identity_named("Alice", ROLE_PLAYER), identity_named("Bert", ROLE_PLAYER)},
        .settings = settings_for("5+0"),
        .source = SOURCE_FRIEND};
    info.settings.hidden = hidden;
    return harness_start_game(&harness, &info);
}

static void players_are_shown_with_their_game(void **state)
{
    (void)state;
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    watch_people();
    fake_connection_skip(&viewer);
    struct round *round = start_game(false);
    harness_wait(&harness, SECOND);
    const char *person = fake_connection_receive(&viewer, "person");
    assert_has(person, "\"state\":\"playing\"");
    assert_has(person, "\"game\":\"game0001\"");
    fake_connection_expect(&viewer, "people-count", "games", "1");
    harness_finish_game(&harness, round, "e2e4 e7e5", RK_WHITE);
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "state", "free");
    fake_connection_close(&socket);
    fake_connection_close(&viewer);
}

static void a_private_game_is_not_named(void **state)
{
    (void)state;
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    start_game(true);
    watch_people();
    const char *person = fake_connection_receive(&viewer, "person");
    assert_has(person, "\"state\":\"playing\"");
    assert_lacks(person, "game0001");
    fake_connection_expect(&viewer, "people-count", "games", "0");
    fake_connection_close(&socket);
    fake_connection_close(&viewer);
}

static void a_slow_reader_gets_the_list_later(void **state)
{
    (void)state;
    struct fake_connection socket;
    watch_people();
    fake_connection_skip(&viewer);
    viewer.buffered = 1000000;
    fake_connection_connect(&socket, &harness, alice.cookie);
    harness_wait(&harness, SECOND);
    assert_false(fake_connection_has(&viewer, "person"));
    viewer.buffered = 0;
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "person", "name", "Alice");
    fake_connection_receive(&viewer, "people-count");
    fake_connection_close(&socket);
    fake_connection_close(&viewer);
}

static void unsubscribing_ends_it(void **state)
{
    (void)state;
    struct fake_connection socket;
    watch_people();
    fake_connection_send(&viewer, "{\"t\":\"people\",\"on\":false}");
    fake_connection_skip(&viewer);
    fake_connection_connect(&socket, &harness, alice.cookie);
    harness_wait(&harness, 3 * SECOND);
    assert_false(fake_connection_has(&viewer, "person"));
    fake_connection_close(&socket);
    fake_connection_close(&viewer);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_list_has_everybody_who_is_online),
        TEST(coming_and_going_is_told_once_a_second),
        TEST(somebody_idle_is_away_until_they_act),
        TEST(players_are_shown_with_their_game),
        TEST(a_private_game_is_not_named),
        TEST(a_slow_reader_gets_the_list_later),
        TEST(unsubscribing_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
