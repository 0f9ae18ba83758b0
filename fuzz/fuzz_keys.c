/* SPDX-License-Identifier: MIT */
/* The escape sequences of keys: any bytes. The result is a key, and a place only for the mouse. */
#include "tui/key_sequence.h"
#include "tui/terminal.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mouse_event mouse = {.row = -1, .column = -1};
    const int key = key_sequence_parse((const char *)data, size, &mouse);
    CHECK(key >= KEY_NONE && key <= KEY_F(10));
    if (key == KEY_MOUSE)
        CHECK(mouse.row >= 0 && mouse.column >= 0);
    else
        CHECK(mouse.row == -1 && mouse.column == -1);
    if (key != KEY_NONE)
        CHECK(key_sequence_is_complete((const char *)data, size));
    return 0;
}
