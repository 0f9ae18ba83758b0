/* SPDX-License-Identifier: MIT */
/* Builds opening databases: from PGN files, other databases and records of games. The file depends
 * only on the games and the limit of plies, not on their order or on how they were put together. It
 * replaces an older file only when it is complete. */
#ifndef EXPLORER_BUILD_H
#define EXPLORER_BUILD_H

#include "explorer/import.h"

enum { BUILD_PLIES_DEFAULT = 50, BUILD_MEMORY_DEFAULT = 256 /* MiB */ };

struct build_options {
    const char *path;                 /* of the database to write */
    const struct database *databases; /* whose games are part of it */
    size_t database_count;
    const struct buffer *records; /* further games; see import_records(); NULL: none */
    bool reads_files;             /* whether there are PGN files: run.files */
    struct run_options run;
    rk_variant variant;
    uint32_t ply_limit;
    size_t memory; /* bytes; names and the page cache come on top */
    bool scratch;  /* the file does not have to survive a crash of the system */
};

struct build_counts {
    struct import_counts import;                    /* of the PGN files */
    uint64_t games, moves, positions, names, bytes; /* of the database; 0: it was not written */
};

/* Problems are reported to the reporter of `run`; PGN files without a game are one, and leave an
 * older file as it is. The databases must have been verified and be of
 * the variant. */
enum run_status build_database(const struct build_options *options, struct build_counts *out);

#endif
