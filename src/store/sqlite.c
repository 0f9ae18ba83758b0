/* SPDX-License-Identifier: MIT */
#include "store/sqlite.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/lock.h"
#include "store/migration.h"
#include "store/sqlite_connection.h"
#include "store/workers.h"

enum { PATH_SIZE = 4096 };

static rk_err check_folder(const char *folder, char *error, size_t error_size)
{
    struct stat found;
    if (stat(folder, &found))
        snprintf(error, error_size, "%s: %s", folder, strerror(errno));
    else if (!S_ISDIR(found.st_mode))
        snprintf(error, error_size, "%s is not a folder", folder);
    else
        return RK_OK;
    return RK_CANNOT_OPEN;
}

static rk_err create_folder(const char *folder, char *error, size_t error_size)
{
    if (!mkdir(folder, 0700) || errno == EEXIST)
        return check_folder(folder, error, error_size);
    snprintf(error, error_size, "cannot create the folder %s: %s", folder, strerror(errno));
    return RK_CANNOT_OPEN;
}

static rk_err prepare_file(const char *folder, bool must_exist, char out[PATH_SIZE], char *error,
                           size_t error_size)
{
    const int size = snprintf(out, PATH_SIZE, "%s/rookery.db", folder);
    if (size <= 0 || size >= PATH_SIZE) {
        snprintf(error, error_size, "path too long: %s", folder);
        return RK_CANNOT_OPEN;
    }
    if (!must_exist)
        return create_folder(folder, error, error_size);
    const rk_err err = check_folder(folder, error, error_size);
    if (err || !access(out, F_OK))
        return err;
    snprintf(error, error_size, "%s: %s", out, strerror(errno));
    return RK_CANNOT_OPEN;
}

static rk_err open_connection(const char *file, bool read_only, const struct store_options *options,
                              struct connection **out, char *error, size_t error_size)
{
    const struct sqlite_connection_options connection = {
        .database = {.file = file,
                     .read_only = read_only,
                     .normal_sync = options->normal_sync,
                     .busy_ms = options->busy_ms},
        .log = options->log,
    };
    return sqlite_connection_open(&connection, out, error, error_size);
}

/* What is opened stays in *parts even if the rest fails. */
static rk_err open_parts(const char *file, const struct store_options *options,
                         struct worker_parts *parts, char *error, size_t error_size)
{
    rk_err err = RK_OK;
    if (file && options->exclusive)
        err = lock_database(file, &parts->lock, error, error_size);
    if (!err && file)
        err = migration_prepare(file, options->log, error, error_size);
    if (!err)
        err = open_connection(file, false, options, &parts->writer, error, error_size);
    if (!err && file && !options->inline_jobs)
        err = open_connection(file, true, options, &parts->reader, error, error_size);
    return err;
}

rk_err sqlite_open(const char *folder, const struct store_options *options, struct store **out,
                   char *error, size_t error_size)
{
    char file[PATH_SIZE];
    struct worker_parts parts = {.lock = -1};
    rk_err err =
        folder ? prepare_file(folder, options->must_exist, file, error, error_size) : RK_OK;
    if (err)
        return err;
    err = open_parts(folder ? file : NULL, options, &parts, error, error_size);
    if (!err)
        return workers_start(options, &parts, out, error, error_size);
    workers_close_parts(&parts);
    return err;
}
