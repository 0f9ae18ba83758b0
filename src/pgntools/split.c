/* SPDX-License-Identifier: MIT */
#include "pgntools/split.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "base/utf8.h"
#include "pgntools/game_spans.h"
#include "pgntools/game_tags.h"
#include "pgntools/opening_tags.h"
#include "pgntools/tag_value.h"

enum {
    LABEL_MAX = MAP_KEY_MAX + 1, /* what a file is called after the name of the output */
    LABEL_VALUE_MAX = 60,        /* longer values are cut off */
    PENDING_MAX = 8 << 20        /* bytes kept in memory until they are written */
};

/* One of the files. Only one can be open at a time, because there may be more than a process may
 * open: games wait in memory and are appended in batches. */
struct part {
    struct list node;
    struct temporary_file *file;
    struct buffer pending;
    uint64_t games, bytes; /* so far */
};

struct split {
    struct run run;
    const struct split_options *options;
    struct list parts; /* in the order in which they began */
    struct map by_label;
    struct part *current; /* without a tag: the last one */
    size_t part_count, pending_bytes;
    bool output_is_input, failed;
};

struct split_result {
    struct game_spans spans;
    struct buffer values; /* rk_pgn_text: the value of the tag for each game */
    const struct split_options *options;
    /* The current game: */
    bool has_value;
    struct opening_tags opening;
};

// ---- openings ----------------------------------------------------------------------------------

/* "?", "????.??.??" and "-" are written for what is not known. */
static bool is_known(rk_pgn_text value)
{
    return value.size && *value.at != '?' && !(value.size == 1 && *value.at == '-');
}

/* These two tags have a value in games without them, too: the opening that the moves lead to. */
static bool seeks_eco(const struct split_options *options)
{
    return options->tag && !strcmp(options->tag, "ECO");
}

static bool seeks_opening(const struct split_options *options)
{
    return options->tag && !strcmp(options->tag, "Opening");
}

// ---- a chunk ---------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct split_result *result = data;
    const rk_pgn_text none = {NULL, 0};
    result->has_value = false;
    buffer_add(&result->values, &none, sizeof none);
    return game_spans_begin_game(data, place);
}

/* The value of the current game. */
static void set_value(struct split_result *result, rk_pgn_text value)
{
    if (!result->values.failed)
        memcpy(result->values.bytes + result->values.size - sizeof value, &value, sizeof value);
}

static rk_pgn_next visit_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct split_result *result = data;
    if (pgn_text_equals(name, result->options->tag)) {
        set_value(result, value);
        result->has_value = is_known(value);
    }
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    opening_tags_begin(&((struct split_result *)data)->opening, start);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next visit_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)move, (void)san;
    opening_tags_add_position(&((struct split_result *)data)->opening, before);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct split_result *result = data;
    (void)text;
    if (result->has_value || !last)
        return RK_PGN_CONTINUE;
    opening_tags_add_position(&result->opening, last);
    const rk_opening_line *line = &result->opening.line;
    const char *value = seeks_eco(result->options) ? line->opening.eco : line->opening.name;
    if (line->ply)
        set_value(result, (rk_pgn_text){value, strlen(value)});
    return RK_PGN_CONTINUE;
}

static void find_games(const struct chunk *chunk, void *data, const void *split)
{
    struct split_result *result = data;
    result->options = ((const struct split *)split)->options;
    const bool by_opening = seeks_eco(result->options) || seeks_opening(result->options);
    const rk_pgn_visitor visitor = {.data = result,
                                    .validate = true,
                                    .begin_game = begin_game,
                                    .tag = result->options->tag ? visit_tag : NULL,
                                    .begin_moves = by_opening ? begin_moves : NULL,
                                    .move = by_opening ? visit_move : NULL,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = by_opening ? end_game : NULL,
                                    .error = chunk_result_error};
    buffer_rewind(&result->values);
    game_spans_reset(&result->spans, chunk);
    chunk_result_read(&result->spans.base, chunk, &visitor);
    game_spans_end(&result->spans);
    struct chunk_result *base = &result->spans.base;
    base->out_of_memory = base->out_of_memory || result->values.failed;
}

