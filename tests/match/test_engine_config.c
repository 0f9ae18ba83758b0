/* SPDX-License-Identifier: MIT */
/* The settings of an engine on the command line. */
#include "match/engine_names.h"

#include <string.h>

#include "support/board.h"

static struct engine_config parse_config(const char *const *arguments)
{
    struct engine_config config = {.command = "x"};
    rk_fault fault;
    for (; *arguments; arguments++)
        if (engine_config_parse(*arguments, &config, &fault))
            fail_msg("%s", fault.text);
    return config;
}

static struct engine_config parse_one(const char *argument)
{
    return parse_config((const char *const[]){argument, NULL});
}

static void time_controls_are_in_seconds(void **state)
{
    (void)state;
    const struct engine_config quick = parse_one("tc=2+0.02");
    assert_int_equal(quick.clock.kind, RK_CLOCK_FISCHER);
    assert_int_equal(quick.clock.stages[RK_BLACK][0].base, 2000);
    assert_int_equal(quick.clock.stages[RK_WHITE][0].extra, 20);
    assert_true(quick.limits.timed);
    const struct engine_config staged = parse_one("tc=40/60+0.5,30");
    assert_int_equal(staged.clock.stages[0][0].moves, 40);
    assert_int_equal(staged.clock.stages[0][0].base, 60000);
    assert_int_equal(staged.clock.stages[0][1].base, 30000);
    const struct engine_config tiny = parse_one("tc=0.1+0.001");
    assert_int_equal(tiny.clock.stages[0][0].base, 100);
    assert_int_equal(tiny.clock.stages[0][0].extra, 1);
    const struct engine_config each = parse_one("st=0.25");
    assert_int_equal(each.limits.move_time, 250);
    assert_false(each.limits.timed);
}

static void each_setting_sets_its_field(void **state)
{
    (void)state;
    const struct engine_config config =
        parse_config((const char *const[]){"name=A B", "dir=/tmp", "proto=xboard", "nodes=100000",
                                           "depth=7", "option.Hash=16", "option.Clear Hash", NULL});
    assert_string_equal(config.name, "A B");
    assert_string_equal(config.folder, "/tmp");
    assert_int_equal(config.protocol, PROTOCOL_XBOARD);
    assert_int_equal(config.limits.nodes, 100000);
    assert_int_equal(config.limits.depth, 7);
    assert_string_equal(config.options[0], "Hash=16");
    assert_string_equal(config.options[1], "Clear Hash");
    assert_null(config.options[2]);
}

/* Parses the settings of two engines and names them; both call themselves "Rookery". */
static void expect_names(const char *const first[], const char *const second[],
                         const char *first_name, const char *second_name)
{
    struct engine_config engines[2] = {{.command = "self"}, {.command = "self"}};
    char names[2][ENGINE_NAME_MAX] = {"Rookery", "Rookery"};
    for (; *first; first++)
        assert_int_equal(engine_config_parse(*first, &engines[0], NULL), RK_OK);
    for (; *second; second++)
        assert_int_equal(engine_config_parse(*second, &engines[1], NULL), RK_OK);
    engine_names_assign(engines, 2, names);
    assert_string_equal(engines[0].name, first_name);
    assert_string_equal(engines[1].name, second_name);
}

#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void engines_with_equal_names_are_told_apart_by_their_settings(void **state)
{
    (void)state;
    expect_names(SETTINGS("tc=1"), SETTINGS("tc=1", "option.Hash=64"), "Rookery",
                 "Rookery (Hash=64)");
    expect_names(SETTINGS("option.Hash=16", "nodes=10"), SETTINGS("option.Hash=16", "nodes=20"),
                 "Rookery (nodes=10)", "Rookery (nodes=20)");
    expect_names(SETTINGS("tc=1+1", "ponder"), SETTINGS("tc=1+1", "depth=5"), "Rookery (ponder)",
                 "Rookery (depth=5)");
    // The last setting counts.
    expect_names(SETTINGS("option.Hash=1", "option.Hash=2"), SETTINGS("option.Hash=2"), "Rookery",
                 "Rookery (2)");
    expect_names(SETTINGS("tc=1"), SETTINGS("tc=1"), "Rookery", "Rookery (2)");
    expect_names(SETTINGS("name=Rookery"), SETTINGS("tc=1"), "Rookery", "Rookery (tc=1)");
    expect_names(SETTINGS("name=a"), SETTINGS("name=a"), "a", "a (2)");
    expect_names(SETTINGS("name=old"), SETTINGS("option.Hash=64"), "old", "Rookery");
}

static void invalid_settings_are_rejected_and_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "tc=",
                                      "tc=x",
                                      "tc=1+",
                                      "tc=-1",
                                      "st=0",
                                      "st=nan",
                                      "st=1x",
                                      "nodes=0",
                                      "nodes=-5",
                                      "depth=x",
                                      "depth=999",
                                      "proto=ucl",
                                      "name=",
                                      "option.",
                                      "option.=4",
                                      "hash=16",
                                      "tc=1+1+1",
                                      "nodes=99999999999999999999",
                                      "tc=0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct engine_config config = {.command = "x"};
        const struct engine_config before = config;
        rk_fault fault = {.text = ""};
        assert_int_equal(engine_config_parse(bad[i], &config, &fault), RK_BAD_SYNTAX);
        assert_true(strlen(fault.text) > 0);
        assert_memory_equal(&config, &before, sizeof before);
    }
}

static void each_side_plays_by_its_own_clock(void **state)
{
    (void)state;
    const struct engine_config quick = parse_one("tc=1+0.1"), slow = parse_one("tc=5+0.5"),
                               counts = parse_one("nodes=9"), each = parse_one("st=1"),
                               staged = parse_one("tc=40/1,1");
    rk_time_control rule;
    assert_int_equal(engine_config_clock(&quick, &slow, &rule), RK_OK);
    assert_int_equal(rule.stages[RK_WHITE][0].base, 1000);
    assert_int_equal(rule.stages[RK_BLACK][0].extra, 500);
    assert_int_equal(engine_config_clock(&counts, &quick, &rule), RK_OK);
    assert_int_equal(rule.stages[RK_BLACK][0].base, 1000);
    assert_true(rule.stages[RK_WHITE][0].base > 86400000);
    assert_int_equal(engine_config_clock(&counts, &counts, &rule), RK_OK);
    assert_int_equal(rule.kind, RK_CLOCK_NONE);
    assert_int_equal(engine_config_clock(&each, &quick, &rule), RK_AGAINST_VARIANT);
    assert_int_equal(engine_config_clock(&staged, &quick, &rule), RK_AGAINST_VARIANT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_controls_are_in_seconds),
        cmocka_unit_test(each_setting_sets_its_field),
        cmocka_unit_test(engines_with_equal_names_are_told_apart_by_their_settings),
        cmocka_unit_test(invalid_settings_are_rejected_and_change_nothing),
        cmocka_unit_test(each_side_plays_by_its_own_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
