/* SPDX-License-Identifier: MIT */
/* User texts: a byte for the size of the buffer, a byte for the number of characters, then
 * any bytes. Sanitized text is UTF-8 within the limits, and sanitizing it again changes
 * nothing. Parsed as scopes, the text is rejected or round-trips. */
#include "accounts/names.h"
#include "accounts/tokens.h"
#include "accounts/user_text.h"

#include "fuzz.h"

/* Checks that the text is UTF-8 without control characters or other invisible ones, and without
 * superfluous spaces. */
static void check_clean(const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    CHECK(*at != ' ');
    while (*at) {
        const unsigned more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        uint32_t c = more ? *at & (0x3fu >> more) : *at;
        CHECK(*at < 0x80 || (*at >= 0xc2 && *at < 0xf5));
        for (unsigned i = 1; i <= more; i++) {
            CHECK((at[i] & 0xc0) == 0x80);
            c = c << 6 | (at[i] & 0x3fu);
        }
        CHECK(c >= ' ' && !(c >= 0x7f && c < 0xa0) && !(c >= 0xd800 && c <= 0xf8ff));
        CHECK(!(c >= 0x200b && c <= 0x200f) && !(c >= 0x2028 && c <= 0x202e));
        CHECK(!(c >= 0x2066 && c <= 0x2069) && c < 0xe0000);
        at += more + 1;
        CHECK(!(c == ' ' && (*at == ' ' || !*at)));
    }
}

static void check_similarity(const char *a, const char *b)
{
    CHECK(user_text_is_similar(a, a) && user_text_is_similar(b, b));
    CHECK(user_text_is_similar(a, b) == user_text_is_similar(b, a));
}

static void check_scopes(const char *text)
{
    unsigned scopes = 0xa5a5a5a5, again;
    char out[SCOPES_TEXT_MAX];
    if (!scopes_parse(text, &scopes)) {
        CHECK(scopes == 0xa5a5a5a5);
        return;
    }
    CHECK(scopes <= ALL_SCOPES && scopes_write(scopes, out, sizeof out) == strlen(out));
    CHECK(scopes_parse(out, &again) && again == scopes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t capacity = take_byte(&in) + 1, characters = take_byte(&in);
    char text[1024], out[257], again[257];
    const size_t length = in.size < sizeof text - 1 ? in.size : sizeof text - 1;
    memcpy(text, in.data, length);
    text[length] = '\0';

    poison(out, sizeof out);
    const size_t left = user_text_sanitize(text, characters, out, capacity);
    CHECK(left < capacity && strlen(out) == left &&
          is_poisoned(out + capacity, sizeof out - capacity));
    CHECK(user_text_count(out) <= characters);
    check_clean(out);
    CHECK(user_text_sanitize(out, characters, again, capacity) == left && !strcmp(out, again));
    check_similarity(text, out);
    check_scopes(text);

    char id[IDENTITY_ID_MAX + 1];
    if (!name_fault(text))
        CHECK(name_to_id(text, id) && strlen(id) == strlen(text) && !name_fault(id));
    return 0;
}
