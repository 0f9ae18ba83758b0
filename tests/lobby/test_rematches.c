/* SPDX-License-Identifier: MIT */
/* Another game after one that is over. */
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

static void note_round(void *context, enum refusal refusal, const char *why, struct round *round)
{
    if (refusal)
        fail_msg("%s", why);
    *(struct round **)context = round;
}

/* A game of Anna, White, against somebody: it goes on. */
static struct round *begin(const struct identity *black, const struct game_settings *settings)
{
    struct pair pair = {
        .first = anna, .second = *black, .settings = *settings, .source = SOURCE_LOBBY};
    struct pairing pairing;
    struct round *round = NULL;
    pair.settings.side_choice = CHOOSE_WHITE;
    pair_start(harness.server, &pair, &pairing, note_round, &round);
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

static struct round *played(void)
{
    const struct game_settings settings = settings_for("5+3");
    return finish(begin(&bert, &settings));
}

static void note_open(void *context, struct round *round, const char *why)
{
    if (!round)
        fail_msg("%s", why);
    *(struct round **)context = round;
}

/* A game that is over and perhaps no longer in memory. */
static struct round *again(const char *id)
{
    struct round *round = NULL;
    rounds_open(harness.server, id, note_open, &round);
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

/* The offer as the other one finds it; NULL for none. */
static const struct challenge *offer_to(const struct identity *who)
{
    const struct challenge *found;
    return challenges_list(harness.server, who->id, true, &found, 1) ? found : NULL;
}

/* The newest game of both. */
static struct round *next_of(const struct identity *who)
{
    const struct round *rounds[1];
    assert_int_equal(rounds_list(harness.server, who->id, rounds, 1), 1);
    return rounds_find(harness.server, round_info(rounds[0])->id);
}

// ---- somebody who still looks at the old game --------------------------------------------------

struct witness {
    struct watcher watcher;
    char last[300]; /* the last message about a rematch */
};

static void see(struct watcher *watcher, struct shared_buffer *frame)
{
    struct witness *witness = LIST_OWNER(watcher, struct witness, watcher);
    if (frame->size < sizeof witness->last && memchr(frame->bytes, '{', frame->size)) {
        char text[300] = "";
        memcpy(text, frame->bytes, frame->size);
        if (strstr(text, "\"rematched\""))
            memcpy(witness->last, text, sizeof text);
    }
}

static void witness_begin(struct witness *witness, struct round *round)
{
    *witness = (struct witness){.watcher = {.side = 2, .view = VIEW_WIRE, .send = see}};
    round_watch(round, &witness->watcher, -1);
}

static void expect_seen(struct witness *witness, const char *words)
{
    if (!strstr(witness->last, words))
        fail_msg("%s is not in %s", words, witness->last);
}

// ---- tests -----------------------------------------------------------------------------------

static void a_rematch_has_the_same_terms_and_sides_swapped(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5d3");
    settings.hidden = true;
    settings.rules = RULE_NO_ABORT;
    struct round *round = finish(begin(&bert, &settings));
    char before[GAME_ID_SIZE + 1];
    memcpy(before, round_info(round)->id, sizeof before);
    expect(offer(round, &bert), NOT_REFUSED);
    assert_int_equal(rounds_list(harness.server, anna.id, NULL, 0), 0);
    expect(offer(round, &anna), NOT_REFUSED);
    const struct game_info *info = round_info(next_of(&anna));
    assert_string_equal(info->players[RK_WHITE].id, bert.id);
    assert_string_equal(info->players[RK_BLACK].id, anna.id);
    assert_string_equal(info->rematch_of, before);
    assert_int_equal(info->settings.clock.kind, RK_CLOCK_DELAY);
    assert_true(info->settings.hidden);
    assert_int_equal(info->settings.rules, RULE_NO_ABORT);
}

static void those_who_look_on_are_told(void **state)
{
    (void)state;
    struct round *round = played();
    struct witness witness;
    witness_begin(&witness, round);
    expect(offer(round, &bert), NOT_REFUSED);
    expect_seen(&witness, "\"by\":\"black\"");
    expect(decline(round, &bert), NOT_REFUSED); // his own: taken back
    assert_null(strstr(witness.last, "next"));
    expect(offer(round, &anna), NOT_REFUSED);
    expect_seen(&witness, "\"by\":\"white\"");
    expect(offer(round, &bert), NOT_REFUSED);
    char next[40];
    snprintf(next, sizeof next, "\"next\":\"%s\"", round_info(next_of(&bert))->id);
    expect_seen(&witness, next);
    round_unwatch(&witness.watcher, false);
}

static void an_offer_is_a_challenge_that_bots_hear_of(void **state)
{
    (void)state;
    const struct identity robo = harness_add_account(&harness, "Robo", ROLE_BOT);
    const struct game_settings settings = settings_for("5+3");
    struct fake_listener listener;
    struct round *round = finish(begin(&robo, &settings));
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
    assert_string_equal(round_info(next_of(&robo))->id, result.id);
    assert_string_equal(round_info(next_of(&robo))->players[RK_WHITE].id, robo.id);
    expect(offer(round, &robo), NOT_REFUSED); // it has begun: no second one
    assert_int_equal(rounds_list(harness.server, robo.id, NULL, 0), 1);
    fake_listener_leave(&listener);
}

static void who_was_declined_waits_a_minute(void **state)
{
    (void)state;
    struct round *round = played();
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(round)->id, sizeof id);
    expect(decline(round, &bert), REFUSED_NOT_NOW); // nothing to decline
    expect(offer(round, &anna), NOT_REFUSED);
    expect(decline(round, &bert), NOT_REFUSED);
    assert_null(offer_to(&bert));
    harness_wait(&harness, 30000);
    round = again(id);
    const struct recorded_reply result = offer(round, &anna);
    expect(result, REFUSED_RATE);
    assert_int_equal(result.reply.wait, 30);
    assert_string_equal(result.reply.limit, limit_key(LIMIT_REMATCH));
    expect(offer(round, &bert), NOT_REFUSED); // he who declined may ask
    expect(decline(round, &bert), NOT_REFUSED);
    harness_wait(&harness, 31000);
    expect(offer(again(id), &anna), NOT_REFUSED);
}

static void declining_the_challenge_is_the_same(void **state)
{
    (void)state;
    struct round *round = played();
    struct recorded_reply result = {0};
    expect(offer(round, &anna), NOT_REFUSED);
    challenge_decline(harness.server, offer_to(&bert)->id, &bert, DECLINE_LATER, record_challenge,
                      &result);
    expect(result, NOT_REFUSED);
    expect(offer(round, &anna), REFUSED_RATE);
}

static void offers_are_limited_to_two_a_minute(void **state)
{
    (void)state;
    struct round *round = played();
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(round)->id, sizeof id);
    for (int i = 0; i < 2; i++) {
        expect(offer(round, &anna), NOT_REFUSED);
        expect(offer(round, &anna), NOT_REFUSED); // said twice, counted once
        expect(decline(round, &anna), NOT_REFUSED);
    }
    const struct recorded_reply result = offer(round, &anna);
    expect(result, REFUSED_RATE);
    assert_true(result.reply.wait > 0);
    harness_wait(&harness, 60000);
    expect(offer(again(id), &anna), NOT_REFUSED);
}

