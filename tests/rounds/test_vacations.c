/* SPDX-License-Identifier: MIT */
/* Vacations and reminders in correspondence games. */
#include "rounds/vacations.h"

#include <stdio.h>
#include <string.h>

#include "rounds/round_clock.h"
#include "rounds/round_json.h"
#include "rounds/round_messages.h"
#include "social/notifications.h"
#include "support/fixture.h"

static struct fixture fixture;

struct vacation_reply {
    unsigned count;
    enum refusal refusal;
    char why[120];
    struct vacation_state state;
};

static void record_vacation(void *context, enum refusal refusal, const char *why,
                            const struct vacation_state *state)
{
    struct vacation_reply *reply = context;
    reply->count++;
    reply->refusal = refusal;
    snprintf(reply->why, sizeof reply->why, "%s", why);
    reply->state = *state;
}

static struct vacation_reply set_vacation(const struct identity *who, bool on)
{
    struct vacation_reply reply = {.count = 0};
    vacation_set(fixture.harness.server, who, on, record_vacation, &reply);
    harness_settle(&fixture.harness);
    assert_int_equal(reply.count, 1);
    return reply;
}

static struct vacation_state take_vacation(const struct identity *who, bool on)
{
    const struct vacation_reply reply = set_vacation(who, on);
    if (reply.refusal)
        fail_msg("%s", reply.why);
    return reply.state;
}

/* Days take long if every timer fires at its time: only the last minute does. */
static void let_pass(int64_t ms)
{
    const int64_t last = ms < MINUTE ? ms : MINUTE;
    harness_skip(&fixture.harness, ms - last);
    harness_wait(&fixture.harness, last);
}

static void expect_clock(rk_side side, int64_t left)
{
    assert_int_equal(round_clock_left(fixture.round, side), left);
}

