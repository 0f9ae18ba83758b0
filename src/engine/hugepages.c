/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE // mmap() of memory, madvise() NOLINT(bugprone-reserved-identifier)
#include "engine/hugepages.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

static size_t round_up(size_t size)
{
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* The system may grant more than it has, and kill the process when the memory is used. */
static bool exceeds_memory(size_t size)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_size > 0 && size / (size_t)page_size >= (size_t)pages;
#else
    return (void)size, false;
#endif
}

/* Maps one huge page more than needed, and unmaps what is before and after the aligned part. */
void *hugepages_alloc(size_t size)
{
    const size_t rounded = round_up(size), mapped = rounded + HUGE_PAGE;
    if (rounded < size || mapped < rounded || exceeds_memory(rounded))
        return NULL;
    char *const start =
        mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    const size_t before = round_up((uintptr_t)start) - (uintptr_t)start;
    if (before)
        munmap(start, before);
    if (before < HUGE_PAGE)
        munmap(start + before + rounded, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    (void)madvise(start + before, rounded, MADV_HUGEPAGE); // a hint
#endif
    return start + before;
}

void hugepages_free(void *memory, size_t size)
{
    if (memory)
        munmap(memory, round_up(size));
}
