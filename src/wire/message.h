/* SPDX-License-Identifier: MIT */
/* The messages of the WebSocket protocol as structures: written and read by the
 * one table in messages.def. */
#ifndef WIRE_MESSAGE_H
#define WIRE_MESSAGE_H

#include "base/buffer.h"
#include "rookery/err.h"

enum { PROTOCOL_VERSION = 1, MESSAGE_SIZE_MAX = 8192 };

/* What a field is in its structure. A text that is missing is NULL, a number
 * INTEGER_MISSING, a truth false. */
#define TEXT            const char *
#define INTEGER         int64_t
#define BOOL            bool
#define INTEGER_MISSING INT64_MIN

#define MESSAGE(direction, structure, name, about)       struct structure {
#define FIELD(structure, field, kind, most, need, about) kind field;
#define END(structure)                            \
    char last_of_all; /* no structure is empty */ \
    }                                             \
    ;
#include "wire/messages.def"

#undef TEXT
#undef INTEGER
#undef BOOL

enum message_kind {
#define MESSAGE(direction, structure, name, about) KIND_OF_##structure,
#define FIELD(structure, field, kind, most, need, about)
#define END(structure)
#include "wire/messages.def"
    MESSAGE_KIND_COUNT
};

enum message_direction { MESSAGE_UP, MESSAGE_DOWN };

/* Static storage: "watch". */
const char *message_name(enum message_kind kind);

/* Appends the JSON of a message: `structure` is the struct of that kind, all of
 * its needed fields set. */
void message_write(enum message_kind kind, const void *structure, struct buffer *out);

/* A message as it was read. */
struct message {
    enum message_kind kind;
    union {
#define MESSAGE(direction, structure, name, about) struct structure structure;
#define FIELD(structure, field, kind, most, need, about)
#define END(structure)
#include "wire/messages.def"
    } as;
    void *tree; /* the texts point into it */
};

/* Reads one message of that direction. What it does not know, what is missing,
 * too long, of a wrong kind or no JSON is refused with the reason; fields it does
 * not know are passed over, so that a newer other end is understood. The caller
 * ends *out with message_fini(). */
RK_MUST_USE rk_err message_read(enum message_direction direction, const char *bytes, size_t size,
                                struct message *out, rk_fault *fault);
void message_fini(struct message *message);

#endif
