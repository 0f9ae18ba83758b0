/* SPDX-License-Identifier: MIT */
/* rookery pgn merge, split and dedupe: games copied as they stand. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgngame.h"

/* The spans of a result, one after the other. */
static size_t list_spans(const struct spans *spans, const struct span **out)
{
    *out = (const void *)spans->list.bytes;
    return spans->list.size / sizeof **out;
}

static void find_games(const struct piece *piece, void *result, const void *data)
{
    struct spans *spans = result;
    (void)data;
    const rk_pgn_visitor visitor = {.data = spans, .begin_game = spans_begin_game};
    spans_begin(spans, piece);
    harvest_read(&spans->harvest, piece, &visitor);
    spans_end(spans);
}

// ---- merge -----------------------------------------------------------------------------------

struct merge {
    struct pgn_call *call;
    struct copier copier;
    struct tidings tidings;
};

static bool merge_piece(const struct piece *piece, void *result, void *data)
{
    struct spans *spans = result;
    struct merge *merge = data;
    const struct span *list;
    const size_t count = list_spans(spans, &list);
    merge->copier.output = merge->call->output;
    tidings_add(&merge->tidings, piece, &spans->harvest, NULL);
    for (size_t i = 0; i < count; i++)
        copier_write(&merge->copier, piece, &list[i]);
    return !merge->tidings.failed && !output_problem(merge->call->output);
}

static bool end_merge(void *data)
{
    return !((struct merge *)data)->tidings.failed;
}

int pgn_merge(struct pgn_call *call)
{
    struct merge merge = {.call = call};
    const struct pool_job job = {.data = &merge,
                                 .result_size = sizeof(struct spans),
                                 .work = find_games,
                                 .finish = merge_piece,
                                 .release = spans_free};
    int status;
    if (!pgn_options(call, NULL, 0, &status))
        return status;
    status = pgn_run(call, &job, end_merge);
    return tidings_status(&merge.tidings, status);
}

// ---- split -----------------------------------------------------------------------------------

struct split {
    struct pgn_call *call;
    unsigned long games, megabytes; /* of a part, 0: no limit */
    unsigned part;
    char *name; /* of the part that is open */
    struct copier copier;
    struct tidings tidings;
    bool misused; /* a part would replace a file that is read */
    bool failed;
};

/* "games.pgn.gz" becomes "games-0001.pgn.gz", "games" becomes "games-0001.pgn". */
static void name_part(struct split *split, size_t room)
{
    static const char *const endings[] = {".pgn", ".pgn.gz", ".pgn.zst"};
    const char *name = split->call->output_name, *ending = endings[0];
    size_t stem = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t size = strlen(endings[i]);
        if (strlen(name) > size && !strcmp(name + strlen(name) - size, endings[i])) {
            ending = endings[i];
            stem = strlen(name) - size;
        }
    }
    snprintf(split->name, room, "%.*s-%04u%s", (int)stem, name, split->part, ending);
}

static bool fail_part(struct split *split, const char *why)
{
    pgn_failed(split->call, split->name, why);
    split->failed = true;
    return false;
}

static bool close_part(struct split *split, bool keep)
{
    const char *why = NULL;
    if (!split->copier.output)
        return true;
    output_close(split->copier.output, keep, &why);
    split->copier.output = NULL;
    return why ? fail_part(split, why) : true;
}

static bool open_part(struct split *split)
{
    const size_t room = strlen(split->call->output_name) + 32;
    if (!split->name)
        split->name = malloc(room);
    if (!split->name) {
        split->failed = true;
        return false;
    }
    split->part++;
    name_part(split, room);
    if (pgn_is_input(split->call, split->name)) {
        split->misused = true;
        return false;
    }
    split->copier = (struct copier){.output = output_open(split->name)};
    if (!split->copier.output)
        return fail_part(split, rk_err_text(RK_NO_MEMORY));
    return true;
}

static bool is_full(const struct split *split, size_t more)
{
    const struct copier *copier = &split->copier;
    return (split->games && copier->games >= split->games) ||
           (split->megabytes && copier->games &&
            copier->bytes + more > (uint64_t)split->megabytes * 1000000);
}

