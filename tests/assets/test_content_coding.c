/* SPDX-License-Identifier: MIT */
/* Which compression a client gets, by its Accept-Encoding header. */
#include "assets/content_coding.h"

#include <string.h>

#include "base/prng.h"
#include "support/board.h"

enum { ALL = (1 << CODING_COUNT) - 1, GZIP_ONLY = 1 << CODING_GZIP | 1 << CODING_IDENTITY };

static void expect(const char *accept, unsigned available, const char *coding)
{
    const enum content_coding got = content_coding_choose(accept, available);
    if (strcmp(content_coding_name(got), coding) != 0)
        fail_msg("\"%s\" gets %s, not %s", accept, content_coding_name(got), coding);
}

static void a_browser_gets_brotli(void **state)
{
    (void)state;
    expect("gzip, deflate, br, zstd", ALL, "br");
    expect("br", ALL, "br");
    expect("BR", ALL, "br");
    expect("gzip,br", ALL, "br");
    expect("*", ALL, "br");
}

static void an_old_client_gets_gzip(void **state)
{
    (void)state;
    expect("gzip, deflate", ALL, "gzip");
    expect("x-gzip", ALL, "gzip");
    expect("deflate, gzip;q=1.0, *;q=0.5", ALL, "gzip");
}

static void who_accepts_nothing_gets_the_file_itself(void **state)
{
    (void)state;
    expect("", ALL, "identity");
    expect("deflate", ALL, "identity");
    expect("identity", ALL, "identity");
    expect("br;q=0, gzip;q=0", ALL, "identity");
    expect("*;q=0", ALL, "identity");
    expect("identity;q=0", ALL, "identity");
}

static void the_greater_quality_wins(void **state)
{
    (void)state;
    expect("br;q=0.5, gzip;q=0.8", ALL, "gzip");
    expect("br;q=0.501,gzip;q=0.5", ALL, "br");
    expect("br ; q=0.1, gzip\t;\tq=0.2", ALL, "gzip");
    expect("*;q=0.1, br;q=0", ALL, "gzip");
    expect("identity, br;q=0.5", ALL, "identity");
    expect("gzip;q=1.000, identity;q=0.5", ALL, "gzip");
}

static void only_existing_forms_are_chosen(void **state)
{
    (void)state;
    expect("br, gzip;q=0.1", GZIP_ONLY, "gzip");
    expect("br", GZIP_ONLY, "identity");
    expect("br, gzip", 1 << CODING_IDENTITY, "identity");
    expect("br, gzip", 0, "identity");
}

static void what_is_not_understood_is_not_accepted(void **state)
{
    (void)state;
    static const char *const invalid[] = {
        "br;q=2", "br;q=",   "br;q",       "br;",        "br;x=1",   "br q=1",
        ";q=1",   "br;q=-1", "br;q=1.5",   "br;q=0.12x", "br;q=.5",  "br;q=0.1234",
        "brx",    "b r",     "br;q=1.001", ",;,;,",      "br;q=nan", "br;q=1e0"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
        expect(invalid[i], ALL, "identity");
    expect(",, ,br ,,", ALL, "br");
    expect("br;q=2, gzip", ALL, "gzip");
}

static void garbage_is_survived(void **state)
{
    (void)state;
    static const char letters[] = "brgzip*xq=;,01. \t-\x80\xffidentity";
    struct prng random = {7};
    for (int i = 0; i < 100000; i++) {
        char text[32];
        const size_t size = prng_next(&random) % (sizeof text - 1);
        for (size_t k = 0; k < size; k++)
            text[k] = letters[prng_next(&random) % (sizeof letters - 1)];
        text[size] = '\0';
        const unsigned available = (unsigned)(prng_next(&random) % (ALL + 1));
        const enum content_coding got = content_coding_choose(text, available);
        assert_true(got == CODING_IDENTITY || available >> got & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_browser_gets_brotli),
        cmocka_unit_test(an_old_client_gets_gzip),
        cmocka_unit_test(who_accepts_nothing_gets_the_file_itself),
        cmocka_unit_test(the_greater_quality_wins),
        cmocka_unit_test(only_existing_forms_are_chosen),
        cmocka_unit_test(what_is_not_understood_is_not_accepted),
        cmocka_unit_test(garbage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
