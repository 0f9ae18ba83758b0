/* SPDX-License-Identifier: MIT */
#include "explorer/build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "explorer/block_checksums.h"
#include "explorer/index_writer.h"
#include "explorer/record.h"
#include "pgntools/temporary_file.h"

enum { START_SIZE = 4 };

struct build {
    const struct build_options *options;
    struct build_counts *counts;
    struct game_sorter *sorter;
    struct names names;
    struct import_counts all; /* of files and databases */
    struct format_header header;
    struct temporary_file *output;
    int file;
    uint8_t *map; /* everything up to the buckets */
    size_t map_size;
};

/* Reports an error of the output and returns false. */
static bool build_fail(const struct build *build, const char *error)
{
    const struct reporter *reporter = &build->options->run.reporter;
    reporter->file_error(reporter->context, build->options->path, error);
    return false;
}

// ---- games -----------------------------------------------------------------------------------

static bool fail_adding(const struct build *build)
{
    const char *error = game_sorter_error(build->sorter);
    return build_fail(build, error ? error : rk_err_text(RK_NO_MEMORY));
}

static bool add_database(struct build *build, const struct database *database)
{
    return import_database(database, build->sorter, &build->names, &build->all) ||
           fail_adding(build);
}

static bool add_records(struct build *build, const struct buffer *records)
{
    return import_records((const uint8_t *)records->bytes, records->size, build->sorter,
                          &build->names, &build->all) ||
           fail_adding(build);
}

static enum run_status read_games(struct build *build)
{
    const struct build_options *options = build->options;
    enum run_status status = RUN_OK;
    for (size_t i = 0; i < options->database_count; i++)
        if (!add_database(build, &options->databases[i]))
            return RUN_FAILED;
    if (options->records && !add_records(build, options->records))
        return RUN_FAILED;
    if (options->reads_files)
        status = import_games(&options->run, options->variant, build->sorter, &build->names,
                              &build->counts->import);
    if (status == RUN_FAILED && game_sorter_error(build->sorter))
        build_fail(build, game_sorter_error(build->sorter));
    build->all.games += build->counts->import.games;
    build->all.moves += build->counts->import.moves;
    build->all.start_bytes += build->counts->import.start_bytes;
    return status;
}

/* Lays out the sections whose sizes are known now. */
static bool plan_sections(struct build *build)
{
    struct format_header *header = &build->header;
    struct section *sections = header->sections;
    *header = (struct format_header){.variant = build->options->variant,
                                     .ply_limit = build->options->ply_limit,
                                     .bucket_bits = format_bucket_bits(build->all.games),
                                     .game_count = build->all.games,
                                     .name_count = build->names.count,
                                     .move_count = build->all.moves};
    if (header->game_count > GAMES_MAX || header->name_count > NAMES_MAX)
        return build_fail(build, "too many games or names for one database");
    sections[SECTION_NAMES].size = names_section_size(&build->names);
    sections[SECTION_GAMES].size = GAME_SIZE * header->game_count;
    sections[SECTION_MOVES].size = MOVE_SIZE * header->move_count + build->all.start_bytes;
    sections[SECTION_BUCKETS].size = OFFSET_SIZE * ((UINT64_C(1) << header->bucket_bits) + 1);
    uint64_t offset = HEADER_SIZE;
    for (int i = 0; i < SECTION_COUNT; i++) {
        sections[i].offset = offset;
        offset += sections[i].size;
    }
    return true;
}

/* Reserves the space first: a full disk would be a signal when the map is written to. */
static bool create_output(struct build *build)
{
    build->map_size = (size_t)build->header.sections[SECTION_POSITIONS].offset;
    build->output = temporary_file_create(build->options->path);
    if (!build->output)
        return build_fail(build, strerror(errno));
    build->file = temporary_file_open_for_update(build->output);
    if (build->file < 0)
        return build_fail(build, strerror(errno));
    const int error = posix_fallocate(build->file, 0, (off_t)build->map_size);
    if (error)
        return build_fail(build, strerror(error));
    void *map = mmap(NULL, build->map_size, PROT_READ | PROT_WRITE, MAP_SHARED, build->file, 0);
    if (map == MAP_FAILED)
        return build_fail(build, strerror(errno));
    build->map = map;
    return true;
}

static uint64_t moves_size(const struct record_parts *parts)
{
    return (parts->start.size ? START_SIZE : 0) + (uint64_t)parts->plies * MOVE_SIZE;
}

/* Writes the game of a record, whose moves begin at an offset. */
static void store_game(struct build *build, uint64_t number, const struct record_parts *parts,
                       const struct record_names *indexes, uint64_t offset)
{
    const struct section *sections = build->header.sections;
    const struct names *names = &build->names;
    uint8_t *row = build->map + sections[SECTION_GAMES].offset + number * GAME_SIZE;
    uint8_t *moves = build->map + sections[SECTION_MOVES].offset + offset;
    const struct database_game game = {
        .white = names_number(names, indexes->white),
        .black = names_number(names, indexes->black),
        .event = names_number(names, indexes->event),
        .start = parts->start.size ? names_number(names, indexes->start) : NO_NAME};
    if (parts->start.size) {
        store_number(moves, START_SIZE, game.start);
        moves += START_SIZE;
    }
    memcpy(moves, parts->moves, (size_t)parts->plies * MOVE_SIZE);
    memcpy(row, parts->row, GAME_SIZE);
    database_row_complete(&game, offset, row);
}

