/* SPDX-License-Identifier: MIT */
/* TV: which game a channel shows, when it changes, and who is told. */
#include <string.h>

#include "running/tv.h"
#include "support/board.h"
#include "support/fake_connection.h"

static struct harness harness;

static struct round *start(const char *id, const char *white, const char *black, const char *clock)
{
    struct game_info info = {
        .players = {identity_named(white, ROLE_PLAYER), identity_named(black, ROLE_PLAYER)},
        .settings = settings_for(clock),
        .source = SOURCE_FRIEND};
    strcpy(info.id, id);
    return harness_start_game(&harness, &info);
}

static const char *shown(enum tv_channel channel)
{
    return tv_feature(harness.server, channel)->game;
}

static void play(struct round *round, const char *by, const char *move)
{
    struct command command = {
        .verb = VERB_MOVE, .by = identity_named(by, ROLE_PLAYER), .version = -1};
    strcpy(command.move, move);
    expect_done(harness_command(&harness, round, &command));
}

static void end(struct round *round, const char *loser)
{
    const struct command command = {
        .verb = VERB_RESIGN, .by = identity_named(loser, ROLE_PLAYER), .version = -1};
    expect_done(harness_command(&harness, round, &command));
}

static void every_key_names_its_channel(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        enum tv_channel channel;
        assert_true(tv_channel_parse(tv_channel_key((enum tv_channel)i), &channel));
        assert_int_equal(channel, i);
    }
    enum tv_channel channel;
    assert_false(tv_channel_parse("", &channel));
    assert_false(tv_channel_parse("Best", &channel));
}

static void a_game_is_on_the_channel_of_its_speed_and_on_best(void **state)
{
    (void)state;
    start("blitz000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BLITZ), "blitz000");
    assert_string_equal(shown(TV_BEST), "blitz000");
    assert_string_equal(shown(TV_RAPID), "");
    assert_string_equal(shown(TV_BOT), "");
}

static void a_variant_has_its_own_channel_and_is_not_on_best(void **state)
{
    (void)state;
    struct game_info info = {
        .id = "atomic00",
        .players = {identity_named("anna", ROLE_PLAYER), identity_named("boris", ROLE_PLAYER)},
        .settings = settings_for("5+0")};
    info.settings.variant = RK_ATOMIC;
    info.settings.start = rk_position_start(RK_ATOMIC);
    harness_start_game(&harness, &info);
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_ATOMIC), "atomic00");
    assert_string_equal(shown(TV_BEST), "");
    assert_string_equal(shown(TV_BLITZ), "");
}

static void games_with_bots_are_on_their_own_channel(void **state)
{
    (void)state;
    const struct game_info info = {
        .id = "robots00",
        .players = {identity_named("anna", ROLE_BOT), identity_named("boris", ROLE_PLAYER)},
        .settings = settings_for("5+0")};
    harness_start_game(&harness, &info);
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BOT), "robots00");
    assert_string_equal(shown(TV_BEST), "");
}

static void a_private_game_is_never_shown(void **state)
{
    (void)state;
    struct game_info info = {
        .id = "private0",
        .players = {identity_named("anna", ROLE_PLAYER), identity_named("boris", ROLE_PLAYER)},
        .settings = settings_for("5+0")};
    info.settings.hidden = true;
    harness_start_game(&harness, &info);
    harness_wait(&harness, MINUTE);
    const struct round *rounds[3];
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        assert_string_equal(shown((enum tv_channel)i), "");
        assert_int_equal(tv_list(harness.server, (enum tv_channel)i, rounds, 3), 0);
    }
}

static void a_game_stays_while_it_goes_on_and_the_next_follows_its_end(void **state)
{
    (void)state;
    struct round *first = start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    start("second00", "cleo", "dora", "5+0");
    harness_wait(&harness, 2 * SECOND);
    assert_string_equal(shown(TV_BLITZ), "first000");
    play(first, "anna", "e2e4");
    play(first, "boris", "e7e5");
    end(first, "anna");
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BLITZ), "first000"); // the end is shown for a moment
    harness_wait(&harness, 5 * SECOND);
    assert_string_equal(shown(TV_BLITZ), "second00");
}

