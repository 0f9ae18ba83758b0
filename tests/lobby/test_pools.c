/* SPDX-License-Identifier: MIT */
/* Quick pairing: who is paired with whom, when, and with which side. */
#include "lobby/pools.h"

#include <stdio.h>
#include <string.h>

#include "accounts/relations.h"
#include "lobby/seeks.h"
#include "support/board.h"
#include "support/harness.h"
#include "support/harness_accounts.h"

static struct harness harness;

/* Somebody in a pool. */
struct member {
    struct identity who;
    unsigned ended;
    char game[GAME_ID_SIZE + 1], why[120];
};

static void record_end(void *context, const char *pool, const char *game, const char *why)
{
    struct member *member = context;
    assert_non_null(pool);
    member->ended++;
    snprintf(member->game, sizeof member->game, "%s", game ? game : "");
    snprintf(member->why, sizeof member->why, "%s", why ? why : "");
}

static struct reply join_with(struct member *member, const char *pool, const char *range)
{
    member->ended = 0;
    return pool_join(harness.server, &(struct pool_params){.who = &member->who,
                                                           .address = "10.0.0.1",
                                                           .pool = pool,
                                                           .rating_range = range,
                                                           .on_end = record_end,
                                                           .context = member});
}

static void join(struct member *member, const char *pool)
{
    const struct reply reply = join_with(member, pool, NULL);
    if (reply.refusal)
        fail_msg("%s: %s", member->who.name, reply.why);
}

static struct member make_member(const char *name)
{
    return (struct member){.who = harness_add_account(&harness, name, ROLE_PLAYER)};
}

static struct member make_guest(const char *name)
{
    return (struct member){.who = identity_named(name, ROLE_GUEST)};
}

static const struct game_info *game_of(const struct member *member)
{
    struct round *round = rounds_find(harness.server, member->game);
    if (!round)
        fail_msg("%s has no game", member->who.name);
    return round_info(round);
}

static void block(const struct identity *who, const char *name)
{
    struct account_reply done = {.count = 0};
    relation_set(harness.server, who, name, RELATION_BLOCKS, record_done, &done);
    harness_settle(&harness);
    assert_int_equal(done.refusal, NOT_REFUSED);
}

static void two_people_are_paired_within_a_second(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    join(&anna, "5+3");
    harness_wait(&harness, MINUTE);
    assert_int_equal(anna.ended, 0);
    join(&bert, "5+3");
    harness_wait(&harness, SECOND);
    assert_int_equal(anna.ended, 1);
    assert_string_equal(anna.game, bert.game);
    const struct game_info *info = game_of(&anna);
    assert_true(info->settings.rated);
    assert_int_equal(info->source, SOURCE_POOL);
    assert_int_equal(pool_waiting(harness.server, 5), 0);
}

static void a_club_of_ten_is_paired_within_two_seconds(void **state)
{
    (void)state;
    struct member members[10];
    for (int i = 0; i < 10; i++) {
        char name[8];
        snprintf(name, sizeof name, "Ten%d", i);
        members[i] = make_member(name);
        join(&members[i], "3+2");
        harness_wait(&harness, 100);
    }
    harness_wait(&harness, 2 * SECOND);
    for (int i = 0; i < 10; i++)
        assert_int_equal(members[i].ended, 1);
}

static void people_of_different_pools_are_not_paired(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    struct member cleo = make_guest("~cleo");
    join(&anna, "5+0");
    join(&bert, "3+0");
    join(&cleo, "5+0"); // guests have a pool of their own
    harness_wait(&harness, MINUTE);
    assert_int_equal(anna.ended + bert.ended + cleo.ended, 0);
}

static void guests_play_casual_games(void **state)
{
    (void)state;
    struct member anna = make_guest("~anna"), bert = make_guest("~bert");
    join(&anna, "5+0");
    join(&bert, "5+0");
    harness_wait(&harness, SECOND);
    assert_false(game_of(&anna)->settings.rated);
    assert_int_equal(join_with(&anna, "5+0", "1500-1600").refusal, REFUSED_FORBIDDEN);
}

static void players_who_block_each_other_never_meet(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    struct member cleo = make_member("Cleo");
    block(&bert.who, "Anna");
    join(&anna, "5+0");
    join(&bert, "5+0");
    harness_wait(&harness, MINUTE);
    assert_int_equal(anna.ended + bert.ended, 0);
    join(&cleo, "5+0");
    harness_wait(&harness, SECOND);
    assert_int_equal(cleo.ended, 1);
    assert_int_equal(anna.ended + bert.ended, 1);
}

