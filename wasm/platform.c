/* SPDX-License-Identifier: MIT */
/* What the engine needs of a system, in a browser: memory, and neither files nor threads.
 *
 * A module has one engine for all of its life, so memory is only ever taken: what the browser gives
 * reads as zero, and closing the page or the worker returns it all. */
#include <stdint.h>
#include <stdlib.h>

#include "engine/hugepages.h"
#include "engine/prefault.h"
#include "rookery/book.h"
#include "rookery/tablebase.h"

enum { PAGE = 65536, ALIGNMENT = 64 }; /* a cache line: the buckets of the hash table are one */

extern char __heap_base; // set by the linker: the first byte after the static data

static uintptr_t heap_end; /* of what was taken; 0 before the first call */

// ---- memory ------------------------------------------------------------------------------------

/* Grows the memory to `end` bytes, if it is not that large. */
static bool reserve(uintptr_t end)
{
    const size_t pages = (end + PAGE - 1) / PAGE, now = __builtin_wasm_memory_size(0);
    return pages <= now || __builtin_wasm_memory_grow(0, pages - now) != SIZE_MAX;
}

void *malloc(size_t size)
{
    const uintptr_t used = heap_end ? heap_end : (uintptr_t)&__heap_base;
    const uintptr_t start = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > UINTPTR_MAX - start - PAGE || !reserve(start + size))
        return NULL;
    heap_end = start + size;
    return (void *)start;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return alignment <= ALIGNMENT ? malloc(size) : NULL;
}

void *calloc(size_t count, size_t size)
{
    return size && count > SIZE_MAX / size ? NULL : malloc(count * size);
}

void free(void *memory)
{
    (void)memory;
}

void *hugepages_alloc(size_t size)
{
    return malloc(size);
}

void hugepages_free(void *memory, size_t size)
{
    (void)memory, (void)size;
}

// ---- no threads --------------------------------------------------------------------------------

struct prefault *prefault_start(void *memory, size_t size, unsigned threads)
{
    return (void)memory, (void)size, (void)threads, NULL;
}

bool prefault_wait(struct prefault *prefault)
{
    return (void)prefault, true;
}

bool prefault_is_done(struct prefault *prefault)
{
    return (void)prefault, true;
}

void prefault_destroy(struct prefault *prefault)
{
    (void)prefault;
}

// ---- no files ----------------------------------------------------------------------------------

rk_move rk_book_pick(const rk_book *book, const rk_position *pos, uint64_t random)
{
    return (void)book, (void)pos, (void)random, (rk_move)RK_NO_MOVE;
}

unsigned rk_tablebase_men(const rk_tablebase *tablebase)
{
    return (void)tablebase, 0;
}

bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out)
{
    return (void)tablebase, (void)pos, (void)out, false;
}

size_t rk_tablebase_root(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                         rk_move *out)
{
    return (void)tablebase, (void)pos, (void)repeated, (void)out, 0;
}
