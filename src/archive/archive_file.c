/* SPDX-License-Identifier: MIT */
#include "archive/archive_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

/* games.rkx of standard chess, games-atomic.rkx of a variant. */
static void write_path(const struct archive_file *file, char out[ARCHIVE_PATH_MAX])
{
    const char *name = file->scratch ? "recent" : "games";
    if (file->variant == RK_STANDARD)
        snprintf(out, ARCHIVE_PATH_MAX, "%.4000s/%s.rkx", file->folder, name);
    else
        snprintf(out, ARCHIVE_PATH_MAX, "%.4000s/%s-%s.rkx", file->folder, name,
                 rk_variant_name(file->variant));
}

/* Whether a file of this server: with its variant and limit of plies. */
static bool is_ours(const struct database *database, rk_variant variant)
{
    return database->header.variant == (uint32_t)variant &&
           database->header.ply_limit == ARCHIVE_PLIES;
}

static void open_file(const struct archive_file *file, struct database *out)
{
    char path[ARCHIVE_PATH_MAX];
    write_path(file, path);
    *out = (struct database){.file = NULL};
    if (access(path, F_OK))
        return;
    if (!explorer_open(path, out, NULL)) {
        if (is_ours(out, file->variant) && !database_verify(out, NULL))
            return;
        database_close(out);
    }
    *out = (struct database){.file = NULL};
    unlink(path);
}

bool archive_files_open(const char *folder, struct database out[RK_VARIANT_COUNT],
                        char error[ARCHIVE_ERROR_SIZE])
{
    if (mkdir(folder, 0700) && errno != EEXIST) {
        snprintf(error, ARCHIVE_ERROR_SIZE, "%s: %s", folder, strerror(errno));
        return false;
    }
    remove_leftovers(folder);
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        open_file(&(struct archive_file){folder, (rk_variant)i, false}, &out[i]);
    return true;
}

void archive_files_remove(const char *folder)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        char path[ARCHIVE_PATH_MAX];
        write_path(&(struct archive_file){folder, (rk_variant)i, false}, path);
        unlink(path);
    }
}

static void write_erasures_path(const char *folder, char out[ARCHIVE_PATH_MAX])
{
    snprintf(out, ARCHIVE_PATH_MAX, "%.4000s/erasures", folder);
}

int64_t archive_erasures_read(const char *folder)
{
    char path[ARCHIVE_PATH_MAX], line[32], *end = line;
    write_erasures_path(folder, path);
    FILE *file = fopen(path, "re");
    const bool has_line = file && fgets(line, sizeof line, file);
    const int64_t erasures = has_line ? strtoll(line, &end, 10) : -1;
    if (file)
        fclose(file);
    return has_line && *end == '\n' ? erasures : -1;
}

bool archive_erasures_write(const char *folder, int64_t erasures)
{
    char path[ARCHIVE_PATH_MAX];
    write_erasures_path(folder, path);
    FILE *file = fopen(path, "we");
    const bool written = file && fprintf(file, "%lld\n", (long long)erasures) > 0;
    return file && !fclose(file) && written;
}

static void keep_error(void *context, const char *file, const char *text)
{
    snprintf(context, ARCHIVE_ERROR_SIZE, "%s: %s", file, text);
}

bool archive_file_build(const struct archive_file *file, const struct database *base,
                        const struct buffer *records, struct database *out,
                        char error[ARCHIVE_ERROR_SIZE])
{
    char path[ARCHIVE_PATH_MAX];
    const struct build_options options = {
        .path = path,
        .databases = base,
        .database_count = base ? 1 : 0,
        .records = records,
        .run = {.threads = 1, .reporter = {.context = error, .file_error = keep_error}},
        .variant = file->variant,
        .ply_limit = ARCHIVE_PLIES,
        .memory = MEMORY,
        .scratch = file->scratch};
    struct build_counts counts;
    rk_fault fault = {.text = ""};
    write_path(file, path);
    if (build_database(&options, &counts) == RUN_FAILED)
        return false;
    const rk_err err = explorer_open(path, out, &fault);
    if (file->scratch)
        unlink(path);
    if (err)
        snprintf(error, ARCHIVE_ERROR_SIZE, "%s: %s", path, fault.text);
    return !err;
}
