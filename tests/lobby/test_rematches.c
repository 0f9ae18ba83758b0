/* SPDX-License-Identifier: MIT */
/* Rematches. */
#include "lobby/rematches.h"

#include <stdio.h>
#include <string.h>

#include "lobby/challenges.h"
#include "rounds/round_watch.h"
#include "support/board.h"
#include "support/harness.h"

static struct harness harness;
static struct identity anna, bert, cleo;

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bert = harness_add_account(&harness, "Bert", ROLE_PLAYER);
    cleo = harness_add_account(&harness, "Cleo", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static void record_round(void *context, enum refusal refusal, const char *why, struct round *round)
{
    if (refusal)
        fail_msg("%s", why);
    *(struct round **)context = round;
}

/* A running game of Anna, who has White. */
static struct round *start(const struct identity *black, const struct game_settings *settings)
{
    struct pair pair = {
        .first = anna, .second = *black, .settings = *settings, .source = SOURCE_LOBBY};
    struct pairing pairing;
    struct round *round = NULL;
    pair.settings.side_choice = CHOOSE_WHITE;
    pair_start(harness.server, &pair, &pairing, record_round, &round);
    harness_settle(&harness);
    assert_non_null(round);
    return round;
}

static struct round *finish(struct round *round)
{
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(round)->id, sizeof id);
    harness_finish_game(&harness, rounds_find(harness.server, id), "a3 a6", RK_WHITE);
    return rounds_find(harness.server, id);
}

static struct round *play_game(void)
{
    const struct game_settings settings = settings_for("5+3");
    return finish(start(&bert, &settings));
}

static void record_open(void *context, struct round *round, const char *why)
{
    if (!round)
        fail_msg("%s", why);
    *(struct round **)context = round;
}

/* A finished game, loaded from the store if necessary. */
static struct round *open_round(const char *id)
{
    struct round *round = NULL;
    rounds_open(harness.server, id, record_open, &round);
    harness_settle(&harness);
    assert_non_null(round);
    return round;
}

