/* SPDX-License-Identifier: MIT */
/* The transposition table: what is kept is found, also while four threads write; what
 * two writers tore is not. Run it with the thread sanitizer too. */
#include "engine/tt.h"

#include <pthread.h>

#include "support/board.h"

static struct tt opened(size_t mib)
{
    struct tt table;
    assert_int_equal(tt_init(&table, mib), RK_OK);
    return table;
}

static void what_is_kept_is_found_as_it_was(void **state)
{
    (void)state;
    struct tt table = opened(1);
    const struct tt_data kept = {
        rk_move_make(12, 28, RK_PLAIN), -31990, 123, -1, BOUND_LOWER, true};
    struct tt_data found;
    assert_false(tt_probe(&table, 0x123456789abcdef, &found));
    tt_store(&table, 0x123456789abcdef, kept);
    assert_true(tt_probe(&table, 0x123456789abcdef, &found));
    assert_int_equal(found.move, kept.move);
    assert_int_equal(found.score, kept.score);
    assert_int_equal(found.eval, kept.eval);
    assert_int_equal(found.depth, kept.depth);
    assert_int_equal(found.bound, kept.bound);
    assert_true(found.pv);
    tt_clear(&table);
    assert_false(tt_probe(&table, 0x123456789abcdef, &found));
    tt_fini(&table);
}

static void a_torn_entry_is_not_found(void **state)
{
    (void)state;
    struct tt table = opened(1);
    const uint64_t key = 42;
    struct tt_data found;
    tt_store(&table, key, (struct tt_data){1, 2, 3, 4, BOUND_EXACT, false});
    struct tt_bucket *const bucket = tt_bucket(&table, key);
    atomic_fetch_xor(&bucket->entries[0].word, 1U << 20); // another thread's word
    assert_false(tt_probe(&table, key, &found));
    tt_fini(&table);
}

static void old_and_shallow_entries_give_way(void **state)
{
    (void)state;
    struct tt table = opened(1);
    struct tt_data found;
    for (uint64_t key = 1; key <= TT_BUCKET_SIZE; key++) // all in the first bucket
        tt_store(&table, key, (struct tt_data){1, 0, 0, 10 + (int)key, BOUND_EXACT, false});
    tt_store(&table, 100, (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_false(tt_probe(&table, 1, &found)); // the shallowest
    assert_true(tt_probe(&table, TT_BUCKET_SIZE, &found));
    for (unsigned i = 0; i < 5; i++)
        tt_new_search(&table);
    for (uint64_t key = 200; key < 200 + TT_BUCKET_SIZE; key++)
        tt_store(&table, key, (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_false(tt_probe(&table, TT_BUCKET_SIZE, &found)); // deep, but of another age
    tt_fini(&table);
}

static void a_deep_answer_is_not_replaced_by_a_shallow_one(void **state)
{
    (void)state;
    struct tt table = opened(1);
    struct tt_data found;
    tt_store(&table, 7, (struct tt_data){5, 50, 0, 20, BOUND_LOWER, false});
    tt_store(&table, 7, (struct tt_data){0, 10, 0, 2, BOUND_UPPER, false});
    assert_true(tt_probe(&table, 7, &found));
    assert_int_equal(found.depth, 20);
    tt_fini(&table);
}

static void fullness_counts_entries_of_this_age(void **state)
{
    (void)state;
    struct tt table = opened(1);
    assert_int_equal(tt_hashfull(&table), 0);
    struct prng prng = {3};
    for (unsigned i = 0; i < 200000; i++)
        tt_store(&table, prng_next(&prng), (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_true(tt_hashfull(&table) > 900);
    tt_new_search(&table);
    assert_int_equal(tt_hashfull(&table), 0);
    tt_fini(&table);
}

// ---- four threads ----------------------------------------------------------------------------

struct writer {
    struct tt *table;
    uint64_t seed;
    unsigned wrong, found;
};

// Whatever stands under a key is made of the key: any mixture is noticed.
static struct tt_data record_of(uint64_t key, int depth)
{
    return (struct tt_data){(rk_move)(key >> 8 | 1),
                            (int16_t)(key >> 20),
                            (int16_t)(key >> 32),
                            depth,
                            BOUND_EXACT,
                            false};
}

static void *write_and_read(void *argument)
{
    struct writer *const writer = argument;
    struct prng prng = {writer->seed};
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t key = (prng_next(&prng) % 2000 + 1) * UINT64_C(0x9e3779b97f4a7c15);
        struct tt_data found;
        if (tt_probe(writer->table, key, &found)) {
            const struct tt_data wanted = record_of(key, found.depth);
            writer->found++;
            writer->wrong += found.move != wanted.move || found.score != wanted.score ||
                             found.eval != wanted.eval;
        }
        tt_store(writer->table, key, record_of(key, (int)(i % 30)));
    }
    return NULL;
}

static void four_threads_never_read_what_nobody_wrote(void **state)
{
    (void)state;
    struct tt table = opened(1);
    struct writer writers[4];
    pthread_t threads[4];
    for (unsigned i = 0; i < 4; i++) {
        writers[i] = (struct writer){.table = &table, .seed = i + 1};
        assert_int_equal(pthread_create(&threads[i], NULL, write_and_read, &writers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(writers[i].wrong, 0);
        assert_true(writers[i].found > 1000);
    }
    tt_fini(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_kept_is_found_as_it_was),
    cmocka_unit_test(a_torn_entry_is_not_found),
    cmocka_unit_test(old_and_shallow_entries_give_way),
    cmocka_unit_test(a_deep_answer_is_not_replaced_by_a_shallow_one),
    cmocka_unit_test(fullness_counts_entries_of_this_age),
    cmocka_unit_test(four_threads_never_read_what_nobody_wrote),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
