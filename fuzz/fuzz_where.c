/* SPDX-License-Identifier: MIT */
/* Conditions on tags: an expression up to the first NUL, then the values of tags, one per line: the
 * n-th line is the value of the n-th tag. */
#include "pgntools/where.h"

#include "fuzz.h"

static const char *const names[] = {"White", "Black", "WhiteElo", "BlackElo", "Date", "ECO", "X"};

static bool matches(const struct where *where, const char *text, size_t size)
{
    struct where_values values = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names && size; i++) {
        const char *end = memchr(text, '\n', size);
        const size_t line = end ? (size_t)(end - text) : size;
        where_set_tag(where, (rk_pgn_text){names[i], strlen(names[i])}, (rk_pgn_text){text, line},
                      &values);
        text += line + (end != NULL);
        size -= line + (end != NULL);
    }
    return where_matches(where, &values);
}

/* Checks that "not (EXPRESSION)" is the opposite. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const size_t length = size ? strnlen(text, size) : 0;
    const size_t rest = length < size ? length + 1 : size;
    struct where *where = where_create(), *negated = where_create();
    rk_fault fault;
    const rk_err err = where_add(where, text, length, &fault);
    if (err) {
        check_fault(&fault, err, length);
    } else {
        char *opposite = malloc(length + 16);
        const int count = sprintf(opposite, "not (%.*s\n)", (int)length, text);
        const bool nested = where_add(negated, opposite, (size_t)count, &fault) != RK_OK;
        CHECK(nested || matches(where, text + rest, size - rest) !=
                            matches(negated, text + rest, size - rest));
        free(opposite);
    }
    where_destroy(where);
    where_destroy(negated);
    return 0;
}
