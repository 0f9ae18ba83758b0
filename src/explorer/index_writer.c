/* SPDX-License-Identifier: MIT */
#include "explorer/index_writer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "explorer/occurrence.h"
#include "explorer/position_index.h"
#include "explorer/threads.h"
#include "explorer/walk.h"

enum { GAMES_PER_TASK = 4096, PARTITION_BITS_MAX = 10, PARTITION_OCCURRENCES = 1 << 16 };

/* All threads first walk through the games, then each takes one partition after the other. */
struct writer {
    const struct database *database;
    const struct index_options *options;
    int file;
    struct index_result *out;
    struct occurrences occurrences;
    pthread_mutex_t lock;
    pthread_cond_t written;
    uint64_t next_game;
    size_t next_partition, next_to_write;
    const char *error;
};

static void set_error(struct writer *writer, const char *error)
{
    pthread_mutex_lock(&writer->lock);
    if (!writer->error)
        writer->error = error;
    pthread_mutex_unlock(&writer->lock);
}

static bool has_error(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    const bool failed = writer->error;
    pthread_mutex_unlock(&writer->lock);
    return failed;
}

// ---- walking ---------------------------------------------------------------------------------

/* The next games to walk through; false if there are none left. */
static bool claim_games(struct writer *writer, uint64_t *begin, uint64_t *end)
{
    const uint64_t count = writer->database->header.game_count;
    pthread_mutex_lock(&writer->lock);
    *begin = writer->next_game;
    *end = count - *begin < GAMES_PER_TASK ? count : *begin + GAMES_PER_TASK;
    writer->next_game = *end;
    pthread_mutex_unlock(&writer->lock);
    return *begin < *end;
}

/* An occurrence has room for a limited number of games. */
static void add_occurrences(void *context, const rk_position *pos, const struct game_range *range)
{
    const uint64_t end = (uint64_t)range->first + range->count;
    for (uint64_t first = range->first; first < end;) {
        const uint64_t count = end - first;
        const struct occurrence occurrence = {
            .key = pos->key,
            .first = (uint32_t)first,
            .ply = (uint16_t)range->ply,
            .count = count < OCCURRENCE_GAMES_MAX ? (uint16_t)count : OCCURRENCE_GAMES_MAX};
        occurrence_writer_add(context, &occurrence);
        first += occurrence.count;
    }
}

static void *run_walk(void *data)
{
    struct writer *writer = data;
    struct occurrence_writer out;
    uint64_t begin, end;
    if (!occurrence_writer_init(&out, &writer->occurrences)) {
        set_error(writer, rk_err_text(RK_NO_MEMORY));
        return NULL;
    }
    while (!has_error(writer) && claim_games(writer, &begin, &end))
        if (!walk_games(writer->database, begin, end, writer->options->check_moves, add_occurrences,
                        &out))
            set_error(writer, rk_err_text(RK_NO_MEMORY));
    occurrence_writer_fini(&out);
    return NULL;
}

// ---- partitions ------------------------------------------------------------------------------

/* What one thread makes of a partition. */
struct partition {
    struct writer *writer;
    struct buffer entries, scratch, ranges;
    struct statistics statistics;
    uint64_t positions;
};

/* Joins ranges that follow each other: a walk ends one where its games end. */
static uint64_t join_ranges(const struct occurrence *list, size_t count, struct buffer *ranges)
{
    uint64_t games = 0;
    buffer_clear(ranges);
    for (size_t i = 0; i < count; i++) {
        struct game_range *last =
            ranges->size ? (struct game_range *)(void *)(ranges->bytes + ranges->size) - 1 : NULL;
        games += list[i].count;
        if (last && last->ply == list[i].ply && last->first + last->count == list[i].first) {
            last->count += list[i].count;
        } else {
            const struct game_range range = {list[i].first, list[i].count, list[i].ply};
            buffer_add(ranges, &range, sizeof range);
        }
    }
    return games;
}

static uint8_t turn_in(const struct database *database, const struct game_range *range)
{
    struct database_game game;
    rk_position start;
    database_game(database, range->first, &game);
    if (!database_start(database, game.start, &start))
        return RK_WHITE;
    return (uint8_t)((start.turn + range->ply) & 1);
}

static const struct statistics *count_statistics(struct partition *partition,
                                                 const struct game_range *ranges, size_t count)
{
    const struct database *database = partition->writer->database;
    struct statistics_counter counter = {
        .database = database, .turn = turn_in(database, ranges), .out = &partition->statistics};
    statistics_begin(&counter);
    for (size_t i = 0; i < count; i++)
        statistics_add(&counter, &ranges[i]);
    statistics_end(&counter);
    return &partition->statistics;
}

