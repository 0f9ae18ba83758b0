/* SPDX-License-Identifier: MIT */
/* The system's clock is set while the server runs: dates follow, games do not. */
#include "core/state.h"
#include "support/board.h"
#include "support/game.h"
#include "support/harness_accounts.h"

static struct harness harness;

static int64_t date(void)
{
    return server_date(harness.server);
}

static void dates_follow_the_clock_in_both_directions(void **state)
{
    (void)state;
    const int64_t start = date();
    server_set_date(harness.server, start + 400 * DAY);
    assert_int_equal(date(), start + 400 * DAY);
    harness_wait(&harness, MINUTE);
    assert_int_equal(date(), start + 400 * DAY + MINUTE);
    server_set_date(harness.server, start - HOUR);
    assert_int_equal(date(), start - HOUR);
}

static void the_time_of_games_does_not_jump(void **state)
{
    (void)state;
    const int64_t now = harness.server->now;
    server_set_date(harness.server, now + 400 * DAY);
    assert_int_equal(harness.server->now, now);
    harness_wait(&harness, SECOND);
    server_set_date(harness.server, now - 400 * DAY);
    assert_int_equal(harness.server->now, now + SECOND);
}

static void sessions_survive_a_jump_of_the_clock(void **state)
{
    (void)state;
    const struct account_reply login = harness_register(&harness, "anna", "correct horse");
    const int64_t start = date();
    assert_int_equal(login.refusal, NOT_REFUSED);
    server_set_date(harness.server, start + 400 * DAY);
    harness_wait(&harness, 3 * HOUR); // the time at which expired sessions are deleted passes
    server_set_date(harness.server, start + 3 * HOUR);
    harness_wait(&harness, 20 * MINUTE); // nothing of it is cached
    assert_string_equal(harness_session_caller(&harness, login.secret).who.id, "anna");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(dates_follow_the_clock_in_both_directions, &harness),
        HARNESS_TEST(the_time_of_games_does_not_jump, &harness),
        HARNESS_TEST(sessions_survive_a_jump_of_the_clock, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
