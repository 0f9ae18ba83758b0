/* SPDX-License-Identifier: MIT */
/* The file format of an opening database; docs/explorer.md describes it. All numbers are
 * little-endian. */
#ifndef EXPLORER_FORMAT_H
#define EXPLORER_FORMAT_H

#include <stdint.h>

#include "rookery/err.h"
#include "rookery/position.h"

enum {
    FORMAT_VERSION = 2,
    HEADER_SIZE = 256,
    GAME_SIZE = 24,    /* bytes of a game in the section of games */
    MOVE_SIZE = 2,     /* an rk_move */
    OFFSET_SIZE = 8,   /* of a bucket */
    CHECK_SIZE = 2,    /* bits of the key after those that choose the bucket */
    BLOCK_SIZE = 4096, /* bytes that have a checksum of their own */
    CHECKSUM_SIZE = 4,
    STATS_GAMES = 256 /* a position with at least this many games has its statistics stored */
};

/* Limits of the format. */
enum { NAMES_MAX = 0xffffff, NAME_SIZE_MAX = 255, RATING_MAX = 4095, PLIES_MAX = 500 };
static const uint64_t GAMES_MAX = 0xffffffff;

enum section_id {
    SECTION_NAMES,     /* offsets (u32) of all names and of the end, then the names, sorted */
    SECTION_GAMES,     /* GAME_SIZE bytes for each, sorted by start, moves, then everything else */
    SECTION_MOVES,     /* the moves of all games */
    SECTION_BUCKETS,   /* offsets (u64) of all buckets of positions and of the end */
    SECTION_POSITIONS, /* positions of at least two games, by key */
    SECTION_CHECKSUMS, /* of the blocks from the header up to this section, which is the last */
    SECTION_COUNT
};

struct section {
    uint64_t offset, size;
    uint32_t crc;
};

struct format_header {
    uint32_t variant;     /* an rk_variant; standard includes Chess960 */
    uint32_t ply_limit;   /* positions after more plies are not indexed */
    uint32_t bucket_bits; /* 2 to this power is the number of buckets */
    uint64_t game_count, name_count, position_count, move_count;
    struct section sections[SECTION_COUNT];
};

void format_header_write(const struct format_header *header, uint8_t out[HEADER_SIZE]);

/* Reads and checks the header of a file of `size` bytes: magic, version, checksum, and that the
 * sections lie within the file and have the sizes that the counts require. */
RK_MUST_USE rk_err format_header_read(const uint8_t *bytes, uint64_t size,
                                      struct format_header *out, rk_fault *fault);

/* Whether a file starts as a database does, of whatever version. */
bool format_is_database(const uint8_t *bytes, uint64_t size);

/* CRC-32 of a section. */
uint32_t format_checksum(const uint8_t *bytes, uint64_t size);

const char *format_section_name(enum section_id section);

/* How many blocks there are from the header up to an offset. */
static inline uint64_t format_block_count(uint64_t end)
{
    return (end - HEADER_SIZE + BLOCK_SIZE - 1) / BLOCK_SIZE;
}

/* How many of the first bits of a key choose its bucket, for a number of games. */
uint32_t format_bucket_bits(uint64_t game_count);

// ---- numbers ---------------------------------------------------------------------------------

static inline uint64_t load_number(const uint8_t *at, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static inline void store_number(uint8_t *at, unsigned size, uint64_t number)
{
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

/* Reads a varint and advances; past the end, or if it is too long, sets *at to NULL. Does nothing
 * if *at is NULL already, so that one check after several reads is enough. */
static inline uint64_t load_varint(const uint8_t **at, const uint8_t *end)
{
    uint64_t number = 0;
    for (unsigned shift = 0; *at && shift < 64; shift += 7) {
        if (*at == end)
            break;
        const uint8_t byte = *(*at)++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    *at = NULL;
    return 0;
}

#endif
