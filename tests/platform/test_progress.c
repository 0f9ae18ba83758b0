/* SPDX-License-Identifier: MIT */
/* The progress line fits its terminal and says what is known about a job. */
#include "platform/progress.h"

#include <string.h>

#include "support/board.h"

static const char *format(struct progress_view view)
{
    static char line[PROGRESS_LINE_MAX];
    progress_format(&view, line);
    return line;
}

static struct progress_view match_at(uint64_t done, double elapsed, unsigned columns)
{
    return (struct progress_view){.label = "match",
                                  .unit = "games",
                                  .total = 200,
                                  .done = done,
                                  .elapsed = elapsed,
                                  .columns = columns};
}

static size_t columns_of(const char *line)
{
    size_t columns = 0;
    for (; *line; line++)
        columns += ((unsigned char)*line & 0xc0) != 0x80;
    return columns;
}

static void a_known_size_gives_a_bar_with_percentage_rate_and_time_left(void **state)
{
    (void)state;
    assert_string_equal(format(match_at(50, 100, 100)),
                        "match  25 % [##########------------------------------] "
                        "50/200 games, 30.0/min, 5:00 left");
    assert_string_equal(format(match_at(200, 10, 100)),
                        "match 100 % [########################################] "
                        "200/200 games, 20.0/s, 0:00 left");
}

static void a_narrow_terminal_leaves_out_the_least_important(void **state)
{
    (void)state;
    assert_string_equal(format(match_at(50, 100, 50)),
                        "match  25 % [##--------] 50/200 games, 5:00 left");
    assert_string_equal(format(match_at(50, 100, 40)), "match  25 % [##--------] 5:00 left");
    assert_string_equal(format(match_at(50, 100, 26)), "match  25 % [##--------] ");
    assert_string_equal(format(match_at(50, 100, 20)), " 25 % [##--------] ");
    assert_string_equal(format(match_at(50, 100, 10)), " 25 %");
    assert_string_equal(format(match_at(50, 100, 3)), "");
}

static void a_line_is_never_wider_than_the_terminal(void **state)
{
    (void)state;
    for (unsigned columns = 0; columns < 200; columns++)
        for (unsigned kind = 0; kind < 8; kind++) {
            struct progress_view view = match_at(kind & 1 ? 199 : 7, 12345, columns);
            view.utf8 = kind & 2;
            if (kind & 4)
                view.total = 0, view.unit = NULL;
            assert_true(columns_of(format(view)) <= columns);
        }
}

static void an_unknown_size_gives_count_rate_and_time_taken(void **state)
{
    (void)state;
    const struct progress_view bytes = {.done = 12345678, .elapsed = 5, .columns = 80};
    assert_string_equal(format(bytes), "12.3 MB, 2.5 MB/s, 0:05");
    const struct progress_view games = {
        .label = "pgn", .unit = "games", .done = 5000, .elapsed = 3725, .columns = 80};
    assert_string_equal(format(games), "pgn: 5000 games, 1.3/s, 1:02:05");
}

static void bytes_are_shown_in_decimal_units(void **state)
{
    (void)state;
    const struct progress_view view = {
        .total = 2000000000, .done = 999, .elapsed = 1, .columns = 120};
    assert_string_equal(format(view), "  0 % [----------------------------------------] "
                                      "999 B/2.0 GB, 999 B/s, 556:06:41 left");
}

static void nothing_done_yet_has_no_rate_and_no_time_left(void **state)
{
    (void)state;
    assert_string_equal(format(match_at(0, 3, 80)),
                        "match   0 % [----------------------------------------] 0/200 games");
}

static void what_a_resumed_job_had_done_is_not_part_of_the_rate(void **state)
{
    (void)state;
    struct progress_view view = match_at(110, 10, 100);
    view.first = 100;
    assert_non_null(strstr(format(view), "110/200 games, 1.0/s, 1:30 left"));
}

static void more_than_the_whole_is_still_the_whole(void **state)
{
    (void)state;
    assert_non_null(strstr(format(match_at(300, 10, 100)), "100 % [####"));
    assert_non_null(strstr(format(match_at(199, 10, 100)), " 99 % ["));
}

static void a_utf8_terminal_gets_blocks(void **state)
{
    (void)state;
    struct progress_view view = match_at(100, 0, 30);
    view.utf8 = true;
    assert_string_equal(format(view), "match  50 % "
                                      "\u2588\u2588\u2588\u2588\u2588"
                                      "\u2591\u2591\u2591\u2591\u2591 ");
}

static void a_quiet_progress_shows_nothing(void **state)
{
    (void)state;
    struct progress progress;
    progress_start(&progress, &(struct progress_options){.total = 10, .quiet = true});
    assert_false(progress.is_enabled);
    progress_update(&progress, 5);
    assert_false(progress.is_drawn);
    progress_end(&progress);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_size_gives_a_bar_with_percentage_rate_and_time_left),
        cmocka_unit_test(a_narrow_terminal_leaves_out_the_least_important),
        cmocka_unit_test(a_line_is_never_wider_than_the_terminal),
        cmocka_unit_test(an_unknown_size_gives_count_rate_and_time_taken),
        cmocka_unit_test(bytes_are_shown_in_decimal_units),
        cmocka_unit_test(nothing_done_yet_has_no_rate_and_no_time_left),
        cmocka_unit_test(what_a_resumed_job_had_done_is_not_part_of_the_rate),
        cmocka_unit_test(more_than_the_whole_is_still_the_whole),
        cmocka_unit_test(a_utf8_terminal_gets_blocks),
        cmocka_unit_test(a_quiet_progress_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
