/* SPDX-License-Identifier: MIT */
/* Puzzles over HTTP: which one comes next, the daily one, and attempts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "puzzle_training/puzzle_parse.h"
#include "puzzle_training/puzzle_row.h"
#include "ratings/ratings.h"
#include "support/board.h"
#include "support/people.h"

static struct harness harness;

#define BACK_RANK "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a7 b1b8"

static void add_puzzle(const char *id, int rating, const char *themes)
{
    char line[400];
    struct puzzle_record record;
    rk_fault fault;
    snprintf(line, sizeof line, "%s," BACK_RANK ",%d,100,0,0,%s,https://example.org/g#9,", id,
             rating, themes);
    if (puzzle_parse(line, strlen(line), &record, &fault))
        fail_msg("%s", fault.text);
    struct store_job *job = store_job_create();
    puzzle_add_row(job, &record, harness.server->now);
    store_write(harness.server->store, job, NULL, NULL);
    harness_settle(&harness);
}

static struct fake_response get(const char *target, const char *cookie)
{
    return harness_request(&harness, METHOD_GET, target, cookie, NULL);
}

static struct fake_response attempt(const char *cookie, const char *id, const char *moves)
{
    char body[200];
    snprintf(body, sizeof body, "{\"solutions\":[{\"id\":\"%s\",\"moves\":[%s]}]}", id, moves);
    return harness_request(&harness, METHOD_POST, "/api/puzzle/batch/mix", cookie, body);
}

/* The id of the next puzzle. */
static const char *next_id(const char *query, const char *cookie)
{
    static char id[RECORD_ID_MAX + 1];
    char target[200];
    snprintf(target, sizeof target, "/api/puzzle/next%s", query);
    const struct fake_response got = get(target, cookie);
    assert_int_equal(got.status, 200);
    const char *at = strstr(got.body, "\"puzzle\":{\"id\":\"");
    assert_non_null(at);
    snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 16, "\""), at + 16);
    return id;
}

static void a_server_without_puzzles_says_so(void **state)
{
    (void)state;
    struct fake_response got = get("/api/puzzle/next", NULL);
    assert_int_equal(got.status, 404);
    assert_has(got.body, "this server has no puzzles");
    assert_int_equal(get("/api/puzzle/daily", NULL).status, 404);
    assert_int_equal(get("/api/puzzle/abc", NULL).status, 404);
    assert_string_equal(get("/api/puzzle/themes", NULL).body, "{\"themes\":[]}");
}

static void a_puzzle_has_its_position_after_the_error(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate mateIn1");
    const struct fake_response got = get("/api/puzzle/abc", NULL);
    assert_string_equal(
        got.body,
        "{\"game\":{\"site\":\"https://example.org/g#9\",\"players\":[{\"name\":\"?\",\"color\":"
        "\"white\"},{\"name\":\"?\",\"color\":\"black\"}]},\"puzzle\":{\"id\":\"abc\","
        "\"variant\":\"standard\",\"rating\":1500,\"plays\":0,"
        "\"fen\":\"6k1/r4ppp/8/8/8/8/5PPP/1R4K1 w - - 1 2\",\"lastMove\":\"a2a7\","
        "\"fenBefore\":\"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1\",\"solution\":[\"b1b8\"],"
        "\"themes\":[\"mate\",\"mateIn1\"],\"initialPly\":8}}");
}

static void the_same_puzzle_is_added_once(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate");
    add_puzzle("abc", 1800, "mate");
    assert_string_equal(
        get("/api/puzzle/themes", NULL).body,
        "{\"themes\":[{\"key\":\"mate\",\"count\":1},{\"key\":\"mix\",\"count\":1}]}");
}

