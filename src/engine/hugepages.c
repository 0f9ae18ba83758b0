/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE // madvise() NOLINT(bugprone-reserved-identifier)
#include "engine/hugepages.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

void *hugepages_alloc(size_t size)
{
    const size_t rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const pages = aligned_alloc(HUGE_PAGE, rounded);
#ifdef MADV_HUGEPAGE
    if (pages)
        (void)madvise(pages, rounded, MADV_HUGEPAGE); // a hint
#endif
    return pages;
}
