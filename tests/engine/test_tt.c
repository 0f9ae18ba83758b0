/* SPDX-License-Identifier: MIT */
/* The transposition table: stored data is found, also while four threads write; torn entries are
 * not. Run it with the thread sanitizer too. */
#include "engine/tt.h"

#include <pthread.h>

#include "engine/hugepages.h"
#include "rookery/engine.h"
#include "support/board.h"

static struct tt init_tt(size_t mib)
{
    struct tt tt;
    assert_int_equal(tt_init(&tt, mib, 2), RK_OK);
    return tt;
}

static void stored_data_is_found_unchanged(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    const struct tt_data stored = {
        rk_move_make(12, 28, RK_PLAIN), -31990, 123, -1, BOUND_LOWER, true};
    struct tt_data found;
    assert_false(tt_probe(&tt, 0x123456789abcdef, &found));
    tt_store(&tt, 0x123456789abcdef, stored);
    assert_true(tt_probe(&tt, 0x123456789abcdef, &found));
    assert_int_equal(found.move, stored.move);
    assert_int_equal(found.score, stored.score);
    assert_int_equal(found.eval, stored.eval);
    assert_int_equal(found.depth, stored.depth);
    assert_int_equal(found.bound, stored.bound);
    assert_true(found.pv);
    tt_clear(&tt, 1);
    assert_false(tt_probe(&tt, 0x123456789abcdef, &found));
    tt_fini(&tt);
}

static void torn_entry_is_not_found(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    const uint64_t key = 42;
    struct tt_data found;
    tt_store(&tt, key, (struct tt_data){1, 2, 3, 4, BOUND_EXACT, false});
    struct tt_bucket *const bucket = tt_bucket(&tt, key);
    atomic_fetch_xor(&bucket->entries[0].word, 1U << 20); // as if another thread had written it
    assert_false(tt_probe(&tt, key, &found));
    tt_fini(&tt);
}

