/* SPDX-License-Identifier: MIT */
/* Touches the pages of new memory in the background. The system zeroes a page when it is first
 * used, which takes as long as searching hundreds of nodes: a search that only hits new pages would
 * do little else. */
#ifndef ENGINE_PREFAULT_H
#define ENGINE_PREFAULT_H

#include <stdbool.h>
#include <stddef.h>

struct prefault;

/* Starts threads that write a zero to every page. Do not use the memory before they are done. NULL
 * if no thread could be started; then there is nothing to wait for. */
struct prefault *prefault_start(void *memory, size_t size, unsigned threads);

/* Waits until all pages have been touched, but at most a few milliseconds. Returns whether they
 * have. */
bool prefault_wait(struct prefault *prefault);
bool prefault_is_done(struct prefault *prefault);

/* Stops the threads, which takes no longer than a few pages, and releases them. NULL is allowed. */
void prefault_destroy(struct prefault *prefault);

#endif
