/* SPDX-License-Identifier: MIT */
/* What comes from outside to a PostgreSQL store: the URL, whose password never shows, and the
 * columns of its rows. */
#include "fuzz.h"
#include "store/postgres_value.h"
#include "store/store_url.h"

/* The text as what follows "postgresql://USER:PASSWORD@". */
static void check_url(const char *text)
{
    static const char mark[] = "\x01\x02secret\x02\x01";
    const size_t size = strlen(text) + 64;
    if (strstr(text, mark))
        return;
    char *url = malloc(size), *shown = malloc(size);
    CHECK(url && shown);
    store_url_redact(text, shown, size);
    snprintf(url, size, "postgresql://u:%s@%s", mark, text);
    store_url_redact(url, shown, size);
    CHECK(!strstr(shown, mark));
    store_url_redact(url, shown, 1 + strlen(text) % 20);
    CHECK(!strstr(shown, mark));
    free(url);
    free(shown);
}

static void check_column(unsigned type, const char *bytes, size_t size)
{
    struct value value;
    char written[POSTGRES_NUMBER_SIZE];
    if (!postgres_value_read(type, bytes, size, &value))
        return;
    CHECK(postgres_type_is_known(type));
    if (value.kind == VALUE_TEXT || value.kind == VALUE_BYTES) {
        CHECK(value.bytes == bytes && value.size == size);
        return;
    }
    postgres_number_write(&value, written);
    CHECK(size != POSTGRES_NUMBER_SIZE || !memcmp(written, bytes, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned types[] = {16, 17, 20, 21, 23, 25, 700, 701, 1700};
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        check_column(types[i], text, size);
    check_url(text);
    free(text);
    return 0;
}
