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
    const struct dedupe_options *options;
    struct hash_set seen;
    struct game_writer writer;
    uint64_t duplicates;
};

struct dedupe_result {
    struct game_spans spans;
    const struct dedupe_options *options;
    /* The current game: */
    struct game_tags tags;
    bool has_error;
};

// ---- hashing the games of a chunk ------------------------------------------------------------

static uint64_t mix_hash(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 32;
}

/* Updates two different hashes of the same words. */
static void hash_word(uint64_t hash[2], uint64_t word)
{
    hash[0] = mix_hash(hash[0], word);
    hash[1] = mix_hash(hash[1] ^ UINT64_C(0xd6e8feb86659fd93), word + hash[0]);
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
    result->has_error = false;
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
    for (size_t i = 0; !result->options->moves_only && i < sizeof compared / sizeof *compared; i++)
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

static rk_pgn_next note_error(void *data, const rk_pgn_error *error)
{
    ((struct dedupe_result *)data)->has_error = true;
    return chunk_result_error(data, error);
}

// A game that was not read to its end may differ from another one in the rest.
static rk_pgn_next finish_hash(void *data, const rk_position *last, rk_pgn_text text)
{
    struct dedupe_result *result = data;
    (void)last, (void)text;
    if (result->has_error)
        memset(result->spans.current.hash, 0, sizeof result->spans.current.hash);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    chunk_result_begin_variation(data);
    return RK_PGN_SKIP;
}

static void hash_games(const struct chunk *chunk, void *data, const void *dedupe)
{
    struct dedupe_result *result = data;
    result->options = ((const struct dedupe *)dedupe)->options;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .begin_moves = hash_start,
                                    .move = hash_move,
                                    .begin_variation = skip_variation,
                                    .end_variation = chunk_result_end_variation,
                                    .end_game = finish_hash,
                                    .error = note_error};
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

enum addition { ADDED, ALREADY_THERE, NOT_ADDED /* out of memory */ };

static enum addition add_hash(struct hash_set *set, const uint64_t hash[2])
{
    if (set->count * 2 >= set->capacity && !grow_set(set))
        return NOT_ADDED;
    uint64_t *entry = find_entry(set, hash);
    if (entry[0] || entry[1])
        return ALREADY_THERE;
    memcpy(entry, hash, sizeof *set->entries);
    set->count++;
    return ADDED;
}

// ---- all chunks ------------------------------------------------------------------------------

/* Remembers a game; returns whether it is a duplicate of an earlier one. */
static bool remember_game(struct dedupe *dedupe, const struct game_span *game)
{
    if (!game->hash[0] && !game->hash[1]) // it has an error
        return false;
    const enum addition addition = add_hash(&dedupe->seen, game->hash);
    if (addition == NOT_ADDED)
        dedupe->run.totals.out_of_memory = true;
    return addition == ALREADY_THERE;
}

static bool remember_games(const struct chunk *chunk, void *data, void *context)
{
    const struct dedupe_result *result = data;
    struct dedupe *dedupe = context;
    size_t count;
    const struct game_span *list = game_spans_list(&result->spans, &count);
    run_collect(&dedupe->run, chunk, &result->spans.base);
    for (size_t i = 0; i < count; i++)
        remember_game(dedupe, &list[i]);
    return !dedupe->run.totals.out_of_memory;
}

static bool copy_games(const struct chunk *chunk, void *data, void *context)
{
    const struct dedupe_result *result = data;
    struct dedupe *dedupe = context;
    size_t count;
    const struct game_span *list = game_spans_list(&result->spans, &count);
    dedupe->writer.output = dedupe->run.output;
    run_collect(&dedupe->run, chunk, &result->spans.base);
    for (size_t i = 0; i < count; i++) {
        const bool duplicate = remember_game(dedupe, &list[i]);
        dedupe->duplicates += duplicate;
        if (duplicate == dedupe->options->duplicates_only)
            game_writer_write(&dedupe->writer, chunk, &list[i]);
    }
    return run_can_continue(&dedupe->run);
}

/* Reads the files to compare with. */
static enum run_status read_against(struct dedupe *dedupe, const struct run_options *options,
                                    struct pool_job job)
{
    const struct dedupe_options *own = dedupe->options;
    struct run_options against = *options;
    against.files = own->against;
    against.file_count = own->against_count;
    dedupe->run = (struct run){.options = &against};
    if (run_is_input(&dedupe->run, options->output_name))
        return RUN_OUTPUT_IS_INPUT;
    job.collect = remember_games;
    const bool succeeded = run_over_files(&dedupe->run, &job);
    return run_status_after(&dedupe->run, succeeded);
}

static enum run_status run_dedupe(struct dedupe *dedupe, const struct run_options *options,
                                  struct dedupe_counts *out)
{
    const struct pool_job job = {.data = dedupe,
                                 .result_size = sizeof(struct dedupe_result),
                                 .process = hash_games,
                                 .collect = copy_games,
                                 .free_result = game_spans_fini};
    enum run_status against = RUN_OK;
    if (dedupe->options->against_count)
        against = read_against(dedupe, options, job);
    out->against = dedupe->run.totals.games;
    if (against != RUN_OK && against != RUN_GAME_ERRORS)
        return against;
    dedupe->run = (struct run){.options = options};
    const enum run_status status = run_with_output(&dedupe->run, &job, NULL);
    return status == RUN_OK ? against : status;
}

enum run_status dedupe_games(const struct run_options *options,
                             const struct dedupe_options *dedupe_options, struct dedupe_counts *out)
{
    struct dedupe dedupe = {.options = dedupe_options};
    *out = (struct dedupe_counts){.games = 0};
    const enum run_status status = run_dedupe(&dedupe, options, out);
    out->games = dedupe.run.totals.games;
    out->duplicates = dedupe.duplicates;
    out->table_bytes = dedupe.seen.capacity * sizeof *dedupe.seen.entries;
    free(dedupe.seen.entries);
    return status;
}