/* Adds the position of `count` occurrences with the same key, unless only one game has it. */
static void add_position(struct partition *partition, const struct occurrence *list, size_t count)
{
    struct writer *writer = partition->writer;
    const uint32_t bits = writer->database->header.bucket_bits;
    const uint64_t games = join_ranges(list, count, &partition->ranges);
    const struct game_range *ranges = (const void *)partition->ranges.bytes;
    const size_t range_count = partition->ranges.size / sizeof *ranges;
    const size_t before = partition->entries.size;
    if (games < 2 || partition->ranges.failed)
        return;
    position_index_append(&partition->entries, &partition->scratch, list->key, bits,
                          games >= STATS_GAMES ? count_statistics(partition, ranges, range_count)
                                               : NULL,
                          &partition->ranges);
    // Partitions are whole buckets, so no other thread adds to this one.
    writer->out->bucket_ends[position_index_bucket(list->key, bits)] +=
        partition->entries.size - before;
    partition->positions++;
}

static void add_positions(struct partition *partition, const struct occurrence *list, size_t count)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && list[end].key == list[begin].key)
            end++;
        add_position(partition, list + begin, end - begin);
    }
}

static const char *write_bytes(int file, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            return strerror(errno);
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return NULL;
}

/* Writes the entries of a partition when those before it are written. */
static void write_in_order(struct partition *partition, size_t number)
{
    struct writer *writer = partition->writer;
    const struct buffer *entries = &partition->entries;
    pthread_mutex_lock(&writer->lock);
    while (writer->next_to_write != number)
        pthread_cond_wait(&writer->written, &writer->lock);
    if (entries->failed || partition->scratch.failed || partition->ranges.failed)
        writer->error = rk_err_text(RK_NO_MEMORY);
    if (!writer->error)
        writer->error = write_bytes(writer->file, entries->bytes, entries->size);
    if (entries->size)
        writer->out->crc =
            (uint32_t)crc32_z(writer->out->crc, (const void *)entries->bytes, entries->size);
    writer->out->size += entries->size;
    writer->out->positions += partition->positions;
    writer->next_to_write++;
    pthread_cond_broadcast(&writer->written);
    pthread_mutex_unlock(&writer->lock);
}

static size_t claim_partition(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    const size_t number = writer->next_partition++;
    pthread_mutex_unlock(&writer->lock);
    return number;
}

static void *run_partitions(void *data)
{
    struct partition *partition = calloc(1, sizeof *partition);
    struct writer *writer = data;
    if (!partition) {
        set_error(writer, rk_err_text(RK_NO_MEMORY));
        return NULL;
    }
    partition->writer = writer;
    for (size_t number;
         (number = claim_partition(writer)) < (size_t)1 << writer->occurrences.bits;) {
        size_t count;
        struct occurrence *list = occurrences_take(&writer->occurrences, number, &count);
        buffer_clear(&partition->entries);
        partition->positions = 0;
        if (list)
            add_positions(partition, list, count);
        free(list);
        write_in_order(partition, number);
    }
    buffer_fini(&partition->entries);
    buffer_fini(&partition->scratch);
    buffer_fini(&partition->ranges);
    free(partition);
    return NULL;
}

// ---- all threads -----------------------------------------------------------------------------

/* Partitions are small enough to stay in the processor's cache mostly, and for each thread to have
 * one in its share of the memory. */
static unsigned choose_partition_bits(const struct format_header *header,
                                      const struct index_options *options)
{
    uint64_t moves = header->move_count + header->game_count;
    const uint64_t limit = header->game_count * (header->ply_limit + 1);
    const uint64_t share = options->memory / (3 * sizeof(struct occurrence) * options->threads);
    const uint64_t size = share < PARTITION_OCCURRENCES ? share : PARTITION_OCCURRENCES;
    moves = moves < limit ? moves : limit;
    unsigned bits = 0;
    while (bits < header->bucket_bits && bits < PARTITION_BITS_MAX && moves >> bits > size)
        bits++;
    return bits;
}

static void sum_buckets(uint64_t *ends, uint64_t count)
{
    for (uint64_t i = 1; i < count; i++)
        ends[i] += ends[i - 1];
}

static const char *write_partitions(struct writer *writer)
{
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->written, NULL);
    threads_run(writer->options->threads, run_walk, writer);
    if (!writer->error && !writer->occurrences.error)
        threads_run(writer->options->threads, run_partitions, writer);
    pthread_cond_destroy(&writer->written);
    pthread_mutex_destroy(&writer->lock);
    if (!writer->error && writer->occurrences.error)
        writer->error = strerror(writer->occurrences.error);
    return writer->error;
}

const char *index_write(const struct database *database, const struct index_options *options,
                        int file, struct index_result *out)
{
    const uint64_t buckets = UINT64_C(1) << database->header.bucket_bits;
    struct writer writer = {.database = database, .options = options, .file = file, .out = out};
    *out = (struct index_result){.bucket_ends = calloc(buckets, sizeof *out->bucket_ends)};
    if (!out->bucket_ends)
        return rk_err_text(RK_NO_MEMORY);
    if (!occurrences_init(&writer.occurrences, options->path,
                          choose_partition_bits(&database->header, options), options->memory))
        return rk_err_text(RK_NO_MEMORY);
    const char *error = write_partitions(&writer);
    occurrences_fini(&writer.occurrences);
    sum_buckets(out->bucket_ends, buckets);
    return error;
}
