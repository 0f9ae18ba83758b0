/* SPDX-License-Identifier: MIT */
#include "wire/page_language.h"

#include <string.h>

#include "support/board.h"

static void expect(const char *accept_language, const char *code)
{
    assert_string_equal(page_language_code(page_language_choose(accept_language)), code);
}

static void the_preferred_language_that_we_have_is_chosen(void **state)
{
    (void)state;
    expect("de", "de");
    expect("de-AT,de;q=0.9,en;q=0.8", "de");
    expect("es-419,es;q=0.9", "es");
    expect("en-GB, de;q=0.5", "en");
    expect("fr, de;q=0.5, es;q=0.7", "es");
    expect("DE", "de");
}

static void english_is_for_everybody_else(void **state)
{
    (void)state;
    expect("", "en");
    expect("fr, it;q=0.5", "en");
    expect("*", "en");
    expect("de;q=0", "en");
    expect("den, esp, d, e", "en");
    expect("-, de_AT", "en");
}

static void texts_are_translated_and_unknown_ones_stay(void **state)
{
    (void)state;
    assert_string_equal(page_language_text(PAGE_ENGLISH, "Log in"), "Log in");
    assert_string_equal(page_language_text(PAGE_GERMAN, "Log in"), "Anmelden");
    assert_string_equal(page_language_text(PAGE_SPANISH, "Log in"), "Entrar");
    assert_string_equal(page_language_text(PAGE_GERMAN, "no row"), "no row");
}

static unsigned count_places(const char *text)
{
    unsigned count = 0;
    for (; *text; text++)
        count += *text == '%';
    return count;
}

/* html_add() would read past its arguments if a translation had more places than the original. */
static void translations_have_as_many_places_as_the_english_text(void **state)
{
    (void)state;
    static const char *const texts[][PAGE_LANGUAGES] = {
#define ROW(english, german, spanish) {english, german, spanish},
#include "wire/page_texts.def"
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t language = 0; language < PAGE_LANGUAGES; language++)
            assert_int_equal(count_places(texts[i][language]), count_places(texts[i][0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_preferred_language_that_we_have_is_chosen),
        cmocka_unit_test(english_is_for_everybody_else),
        cmocka_unit_test(texts_are_translated_and_unknown_ones_stay),
        cmocka_unit_test(translations_have_as_many_places_as_the_english_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
