/* SPDX-License-Identifier: MIT */
/* The words both ends use: verbs of commands and reasons of refusals. */
#ifndef WIRE_WORDS_H
#define WIRE_WORDS_H

#include <stdbool.h>

enum stale_after { STALE_NEVER, STALE_AFTER_MOVE, STALE_AFTER_ACTION };

enum verb {
#define ROW(verb, name, stale) verb,
#include "wire/verbs.def"
    VERB_COUNT
};

enum refusal {
#define ROW(refusal, word, status, text) refusal,
#include "wire/refusals.def"
    REFUSAL_COUNT
};

/* Static storage, all of them. */
const char *verb_name(enum verb verb);
bool verb_from_name(const char *name, enum verb *out);
enum stale_after verb_stale_after(enum verb verb);

const char *refusal_word(enum refusal refusal);
const char *refusal_text(enum refusal refusal);
unsigned refusal_status(enum refusal refusal);

#endif
