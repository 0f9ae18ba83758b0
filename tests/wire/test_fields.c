/* SPDX-License-Identifier: MIT */
/* JSON objects as flat fields; everything else is an error with a reason. */
#include "wire/fields.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"

static struct fields *fields_of(const char *json)
{
    struct fields *fields = NULL;
    rk_fault fault = {.text = ""};
    if (fields_parse(json, strlen(json), &fields, &fault))
        fail_msg("%s: at %zu: %s", json, fault.offset, fault.text);
    return fields;
}

static void expect_refused(const char *json, size_t size, const char *substring)
{
    struct fields *untouched = (struct fields *)&size, *fields = untouched;
    rk_fault fault = {.text = ""};
    assert_int_equal(fields_parse(json, size, &fields, &fault), RK_BAD_SYNTAX);
    assert_ptr_equal(fields, untouched);
    assert_int_equal(fault.err, RK_BAD_SYNTAX);
    assert_true(fault.offset <= size);
    if (!strstr(fault.text, substring))
        fail_msg("\"%s\" does not contain \"%s\"", fault.text, substring);
    assert_int_equal(fields_parse(json, size, &fields, NULL), RK_BAD_SYNTAX);
}

static void expect_error(const char *json, const char *substring)
{
    expect_refused(json, strlen(json), substring);
}

static void nested_objects_become_flat_fields(void **state)
{
    (void)state;
    struct fields *fields =
        fields_of(" {\"clock\":{\"limit\":300,\"deep\":{\"er\":\"x\"}},\"rated\":true}\n");
    assert_int_equal(fields_count(fields), 3);
    assert_int_equal(fields_integer(fields, "clock.limit", -1), 300);
    assert_string_equal(fields_text(fields, "clock.deep.er", ""), "x");
    assert_true(fields_bool(fields, "rated", false));
    assert_string_equal(fields_at(fields, 0)->key, "clock.limit");
    assert_null(fields_find(fields, "clock"));
    assert_null(fields_find(fields, "limit"));
    fields_destroy(fields);
}

static void every_kind_of_value_has_a_text(void **state)
{
    (void)state;
    struct fields *fields = fields_of("{\"a\":-5,\"b\":0.1,\"c\":false,\"d\":\"7\",\"e\":1e300}");
    assert_string_equal(fields_text(fields, "a", ""), "-5");
    assert_string_equal(fields_text(fields, "b", ""), "0.1");
    assert_string_equal(fields_text(fields, "c", ""), "false");
    assert_string_equal(fields_text(fields, "d", ""), "7");
    assert_int_equal(fields_find(fields, "e")->kind, FIELD_REAL);
    assert_true(fields_find(fields, "a")->real == -5.0);
    assert_int_equal(fields_find(fields, "c")->integer, 0);
    fields_destroy(fields);
}

static void missing_fields_have_the_fallback_value(void **state)
{
    (void)state;
    struct fields *fields = fields_of("{\"a\":null,\"b\":\"text\",\"c\":3}");
    assert_int_equal(fields_count(fields), 2);
    assert_null(fields_find(fields, "a"));
    assert_int_equal(fields_integer(fields, "a", 9), 9);
    assert_int_equal(fields_integer(fields, "b", 9), 9);
    assert_true(fields_bool(fields, "c", true));
    assert_string_equal(fields_text(fields, "none", "none"), "none");
    fields_destroy(fields);
    fields = fields_of("{}");
    assert_int_equal(fields_count(fields), 0);
    fields_destroy(fields);
    fields_destroy(NULL);
}

static void anything_but_an_object_is_refused(void **state)
{
    (void)state;
    expect_error("", "invalid JSON");
    expect_error("[1]", "expected a JSON object");
    expect_error("7", "invalid JSON");
    expect_error("{\"a\":1", "invalid JSON");
    expect_error("{\"a\":1} x", "invalid JSON");
    expect_error("{\"a\":1}{\"b\":1}", "invalid JSON");
    expect_error("{a:1}", "invalid JSON");
    expect_error("{\"a\":99999999999999999999}", "invalid JSON");
    expect_refused("{\"a\":1}\0", 8, "invalid JSON");
}

