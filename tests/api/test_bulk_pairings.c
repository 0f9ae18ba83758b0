/* SPDX-License-Identifier: MIT */
/* The bulk pairing API of a whole server. */
#include <stdio.h>
#include <string.h>

#include "lobby/bot_games.h"
#include "lobby/bulk_pairings.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

enum { PLAYERS = 6 };

static struct harness harness;
static char organizer[SECRET_TEXT_MAX + 16]; /* credentials */
static char tokens[PLAYERS][SECRET_TEXT_MAX + 1];

static void make_token(const char *account, enum scope scope, char *out, size_t size)
{
    snprintf(out, size, "%s", harness_make_token(&harness, account, 1U << scope, 0).secret);
}

static int set_up(void **state)
{
    (void)state;
    char token[SECRET_TEXT_MAX + 1];
    harness_open(&harness);
    harness_add_account(&harness, "Olga", ROLE_PLAYER);
    make_token("olga", SCOPE_CHALLENGE_BULK, token, sizeof token);
    snprintf(organizer, sizeof organizer, "Bearer %s", token);
    for (int i = 0; i < PLAYERS; i++) {
        char name[16] = "Player1";
        name[6] = (char)('1' + i);
        const struct identity who = harness_add_account(&harness, name, ROLE_PLAYER);
        make_token(who.id, SCOPE_CHALLENGE_WRITE, tokens[i], sizeof tokens[i]);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static struct fake_response post(const char *target, const char *body)
{
    return harness_request(&harness, METHOD_POST, target, organizer, body);
}

static struct fake_response get(const char *target)
{
    return harness_request(&harness, METHOD_GET, target, organizer, NULL);
}

/* Schedules a bulk of the first `games` pairs of players. */
static struct fake_response schedule(int games, const char *more)
{
    char body[2000] = "players=";
    for (int i = 0; i < 2 * games; i++)
        snprintf(body + strlen(body), sizeof body - strlen(body), "%s%s",
                 i ? (i % 2 ? ":" : ",") : "", tokens[i]);
    snprintf(body + strlen(body), sizeof body - strlen(body), "&%s", more);
    return post("/api/bulk-pairing", body);
}

static void expect_refusal(struct fake_response response, const char *text)
{
    assert_int_equal(response.status, 400);
    if (!strstr(response.body, text))
        fail_msg("%s", response.body);
}

static void expect_in(const struct fake_response *response, const char *text)
{
    assert_int_equal(response->status, 200);
    if (!strstr(response->body, text))
        fail_msg("no %s in %s", text, response->body);
}

/* The value of the first such field of the body. */
static void copy_field(const char *body, const char *key, char out[16])
{
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(body, pattern);
    assert_non_null(at);
    snprintf(out, 16, "%.8s", at + strlen(pattern));
}

static struct round *first_game(const struct fake_response *response)
{
    char id[16];
    copy_field(strstr(response->body, "\"games\":"), "id", id);
    return rounds_find(harness.server, id);
}

static void a_bulk_starts_its_games_at_once_by_default(void **state)
{
    (void)state;
    const struct fake_response made =
        schedule(3, "clock.limit=300&clock.increment=2&rated=true&rules=noAbort");
    expect_in(&made, "\"variant\":\"standard\",\"clock\":{\"increment\":2,\"limit\":300}");
    expect_in(&made, "\"pairedAt\":null,\"rated\":true,\"startClocksAt\":null,\"scheduledAt\":");
    expect_in(&made, "\"black\":\"player2\",\"white\":\"player1\"");
    harness_wait(&harness, SECOND);
    const struct round *round = first_game(&made);
    assert_non_null(round);
    const struct game_info *info = round_info(round);
    assert_string_equal(info->players[RK_WHITE].name, "Player1");
    assert_int_equal(info->source, SOURCE_API);
    assert_true(info->settings.rated);
    const struct fake_response list = get("/api/bulk-pairing");
    assert_memory_equal(list.body, "{\"bulks\":[{", 11);
    assert_null(strstr(list.body, "\"pairedAt\":null"));
}

static void games_between_bots_count_for_their_daily_limit(void **state)
{
    (void)state;
    struct reply reply;
    const struct identity one = identity_named("Player1", ROLE_BOT),
                          two = identity_named("Player2", ROLE_BOT);
    fake_store_call(&harness.store, STORE_SET_ROLE, "player1", ROLE_BOT);
    fake_store_call(&harness.store, STORE_SET_ROLE, "player2", ROLE_BOT);
    harness_wait(&harness, 2 * MINUTE);
    for (int i = 0; i < 99; i++)
        bot_game_count(harness.server, &one, &two);
    assert_true(bot_game_is_allowed(harness.server, &one, &two, &reply));
    assert_int_equal(schedule(1, "clock.limit=300&clock.increment=2").status, 200);
    harness_wait(&harness, SECOND);
    assert_false(bot_game_is_allowed(harness.server, &one, &two, &reply));
}

static void a_bulk_is_created_at_its_date_if_the_clock_is_set(void **state)
{
    (void)state;
    char more[100], paired[60];
    const int64_t date = server_date(harness.server);
    snprintf(more, sizeof more, "clock.limit=300&clock.increment=0&pairAt=%lld",
             (long long)(date + HOUR));
    const struct fake_response made = schedule(1, more);
    server_set_date(harness.server, date - DAY);
    harness_wait(&harness, 2 * HOUR);
    assert_null(first_game(&made));
    server_set_date(harness.server, date + 2 * HOUR);
    harness_wait(&harness, 11 * SECOND);
    assert_non_null(first_game(&made));
    snprintf(paired, sizeof paired, "\"pairedAt\":%lld", (long long)(date + 2 * HOUR) / 100000);
    const struct fake_response list = get("/api/bulk-pairing");
    expect_in(&list, paired);
}

static void a_bulk_is_created_later_and_survives_a_restart(void **state)
{
    (void)state;
    char more[200], id[16], target[64];
    const int64_t now = harness.server->now;
    snprintf(more, sizeof more, "clock.limit=300&clock.increment=0&pairAt=%lld&startClocksAt=%lld",
             (long long)(now + HOUR), (long long)(now + 2 * HOUR));
    const struct fake_response made = schedule(2, more);
    copy_field(made.body, "id", id);
    snprintf(target, sizeof target, "/api/bulk-pairing/%s", id);
    harness_wait(&harness, MINUTE);
    assert_null(first_game(&made));
    harness_crash(&harness, MINUTE);
    const struct fake_response shown = get(target);
    assert_string_equal(shown.body, made.body);
    harness_wait(&harness, HOUR);
    const struct round *round = first_game(&made);
    assert_non_null(round);
    assert_false(rk_game_clock(round_game(round))->running);
    harness_crash(&harness, MINUTE);
    harness_wait(&harness, HOUR);
    round = first_game(&made);
    assert_true(rk_game_clock(round_game(round))->running || round_is_over(round));
}

static void a_bulk_that_a_crash_interrupted_is_completed(void **state)
{
    (void)state;
    const struct fake_response made = schedule(3, "clock.limit=600&clock.increment=0");
    server_advance(harness.server, harness.server->now + 1); // its games are being written
    harness_crash(&harness, SECOND);
    harness_wait(&harness, SECOND);
    assert_non_null(first_game(&made));
    assert_null(strstr(get("/api/bulk-pairing").body, "\"pairedAt\":null"));
    const struct round *rounds[10];
    assert_int_equal(rounds_list(harness.server, NULL, rounds, 10), 3);
}

static void a_bulk_that_was_refused_does_not_come_back(void **state)
{
    (void)state;
    const struct fake_response first = schedule(1, "days=3"); // the tokens have been used now
    char id[16], other[16];
    harness.store.unknown_writes = 1;
    harness.store.unknown_land = true;
    assert_int_equal(schedule(1, "days=3").status, 503);
    harness_crash(&harness, SECOND);
    const struct fake_response listed = get("/api/bulk-pairing"); // the newest first
    copy_field(first.body, "id", id);
    copy_field(listed.body, "id", other);
    assert_string_equal(other, id);
}

static void clocks_are_started_on_request(void **state)
{
    (void)state;
    char id[16], target[64];
    const struct fake_response made = schedule(1, "clock.limit=300&clock.increment=0");
    copy_field(made.body, "id", id);
    harness_wait(&harness, SECOND);
    assert_false(rk_game_clock(round_game(first_game(&made)))->running);
    snprintf(target, sizeof target, "/api/bulk-pairing/%s/start-clocks", id);
    assert_int_equal(post(target, "").status, 200);
    harness_settle(&harness);
    assert_true(rk_game_clock(round_game(first_game(&made)))->running);
    snprintf(target, sizeof target, "/api/bulk-pairing/%s/games", id);
    assert_int_equal(get(target).status, 200);
}

static void a_scheduled_bulk_can_be_cancelled(void **state)
{
    (void)state;
    char more[100], id[16], target[64];
    snprintf(more, sizeof more, "days=3&pairAt=%lld", (long long)(harness.server->now + HOUR));
    const struct fake_response made = schedule(1, more);
    expect_in(&made, "\"days\":3");
    copy_field(made.body, "id", id);
    snprintf(target, sizeof target, "/api/bulk-pairing/%s", id);
    const struct fake_response other = harness_request(&harness, METHOD_DELETE, target, NULL, NULL);
    assert_int_equal(other.status, 401);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, target, organizer, NULL).status, 200);
    assert_int_equal(get(target).status, 404);
    assert_int_equal(harness_request(&harness, METHOD_DELETE, target, organizer, NULL).status, 404);
    harness_crash(&harness, 2 * HOUR);
    assert_null(first_game(&made));
}

