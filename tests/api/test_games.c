/* SPDX-License-Identifier: MIT */
/* The games API of a whole server: formats, pages, filters, privacy, slow clients. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "wire/frames.h"

static const char any[] = "*/*", ndjson[] = "application/x-ndjson", json[] = "application/json";
enum { GAMES = 100, BASE = 1000 };

static struct harness harness;

/* Anna's hundred games, two of them in each millisecond; every third is against Cleo. */
static void play_games(void)
{
    for (int i = 0; i < GAMES; i++) {
        const struct identity anna = identity_named("Anna", ROLE_PLAYER);
        const struct identity other = identity_named(i % 3 ? "Bob" : "Cleo", ROLE_PLAYER);
        struct game_info info = {.players = {i % 2 ? other : anna, i % 2 ? anna : other},
                                 .settings = settings_for(i % 10 ? "5+3" : "10+5")};
        info.settings.rated = i % 4 == 0;
        info.settings.hidden = i == 50;
        snprintf(info.id, sizeof info.id, "game%04d", i);
        harness_finish_game(&harness, harness_start_game(&harness, &info),
                            i % 3 ? "e4 e5 Nf3" : "e4 c5 Nf3", RK_BLACK);
        harness_skip(&harness, i % 2);
    }
}

/* All games ended long ago, so that they are read from the store. */
static int set_up(void **state)
{
    (void)state;
    harness_open_store(&harness);
    harness.now = BASE;
    harness_start(&harness);
    harness_add_account(&harness, "Anna", ROLE_PLAYER);
    harness_add_account(&harness, "Bob", ROLE_PLAYER);
    harness_add_account(&harness, "Cleo", ROLE_PLAYER);
    play_games();
    harness_crash(&harness, DAY);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static size_t export_lines(const char *target)
{
    struct fake_connection got;
    fake_connection_get(&got, &harness, target, ndjson);
    assert_int_equal(got.status, 200);
    assert_true(got.closed);
    const size_t lines = fake_connection_count(&got, "\n");
    assert_int_equal(fake_connection_count(&got, "{\"id\":\"game"), lines);
    fake_connection_fini(&got);
    return lines;
}

static void post_ids(struct fake_connection *out, const char *ids)
{
    struct request request = http_request(METHOD_POST, "/api/games/export/_ids", NULL, ids);
    request.accept = ndjson;
    request.content_type = "";
    fake_connection_init(out, &harness);
    fake_connection_request(out, &request);
}

/* Sends a request and disconnects after `turns` steps of the server; nothing is sent afterwards. */
static void leave_after(const char *target, unsigned turns)
{
    struct fake_connection got;
    struct request request = http_request(METHOD_GET, target, NULL, NULL);
    request.accept = ndjson;
    fake_connection_init(&got, &harness);
    fake_connection_send_request(&got, &request);
    for (unsigned i = 0; i < turns && !got.closed; i++)
        server_advance(harness.server, harness.server->now);
    fake_connection_drop(&got);
    const size_t sent = got.sent;
    harness_wait(&harness, SECOND);
    assert_int_equal(got.sent, sent);
    fake_connection_fini(&got);
}

// ---- one game ---------------------------------------------------------------------------------

static void a_game_is_pgn_unless_json_is_requested(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/game0000", "/game/export/game0000.pgn",
                                          "/game/export/game0000wwww"};
    for (size_t i = 0; i < 3; i++) {
        struct fake_connection got;
        fake_connection_get(&got, &harness, targets[i], any);
        assert_int_equal(got.status, 200);
        assert_string_equal(got.content_type, "application/x-chess-pgn");
        assert_non_null(strstr(fake_connection_body(&got), "[White \"Anna\"]\n[Black \"Cleo\"]\n"));
        assert_non_null(strstr(fake_connection_body(&got), "[%clk 0:10:00]"));
        fake_connection_fini(&got);
    }
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/game/export/game0000", json);
    assert_string_equal(got.content_type, json);
    assert_int_equal(strncmp(fake_connection_body(&got), "{\"id\":\"game0000\"", 16), 0);
    fake_connection_fini(&got);
}

static void an_unknown_game_is_not_found(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/nothing0", "/game/export/short",
                                          "/game/export/game00%2F0", "/game/export/game0050"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct fake_connection got;
        fake_connection_get(&got, &harness, targets[i], any);
        assert_int_equal(got.status, 404);
        assert_non_null(strstr(fake_connection_body(&got), "\"error\""));
        fake_connection_fini(&got);
    }
}

// ---- many -------------------------------------------------------------------------------------

