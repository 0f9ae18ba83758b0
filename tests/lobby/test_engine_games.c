/* SPDX-License-Identifier: MIT */
/* Starting games against the engine. */
#include "lobby/engine_games.h"

#include <stdio.h>
#include <string.h>

#include "lobby/rematches.h"
#include "support/board.h"
#include "support/harness.h"

static struct harness harness;
static struct identity anna, bert;

static void answer_searches(void)
{
    while (harness.searches_count)
        harness_answer_search(&harness, RK_NO_MOVE, 0);
}

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    harness.holds_searches = true;
    harness.server->config.engine_games = 3;
    harness.server->config.engine_games_each = 1;
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bert = harness_add_account(&harness, "Bert", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static void record_engine_game(void *context, const struct reply *reply, struct round *round)
{
    record_id(context, reply, round ? round_info(round)->id : NULL);
}

static void ask(const struct identity *who, int64_t level, const struct game_settings *settings,
                struct recorded_reply *result)
{
    const struct engine_game_params params = {
        .who = who, .address = "192.0.2.1", .level = level, .settings = settings};
    *result = (struct recorded_reply){0};
    engine_game_start(harness.server, &params, record_engine_game, result);
}

static struct recorded_reply start(const struct identity *who, int64_t level, enum side_choice side)
{
    struct game_settings settings = settings_for("5+3");
    struct recorded_reply result;
    settings.side_choice = side;
    ask(who, level, &settings, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static struct round *expect_started(struct recorded_reply result)
{
    if (result.reply.refusal)
        fail_msg("%s", result.why);
    struct round *round = rounds_find(harness.server, result.id);
    assert_non_null(round);
    return round;
}

// ---- starting --------------------------------------------------------------------------------

static void the_player_gets_the_requested_side(void **state)
{
    (void)state;
    struct fake_listener listener;
    fake_listener_join(&listener, &harness, anna.id);
    const struct game_info *info = round_info(expect_started(start(&anna, 4, CHOOSE_BLACK)));
    assert_int_equal(game_info_engine_side(info), RK_WHITE);
    assert_int_equal(identity_level(&info->players[RK_WHITE]), 4);
    assert_string_equal(info->players[RK_WHITE].name, "Rookery level 4");
    assert_string_equal(game_source_name(info->source), "ai");
    assert_int_equal(fake_listener_count(&listener, NOTICE_GAME_START, info->id), 1);
    fake_listener_leave(&listener);
}

static void a_random_side_is_drawn_by_default(void **state)
{
    (void)state;
    unsigned white = 0;
    for (int i = 0; i < 20; i++) {
        const struct recorded_reply result = start(&anna, 1, CHOOSE_RANDOM);
        white += game_info_engine_side(round_info(expect_started(result))) == RK_BLACK;
        struct round *round = rounds_find(harness.server, result.id);
        const struct command over = {.verb = VERB_ABORT, .by = anna, .version = -1};
        struct recorded_reply aborted = {0};
        round_command(round, &over, record_reply, &aborted);
        harness_wait(&harness, 4000);
        assert_int_equal(aborted.reply.refusal, NOT_REFUSED);
        answer_searches();
    }
    assert_in_range(white, 3, 17);
}

static void the_info_of_an_engine_game_is_read_back_as_it_was_written(void **state)
{
    (void)state;
    struct game_info read;
    struct buffer text = {0};
    rk_fault fault;
    const struct game_info *info = round_info(expect_started(start(&anna, 7, CHOOSE_WHITE)));
    game_info_write(info, &text);
    assert_int_equal(game_info_read(info->id, text.bytes, text.size, &read, &fault), RK_OK);
    assert_int_equal(game_info_engine_side(&read), RK_BLACK);
    assert_int_equal(identity_level(&read.players[RK_BLACK]), 7);
    buffer_put(&text, '\0');
    char *id = strstr(text.bytes, "\"!7\"");
    assert_non_null(id);
    id[2] = '9'; // there is no such level
    assert_int_equal(game_info_read(info->id, text.bytes, text.size - 1, &read, &fault),
                     RK_BAD_RECORD);
    buffer_fini(&text);
}

static void guests_can_play_the_engine_if_guests_are_allowed(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~gast", ROLE_GUEST);
    expect_started(start(&guest, 1, CHOOSE_WHITE));
    harness.server->config.guests = false;
    const struct identity other = identity_named("~andere", ROLE_GUEST);
    expect_refused(start(&other, 1, CHOOSE_WHITE), REFUSED_FORBIDDEN, "guests");
}

// ---- refusals --------------------------------------------------------------------------------

static void an_invalid_request_is_refused_with_a_reason(void **state)
{
    (void)state;
    struct game_settings rated = settings_for("5+3");
    struct recorded_reply result;
    const struct identity nobody = {.id = ""};
    expect_refused(start(&anna, 0, CHOOSE_WHITE), REFUSED_SYNTAX, "1 to 8");
    expect_refused(start(&anna, 9, CHOOSE_WHITE), REFUSED_SYNTAX, "1 to 8");
    expect_refused(start(&nobody, 1, CHOOSE_WHITE), REFUSED_UNAUTHENTICATED, "");
    rated.rated = true;
    ask(&anna, 1, &rated, &result);
    expect_refused(result, REFUSED_SYNTAX, "cannot be rated");
    harness.server->env.search_move = NULL;
    expect_refused(start(&anna, 1, CHOOSE_WHITE), REFUSED_NOT_NOW, "no engine");
}

static void a_player_cannot_start_a_second_game_before_the_first_ends(void **state)
{
    (void)state;
    const struct recorded_reply first = start(&anna, 1, CHOOSE_WHITE);
    expect_refused(start(&anna, 1, CHOOSE_WHITE), REFUSED_NOT_NOW, first.id);
    expect_started(start(&bert, 1, CHOOSE_WHITE));
    harness_finish_game(&harness, rounds_find(harness.server, first.id), "a3 a6", RK_WHITE);
    expect_started(start(&anna, 1, CHOOSE_WHITE));
}

static void two_simultaneous_requests_start_one_game(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct recorded_reply first, second;
    ask(&anna, 1, &settings, &first);
    ask(&anna, 1, &settings, &second);
    harness_settle(&harness);
    assert_int_equal(first.count + second.count, 2);
    expect_started(first);
    expect_refused(second, REFUSED_NOT_NOW, "already");
}

static void the_number_of_engine_games_is_limited(void **state)
{
    (void)state;
    harness.server->config.engine_games = 2;
    expect_started(start(&anna, 1, CHOOSE_WHITE));
    const struct recorded_reply second = start(&bert, 1, CHOOSE_WHITE);
    expect_started(second);
    const struct identity cleo = harness_add_account(&harness, "Cleo", ROLE_PLAYER);
    expect_refused(start(&cleo, 1, CHOOSE_WHITE), REFUSED_BUSY, "too many games");
    harness_finish_game(&harness, rounds_find(harness.server, second.id), "a3 a6", RK_WHITE);
    expect_started(start(&cleo, 1, CHOOSE_WHITE));
}

static void abandoned_games_do_not_count_towards_the_limit(void **state)
{
    (void)state;
    harness.server->config.engine_games = 1;
    expect_started(start(&anna, 1, CHOOSE_WHITE));
    expect_refused(start(&bert, 1, CHOOSE_WHITE), REFUSED_BUSY, "too many games");
    harness_wait(&harness, 11 * 60 * 1000);
    expect_started(start(&bert, 1, CHOOSE_WHITE));
}

static void starting_engine_games_is_rate_limited(void **state)
{
    (void)state;
    struct recorded_reply result = {0};
    harness.server->config.engine_games = harness.server->config.engine_games_each = 100;
    for (int i = 0; i < 21 && !result.reply.refusal; i++)
        result = start(&anna, 1, CHOOSE_WHITE);
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, "challenge.ai");
}

static void the_server_can_end_before_the_game_starts(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct recorded_reply result;
    ask(&anna, 1, &settings, &result);
    harness_crash(&harness, SECOND);
    assert_int_equal(result.count, 0);
}

// ---- rematches --------------------------------------------------------------------------------

static void a_rematch_starts_at_once_with_the_sides_swapped(void **state)
{
    (void)state;
    const struct recorded_reply first = start(&anna, 5, CHOOSE_WHITE);
    harness_finish_game(&harness, rounds_find(harness.server, first.id), "a3 a6", RK_WHITE);
    struct round *old = rounds_find(harness.server, first.id);
    struct recorded_reply result = {0};
    rematch_offer(harness.server, old, &anna, record_reply, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    assert_int_equal(result.reply.refusal, NOT_REFUSED);
    const struct round *rounds[2];
    assert_int_equal(rounds_list(harness.server, anna.id, rounds, 2), 1);
    const struct game_info *info = round_info(rounds[0]);
    assert_int_equal(game_info_engine_side(info), RK_WHITE);
    assert_int_equal(identity_level(&info->players[RK_WHITE]), 5);
    assert_string_equal(info->rematch_of, first.id);
    rematch_offer(harness.server, old, &anna, record_reply,
                  &result); // a second offer starts no second game
    harness_settle(&harness);
    assert_int_equal(rounds_list(harness.server, anna.id, rounds, 2), 1);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_player_gets_the_requested_side),
        TEST(a_random_side_is_drawn_by_default),
        TEST(the_info_of_an_engine_game_is_read_back_as_it_was_written),
        TEST(guests_can_play_the_engine_if_guests_are_allowed),
        TEST(an_invalid_request_is_refused_with_a_reason),
        TEST(a_player_cannot_start_a_second_game_before_the_first_ends),
        TEST(two_simultaneous_requests_start_one_game),
        TEST(the_number_of_engine_games_is_limited),
        TEST(abandoned_games_do_not_count_towards_the_limit),
        TEST(starting_engine_games_is_rate_limited),
        TEST(the_server_can_end_before_the_game_starts),
        TEST(a_rematch_starts_at_once_with_the_sides_swapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
