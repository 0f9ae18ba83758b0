/* SPDX-License-Identifier: MIT */
/* Choosing the sides and starting the game. */
#include "lobby/pairing.h"

#include <string.h>

#include "support/board.h"
#include "support/harness.h"

// ---- sides -----------------------------------------------------------------------------------

enum { DRAWS = 60000 };

/* How many times in a thousand the first player gets White. */
static int per_mille(int64_t first, int64_t second)
{
    struct prng prng = {7};
    int whites = 0;
    for (int i = 0; i < DRAWS; i++)
        whites += pair_first_is_white(CHOOSE_RANDOM, first, second, prng_next(&prng));
    return whites / (DRAWS / 1000);
}

static void an_equal_history_is_decided_by_a_coin_toss(void **state)
{
    (void)state;
    assert_in_range(per_mille(0, 0), 490, 510);
    assert_in_range(per_mille(9, 9), 490, 510);
    assert_in_range(per_mille(-4, -4), 490, 510);
}

static void the_player_with_fewer_white_games_is_more_likely_to_get_white(void **state)
{
    (void)state;
    assert_in_range(per_mille(0, 1), 657, 677);
    assert_in_range(per_mille(0, 2), 823, 843);
    assert_in_range(per_mille(1, 0), 323, 343);
    assert_in_range(per_mille(2, 0), 157, 177);
    assert_in_range(per_mille(-7, -5), 823, 843);
}

static void a_difference_of_three_decides(void **state)
{
    (void)state;
    assert_int_equal(per_mille(0, 3), 1000);
    assert_int_equal(per_mille(-50, 50), 1000);
    assert_int_equal(per_mille(3, 0), 0);
    assert_int_equal(per_mille(4, -1), 0);
}

static void a_requested_side_decides(void **state)
{
    (void)state;
    for (uint64_t prng = 0; prng < 12; prng++) {
        assert_true(pair_first_is_white(CHOOSE_WHITE, 100, -100, prng));
        assert_false(pair_first_is_white(CHOOSE_BLACK, -100, 100, prng));
    }
}

static void over_time_everyone_has_white_as_often_as_black(void **state)
{
    (void)state;
    enum { PLAYERS = 50, GAMES = 20000 };
    struct prng prng = {11};
    int64_t balances[PLAYERS] = {0};
    int64_t worst = 0;
    for (int i = 0; i < GAMES; i++) {
        const unsigned a = prng_below(&prng, PLAYERS);
        const unsigned b = (a + 1 + prng_below(&prng, PLAYERS - 1)) % PLAYERS;
        const bool white =
            pair_first_is_white(CHOOSE_RANDOM, balances[a], balances[b], prng_next(&prng));
        balances[a] += white ? 1 : -1;
        balances[b] += white ? -1 : 1;
        worst = balances[a] > worst ? balances[a] : worst;
        worst = -balances[a] > worst ? -balances[a] : worst;
    }
    assert_in_range(worst, 1, 8); // coin tosses alone would reach about 100
}

// ---- the game --------------------------------------------------------------------------------

static struct harness harness;
static struct identity anna, bert;

struct started {
    struct pairing pairing;
    unsigned count;
    enum refusal refusal;
    char why[200];
    struct round *round;
};

static void record_start(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct started *started = context;
    started->count++;
    started->refusal = refusal;
    started->round = round;
    strncpy(started->why, why ? why : "", sizeof started->why - 1);
}

static struct started start(const struct pair *pair)
{
    struct started started = {.count = 0};
    pair_start(harness.server, pair, &started.pairing, record_start, &started);
    harness_settle(&harness);
    assert_int_equal(started.count, 1);
    return started;
}

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
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

static struct pair pair_of(const struct identity *first, const struct identity *second)
{
    return (struct pair){.first = *first,
                         .second = *second,
                         .settings = settings_for("5+3"),
                         .source = SOURCE_FRIEND};
}

static void the_game_has_the_players_and_the_settings_of_the_pair(void **state)
{
    (void)state;
    struct pair pair = pair_of(&anna, &bert);
    struct fake_listener hers, his;
    fake_listener_join(&hers, &harness, anna.id);
    fake_listener_join(&his, &harness, bert.id);
    pair.settings.side_choice = CHOOSE_BLACK;
    pair.settings.hidden = true;
    memcpy(pair.id, "AbCd1234", sizeof pair.id);
    memcpy(pair.rematch_of, "before12", sizeof pair.rematch_of);
    const struct started started = start(&pair);
    assert_non_null(started.round);
    const struct game_info *info = round_info(started.round);
    assert_string_equal(info->id, "AbCd1234");
    assert_string_equal(info->players[RK_WHITE].name, "Bert");
    assert_string_equal(info->players[RK_BLACK].name, "Anna");
    assert_string_equal(info->rematch_of, "before12");
    assert_int_equal(info->source, SOURCE_FRIEND);
    assert_int_equal(info->created_at, harness.server->now);
    assert_int_equal(strlen(info->keys[RK_WHITE]), 4);
    assert_int_equal(strlen(info->keys[RK_BLACK]), 4);
    assert_true(info->settings.hidden);
    assert_int_equal(fake_listener_count(&hers, NOTICE_GAME_START, "AbCd1234"), 1);
    assert_int_equal(fake_listener_count(&his, NOTICE_GAME_START, "AbCd1234"), 1);
    fake_listener_leave(&hers);
    fake_listener_leave(&his);
}