static void games_are_listed_newest_first_and_only_once(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/api/games/user/ANNA", ndjson);
    assert_string_equal(got.content_type, ndjson);
    const char *at = fake_connection_body(&got);
    int last = GAMES;
    size_t seen = 0;
    for (; (at = strstr(at, "{\"id\":\"game")); at += 11, seen++) {
        int number;
        assert_int_equal(sscanf(at + 11, "%4d", &number), 1);
        assert_true(number < last);
        last = number;
    }
    assert_int_equal(seen, GAMES - 1); /* one is private */
    assert_true(got.sent > 1);
    fake_connection_fini(&got);
}

static void games_can_be_listed_oldest_first(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/api/games/user/anna?sort=dateAsc", ndjson);
    const char *at = fake_connection_body(&got);
    int last = -1;
    for (; (at = strstr(at, "{\"id\":\"game")); at += 11) {
        int number;
        assert_int_equal(sscanf(at + 11, "%4d", &number), 1);
        assert_true(number > last);
        last = number;
    }
    assert_int_equal(last, GAMES - 1);
    fake_connection_fini(&got);
}

static void filters_select_games(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        size_t games;
    } filters[] = {{"max=7", 7},
                   {"max=40", 40},
                   {"vs=CLEO", 34},
                   {"color=white", 49},
                   {"color=black", 50},
                   {"rated=true", 25},
                   {"rated=false", 74},
                   {"perfType=rapid", 9},
                   {"perfType=bullet,blitz", 90},
                   {"since=1010&until=1019", 20},
                   {"since=1010&until=1019&sort=dateAsc", 20},
                   {"since=1049", 2},
                   {"until=1000", 2},
                   {"ongoing=true&finished=false", 0},
                   {"vs=nobody", 0},
                   {"opponent=LE", 34},
                   {"opponent=cleo", 34},
                   {"opponent=", 99},
                   {"opponent=cleopatra", 0},
                   {"opponent=%25", 0},
                   {"openingName=SICILIAN", 34},
                   {"openingName=b2&max=5", 5},
                   {"openingName=c40&color=white", 32},
                   {"openingName=knight+opening", 65},
                   {"openingName=%25", 0}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        char target[128];
        snprintf(target, sizeof target, "/api/games/user/anna?%s", filters[i].query);
        harness_wait(&harness, 10000); /* for the rate limit */
        if (export_lines(target) != filters[i].games)
            fail_msg("%s", filters[i].query);
    }
}

static void an_invalid_filter_is_named_with_what_is_allowed(void **state)
{
    (void)state;
    static const char *const fields[] = {
        "since=x",
        "until=-1",
        "max=0",
        "color=red",
        "sort=size",
        "vs=anna-whose-name-is-longer-than-any-name",
        "perfType=blitz,lit",
        "opponent=anna-whose-name-is-longer-than-any-name",
        "openingName=longer_than_the_names_of_all_openings_that_anybody_may_look_for"};
    static const char *const allowed[] = {"milliseconds",   "milliseconds", "number from 1",
                                          "white or black", "dateAsc",      "name",
                                          "blitz,chess960", "31 letters",   "too long"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char target[128], field[32];
        struct fake_connection got;
        harness_wait(&harness, 10000);
        snprintf(target, sizeof target, "/api/games/user/anna?%s", fields[i]);
        snprintf(field, sizeof field, "\"%.*s\"", (int)strcspn(fields[i], "="), fields[i]);
        fake_connection_get(&got, &harness, target, ndjson);
        assert_int_equal(got.status, 400);
        assert_non_null(strstr(fake_connection_body(&got), field));
        assert_non_null(strstr(fake_connection_body(&got), allowed[i]));
        fake_connection_fini(&got);
    }
}

static void games_of_an_unknown_player_are_not_found(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/api/games/user/nobody", ndjson);
    assert_int_equal(got.status, 404);
    fake_connection_fini(&got);
}

static void exported_games_are_separated_by_two_empty_lines(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/api/games/user/anna?max=20", any);
    assert_string_equal(got.content_type, "application/x-chess-pgn");
    assert_int_equal(fake_connection_count(&got, "\n\n\n"), 20);
    assert_int_equal(fake_connection_count(&got, "\n\n\n["), 19);
    assert_null(strstr(fake_connection_body(&got), "\n\n\n\n"));
    assert_null(strstr(fake_connection_body(&got), "%clk"));
    fake_connection_fini(&got);
}

