/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/prng.h"
#include "cluster/shards.h"
#include "support/board.h"
#include "support/empty_store.h"

static void make_id(struct prng *prng, char out[GAME_ID_SIZE + 1])
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < GAME_ID_SIZE; i++)
        out[i] = letters[prng_below(prng, sizeof letters - 1)];
    out[GAME_ID_SIZE] = '\0';
}

static void games_are_spread_evenly(void **state)
{
    (void)state;
    enum { GAMES = SHARD_COUNT * 400 };
    static unsigned counts[SHARD_COUNT];
    struct prng prng = {1};
    char id[GAME_ID_SIZE + 1];
    for (unsigned i = 0; i < GAMES; i++) {
        make_id(&prng, id);
        counts[shard_of_game(id)]++;
    }
    for (unsigned shard = 0; shard < SHARD_COUNT; shard++)
        assert_in_range(counts[shard], 300, 500); // 400 and five standard deviations
}

static void a_players_full_id_has_the_shard_of_the_game(void **state)
{
    (void)state;
    assert_int_equal(shard_of_game("abcdefgh1234"), shard_of_game("abcdefgh"));
    assert_int_not_equal(shard_of_game("abcdefgh"), shard_of_game("abcdefgi"));
    assert_int_equal(shard_of_game(""), 0);
}

static struct store_job *add_game(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, id);
    store_bind_text(job, "{}");
    store_bind_text(job, "blitz");
    store_bind_integer(job, 0);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1);
    store_bind_integer(job, shard_of_game(id));
    store_bind_integer(job, 1);
    return job;
}

static void compare_counts(void *context, struct store_job *job, enum store_outcome outcome)
{
    unsigned *counts = context;
    assert_int_equal(outcome, STORE_DONE);
    while (store_next_row(job)) {
        const int64_t shard = store_get_integer(job, 0);
        assert_in_range(shard, 0, SHARD_COUNT - 1);
        assert_int_equal(store_get_integer(job, 1), counts[shard]);
        counts[shard] = 0;
    }
}

static void the_store_computes_the_same_shard(void **state)
{
    (void)state;
    enum { GAMES = 500 };
    unsigned counts[SHARD_COUNT] = {0};
    struct prng prng = {2};
    char id[GAME_ID_SIZE + 1];
    struct store *store = empty_store_open(&(struct store_options){.inline_jobs = true});
    for (unsigned i = 0; i < GAMES; i++) {
        make_id(&prng, id);
        counts[shard_of_game(id)]++;
        store_write(store, add_game(id), NULL, NULL);
    }
    store_poll(store);
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAMES_BY_SHARD);
    store_read(store, job, compare_counts, counts);
    store_poll(store);
    for (unsigned shard = 0; shard < SHARD_COUNT; shard++)
        assert_int_equal(counts[shard], 0);
    empty_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_spread_evenly),
        cmocka_unit_test(a_players_full_id_has_the_shard_of_the_game),
        cmocka_unit_test(the_store_computes_the_same_shard),
    };
    return cmocka_run_group_tests_name("shards", tests, NULL, NULL);
}