static bool write_game(struct split *split, const struct piece *piece, const struct span *span)
{
    if (split->copier.output && is_full(split, span->size) && !close_part(split, true))
        return false;
    if (!split->copier.output && !open_part(split))
        return false;
    copier_write(&split->copier, piece, span);
    const char *problem = output_problem(split->copier.output);
    return problem ? fail_part(split, problem) : true;
}

static bool split_piece(const struct piece *piece, void *result, void *data)
{
    struct spans *spans = result;
    struct split *split = data;
    const struct span *list;
    const size_t count = list_spans(spans, &list);
    tidings_add(&split->tidings, piece, &spans->harvest, NULL);
    for (size_t i = 0; i < count; i++)
        if (!write_game(split, piece, &list[i]))
            return false;
    return !split->tidings.failed;
}

static int run_split(struct split *split)
{
    const struct pool_job job = {.data = split,
                                 .result_size = sizeof(struct spans),
                                 .work = find_games,
                                 .finish = split_piece,
                                 .release = spans_free};
    int status = pgn_run_over(split->call, &job);
    if (split->failed || split->tidings.failed)
        status = EXIT_SYSTEM_ERROR;
    if (!close_part(split, !status))
        status = EXIT_SYSTEM_ERROR;
    if (split->misused)
        status = EXIT_USAGE;
    free(split->name);
    if (!status)
        printf("%" PRIu64 " games in %u files\n", split->tidings.games, split->part);
    return tidings_status(&split->tidings, status);
}

int pgn_split(struct pgn_call *call)
{
    struct split split = {.call = call};
    const struct option options[] = {
        {.name = "--games",
         .value = "N",
         .help = "so many games a file",
         .number = &split.games,
         .min = 1,
         .max = ~0UL},
        {.name = "--size",
         .value = "MB",
         .help = "at most so many million bytes a file, unpacked, or one game",
         .number = &split.megabytes,
         .min = 1,
         .max = 1UL << 40},
    };
    int status;
    call->output_name = "part";
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    if (split.games || split.megabytes)
        return run_split(&split);
    fprintf(stderr, "rookery pgn split: --games or --size must say how large a part is\n");
    return EXIT_USAGE;
}

// ---- dedupe ----------------------------------------------------------------------------------

/* Keys of games, open addressing, at most half full; both halves zero is an empty place. */
struct seen {
    uint64_t (*keys)[2];
    size_t room, count;
};

struct dedupe {
    struct pgn_call *call;
    bool moves_only;
    struct seen seen;
    struct copier copier;
    struct tidings tidings;
};

struct hashed {
    struct spans spans;
    struct game_tags tags;
    bool moves_only;
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 32;
}

/* Two hashes of the same words, by different ways. */
static void mix_key(uint64_t key[2], uint64_t word)
{
    key[0] = mix(key[0], word);
    key[1] = mix(key[1] ^ UINT64_C(0xd6e8feb86659fd93), word + key[0]);
}

static void mix_text(uint64_t key[2], rk_pgn_text text)
{
    for (size_t i = 0; i < text.size; i++)
        mix_key(key, (unsigned char)text.at[i]);
    mix_key(key, 256); // so that a name does not run into the next
}

static rk_pgn_next begin_hash(void *data, rk_pgn_place place)
{
    struct hashed *hashed = data;
    hashed->tags = (struct game_tags){0};
    return spans_begin_game(data, place);
}

static rk_pgn_next note_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_note(&((struct hashed *)data)->tags, name, value);
    return RK_PGN_ON;
}

static rk_pgn_next hash_start(void *data, const rk_position *start)
{
    struct hashed *hashed = data;
    uint64_t *key = hashed->spans.now.key;
    if (start) {
        mix_key(key, start->key);
        mix_key(key, start->variant);
    }
    for (enum game_tag tag = TAG_WHITE; !hashed->moves_only && tag <= TAG_DATE; tag++)
        if (tag == TAG_WHITE || tag == TAG_BLACK || tag == TAG_DATE)
            mix_text(key, hashed->tags.of[tag]);
    return RK_PGN_ON;
}

static rk_pgn_next hash_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct hashed *hashed = data;
    (void)before, (void)san;
    mix_key(hashed->spans.now.key, (uint64_t)move + 1);
    return RK_PGN_ON;
}

