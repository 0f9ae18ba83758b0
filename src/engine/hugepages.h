/* SPDX-License-Identifier: MIT */
/* Allocates large tables with random access on huge pages, which causes fewer TLB misses. */
#ifndef ENGINE_HUGEPAGES_H
#define ENGINE_HUGEPAGES_H

#include <stddef.h>

/* The memory is not cleared; NULL if there is not enough. The caller ends it with free(). */
void *hugepages_alloc(size_t size);

#endif
