/* SPDX-License-Identifier: MIT */
/* Games for other programs, over a whole server: formats, pages, filters, privacy,
 * slow readers. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/records.h"

static const char any[] = "*/*", ndjson[] = "application/x-ndjson", json[] = "application/json";
enum { GAMES = 100, BASE = 1000 };

static struct records records;

/* A hundred games of Anna's, two in each second; every third against Cleo, the last
 * digit of whose id says which it is. */
static void keep_games(void)
{
    for (int i = 0; i < GAMES; i++) {
        char id[9];
        snprintf(id, sizeof id, "game%04d", i);
        const bool white = i % 2 == 0;
        const char *other = i % 3 ? "Bob" : "Cleo";
        records_keep(&records, &(struct kept_game){.id = id,
                                                   .white = white ? "Anna" : other,
                                                   .black = white ? other : "Anna",
                                                   .created_at = BASE + i / 2,
                                                   .moves = "e4 e5 Nf3",
                                                   .clock = i % 10 ? "5+3" : "10+5",
                                                   .rated = i % 4 == 0,
                                                   .hidden = i == 50});
    }
}

static int begin(void **state)
{
    (void)state;
    records_begin(&records);
    records_keep_account(&records, "Anna");
    records_keep_account(&records, "Bob");
    records_keep_account(&records, "Cleo");
    keep_games();
    records_serve(&records);
    return 0;
}

static int end(void **state)
{
    (void)state;
    records_end(&records);
    return 0;
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text++)
        found++;
    return found;
}

static size_t lines_for(const char *target)
{
    struct got got = {.waiting = 0};
    records_ask(&records, target, ndjson, &got);
    assert_int_equal(got.status, 200);
    assert_true(got.ended);
    const size_t lines = count(got_text(&got), "\n");
    assert_int_equal(count(got_text(&got), "{\"id\":\"game"), lines);
    got_fini(&got);
    return lines;
}

// ---- one game ---------------------------------------------------------------------------------

static void a_game_is_pgn_unless_json_is_asked_for(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/game0000", "/game/export/game0000.pgn",
                                          "/game/export/game0000wwww"};
    for (size_t i = 0; i < 3; i++) {
        struct got got = {.waiting = 0};
        records_ask(&records, targets[i], any, &got);
        assert_int_equal(got.status, 200);
        assert_string_equal(got.type, "application/x-chess-pgn");
        assert_non_null(strstr(got_text(&got), "[White \"Anna\"]\n[Black \"Cleo\"]\n"));
        assert_non_null(strstr(got_text(&got), "[%clk 0:10:00]"));
        got_fini(&got);
    }
    struct got got = {.waiting = 0};
    records_ask(&records, "/game/export/game0000", json, &got);
    assert_string_equal(got.type, json);
    assert_int_equal(strncmp(got_text(&got), "{\"id\":\"game0000\"", 16), 0);
    got_fini(&got);
}

static void what_is_no_game_is_not_found(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/nothing0", "/game/export/short",
                                          "/game/export/game00%2F0", "/game/export/game0050"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct got got = {.waiting = 0};
        records_ask(&records, targets[i], any, &got);
        assert_int_equal(got.status, 404);
        assert_non_null(strstr(got_text(&got), "\"error\""));
        got_fini(&got);
    }
}

// ---- many -------------------------------------------------------------------------------------

static void all_games_come_newest_first_and_each_once(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/api/games/user/ANNA", ndjson, &got);
    assert_string_equal(got.type, ndjson);
    const char *at = got_text(&got);
    int last = GAMES;
    size_t seen = 0;
    for (; (at = strstr(at, "{\"id\":\"game")); at += 11, seen++) {
        int number;
        assert_int_equal(sscanf(at + 11, "%4d", &number), 1);
        assert_true(number < last);
        last = number;
    }
    assert_int_equal(seen, GAMES - 1); /* one is private */
    assert_true(got.pieces > 1);
    got_fini(&got);
}

static void the_oldest_may_come_first(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/api/games/user/anna?sort=dateAsc", ndjson, &got);
    const char *at = got_text(&got);
    int last = -1;
    for (; (at = strstr(at, "{\"id\":\"game")); at += 11) {
        int number;
        assert_int_equal(sscanf(at + 11, "%4d", &number), 1);
        assert_true(number > last);
        last = number;
    }
    assert_int_equal(last, GAMES - 1);
    got_fini(&got);
}

static void filters_choose(void **state)
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
                   {"perfType=lit", 0},
                   {"since=1010&until=1019", 20},
                   {"since=1010&until=1019&sort=dateAsc", 20},
                   {"since=1049", 2},
                   {"until=1000", 2},
                   {"ongoing=true&finished=false", 0},
                   {"vs=nobody", 0}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        char target[128];
        snprintf(target, sizeof target, "/api/games/user/anna?%s", filters[i].query);
        records_wait(&records, 10000); /* for the limit */
        if (lines_for(target) != filters[i].games)
            fail_msg("%s", filters[i].query);
    }
}

