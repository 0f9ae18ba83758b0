/* SPDX-License-Identifier: MIT */
/* Erasing an account: what goes, and what stays. */
#include <stdio.h>
#include <string.h>

#include "ratings/recompute.h"
#include "running/game_counts.h"
#include "social/erasures.h"
#include "support/board.h"
#include "support/people.h"
#include "support/refund.h"

static struct harness harness;
static struct someone alice, bert;

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

static struct round *start_game(int number)
{
    struct game_info info = {
        .players = {{.id = "alice", .name = "Alice"}, {.id = "bert", .name = "Bert"}},
        .settings = settings_for("5+0"),
        .source = SOURCE_FRIEND};
    snprintf(info.id, sizeof info.id, "game%04d", number);
    return harness_start_game(&harness, &info);
}

static void erase_alice(void)
{
    someone_post(&alice, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}",
                 200);
}

static void expect_erased(const char *game)
{
    char target[64];
    snprintf(target, sizeof target, "/game/export/%s", game);
    harness_wait(&harness, 3 * MINUTE); // finished games leave the memory
    const struct fake_response pgn = someone_get(&bert, target, 200);
    assert_has(pgn.body, "[White \"Ghost\"]");
    assert_has(pgn.body, "[Black \"Bert\"]");
    assert_lacks(pgn.body, "lice");
}

static void games_stay_but_name_a_ghost(void **state)
{
    (void)state;
    harness_finish_game(&harness, start_game(1), "e2e4 e7e5", RK_BLACK);
    erase_alice();
    expect_erased("game0001");
    const struct fake_response games = someone_get(&bert, "/api/games/user/bert", 200);
    assert_has(games.body, "Ghost");
    assert_lacks(games.body, "lice");
    assert_lacks(someone_get(&bert, "/api/games/user/alice", 200).body, "Ghost");
}

static void a_name_from_before_a_renaming_goes_too(void **state)
{
    (void)state;
    harness_finish_game(&harness, start_game(1), "e2e4 e7e5", RK_BLACK);
    struct store_job *job = store_job_create();
    store_call(job, STORE_RENAME);
    store_bind_text(job, "alice");
    store_bind_text(job, "Somebody");
    store_bind_text(job, "somebody");
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    erase_alice();
    expect_erased("game0001");
}

static void recomputed_ratings_are_the_same_after_an_erasure(void **state)
{
    (void)state;
    struct recompute_report report;
    struct game_info info = {.players = {{.id = "alice", .name = "Alice", .role = ROLE_PLAYER},
                                         {.id = "bert", .name = "Bert", .role = ROLE_PLAYER}},
                             .settings = settings_for("5+0"),
                             .source = SOURCE_FRIEND,
                             .id = "rated001"};
    info.settings.rated = true;
    harness_finish_game(&harness, harness_start_game(&harness, &info),
                        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4", RK_WHITE);
    assert_int_equal(harness_refund(&harness, "bert").players, 1);
    erase_alice();
    harness_settle(&harness);
    const struct recompute_options options = {.dry_run = true};
    assert_int_equal(ratings_recompute(harness.store.memory, &options, &report), STORE_DONE);
    assert_int_equal(report.games, 1);
    assert_int_equal(report.refunds, 1);
    assert_int_equal(report.wrong_games + report.wrong_ratings + report.wrong_points, 0);
}

static void a_long_history_is_erased_in_parts_and_after_a_crash(void **state)
{
    (void)state;
    for (int i = 0; i < 250; i++)
        harness_finish_game(&harness, start_game(i), "e2e4 e7e5", RK_BLACK);
    const struct request request =
        http_request(METHOD_POST, "/account/close", alice.cookie,
                     "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}");
    struct fake_connection connection;
    fake_connection_init(&connection, &harness);
    fake_connection_send_request(&connection, &request);
    while (!connection.responses) { // until the account is closed, but not erased
        store_poll(&harness.store.store);
        harness_run_work(&harness);
    }
    assert_int_equal(connection.status, 200);
    fake_connection_fini(&connection);
    harness_crash(&harness, SECOND);
    expect_erased("game0000");
    expect_erased("game0249");
}

struct erasure_counter {
    struct erasure_listener listener;
    unsigned begun, ended;
};

static void count_begun(struct erasure_listener *listener)
{
    LIST_OWNER(listener, struct erasure_counter, listener)->begun++;
}

static void count_ended(struct erasure_listener *listener)
{
    LIST_OWNER(listener, struct erasure_counter, listener)->ended++;
}

/* As when another account is erased meanwhile. */
static void an_erasure_that_runs_is_not_started_again(void **state)
{
    (void)state;
    struct erasure_counter counter = {.listener = {.begun = count_begun, .ended = count_ended}};
    harness_finish_game(&harness, start_game(1), "e2e4 e7e5", RK_BLACK);
    someone_post(&alice, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\"}", 200);
    struct store_job *job = store_job_create();
    store_call(job, STORE_BEGIN_ERASURE);
    store_bind_text(job, "alice");
    store_bind_text(job, "*ghost");
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    erasures_listen(harness.server, &counter.listener);
    erasures_run(harness.server);
    erasures_run(harness.server);
    harness_settle(&harness);
    assert_int_equal(counter.begun, 1);
    assert_int_equal(counter.ended, 1);
    expect_erased("game0001");
    list_remove(&counter.listener.node);
}

static void conversations_notifications_and_the_profile_go(void **state)
{
    (void)state;
    someone_post(&alice, "/account/profile", "bio=secret", 200);
    someone_post(&alice, "/inbox/bert", "text=secret", 200);
    someone_post(&bert, "/inbox/alice", "text=answer", 200);
    assert_has(someone_get(&bert, "/api/account/notifications", 200).body, "Alice wrote to you.");
    erase_alice();
    assert_lacks(someone_get(&bert, "/api/account/notifications", 200).body, "Alice");
    const struct fake_response inbox = someone_get(&bert, "/api/inbox", 200);
    assert_lacks(inbox.body, "secret");
    assert_lacks(inbox.body, "alice");
    assert_lacks(someone_get(&bert, "/api/inbox/alice", 200).body, "answer");
    const struct fake_response user = someone_get(&bert, "/api/user/alice", 200);
    assert_has(user.body, "\"disabled\":true");
    assert_lacks(user.body, "secret");
}

static void the_name_is_not_given_away(void **state)
{
    (void)state;
    erase_alice();
    const struct fake_response taken =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"" PEOPLE_PASSWORD "\"}");
    assert_int_equal(taken.status, 409);
}

