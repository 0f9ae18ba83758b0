/* SPDX-License-Identifier: MIT */
/* The reasons to refuse a command or a request, for the WebSocket and the HTTP API. */
#ifndef WIRE_REFUSALS_H
#define WIRE_REFUSALS_H

enum refusal {
#define ROW(refusal, word, status, text) refusal,
#include "wire/refusals.def"
    REFUSAL_COUNT
};

/* Static storage, both texts. */
const char *refusal_word(enum refusal refusal); /* the one programs match on */
const char *refusal_text(enum refusal refusal); /* the default message for a person */
unsigned refusal_status(enum refusal refusal);  /* HTTP */

#endif
