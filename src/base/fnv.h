/* SPDX-License-Identifier: MIT */
/* FNV-1a, a hash of 64 bits for checksums and keys. Somebody who chooses the bytes can choose the
 * hash, so it does not protect against attackers. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t FNV_START = UINT64_C(0xcbf29ce484222325); /* the hash of nothing */

/* `unit` is a byte, except where a format hashes larger units. */
static inline uint64_t fnv_add_unit(uint64_t hash, uint64_t unit)
{
    return (hash ^ unit) * UINT64_C(0x100000001b3);
}

static inline uint64_t fnv_add(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = fnv_add_unit(hash, at[i]);
    return hash;
}

static inline uint64_t fnv_hash(const void *bytes, size_t size)
{
    return fnv_add(FNV_START, bytes, size);
}

#endif
