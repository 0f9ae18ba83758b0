/* SPDX-License-Identifier: MIT */
/* Memory for large tables that are read here and there: on pages as large as the machine has them,
 * for fewer misses of the TLB. */
#ifndef ENGINE_HUGEPAGES_H
#define ENGINE_HUGEPAGES_H

#include <stddef.h>

/* Not cleared; NULL if there is none. The caller ends it with free(). */
void *hugepages_alloc(size_t bytes);

#endif
