/* SPDX-License-Identifier: MIT */
/* rookery admin import-puzzles. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/admin_staff.h"
#include "pgntools/input.h"
#include "platform/message.h"
#include "puzzle_training/puzzle_parse.h"
#include "puzzle_training/puzzle_row.h"

enum { BATCH = 200 /* puzzles in one job */, ERRORS_PRINTED = 20, READ_SIZE = 64 << 10 };

struct import {
    struct admin *admin;
    const char *name; /* of the file */
    struct store_job *job;
    unsigned batch; /* puzzles in the job */
    uint64_t line, read, known, bad;
    bool failed;      /* the store */
    bool is_too_long; /* the line being read: the rest is skipped */
};

// ---- storing ---------------------------------------------------------------------------------

struct writing {
    struct import *import;
    bool done;
};

static void on_puzzles_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct writing *writing = context;
    writing->done = true;
    writing->import->failed |= outcome != STORE_DONE;
    while (outcome == STORE_DONE && store_next_row(job))
        writing->import->known++;
}

static void write_batch(struct import *import)
{
    struct writing writing = {.import = import};
    if (!import->batch)
        return;
    store_write(import->admin->store, import->job, on_puzzles_written, &writing);
    while (!writing.done)
        store_poll(import->admin->store);
    import->job = NULL;
    import->batch = 0;
}

static void add_puzzle(struct import *import, const struct puzzle_record *record)
{
    if (!import->job)
        import->job = store_job_create();
    store_call(import->job, STORE_HAS_PUZZLE);
    store_bind_text(import->job, record->id);
    puzzle_add_row(import->job, record, import->admin->now);
    import->read++;
    if (++import->batch == BATCH)
        write_batch(import);
}

// ---- lines -----------------------------------------------------------------------------------

static void take_line(struct import *import, const char *line, size_t size)
{
    struct puzzle_record record;
    rk_fault fault;
    import->line++;
    if (size && line[size - 1] == '\r')
        size--;
    if (!size || (import->line == 1 && puzzle_line_is_header(line, size)))
        return;
    if (!puzzle_parse(line, size, &record, &fault)) {
        add_puzzle(import, &record);
        return;
    }
    if (import->bad++ < ERRORS_PRINTED)
        message_print(stderr, "%s:%" PRIu64 ": %s", import->name, import->line, fault.text);
}

/* Passes on the complete lines of the text and moves the rest to its start. Only the
 * start of a line that is longer than any puzzle is passed on, and refused. */
static size_t take_lines(struct import *import, char *text, size_t size, bool is_end)
{
    size_t at = 0;
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - text) - at : size - at;
        if (!end && !is_end && length <= PUZZLE_LINE_MAX && !import->is_too_long)
            break;
        if (!import->is_too_long)
            take_line(import, text + at, length);
        import->is_too_long = !end;
        at += length + (end ? 1 : 0);
    }
    memmove(text, text + at, size - at);
    return size - at;
}

static const char *read_file(struct import *import, struct input_stream *input)
{
    char *text = malloc(PUZZLE_LINE_MAX + 1 + READ_SIZE);
    size_t kept = 0, got = READ_SIZE;
    if (!text)
        return "out of memory";
    while (got == READ_SIZE && !import->failed) {
        got = input_read(input, text + kept, READ_SIZE);
        kept = take_lines(import, text, kept + got, got < READ_SIZE);
    }
    free(text);
    return input_error(input);
}

// ---- the action ------------------------------------------------------------------------------

static int print_report(const struct import *import)
{
    const uint64_t added = import->read - import->known;
    if (import->bad > ERRORS_PRINTED)
        message_print(stderr, "%s: %" PRIu64 " more lines have errors", import->name,
                      import->bad - ERRORS_PRINTED);
    const int status = admin_print_done(
        import->admin, "puzzles added: %" PRIu64 ", known: %" PRIu64 "; lines refused: %" PRIu64,
        added, import->known, import->bad);
    return status ? status : import->bad ? EXIT_DATA_ERROR : EXIT_OK;
}

int admin_import_puzzles(struct admin *admin)
{
    struct import import = {.admin = admin, .name = admin->arguments[0]};
    struct input_stream *input = input_open(import.name);
    const char *error = input ? input_error(input) : "out of memory";
    if (!error)
        error = read_file(&import, input);
    write_batch(&import);
    int status = EXIT_OK;
    if (error)
        status = admin_fail(EXIT_SYSTEM_ERROR, "%s: %s", import.name, error);
    else if (import.failed)
        status = admin_fail(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->name);
    else if (!import.read && !import.bad)
        status = admin_fail(EXIT_DATA_ERROR, "%s: no puzzles in the file", import.name);
    input_close(input);
    return status ? status : print_report(&import);
}