static void the_next_puzzle_is_near_the_solver_and_new(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("easy", 900, "mate");
    add_puzzle("same", 1500, "mate");
    add_puzzle("hard", 2100, "fork");
    assert_string_equal(next_id("", anna.cookie), "same");
    assert_string_equal(next_id("?difficulty=easiest", anna.cookie), "easy");
    assert_string_equal(next_id("?difficulty=hardest", anna.cookie), "hard");
    assert_string_equal(next_id("?angle=fork", anna.cookie), "hard");
    assert_string_equal(next_id("?except=same,hard", anna.cookie), "easy");
    attempt(anna.cookie, "same", "\"b1b8\"");
    assert_string_not_equal(next_id("", anna.cookie), "same");
    harness_wait(&harness, SECOND);
    attempt(anna.cookie, "hard", "\"b1b8\"");
    attempt(anna.cookie, "easy", "\"b1b8\"");
    assert_string_equal(next_id("", anna.cookie), "same"); // the one tried longest ago
    assert_int_equal(get("/api/puzzle/next?except=easy,same,hard", NULL).status, 200);
}

static void a_batch_has_the_nearest_puzzles(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    for (int i = 0; i < 30; i++) {
        char id[8];
        snprintf(id, sizeof id, "p%02d", i);
        add_puzzle(id, 1000 + 50 * i, i % 2 ? "fork" : "mate");
    }
    struct fake_response got = get("/api/puzzle/batch/mix?nb=3", anna.cookie);
    assert_int_equal(got.status, 200);
    const char *first = strstr(got.body, "\"puzzle\":{\"id\":\"p");
    assert_non_null(first);
    const int number = atoi(first + strlen("\"puzzle\":{\"id\":\"p"));
    assert_in_range(number, 8, 12); // 1400 to 1600
    assert_has(got.body, "\"glicko\":{\"rating\":1500.00,");
    got = get("/api/puzzle/batch/fork?nb=2&difficulty=easiest", NULL);
    assert_has(got.body, "\"themes\":[\"fork\"]");
    assert_lacks(got.body, "mate");
    assert_lacks(got.body, "glicko");
    assert_int_equal(get("/api/puzzle/batch/mix?nb=50", NULL).status, 200);
    assert_has(get("/api/puzzle/batch/mix?nb=51", NULL).body, "must be a number from 1 to 50");
    assert_has(get("/api/puzzle/batch/pin", NULL).body, "there is no puzzle with this theme");
}

static void puzzles_are_chosen_by_the_colour_of_the_solver(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate"); // Black errs, White solves
    assert_string_equal(next_id("?color=white", NULL), "abc");
    assert_has(get("/api/puzzle/next?color=black", NULL).body, "no such puzzle near your rating");
    assert_int_equal(get("/api/puzzle/batch/mix?color=white", NULL).status, 200);
    assert_int_equal(get("/api/puzzle/batch/mix?color=black", NULL).status, 404);
    assert_has(get("/api/puzzle/next?color=red", NULL).body, "must be white or black");
}

static void wrong_parameters_are_refused(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate");
    assert_int_equal(get("/api/puzzle/next?difficulty=hopeless", NULL).status, 400);
    assert_int_equal(get("/api/puzzle/next?angle=%25", NULL).status, 400);
    assert_int_equal(get("/api/puzzle/next?except=a%25", NULL).status, 400);
    assert_int_equal(get("/api/puzzle/next?angle=skewer", NULL).status, 404);
    assert_int_equal(get("/api/puzzle/a%20b", NULL).status, 404);
    assert_int_equal(get("/api/puzzle/activity", NULL).status, 401);
}

static void the_first_attempt_changes_both_ratings_once(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    struct fake_response got = attempt(anna.cookie, "abc", "\"b1b8\"");
    assert_int_equal(got.status, 200);
    assert_has(got.body, "\"win\":true,\"ratingDiff\":");
    assert_lacks(got.body, "\"ratingDiff\":-");
    got = get("/api/puzzle/abc", anna.cookie);
    assert_has(got.body, "\"plays\":1");
    assert_lacks(got.body, "\"puzzle\":{\"id\":\"abc\",\"variant\":\"standard\",\"rating\":1500");
    assert_has(got.body, "\"win\":true");
    const struct identity who = identity_named("Anna", ROLE_PLAYER);
    const struct rating once = ratings_get(harness.server, &who, PERF_PUZZLE);
    assert_true(once.glicko.rating > 1500);
    got = attempt(anna.cookie, "abc", "\"b1b7\"");
    assert_has(got.body, "\"win\":false}");
    const struct rating twice = ratings_get(harness.server, &who, PERF_PUZZLE);
    assert_true(once.glicko.rating == twice.glicko.rating && twice.games == 1);
    harness_restart(&harness, SECOND);
    assert_true(ratings_get(harness.server, &who, PERF_PUZZLE).glicko.rating == once.glicko.rating);
    assert_int_equal(ratings_count_games(harness.server, "anna"), 0); // a puzzle is not a game
}

