/* SPDX-License-Identifier: MIT */
/* The parameters of a request: a byte for the type of the body, then the query, a zero byte and the
 * body. Accepted parameters are valid text; errors have a reason. */
#include "fuzz.h"

#include "base/utf8.h"
#include "http/form.h"

enum { QUERY_MAX = 2048 };

static const char *const types[] = {"application/x-www-form-urlencoded", "application/json", "",
                                    "text/plain", "multipart/form-data; boundary=x"};
static const char *const keys[] = {"a", "clock.limit", "rated", "text", "v", ""};

static void check_key(const struct form *form, const char *key)
{
    const char *text = form_text(form, key);
    int64_t number = 5, thousandths = 5;
    const bool whole = form_integer(form, key, -100, 100, &number);
    const bool decimal = form_thousandths(form, key, 0, 100000, &thousandths);
    CHECK(text || (whole && decimal));
    CHECK(!text || utf8_is_valid(text, strlen(text)));
    CHECK(number >= -100 && number <= 100 && thousandths >= 0 && thousandths <= 100000);
    if (!whole || !text)
        CHECK(number == 5);
    if (!text)
        CHECK(form_bool(form, key, true) && !form_bool(form, key, false));
    else
        CHECK(form_bool(form, key, true) == form_is_true(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    char query[QUERY_MAX];
    size_t used = 0;
    const char *type = types[take_byte(&in) % (sizeof types / sizeof *types)];
    for (unsigned byte; used + 1 < sizeof query && (byte = take_byte(&in));)
        query[used++] = (char)byte;
    query[used] = '\0';

    const struct request request = {.path = "/",
                                    .query = query,
                                    .content_type = type,
                                    .body = (const char *)in.data,
                                    .body_size = in.size};
    struct form *form = NULL;
    rk_fault fault;
    poison(&fault, sizeof fault);
    const rk_err err = form_create(&request, &form, &fault);
    if (err) {
        check_fault(&fault, err, used + in.size);
        CHECK(!form);
        return 0;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        check_key(form, keys[i]);
    form_destroy(form);
    return 0;
}
