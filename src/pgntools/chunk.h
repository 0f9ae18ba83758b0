/* SPDX-License-Identifier: MIT */
/* Cuts the text of a PGN file into chunks of whole games, so that several threads can work on it
 * and memory does not grow with the file. */
#ifndef PGNTOOLS_CHUNK_H
#define PGNTOOLS_CHUNK_H

#include "pgntools/input.h"
#include "rookery/pgn.h"

struct chunk {
    const char *file; /* its name in messages; borrowed */
    char *text;       /* whole games */
    size_t size, capacity;
    size_t number;         /* of all chunks of a run, from 0 */
    rk_pgn_place start;    /* lines and bytes before it in the file; games count from 0 again */
    bool is_first;         /* of its file */
    bool has_cut_off_game; /* its only game is too long; the rest of that game is skipped */
};

void chunk_fini(struct chunk *chunk);

/* Some editors start a file with it. */
#define CHUNK_BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Whether there is anything but blanks and a byte order mark in it. */
bool chunk_has_text(const struct chunk *chunk);

/* Whether it starts with the byte order mark of UTF-16, which cannot be read. */
bool chunk_is_utf16(const struct chunk *chunk);

struct chunk_limits {
    size_t chunk_size; /* normal size of a chunk */
    /* If this much text has no tags, a result and a blank line end a game, too. */
    size_t tagless_size;
    size_t game_max; /* longer games are cut off */
};

/* Chunks of 256 KiB are enough work to be worth handing to another thread. */
extern const struct chunk_limits chunk_default_limits;

/* Reads one file after the other. */
struct chunker {
    struct chunk_limits limits;
    struct input_stream *input; /* NULL: no file is open */
    const char *file;
    rk_pgn_place place; /* of the next chunk */
    bool at_start;
    bool after_cr;    /* the last chunk ended with a CR */
    bool skipping;    /* the rest of a game that was cut off */
    uint64_t skipped; /* bytes of it so far */
    char *remainder;  /* text that was read, but belongs to the next chunk */
    size_t remainder_size, remainder_capacity;
    uint64_t closed_bytes; /* of the files read so far, before decompression */
};

void chunker_init(struct chunker *chunker, const struct chunk_limits *limits);
void chunker_fini(struct chunker *chunker);

/* Starts a file. The chunker takes ownership of the input; it must not have an error. `file` is
 * borrowed. */
void chunker_open(struct chunker *chunker, struct input_stream *taken, const char *file);
void chunker_close(struct chunker *chunker);

/* The number of bytes read of all files, before decompression. */
uint64_t chunker_source_bytes(const struct chunker *chunker);

enum chunk_status {
    CHUNK_READ,
    CHUNK_END,       /* there is no more text in the file */
    CHUNK_BAD_INPUT, /* reading failed: see input_error(chunker->input) */
    CHUNK_NO_GAME,   /* a truncated game never ends, as with /dev/zero */
    CHUNK_NO_MEMORY
};

/* Reads the next chunk, reusing the memory of `chunk`, which is all zeros at first. */
enum chunk_status chunker_next(struct chunker *chunker, struct chunk *chunk);

#endif