static void all_tokens_must_be_good(void **state)
{
    (void)state;
    char body[400];
    snprintf(body, sizeof body, "players=%s:nonsense&clock.limit=300&clock.increment=0", tokens[0]);
    expect_refusal(post("/api/bulk-pairing", body), "token 2: unknown or expired");
    char wrong[SECRET_TEXT_MAX + 1];
    make_token("player2", SCOPE_BOARD_PLAY, wrong, sizeof wrong);
    snprintf(body, sizeof body, "players=%s:%s&clock.limit=300&clock.increment=0", tokens[0],
             wrong);
    expect_refusal(post("/api/bulk-pairing", body), "token 2: it needs the scope challenge:write");
    snprintf(body, sizeof body, "players=%s&clock.limit=300&clock.increment=0", tokens[0]);
    expect_refusal(post("/api/bulk-pairing", body), "pairs of tokens");
    snprintf(body, sizeof body, "players=%s:%s,%s:%s&clock.limit=300&clock.increment=0", tokens[0],
             tokens[1], tokens[2], tokens[0]);
    expect_refusal(post("/api/bulk-pairing", body), "Player1 is paired more than once");
    snprintf(body, sizeof body, "players=%s:%s", tokens[0], tokens[1]);
    expect_refusal(post("/api/bulk-pairing", body), "clock");
    expect_refusal(post("/api/bulk-pairing", "clock.limit=300"), "players");
    assert_string_equal(get("/api/bulk-pairing").body, "{\"bulks\":[]}");
}

