/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"

static void a_value_is_found_until_it_is_removed(void **state)
{
    (void)state;
    struct map map;
    int one = 1, two = 2;
    map_init(&map, 7);
    assert_null(map_get(&map, "magnus"));
    assert_null(map_remove(&map, "magnus"));
    assert_true(map_put(&map, "magnus", &one));
    assert_ptr_equal(map_get(&map, "magnus"), &one);
    assert_true(map_put(&map, "magnus", &two));
    assert_int_equal(map.count, 1);
    assert_ptr_equal(map_remove(&map, "magnus"), &two);
    assert_null(map_get(&map, "magnus"));
    map_fini(&map);
}

static void a_key_that_is_too_long_is_rejected(void **state)
{
    (void)state;
    struct map map;
    int one = 1;
    char key[MAP_KEY_MAX + 2];
    memset(key, 'a', sizeof key);
    key[MAP_KEY_MAX + 1] = '\0';
    map_init(&map, 7);
    assert_false(map_put(&map, key, &one));
    assert_null(map_get(&map, key));
    key[MAP_KEY_MAX] = '\0';
    assert_true(map_put(&map, key, &one));
    assert_ptr_equal(map_get(&map, key), &one);
    map_fini(&map);
}

/* Compares the map with a plain array over many random puts and removals. */
static void a_map_agrees_with_an_array(void **state)
{
    (void)state;
    enum { KEYS = 500 };
    static int values[KEYS];
    bool present[KEYS] = {false};
    struct map map;
    map_init(&map, 0x5eed);
    struct prng prng = {1};
    for (int round = 0; round < 100000; round++) {
        const unsigned i = prng_below(&prng, KEYS);
        const bool put = prng_below(&prng, 2);
        char key[16];
        snprintf(key, sizeof key, "key-%u", i);
        assert_ptr_equal(map_get(&map, key), present[i] ? &values[i] : NULL);
        if (put)
            assert_true(map_put(&map, key, &values[i]));
        else
            map_remove(&map, key);
        present[i] = put;
    }
    size_t expected = 0, visited = 0, at = 0;
    for (int i = 0; i < KEYS; i++)
        expected += present[i];
    while (map_next(&map, &at))
        visited++;
    assert_int_equal(map.count, expected);
    assert_int_equal(visited, expected);
    map_fini(&map);
}

static void every_entry_can_be_removed_while_iterating(void **state)
{
    (void)state;
    static const char *const keys[] = {"a", "b", "c", "d", "e"};
    struct map map;
    map_init(&map, 3);
    for (size_t i = 0; i < 5; i++)
        assert_true(map_put(&map, keys[i], (void *)(uintptr_t)keys[i]));
    size_t at = 0;
    for (const char *key; (key = map_next(&map, &at));)
        assert_ptr_equal(map_remove(&map, key), key);
    assert_int_equal(map.count, 0);
    map_fini(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_found_until_it_is_removed),
        cmocka_unit_test(a_key_that_is_too_long_is_rejected),
        cmocka_unit_test(a_map_agrees_with_an_array),
        cmocka_unit_test(every_entry_can_be_removed_while_iterating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
