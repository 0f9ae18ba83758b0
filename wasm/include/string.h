/* SPDX-License-Identifier: MIT */
/* All of libc that the browser's module has: see memory.c. */
#ifndef WASM_STRING_H
#define WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *bytes, int byte, size_t size);
size_t strlen(const char *text);
char *strchr(const char *text, int c);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);

#endif
