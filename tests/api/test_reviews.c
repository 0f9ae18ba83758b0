/* SPDX-License-Identifier: MIT */
/* Reviews of a whole server over HTTP and WebSockets: asking, following, reading, exports. The test
 * plays the engine itself. */
#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "support/board.h"
#include "support/harness_accounts.h"
#include "support/held_reviews.h"
#include "support/people.h"

#define TOTALS(accuracy)                                            \
    "{\"moves\":1,\"accuracy\":" accuracy ",\"acpl\":7,\"counts\":" \
    "{\"inaccuracy\":0,\"mistake\":1,\"blunder\":2}}"

/* Of a game with three plies. */
#define REPORT                                                                                     \
    "{\"white\":" TOTALS("97.3") ",\"black\":" TOTALS(                                             \
        "null") ",\"moves\":["                                                                     \
                "{\"cp\":17,\"judgement\":\"book\",\"best\":\"e4\"},"                              \
                "{\"mate\":-3,\"judgement\":\"blunder\",\"best\":\"c5\",\"comment\":\"1... e5 is " \
                "bad.\","                                                                          \
                "\"line\":[\"c5\",\"Nf3\"]},"                                                      \
                "{\"cp\":-105,\"judgement\":\"brilliant\",\"best\":\"Nf3\"}]}"

static struct harness harness;
static struct someone alice, bert;
static unsigned games;

static void finish(const char *report)
{
    held_reviews_finish(&harness, report);
}

static int set_up(void **state)
{
    (void)state;
    held.count = games = 0;
    harness_open_store(&harness);
    harness.env.review = held_reviews_add;
    harness_start(&harness);
    alice = someone_join(&harness, "Alice");
    bert = someone_join(&harness, "Bert");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    while (held.count)
        finish("");
    return 0;
}

/* A game of Alice and Bert; without moves it is still running. */
static const char *play(const char *moves, bool hidden)
{
    static char id[GAME_ID_SIZE + 1];
    struct game_info info = {
        .players = {identity_named("Alice", ROLE_PLAYER), identity_named("Bert", ROLE_PLAYER)},
        .settings = settings_for("5+3")};
    info.settings.hidden = hidden;
    snprintf(info.id, sizeof info.id, "game%04u", games++);
    snprintf(id, sizeof id, "%s", info.id);
    struct round *round = harness_start_game(&harness, &info);
    if (moves)
        harness_finish_game(&harness, round, moves, RK_BLACK);
    return id;
}

static const char *path_of(const char *game)
{
    static char path[64];
    snprintf(path, sizeof path, "/api/game/%s/review", game);
    return path;
}

static void review_game(const char *game, const char *report)
{
    someone_post(&alice, path_of(game), "", 202);
    finish(report);
}

static struct fake_response export_game(const char *query, const char *accept)
{
    struct fake_connection got;
    struct fake_response response = {0};
    fake_connection_get(&got, &harness, query, accept);
    response.status = got.status;
    snprintf(response.body, sizeof response.body, "%s", fake_connection_body(&got));
    fake_connection_fini(&got);
    return response;
}

// ---- asking ------------------------------------------------------------------------------------

/* The stored report with the tags of the game before it. */
static void expect_report(const char *body)
{
    static const char report[] = REPORT;
    assert_has(body, "{\"tags\":{\"Event\":");
    assert_has(body, "\"White\":\"Alice\",\"Black\":\"Bert\"");
    assert_has(body, "\"UTCDate\":\"");
    assert_has(body, "},");
    assert_has(body, report + 1);
}

static void the_tags_of_a_report_are_those_of_the_game(void **state)
{
    (void)state;
    static const char stored[] = "{\"tags\":{\"Result\":\"1-0\",\"Note\":\"\\\"}\\\\\"},";
    static const char report[] = REPORT;
    char with_tags[sizeof stored + sizeof report];
    const char *game = play("e4 e5 Nf3", false);
    snprintf(with_tags, sizeof with_tags, "%s%s", stored, report + 1);
    review_game(game, with_tags);
    const struct fake_response got = someone_get(&bert, path_of(game), 200);
    expect_report(got.body);
    assert_lacks(got.body, "Note");
}

static void tags_with_quotes_are_those_of_the_game(void **state)
{
    (void)state;
    static const char body[] =
        "{\"pgn\":\"[Event \\\"The \\\\\\\"Cup\\\\\\\"\\\"]\\n\\n1. e4 e5 2. Nf3 *\"}";
    const struct fake_response imported = someone_post(&alice, "/api/import", body, 200);
    const char *id = strstr(imported.body, "\"id\":\"");
    char game[GAME_ID_SIZE + 1];
    assert_non_null(id);
    snprintf(game, sizeof game, "%s", id + strlen("\"id\":\""));
    review_game(game, REPORT);
    assert_has(someone_get(&alice, path_of(game), 200).body, "\"Event\":\"The \\\"Cup\\\"\"");
}