static void erasing_needs_the_password_and_no_running_game(void **state)
{
    (void)state;
    someone_post(&alice, "/account/close", "{\"erase\":true}", 400);
    someone_post(&alice, "/account/close", "{\"password\":\"wrong one\",\"erase\":true}", 403);
    struct round *round = start_game(1);
    assert_has(someone_post(&alice, "/account/close",
                            "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}", 400)
                   .body,
               "running games");
    harness_finish_game(&harness, round, "e2e4 e7e5", RK_WHITE);
    erase_alice();
}

static void a_game_that_begins_during_the_password_check_ends(void **state)
{
    (void)state;
    static const char body[] = "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}";
    struct fake_connection connection;
    size_t live;
    fake_connection_init(&connection, &harness);
    const struct request request = http_request(METHOD_POST, "/account/close", alice.cookie, body);
    fake_connection_send_request(&connection, &request);
    for (int i = 0; i < 5; i++)
        store_poll(harness.server->store); // until the password is in the work queue
    struct work *check = harness_take_work(&harness);
    assert_non_null(check);
    start_game(1);
    check->run(check);
    check->done(check);
    harness_settle(&harness);
    assert_int_equal(connection.status, 200);
    assert_int_equal(game_counts_of(harness.server, "alice", &live), 0);
    fake_connection_drop(&connection);
    fake_connection_fini(&connection);
    expect_erased("game0001");
}

static void closing_without_erasing_keeps_the_name(void **state)
{
    (void)state;
    harness_finish_game(&harness, start_game(1), "e2e4 e7e5", RK_BLACK);
    someone_post(&alice, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\"}", 200);
    harness_wait(&harness, 3 * MINUTE);
    assert_has(someone_get(&bert, "/game/export/game0001", 200).body, "[White \"Alice\"]");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(games_stay_but_name_a_ghost),
        TEST(a_name_from_before_a_renaming_goes_too),
        TEST(recomputed_ratings_are_the_same_after_an_erasure),
        TEST(a_long_history_is_erased_in_parts_and_after_a_crash),
        TEST(an_erasure_that_runs_is_not_started_again),
        TEST(conversations_notifications_and_the_profile_go),
        TEST(the_name_is_not_given_away),
        TEST(erasing_needs_the_password_and_no_running_game),
        TEST(a_game_that_begins_during_the_password_check_ends),
        TEST(closing_without_erasing_keeps_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
