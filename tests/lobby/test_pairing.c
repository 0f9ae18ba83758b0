/* SPDX-License-Identifier: MIT */
/* Who gets which side, and the game that begins. */
#include "lobby/pairing.h"

#include <string.h>

#include "support/board.h"
#include "support/harness.h"

// ---- the draw --------------------------------------------------------------------------------

enum { DRAWS = 60000 };

/* How often in a thousand the first gets White. */
static int per_mille(int64_t first, int64_t second)
{
    struct prng prng = {7};
    int whites = 0;
    for (int i = 0; i < DRAWS; i++)
        whites += pair_first_is_white(CHOOSE_RANDOM, first, second, prng_next(&prng));
    return whites / (DRAWS / 1000);
}

static void equals_toss_a_coin(void **state)
{
    (void)state;
    assert_in_range(per_mille(0, 0), 490, 510);
    assert_in_range(per_mille(9, 9), 490, 510);
    assert_in_range(per_mille(-4, -4), 490, 510);
}

static void who_had_white_less_often_is_more_likely_to_get_it(void **state)
{
    (void)state;
    assert_in_range(per_mille(0, 1), 657, 677);
    assert_in_range(per_mille(0, 2), 823, 843);
    assert_in_range(per_mille(1, 0), 323, 343);
    assert_in_range(per_mille(2, 0), 157, 177);
    assert_in_range(per_mille(-7, -5), 823, 843);
}

static void a_difference_of_three_is_not_left_to_chance(void **state)
{
    (void)state;
    assert_int_equal(per_mille(0, 3), 1000);
    assert_int_equal(per_mille(-50, 50), 1000);
    assert_int_equal(per_mille(3, 0), 0);
    assert_int_equal(per_mille(4, -1), 0);
}

static void a_wish_decides(void **state)
{
    (void)state;
    for (uint64_t prng = 0; prng < 12; prng++) {
        assert_true(pair_first_is_white(CHOOSE_WHITE, 100, -100, prng));
        assert_false(pair_first_is_white(CHOOSE_BLACK, -100, 100, prng));
    }
}

static void over_time_everybody_has_white_as_often_as_black(void **state)
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
    assert_in_range(worst, 1, 8); // a coin alone would have reached about 100
}

// ---- the game --------------------------------------------------------------------------------

static struct harness harness;
static struct identity anna, bert;

struct begun {
    struct pairing pairing;
    unsigned count;
    enum refusal refusal;
    char why[200];
    struct round *round;
};

static void note(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct begun *begun = context;
    begun->count++;
    begun->refusal = refusal;
    begun->round = round;
    strncpy(begun->why, why ? why : "", sizeof begun->why - 1);
}

static struct begun begin(const struct pair *pair)
{
    struct begun begun = {.count = 0};
    pair_start(harness.server, pair, &begun.pairing, note, &begun);
    harness_settle(&harness);
    assert_int_equal(begun.count, 1);
    return begun;
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

static void a_pair_gets_the_game_it_agreed_on(void **state)
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
    const struct begun begun = begin(&pair);
    assert_non_null(begun.round);
    const struct game_info *info = round_info(begun.round);
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

static void the_balance_of_an_account_is_looked_up(void **state)
{
    (void)state;
    fake_store_call(&harness.store, STORE_COUNT_GAME, anna.id, 1);
    fake_store_call(&harness.store, STORE_COUNT_GAME, anna.id, 1);
    fake_store_call(&harness.store, STORE_COUNT_GAME, bert.id, -1);
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    for (int i = 0; i < 10; i++) {
        const struct pair both = pair_of(&anna, &bert);
        assert_string_equal(round_info(begin(&both).round)->players[RK_WHITE].id, "bert");
    }
    fake_store_call(&harness.store, STORE_COUNT_GAME, anna.id, 1);
    for (int i = 0; i < 10; i++) { // a guest's is nothing
        const struct pair mixed = pair_of(&guest, &anna);
        assert_string_equal(round_info(begin(&mixed).round)->players[RK_WHITE].id, "~guest");
    }
}

static void nobody_plays_against_themselves(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &anna);
    const struct begun begun = begin(&pair);
    assert_null(begun.round);
    assert_int_equal(begun.refusal, REFUSED_NOT_NOW);
}

static void a_closed_account_is_not_paired(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    fake_store_call(&harness.store, STORE_SET_STATUS, bert.id, ACCOUNT_BANNED);
    assert_int_equal(begin(&pair).refusal, REFUSED_NOT_FOUND);
}

static void a_full_disk_begins_no_game(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    harness.store.writes_fail = true;
    const struct begun begun = begin(&pair);
    assert_int_equal(begun.refusal, REFUSED_STORE);
    assert_null(begun.round);
    harness.store.writes_fail = false;
    assert_non_null(begin(&pair).round);
}

static void nothing_begins_while_the_server_stops(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    harness.server->stopping = true;
    assert_int_equal(begin(&pair).refusal, REFUSED_STOPPING);
    harness.server->stopping = false;
}

static void a_player_has_a_hundred_clocks_and_two_hundred_games_at_most(void **state)
{
    (void)state;
    struct pair clocked = pair_of(&anna, &bert), slow = clocked;
    slow.settings = settings_for("3 days");
    for (int i = 0; i < 100; i++)
        assert_non_null(begin(&clocked).round);
    assert_string_equal(begin(&clocked).why, "a player can have at most 100 live games at once");
    for (int i = 0; i < 100; i++)
        assert_non_null(begin(&slow).round);
    const struct begun begun = begin(&slow);
    assert_int_equal(begun.refusal, REFUSED_NOT_NOW);
    assert_string_equal(begun.why, "a player can have at most 200 games at once");
}

static void the_server_may_end_before_a_game_has_begun(void **state)
{
    (void)state;
    const struct pair pair = pair_of(&anna, &bert);
    struct begun begun = {.count = 0};
    pair_start(harness.server, &pair, &begun.pairing, note, &begun);
    harness_crash(&harness, SECOND); // the old server's jobs are answered to nobody
    assert_int_equal(begun.count, 0);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_toss_a_coin),
        cmocka_unit_test(who_had_white_less_often_is_more_likely_to_get_it),
        cmocka_unit_test(a_difference_of_three_is_not_left_to_chance),
        cmocka_unit_test(a_wish_decides),
        cmocka_unit_test(over_time_everybody_has_white_as_often_as_black),
        TEST(a_pair_gets_the_game_it_agreed_on),
        TEST(the_balance_of_an_account_is_looked_up),
        TEST(nobody_plays_against_themselves),
        TEST(a_closed_account_is_not_paired),
        TEST(a_full_disk_begins_no_game),
        TEST(nothing_begins_while_the_server_stops),
        TEST(a_player_has_a_hundred_clocks_and_two_hundred_games_at_most),
        TEST(the_server_may_end_before_a_game_has_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
