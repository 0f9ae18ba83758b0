/* SPDX-License-Identifier: MIT */
#include "wire/refusals.h"

static const struct {
    const char *word;
    unsigned status;
    const char *text;
} refusals[] = {
#define ROW(refusal, word, status, text) [refusal] = {(word), (status), (text)},
#include "wire/refusals.def"
};

const char *refusal_word(enum refusal refusal)
{
    return refusals[refusal].word;
}

const char *refusal_text(enum refusal refusal)
{
    return refusals[refusal].text;
}

unsigned refusal_status(enum refusal refusal)
{
    return refusals[refusal].status;
}