static void only_its_players_and_only_after_the_end(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct game_settings forbidden = settings;
    forbidden.rules = RULE_NO_REMATCH;
    struct round *round = begin(&bert, &settings);
    expect(offer(round, &anna), REFUSED_NOT_NOW);
    round = finish(round);
    expect(offer(round, &cleo), REFUSED_NOT_FOUND);
    expect(decline(round, &cleo), REFUSED_NOT_FOUND);
    expect(offer(finish(begin(&cleo, &forbidden)), &cleo), REFUSED_NOT_NOW);
    harness.server->stopping = true;
    expect(offer(round, &anna), REFUSED_STOPPING);
    harness.server->stopping = false;
}

static void an_offer_lapses_after_ten_minutes(void **state)
{
    (void)state;
    struct round *round = played();
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

static void a_full_disk_keeps_the_offer(void **state)
{
    (void)state;
    struct round *round = played();
    expect(offer(round, &anna), NOT_REFUSED);
    harness.store.writes_fail = true;
    expect(offer(round, &bert), REFUSED_STORE);
    harness.store.writes_fail = false;
    expect(offer(round, &bert), NOT_REFUSED);
    assert_int_equal(rounds_list(harness.server, bert.id, NULL, 0), 1);
}

static void odds_of_time_follow_the_player(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+0 / 1+2");
    struct round *round = finish(begin(&bert, &settings));
    expect(offer(round, &anna), NOT_REFUSED);
    expect(offer(round, &bert), NOT_REFUSED);
    char text[RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&round_info(next_of(&bert))->settings.clock, text);
    assert_string_equal(text, "1+2 / 5+0"); // Anna is Black now, and still has five minutes
}

static void a_start_of_chess960_is_played_twice(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5+3");
    settings.variant = RK_CHESS960;
    assert_int_equal(rk_position_chess960(111, &settings.start), RK_OK);
    struct round *round = begin(&bert, &settings);
    rk_position starts[6];
    for (int i = 0; i < 6; i++) {
        starts[i] = round_info(round)->settings.start;
        char id[GAME_ID_SIZE + 1];
        memcpy(id, round_info(round)->id, sizeof id);
        finish(round);
        harness_wait(&harness, 30000); // offers are limited
        round = again(id);
        expect(offer(round, &anna), NOT_REFUSED);
        expect(offer(round, &bert), NOT_REFUSED);
        round = next_of(&anna);
    }
    for (int i = 0; i < 6; i += 2)
        assert_true(rk_position_same(&starts[i], &starts[i + 1]));
    assert_false(rk_position_same(&starts[1], &starts[2]));
    assert_false(rk_position_same(&starts[3], &starts[4]));
}

static void the_server_may_end_while_somebody_waits(void **state)
{
    (void)state;
    struct round *round = played();
    struct recorded_reply result = {0};
    expect(offer(round, &anna), NOT_REFUSED);
    rematch_offer(harness.server, round, &bert, record_reply, &result);
    harness_crash(&harness, SECOND);
    assert_int_equal(result.count, 0);
    assert_null(offer_to(&bert)); // an offer is for now
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_rematch_has_the_same_terms_and_sides_swapped),
        TEST(those_who_look_on_are_told),
        TEST(an_offer_is_a_challenge_that_bots_hear_of),
        TEST(who_was_declined_waits_a_minute),
        TEST(declining_the_challenge_is_the_same),
        TEST(offers_are_limited_to_two_a_minute),
        TEST(only_its_players_and_only_after_the_end),
        TEST(an_offer_lapses_after_ten_minutes),
        TEST(a_full_disk_keeps_the_offer),
        TEST(odds_of_time_follow_the_player),
        TEST(a_start_of_chess960_is_played_twice),
        TEST(the_server_may_end_while_somebody_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
