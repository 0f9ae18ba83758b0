/* SPDX-License-Identifier: MIT */
/* The system's clock is set while the server runs: dates follow, games do not. */
#include <stdio.h>

#include "core/state.h"
#include "social/notifications.h"
#include "support/board.h"
#include "support/game.h"
#include "support/harness_accounts.h"
#include "support/people.h"

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

static void an_idle_server_does_not_run_ahead_of_the_clock(void **state)
{
    (void)state;
    const int64_t start = date(), now = harness.server->now;
    for (int i = 1; i <= 10; i++) {
        server_read_clock(harness.server, now + i * 900, start + i * 900);
        assert_int_equal(date(), start + i * 900);
    }
    assert_int_equal(harness.server->clock_set_at, 0);
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

static void a_new_game_is_not_taken_for_an_old_one(void **state)
{
    (void)state;
    static const int days[] = {-400, 400};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        server_set_date(harness.server, harness.server->now + days[i] * DAY);
        struct game_info info = {
            .players = {identity_named("Anna", ROLE_GUEST), identity_named("Bert", ROLE_GUEST)},
            .settings = settings_for("3 days")};
        server_make_id(harness.server, info.id);
        (void)harness_start_game(&harness, &info);
        harness_wait(&harness, MINUTE); // games in which nobody moved are deleted by then
        assert_non_null(rounds_find(harness.server, info.id));
    }
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

static void a_closed_account_is_noticed_after_the_clock_was_set_back(void **state)
{
    (void)state;
    struct fake_listener alice;
    harness_register(&harness, "Alice", "a secret");
    fake_listener_join(&alice, &harness, "alice");
    server_set_date(harness.server, date() - DAY);
    fake_store_call(&harness.store, STORE_CLOSE_ACCOUNT, "alice", date()); // by another process
    harness_wait(&harness, 15 * SECOND);
    assert_int_equal(fake_listener_count(&alice, NOTICE_KICKED, "closed"), 1);
    fake_listener_leave(&alice);
}

static void what_people_get_has_the_date_of_the_clock(void **state)
{
    (void)state;
    char at[40];
    const struct someone alice = someone_join(&harness, "Alice");
    server_set_date(harness.server, date() - DAY);
    notification_add(harness.server, "alice",
                     &(struct notification){.kind = NOTIFICATION_SECURITY, .text = "New login."});
    harness_settle(&harness);
    snprintf(at, sizeof at, "%lld", (long long)date());
    assert_has(someone_get(&alice, "/api/account/notifications", 200).body, at);
}

static void people_were_seen_at_the_date_of_the_clock(void **state)
{
    (void)state;
    char at[60];
    struct fake_listener alice;
    harness_register(&harness, "Alice", "a secret");
    fake_listener_join(&alice, &harness, "alice");
    const struct someone bob = someone_join(&harness, "Bob");
    server_set_date(harness.server, date() + DAY);
    harness_wait(&harness, MINUTE);
    snprintf(at, sizeof at, "\"seenAt\":%lld", (long long)date());
    assert_has(someone_get(&bob, "/api/user/alice", 200).body, at);
    fake_listener_leave(&alice);
}

static void a_game_ends_at_the_date_of_the_clock(void **state)
{
    (void)state;
    char day[60];
    server_set_date(harness.server, date() - 400 * DAY);
    struct game_info info = {.id = "abcd1234",
                             .players = {harness_add_account(&harness, "Anna", ROLE_PLAYER),
                                         harness_add_account(&harness, "Bert", ROLE_PLAYER)},
                             .settings = settings_for("5+3")};
    info.settings.rated = true;
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_WHITE);
    snprintf(day, sizeof day, "\"start\":%lld", (long long)(date() - date() % DAY));
    const struct fake_response activity =
        harness_request(&harness, METHOD_GET, "/api/user/anna/activity", NULL, NULL);
    assert_has(activity.body, day);
    assert_has(activity.body, "\"blitz\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(dates_follow_the_clock_in_both_directions, &harness),
        HARNESS_TEST(an_idle_server_does_not_run_ahead_of_the_clock, &harness),
        HARNESS_TEST(the_time_of_games_does_not_jump, &harness),
        HARNESS_TEST(a_new_game_is_not_taken_for_an_old_one, &harness),
        HARNESS_TEST(sessions_survive_a_jump_of_the_clock, &harness),
        HARNESS_TEST(a_closed_account_is_noticed_after_the_clock_was_set_back, &harness),
        HARNESS_TEST(what_people_get_has_the_date_of_the_clock, &harness),
        HARNESS_TEST(people_were_seen_at_the_date_of_the_clock, &harness),
        HARNESS_TEST(a_game_ends_at_the_date_of_the_clock, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