static void the_last_game_stays_if_no_other_is_played(void **state)
{
    (void)state;
    struct round *round = start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    play(round, "anna", "e2e4");
    play(round, "boris", "e7e5");
    end(round, "anna");
    harness_wait(&harness, 5 * MINUTE);
    assert_string_equal(shown(TV_BLITZ), "first000");
    assert_null(tv_round(harness.server, TV_BLITZ));
}

static void an_aborted_game_leaves_its_channels(void **state)
{
    (void)state;
    struct fake_connection viewer;
    fake_connection_connect(&viewer, &harness, NULL);
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"blitz\",\"on\":true}");
    fake_connection_skip(&viewer);
    struct round *round = start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "featured", "game", "first000");
    const struct command command = {
        .verb = VERB_ABORT, .by = identity_named("anna", ROLE_PLAYER), .version = -1};
    expect_done(harness_command(&harness, round, &command));
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BLITZ), "first000"); // for a moment, as any end
    harness_wait(&harness, 5 * SECOND);
    assert_string_equal(shown(TV_BLITZ), "");
    assert_string_equal(shown(TV_BEST), "");
    assert_null(strstr(fake_connection_receive(&viewer, "featured"), "\"game\""));
    fake_connection_close(&viewer);
}

static void a_game_without_moves_gives_way(void **state)
{
    (void)state;
    struct round *dull = start("dull0000", "anna", "boris", "30+0");
    play(dull, "anna", "e2e4");
    play(dull, "boris", "e7e5");
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_CLASSICAL), "dull0000");
    harness_wait(&harness, 7 * MINUTE);
    struct round *lively = start("lively00", "cleo", "dora", "30+0");
    harness_wait(&harness, 5 * SECOND);
    assert_string_equal(shown(TV_CLASSICAL), "dull0000");
    harness_wait(&harness, 5 * SECOND);
    play(lively, "cleo", "e2e4");
    play(lively, "dora", "e7e5");
    harness_wait(&harness, 2 * MINUTE);
    assert_string_equal(shown(TV_CLASSICAL), "lively00");
}

/* A guest has no rating, so a game with one is weaker. */
static struct round *start_with_guest(const char *id, const char *guest, const char *black)
{
    struct game_info info = {
        .players = {identity_named(guest, ROLE_GUEST), identity_named(black, ROLE_PLAYER)},
        .settings = settings_for("5+0")};
    strcpy(info.id, id);
    return harness_start_game(&harness, &info);
}

static void the_better_players_are_shown_and_the_better_side_is_below(void **state)
{
    (void)state;
    const struct round *rounds[2];
    start("strong00", "anna", "boris", "5+0");
    harness_skip(&harness, 1);
    start_with_guest("weak0000", "~guest", "cleo");
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BLITZ), "strong00");
    assert_int_equal(tv_list(harness.server, TV_BLITZ, rounds, 2), 2);
    assert_string_equal(round_info(rounds[0])->id, "strong00");
    assert_string_equal(round_info(rounds[1])->id, "weak0000");
    assert_int_equal(tv_feature(harness.server, TV_BLITZ)->side, RK_WHITE);
}

static void a_game_is_shown_from_the_side_of_the_better_player(void **state)
{
    (void)state;
    start_with_guest("weak0000", "~guest", "cleo");
    harness_wait(&harness, SECOND);
    assert_int_equal(tv_feature(harness.server, TV_BLITZ)->side, RK_BLACK);
    assert_string_equal(tv_feature(harness.server, TV_BLITZ)->player.id, "cleo");
    assert_int_equal(tv_feature(harness.server, TV_BLITZ)->rating.points, 1500);
}