static void a_clock_stands_still_during_the_vacation(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4 e5", 0);
    let_pass(DAY);
    assert_true(take_vacation(&fixture.white, true).on);
    let_pass(10 * DAY);
    expect_running(&fixture);
    expect_clock(RK_WHITE, 2 * DAY);
    assert_true(round_is_paused(fixture.round));
    assert_false(take_vacation(&fixture.white, false).on);
    harness_settle(&fixture.harness);
    assert_false(round_is_paused(fixture.round));
    let_pass(DAY);
    expect_clock(RK_WHITE, DAY);
    let_pass(DAY + SECOND);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void a_clock_that_would_start_during_the_vacation_does_not(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4 e5", 0);
    take_vacation(&fixture.black, true);
    let_pass(DAY);
    expect_clock(RK_WHITE, 2 * DAY); // only the one on vacation is spared
    fixture_play(&fixture, "Nf3", 0);
    let_pass(5 * DAY);
    expect_clock(RK_BLACK, 3 * DAY);
    expect_refused(fixture_move(&fixture, "Nc6"), REFUSED_NOT_NOW, "you are on vacation");
    take_vacation(&fixture.black, false);
    expect_done(fixture_move(&fixture, "Nc6"));
}

static void a_vacation_survives_a_restart(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4 e5", 0);
    take_vacation(&fixture.white, true);
    fixture_crash(&fixture, DAY);
    let_pass(5 * DAY);
    assert_true(vacation_is_on(fixture.harness.server, fixture.white.id));
    expect_clock(RK_WHITE, 3 * DAY);
    fixture_restart(&fixture, DAY);
    take_vacation(&fixture.white, false);
    let_pass(DAY);
    expect_clock(RK_WHITE, 2 * DAY);
    fixture_crash(&fixture, MINUTE); // replaying the log gives the same clocks
    expect_running(&fixture);
}

static void a_change_whose_commit_got_no_answer_takes_effect_if_it_landed(void **state)
{
    (void)state;
    for (int on = 1; on >= 0; on--) {
        fixture.harness.store.unknown_writes = 1;
        fixture.harness.store.unknown_land = true;
        assert_int_equal(set_vacation(&fixture.white, on).refusal, REFUSED_STORE);
        assert_int_equal(vacation_is_on(fixture.harness.server, fixture.white.id), on);
    }
}

static void a_change_that_cannot_be_read_is_read_later(void **state)
{
    (void)state;
    struct vacation_reply reply = {.count = 0};
    struct fake_store *store = &fixture.harness.store;
    store->unknown_writes = 1;
    store->unknown_land = true;
    vacation_set(fixture.harness.server, &fixture.white, true, record_vacation, &reply);
    while (!reply.count)
        store_poll(&store->store);
    store->reads_fail = true;
    harness_settle(&fixture.harness);
    store->reads_fail = false;
    assert_false(vacation_is_on(fixture.harness.server, fixture.white.id));
    harness_wait(&fixture.harness, MINUTE);
    assert_true(vacation_is_on(fixture.harness.server, fixture.white.id));
}

static void vacations_that_cannot_be_read_at_the_start_are_read_later(void **state)
{
    (void)state;
    take_vacation(&fixture.white, true);
    harness_destroy(&fixture.harness);
    fixture.harness.store.reads_fail = true;
    harness_launch(&fixture.harness);
    assert_false(vacations_ready(fixture.harness.server));
    fixture.harness.store.reads_fail = false;
    harness_wait(&fixture.harness, MINUTE);
    assert_true(vacations_ready(fixture.harness.server));
    assert_true(vacation_is_on(fixture.harness.server, fixture.white.id));
}

static void a_year_has_thirty_days_of_vacation(void **state)
{
    (void)state;
    const struct vacation_state first = take_vacation(&fixture.white, true);
    assert_int_equal(first.until - first.since, 30 * DAY);
    let_pass(10 * DAY);
    assert_int_equal(take_vacation(&fixture.white, false).left_ms, 20 * DAY);
    take_vacation(&fixture.white, true);
    take_vacation(&fixture.white, false); // costs a day however short it is
    harness_crash(&fixture.harness, MINUTE);
    const struct vacation_state second = take_vacation(&fixture.white, true);
    assert_int_equal(second.until - second.since, 19 * DAY);
    let_pass(10 * DAY);
    harness_crash(&fixture.harness, MINUTE);
    let_pass(9 * DAY + HOUR); // it ends by itself
    assert_false(vacation_is_on(fixture.harness.server, fixture.white.id));
    const struct vacation_reply third = set_vacation(&fixture.white, true);
    assert_int_equal(third.refusal, REFUSED_NOT_NOW);
    assert_string_equal(third.why, "you have no vacation days left this year");
    harness_skip(&fixture.harness, 365 * DAY);
    assert_int_equal(take_vacation(&fixture.white, true).left_ms, 30 * DAY);
}

static void a_vacation_is_started_and_ended_once(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    assert_int_equal(set_vacation(&fixture.white, false).refusal, REFUSED_NOT_NOW);
    take_vacation(&fixture.white, true);
    assert_int_equal(set_vacation(&fixture.white, true).refusal, REFUSED_NOT_NOW);
    assert_int_equal(set_vacation(&guest, true).refusal, REFUSED_FORBIDDEN);
}

static void games_with_a_clock_go_on(void **state)
{
    (void)state;
    fixture_start(&fixture, "10+0");
    fixture_play(&fixture, "e4 e5", 0);
    take_vacation(&fixture.white, true);
    let_pass(SECOND);
    expect_clock(RK_WHITE, 10 * MINUTE - SECOND);
}

static void the_opponent_sees_the_vacation(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    take_vacation(&fixture.white, true);
    struct shared_buffer *snapshot = round_message_game(fixture.round, RK_BLACK);
    char text[4096];
    snprintf(text, sizeof text, "%.*s", (int)snapshot->size, snapshot->bytes);
    assert_non_null(strstr(text, "\"vacation\":\"white\""));
    shared_buffer_unref(snapshot);
    struct buffer info = {0};
    struct json json = json_in(&info);
    round_json_info(fixture.round, RK_BLACK, &json); // of /api/account/playing
    assert_non_null(strstr(buffer_cstr(&info), "\"vacation\":\"white\""));
    buffer_fini(&info);
}

// ---- reminders -------------------------------------------------------------------------------

struct listed {
    unsigned count;
    char json[4000];
};

static void record_list(void *context, enum refusal refusal, const char *json, size_t size)
{
    struct listed *listed = context;
    assert_int_equal(refusal, NOT_REFUSED);
    listed->count++;
    snprintf(listed->json, sizeof listed->json, "%.*s", (int)size, json);
}

static unsigned count_reminders(const struct identity *who)
{
    struct listed listed = {.count = 0};
    unsigned count = 0;
    notifications_list(fixture.harness.server, who->id, record_list, &listed);
    harness_settle(&fixture.harness);
    for (const char *at = listed.json; (at = strstr(at, "for your move against")); at++)
        count++;
    return count;
}

static void a_player_is_reminded_once_when_four_fifths_of_the_time_are_used(void **state)
{
    (void)state;
    harness_add_account(&fixture.harness, fixture.white.name, ROLE_PLAYER);
    harness_add_account(&fixture.harness, fixture.black.name, ROLE_PLAYER);
    fixture_start(&fixture, "5 days");
    fixture_play(&fixture, "e4 e5", 0);
    let_pass(4 * DAY - SECOND);
    assert_int_equal(count_reminders(&fixture.white), 0);
    let_pass(2 * SECOND);
    assert_int_equal(count_reminders(&fixture.white), 1);
    assert_int_equal(count_reminders(&fixture.black), 0);
    fixture_restart(&fixture, MINUTE);
    let_pass(HOUR);
    assert_int_equal(count_reminders(&fixture.white), 1); // not again after a restart
    fixture_play(&fixture, "Nf3", 0);
    let_pass(4 * DAY + SECOND);
    assert_int_equal(count_reminders(&fixture.black), 1);
}

static void a_reminder_promises_no_less_time_than_is_left(void **state)
{
    (void)state;
    static const struct {
        const char *clock;
        int64_t days;
        const char *left;
    } rows[] = {{"1 day", 1, "less than 5 hours"}, // 4.8
                {"5 days", 5, "less than 24 hours"},
                {"7 days", 7, "less than 2 days"},    // 1.4
                {"14 days", 14, "less than 3 days"}}; // 2.8
    harness_add_account(&fixture.harness, fixture.white.name, ROLE_PLAYER);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct listed listed = {.count = 0};
        fixture_start(&fixture, rows[i].clock);
        fixture_play(&fixture, "e4 e5", 0);
        let_pass(rows[i].days * DAY / 5 * 4 + SECOND);
        notifications_list(fixture.harness.server, fixture.white.id, record_list, &listed);
        harness_settle(&fixture.harness);
        if (!strstr(listed.json, rows[i].left))
            fail_msg("%s: %s is missing in %s", rows[i].clock, rows[i].left, listed.json);
        expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    }
}