static void free_split_result(void *data)
{
    buffer_fini(&((struct split_result *)data)->values);
    game_spans_fini(data);
}

// ---- names -----------------------------------------------------------------------------------

/* Writes "games-LABEL.pgn.gz" for the output "games.pgn.gz". */
static void append_part_name(struct buffer *out, const char *name, const char *label)
{
    static const char *const endings[] = {".pgn", ".pgn.gz", ".pgn.zst"};
    const char *ending = endings[0];
    size_t stem = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t size = strlen(endings[i]);
        if (strlen(name) > size && !strcmp(name + strlen(name) - size, endings[i])) {
            ending = endings[i];
            stem = strlen(name) - size;
        }
    }
    buffer_add(out, name, stem);
    buffer_put(out, '-');
    buffer_text(out, label);
    buffer_text(out, ending);
}

static bool is_safe_in_file_name(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c && strchr("-+.,", c));
}

/* The value of a tag as part of a file name: other bytes than letters and digits, or those that are
 * not UTF-8, become underscores. */
static void label_from_value(const char *value, size_t size, unsigned long prefix, char *label)
{
    size_t length = 0;
    unsigned long characters = 0;
    for (size_t at = 0; at < size && (!prefix || characters < prefix); characters++) {
        const size_t width = utf8_size(value + at, size - at);
        if (length + (width ? width : 1) > LABEL_VALUE_MAX)
            break;
        if (width > 1)
            memcpy(label + length, value + at, width);
        else
            label[length] = is_safe_in_file_name(value[at]) ? value[at] : '_';
        length += width ? width : 1;
        at += width ? width : 1;
    }
    label[length] = '\0';
}

static void label_from_tag(rk_pgn_text tag, unsigned long prefix, char *label)
{
    char value[4 * LABEL_VALUE_MAX];
    if (is_known(tag))
        label_from_value(value, rk_pgn_unescape(tag, value, sizeof value), prefix, label);
    else
        snprintf(label, LABEL_MAX, "unknown");
}

// ---- the files -------------------------------------------------------------------------------

static bool fail_split(struct split *split, const char *file, const char *error)
{
    run_report_error(&split->run, file, error);
    split->failed = true;
    return false;
}

static bool write_pending(struct split *split, struct part *part)
{
    if (!part->pending.size)
        return true;
    const char *name = temporary_file_name(part->file);
    struct output_stream *output = output_append(part->file);
    if (!output)
        return fail_split(split, name, rk_err_text(RK_NO_MEMORY));
    output_write(output, part->pending.bytes, part->pending.size);
    const char *error = output_close(output, true);
    split->pending_bytes -= part->pending.size;
    buffer_fini(&part->pending);
    return error ? fail_split(split, name, error) : true;
}

static bool write_all_pending(struct split *split)
{
    for (struct list *node = split->parts.next; node != &split->parts; node = node->next)
        if (!write_pending(split, LIST_OWNER(node, struct part, node)))
            return false;
    return true;
}

static struct part *create_part(struct split *split, const char *name)
{
    if (run_is_input(&split->run, name)) {
        split->output_is_input = true;
        return NULL;
    }
    struct part *part = calloc(1, sizeof *part);
    if (part)
        part->file = temporary_file_create(name);
    if (!part || !part->file) {
        fail_split(split, name, part ? strerror(errno) : rk_err_text(RK_NO_MEMORY));
        free(part);
        return NULL;
    }
    list_add(&split->parts, &part->node);
    split->part_count++;
    return part;
}

