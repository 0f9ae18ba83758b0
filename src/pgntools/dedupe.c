/* SPDX-License-Identifier: MIT */
#include "pgntools/dedupe.h"

#include <stdlib.h>
#include <string.h>

#include "pgntools/game_spans.h"
#include "pgntools/game_tags.h"

enum { INITIAL_CAPACITY = 1 << 12 };

/* The hashes of the games so far: open addressing, at most half full. Two zeros are an empty
 * entry. */
struct hash_set {
    uint64_t (*entries)[2];
    size_t capacity, count;
};

struct dedupe {
    struct run run;
    bool moves_only;
    struct hash_set seen;
    struct game_writer writer;
};

struct dedupe_result {
    struct game_spans spans;
    struct game_tags tags;
    bool moves_only;
};

// ---- hashing the games of a chunk ------------------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 32;
}

/* Updates two different hashes of the same words. */
static void hash_word(uint64_t hash[2], uint64_t word)
{
    hash[0] = mix(hash[0], word);
    hash[1] = mix(hash[1] ^ UINT64_C(0xd6e8feb86659fd93), word + hash[0]);
}

static void hash_text(uint64_t hash[2], rk_pgn_text text)
{
    for (size_t i = 0; i < text.size; i++)
        hash_word(hash, (unsigned char)text.at[i]);
    hash_word(hash, 256); // separates this text from the next
}

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct dedupe_result *result = data;
    result->tags = (struct game_tags){0};
    return game_spans_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_set(&((struct dedupe_result *)data)->tags, name, value);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hash_start(void *data, const rk_position *start)
{
    static const enum game_tag compared[] = {TAG_WHITE, TAG_BLACK, TAG_DATE};
    struct dedupe_result *result = data;
    uint64_t *hash = result->spans.current.hash;
    if (start) {
        hash_word(hash, start->key);
        hash_word(hash, start->variant);
    }
    for (size_t i = 0; !result->moves_only && i < sizeof compared / sizeof *compared; i++)
        hash_text(hash, result->tags.value[compared[i]]);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hash_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct dedupe_result *result = data;
    (void)before, (void)san;
    hash_word(result->spans.current.hash, (uint64_t)move + 1);
    return RK_PGN_CONTINUE;
}

// The offset makes the hash unique, so that a game that cannot be read is never dropped.
static rk_pgn_next hash_error(void *data, const rk_pgn_error *error)
{
    struct dedupe_result *result = data;
    hash_word(result->spans.current.hash, error->place.offset + 1);
    return chunk_result_error(data, error);
}

static rk_pgn_next skip_variation(void *data)
{
    chunk_result_begin_variation(data);
    return RK_PGN_SKIP;
}

static void hash_games(const struct chunk *chunk, void *data, const void *dedupe)
{
    struct dedupe_result *result = data;
    result->moves_only = ((const struct dedupe *)dedupe)->moves_only;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .begin_moves = hash_start,
                                    .move = hash_move,
                                    .begin_variation = skip_variation,
                                    .end_variation = chunk_result_end_variation,
                                    .error = hash_error};
    game_spans_reset(&result->spans, chunk);
    chunk_result_read(&result->spans.base, chunk, &visitor);
    game_spans_end(&result->spans);
}

// ---- the set of hashes -----------------------------------------------------------------------

/* Returns the entry that has the hash, or the empty one where it belongs. */
static uint64_t *find_entry(const struct hash_set *set, const uint64_t hash[2])
{
    size_t at = hash[0] & (set->capacity - 1);
    while ((set->entries[at][0] || set->entries[at][1]) &&
           (set->entries[at][0] != hash[0] || set->entries[at][1] != hash[1]))
        at = (at + 1) & (set->capacity - 1);
    return set->entries[at];
}

static bool grow_set(struct hash_set *set)
{
    struct hash_set larger = {.capacity = set->capacity ? set->capacity * 2 : INITIAL_CAPACITY,
                              .count = set->count};
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->entries[i][0] || set->entries[i][1])
            memcpy(find_entry(&larger, set->entries[i]), set->entries[i], sizeof *set->entries);
    free(set->entries);
    *set = larger;
    return true;
}

/* Adds a hash; returns false if the set has it already, or memory runs out. */
static bool add_hash(struct dedupe *dedupe, const uint64_t hash[2])
{
    struct hash_set *set = &dedupe->seen;
    if (set->count * 2 >= set->capacity && !grow_set(set)) {
        dedupe->run.totals.out_of_memory = true;
        return false;
    }
    uint64_t *entry = find_entry(set, hash);
    if (entry[0] || entry[1])
        return false;
    memcpy(entry, hash, sizeof *set->entries);
    set->count++;
    return true;
}

// ---- all chunks ------------------------------------------------------------------------------

static bool copy_new_games(const struct chunk *chunk, void *data, void *context)
{
    const struct dedupe_result *result = data;
    struct dedupe *dedupe = context;
    size_t count;
    const struct game_span *list = game_spans_list(&result->spans, &count);
    dedupe->writer.output = dedupe->run.output;
    run_collect(&dedupe->run, chunk, &result->spans.base);
    for (size_t i = 0; i < count; i++)
        if (add_hash(dedupe, list[i].hash))
            game_writer_write(&dedupe->writer, chunk, &list[i]);
    return run_can_continue(&dedupe->run);
}

enum run_status dedupe_games(const struct run_options *options, bool moves_only,
                             struct dedupe_counts *out)
{
    struct dedupe dedupe = {.run = {.options = options}, .moves_only = moves_only};
    const struct pool_job job = {.data = &dedupe,
                                 .result_size = sizeof(struct dedupe_result),
                                 .process = hash_games,
                                 .collect = copy_new_games,
                                 .free_result = game_spans_fini};
    const enum run_status status = run_with_output(&dedupe.run, &job, NULL);
    *out =
        (struct dedupe_counts){.games = dedupe.run.totals.games,
                               .kept = dedupe.writer.games,
                               .table_bytes = dedupe.seen.capacity * sizeof *dedupe.seen.entries};
    free(dedupe.seen.entries);
    return status;
}
