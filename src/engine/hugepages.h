/* SPDX-License-Identifier: MIT */
/* Allocates large tables with random access on huge pages, which causes fewer TLB misses. */
#ifndef ENGINE_HUGEPAGES_H
#define ENGINE_HUGEPAGES_H

#include <stddef.h>

/* Returns zeroed memory, or NULL if the machine does not have enough. The system allocates and
 * zeroes a page when it is first used, so even a huge table is returned at once. Release it with
 * hugepages_free(). */
void *hugepages_alloc(size_t size);

/* Releases memory of this size. NULL is allowed. */
void hugepages_free(void *memory, size_t size);

#endif
