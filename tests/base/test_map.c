/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void what_is_put_is_found_until_it_is_removed(void **state)
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

static void a_key_that_is_too_long_is_refused(void **state)
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

/* Compared with the plainest map there is, over many puts and removals. */
static void a_map_agrees_with_an_array(void **state)
{
    (void)state;
    enum { KEYS = 500 };
    static int things[KEYS];
    bool here[KEYS] = {false};
    struct map map;
    map_init(&map, 0x5eed);
    uint32_t chance = 1;
    for (int turn = 0; turn < 100000; turn++) {
        chance = chance * 1664525 + 1013904223;
        const int i = (int)((chance >> 8) % KEYS);
        char key[16];
        snprintf(key, sizeof key, "key-%d", i);
        assert_ptr_equal(map_get(&map, key), here[i] ? &things[i] : NULL);
        if (chance >> 31)
            assert_true(map_put(&map, key, &things[i]));
        else
            map_remove(&map, key);
        here[i] = chance >> 31;
    }
    size_t expected = 0, walked = 0, at = 0;
    for (int i = 0; i < KEYS; i++)
        expected += here[i];
    while (map_next(&map, &at))
        walked++;
    assert_int_equal(map.count, expected);
    assert_int_equal(walked, expected);
    map_fini(&map);
}

static void all_may_be_removed_while_walking(void **state)
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
        cmocka_unit_test(what_is_put_is_found_until_it_is_removed),
        cmocka_unit_test(a_key_that_is_too_long_is_refused),
        cmocka_unit_test(a_map_agrees_with_an_array),
        cmocka_unit_test(all_may_be_removed_while_walking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