static void a_game_is_reviewed_once_for_everybody(void **state)
{
    (void)state;
    const char *game = play("e4 e5 Nf3", false);
    assert_has(someone_get(&bert, path_of(game), 404).body, "\"code\":\"review-none\"");
    assert_string_equal(someone_post(&alice, path_of(game), "", 202).body,
                        "{\"state\":\"running\",\"done\":0,\"total\":3}");
    char pgn[1024];
    snprintf(pgn, sizeof pgn, "%.*s", (int)held.list[0]->size, held.list[0]->pgn);
    assert_has(pgn, "1... e5 {[%clk 0:05:");
    assert_lacks(pgn, "Alice");
    assert_has(someone_post(&bert, path_of(game), "", 202).body, "running");
    assert_int_equal(held.count, 1);
    assert_has(someone_get(&bert, path_of(game), 202).body, "\"total\":3");
    finish(REPORT);
    expect_report(someone_get(&bert, path_of(game), 200).body);
    assert_string_equal(someone_post(&bert, path_of(game), "", 200).body, "{\"state\":\"done\"}");
    assert_int_equal(held.count, 0);
    harness_restart(&harness, MINUTE);
    expect_report(harness_request(&harness, METHOD_GET, path_of(game), NULL, NULL).body);
}

static void a_request_that_cannot_be_stored_is_refused(void **state)
{
    (void)state;
    const char *game = play("e4 e5 Nf3", false);
    harness.store.failing_writes = 1;
    someone_post(&alice, path_of(game), "", 503);
    assert_int_equal(held.count, 0);
    assert_has(someone_post(&alice, path_of(game), "", 202).body, "running");
}

static void places_in_the_queue_are_sent(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        play("e4 e5 Nf3", false);
    someone_post(&alice, path_of("game0000"), "", 202);
    someone_post(&alice, path_of("game0001"), "", 202);
    assert_has(someone_post(&alice, path_of("game0002"), "", 202).body,
               "{\"state\":\"waiting\",\"place\":2,");
}

static void what_cannot_be_reviewed_is_refused_with_the_reason(void **state)
{
    (void)state;
    assert_has(someone_post(&alice, path_of(play(NULL, false)), "", 400).body,
               "\"code\":\"review-running-game\"");
    assert_has(someone_post(&alice, path_of(play("e4", false)), "", 400).body,
               "\"code\":\"review-short\"");
    assert_has(someone_post(&alice, path_of("nothing0"), "", 404).body, "no such game");
    assert_has(someone_post(&alice, path_of("%2e"), "", 404).body, "invalid game id");
    const char *game = play("e4 e5 Nf3", false);
    harness.server->config.review_threads = 0;
    assert_has(someone_post(&alice, path_of(game), "", 404).body, "\"code\":\"review-off\"");
    assert_int_equal(held.count, 0);
}

static void guests_keep_the_engine_in_the_page(void **state)
{
    (void)state;
    const struct fake_response guest =
        harness_request(&harness, METHOD_POST, "/account/guest", NULL, "{}");
    const char *path = path_of(play("e4 e5 Nf3", false));
    assert_int_equal(harness_request(&harness, METHOD_POST, path, guest.cookie, "").status, 403);
    assert_int_equal(harness_request(&harness, METHOD_POST, path, NULL, "").status, 401);
    assert_int_equal(held.count, 0);
}

static unsigned request_with_scope(const char *path, enum scope scope)
{
    char credentials[SECRET_TEXT_MAX + 16];
    const struct account_reply token = harness_make_token(&harness, "alice", 1u << scope, 0);
    snprintf(credentials, sizeof credentials, "Bearer %s", token.secret);
    return harness_request(&harness, METHOD_POST, path, credentials, "").status;
}

static void a_token_needs_the_scope_to_play(void **state)
{
    (void)state;
    const char *path = path_of(play("e4 e5 Nf3", false));
    assert_int_equal(request_with_scope(path, SCOPE_PUZZLE_READ), 403);
    assert_int_equal(held.count, 0);
    assert_int_equal(request_with_scope(path, SCOPE_BOARD_PLAY), 202);
    assert_int_equal(request_with_scope(path, SCOPE_BOT_PLAY), 202);
}