static void an_export_waits_for_a_slow_client(void **state)
{
    (void)state;
    struct fake_connection got;
    struct request request = http_request(METHOD_GET, "/api/games/user/anna", NULL, NULL);
    request.accept = ndjson;
    fake_connection_init(&got, &harness);
    got.buffered = 100000;
    fake_connection_request(&got, &request);
    assert_true(got.stream);
    harness_wait(&harness, 1000);
    assert_int_equal(got.sent, 0);
    assert_false(got.closed);
    got.buffered = 0;
    harness_wait(&harness, 1000);
    harness_wait(&harness, 1000);
    assert_true(got.closed);
    assert_int_equal(fake_connection_count(&got, "\n"), GAMES - 1);
    fake_connection_fini(&got);
}

static void an_export_that_cannot_be_completed_does_not_end_like_a_complete_one(void **state)
{
    (void)state;
    struct fake_connection got;
    post_ids(&got, "game0003");
    assert_int_equal(got.close_code, CLOSE_NORMAL);
    fake_connection_fini(&got);
    harness.store.reads_fail = true;
    post_ids(&got, "game0003");
    assert_true(got.closed);
    assert_int_equal(got.close_code, CLOSE_INTERNAL_ERROR);
    fake_connection_fini(&got);
    harness.store.reads_fail = false;
}

static void a_client_that_disconnects_at_any_time_leaks_nothing(void **state)
{
    (void)state;
    for (unsigned turns = 0; turns < 20; turns++) {
        leave_after("/api/games/user/anna", turns);
        leave_after("/game/export/game0001", turns);
        harness_wait(&harness, 20000); /* for the rate limit */
    }
    assert_int_equal(export_lines("/api/games/user/anna?max=3"), 3);
}

static void games_are_found_by_id(void **state)
{
    (void)state;
    struct fake_connection got;
    post_ids(&got, "game0003,nothing0,game0050,\n game0001wwww,bad");
    assert_int_equal(got.status, 200);
    assert_int_equal(fake_connection_count(&got, "\n"), 2);
    assert_true(strstr(fake_connection_body(&got), "game0003") <
                strstr(fake_connection_body(&got), "game0001"));
    fake_connection_fini(&got);
}

static void at_most_three_hundred_ids_are_accepted(void **state)
{
    (void)state;
    char body[301 * 9 + 1] = "";
    for (int i = 0; i < 301; i++)
        snprintf(body + 9 * i, 10, "game%04d,", i % GAMES);
    struct fake_connection got;
    post_ids(&got, body);
    assert_int_equal(got.status, 413);
    fake_connection_fini(&got);
    body[300 * 9] = '\0';
    post_ids(&got, body);
    assert_int_equal(fake_connection_count(&got, "\n"), 297);
    fake_connection_fini(&got);
}

static void the_list_of_running_games_can_be_empty(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/api/games/running", any);
    assert_string_equal(fake_connection_body(&got), "[]");
    fake_connection_fini(&got);
    fake_connection_get(&got, &harness, "/api/games/running", ndjson);
    assert_string_equal(fake_connection_body(&got), "");
    fake_connection_fini(&got);
}

static void the_server_can_be_destroyed_while_a_game_is_looked_up(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/game0001", "/api/games/user/anna",
                                          "/game0001"};
    for (size_t i = 0; i < 3; i++) {
        struct fake_connection got;
        const struct request request = http_request(METHOD_GET, targets[i], NULL, NULL);
        fake_connection_init(&got, &harness);
        fake_connection_send_request(&got, &request);
        harness_destroy(&harness);
        assert_int_equal(got.responses, 1);
        harness_start(&harness);
        fake_connection_fini(&got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_pgn_unless_json_is_requested),
        cmocka_unit_test(an_unknown_game_is_not_found),
        cmocka_unit_test(games_are_listed_newest_first_and_only_once),
        cmocka_unit_test(games_can_be_listed_oldest_first),
        cmocka_unit_test(filters_select_games),
        cmocka_unit_test(an_invalid_filter_is_named_with_what_is_allowed),
        cmocka_unit_test(games_of_an_unknown_player_are_not_found),
        cmocka_unit_test(exported_games_are_separated_by_two_empty_lines),
        cmocka_unit_test(an_export_waits_for_a_slow_client),
        cmocka_unit_test(an_export_that_cannot_be_completed_does_not_end_like_a_complete_one),
        cmocka_unit_test(a_client_that_disconnects_at_any_time_leaks_nothing),
        cmocka_unit_test(games_are_found_by_id),
        cmocka_unit_test(at_most_three_hundred_ids_are_accepted),
        cmocka_unit_test(the_list_of_running_games_can_be_empty),
        cmocka_unit_test(the_server_can_be_destroyed_while_a_game_is_looked_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
