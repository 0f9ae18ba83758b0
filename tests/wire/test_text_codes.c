/* SPDX-License-Identifier: MIT */
#include "wire/text_codes.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "wire/refusals.h"

static void assert_part(const char *expected, struct text_part part)
{
    assert_int_equal(part.size, strlen(expected));
    assert_memory_equal(part.at, expected, part.size);
}

static void a_sentence_has_the_code_of_its_row(void **state)
{
    (void)state;
    const struct text_code code = text_code_find("there is no chat in kid mode");
    assert_string_equal(code.code, "chat-kid");
    assert_int_equal(code.count, 0);
    assert_null(text_code_find("there is no chat in kid mode today").code);
    assert_null(text_code_find("there is no chat").code);
    assert_null(text_code_find("").code);
}

static void every_default_message_has_its_word_as_code(void **state)
{
    (void)state;
    for (enum refusal refusal = NOT_REFUSED; refusal < REFUSAL_COUNT; refusal++)
        assert_string_equal(text_code_find(refusal_text(refusal)).code, refusal_word(refusal));
}

static void parameters_are_found_where_they_stand(void **state)
{
    (void)state;
    const struct text_code code =
        text_code_find("the bishop on b4 would give check: the king may not move to e1");
    assert_string_equal(code.code, "king-into-check");
    assert_int_equal(code.count, 3);
    assert_part("piece", code.parameters[0].name);
    assert_part("bishop", code.parameters[0].value);
    assert_part("b4", code.parameters[1].value);
    assert_part("e1", code.parameters[2].value);
}

static void the_last_parameter_may_contain_the_text_that_ends_others(void **state)
{
    (void)state;
    const struct text_code banned =
        text_code_find("this account is banned until 2026-11-16 00:05 UTC: a bot: UTC: again");
    assert_string_equal(banned.code, "banned-until-reason");
    assert_part("2026-11-16 00:05", banned.parameters[0].value);
    assert_part("a bot: UTC: again", banned.parameters[1].value);
    assert_string_equal(text_code_find("this account is banned until 2026-11-16 00:05 UTC").code,
                        "banned-until");
}

static void a_parameter_is_never_empty(void **state)
{
    (void)state;
    struct text_code code;
    assert_false(text_code_match("unknown scope: {scope}", "unknown scope: ", &code));
    assert_false(text_code_match("a {n} b", "a  b", &code));
    assert_true(text_code_match("a {n} b", "a 1 b", &code));
}

static void parameters_are_written_as_a_form(void **state)
{
    (void)state;
    char form[TEXT_CODE_FORM_SIZE];
    const struct text_code code = text_code_find("you are muted for another 5 minutes: a&b=\u00e9");
    assert_true(text_code_write_form(&code, form));
    assert_string_equal(form, "n=5&reason=a%26b%3D%C3%A9");
}

static void a_form_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    char text[400] = "you are muted: ";
    memset(text + strlen(text), '&', sizeof text - strlen(text) - 1);
    text[sizeof text - 1] = '\0';
    char form[TEXT_CODE_FORM_SIZE];
    const struct text_code code = text_code_find(text);
    assert_string_equal(code.code, "muted");
    assert_false(text_code_write_form(&code, form));
}

static void json_has_the_code_and_its_parameters(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    const struct text_code code = text_code_find("you already follow 400 players");
    text_code_put_json(&code, &json);
    const struct text_code none = text_code_find("nothing of this kind");
    text_code_put_json(&none, &json);
    json_end_object(&json);
    assert_string_equal(buffer_cstr(&out),
                        "{\"code\":\"follow-limit\",\"parameters\":{\"n\":\"400\"}}");
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_has_the_code_of_its_row),
        cmocka_unit_test(every_default_message_has_its_word_as_code),
        cmocka_unit_test(parameters_are_found_where_they_stand),
        cmocka_unit_test(the_last_parameter_may_contain_the_text_that_ends_others),
        cmocka_unit_test(a_parameter_is_never_empty),
        cmocka_unit_test(parameters_are_written_as_a_form),
        cmocka_unit_test(a_form_that_does_not_fit_is_refused),
        cmocka_unit_test(json_has_the_code_and_its_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