static void the_color_history_is_read_from_the_account(void **state)
{
    (void)state;
    fake_store_count_game(&harness.store, anna.id, 1);
    fake_store_count_game(&harness.store, anna.id, 1);
    fake_store_count_game(&harness.store, bert.id, -1);
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    for (int i = 0; i < 10; i++) {
        const struct pair both = pair_of(&anna, &bert);
        assert_string_equal(round_info(start(&both).round)->players[RK_WHITE].id, "bert");
    }
    fake_store_count_game(&harness.store, anna.id, 1);
    for (int i = 0; i < 10; i++) { // a guest has no history
        const struct pair mixed = pair_of(&guest, &anna);
        assert_string_equal(round_info(start(&mixed).round)->players[RK_WHITE].id, "~guest");
    }
}

static void a_player_is_not_paired_with_themselves(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &anna);
    const struct started started = start(&pair);
    assert_null(started.round);
    assert_int_equal(started.refusal, REFUSED_NOT_NOW);
}

static void a_closed_account_is_not_paired(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    fake_store_call(&harness.store, STORE_SET_STATUS, bert.id, ACCOUNT_BANNED);
    assert_int_equal(start(&pair).refusal, REFUSED_NOT_FOUND);
}

static void a_full_disk_starts_no_game(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    harness.store.writes_fail = true;
    const struct started started = start(&pair);
    assert_int_equal(started.refusal, REFUSED_STORE);
    assert_null(started.round);
    harness.store.writes_fail = false;
    assert_non_null(start(&pair).round);
}

static void no_game_starts_while_the_server_stops(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    harness.server->stopping = true;
    assert_int_equal(start(&pair).refusal, REFUSED_STOPPING);
    harness.server->stopping = false;
}

static void a_player_has_at_most_a_hundred_timed_games_and_two_hundred_in_all(void **state)
{
    (void)state;
    struct pair clocked = pair_of(&anna, &bert), slow = clocked;
    slow.settings = settings_for("3 days");
    for (int i = 0; i < 100; i++)
        assert_non_null(start(&clocked).round);
    assert_string_equal(start(&clocked).why, "a player can have at most 100 live games at once");
    for (int i = 0; i < 100; i++)
        assert_non_null(start(&slow).round);
    const struct started started = start(&slow);
    assert_int_equal(started.refusal, REFUSED_NOT_NOW);
    assert_string_equal(started.why, "a player can have at most 200 games at once");
}

static void a_guest_has_at_most_ten_games(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    const struct pair pair = pair_of(&guest, &bert);
    for (int i = 0; i < 10; i++)
        assert_non_null(start(&pair).round);
    assert_string_equal(start(&pair).why, "a guest can have at most 10 games at once");
}

static void games_that_are_being_started_count(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    const struct pair pair = pair_of(&guest, &bert);
    struct started started[11] = {{.count = 0}};
    for (int i = 0; i < 11; i++)
        pair_start(harness.server, &pair, &started[i].pairing, record_start, &started[i]);
    harness_settle(&harness);
    unsigned count = 0;
    for (int i = 0; i < 11; i++)
        count += started[i].round != NULL;
    assert_int_equal(count, 10);
}

static void the_server_can_end_before_the_game_starts(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    struct started started = {.count = 0};
    pair_start(harness.server, &pair, &started.pairing, record_start, &started);
    harness_crash(&harness, SECOND); // nobody waits for the old server's jobs
    assert_int_equal(started.count, 0);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_equal_history_is_decided_by_a_coin_toss),
        cmocka_unit_test(the_player_with_fewer_white_games_is_more_likely_to_get_white),
        cmocka_unit_test(a_difference_of_three_decides),
        cmocka_unit_test(a_requested_side_decides),
        cmocka_unit_test(over_time_everyone_has_white_as_often_as_black),
        TEST(the_game_has_the_players_and_the_settings_of_the_pair),
        TEST(the_color_history_is_read_from_the_account),
        TEST(a_player_is_not_paired_with_themselves),
        TEST(a_closed_account_is_not_paired),
        TEST(a_full_disk_starts_no_game),
        TEST(no_game_starts_while_the_server_stops),
        TEST(a_player_has_at_most_a_hundred_timed_games_and_two_hundred_in_all),
        TEST(a_guest_has_at_most_ten_games),
        TEST(games_that_are_being_started_count),
        TEST(the_server_can_end_before_the_game_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
