/* SPDX-License-Identifier: MIT */
#include "explorer/game_sorter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/spill.h"

enum { READ_SIZE = 1 << 18 };

/* A record in memory: its place in the arena. */
struct record_place {
    uint64_t window; /* the bytes that are compared now, the most significant one first */
    size_t offset;
    uint32_t size;
};

/* Where sorted records come from: a run on the disk, the last run in memory, or a database. */
struct source {
    const struct database *database; /* NULL: a run */
    uint32_t *indexes;               /* of the names of the database */
    uint64_t next, end;              /* games of the database; bytes of the run; places */
    bool in_memory;
    struct buffer window; /* a run: bytes read from the disk; a database: the current record */
    size_t window_at;
    const uint8_t *record; /* the current one; NULL: at the end */
    size_t record_size;
};

struct game_sorter {
    size_t memory;
    struct buffer arena;
    struct record_place *places;
    size_t place_count, place_capacity;
    struct spill spill;
    bool has_spill;
    const char *path;
    struct source *sources;
    size_t source_count;
    bool started;
    const char *error;
};

struct game_sorter *game_sorter_create(const char *path, size_t memory)
{
    struct game_sorter *sorter = calloc(1, sizeof *sorter);
    if (!sorter)
        return NULL;
    sorter->path = path;
    sorter->memory = memory;
    sorter->spill.file = -1;
    return sorter;
}

static void free_source(struct source *source)
{
    buffer_fini(&source->window);
    free(source->indexes);
}

void game_sorter_destroy(struct game_sorter *sorter)
{
    if (!sorter)
        return;
    for (size_t i = 0; i < sorter->source_count; i++)
        free_source(&sorter->sources[i]);
    free(sorter->sources);
    free(sorter->places);
    buffer_fini(&sorter->arena);
    spill_close(&sorter->spill);
    free(sorter);
}

const char *game_sorter_error(const struct game_sorter *sorter)
{
    return sorter->error;
}

static bool sorter_fail(struct game_sorter *sorter, const char *error)
{
    sorter->error = error;
    return false;
}

static struct source *add_source(struct game_sorter *sorter)
{
    struct source *sources = realloc(sorter->sources, (sorter->source_count + 1) * sizeof *sources);
    if (!sources) {
        sorter->error = rk_err_text(RK_NO_MEMORY);
        return NULL;
    }
    sorter->sources = sources;
    sources[sorter->source_count] = (struct source){.next = 0};
    return &sources[sorter->source_count++];
}

// ---- sorting in memory -----------------------------------------------------------------------

/* The arena whose places are compared; qsort() cannot pass a context. */
static _Thread_local const uint8_t *compared_arena;

static int compare_windows(const void *a, const void *b)
{
    const struct record_place *left = a, *right = b;
    return (left->window > right->window) - (left->window < right->window);
}

static int compare_places(const void *a, const void *b)
{
    const struct record_place *left = a, *right = b;
    return record_compare(compared_arena + left->offset, left->size, compared_arena + right->offset,
                          right->size);
}

/* Zeros where the record has ended. */
static uint64_t load_window(const struct record_place *place, size_t depth)
{
    const uint8_t *record = compared_arena + place->offset;
    uint64_t window = 0;
    for (size_t i = depth; i < depth + sizeof window; i++)
        window = window << 8 | (i < place->size ? record[i] : 0);
    return window;
}

/* Sorts records that have their first `depth` bytes in common. Comparing a few bytes at a time, in
 * an array, saves most of the cache misses that comparing whole records would cost. */
static void sort_from(struct record_place *places, size_t count, size_t depth)
{
    enum { FEW = 8, DEPTH_MAX = 128 };
    if (count <= FEW || depth >= DEPTH_MAX) {
        qsort(places, count, sizeof *places, compare_places);
        return;
    }
    for (size_t i = 0; i < count; i++)
        places[i].window = load_window(&places[i], depth);
    qsort(places, count, sizeof *places, compare_windows);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && places[end].window == places[begin].window;)
            end++;
        if (end - begin > 1)
            sort_from(places + begin, end - begin, depth + sizeof places->window);
    }
}