static void who_had_white_less_often_gets_white(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    rk_side last = RK_NO_SIDE;
    for (int i = 0; i < 6; i++) {
        join(&anna, "1+0");
        join(&bert, "1+0");
        harness_wait(&harness, SECOND);
        const rk_side side = game_info_side(game_of(&anna), anna.who.id);
        if (i % 2) // after an odd number of games the balances differ
            assert_int_equal(side, rk_side_other(last));
        last = side;
        harness_finish_game(&harness, rounds_find(harness.server, anna.game), "e4 e5", RK_WHITE);
        harness_wait(&harness, 10 * SECOND);
    }
}

static void a_member_can_leave_and_another_pool_replaces_the_first(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    join(&anna, "5+0");
    join(&anna, "5+3");
    assert_int_equal(anna.ended, 1); // of the first membership
    assert_string_equal(anna.why, "joined another pool");
    join(&bert, "5+0");
    assert_false(pool_leave(harness.server, bert.who.id, &anna)); // another connection's
    assert_true(pool_leave(harness.server, bert.who.id, &bert));
    assert_false(pool_leave(harness.server, bert.who.id, &bert));
    join(&bert, "5+3");
    assert_true(pool_leave(harness.server, bert.who.id, &bert));
    harness_wait(&harness, MINUTE);
    assert_int_equal(pool_waiting(harness.server, 5), 1);
}

static void a_refused_join_leaves_the_standing_one(void **state)
{
    (void)state;
    struct member anna = make_member("Anna");
    struct member bot = {.who = harness_add_account(&harness, "Robo", ROLE_BOT)};
    join(&anna, "5+3");
    assert_int_equal(join_with(&anna, "7+7", NULL).refusal, REFUSED_NOT_FOUND);
    assert_int_equal(join_with(&anna, "5+0", "x").refusal, REFUSED_SYNTAX);
    for (int i = 0; i < 30; i++)
        limits_take(harness.server, LIMIT_SEEK, anna.who.id, 1);
    assert_int_equal(join_with(&anna, "5+0", NULL).refusal, REFUSED_RATE);
    assert_int_equal(pool_waiting(harness.server, 5), 1);
    assert_int_equal(join_with(&bot, "5+0", NULL).refusal, REFUSED_FORBIDDEN);
}

static void a_rating_range_holds_for_both(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    assert_int_equal(join_with(&anna, "5+3", "1800-2000").refusal, NOT_REFUSED);
    join(&bert, "5+3");
    harness_wait(&harness, MINUTE);
    assert_int_equal(anna.ended + bert.ended, 0);
}

static void a_busy_pool_waits_longer_for_better_pairs(void **state)
{
    (void)state;
    enum { CROWD = 32 };
    struct member members[CROWD];
    for (int i = 0; i < CROWD - 2; i++) {
        char name[12];
        snprintf(name, sizeof name, "Crowd%d", i);
        members[i] = make_member(name);
        join(&members[i], "10+0");
    }
    harness_wait(&harness, SECOND); // thirty joined in the last minute
    assert_int_equal(pool_waiting(harness.server, 6), 0);
    members[30] = make_member("Late");
    members[31] = make_member("Later");
    join(&members[30], "10+0");
    join(&members[31], "10+0");
    harness_wait(&harness, 4 * SECOND);
    assert_int_equal(members[30].ended, 0);
    harness_wait(&harness, SECOND);
    assert_int_equal(members[30].ended, 1);
}

static void forty_are_paired_at_once(void **state)
{
    (void)state;
    enum { CROWD = 40 };
    struct member members[CROWD];
    for (int i = 0; i < CROWD; i++) {
        char name[12];
        snprintf(name, sizeof name, "Crowd%d", i);
        members[i] = make_member(name);
    }
    for (int i = 0; i < CROWD; i++)
        join(&members[i], "10+0");
    harness_settle(&harness);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(members[i].ended, 1);
}

static void a_failing_store_returns_both_to_the_pool(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    harness.store.writes_fail = true;
    join(&anna, "5+3");
    join(&bert, "5+3");
    harness_wait(&harness, 10 * SECOND);
    assert_int_equal(anna.ended + bert.ended, 0);
    harness.store.writes_fail = false;
    harness_wait(&harness, 10 * SECOND);
    assert_int_equal(anna.ended + bert.ended, 2);
}

