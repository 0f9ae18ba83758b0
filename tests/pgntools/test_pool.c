/* SPDX-License-Identifier: MIT */
#include "pgntools/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mapped_file.h"
#include "support/pgn_files.h"

enum { GAMES = 600 };

/* Collects the places of chunks in the order they arrive. */
struct trace {
    struct buffer offsets; /* uint64_t */
    size_t chunks, first_chunks, max_chunks;
    struct buffer text;
};

struct trace_result {
    uint64_t offset;
    struct buffer text; /* the chunk's text, copied by another thread */
};

static void copy_chunk(const struct chunk *chunk, void *data, const void *context)
{
    struct trace_result *result = data;
    (void)context;
    // Every third chunk takes longer, so that threads finish out of order.
    const struct timespec delay = {.tv_nsec = chunk->start.offset % 3 ? 0 : 2000000};
    nanosleep(&delay, NULL);
    result->offset = chunk->start.offset;
    buffer_clear(&result->text);
    buffer_add(&result->text, chunk->text, chunk->size);
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct trace_result *result = data;
    struct trace *trace = context;
    assert_int_equal(result->offset, chunk->start.offset);
    buffer_add(&trace->offsets, &result->offset, sizeof result->offset);
    buffer_add(&trace->text, result->text.bytes, result->text.size);
    trace->first_chunks += chunk->is_first;
    return ++trace->chunks < trace->max_chunks;
}

static void free_result(void *data)
{
    buffer_fini(&((struct trace_result *)data)->text);
}

static bool run_pool(const struct pgn_files *files, unsigned threads, size_t max_chunks,
                     struct trace *trace)
{
    const struct pool_options options = {
        .files = files->options.files,
        .file_count = files->options.file_count,
        .threads = threads,
        .limits = {.chunk_size = 2048, .tagless_size = 4096, .game_max = 16384},
        .reporter = files->options.reporter};
    const struct pool_job job = {.data = trace,
                                 .result_size = sizeof(struct trace_result),
                                 .process = copy_chunk,
                                 .collect = collect_chunk,
                                 .free_result = free_result};
    *trace = (struct trace){.max_chunks = max_chunks};
    return pool_run(&options, &job) == POOL_DONE;
}

static void free_trace(struct trace *trace)
{
    buffer_fini(&trace->offsets);
    buffer_fini(&trace->text);
}

static struct buffer make_games(void)
{
    struct buffer text = {0};
    for (int i = 0; i < GAMES; i++) {
        char game[128];
        snprintf(game, sizeof game, "[Event \"%d\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n", i);
        buffer_text(&text, game);
    }
    return text;
}

static void results_come_in_order_on_any_number_of_threads(void **state)
{
    (void)state;
    struct buffer text = make_games();
    struct pgn_files files;
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn", buffer_cstr(&text));
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        struct trace trace;
        assert_true(run_pool(&files, threads, SIZE_MAX, &trace));
        assert_true(trace.chunks > 10);
        const uint64_t *offsets = (const void *)trace.offsets.bytes;
        for (size_t i = 1; i < trace.chunks; i++)
            assert_true(offsets[i] > offsets[i - 1]);
        assert_int_equal(trace.text.size, text.size);
        assert_memory_equal(trace.text.bytes, text.bytes, text.size);
        free_trace(&trace);
    }
    pgn_files_fini(&files);
    buffer_fini(&text);
}

static void a_job_can_end_the_run_early(void **state)
{
    (void)state;
    struct buffer text = make_games();
    struct pgn_files files;
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn", buffer_cstr(&text));
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct trace trace;
        assert_true(run_pool(&files, threads, 3, &trace));
        assert_int_equal(trace.chunks, 3);
        free_trace(&trace);
    }
    pgn_files_fini(&files);
    buffer_fini(&text);
}

static void a_missing_file_does_not_stop_the_others(void **state)
{
    (void)state;
    struct pgn_files files;
    struct trace trace;
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn", pgn_five_games);
    pgn_files_add(&files, "b.pgn", "");
    pgn_files_add(&files, "c.pgn", pgn_five_games);
    assert_false(remove(files.paths[1]));
    assert_false(run_pool(&files, 2, SIZE_MAX, &trace));
    assert_int_equal(trace.first_chunks, 2);
    assert_int_equal(trace.text.size, 2 * strlen(pgn_five_games));
    assert_string_equal(pgn_files_errors(&files), "b.pgn: No such file or directory\n");
    free_trace(&trace);
    pgn_files_fini(&files);
}

static void each_file_has_a_first_chunk(void **state)
{
    (void)state;
    struct buffer text = make_games();
    struct pgn_files files;
    struct trace trace;
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn", buffer_cstr(&text));
    pgn_files_add(&files, "empty.pgn", "");
    pgn_files_add(&files, "b.pgn", buffer_cstr(&text));
    assert_true(run_pool(&files, 3, SIZE_MAX, &trace));
    assert_int_equal(trace.first_chunks, 2);
    assert_int_equal(trace.text.size, 2 * text.size);
    free_trace(&trace);
    pgn_files_fini(&files);
    buffer_fini(&text);
}

static void read_last_byte(const struct chunk *chunk, void *data, const void *context)
{
    const struct mapped_file *file = context;
    (void)chunk;
    *(uint8_t *)data = mapped_file_bytes(file)[mapped_file_size(file) - 1];
}

static bool expect_zero(const struct chunk *chunk, void *data, void *context)
{
    (void)chunk, (void)context;
    assert_int_equal(*(uint8_t *)data, 0);
    return true;
}

/* Endgame tables, for example. */
static void a_mapped_file_may_shrink_while_other_threads_read_it(void **state)
{
    (void)state;
    struct pgn_files files;
    struct mapped_file *mapped = NULL;
    rk_fault fault;
    pgn_files_init(&files);
    pgn_files_add(&files, "games.pgn", pgn_five_games);
    FILE *file = fopen(files.output, "wb");
    assert_non_null(file);
    for (long i = 2 * sysconf(_SC_PAGESIZE); i; i--)
        fputc('x', file);
    fclose(file);
    assert_int_equal(mapped_file_open(files.output, &mapped, &fault), RK_OK);
    assert_int_equal(truncate(files.output, 1), 0);
    const struct pool_options options = {.files = files.options.files,
                                         .file_count = files.options.file_count,
                                         .threads = 2,
                                         .limits = {2048, 4096, 16384},
                                         .reporter = files.options.reporter};
    const struct pool_job job = {
        .data = mapped, .result_size = 1, .process = read_last_byte, .collect = expect_zero};
    assert_int_equal(pool_run(&options, &job), POOL_DONE);
    mapped_file_close(mapped);
    pgn_files_fini(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order_on_any_number_of_threads),
        cmocka_unit_test(a_job_can_end_the_run_early),
        cmocka_unit_test(a_missing_file_does_not_stop_the_others),
        cmocka_unit_test(each_file_has_a_first_chunk),
        cmocka_unit_test(a_mapped_file_may_shrink_while_other_threads_read_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