static void a_filter_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    static const char *const fields[] = {"since=x", "until=-1", "max=0", "color=red", "sort=size"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char target[128], field[32];
        struct got got = {.waiting = 0};
        records_wait(&records, 10000);
        snprintf(target, sizeof target, "/api/games/user/anna?%s", fields[i]);
        snprintf(field, sizeof field, "\"%.*s\"", (int)strcspn(fields[i], "="), fields[i]);
        records_ask(&records, target, ndjson, &got);
        assert_int_equal(got.status, 400);
        assert_non_null(strstr(got_text(&got), field));
        got_fini(&got);
    }
}

static void games_of_nobody_are_not_found(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/api/games/user/nobody", ndjson, &got);
    assert_int_equal(got.status, 404);
    got_fini(&got);
}

static void pgn_of_many_is_split_by_two_empty_lines(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/api/games/user/anna?max=20", any, &got);
    assert_string_equal(got.type, "application/x-chess-pgn");
    assert_int_equal(count(got_text(&got), "\n\n\n"), 20);
    assert_int_equal(count(got_text(&got), "\n\n\n["), 19);
    assert_null(strstr(got_text(&got), "\n\n\n\n"));
    assert_null(strstr(got_text(&got), "%clk"));
    got_fini(&got);
}

static void a_slow_reader_is_waited_for(void **state)
{
    (void)state;
    struct got got = {.waiting = 100000};
    records_ask(&records, "/api/games/user/anna", ndjson, &got);
    assert_true(got.stream);
    records_wait(&records, 1000);
    assert_int_equal(got.pieces, 0);
    assert_false(got.ended);
    got.waiting = 0;
    records_wait(&records, 1000);
    records_wait(&records, 1000);
    assert_true(got.ended);
    assert_int_equal(count(got_text(&got), "\n"), GAMES - 1);
    got_fini(&got);
}

static void who_leaves_at_any_time_leaves_nothing_behind(void **state)
{
    (void)state;
    for (unsigned turns = 0; turns < 20; turns++) {
        records_leave(&records, "/api/games/user/anna", turns);
        records_leave(&records, "/game/export/game0001", turns);
        records_wait(&records, 20000); /* for the limit */
    }
    assert_int_equal(lines_for("/api/games/user/anna?max=3"), 3);
}

static void games_are_found_by_their_ids(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_post(&records, "/api/games/export/_ids",
                 "game0003,nothing0,game0050,\n game0001wwww,bad", ndjson, &got);
    assert_int_equal(got.status, 200);
    assert_int_equal(count(got_text(&got), "\n"), 2);
    assert_true(strstr(got_text(&got), "game0003") < strstr(got_text(&got), "game0001"));
    got_fini(&got);
}

static void not_more_than_three_hundred_are_asked_for(void **state)
{
    (void)state;
    char body[301 * 9 + 1] = "";
    for (int i = 0; i < 301; i++)
        snprintf(body + 9 * i, 10, "game%04d,", i % GAMES);
    struct got got = {.waiting = 0};
    records_post(&records, "/api/games/export/_ids", body, ndjson, &got);
    assert_int_equal(got.status, 413);
    got_fini(&got);
    body[300 * 9] = '\0';
    got = (struct got){.waiting = 0};
    records_post(&records, "/api/games/export/_ids", body, ndjson, &got);
    assert_int_equal(count(got_text(&got), "\n"), 297);
    got_fini(&got);
}

static void nobody_plays_and_the_list_says_so(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/api/games/running", any, &got);
    assert_string_equal(got_text(&got), "[]");
    got_fini(&got);
    got = (struct got){.waiting = 0};
    records_ask(&records, "/api/games/running", ndjson, &got);
    assert_string_equal(got_text(&got), "");
    got_fini(&got);
}

static void the_server_may_end_while_a_game_is_looked_for(void **state)
{
    (void)state;
    static const char *const targets[] = {"/game/export/game0001", "/api/games/user/anna",
                                          "/game0001"};
    for (size_t i = 0; i < 3; i++) {
        records_ask_and_end(&records, targets[i]);
        records_serve(&records);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_pgn_unless_json_is_asked_for),
        cmocka_unit_test(what_is_no_game_is_not_found),
        cmocka_unit_test(all_games_come_newest_first_and_each_once),
        cmocka_unit_test(the_oldest_may_come_first),
        cmocka_unit_test(filters_choose),
        cmocka_unit_test(a_filter_that_cannot_be_read_is_named),
        cmocka_unit_test(games_of_nobody_are_not_found),
        cmocka_unit_test(pgn_of_many_is_split_by_two_empty_lines),
        cmocka_unit_test(a_slow_reader_is_waited_for),
        cmocka_unit_test(who_leaves_at_any_time_leaves_nothing_behind),
        cmocka_unit_test(games_are_found_by_their_ids),
        cmocka_unit_test(not_more_than_three_hundred_are_asked_for),
        cmocka_unit_test(nobody_plays_and_the_list_says_so),
        cmocka_unit_test(the_server_may_end_while_a_game_is_looked_for),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