static void a_failing_store_is_tried_again_once_per_wave_however_many_wait(void **state)
{
    (void)state;
    enum { FAILING = 1000000 };
    struct member members[60];
    for (int i = 0; i < 60; i++) {
        char name[8];
        snprintf(name, sizeof name, "Six%02d", i);
        members[i] = make_member(name);
    }
    harness.store.failing_writes = FAILING;
    for (int i = 0; i < 60; i++)
        join(&members[i], "3+2");
    harness_wait(&harness, 10 * SECOND);
    assert_true(FAILING - harness.store.failing_writes <= 30 * 11);
    harness.store.failing_writes = 0;
    harness_wait(&harness, 20 * SECOND);
    for (int i = 0; i < 60; i++)
        assert_int_equal(members[i].ended, 1);
}

static void who_leaves_while_a_game_starts_does_not_wait_again_if_it_cannot(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    join(&anna, "5+3");
    join(&bert, "5+3");
    harness.store.paused = true;
    harness_wait(&harness, 2 * SECOND);
    assert_int_equal(pool_waiting(harness.server, 5), 0);
    assert_false(pool_leave(harness.server, anna.who.id, &anna));
    harness.store.paused = false;
    harness.store.writes_fail = true;
    harness_wait(&harness, SECOND);
    assert_int_equal(pool_waiting(harness.server, 5), 1);
    harness.store.writes_fail = false;
    harness_wait(&harness, MINUTE);
    assert_int_equal(anna.ended + bert.ended, 0);
    join(&anna, "5+3");
    harness_wait(&harness, 10 * SECOND);
    assert_int_equal(anna.ended + bert.ended, 2);
}

static void a_pool_game_ends_the_seek(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("10+0");
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    struct recorded_reply result = {.count = 0};
    seek_add(harness.server, &(struct seek_params){.who = &anna.who, .settings = &settings},
             record_id, &result);
    join(&anna, "5+3");
    join(&bert, "5+3");
    harness_wait(&harness, SECOND);
    assert_int_equal(anna.ended, 1);
    assert_null(seek_find_by_owner(harness.server, anna.who.id));
}

static void a_game_that_started_elsewhere_ends_the_wait(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    join(&anna, "5+3");
    harness_start_game(&harness,
                       &(struct game_info){.id = "abcdefgh",
                                           .players = {anna.who, identity_named("Zoe", ROLE_GUEST)},
                                           .settings = settings_for("10+0")});
    join(&bert, "5+3");
    harness_wait(&harness, SECOND);
    assert_string_equal(anna.why, "you are playing another game");
    assert_int_equal(bert.ended, 0);
}

static void a_game_that_started_elsewhere_ends_the_wait_after_the_clock_was_set_back(void **state)
{
    server_set_date(harness.server, harness.server->now - HOUR);
    a_game_that_started_elsewhere_ends_the_wait(state);
}

static void the_server_can_end_at_any_time(void **state)
{
    (void)state;
    struct member anna = make_member("Anna"), bert = make_member("Bert");
    join(&anna, "5+3");
    join(&bert, "5+3");
    harness_skip(&harness, SECOND);
    server_advance(harness.server, harness.server->now); // the pair is being started
    harness_crash(&harness, SECOND);
    assert_int_equal(anna.ended + bert.ended, 0);
}

int main(void)
{
#define TEST(test) HARNESS_TEST(test, &harness)
    const struct CMUnitTest tests[] = {
        TEST(two_people_are_paired_within_a_second),
        TEST(a_club_of_ten_is_paired_within_two_seconds),
        TEST(people_of_different_pools_are_not_paired),
        TEST(guests_play_casual_games),
        TEST(players_who_block_each_other_never_meet),
        TEST(who_had_white_less_often_gets_white),
        TEST(a_member_can_leave_and_another_pool_replaces_the_first),
        TEST(a_refused_join_leaves_the_standing_one),
        TEST(a_rating_range_holds_for_both),
        TEST(a_busy_pool_waits_longer_for_better_pairs),
        TEST(forty_are_paired_at_once),
        TEST(a_failing_store_returns_both_to_the_pool),
        TEST(a_failing_store_is_tried_again_once_per_wave_however_many_wait),
        TEST(who_leaves_while_a_game_starts_does_not_wait_again_if_it_cannot),
        TEST(a_pool_game_ends_the_seek),
        TEST(a_game_that_started_elsewhere_ends_the_wait),
        TEST(a_game_that_started_elsewhere_ends_the_wait_after_the_clock_was_set_back),
        TEST(the_server_can_end_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