static void old_and_shallow_entries_are_replaced_first(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    struct tt_data found;
    for (uint64_t key = 1; key <= TT_BUCKET_SIZE; key++) // all fall into the first bucket
        tt_store(&tt, key, (struct tt_data){1, 0, 0, 10 + (int)key, BOUND_EXACT, false});
    tt_store(&tt, 100, (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_false(tt_probe(&tt, 1, &found)); // the shallowest
    assert_true(tt_probe(&tt, TT_BUCKET_SIZE, &found));
    for (unsigned i = 0; i < 5; i++)
        tt_new_search(&tt);
    for (uint64_t key = 200; key < 200 + TT_BUCKET_SIZE; key++)
        tt_store(&tt, key, (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_false(tt_probe(&tt, TT_BUCKET_SIZE, &found)); // deep but old
    tt_fini(&tt);
}

static void deep_entry_is_not_replaced_by_a_shallow_one(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    struct tt_data found;
    tt_store(&tt, 7, (struct tt_data){5, 50, 0, 20, BOUND_LOWER, false});
    tt_store(&tt, 7, (struct tt_data){0, 10, 0, 2, BOUND_UPPER, false});
    assert_true(tt_probe(&tt, 7, &found));
    assert_int_equal(found.depth, 20);
    tt_fini(&tt);
}

static void hashfull_counts_entries_of_the_current_search(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    assert_int_equal(tt_hashfull(&tt), 0);
    struct prng prng = {3};
    for (unsigned i = 0; i < 200000; i++)
        tt_store(&tt, prng_next(&prng), (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
    assert_true(tt_hashfull(&tt) > 900);
    tt_new_search(&tt);
    assert_int_equal(tt_hashfull(&tt), 0);
    tt_fini(&tt);
}

// ---- large tables ----------------------------------------------------------------------------

enum { LARGE_MIB = 64, STORED = 100000, NODES = 1000000 }; /* it is all used after NODES */

static void store_many(struct tt *tt, uint64_t seed)
{
    struct prng prng = {seed};
    for (unsigned i = 0; i < STORED; i++)
        tt_store(tt, prng_next(&prng), (struct tt_data){1, 0, 0, 1, BOUND_EXACT, false});
}

static unsigned count_found(const struct tt *tt, uint64_t seed)
{
    struct prng prng = {seed};
    struct tt_data found;
    unsigned count = 0;
    for (unsigned i = 0; i < STORED; i++)
        count += tt_probe(tt, prng_next(&prng), &found);
    return count;
}

static void extend_completely(struct tt *tt, uint64_t nodes)
{
    while (!tt_extend(tt, nodes, true)) {
    }
    assert_int_equal(tt->in_use, tt->count);
}

static void all_threads_together_clear_the_whole_table(void **state)
{
    (void)state;
    struct tt tt = init_tt(LARGE_MIB);
    for (unsigned threads = 1; threads <= 7; threads += 2) {
        tt_new_search(&tt);
        extend_completely(&tt, NODES);
        store_many(&tt, threads);
        assert_true(count_found(&tt, threads) > STORED * 9 / 10);
        tt_clear(&tt, threads);
        for (size_t i = 0; i < tt.count; i++)
            for (unsigned j = 0; j < TT_BUCKET_SIZE; j++)
                assert_false(tt.buckets[i].entries[j].word | tt.buckets[i].entries[j].key_xor_word);
    }
    tt_fini(&tt);
}

static void large_table_is_all_used_after_many_nodes(void **state)
{
    (void)state;
    struct tt tt = init_tt(LARGE_MIB);
    const size_t at_first = tt.in_use;
    assert_true(at_first && at_first < tt.count);
    tt_new_search(&tt);
    assert_true(tt_extend(&tt, NODES / 2, true));
    assert_int_equal(tt.in_use, at_first);
    tt_end_search(&tt, NODES / 2);
    tt_new_search(&tt);
    assert_true(tt_extend(&tt, 0, true));
    assert_int_equal(tt.in_use, at_first);
    extend_completely(&tt, NODES / 2); // together with the first search
    assert_int_equal(tt.in_use, tt.count);
    store_many(&tt, 1);
    assert_true(count_found(&tt, 1) > STORED * 9 / 10);
    tt_fini(&tt);
}

static void cleared_table_begins_like_a_new_one(void **state)
{
    (void)state;
    struct tt tt = init_tt(LARGE_MIB);
    const size_t at_first = tt.in_use;
    extend_completely(&tt, NODES);
    tt_end_search(&tt, NODES);
    tt_clear(&tt, 2);
    assert_int_equal(tt.in_use, at_first);
    assert_true(tt_extend(&tt, NODES / 2, true));
    assert_int_equal(tt.in_use, at_first);
    tt_fini(&tt);
}

static void hashfull_is_the_share_of_the_whole_table(void **state)
{
    (void)state;
    struct tt tt = init_tt(LARGE_MIB);
    for (uint64_t seed = 1; seed <= 40; seed++)
        store_many(&tt, seed);
    const unsigned before = tt_hashfull(&tt);
    assert_in_range(before, 350, 500); // the part in use, half of the table, is nearly full
    extend_completely(&tt, NODES);
    assert_in_range(tt_hashfull(&tt), before - 100, before + 100);
    tt_fini(&tt);
}

static void search_with_a_clock_does_not_wait_for_a_large_table(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct tt tt = init_tt(LARGE_MIB); // still being fetched when it is used and destroyed
        const size_t at_first = tt.in_use;
        tt_new_search(&tt);
        const bool extended = tt_extend(&tt, NODES, false);
        assert_int_equal(tt.in_use, extended ? tt.count : at_first);
        store_many(&tt, 1);
        assert_true(count_found(&tt, 1) > STORED * 9 / 10);
        tt_fini(&tt);
    }
}

static void small_table_is_all_used_at_once(void **state)
{
    (void)state;
    struct tt tt = init_tt(16);
    assert_int_equal(tt.in_use, tt.count);
    tt_fini(&tt);
}

static void too_large_a_table_is_refused(void **state)
{
    (void)state;
    struct tt tt;
    assert_int_equal(tt_init(&tt, 0, 1), RK_NO_MEMORY);
    assert_int_equal(tt_init(&tt, (size_t)RK_HASH_MAX + 1, 1), RK_NO_MEMORY);
    assert_int_equal(tt_init(&tt, SIZE_MAX, 1), RK_NO_MEMORY);
}

static void more_memory_than_the_machine_has_is_refused(void **state)
{
    (void)state;
    assert_null(hugepages_alloc((size_t)1 << 50));
    assert_null(hugepages_alloc(SIZE_MAX));
    assert_null(hugepages_alloc(SIZE_MAX - (3 << 20)));
    char *const memory = hugepages_alloc(1);
    assert_non_null(memory);
    assert_int_equal(memory[0], 0);
    hugepages_free(memory, 1);
    hugepages_free(NULL, 1);
}

// ---- four threads ----------------------------------------------------------------------------

struct writer {
    struct tt *table;
    uint64_t seed;
    unsigned wrong, found;
};

// The data is derived from the key, so that any mixture is detected.
static struct tt_data make_data(uint64_t key, int depth)
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
            const struct tt_data expected = make_data(key, found.depth);
            writer->found++;
            writer->wrong += found.move != expected.move || found.score != expected.score ||
                             found.eval != expected.eval;
        }
        tt_store(writer->table, key, make_data(key, (int)(i % 30)));
    }
    return NULL;
}

static void concurrent_reads_return_only_written_data(void **state)
{
    (void)state;
    struct tt tt = init_tt(1);
    struct writer writers[4];
    pthread_t threads[4];
    for (unsigned i = 0; i < 4; i++) {
        writers[i] = (struct writer){.table = &tt, .seed = i + 1};
        assert_int_equal(pthread_create(&threads[i], NULL, write_and_read, &writers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(writers[i].wrong, 0);
        assert_true(writers[i].found > 1000);
    }
    tt_fini(&tt);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(stored_data_is_found_unchanged),
    cmocka_unit_test(torn_entry_is_not_found),
    cmocka_unit_test(old_and_shallow_entries_are_replaced_first),
    cmocka_unit_test(deep_entry_is_not_replaced_by_a_shallow_one),
    cmocka_unit_test(hashfull_counts_entries_of_the_current_search),
    cmocka_unit_test(all_threads_together_clear_the_whole_table),
    cmocka_unit_test(large_table_is_all_used_after_many_nodes),
    cmocka_unit_test(cleared_table_begins_like_a_new_one),
    cmocka_unit_test(hashfull_is_the_share_of_the_whole_table),
    cmocka_unit_test(search_with_a_clock_does_not_wait_for_a_large_table),
    cmocka_unit_test(small_table_is_all_used_at_once),
    cmocka_unit_test(too_large_a_table_is_refused),
    cmocka_unit_test(more_memory_than_the_machine_has_is_refused),
    cmocka_unit_test(concurrent_reads_return_only_written_data),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