static void sort_places(struct game_sorter *sorter)
{
    compared_arena = (const uint8_t *)sorter->arena.bytes;
    if (sorter->place_count)
        sort_from(sorter->places, sorter->place_count, 0);
}

static bool write_run(struct game_sorter *sorter)
{
    struct source *source = add_source(sorter);
    struct buffer out = {.bytes = NULL};
    if (!source)
        return false;
    if (!sorter->has_spill && !spill_open(&sorter->spill, sorter->path))
        return sorter_fail(sorter, strerror(errno));
    sorter->has_spill = true;
    sort_places(sorter);
    source->next = sorter->spill.size;
    bool written = true;
    for (size_t i = 0; i < sorter->place_count && written; i++) {
        const struct record_place *place = &sorter->places[i];
        uint8_t length[LENGTH_SIZE];
        store_number(length, LENGTH_SIZE, place->size);
        buffer_add(&out, length, LENGTH_SIZE);
        buffer_add(&out, sorter->arena.bytes + place->offset, place->size);
        if (out.size >= READ_SIZE || i + 1 == sorter->place_count) {
            written = !out.failed && spill_append(&sorter->spill, out.bytes, out.size);
            buffer_clear(&out);
        }
    }
    buffer_fini(&out);
    source->end = sorter->spill.size;
    buffer_clear(&sorter->arena);
    sorter->place_count = 0;
    return written || sorter_fail(sorter, strerror(errno));
}

static bool reserve_place(struct game_sorter *sorter)
{
    if (sorter->place_count < sorter->place_capacity)
        return true;
    const size_t capacity = sorter->place_capacity ? 2 * sorter->place_capacity : 1024;
    struct record_place *places = realloc(sorter->places, capacity * sizeof *places);
    if (!places)
        return sorter_fail(sorter, rk_err_text(RK_NO_MEMORY));
    sorter->places = places;
    sorter->place_capacity = capacity;
    return true;
}

bool game_sorter_add(struct game_sorter *sorter, const uint8_t *record, size_t size,
                     const struct record_names *names)
{
    const size_t used =
        sorter->arena.size + sorter->place_count * sizeof *sorter->places + size + sizeof *names;
    if (used > sorter->memory && sorter->place_count && !write_run(sorter))
        return false;
    if (!reserve_place(sorter))
        return false;
    const struct record_place place = {.offset = sorter->arena.size,
                                       .size = (uint32_t)(size + sizeof *names)};
    buffer_add(&sorter->arena, record, size);
    buffer_add(&sorter->arena, names, sizeof *names);
    if (sorter->arena.failed)
        return sorter_fail(sorter, rk_err_text(RK_NO_MEMORY));
    sorter->places[sorter->place_count++] = place;
    return true;
}

bool game_sorter_add_database(struct game_sorter *sorter, const struct database *database,
                              uint32_t *taken_indexes)
{
    struct source *source = add_source(sorter);
    if (!source) {
        free(taken_indexes);
        return false;
    }
    source->database = database;
    source->indexes = taken_indexes;
    source->end = database->header.game_count;
    return true;
}

// ---- merging ---------------------------------------------------------------------------------

/* Makes `size` bytes of a run available at window_at. */
static bool fill_window(struct game_sorter *sorter, struct source *source, size_t size)
{
    struct buffer *window = &source->window;
    if (window->size - source->window_at >= size)
        return true;
    if (source->window_at)
        memmove(window->bytes, window->bytes + source->window_at, window->size - source->window_at);
    window->size -= source->window_at;
    source->window_at = 0;
    const uint64_t left = source->end - source->next;
    size_t more = size > READ_SIZE ? size : READ_SIZE;
    more = left < more ? (size_t)left : more;
    if (!buffer_reserve(window, more))
        return sorter_fail(sorter, rk_err_text(RK_NO_MEMORY));
    if (!spill_read(&sorter->spill, source->next, window->bytes + window->size, more))
        return sorter_fail(sorter, strerror(errno));
    window->size += more;
    source->next += more;
    return window->size >= size || sorter_fail(sorter, "a temporary file is incomplete");
}

