/* SPDX-License-Identifier: MIT */
/* The JSON writer: commas, and escaping that is safe for parsers and in HTML. */
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "support/board.h"

static void expect(struct buffer *out, const char *json)
{
    assert_string_equal(buffer_cstr(out), json);
    buffer_fini(out);
}

static void expect_text(const char *text, size_t size, const char *json)
{
    struct buffer out = {0};
    struct json writer = json_in(&out);
    json_text_bytes(&writer, text, size);
    expect(&out, json);
}

static void objects_and_arrays_nest(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    json_put_text(&json, "id", "Ab3dE6gH");
    json_put_object(&json, "clock");
    json_put_integer(&json, "limit", 300);
    json_put_bool(&json, "running", false);
    json_end_object(&json);
    json_put_array(&json, "moves");
    json_text(&json, "e4");
    json_begin_array(&json);
    json_end_array(&json);
    json_null_value(&json);
    json_end_array(&json);
    json_put_text(&json, "winner", NULL);
    json_key(&json, "raw");
    json_raw(&json, "[1]", 3);
    json_end_object(&json);
    expect(&out, "{\"id\":\"Ab3dE6gH\",\"clock\":{\"limit\":300,\"running\":false},"
                 "\"moves\":[\"e4\",[],null],\"winner\":null,\"raw\":[1]}");
}

static void numbers_of_any_size_are_written(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_array(&json);
    json_number(&json, 0);
    json_number(&json, INT64_MAX);
    json_number(&json, INT64_MIN);
    json_bool(&json, true);
    json_end_array(&json);
    expect(&out, "[0,9223372036854775807,-9223372036854775808,true]");
}

static void decimals_are_rounded_and_infinities_are_null(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct json writer = json_in(&out);
    json_begin_array(&writer);
    json_decimal(&writer, 12.345678, 2);
    json_decimal(&writer, -0.0001, 1);
    json_decimal(&writer, -7.5, 0);
    json_decimal(&writer, INFINITY, 1);
    json_decimal(&writer, NAN, 1);
    json_end_array(&writer);
    expect(&out, "[12.35,0.0,-8,null,null]");
}

static void quotes_and_control_characters_are_escaped(void **state)
{
    (void)state;
    expect_text("a\"b\\c\nd\te\r\x01\x7f", 12, "\"a\\\"b\\\\c\\nd\\u0009e\\u000d\\u0001\\u007f\"");
    expect_text("a\0b", 3, "\"a\\u0000b\"");
    expect_text("", 0, "\"\"");
}

static void characters_that_are_unsafe_in_html_are_escaped(void **state)
{
    (void)state;
    const char *script = "</script><!--";
    expect_text(script, strlen(script), "\"\\u003c/script>\\u003c!--\"");
    const char *lines = "a\xe2\x80\xa8"
                        "b\xe2\x80\xa9"
                        "c\xe2\x80\xaa";
    expect_text(lines, strlen(lines), "\"a\\u2028b\\u2029c\xe2\x80\xaa\"");
}

static void texts_of_pgn_files_may_be_latin1(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct json writer = json_in(&out);
    json_begin_object(&writer);
    json_put_pgn_text(&writer, "white", "M\xfcller", 6);
    json_put_pgn_text(&writer, "black", "M\xc3\xbcller", 7);
    json_end_object(&writer);
    expect(&out, "{\"white\":\"M\xc3\xbcller\",\"black\":\"M\xc3\xbcller\"}");
}

static void valid_utf8_is_unchanged(void **state)
{
    (void)state;
    const char *text = "\xc3\xa9 \xe2\x99\x9e \xf0\x9f\x8f\x86";
    expect_text(text, strlen(text), "\"\xc3\xa9 \xe2\x99\x9e \xf0\x9f\x8f\x86\"");
}

static void invalid_utf8_is_replaced(void **state)
{
    (void)state;
    expect_text("a\xff"
                "b",
                3,
                "\"a\xef\xbf\xbd"
                "b\"");
    expect_text("\xc0\xaf", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 // overlong
    expect_text("\xed\xa0\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); // a surrogate
    expect_text("\xe2\x99", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 // truncated
    expect_text("\xf4\x90\x80\x80", 4, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_arrays_nest),
        cmocka_unit_test(numbers_of_any_size_are_written),
        cmocka_unit_test(decimals_are_rounded_and_infinities_are_null),
        cmocka_unit_test(quotes_and_control_characters_are_escaped),
        cmocka_unit_test(characters_that_are_unsafe_in_html_are_escaped),
        cmocka_unit_test(texts_of_pgn_files_may_be_latin1),
        cmocka_unit_test(valid_utf8_is_unchanged),
        cmocka_unit_test(invalid_utf8_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