static void of_two_attempts_at_once_one_counts(void **state)
{
    (void)state;
    static const char body[] = "{\"solutions\":[{\"id\":\"abc\",\"moves\":[\"b1b8\"]}]}";
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    struct fake_connection connections[2];
    const struct request request =
        http_request(METHOD_POST, "/api/puzzle/batch/mix", anna.cookie, body);
    size_t rated = 0;
    for (int i = 0; i < 2; i++) {
        fake_connection_init(&connections[i], &harness);
        fake_connection_send_request(&connections[i], &request);
    }
    harness_settle(&harness);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(connections[i].status, 200);
        rated += fake_connection_saw(&connections[i], "ratingDiff");
        fake_connection_fini(&connections[i]);
    }
    assert_int_equal(rated, 1);
    const struct identity who = identity_named("Anna", ROLE_PLAYER);
    assert_int_equal(ratings_get(harness.server, &who, PERF_PUZZLE).games, 1);
}

static void the_server_judges_not_the_client(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    const char *const claims[] = {"{\"solutions\":[{\"id\":\"abc\",\"win\":true}]}",
                                  "{\"solutions\":[{\"id\":\"abc\",\"moves\":[\"b1b9\"]}]}",
                                  "{\"solutions\":[]}", "{\"solutions\":[{\"id\":\"a b\"}]}"};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        someone_post(&anna, "/api/puzzle/batch/mix", claims[i], 400);
    someone_post(&anna, "/api/puzzle/batch/mix",
                 "{\"solutions\":[{\"id\":\"none\",\"win\":false}]}", 404);
    const struct fake_response got =
        someone_post(&anna, "/api/puzzle/batch/mix",
                     "{\"solutions\":[{\"id\":\"abc\",\"moves\":\"b1b7\",\"win\":true}]}", 200);
    assert_has(got.body, "\"win\":false,\"ratingDiff\":-");
}

static int puzzles_rated(const char *name)
{
    const struct identity who = identity_named(name, ROLE_PLAYER);
    return (int)ratings_get(harness.server, &who, PERF_PUZZLE).games;
}

static void a_refused_batch_rates_none_of_its_attempts(void **state)
{
    (void)state;
#define WITH(second) "{\"solutions\":[{\"id\":\"abc\",\"moves\":[\"b1b7\"]},{" second "}]}"
    static const struct {
        const char *body;
        unsigned status;
        const char *why;
    } refused[] = {
        {WITH("\"id\":\"zzz\",\"moves\":[\"e2e4\"]"), 404, "no such puzzle"},
        {WITH("\"id\":\"def\",\"moves\":[\"zz\"]"), 400, "solutions.1.moves"},
        {WITH("\"id\":\"def\""), 400, "puzzle-moves-missing"},
        {WITH("\"moves\":[\"b1b8\"]"), 400, "solutions.1.id"},
    };
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    add_puzzle("def", 1500, "mate");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_has(
            someone_post(&anna, "/api/puzzle/batch/mix", refused[i].body, refused[i].status).body,
            refused[i].why);
    assert_int_equal(puzzles_rated("Anna"), 0);
    assert_has(get("/api/puzzle/abc", NULL).body, "\"plays\":0");
    someone_post(&anna, "/api/puzzle/batch/mix", WITH("\"id\":\"def\",\"moves\":[\"b1b8\"]"), 200);
    assert_int_equal(puzzles_rated("Anna"), 2);
#undef WITH
}

