/* SPDX-License-Identifier: MIT */
/* The parameters of a request, in all the forms that clients send. */
#include "http/form.h"

#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"

static struct form *parse_form(const char *query, const char *type, const char *body)
{
    struct request request = http_request(METHOD_POST, "/", NULL, NULL);
    struct form *form = NULL;
    request.query = query;
    request.content_type = type;
    request.body = body;
    request.body_size = strlen(body);
    assert_int_equal(form_create(&request, &form, NULL), RK_OK);
    return form;
}

static void expect_form_refused(const char *query, const char *type, const char *body)
{
    struct request request = http_request(METHOD_POST, "/", NULL, NULL);
    struct form *form = NULL;
    rk_fault fault = {.text = ""};
    request.query = query;
    request.content_type = type;
    request.body = body;
    request.body_size = strlen(body);
    assert_int_not_equal(form_create(&request, &form, &fault), RK_OK);
    assert_null(form);
    assert_true(*fault.text);
}

static void the_query_and_a_form_body_are_read(void **state)
{
    (void)state;
    struct form *form = parse_form("a=1&color=white", "application/x-www-form-urlencoded",
                                   "clock.limit=300&text=Good+luck%21&empty=");
    assert_string_equal(form_text(form, "a"), "1");
    assert_string_equal(form_text(form, "clock.limit"), "300");
    assert_string_equal(form_text(form, "text"), "Good luck!");
    assert_string_equal(form_text(form, "empty"), "");
    assert_null(form_text(form, "missing"));
    form_destroy(form);
}

static void the_content_type_can_have_a_charset_and_any_case(void **state)
{
    (void)state;
    struct form *form = parse_form("", "Application/X-WWW-Form-URLencoded; charset=utf-8", "a=b");
    assert_string_equal(form_text(form, "a"), "b");
    form_destroy(form);
}

static void flat_and_nested_json_is_read(void **state)
{
    (void)state;
    struct form *flat = parse_form("", "application/json", "{\"clock.limit\":300,\"rated\":false}");
    struct form *nested = parse_form("", "application/json", "{\"clock\":{\"limit\":\"300\"}}");
    assert_string_equal(form_text(flat, "clock.limit"), "300");
    assert_string_equal(form_text(nested, "clock.limit"), "300");
    assert_false(form_bool(flat, "rated", true));
    form_destroy(flat);
    form_destroy(nested);
}

static void null_in_json_counts_as_missing(void **state)
{
    (void)state;
    struct form *form = parse_form("", "application/json", "{\"fen\":null,\"days\":null}");
    int64_t days = -1;
    assert_null(form_text(form, "fen"));
    assert_true(form_integer(form, "days", 1, 14, &days));
    assert_int_equal(days, -1);
    form_destroy(form);
}

static void a_body_without_a_type_is_not_parsed(void **state)
{
    (void)state;
    struct form *form = parse_form("", "", "lip_one,lip_two&x=%zz");
    assert_null(form_text(form, "x"));
    form_destroy(form);
}

/* As browsers send FormData. */
static void the_parts_of_a_multipart_form_are_read(void **state)
{
    (void)state;
    struct form *form = parse_form(
        "color=white", "multipart/form-data; boundary=--Web=1",
        "----Web=1\r\nContent-Disposition: form-data; name=\"clock.limit\"\r\n\r\n300\r\n"
        "----Web=1\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; "
        "filename=\"a.pgn\"; name=\"pgn\"\r\n\r\n1. e4\r\n\r\n--Web\r\n"
        "----Web=1\r\nContent-Disposition: form-data; name=\"color\"\r\n\r\n\r\n"
        "----Web=1--\r\n");
    assert_string_equal(form_text(form, "clock.limit"), "300");
    assert_string_equal(form_text(form, "pgn"), "1. e4\r\n\r\n--Web");
    assert_string_equal(form_text(form, "color"), "");
    assert_int_equal(form_count(form), 4);
    form_destroy(form);
    form = parse_form("", "multipart/form-data; boundary=\"x\"", "--x--");
    assert_int_equal(form_count(form), 0);
    form_destroy(form);
}

#define PART "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"

static void a_malformed_multipart_form_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {"a=1",
                                         "--x",
                                         "--x\r\n",
                                         "--x\r\n...",
                                         PART "1",
                                         PART "1\r\n--y",
                                         PART "1\r\n--x",
                                         PART "\xff\r\n--x--",
                                         "--x\r\n\r\n1\r\n--x--",
                                         "--x\r\nContent-Disposition: name=\r\n--x--"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        expect_form_refused("", "multipart/form-data; boundary=x", bodies[i]);
    expect_form_refused("", "multipart/form-data", PART "1\r\n--x--");
    expect_form_refused("", "multipart/form-data; boundary=", PART "1\r\n--x--");
    expect_form_refused("", "multipart/form-data; boundary=\"x", PART "1\r\n--x--");
}

static void a_body_of_an_unsupported_type_is_refused(void **state)
{
    (void)state;
    expect_form_refused("", "multipart/mixed; boundary=x", "--x--");
    expect_form_refused("", "application/xml", "<rated/>");
    form_destroy(parse_form("", "text/plain; charset=utf-8", "anna,ben"));
    form_destroy(parse_form("", "application/octet-stream", "anna,ben"));
}

static void an_empty_body_of_any_type_is_accepted(void **state)
{
    (void)state;
    form_destroy(parse_form("", "application/json", ""));
    form_destroy(parse_form("", "application/x-www-form-urlencoded", ""));
}