static void impossible_schedules_are_refused(void **state)
{
    (void)state;
    char more[200];
    const int64_t now = harness.server->now;
    snprintf(more, sizeof more, "clock.limit=300&clock.increment=0&pairAt=%lld",
             (long long)(now + 8 * DAY));
    expect_refusal(schedule(1, more), "at most 7 days ahead");
    snprintf(more, sizeof more, "clock.limit=300&clock.increment=0&pairAt=%lld&startClocksAt=%lld",
             (long long)(now + HOUR), (long long)(now + MINUTE));
    expect_refusal(schedule(1, more), "the clocks cannot start before");
    expect_refusal(schedule(1, "clock.limit=300&clock.increment=0&message=Hello"), "{game}");
    snprintf(more, sizeof more, "clock.limit=300&clock.increment=0&pairAt=%lld",
             (long long)(now + HOUR));
    assert_int_equal(schedule(1, more).status, 200);
    expect_refusal(schedule(2, more), "Player1 is in another bulk at the same time");
}

static void the_scope_is_needed(void **state)
{
    (void)state;
    char credentials[SECRET_TEXT_MAX + 16];
    snprintf(credentials, sizeof credentials, "Bearer %s", tokens[0]);
    assert_int_equal(
        harness_request(&harness, METHOD_GET, "/api/bulk-pairing", credentials, NULL).status, 403);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_bulk_starts_its_games_at_once_by_default),
        TEST(games_between_bots_count_for_their_daily_limit),
        TEST(a_bulk_is_created_at_its_date_if_the_clock_is_set),
        TEST(a_bulk_is_created_later_and_survives_a_restart),
        TEST(a_bulk_that_a_crash_interrupted_is_completed),
        TEST(a_bulk_that_was_refused_does_not_come_back),
        TEST(clocks_are_started_on_request),
        TEST(a_scheduled_bulk_can_be_cancelled),
        TEST(all_tokens_must_be_good),
        TEST(impossible_schedules_are_refused),
        TEST(the_scope_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
