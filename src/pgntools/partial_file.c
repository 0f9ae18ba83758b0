/* SPDX-License-Identifier: MIT */
#include "pgntools/partial_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/link_target.h"
#include "pgntools/file_lock.h"
#include "pgntools/permissions.h"

enum { RECORD_MAX = 192, FILE_MODE = 0666 };

struct partial_file {
    char *name, *partial_name, *progress_name;
    int output, record; /* descriptors; -1 if not open */
    uint64_t identity, size;
};

// ---- the record --------------------------------------------------------------------------------

/* The record is a line of text that is written over the one before it in one piece. */
static const char record_format[] = "rookery run 1 %016" PRIx64 " chunks %" PRIu64 " games %" PRIu64
                                    " found %" PRIu64 " errors %" PRIu64 " bytes %" PRIu64 " end\n";

static bool write_record(const struct partial_file *file, const struct partial_progress *progress)
{
    char line[RECORD_MAX];
    const int size = snprintf(line, sizeof line, record_format, file->identity, progress->chunks,
                              progress->games, progress->found, progress->errors, file->size);
    return pwrite(file->record, line, (size_t)size, 0) == size;
}

/* Reads `label` and the number behind it. */
static bool read_number(const char **at, const char *label, int base, uint64_t *out)
{
    const size_t size = strlen(label);
    char *end;
    if (strncmp(*at, label, size) != 0)
        return false;
    *out = strtoull(*at + size, &end, base);
    const bool found = end != *at + size;
    *at = end;
    return found;
}

/* Whether the record was written by a run with the same identity, and the output has all of it. A
 * run that has not finished a chunk starts over: it writes the beginning of the output again. */
static bool read_record(struct partial_file *file, struct partial_progress *out)
{
    char line[RECORD_MAX] = "", again[RECORD_MAX];
    struct partial_progress found;
    uint64_t identity, size;
    const char *at = line;
    if (pread(file->record, line, sizeof line - 1, 0) <= 0 ||
        !read_number(&at, "rookery run 1 ", 16, &identity) ||
        !read_number(&at, " chunks ", 10, &found.chunks) ||
        !read_number(&at, " games ", 10, &found.games) ||
        !read_number(&at, " found ", 10, &found.found) ||
        !read_number(&at, " errors ", 10, &found.errors) || !read_number(&at, " bytes ", 10, &size))
        return false;
    snprintf(again, sizeof again, record_format, identity, found.chunks, found.games, found.found,
             found.errors, size);
    const off_t end = lseek(file->output, 0, SEEK_END);
    // Numbers only grow, so an older, longer record cannot show behind this one.
    if (strcmp(line, again) != 0 || identity != file->identity || !found.chunks || end < 0 ||
        (uint64_t)end < size)
        return false;
    file->size = size;
    *out = found;
    return true;
}

// ---- files -------------------------------------------------------------------------------------

static char *name_with(const char *name, const char *ending)
{
    if (!name)
        return NULL;
    const size_t size = strlen(name) + strlen(ending) + 1;
    char *made = malloc(size);
    if (made)
        snprintf(made, size, "%s%s", name, ending);
    return made;
}

static void free_file(struct partial_file *file)
{
    const int saved = errno;
    if (file->output >= 0)
        close(file->output);
    file_unlock(file->record);
    free(file->name);
    free(file->partial_name);
    free(file->progress_name);
    free(file);
    errno = saved;
}

/* Opens the output and moves to where this run continues. */
static bool open_output(struct partial_file *file, struct partial_progress *progress)
{
    file->output = open(file->partial_name, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
    if (file->output < 0)
        return false;
    permissions_copy(file->output, file->name);
    *progress = (struct partial_progress){0};
    if (!read_record(file, progress) && ftruncate(file->record, 0))
        return false;
    return !ftruncate(file->output, (off_t)file->size) &&
           lseek(file->output, (off_t)file->size, SEEK_SET) >= 0;
}

/* The lock is on the record, because that is what a complete run removes last. */
static rk_err open_files(struct partial_file *file, struct partial_progress *progress,
                         rk_fault *fault)
{
    if (!file->partial_name || !file->progress_name)
        return fault_set_default(fault, RK_NO_MEMORY);
    const rk_err err = file_lock_create(file->progress_name, &file->record, fault);
    if (err || open_output(file, progress))
        return err;
    return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
}

struct partial_file *partial_file_open(const char *name, uint64_t identity,
                                       struct partial_progress *progress, rk_fault *fault)
{
    struct partial_file *file = calloc(1, sizeof *file);
    if (!file) {
        fault_set_default(fault, RK_NO_MEMORY);
        return NULL;
    }
    char *target = link_target(name);
    *file = (struct partial_file){.name = target,
                                  .partial_name = name_with(target, ".partial"),
                                  .progress_name = name_with(target, ".progress"),
                                  .output = -1,
                                  .record = -1,
                                  .identity = identity};
    if (!open_files(file, progress, fault))
        return file;
    free_file(file);
    return NULL;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

bool partial_file_append(struct partial_file *file, const char *bytes, size_t size,
                         const struct partial_progress *progress)
{
    if (!write_all(file->output, bytes, size))
        return false;
    file->size += size;
    return write_record(file, progress);
}

bool partial_file_close(struct partial_file *file, bool complete)
{
    bool done = true;
    if (complete) {
        done = !fsync(file->output) && !rename(file->partial_name, file->name);
        if (done)
            unlink(file->progress_name);
    }
    free_file(file);
    return done;
}

void partial_file_discard(struct partial_file *file)
{
    unlink(file->partial_name);
    unlink(file->progress_name);
    free_file(file);
}
