/* SPDX-License-Identifier: MIT */
#include "explorer/block_checksums.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- writing ---------------------------------------------------------------------------------

static const char *read_fully(int file, uint8_t *bytes, size_t size, uint64_t offset)
{
    while (size) {
        const ssize_t count = pread(file, bytes, size, (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count ? strerror(errno) : "the file was truncated while it was written";
        bytes += count;
        offset += (uint64_t)count;
        size -= (size_t)count;
    }
    return NULL;
}

static const char *write_fully(int file, const uint8_t *bytes, size_t size, uint64_t offset)
{
    while (size) {
        const ssize_t count = pwrite(file, bytes, size, (off_t)offset);
        if (count < 0 && errno != EINTR)
            return strerror(errno);
        bytes += count > 0 ? count : 0;
        offset += count > 0 ? (uint64_t)count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return NULL;
}

static void compute_blocks(const uint8_t *bytes, size_t size, uint8_t *checksums)
{
    for (size_t at = 0; at < size; at += BLOCK_SIZE, checksums += CHECKSUM_SIZE)
        store_number(checksums, CHECKSUM_SIZE,
                     format_checksum(bytes + at, size - at < BLOCK_SIZE ? size - at : BLOCK_SIZE));
}

static const char *compute_all(int file, uint64_t end, uint8_t *checksums)
{
    enum { BLOCKS = 16 };
    uint8_t bytes[BLOCKS * BLOCK_SIZE];
    for (uint64_t at = HEADER_SIZE; at < end; at += sizeof bytes) {
        const size_t size = end - at < sizeof bytes ? (size_t)(end - at) : sizeof bytes;
        const char *error = read_fully(file, bytes, size, at);
        if (error)
            return error;
        compute_blocks(bytes, size, checksums);
        checksums += (size_t)BLOCKS * CHECKSUM_SIZE;
    }
    return NULL;
}

const char *block_checksums_write(int file, uint64_t end, struct section *out)
{
    const uint64_t size = CHECKSUM_SIZE * format_block_count(end);
    uint8_t *checksums = malloc((size_t)size + 1);
    if (!checksums)
        return rk_err_text(RK_NO_MEMORY);
    const char *error = compute_all(file, end, checksums);
    *out = (struct section){.offset = end, .size = size};
    if (!error) {
        out->crc = format_checksum(checksums, size);
        error = write_fully(file, checksums, (size_t)size, end);
    }
    free(checksums);
    return error;
}

// ---- verifying -------------------------------------------------------------------------------

struct block_checksums {
    const uint8_t *bytes; /* of the first block */
    uint64_t size;        /* of all blocks */
    const uint8_t *checksums;
    atomic_bool failed;
    atomic_uchar verified[]; /* of each block: 1 */
};

struct block_checksums *block_checksums_create(const uint8_t *bytes,
                                               const struct format_header *header)
{
    const struct section *section = &header->sections[SECTION_CHECKSUMS];
    const size_t count = (size_t)format_block_count(section->offset);
    struct block_checksums *checksums = calloc(1, sizeof *checksums + count);
    if (!checksums)
        return NULL;
    checksums->bytes = bytes + HEADER_SIZE;
    checksums->size = section->offset - HEADER_SIZE;
    checksums->checksums = bytes + section->offset;
    return checksums;
}

void block_checksums_destroy(struct block_checksums *checksums)
{
    free(checksums);
}

// Two threads may verify a block at the same time; both find the same.
static bool verify_block(struct block_checksums *checksums, uint64_t block)
{
    const uint64_t at = block * BLOCK_SIZE, left = checksums->size - at;
    const uint32_t crc =
        format_checksum(checksums->bytes + at, left < BLOCK_SIZE ? left : BLOCK_SIZE);
    const bool is_right =
        crc == load_number(checksums->checksums + block * CHECKSUM_SIZE, CHECKSUM_SIZE);
    if (is_right)
        atomic_store_explicit(&checksums->verified[block], 1, memory_order_relaxed);
    else
        atomic_store(&checksums->failed, true);
    return is_right;
}

bool block_checksums_verify(struct block_checksums *checksums, const uint8_t *at, uint64_t size)
{
    if (!size)
        return true;
    const uint64_t begin = (uint64_t)(at - checksums->bytes);
    for (uint64_t block = begin / BLOCK_SIZE; block <= (begin + size - 1) / BLOCK_SIZE; block++)
        if (!atomic_load_explicit(&checksums->verified[block], memory_order_relaxed) &&
            !verify_block(checksums, block))
            return false;
    return true;
}

bool block_checksums_failed(const struct block_checksums *checksums)
{
    return checksums && atomic_load(&checksums->failed);
}