static bool advance_run(struct game_sorter *sorter, struct source *source)
{
    source->record = NULL;
    if (source->next == source->end && source->window_at == source->window.size)
        return true;
    if (!fill_window(sorter, source, LENGTH_SIZE))
        return false;
    const uint8_t *length = (const uint8_t *)source->window.bytes + source->window_at;
    source->record_size = (size_t)load_number(length, LENGTH_SIZE);
    if (!fill_window(sorter, source, LENGTH_SIZE + source->record_size))
        return false;
    source->record = (const uint8_t *)source->window.bytes + source->window_at + LENGTH_SIZE;
    source->window_at += LENGTH_SIZE + source->record_size;
    return true;
}

static void advance_in_memory(struct game_sorter *sorter, struct source *source)
{
    source->record = NULL;
    if (source->next == source->end)
        return;
    const struct record_place *place = &sorter->places[source->next++];
    source->record = (const uint8_t *)sorter->arena.bytes + place->offset;
    source->record_size = place->size;
}

/* Names of a database that was verified exist. */
static void append_indexes(struct source *source, uint64_t number)
{
    const uint64_t count = source->database->header.name_count;
    const uint32_t *indexes = source->indexes;
    struct database_game game;
    database_game(source->database, number, &game);
    const struct record_names names = {.start = game.start < count ? indexes[game.start] : 0,
                                       .white = game.white < count ? indexes[game.white] : 0,
                                       .black = game.black < count ? indexes[game.black] : 0,
                                       .event = game.event < count ? indexes[game.event] : 0};
    buffer_add(&source->window, &names, sizeof names);
}

static bool advance_database(struct game_sorter *sorter, struct source *source)
{
    source->record = NULL;
    if (source->next == source->end)
        return true;
    buffer_clear(&source->window);
    record_from_database(&source->window, source->database, source->next);
    append_indexes(source, source->next++);
    if (source->window.failed)
        return sorter_fail(sorter, rk_err_text(RK_NO_MEMORY));
    source->record = (const uint8_t *)source->window.bytes;
    source->record_size = source->window.size;
    return true;
}

static bool advance_source(struct game_sorter *sorter, struct source *source)
{
    if (source->database)
        return advance_database(sorter, source);
    if (!source->in_memory)
        return advance_run(sorter, source);
    advance_in_memory(sorter, source);
    return true;
}

/* Moves a source that has advanced down the heap, whose least source is the first. */
static void sift_down(struct source *heap, size_t count, size_t at)
{
    for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
        if (child + 1 < count && record_compare(heap[child + 1].record, heap[child + 1].record_size,
                                                heap[child].record, heap[child].record_size) < 0)
            child++;
        if (record_compare(heap[child].record, heap[child].record_size, heap[at].record,
                           heap[at].record_size) >= 0)
            return;
        const struct source moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

/* Removes a source that is at its end by moving the last one to its place. */
static void drop_if_ended(struct game_sorter *sorter, size_t at)
{
    if (sorter->sources[at].record)
        return;
    free_source(&sorter->sources[at]);
    sorter->sources[at] = sorter->sources[--sorter->source_count];
}

bool game_sorter_finish(struct game_sorter *sorter)
{
    struct source *last = add_source(sorter);
    if (!last)
        return false;
    sort_places(sorter);
    last->in_memory = true;
    last->end = sorter->place_count;
    for (size_t i = sorter->source_count; i-- > 0;) {
        if (!advance_source(sorter, &sorter->sources[i]))
            return false;
        drop_if_ended(sorter, i);
    }
    for (size_t i = sorter->source_count / 2; i-- > 0;)
        sift_down(sorter->sources, sorter->source_count, i);
    return true;
}

const uint8_t *game_sorter_next(struct game_sorter *sorter, size_t *size,
                                struct record_names *names)
{
    if (sorter->started && sorter->source_count) {
        if (!advance_source(sorter, &sorter->sources[0]))
            return NULL;
        drop_if_ended(sorter, 0);
        sift_down(sorter->sources, sorter->source_count, 0);
    }
    sorter->started = true;
    if (!sorter->source_count)
        return NULL;
    const struct source *source = &sorter->sources[0];
    *size = source->record_size - sizeof *names;
    memcpy(names, source->record + *size, sizeof *names);
    return source->record;
}
