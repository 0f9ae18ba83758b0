/* SPDX-License-Identifier: MIT */
/* Linked into every test program: runs only the cases that match the pattern in TEST_FILTER, where
 * * and ? are wildcards. `make test T=PROGRAM C=PATTERN` sets it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void set_filter(void)
{
    const char *pattern = getenv("TEST_FILTER");
    if (pattern && *pattern)
        cmocka_set_test_filter(pattern);
}