static void a_private_game_is_reviewed_for_its_players_only(void **state)
{
    (void)state;
    const struct someone carla = someone_join(&harness, "Carla");
    const char *game = play("e4 e5 Nf3", true);
    someone_post(&carla, path_of(game), "", 404);
    review_game(game, REPORT);
    someone_get(&carla, path_of(game), 404);
    someone_get(&bert, path_of(game), 200);
}

static void the_queue_and_the_rate_are_limited(void **state)
{
    (void)state;
    harness.server->config.review_queue = 1;
    play("e4 e5 Nf3", false);
    play("e4 e5 Nf3", false);
    someone_post(&alice, path_of("game0000"), "", 202);
    assert_has(someone_post(&alice, path_of("game0001"), "", 503).body,
               "\"code\":\"review-queue-full\"");
    finish("");
    while (!limits_take(harness.server, LIMIT_REVIEW, alice.id, 1))
        ;
    assert_has(someone_post(&alice, path_of("game0001"), "", 429).body, "\"review.account\"");
    someone_post(&bert, path_of("game0001"), "", 202);
}

static void an_account_cannot_fill_the_queue_alone(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        play("e4 e5 Nf3", false);
    someone_post(&alice, path_of("game0000"), "", 202);
    someone_post(&alice, path_of("game0001"), "", 202);
    someone_post(&alice, path_of("game0002"), "", 202);
    const struct fake_response refused = someone_post(&alice, path_of("game0003"), "", 429);
    assert_has(refused.body, "\"code\":\"review-account\"");
    assert_has(refused.body, "\"review.account.waiting\"");
    someone_post(&alice, path_of("game0002"), "", 202); // asking again is not another game
    someone_post(&bert, path_of("game0004"), "", 202);
    finish(REPORT);
    someone_post(&alice, path_of("game0003"), "", 202);
}

static void requests_survive_a_restart(void **state)
{
    (void)state;
    play("e4 e5 Nf3", false);
    play("e4 e5 Nf3", false);
    someone_post(&alice, path_of("game0000"), "", 202);
    someone_post(&alice, path_of("game0001"), "", 202);
    harness_restart(&harness, MINUTE);
    finish(""); // abandoned by the server that has stopped
    assert_has(someone_get(&alice, path_of("game0000"), 202).body, "running");
    assert_has(someone_get(&alice, path_of("game0001"), 202).body, "\"place\":1");
    finish(REPORT);
    finish(REPORT);
    someone_get(&alice, path_of("game0001"), 200);
    harness_restart(&harness, MINUTE);
    assert_int_equal(held.count, 0); // nothing is reviewed twice
}

// ---- what is stored ----------------------------------------------------------------------------

static void a_damaged_review_is_refused_and_can_be_requested_again(void **state)
{
    (void)state;
    static const char *const damaged[] = {"{", "{}", "[]", "{\"moves\":[1,2,3]}"};
    const char *game = play("e4 e5 Nf3", false);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        review_game(game, damaged[i]);
        assert_has(someone_get(&alice, path_of(game), 404).body, "\"code\":\"review-damaged\"");
        const struct fake_response pgn = export_game("/game/export/game0000", "*/*");
        assert_int_equal(pgn.status, 200);
        assert_lacks(pgn.body, "[%eval");
    }
    review_game(game, REPORT);
    someone_get(&alice, path_of(game), 200);
}

static void exports_have_the_review(void **state)
{
    (void)state;
    review_game(play("e4 e5 Nf3", false), REPORT);
    const struct fake_response pgn = export_game("/game/export/game0000?clocks=false", "*/*");
    assert_has(pgn.body, "1. e4 {[%eval 0.17]} 1... e5 $4 {[%eval #-3]} 2. Nf3 $3 {[%eval -1.05]}");
    assert_has(export_game("/game/export/game0000?literate=true", "*/*").body,
               "[%eval #-3] [%clk 0:05:00] 1...\ne5 is bad.");
    assert_lacks(export_game("/game/export/game0000?evals=false", "*/*").body, "%eval");
    const struct fake_response json =
        export_game("/game/export/game0000?accuracy=true", "application/json");
    assert_has(json.body, "\"analysis\":{\"inaccuracy\":0,\"mistake\":1,\"blunder\":2,\"acpl\":7,"
                          "\"accuracy\":97}");
    assert_has(json.body,
               "\"analysis\":[{\"eval\":17},{\"mate\":-3,\"best\":\"c7c5\",\"variation\":\"c5 "
               "Nf3\",\"judgment\":{\"name\":\"Blunder\",\"comment\":\"1... e5 is bad.\"}},"
               "{\"eval\":-105}]");
    assert_lacks(export_game("/game/export/game0000?evals=false", "application/json").body,
                 "analysis");
}