static void running_games_of_a_channel_are_listed(void **state)
{
    (void)state;
    const struct round *rounds[2];
    start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    start("second00", "cleo", "dora", "5+0");
    harness_wait(&harness, SECOND);
    start("third000", "edda", "fritz", "5+0");
    start("rapid000", "gerd", "hanna", "10+0");
    harness_wait(&harness, SECOND);
    assert_int_equal(tv_list(harness.server, TV_BLITZ, rounds, 2), 2);
    assert_string_equal(round_info(rounds[0])->id, "third000");
    assert_string_equal(round_info(rounds[1])->id, "second00");
    assert_int_equal(tv_list(harness.server, TV_RAPID, rounds, 2), 1);
    assert_int_equal(tv_list(harness.server, TV_RAPID, rounds, 0), 0);
}

static void games_are_shown_again_after_a_crash(void **state)
{
    (void)state;
    struct round *round = start("blitz000", "anna", "boris", "5+0");
    play(round, "anna", "e2e4");
    play(round, "boris", "e7e5");
    harness_crash(&harness, SECOND);
    harness_wait(&harness, 15 * SECOND);
    assert_string_equal(shown(TV_BLITZ), "blitz000");
}

// ---- over WebSocket --------------------------------------------------------------------------

static void a_subscription_tells_the_game_now_and_each_change(void **state)
{
    (void)state;
    struct fake_connection viewer;
    fake_connection_connect(&viewer, &harness, NULL);
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"blitz\",\"on\":true}");
    assert_null(strstr(fake_connection_receive(&viewer, "featured"), "\"game\""));
    struct round *round = start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    fake_connection_expect(&viewer, "featured", "game", "first000");
    start("second00", "cleo", "dora", "5+0");
    end(round, "anna");
    harness_wait(&harness, 5 * SECOND);
    fake_connection_expect(&viewer, "featured", "game", "second00");
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"best\",\"on\":true}");
    fake_connection_expect(&viewer, "featured", "channel", "best");
    fake_connection_close(&viewer);
}

static void an_ended_subscription_is_silent(void **state)
{
    (void)state;
    struct fake_connection viewer;
    fake_connection_connect(&viewer, &harness, NULL);
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"blitz\",\"on\":true}");
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"blitz\",\"on\":false}");
    fake_connection_skip(&viewer);
    start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    assert_false(fake_connection_has(&viewer, "featured"));
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"nothing\",\"on\":true}");
    fake_connection_expect(&viewer, "refused", "why", "not-found");
    fake_connection_close(&viewer);
}

static void a_viewer_may_disconnect_at_any_time(void **state)
{
    (void)state;
    struct fake_connection viewer;
    fake_connection_connect(&viewer, &harness, NULL);
    fake_connection_send(&viewer, "{\"t\":\"tv\",\"channel\":\"blitz\",\"on\":true}");
    fake_connection_close(&viewer);
    start("first000", "anna", "boris", "5+0");
    harness_wait(&harness, SECOND);
    assert_string_equal(shown(TV_BLITZ), "first000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(every_key_names_its_channel, &harness),
        HARNESS_TEST(a_game_is_on_the_channel_of_its_speed_and_on_best, &harness),
        HARNESS_TEST(a_variant_has_its_own_channel_and_is_not_on_best, &harness),
        HARNESS_TEST(games_with_bots_are_on_their_own_channel, &harness),
        HARNESS_TEST(a_private_game_is_never_shown, &harness),
        HARNESS_TEST(a_game_stays_while_it_goes_on_and_the_next_follows_its_end, &harness),
        HARNESS_TEST(the_last_game_stays_if_no_other_is_played, &harness),
        HARNESS_TEST(an_aborted_game_leaves_its_channels, &harness),
        HARNESS_TEST(a_game_without_moves_gives_way, &harness),
        HARNESS_TEST(the_better_players_are_shown_and_the_better_side_is_below, &harness),
        HARNESS_TEST(a_game_is_shown_from_the_side_of_the_better_player, &harness),
        HARNESS_TEST(running_games_of_a_channel_are_listed, &harness),
        HARNESS_TEST(games_are_shown_again_after_a_crash, &harness),
        HARNESS_TEST(a_subscription_tells_the_game_now_and_each_change, &harness),
        HARNESS_TEST(an_ended_subscription_is_silent, &harness),
        HARNESS_TEST(a_viewer_may_disconnect_at_any_time, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
