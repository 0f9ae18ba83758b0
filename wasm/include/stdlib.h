/* SPDX-License-Identifier: MIT */
/* Memory for the engine: see platform.c. */
#ifndef WASM_STDLIB_H
#define WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
