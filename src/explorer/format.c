/* SPDX-License-Identifier: MIT */
#include "explorer/format.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/fault.h"
#include "rookery/fen.h"

static const char magic[8] = "RKEXPL\r\n";

/* Where the fields are in the header. */
enum {
    AT_VERSION = 8,
    AT_VARIANT = 12,
    AT_PLY_LIMIT = 16,
    AT_BUCKET_BITS = 20,
    AT_GAMES = 24,
    AT_NAMES = 32,
    AT_POSITIONS = 40,
    AT_MOVES = 48,
    AT_KEYS = 56,
    AT_SECTIONS = 64,
    SECTION_ROW = 20,
    AT_CRC = HEADER_SIZE - 4,
    BUCKET_BITS_MAX = 32
};

const char *format_section_name(enum section_id section)
{
    static const char *const names[SECTION_COUNT] = {"names",   "games",     "moves",
                                                     "buckets", "positions", "checksums"};
    return names[section];
}

uint32_t format_bucket_bits(uint64_t game_count)
{
    uint32_t bits = 0;
    while (bits < BUCKET_BITS_MAX && game_count >> (bits + 4))
        bits++;
    return bits;
}

// zlib takes 32 bits of a size.
uint32_t format_checksum(const uint8_t *bytes, uint64_t size)
{
    enum { PART = 1 << 30 };
    uLong crc = crc32(0, NULL, 0);
    for (uint64_t at = 0; at < size; at += PART)
        crc = crc32(crc, bytes + at, size - at < PART ? (uInt)(size - at) : PART);
    return (uint32_t)crc;
}

/* The index is by Zobrist keys; a program with other keys would find nothing in it. */
static uint64_t key_fingerprint(void)
{
    static const char fen[] = "r3k2r/pp1pp1b1/2n1Q3/2pP1b2/1q2B3/2N5/PPP2nPP/R3K2R w KQkq c6 0 1";
    rk_position pos;
    if (rk_fen_parse(fen, sizeof fen - 1, RK_STANDARD, RK_FEN_PLAIN, &pos, NULL))
        return 0;
    return pos.key;
}

void format_header_write(const struct format_header *header, uint8_t out[HEADER_SIZE])
{
    memset(out, 0, HEADER_SIZE);
    memcpy(out, magic, sizeof magic);
    store_number(out + AT_VERSION, 4, FORMAT_VERSION);
    store_number(out + AT_VARIANT, 4, header->variant);
    store_number(out + AT_PLY_LIMIT, 4, header->ply_limit);
    store_number(out + AT_BUCKET_BITS, 4, header->bucket_bits);
    store_number(out + AT_GAMES, 8, header->game_count);
    store_number(out + AT_NAMES, 8, header->name_count);
    store_number(out + AT_POSITIONS, 8, header->position_count);
    store_number(out + AT_MOVES, 8, header->move_count);
    store_number(out + AT_KEYS, 8, key_fingerprint());
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        uint8_t *row = out + AT_SECTIONS + i * SECTION_ROW;
        store_number(row, 8, header->sections[i].offset);
        store_number(row + 8, 8, header->sections[i].size);
        store_number(row + 16, 4, header->sections[i].crc);
    }
    store_number(out + AT_CRC, 4, format_checksum(out, AT_CRC));
}

static rk_err header_fault(rk_fault *fault, const char *reason)
{
    return fault_set(fault, RK_BAD_RECORD, 0, reason);
}

bool format_is_database(const uint8_t *bytes, uint64_t size)
{
    return size >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

static rk_err check_identity(const uint8_t *bytes, uint64_t size, rk_fault *fault)
{
    if (!format_is_database(bytes, size))
        return header_fault(fault, "not an opening database");
    if (size < HEADER_SIZE)
        return header_fault(fault, "truncated: the header is incomplete");
    if (load_number(bytes + AT_VERSION, 4) != FORMAT_VERSION)
        return header_fault(fault, "a version of the format that this program does not know");
    if (load_number(bytes + AT_CRC, 4) != format_checksum(bytes, AT_CRC))
        return header_fault(fault, "corrupt: the checksum of the header is wrong");
    if (load_number(bytes + AT_KEYS, 8) != key_fingerprint())
        return header_fault(fault, "made by a program with other position keys: build it again");
    return RK_OK;
}

static void read_fields(const uint8_t *bytes, struct format_header *out)
{
    out->variant = (uint32_t)load_number(bytes + AT_VARIANT, 4);
    out->ply_limit = (uint32_t)load_number(bytes + AT_PLY_LIMIT, 4);
    out->bucket_bits = (uint32_t)load_number(bytes + AT_BUCKET_BITS, 4);
    out->game_count = load_number(bytes + AT_GAMES, 8);
    out->name_count = load_number(bytes + AT_NAMES, 8);
    out->position_count = load_number(bytes + AT_POSITIONS, 8);
    out->move_count = load_number(bytes + AT_MOVES, 8);
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        const uint8_t *row = bytes + AT_SECTIONS + i * SECTION_ROW;
        out->sections[i] = (struct section){load_number(row, 8), load_number(row + 8, 8),
                                            (uint32_t)load_number(row + 16, 4)};
    }
}

/* The sections before the checksums are in blocks; each block has a checksum. */
static bool has_all_checksums(const struct section *sections)
{
    const uint64_t end = sections[SECTION_CHECKSUMS].offset;
    for (int i = 0; i < SECTION_CHECKSUMS; i++)
        if (sections[i].offset + sections[i].size > end)
            return false;
    return sections[SECTION_CHECKSUMS].size == CHECKSUM_SIZE * format_block_count(end);
}

static bool has_valid_counts(const struct format_header *header)
{
    const struct section *sections = header->sections;
    return header->variant < RK_VARIANT_COUNT && header->ply_limit <= PLIES_MAX &&
           header->bucket_bits <= BUCKET_BITS_MAX && header->game_count <= GAMES_MAX &&
           header->name_count <= NAMES_MAX &&
           sections[SECTION_NAMES].size >= 4 * (header->name_count + 1) &&
           sections[SECTION_GAMES].size == GAME_SIZE * header->game_count &&
           sections[SECTION_BUCKETS].size ==
               OFFSET_SIZE * ((UINT64_C(1) << header->bucket_bits) + 1) &&
           has_all_checksums(sections);
}

rk_err format_header_read(const uint8_t *bytes, uint64_t size, struct format_header *out,
                          rk_fault *fault)
{
    struct format_header header;
    const rk_err err = check_identity(bytes, size, fault);
    if (err)
        return err;
    read_fields(bytes, &header);
    for (enum section_id i = 0; i < SECTION_COUNT; i++) {
        const struct section *section = &header.sections[i];
        if (section->offset < HEADER_SIZE || section->offset > size ||
            section->size > size - section->offset) {
            char text[RK_FAULT_TEXT_MAX];
            snprintf(text, sizeof text, "truncated: the section of %s ends beyond the file",
                     format_section_name(i));
            return header_fault(fault, text);
        }
    }
    if (!has_valid_counts(&header))
        return header_fault(fault, "corrupt: the counts in the header contradict the sections");
    *out = header;
    return RK_OK;
}
