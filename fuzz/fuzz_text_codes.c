/* SPDX-License-Identifier: MIT */
/* Sentences and their codes: the parameters of any sentence lie in it in order, none is empty, and
 * a form that fits is made of nothing but what a URL may hold. */
#include "wire/text_codes.h"

#include "fuzz.h"

static void check_parameters(const struct text_code *code, const char *text)
{
    const char *at = text;
    CHECK(code->count <= TEXT_CODE_PARAMETERS_MAX);
    for (size_t i = 0; i < code->count; i++) {
        const struct text_part value = code->parameters[i].value;
        CHECK(code->parameters[i].name.size && value.size);
        CHECK(value.at >= at && value.at + value.size <= text + strlen(text));
        at = value.at + value.size;
    }
}

static void check_form(const struct text_code *code)
{
    char form[TEXT_CODE_FORM_SIZE];
    if (!text_code_write_form(code, form))
        return;
    CHECK(strlen(form) < sizeof form);
    for (const char *at = form; *at; at++)
        CHECK(*at > ' ' && *at < 0x7f && *at != '"' && *at != '<');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[600];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const struct text_code code = text_code_find(text);
    CHECK(code.code || !code.count);
    check_parameters(&code, text);
    check_form(&code);
    return 0;
}