static void lists_can_be_of_reviewed_games(void **state)
{
    (void)state;
    play("e4 e5 Nf3", false);
    review_game(play("e4 e5 Nf3", false), REPORT);
    static const char lines[] = "application/x-ndjson";
    const struct fake_response reviewed = export_game("/api/games/user/alice?analysed=true", lines);
    assert_has(reviewed.body, "game0001");
    assert_lacks(reviewed.body, "game0000");
    assert_lacks(reviewed.body, "\"eval\":");
    const struct fake_response other = export_game("/api/games/user/alice?analysed=false", lines);
    assert_has(other.body, "game0000");
    assert_lacks(other.body, "game0001");
    assert_has(export_game("/api/games/user/alice?evals=true", lines).body, "\"eval\":17");
}

// ---- following ---------------------------------------------------------------------------------

static void follow(struct fake_connection *connection, const char *cookie, const char *game)
{
    char message[80];
    fake_connection_connect(connection, &harness, cookie);
    snprintf(message, sizeof message, "{\"t\":\"review\",\"game\":\"%s\",\"on\":true}", game);
    fake_connection_send(connection, message);
}

static void progress_is_pushed_to_all_who_have_the_page_open(void **state)
{
    (void)state;
    struct fake_connection early, late;
    const char *game = play("e4 e5 Nf3", false);
    follow(&early, alice.cookie, game);
    fake_connection_expect(&early, "review-state", "state", "none");
    someone_post(&bert, path_of(game), "", 202);
    fake_connection_expect(&early, "review-state", "state", "running");
    held.list[0]->progress(held.list[0], 3, -105, false);
    fake_connection_expect(&early, "review-state", "scores", "3:-105");
    held.list[0]->progress(held.list[0], 2, -3, true);
    const char *second = fake_connection_receive(&early, "review-state");
    assert_has(second, "\"done\":1,\"total\":3,\"scores\":\"2:#-3\"");
    follow(&late, bert.cookie, game);
    fake_connection_expect(&late, "review-state", "scores", "2:#-3 3:-105");
    finish(REPORT);
    fake_connection_expect(&early, "review-state", "state", "done");
    fake_connection_expect(&late, "review-state", "state", "done");
    fake_connection_send(&early, "{\"t\":\"review\",\"game\":\"game0000\",\"on\":false}");
    fake_connection_close(&early);
    fake_connection_close(&late);
}

static void a_private_game_is_followed_by_its_players_only(void **state)
{
    (void)state;
    struct fake_connection stranger, player;
    const struct someone carla = someone_join(&harness, "Carla");
    const char *game = play("e4 e5 Nf3", true);
    follow(&stranger, carla.cookie, game);
    fake_connection_expect(&stranger, "refused", "why", "not-found");
    follow(&player, bert.cookie, game);
    fake_connection_expect(&player, "review-state", "state", "none");
    fake_connection_close(&stranger);
    fake_connection_close(&player);
}

static void clients_learn_that_the_server_reviews_nothing(void **state)
{
    (void)state;
    struct fake_connection client;
    harness.server->config.review_threads = 0;
    follow(&client, alice.cookie, play("e4 e5 Nf3", false));
    fake_connection_expect(&client, "review-state", "state", "off");
    fake_connection_close(&client);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_reviewed_once_for_everybody),
        TEST(a_request_that_cannot_be_stored_is_refused),
        TEST(the_tags_of_a_report_are_those_of_the_game),
        TEST(tags_with_quotes_are_those_of_the_game),
        TEST(places_in_the_queue_are_sent),
        TEST(what_cannot_be_reviewed_is_refused_with_the_reason),
        TEST(guests_keep_the_engine_in_the_page),
        TEST(a_token_needs_the_scope_to_play),
        TEST(a_private_game_is_reviewed_for_its_players_only),
        TEST(the_queue_and_the_rate_are_limited),
        TEST(an_account_cannot_fill_the_queue_alone),
        TEST(requests_survive_a_restart),
        TEST(a_damaged_review_is_refused_and_can_be_requested_again),
        TEST(exports_have_the_review),
        TEST(lists_can_be_of_reviewed_games),
        TEST(progress_is_pushed_to_all_who_have_the_page_open),
        TEST(a_private_game_is_followed_by_its_players_only),
        TEST(clients_learn_that_the_server_reviews_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
