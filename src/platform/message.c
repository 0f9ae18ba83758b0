/* SPDX-License-Identifier: MIT */
#include "platform/message.h"

#include "base/printable.h"

static void format_text(struct buffer *out, const char *format, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    const int size = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    if (size < 0 || !buffer_reserve(out, (size_t)size + 1))
        return;
    vsnprintf(out->bytes, (size_t)size + 1, format, arguments);
    out->size = (size_t)size;
}

void message_vprint(FILE *stream, const char *format, va_list arguments)
{
    struct buffer text = {0}, line = {0};
    format_text(&text, format, arguments);
    printable_append(&line, text.bytes, text.size);
    buffer_put(&line, '\n');
    if (text.failed || line.failed)
        fputs("out of memory\n", stream);
    else
        fwrite(line.bytes, 1, line.size, stream);
    buffer_fini(&text);
    buffer_fini(&line);
}

void message_print(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vprint(stream, format, arguments);
    va_end(arguments);
}