/* Whether all games are written, exactly as planned. A database that was merged may be forged. */
static bool write_all_games(struct build *build)
{
    const uint64_t end = build->header.sections[SECTION_MOVES].size;
    struct record_parts parts;
    struct record_names indexes;
    uint64_t offset = 0, number = 0;
    size_t size;
    for (const uint8_t *bytes; (bytes = game_sorter_next(build->sorter, &size, &indexes));) {
        if (!record_parse(bytes, size, &parts) || number == build->header.game_count ||
            moves_size(&parts) > end - offset)
            return false;
        store_game(build, number++, &parts, &indexes, offset);
        offset += moves_size(&parts);
    }
    return number == build->header.game_count && offset == end;
}

static bool write_games(struct build *build)
{
    names_write(&build->names, build->map + build->header.sections[SECTION_NAMES].offset);
    const bool written = write_all_games(build);
    if (game_sorter_error(build->sorter))
        return build_fail(build, game_sorter_error(build->sorter));
    if (!written)
        return build_fail(build, "the games are inconsistent");
    game_sorter_destroy(build->sorter); // the index needs the memory
    build->sorter = NULL;
    return true;
}

// ---- index -----------------------------------------------------------------------------------

/* The database that is being built, with its games. */
static struct database view_games(const struct build *build)
{
    struct database database = {.header = build->header};
    for (int i = 0; i < SECTION_POSITIONS; i++)
        database.section[i] = build->map + build->header.sections[i].offset;
    return database;
}

static void write_buckets(struct build *build, const struct index_result *result)
{
    uint8_t *at = build->map + build->header.sections[SECTION_BUCKETS].offset;
    const uint64_t buckets = UINT64_C(1) << build->header.bucket_bits;
    store_number(at, OFFSET_SIZE, 0);
    for (uint64_t i = 0; i < buckets; i++)
        store_number(at + (i + 1) * OFFSET_SIZE, OFFSET_SIZE, result->bucket_ends[i]);
}

static bool write_index(struct build *build)
{
    const struct build_options *options = build->options;
    const struct index_options index = {.path = options->path,
                                        .threads = options->run.threads,
                                        .memory = options->memory,
                                        .check_moves = options->database_count > 0};
    const struct database games = view_games(build);
    struct section *positions = &build->header.sections[SECTION_POSITIONS];
    struct index_result result;
    if (lseek(build->file, (off_t)positions->offset, SEEK_SET) < 0)
        return build_fail(build, strerror(errno));
    const char *error = index_write(&games, &index, build->file, &result);
    if (!error)
        write_buckets(build, &result);
    free(result.bucket_ends);
    positions->size = result.size;
    positions->crc = result.crc;
    build->header.position_count = result.positions;
    return !error || build_fail(build, error);
}

// ---- the file --------------------------------------------------------------------------------

static bool write_checksums(struct build *build)
{
    struct section *sections = build->header.sections;
    const struct section *last = &sections[SECTION_POSITIONS];
    const char *error =
        block_checksums_write(build->file, last->offset + last->size, &sections[SECTION_CHECKSUMS]);
    return !error || build_fail(build, error);
}

static void write_header(struct build *build)
{
    struct section *sections = build->header.sections;
    for (int i = 0; i < SECTION_POSITIONS; i++)
        sections[i].crc = format_checksum(build->map + sections[i].offset, sections[i].size);
    format_header_write(&build->header, build->map);
}

/* The file is on the disk before it gets its name. */
static bool commit_file(struct build *build)
{
    if (!build->options->scratch &&
        (msync(build->map, build->map_size, MS_SYNC) || fsync(build->file)))
        return build_fail(build, strerror(errno));
    if (!temporary_file_commit(build->output))
        return build_fail(build, strerror(errno));
    build->output = NULL;
    return true;
}

static bool sort_games(struct build *build)
{
    if (!game_sorter_finish(build->sorter))
        return build_fail(build, game_sorter_error(build->sorter));
    return names_sort(&build->names) || build_fail(build, rk_err_text(RK_NO_MEMORY));
}

static bool write_database(struct build *build)
{
    if (!sort_games(build) || !plan_sections(build) || !create_output(build) ||
        !write_games(build) || !write_index(build) || !write_checksums(build))
        return false;
    write_header(build);
    return commit_file(build);
}

static void set_counts(const struct build *build)
{
    const struct format_header *header = &build->header;
    const struct section *last = &header->sections[SECTION_CHECKSUMS];
    build->counts->games = header->game_count;
    build->counts->moves = header->move_count;
    build->counts->positions = header->position_count;
    build->counts->names = header->name_count;
    build->counts->bytes = last->offset + last->size;
}

/* An older database is not replaced by an empty one. */
static enum run_status fail_without_games(const struct build *build)
{
    const struct import_counts *import = &build->counts->import;
    const struct run run = {.options = &build->options->run,
                            .files_without_game = import->files_without_game};
    return run_fail_without_games(&run, import->errors           ? "no game without errors found"
                                        : import->other_variants ? "no game of the variant found"
                                                                 : RUN_NO_GAME_TEXT);
}

static enum run_status read_and_write(struct build *build)
{
    build->sorter = game_sorter_create(build->options->path, build->options->memory);
    if (!build->sorter) {
        build_fail(build, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    const enum run_status status = read_games(build);
    if (status != RUN_FAILED && build->options->reads_files && !build->counts->import.games)
        return fail_without_games(build);
    if (status == RUN_FAILED || !write_database(build))
        return RUN_FAILED;
    set_counts(build);
    return status;
}

enum run_status build_database(const struct build_options *options, struct build_counts *out)
{
    struct build build = {.options = options, .counts = out, .file = -1};
    *out = (struct build_counts){.games = 0};
    const enum run_status status = read_and_write(&build);
    if (build.map)
        munmap(build.map, build.map_size);
    if (build.file >= 0)
        close(build.file);
    temporary_file_discard(build.output);
    game_sorter_destroy(build.sorter);
    names_fini(&build.names);
    return status;
}