static struct part *begin_part(struct split *split, const char *label)
{
    struct buffer name = {0};
    append_part_name(&name, split->run.options->output_name, label);
    struct part *part = NULL;
    if (name.failed || !buffer_reserve(&name, 1))
        fail_split(split, split->run.options->output_name, rk_err_text(RK_NO_MEMORY));
    else
        part = create_part(split, buffer_cstr(&name));
    buffer_fini(&name);
    return part;
}

/* Gives all files their names, or removes all of them. */
static bool finish_parts(struct split *split, bool keep)
{
    keep = keep && write_all_pending(split);
    while (!list_is_empty(&split->parts)) {
        struct part *part = LIST_OWNER(split->parts.next, struct part, node);
        list_remove(&part->node);
        if (keep && !temporary_file_commit(part->file))
            keep = fail_split(split, temporary_file_name(part->file), strerror(errno));
        if (!keep)
            temporary_file_discard(part->file);
        buffer_fini(&part->pending);
        free(part);
    }
    return keep;
}

// ---- all chunks ------------------------------------------------------------------------------

static bool is_full(const struct split *split, const struct part *part, size_t more)
{
    const struct split_options *options = split->options;
    return (options->games && part->games >= options->games) ||
           (options->bytes && part->games && part->bytes + more > options->bytes);
}

static struct part *part_by_size(struct split *split, size_t more)
{
    char label[LABEL_MAX];
    if (split->current && !is_full(split, split->current, more))
        return split->current;
    if (split->current && !write_pending(split, split->current))
        return NULL;
    snprintf(label, sizeof label, "%04zu", split->part_count + 1);
    split->current = begin_part(split, label);
    return split->current;
}

static struct part *part_by_tag(struct split *split, rk_pgn_text value)
{
    char label[LABEL_MAX];
    label_from_tag(value, split->options->prefix, label);
    struct part *part = map_get(&split->by_label, label);
    if (part)
        return part;
    part = begin_part(split, label);
    if (part && !map_put(&split->by_label, label, part)) {
        fail_split(split, split->run.options->output_name, rk_err_text(RK_NO_MEMORY));
        return NULL;
    }
    return part;
}

static bool add_game(struct split *split, struct part *part, const char *text, size_t size)
{
    const size_t before = part->pending.size;
    if (part->games++)
        buffer_put(&part->pending, '\n');
    buffer_add(&part->pending, text, size);
    buffer_put(&part->pending, '\n');
    if (part->pending.failed)
        return fail_split(split, temporary_file_name(part->file), rk_err_text(RK_NO_MEMORY));
    part->bytes += size + 2;
    split->pending_bytes += part->pending.size - before;
    return split->pending_bytes < PENDING_MAX || write_all_pending(split);
}

static bool split_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct split_result *result = data;
    const rk_pgn_text *values = (const void *)result->values.bytes;
    struct split *split = context;
    size_t count;
    const struct game_span *list = game_spans_list(&result->spans, &count);
    run_collect(&split->run, chunk, &result->spans.base);
    if (split->run.totals.out_of_memory)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct part *part =
            split->options->tag ? part_by_tag(split, values[i]) : part_by_size(split, list[i].size);
        if (!part || !add_game(split, part, chunk->text + list[i].begin, list[i].size))
            return false;
    }
    return true;
}

enum run_status split_games(const struct run_options *options,
                            const struct split_options *split_options, struct split_counts *out)
{
    struct split split = {.run = {.options = options}, .options = split_options};
    const struct pool_job job = {.data = &split,
                                 .result_size = sizeof(struct split_result),
                                 .process = find_games,
                                 .collect = split_chunk,
                                 .free_result = free_split_result};
    list_init(&split.parts);
    map_init(&split.by_label, 0);
    bool succeeded = run_over_files(&split.run, &job) && !split.failed && !split.output_is_input;
    succeeded = finish_parts(&split, succeeded) && succeeded;
    map_fini(&split.by_label);
    *out = (struct split_counts){split.run.totals.games, split.part_count};
    return split.output_is_input ? RUN_OUTPUT_IS_INPUT : run_status_after(&split.run, succeeded);
}
