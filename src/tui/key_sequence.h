/* SPDX-License-Identifier: MIT */
/* Keys and mouse events from the escape sequences that terminals send. */
#ifndef TUI_KEY_SEQUENCE_H
#define TUI_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

struct mouse_event {
    int row, column; /* from 0 */
    bool pressed;    /* otherwise the button was released */
};

enum { KEY_SEQUENCE_MAX = 32 }; /* bytes */

/* The key of keys.h for a sequence without its Esc, such as "[A", "OP", "[3~" or "[<0;7;9M".
 * For KEY_MOUSE, *mouse says where and what. KEY_NONE if the sequence means nothing to us. */
int key_sequence_parse(const char *bytes, size_t size, struct mouse_event *mouse);

/* Whether the sequence is complete. */
bool key_sequence_is_complete(const char *bytes, size_t size);

#endif