static void the_body_takes_precedence_and_the_first_of_duplicates_counts(void **state)
{
    (void)state;
    struct form *form =
        parse_form("a=query&b=query", "application/x-www-form-urlencoded", "a=first&a=second");
    assert_string_equal(form_text(form, "a"), "first");
    assert_string_equal(form_text(form, "b"), "query");
    form_destroy(form);
}

static void true_has_five_spellings(void **state)
{
    (void)state;
    static const char *const truths[] = {"1", "true", "True", "yes", "on"};
    static const char *const others[] = {"0", "false", "False", "no", "", "TRUE", "Yes", "2", "y"};
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
        assert_true(form_is_true(truths[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(form_is_true(others[i]));
    struct form *form = parse_form("v=True", "", "");
    assert_true(form_bool(form, "v", false));
    assert_true(form_bool(form, "missing", true));
    form_destroy(form);
}

static void integers_have_bounds(void **state)
{
    (void)state;
    struct form *form = parse_form("a=50&b=51&c=-3&d=5x&e=&f=99999999999999999999&g=1.5", "", "");
    int64_t number = 7;
    assert_true(form_integer(form, "a", 1, 50, &number));
    assert_int_equal(number, 50);
    assert_false(form_integer(form, "b", 1, 50, &number));
    assert_true(form_integer(form, "c", -5, 50, &number));
    assert_int_equal(number, -3);
    assert_false(form_integer(form, "d", 1, 50, &number));
    assert_false(form_integer(form, "e", 0, 50, &number));
    assert_false(form_integer(form, "f", 0, INT64_MAX, &number));
    assert_false(form_integer(form, "g", 0, 50, &number));
    assert_int_equal(number, -3);
    form_destroy(form);
}

static void minutes_can_have_decimals(void **state)
{
    (void)state;
    struct form *form = parse_form("a=0.25&b=15&c=1.5&d=.5&e=1.&f=1.5x&g=200", "", "");
    int64_t number = 7;
    assert_true(form_thousandths(form, "a", 0, 180000, &number));
    assert_int_equal(number, 250);
    assert_true(form_thousandths(form, "b", 0, 180000, &number));
    assert_int_equal(number, 15000);
    assert_true(form_thousandths(form, "c", 0, 180000, &number));
    assert_int_equal(number, 1500);
    assert_false(form_thousandths(form, "d", 0, 180000, &number));
    assert_true(form_thousandths(form, "e", 0, 180000, &number));
    assert_false(form_thousandths(form, "f", 0, 180000, &number));
    assert_false(form_thousandths(form, "g", 0, 180000, &number));
    form_destroy(form);
}

static void invalid_parameters_are_refused_with_a_reason(void **state)
{
    (void)state;
    expect_form_refused("a=%4", "", "");
    expect_form_refused("a=%zz", "", "");
    expect_form_refused("a=%00", "", "");
    expect_form_refused("a=%ff", "", "");
    expect_form_refused("", "application/json", "[1,2]");
    expect_form_refused("", "application/json", "{\"a\":1} x");
    expect_form_refused("", "application/json", "no");
    expect_form_refused("", "application/x-www-form-urlencoded", "%=1");
    char many[4 * (FORM_FIELDS_MAX + 1) + 1] = "";
    for (int i = 0; i <= FORM_FIELDS_MAX; i++)
        strcat(many, "a=1&");
    expect_form_refused(many, "", "");
}

static void escapes_are_decoded_if_they_give_valid_text(void **state)
{
    (void)state;
    char out[8];
    assert_true(form_unescape("a%41+b", 6, false, out, sizeof out));
    assert_string_equal(out, "aA+b");
    assert_true(form_unescape("a+b", 3, true, out, sizeof out));
    assert_string_equal(out, "a b");
    assert_true(form_unescape("%C3%A9", 6, true, out, sizeof out));
    assert_string_equal(out, "\xc3\xa9");
    assert_false(form_unescape("%C3", 3, true, out, sizeof out));
    assert_false(form_unescape("%ED%A0%80", 9, true, out, sizeof out));
    assert_false(form_unescape("12345678", 8, true, out, sizeof out));
    assert_true(form_unescape("1234567", 7, true, out, sizeof out));
    assert_false(form_unescape("%4", 2, true, out, sizeof out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_query_and_a_form_body_are_read),
        cmocka_unit_test(the_content_type_can_have_a_charset_and_any_case),
        cmocka_unit_test(flat_and_nested_json_is_read),
        cmocka_unit_test(null_in_json_counts_as_missing),
        cmocka_unit_test(a_body_without_a_type_is_not_parsed),
        cmocka_unit_test(the_parts_of_a_multipart_form_are_read),
        cmocka_unit_test(a_malformed_multipart_form_is_refused),
        cmocka_unit_test(a_body_of_an_unsupported_type_is_refused),
        cmocka_unit_test(an_empty_body_of_any_type_is_accepted),
        cmocka_unit_test(the_body_takes_precedence_and_the_first_of_duplicates_counts),
        cmocka_unit_test(true_has_five_spellings),
        cmocka_unit_test(integers_have_bounds),
        cmocka_unit_test(minutes_can_have_decimals),
        cmocka_unit_test(invalid_parameters_are_refused_with_a_reason),
        cmocka_unit_test(escapes_are_decoded_if_they_give_valid_text),
    };
    return cmocka_run_group_tests_name("parameters of requests", tests, NULL, NULL);
}
