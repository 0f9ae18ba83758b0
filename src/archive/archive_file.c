/* SPDX-License-Identifier: MIT */
#include "archive/archive_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/game_record.h"
#include "explorer/build.h"

enum { MEMORY = 32 << 20 };

/* Only what a build leaves behind that was killed; see temporary_file.c. */
static void remove_leftovers(const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (strstr(entry->d_name, ".part-"))
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries)
        closedir(entries);
}

/* Whether a file of this server: with its variant and limit of plies. */
static bool is_ours(const struct database *database)
{
    return database->header.variant == RK_STANDARD && database->header.ply_limit == ARCHIVE_PLIES;
}

bool archive_file_open(const char *folder, const char *path, struct database *out,
                       char error[ARCHIVE_ERROR_SIZE])
{
    *out = (struct database){.file = NULL};
    if (mkdir(folder, 0700) && errno != EEXIST) {
        snprintf(error, ARCHIVE_ERROR_SIZE, "%s: %s", folder, strerror(errno));
        return false;
    }
    remove_leftovers(folder);
    if (access(path, F_OK))
        return true;
    if (!explorer_open(path, out, NULL)) {
        if (is_ours(out) && !database_verify(out, NULL))
            return true;
        database_close(out);
    }
    *out = (struct database){.file = NULL};
    unlink(path);
    return true;
}

static void keep_error(void *context, const char *file, const char *text)
{
    snprintf(context, ARCHIVE_ERROR_SIZE, "%s: %s", file, text);
}

bool archive_file_build(const char *path, const struct database *base, const struct buffer *records,
                        bool scratch, struct database *out, char error[ARCHIVE_ERROR_SIZE])
{
    const struct build_options options = {
        .path = path,
        .databases = base,
        .database_count = base ? 1 : 0,
        .records = records,
        .run = {.threads = 1, .reporter = {.context = error, .file_error = keep_error}},
        .variant = RK_STANDARD,
        .ply_limit = ARCHIVE_PLIES,
        .memory = MEMORY,
        .scratch = scratch};
    struct build_counts counts;
    rk_fault fault = {.text = ""};
    if (build_database(&options, &counts) == RUN_FAILED)
        return false;
    const rk_err err = explorer_open(path, out, &fault);
    if (scratch)
        unlink(path);
    if (err)
        snprintf(error, ARCHIVE_ERROR_SIZE, "%s: %s", path, fault.text);
    return !err;
}