/* A game that cannot be read is like no other: it is kept. */
static rk_pgn_next hash_error(void *data, const rk_pgn_error *error)
{
    struct hashed *hashed = data;
    mix_key(hashed->spans.now.key, error->place.offset + 1);
    return harvest_error(data, error);
}

static rk_pgn_next skip_variation(void *data)
{
    harvest_begin_variation(data);
    return RK_PGN_SKIP;
}

static void hash_games(const struct piece *piece, void *result, const void *data)
{
    struct hashed *hashed = result;
    hashed->moves_only = ((const struct dedupe *)data)->moves_only;
    const rk_pgn_visitor visitor = {.data = hashed,
                                    .begin_game = begin_hash,
                                    .tag = note_tag,
                                    .begin_moves = hash_start,
                                    .move = hash_move,
                                    .begin_variation = skip_variation,
                                    .end_variation = harvest_end_variation,
                                    .error = hash_error};
    spans_begin(&hashed->spans, piece);
    harvest_read(&hashed->spans.harvest, piece, &visitor);
    spans_end(&hashed->spans);
}

/* The place of a key: where it is, or where it should be. */
static uint64_t *find_key(const struct seen *seen, const uint64_t key[2])
{
    size_t at = key[0] & (seen->room - 1);
    while ((seen->keys[at][0] || seen->keys[at][1]) &&
           (seen->keys[at][0] != key[0] || seen->keys[at][1] != key[1]))
        at = (at + 1) & (seen->room - 1);
    return seen->keys[at];
}

static bool grow_seen(struct seen *seen)
{
    enum { FIRST_ROOM = 1 << 12 };
    struct seen larger = {.room = seen->room ? seen->room * 2 : FIRST_ROOM, .count = seen->count};
    larger.keys = calloc(larger.room, sizeof *larger.keys);
    if (!larger.keys)
        return false;
    for (size_t i = 0; i < seen->room; i++)
        if (seen->keys[i][0] || seen->keys[i][1])
            memcpy(find_key(&larger, seen->keys[i]), seen->keys[i], sizeof *seen->keys);
    free(seen->keys);
    *seen = larger;
    return true;
}

/* Whether it is new; it is not from now on. */
static bool remember(struct dedupe *dedupe, const uint64_t key[2])
{
    struct seen *seen = &dedupe->seen;
    if (seen->count * 2 >= seen->room && !grow_seen(seen)) {
        dedupe->tidings.failed = true;
        return false;
    }
    uint64_t *place = find_key(seen, key);
    if (place[0] || place[1])
        return false;
    memcpy(place, key, sizeof *seen->keys);
    seen->count++;
    return true;
}

static bool dedupe_piece(const struct piece *piece, void *result, void *data)
{
    struct hashed *hashed = result;
    struct dedupe *dedupe = data;
    const struct span *list;
    const size_t count = list_spans(&hashed->spans, &list);
    dedupe->copier.output = dedupe->call->output;
    tidings_add(&dedupe->tidings, piece, &hashed->spans.harvest, NULL);
    for (size_t i = 0; i < count; i++)
        if (remember(dedupe, list[i].key))
            copier_write(&dedupe->copier, piece, &list[i]);
    return !dedupe->tidings.failed && !output_problem(dedupe->call->output);
}

static bool end_dedupe(void *data)
{
    const struct dedupe *dedupe = data;
    const double mib = (double)(dedupe->seen.room * sizeof *dedupe->seen.keys) / (1 << 20);
    fprintf(stderr,
            "%" PRIu64 " games, %" PRIu64 " kept, %" PRIu64 " dropped, %.1f MiB of hashes\n",
            dedupe->tidings.games, dedupe->copier.games,
            dedupe->tidings.games - dedupe->copier.games, mib);
    return !dedupe->tidings.failed;
}

int pgn_dedupe(struct pgn_call *call)
{
    struct dedupe dedupe = {.call = call};
    const struct option options[] = {
        {.name = "--moves-only",
         .help = "the same start and moves are enough, whoever played",
         .flag = &dedupe.moves_only},
    };
    const struct pool_job job = {.data = &dedupe,
                                 .result_size = sizeof(struct hashed),
                                 .work = hash_games,
                                 .finish = dedupe_piece,
                                 .release = spans_free};
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    status = pgn_run(call, &job, end_dedupe);
    free(dedupe.seen.keys);
    return tidings_status(&dedupe.tidings, status);
}
