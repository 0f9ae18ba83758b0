/* SPDX-License-Identifier: MIT */
#include "tui/key_sequence.h"

#include "tui/keys.h"

enum { PARAMETERS_MAX = 3, PARAMETER_LIMIT = 10000 };

bool key_sequence_is_complete(const char *bytes, size_t size)
{
    if (size < 2)
        return false;
    const char last = bytes[size - 1];
    const bool opens_linux_key = size == 2 && bytes[0] == '[' && last == '[';
    return last >= '@' && last <= '~' && !opens_linux_key;
}

static int key_from_number(int number)
{
    static const int keys[] = {
        [1] = KEY_HOME,  [3] = KEY_DELETE, [4] = KEY_END,   [5] = KEY_PAGE_UP, [6] = KEY_PAGE_DOWN,
        [7] = KEY_HOME,  [8] = KEY_END,    [11] = KEY_F(1), [12] = KEY_F(2),   [13] = KEY_F(3),
        [14] = KEY_F(4), [15] = KEY_F(5),  [17] = KEY_F(6), [18] = KEY_F(7),   [19] = KEY_F(8),
        [20] = KEY_F(9), [21] = KEY_F(10)};
    const bool known = number > 0 && number < (int)(sizeof keys / sizeof *keys) && keys[number];
    return known ? keys[number] : KEY_NONE;
}

static int key_from_letter(char letter)
{
    switch (letter) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_HOME;
    case 'F':
        return KEY_END;
    case 'P':
    case 'Q':
    case 'R':
    case 'S':
        return KEY_F(1 + letter - 'P');
    default:
        return KEY_NONE;
    }
}

/* Reads numbers separated by semicolons; missing ones are 0. */
static void read_parameters(const char *bytes, size_t size, int out[PARAMETERS_MAX])
{
    size_t index = 0;
    for (size_t i = 0; i < size && index < PARAMETERS_MAX; i++) {
        if (bytes[i] == ';')
            index++;
        else if (bytes[i] >= '0' && bytes[i] <= '9' && out[index] < PARAMETER_LIMIT)
            out[index] = 10 * out[index] + bytes[i] - '0';
    }
}

/* Reports of the left button only: others and the wheel have bits above it. Bits 4, 8 and 16 are
 * Shift, Alt and Ctrl. */
static int parse_mouse(const int parameters[PARAMETERS_MAX], char last, struct mouse_event *mouse)
{
    const int button = parameters[0] & ~(4 | 8 | 16);
    if (button || parameters[1] < 1 || parameters[2] < 1 || (last != 'M' && last != 'm'))
        return KEY_NONE;
    *mouse = (struct mouse_event){
        .row = parameters[2] - 1, .column = parameters[1] - 1, .pressed = last == 'M'};
    return KEY_MOUSE;
}

int key_sequence_parse(const char *bytes, size_t size, struct mouse_event *mouse)
{
    int parameters[PARAMETERS_MAX] = {0};
    if (!key_sequence_is_complete(bytes, size))
        return KEY_NONE;
    const char last = bytes[size - 1];
    if (bytes[0] == '[' && bytes[1] == '[') // the Linux console: "[[A" is F1
        return size == 3 && last >= 'A' && last <= 'E' ? KEY_F(1 + last - 'A') : KEY_NONE;
    read_parameters(bytes + 1, size - 2, parameters);
    if (bytes[0] == '[' && bytes[1] == '<')
        return parse_mouse(parameters, last, mouse);
    return last == '~' ? key_from_number(parameters[0]) : key_from_letter(last);
}
