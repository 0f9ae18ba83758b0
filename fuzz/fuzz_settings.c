/* SPDX-License-Identifier: MIT */
/* What an account has set for itself: any bytes give valid settings which, written and read again,
 * are the same. The same bytes as a value of each preference and each field of the profile are
 * either refused with a reason or kept. */
#include "social/account_settings.h"

#include "fuzz.h"

static void check_round_trip(const struct account_settings *settings)
{
    struct buffer first = {0}, second = {0};
    struct account_settings again;
    account_settings_write(settings, &first);
    CHECK(!first.failed);
    account_settings_parse(buffer_cstr(&first), &again);
    account_settings_write(&again, &second);
    CHECK(first.size == second.size && !memcmp(first.bytes, second.bytes, first.size));
    account_settings_fini(&again);
    buffer_fini(&first);
    buffer_fini(&second);
}

static void set_all(struct account_settings *settings, const char *text)
{
    for (unsigned i = 0; i < PREFERENCE_COUNT; i++) {
        char why[200] = "";
        if (!preference_set(&settings->preferences, (enum preference)i, text, why, sizeof why))
            CHECK(why[0]);
    }
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++) {
        const char *why = profile_set(&settings->profile, (enum profile_field)i, text);
        CHECK(!why || why[0]);
    }
    (void)account_settings_set_language(settings, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    struct account_settings settings;
    account_settings_parse(text, &settings);
    check_round_trip(&settings);
    set_all(&settings, text);
    check_round_trip(&settings);
    account_settings_fini(&settings);
    free(text);
    return 0;
}
