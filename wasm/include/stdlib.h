/* SPDX-License-Identifier: MIT */
/* Memory for the engine: see platform.c. */
#ifndef WASM_STDLIB_H
#define WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *aligned_alloc(size_t alignment, size_t size); /* at most 64 */
void *calloc(size_t count, size_t size);
void free(void *memory);

static inline int abs(int number)
{
    return number < 0 ? -number : number;
}

#endif