static void an_attempt_without_moves_counts_only_if_it_says_unsolved(void **state)
{
    (void)state;
    static const char *const refused[] = {"",
                                          ",\"moves\":null",
                                          ",\"moves\":[]",
                                          ",\"moves\":\"\"",
                                          ",\"win\":true",
                                          ",\"win\":\"perhaps\""};
    const struct someone anna = someone_join(&harness, "Anna");
    char body[100];
    add_puzzle("abc", 1500, "mate");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(body, sizeof body, "{\"solutions\":[{\"id\":\"abc\"%s}]}", refused[i]);
        const struct fake_response got = someone_post(&anna, "/api/puzzle/batch/mix", body, 400);
        assert_has(got.body, "solutions.0.moves");
        assert_has(got.body, "puzzle-moves-missing");
    }
    assert_int_equal(puzzles_rated("Anna"), 0);
    assert_has(someone_post(&anna, "/api/puzzle/batch/mix",
                            "{\"solutions\":[{\"id\":\"abc\",\"moves\":[],\"win\":false}]}", 200)
                   .body,
               "\"win\":false,\"ratingDiff\":-");
}

static void a_batch_says_what_its_attempts_must_be(void **state)
{
    (void)state;
    static const struct {
        const char *solutions, *why;
    } refused[] = {{"5", "puzzle-attempts-none"},
                   {"[]", "puzzle-attempts-none"},
                   {"[{}]", "puzzle-attempts-none"},
                   {"[{\"win\":true}]", "puzzle-id"}};
    const struct someone anna = someone_join(&harness, "Anna");
    char body[8000];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(body, sizeof body, "{\"solutions\":%s}", refused[i].solutions);
        assert_has(someone_post(&anna, "/api/puzzle/batch/mix", body, 400).body, refused[i].why);
    }
    size_t size = (size_t)snprintf(body, sizeof body, "{\"solutions\":[");
    for (int i = 0; i < 100; i++)
        size +=
            (size_t)snprintf(body + size, sizeof body - size,
                             "%s{\"id\":\"abc\",\"moves\":[\"b1b8\"],\"win\":true}", i ? "," : "");
    snprintf(body + size, sizeof body - size, "]}");
    assert_has(someone_post(&anna, "/api/puzzle/batch/mix", body, 400).body,
               "must be at most 20 attempts at puzzles");
}

static void guests_solve_without_a_rating(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate");
    const struct fake_response got = attempt(NULL, "abc", "\"b1b8\"");
    assert_string_equal(got.body, "{\"puzzles\":[],\"rounds\":[{\"id\":\"abc\",\"win\":true}]}");
    assert_has(get("/api/puzzle/abc", NULL).body, "\"plays\":0");
}

static void an_unknown_token_is_not_taken_for_nobody(void **state)
{
    (void)state;
    add_puzzle("abc", 1500, "mate");
    const struct fake_response got = attempt("Bearer rk_wrong", "abc", "\"b1b8\"");
    assert_int_equal(got.status, 401);
    assert_has(got.body, "\"code\":\"token-unknown\"");
}