static void nobody_is_reminded_during_the_vacation(void **state)
{
    (void)state;
    harness_add_account(&fixture.harness, fixture.white.name, ROLE_PLAYER);
    fixture_start(&fixture, "1 day");
    fixture_play(&fixture, "e4 e5", 0);
    take_vacation(&fixture.white, true);
    let_pass(10 * DAY);
    assert_int_equal(count_reminders(&fixture.white), 0);
}

int main(void)
{
#define TEST(test) FIXTURE_TEST(test, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(a_clock_stands_still_during_the_vacation),
        TEST(a_clock_that_would_start_during_the_vacation_does_not),
        TEST(a_vacation_survives_a_restart),
        TEST(a_change_whose_commit_got_no_answer_takes_effect_if_it_landed),
        TEST(a_change_that_cannot_be_read_is_read_later),
        TEST(vacations_that_cannot_be_read_at_the_start_are_read_later),
        TEST(a_year_has_thirty_days_of_vacation),
        TEST(a_vacation_is_started_and_ended_once),
        TEST(games_with_a_clock_go_on),
        TEST(the_opponent_sees_the_vacation),
        TEST(a_player_is_reminded_once_when_four_fifths_of_the_time_are_used),
        TEST(a_reminder_promises_no_less_time_than_is_left),
        TEST(nobody_is_reminded_during_the_vacation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