static struct recorded_reply offer(struct round *round, const struct identity *by)
{
    struct recorded_reply result = {0};
    rematch_offer(harness.server, round, by, record_reply, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static struct recorded_reply decline(struct round *round, const struct identity *by)
{
    struct recorded_reply result = {0};
    rematch_decline(harness.server, round, by, record_reply, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static void expect(struct recorded_reply result, enum refusal refusal)
{
    if (result.reply.refusal != refusal)
        fail_msg("%s: %s", refusal_word(result.reply.refusal), result.why);
}

/* The offer among that player's incoming challenges; NULL if there is none. */
static const struct challenge *offer_to(const struct identity *who)
{
    const struct challenge *found;
    return challenges_list(harness.server, who->id, true, &found, 1) ? found : NULL;
}

static struct round *newest_game_of(const struct identity *who)
{
    const struct round *rounds[1];
    assert_int_equal(rounds_list(harness.server, who->id, rounds, 1), 1);
    return rounds_find(harness.server, round_info(rounds[0])->id);
}

// ---- a spectator of the old game ---------------------------------------------------------------

struct spectator {
    struct watcher watcher;
    char last[300]; /* the last message about a rematch */
};

static void record_rematch(struct watcher *watcher, struct shared_buffer *frame)
{
    struct spectator *spectator = LIST_OWNER(watcher, struct spectator, watcher);
    if (frame->size < sizeof spectator->last && memchr(frame->bytes, '{', frame->size)) {
        char text[300] = "";
        memcpy(text, frame->bytes, frame->size);
        if (strstr(text, "\"rematched\""))
            memcpy(spectator->last, text, sizeof text);
    }
}

static void spectator_join(struct spectator *spectator, struct round *round)
{
    *spectator =
        (struct spectator){.watcher = {.side = 2, .view = VIEW_WIRE, .send = record_rematch}};
    round_watch(round, &spectator->watcher, -1);
}

static void expect_seen(struct spectator *spectator, const char *words)
{
    if (!strstr(spectator->last, words))
        fail_msg("%s is not in %s", words, spectator->last);
}

// ---- tests -----------------------------------------------------------------------------------

static void a_rematch_has_the_same_settings_and_swapped_sides(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5d3");
    settings.hidden = true;
    settings.rules = RULE_NO_ABORT;
    struct round *round = finish(start(&bert, &settings));
    char before[GAME_ID_SIZE + 1];
    memcpy(before, round_info(round)->id, sizeof before);
    expect(offer(round, &bert), NOT_REFUSED);
    assert_int_equal(rounds_list(harness.server, anna.id, NULL, 0), 0);
    expect(offer(round, &anna), NOT_REFUSED);
    const struct game_info *info = round_info(newest_game_of(&anna));
    assert_string_equal(info->players[RK_WHITE].id, bert.id);
    assert_string_equal(info->players[RK_BLACK].id, anna.id);
    assert_string_equal(info->rematch_of, before);
    assert_int_equal(info->settings.clock.kind, RK_CLOCK_DELAY);
    assert_true(info->settings.hidden);
    assert_int_equal(info->settings.rules, RULE_NO_ABORT);
}

static void watchers_are_told_of_offers_and_the_next_game(void **state)
{
    (void)state;
    struct round *round = play_game();
    struct spectator spectator;
    spectator_join(&spectator, round);
    expect(offer(round, &bert), NOT_REFUSED);
    expect_seen(&spectator, "\"by\":\"black\"");
    expect(decline(round, &bert), NOT_REFUSED); // declining one's own offer withdraws it
    assert_null(strstr(spectator.last, "next"));
    expect(offer(round, &anna), NOT_REFUSED);
    expect_seen(&spectator, "\"by\":\"white\"");
    expect(offer(round, &bert), NOT_REFUSED);
    char next[40];
    snprintf(next, sizeof next, "\"next\":\"%s\"", round_info(newest_game_of(&bert))->id);
    expect_seen(&spectator, next);
    round_unwatch(&spectator.watcher, false);
}

static void a_bot_receives_the_offer_as_a_challenge(void **state)
{
    (void)state;
    const struct identity robo = harness_add_account(&harness, "Robo", ROLE_BOT);
    const struct game_settings settings = settings_for("5+3");
    struct fake_listener listener;
    struct round *round = finish(start(&robo, &settings));
    fake_listener_join(&listener, &harness, robo.id);
    expect(offer(round, &anna), NOT_REFUSED);
    const struct challenge *found = offer_to(&robo);
    assert_non_null(found);
    assert_string_equal(found->rematch_of, round_info(round)->id);
    assert_int_equal(fake_listener_count(&listener, NOTICE_CHALLENGE, found->id), 1);
    struct recorded_reply result = {0};
    challenge_accept(harness.server, found->id, &robo, CHOOSE_RANDOM, record_challenge, &result);
    harness_settle(&harness);
    expect(result, NOT_REFUSED);
    assert_string_equal(round_info(newest_game_of(&robo))->id, result.id);
    assert_string_equal(round_info(newest_game_of(&robo))->players[RK_WHITE].id, robo.id);
    expect(offer(round, &robo), NOT_REFUSED); // the game has started: no second one
    assert_int_equal(rounds_list(harness.server, robo.id, NULL, 0), 1);
    fake_listener_leave(&listener);
}

static void after_a_decline_the_player_must_wait_a_minute(void **state)
{
    (void)state;
    struct round *round = play_game();
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(round)->id, sizeof id);
    expect(decline(round, &bert), REFUSED_NOT_NOW); // nothing to decline
    expect(offer(round, &anna), NOT_REFUSED);
    expect(decline(round, &bert), NOT_REFUSED);
    assert_null(offer_to(&bert));
    harness_wait(&harness, 30000);
    round = open_round(id);
    const struct recorded_reply result = offer(round, &anna);
    expect(result, REFUSED_RATE);
    assert_int_equal(result.reply.wait, 30);
    assert_string_equal(result.reply.limit, limit_key(LIMIT_REMATCH));
    expect(offer(round, &bert), NOT_REFUSED); // the player who declined need not wait
    expect(decline(round, &bert), NOT_REFUSED);
    harness_wait(&harness, 31000);
    expect(offer(open_round(id), &anna), NOT_REFUSED);
}

static void declining_the_challenge_declines_the_rematch(void **state)
{
    (void)state;
    struct round *round = play_game();
    struct recorded_reply result = {0};
    expect(offer(round, &anna), NOT_REFUSED);
    challenge_decline(harness.server, offer_to(&bert)->id, &bert, DECLINE_LATER, record_challenge,
                      &result);
    expect(result, NOT_REFUSED);
    expect(offer(round, &anna), REFUSED_RATE);
}

static void offers_are_rate_limited_to_two_a_minute(void **state)
{
    (void)state;
    struct round *round = play_game();
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(round)->id, sizeof id);
    for (int i = 0; i < 2; i++) {
        expect(offer(round, &anna), NOT_REFUSED);
        expect(offer(round, &anna), NOT_REFUSED); // a repeated offer counts once
        expect(decline(round, &anna), NOT_REFUSED);
    }
    const struct recorded_reply result = offer(round, &anna);
    expect(result, REFUSED_RATE);
    assert_true(result.reply.wait > 0);
    harness_wait(&harness, 60000);
    expect(offer(open_round(id), &anna), NOT_REFUSED);
}

static void only_the_players_can_offer_and_only_after_the_game(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct game_settings forbidden = settings;
    forbidden.rules = RULE_NO_REMATCH;
    struct round *round = start(&bert, &settings);
    expect(offer(round, &anna), REFUSED_NOT_NOW);
    round = finish(round);
    expect(offer(round, &cleo), REFUSED_NOT_FOUND);
    expect(decline(round, &cleo), REFUSED_NOT_FOUND);
    expect(offer(finish(start(&cleo, &forbidden)), &cleo), REFUSED_NOT_NOW);
    harness.server->stopping = true;
    expect(offer(round, &anna), REFUSED_STOPPING);
    harness.server->stopping = false;
}

static void an_offer_expires_after_ten_minutes(void **state)
{
    (void)state;
    struct round *round = play_game();
    struct fake_listener listener;
    fake_listener_join(&listener, &harness, bert.id);
    expect(offer(round, &anna), NOT_REFUSED);
    harness_wait(&harness, 10 * 60 * 1000 - 1);
    assert_non_null(offer_to(&bert));
    harness_wait(&harness, 1);
    assert_null(offer_to(&bert));
    assert_int_equal(fake_listener_count(&listener, NOTICE_CHALLENGE_CANCELED, NULL), 1);
    fake_listener_leave(&listener);
}

static void a_full_disk_keeps_the_offer_open(void **state)
{
    (void)state;
    struct round *round = play_game();
    expect(offer(round, &anna), NOT_REFUSED);
    harness.store.writes_fail = true;
    expect(offer(round, &bert), REFUSED_STORE);
    harness.store.writes_fail = false;
    expect(offer(round, &bert), NOT_REFUSED);
    assert_int_equal(rounds_list(harness.server, bert.id, NULL, 0), 1);
}

static void time_odds_stay_with_the_player(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+0 / 1+2");
    struct round *round = finish(start(&bert, &settings));
    expect(offer(round, &anna), NOT_REFUSED);
    expect(offer(round, &bert), NOT_REFUSED);
    char text[RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&round_info(newest_game_of(&bert))->settings.clock, text);
    assert_string_equal(text, "1+2 / 5+0"); // Anna is Black now, and still has five minutes
}

static void a_chess960_position_is_played_twice(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5+3");
    settings.variant = RK_CHESS960;
    assert_int_equal(rk_position_chess960(111, &settings.start), RK_OK);
    struct round *round = start(&bert, &settings);
    rk_position starts[6];
    for (int i = 0; i < 6; i++) {
        starts[i] = round_info(round)->settings.start;
        char id[GAME_ID_SIZE + 1];
        memcpy(id, round_info(round)->id, sizeof id);
        finish(round);
        harness_wait(&harness, 30000); // because of the rate limit
        round = open_round(id);
        expect(offer(round, &anna), NOT_REFUSED);
        expect(offer(round, &bert), NOT_REFUSED);
        round = newest_game_of(&anna);
    }
    for (int i = 0; i < 6; i += 2)
        assert_true(rk_position_same(&starts[i], &starts[i + 1]));
    assert_false(rk_position_same(&starts[1], &starts[2]));
    assert_false(rk_position_same(&starts[3], &starts[4]));
}

static void the_server_can_end_while_an_offer_is_pending(void **state)
{
    (void)state;
    struct round *round = play_game();
    struct recorded_reply result = {0};
    expect(offer(round, &anna), NOT_REFUSED);
    rematch_offer(harness.server, round, &bert, record_reply, &result);
    harness_crash(&harness, SECOND);
    assert_int_equal(result.count, 0);
    assert_null(offer_to(&bert)); // offers are not stored
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_rematch_has_the_same_settings_and_swapped_sides),
        TEST(watchers_are_told_of_offers_and_the_next_game),
        TEST(a_bot_receives_the_offer_as_a_challenge),
        TEST(after_a_decline_the_player_must_wait_a_minute),
        TEST(declining_the_challenge_declines_the_rematch),
        TEST(offers_are_rate_limited_to_two_a_minute),
        TEST(only_the_players_can_offer_and_only_after_the_game),
        TEST(an_offer_expires_after_ten_minutes),
        TEST(a_full_disk_keeps_the_offer_open),
        TEST(time_odds_stay_with_the_player),
        TEST(a_chess960_position_is_played_twice),
        TEST(the_server_can_end_while_an_offer_is_pending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
