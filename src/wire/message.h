/* SPDX-License-Identifier: MIT */
/* The messages of the WebSocket protocol as structures, written and read with the
 * table messages.def. */
#ifndef WIRE_MESSAGE_H
#define WIRE_MESSAGE_H

#include "base/buffer.h"
#include "rookery/err.h"

enum { PROTOCOL_VERSION = 2, MESSAGE_SIZE_MAX = 8192 };

/* The C types of the fields. A missing text is NULL, a missing integer INTEGER_MISSING, a
 * missing boolean false. */
#define TEXT            const char *
#define PROSE           const char *
#define INTEGER         int64_t
#define BOOL            bool
#define INTEGER_MISSING INT64_MIN

#define MESSAGE(direction, structure, name, about)      struct structure {
#define FIELD(structure, field, kind, max, need, about) kind field;
#define END(structure)                           \
    char unused; /* C has no empty structures */ \
    }                                            \
    ;
#include "wire/messages.def"

#undef TEXT
#undef PROSE
#undef INTEGER
#undef BOOL

enum message_kind {
#define MESSAGE(direction, structure, name, about) KIND_OF_##structure,
#define FIELD(structure, field, kind, max, need, about)
#define END(structure)
#include "wire/messages.def"
    MESSAGE_KIND_COUNT
};

enum message_direction { MESSAGE_TO_SERVER, MESSAGE_TO_CLIENT };

/* Static storage: "watch". */
const char *message_name(enum message_kind kind);

/* Appends the JSON of a message: `structure` is the struct of that kind, with all required fields
 * set. A client rejects a message with a field above its maximum, so a PROSE that is too long is
 * shortened at a character boundary and ends with an ellipsis, and an INTEGER to a client becomes
 * its maximum. A TEXT is an id or a name, whose length is limited where it is made. */
void message_write(enum message_kind kind, const void *structure, struct buffer *out);

/* A message that was read. */
struct message {
    enum message_kind kind;
    union {
#define MESSAGE(direction, structure, name, about) struct structure structure;
#define FIELD(structure, field, kind, max, need, about)
#define END(structure)
#include "wire/messages.def"
    } as;
    void *tree; /* the texts point into it */
};

/* Reads one message of that direction. Invalid JSON, an unknown message, and fields that
 * are missing, too long or of the wrong type are errors. Unknown fields are ignored, so
 * that newer peers are understood. The caller frees *out with message_fini(). */
RK_MUST_USE rk_err message_read(enum message_direction direction, const char *bytes, size_t size,
                                struct message *out, rk_fault *fault);
/* The id of a message that message_read() did not accept; false if it has none that fits. */
bool message_read_id(const char *bytes, size_t size, char *out, size_t out_size);
void message_fini(struct message *message);

#endif
