/* SPDX-License-Identifier: MIT */
/* What staff type: any text is either refused with a reason, or is a time in the next ten years;
 * and either refused as the value of a setting, or written in a form that is accepted unchanged. */
#include "cmd/until.h"
#include "moderation/server_settings.h"

#include "fuzz.h"

static const int64_t now = INT64_C(1763251200000), ten_years = INT64_C(86400000) * 3660;

static void check_until(const char *text)
{
    int64_t until = 0;
    const char *why = until_parse(text, now, &until);
    if (why)
        CHECK(why[0] && !until);
    else
        CHECK(until > now && until <= now + ten_years);
}

static void check_setting(const struct setting *setting, const char *text)
{
    char value[SETTING_VALUE_SIZE], again[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE] = "";
    if (!setting_normalize(setting, text, value, why)) {
        CHECK(why[0]);
        return;
    }
    CHECK(setting_normalize(setting, value, again, why));
    CHECK(!strcmp(value, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct setting *settings;
    const size_t count = server_settings_table(&settings);
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    check_until(text);
    for (size_t i = 0; i < count; i++)
        check_setting(&settings[i], text);
    free(text);
    return 0;
}
