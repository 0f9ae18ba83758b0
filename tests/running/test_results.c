/* SPDX-License-Identifier: MIT */
/* The last results, as a home page shows them. */
#include "running/results.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/harness.h"

static struct harness harness;

/* Somebody who follows the results. */
struct follower {
    struct results_listener listener;
    size_t count;
    char last[GAME_ID_SIZE + 1];
};

static void on_result(struct results_listener *listener, const struct game_result *result)
{
    struct follower *follower = (struct follower *)listener;
    follower->count++;
    memcpy(follower->last, result->info.id, sizeof follower->last);
}

static struct follower follow(void)
{
    struct follower follower = {.listener.on_result = on_result};
    results_listen(harness.server, &follower.listener);
    results_unlisten(&follower.listener);
    return follower;
}

static void finish_game(const char *id)
{
    struct game_info info = {
        .players = {identity_named("~anna", ROLE_GUEST), identity_named("~bert", ROLE_GUEST)},
        .settings = settings_for("3+2")};
    snprintf(info.id, sizeof info.id, "%s", id);
    struct round *round = harness_start_game(&harness, &info);
    static const char *const moves[] = {"e2e4", "e7e5"};
    for (size_t i = 0; i < 2; i++) {
        struct command command = {.verb = VERB_MOVE, .by = info.players[i], .version = -1};
        snprintf(command.move, sizeof command.move, "%s", moves[i]);
        expect_done(harness_command(&harness, round, &command));
    }
    const struct command resign = {.verb = VERB_RESIGN, .by = info.players[0], .version = -1};
    expect_done(harness_command(&harness, round, &resign));
}

/* Adds an imported game that is newer than all others. */
static void import_game(unsigned number)
{
    char id[GAME_ID_SIZE + 1];
    const int64_t at = harness.server->now + number;
    snprintf(id, sizeof id, "import%02u", number);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_IMPORTED_GAME);
    store_bind_text(job, id);
    store_bind_text(job, "{}");
    store_bind_text(job, "blitz");
    store_bind_integer(job, at);
    store_bind_integer(job, 31);
    store_bind_integer(job, 0);
    store_bind_integer(job, 2);
    store_bind_bytes(job, "", 0);
    store_call(job, STORE_ADD_IMPORT);
    store_bind_text(job, "carl");
    store_bind_integer(job, at);
    store_bind_text(job, id);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
}

static void imported_games_do_not_displace_results_after_a_restart(void **state)
{
    (void)state;
    finish_game("abcdefgh");
    for (unsigned i = 0; i < RESULTS_MAX + 5; i++)
        import_game(i);
    assert_int_equal(follow().count, 1);
    harness_crash(&harness, SECOND);
    const struct follower follower = follow();
    assert_int_equal(follower.count, 1);
    assert_string_equal(follower.last, "abcdefgh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(imported_games_do_not_displace_results_after_a_restart, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
