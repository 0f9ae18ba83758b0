/* SPDX-License-Identifier: MIT */
/* Messages on standard error and output, which may be a terminal. */
#ifndef PLATFORM_MESSAGE_H
#define PLATFORM_MESSAGE_H

#include <stdarg.h>
#include <stdio.h>

/* Prints one line, formatted as by printf, and its newline. Names of files, tags and other text
 * from elsewhere may be part of it: control characters become '?', newlines included, so that they
 * cannot send escape sequences to the terminal or pretend to be another message. */
__attribute__((format(printf, 2, 3))) void message_print(FILE *stream, const char *format, ...);
__attribute__((format(printf, 2, 0))) void message_vprint(FILE *stream, const char *format,
                                                          va_list arguments);

#endif