static void activity_lists_the_attempts(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    add_puzzle("def", 1500, "mate");
    attempt(anna.cookie, "abc", "\"b1b8\"");
    harness_wait(&harness, SECOND);
    attempt(anna.cookie, "def", "\"b1b7\"");
    const struct fake_response got = someone_get(&anna, "/api/puzzle/activity", 200);
    const char *later = strstr(got.body, "\"id\":\"def\""),
               *first = strstr(got.body, "\"id\":\"abc\"");
    assert_true(later && first && later < first);
    assert_lacks(someone_get(&anna, "/api/puzzle/activity?max=1", 200).body, "abc");
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

static void activity_lists_all_attempts_also_those_of_the_same_moment(void **state)
{
    (void)state;
    enum { PUZZLES = 240, EACH = 20 };
    const struct someone anna = someone_join(&harness, "Anna");
    char body[2000], id[8];
    for (int i = 0; i < PUZZLES; i++) {
        snprintf(id, sizeof id, "p%03d", i);
        add_puzzle(id, 1500, "mate");
    }
    for (int i = 0; i < PUZZLES; i += EACH) {
        struct text text = text_in(body, sizeof body);
        text_add(&text, "{\"solutions\":[");
        for (int k = i; k < i + EACH; k++) {
            snprintf(id, sizeof id, "p%03d", k);
            text_add(&text, k == i ? "{\"id\":\"" : ",{\"id\":\"");
            text_add(&text, id);
            text_add(&text, "\",\"moves\":[\"b1b8\"]}");
        }
        text_add(&text, "]}");
        text_end(&text);
        assert_int_equal(
            harness_request(&harness, METHOD_POST, "/api/puzzle/batch/mix", anna.cookie, body)
                .status,
            200);
    }
    struct fake_connection all;
    fake_connection_init(&all, &harness);
    struct request request = http_request(METHOD_GET, "/api/puzzle/activity", anna.cookie, NULL);
    fake_connection_request(&all, &request);
    assert_int_equal(count_lines(fake_connection_body(&all)), PUZZLES);
    for (int i = 0; i < PUZZLES; i++) {
        snprintf(body, sizeof body, "\"id\":\"p%03d\"", i);
        const char *found = strstr(fake_connection_body(&all), body);
        assert_non_null(found);
        assert_null(strstr(found + 1, body));
    }
    fake_connection_fini(&all);
    fake_connection_init(&all, &harness);
    request = http_request(METHOD_GET, "/api/puzzle/activity?max=230", anna.cookie, NULL);
    fake_connection_request(&all, &request);
    assert_int_equal(count_lines(fake_connection_body(&all)), 230);
    fake_connection_fini(&all);
}

static void the_daily_puzzle_is_the_same_all_day(void **state)
{
    (void)state;
    char first[16384];
    add_puzzle("abc", 1500, "mate");
    add_puzzle("def", 1500, "mate");
    strcpy(first, get("/api/puzzle/daily", NULL).body);
    for (char id[] = "0a"; id[0] <= '9'; id[0]++)
        add_puzzle(id, 1500, "mate");
    harness_restart(&harness, SECOND);
    assert_string_equal(get("/api/puzzle/daily", NULL).body, first);
    harness_wait(&harness, DAY);
    assert_string_not_equal(get("/api/puzzle/daily", NULL).body, first);
    for (int day = 0; day < 20; day++) {
        harness_wait(&harness, DAY);
        assert_int_equal(get("/api/puzzle/daily", NULL).status, 200); // also when all were used
    }
}

static void a_write_that_fails_changes_nothing(void **state)
{
    (void)state;
    const struct someone anna = someone_join(&harness, "Anna");
    add_puzzle("abc", 1500, "mate");
    harness.store.writes_fail = true;
    assert_int_equal(attempt(anna.cookie, "abc", "\"b1b8\"").status, 503);
    harness.store.writes_fail = false;
    assert_has(attempt(anna.cookie, "abc", "\"b1b8\"").body, "\"ratingDiff\":");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(a_server_without_puzzles_says_so, &harness),
        HARNESS_TEST(a_puzzle_has_its_position_after_the_error, &harness),
        HARNESS_TEST(the_same_puzzle_is_added_once, &harness),
        HARNESS_TEST(the_next_puzzle_is_near_the_solver_and_new, &harness),
        HARNESS_TEST(a_batch_has_the_nearest_puzzles, &harness),
        HARNESS_TEST(puzzles_are_chosen_by_the_colour_of_the_solver, &harness),
        HARNESS_TEST(wrong_parameters_are_refused, &harness),
        HARNESS_TEST(the_first_attempt_changes_both_ratings_once, &harness),
        HARNESS_TEST(of_two_attempts_at_once_one_counts, &harness),
        HARNESS_TEST(the_server_judges_not_the_client, &harness),
        HARNESS_TEST(a_refused_batch_rates_none_of_its_attempts, &harness),
        HARNESS_TEST(an_attempt_without_moves_counts_only_if_it_says_unsolved, &harness),
        HARNESS_TEST(a_batch_says_what_its_attempts_must_be, &harness),
        HARNESS_TEST(guests_solve_without_a_rating, &harness),
        HARNESS_TEST(an_unknown_token_is_not_taken_for_nobody, &harness),
        HARNESS_TEST(activity_lists_the_attempts, &harness),
        HARNESS_TEST(activity_lists_all_attempts_also_those_of_the_same_moment, &harness),
        HARNESS_TEST(the_daily_puzzle_is_the_same_all_day, &harness),
        HARNESS_TEST(a_write_that_fails_changes_nothing, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
