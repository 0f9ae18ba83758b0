/* SPDX-License-Identifier: MIT */
#include "base/text.h"

struct text text_in(char *buffer, size_t size)
{
    return (struct text){.start = buffer, .at = buffer, .end = buffer + size - 1};
}

void text_put(struct text *text, char c)
{
    if (text->at < text->end)
        *text->at++ = c;
    else
        text->cut = true;
}

void text_add(struct text *text, const char *string)
{
    while (*string)
        text_put(text, *string++);
}

void text_add_bytes(struct text *text, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        text_put(text, bytes[i]);
}

void text_number(struct text *text, unsigned long number)
{
    char digits[24];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        text_put(text, digits[--count]);
}

size_t text_end(struct text *text)
{
    *text->at = '\0';
    return (size_t)(text->at - text->start);
}

void text_copy(char *out, size_t size, const char *from)
{
    struct text text = text_in(out, size);
    text_add(&text, from ? from : "");
    text_end(&text);
}
