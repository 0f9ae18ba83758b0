/* SPDX-License-Identifier: MIT */
/* rookery admin recompute-ratings. */
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "cmd/admin.h"
#include "ratings/recompute.h"
#include "store/lock.h"

enum { WHY_SIZE = 3000 };

// ---- output ----------------------------------------------------------------------------------

static void print_line(struct buffer *line)
{
    buffer_put(line, '\n');
    fwrite(line->bytes, 1, line->size, stdout);
    buffer_fini(line);
}

static void put_points(struct json *json, const char *key, double points)
{
    if (points > 0)
        json_put_decimal(json, key, points, 6);
}

static void print_difference_json(const struct rating_difference *difference)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "type", difference->game ? "game" : "rating");
    if (difference->game)
        json_put_text(&json, "game", difference->game);
    json_put_text(&json, "account", difference->account);
    json_put_text(&json, "perf", perf_key(difference->perf));
    put_points(&json, "stored", difference->stored);
    put_points(&json, "computed", difference->computed);
    json_end_object(&json);
    print_line(&line);
}

static void print_points(double points)
{
    if (points > 0)
        printf("%.6f", points);
    else
        fputs("none", stdout);
}

static void print_difference(void *context, const struct rating_difference *difference)
{
    const struct admin *admin = context;
    if (admin->options.json) {
        print_difference_json(difference);
        return;
    }
    if (difference->game)
        printf("game %s, ", difference->game);
    printf("%s, %s: stored ", difference->account, perf_key(difference->perf));
    print_points(difference->stored);
    fputs(", computed ", stdout);
    print_points(difference->computed);
    putchar('\n');
}

static bool is_right(const struct recompute_report *report)
{
    return !report->wrong_games && !report->wrong_ratings && !report->wrong_points;
}

static void print_report_json(const struct recompute_report *report, bool corrected)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "type", "summary");
    json_put_integer(&json, "games", (int64_t)report->games);
    json_put_integer(&json, "refunds", (int64_t)report->refunds);
    json_put_integer(&json, "ratings", (int64_t)report->ratings);
    json_put_integer(&json, "wrongGames", (int64_t)report->wrong_games);
    json_put_integer(&json, "wrongRatings", (int64_t)report->wrong_ratings);
    json_put_integer(&json, "wrongPoints", (int64_t)report->wrong_points);
    json_put_integer(&json, "newGames", (int64_t)report->new_games);
    json_put_bool(&json, "corrected", corrected);
    json_end_object(&json);
    print_line(&line);
}

static void print_report(const struct recompute_report *report, bool corrected)
{
    printf("computed %zu ratings from %zu games and %zu refunds\n", report->ratings, report->games,
           report->refunds);
    if (is_right(report)) {
        puts("everything is as stored");
        return;
    }
    printf("%s: %zu ratings, %zu games, %zu points of the history\n",
           corrected ? "corrected" : "wrong, but not changed (--dry-run)", report->wrong_ratings,
           report->wrong_games, report->wrong_points);
    if (report->new_games)
        printf("%zu of these games had not been rated yet\n", report->new_games);
}

// ---- the action ------------------------------------------------------------------------------

static int recompute_ratings(struct admin *admin)
{
    struct recompute_report report;
    const bool dry_run = admin->options.dry_run;
    const struct recompute_options options = {
        .dry_run = dry_run, .on_difference = print_difference, .context = admin};
    if (ratings_recompute(admin->store, &options, &report) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot %s %s", dry_run ? "read" : "read and correct",
                          admin->name);
    const bool corrected = !dry_run && !is_right(&report);
    if (admin->options.json)
        print_report_json(&report, corrected);
    else
        print_report(&report, corrected);
    return dry_run && !is_right(&report) ? EXIT_DATA_ERROR : EXIT_OK;
}

/* A running server has the ratings in memory and would continue with the old ones. */
int admin_recompute_ratings(struct admin *admin)
{
    char why[WHY_SIZE];
    struct admin_lock lock = {.folder = -1};
    if (!admin->options.dry_run && admin_lock_store(admin, &lock, why, sizeof why))
        return admin_fail(EXIT_DATA_ERROR, "stop the server first, or use --dry-run: %s", why);
    const int status = recompute_ratings(admin);
    admin_unlock_store(&lock);
    return status;
}