static void members_of_arrays_are_numbered(void **state)
{
    (void)state;
    struct fields *fields =
        fields_of("{\"moves\":[\"e2e4\",null,\"e7e5\"],\"list\":[{\"id\":7}],\"none\":[]}");
    assert_int_equal(fields_count(fields), 3);
    assert_string_equal(fields_text(fields, "moves.0", ""), "e2e4");
    assert_null(fields_find(fields, "moves.1"));
    assert_string_equal(fields_text(fields, "moves.2", ""), "e7e5");
    assert_int_equal(fields_integer(fields, "list.0.id", 0), 7);
    fields_destroy(fields);
    expect_error("{\"a\":[[[[1]]]]}", "levels");
}

static void duplicate_fields_are_refused(void **state)
{
    (void)state;
    expect_error("{\"a\":1,\"a\":2}", "duplicate");
    expect_error("{\"a.b\":1,\"a\":{\"b\":2}}", "duplicate field \"a.b\"");
}

static void a_nul_is_refused(void **state)
{
    (void)state;
    expect_error("{\"a\":\"x\\u0000y\"}", "NUL");
    expect_error("{\"a\\u0000b\":1}", "NUL");
}

static void invalid_utf8_is_refused(void **state)
{
    (void)state;
    expect_error("{\"a\":\"\xff\"}", "invalid JSON");
    expect_error("{\"a\":\"\xed\xa0\x80\"}", "invalid JSON");
    expect_error("{\"a\":\"\\ud800\"}", "invalid JSON");
}

static void levels_fields_and_names_are_limited(void **state)
{
    (void)state;
    fields_destroy(fields_of("{\"a\":{\"b\":{\"c\":{\"d\":1}}}}"));
    expect_error("{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1}}}}}", "levels");
    char json[FIELDS_MAX * 16], name[FIELDS_KEY_MAX + 1] = "";
    for (int count = FIELDS_MAX; count <= FIELDS_MAX + 1; count++) {
        size_t at = (size_t)sprintf(json, "{");
        for (int i = 0; i < count; i++)
            at += (size_t)sprintf(json + at, "%s\"f%d\":%d", i ? "," : "", i, i);
        sprintf(json + at, "}");
        if (count <= FIELDS_MAX)
            fields_destroy(fields_of(json));
        else
            expect_error(json, "too many fields");
    }
    memset(name, 'n', FIELDS_KEY_MAX);
    sprintf(json, "{\"%s\":1}", name + 1);
    fields_destroy(fields_of(json));
    sprintf(json, "{\"%s\":1}", name);
    expect_error(json, "too long");
    sprintf(json, "{\"nn\":{\"%s\":1}}", name + 2);
    expect_error(json, "too long");
}

/* Thousands of brackets must not overflow the stack. */
static void extreme_nesting_is_refused(void **state)
{
    (void)state;
    char json[8192];
    memset(json, '[', sizeof json);
    memcpy(json, "{\"a\":", 5);
    expect_refused(json, sizeof json, "");
}

static void error_messages_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *json, *error;
    } rows[] = {{"{\"error\":\"no\"}", "no"},
                {"{\"error\":{\"name\":[\"too short\",\"bad\"]}}", "name: too short"},
                {"{\"error\":{\"name\":\"too short\"}}", "name: too short"}};
    char error[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(fields_read_error(rows[i].json, strlen(rows[i].json), error, sizeof error));
        assert_string_equal(error, rows[i].error);
    }
    static const char *const without[] = {
        "", "{\"ok\":true}", "{\"error\":1}", "[\"error\"]", "{\"error\":{}}", "{\"error\":[]}"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        assert_false(fields_read_error(without[i], strlen(without[i]), error, sizeof error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_objects_become_flat_fields),
        cmocka_unit_test(every_kind_of_value_has_a_text),
        cmocka_unit_test(missing_fields_have_the_fallback_value),
        cmocka_unit_test(anything_but_an_object_is_refused),
        cmocka_unit_test(members_of_arrays_are_numbered),
        cmocka_unit_test(duplicate_fields_are_refused),
        cmocka_unit_test(a_nul_is_refused),
        cmocka_unit_test(invalid_utf8_is_refused),
        cmocka_unit_test(levels_fields_and_names_are_limited),
        cmocka_unit_test(extreme_nesting_is_refused),
        cmocka_unit_test(error_messages_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
