/* SPDX-License-Identifier: MIT */
/* Allocates large tables with random access on huge pages, which causes fewer TLB misses. */
#ifndef ENGINE_HUGEPAGES_H
#define ENGINE_HUGEPAGES_H

#include <stddef.h>

/* Returns uninitialised memory, or NULL if there is not enough. Release it with free(). */
void *hugepages_alloc(size_t size);

#endif
