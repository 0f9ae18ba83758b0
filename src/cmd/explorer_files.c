/* SPDX-License-Identifier: MIT */
#include "cmd/explorer_files.h"

#include <stdio.h>
#include <string.h>

#include "api/explorer_databases.h"
#include "archive/archive_parts.h"
#include "cmd/command.h"
#include "cmd/explore.h"

/* Letters, digits and a few marks: names are part of addresses. */
static bool is_name(const char *name, size_t size)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    return size && size <= EXPLORER_NAME_MAX && strspn(name, allowed) >= size;
}

/* "/data/masters.rkx" is "masters". */
static size_t name_in_path(const char *path, const char **out)
{
    const char *slash = strrchr(path, '/');
    *out = slash ? slash + 1 : path;
    const char *dot = strrchr(*out, '.');
    return dot && dot != *out ? (size_t)(dot - *out) : strlen(*out);
}

static int take_name(struct explorer_files *files, const char *name, size_t size, const char *value)
{
    if (!is_name(name, size))
        return command_fail("serve", EXIT_USAGE,
                            "--explorer %s: a name has 1 to %d letters, digits, '-', '_' and '.'",
                            value, EXPLORER_NAME_MAX);
    char *own = files->names[files->count];
    memcpy(own, name, size);
    own[size] = '\0';
    if (!strcmp(own, EXPLORER_OWN_NAME))
        return command_fail("serve", EXIT_USAGE,
                            "--explorer %s: %s is the name of the server's own games", value, own);
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->names[i], own))
            return command_fail("serve", EXIT_USAGE,
                                "--explorer %s: there is a database %s already: use NAME=FILE",
                                value, own);
    return EXIT_OK;
}

/* What is before a '=' is a name, unless it is part of a path. */
static int open_value(struct explorer_files *files, const char *value)
{
    const bool has_name = value[strcspn(value, "=/")] == '=';
    const char *equals = has_name ? strchr(value, '=') : NULL;
    const char *path = equals ? equals + 1 : value, *name = value;
    const size_t size = equals ? (size_t)(equals - value) : name_in_path(path, &name);
    const size_t at = files->count;
    struct database database;
    int status = take_name(files, name, size, value);
    if (!status && !*path)
        status = command_fail("serve", EXIT_USAGE, "--explorer %s: the name of a file is missing",
                              value);
    if (!status)
        status = explore_open("serve", path, &database);
    if (status)
        return status;
    struct shared_database *shared = shared_database_create(&database);
    if (!shared)
        return command_fail("serve", EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    files->paths[at] = path;
    files->named[at] = (struct named_database){.name = files->names[at], .shared = shared};
    files->count++;
    return EXIT_OK;
}

int explorer_files_open(struct explorer_files *out, const char *const *values, size_t count)
{
    int status = EXIT_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = open_value(out, values[i]);
    return status;
}

/* Queries that run hold the old database until they end. */
static void reload_file(struct named_database *file, const char *path, const struct log *log)
{
    struct database database;
    struct shared_database *shared = NULL;
    rk_fault fault;
    if (!explorer_open(path, &database, &fault) && !(shared = shared_database_create(&database)))
        fault = (rk_fault){.text = "out of memory"};
    if (!shared) {
        log_line(log, LOG_ERROR, "opening database %s stays as it was: %s: %s", file->name, path,
                 fault.text);
        return;
    }
    shared_database_release(file->shared);
    file->shared = shared;
}

void explorer_files_reload(struct explorer_files *files, const struct log *log)
{
    for (size_t i = 0; i < files->count; i++)
        reload_file(&files->named[i], files->paths[i], log);
    explorer_files_log(files, log);
}

void explorer_files_log(const struct explorer_files *files, const struct log *log)
{
    for (size_t i = 0; i < files->count; i++)
        log_line(log, LOG_INFO, "opening database %s: %llu games", files->named[i].name,
                 (unsigned long long)files->named[i].shared->database.header.game_count);
}

void explorer_files_close(struct explorer_files *files)
{
    while (files->count)
        shared_database_release(files->named[--files->count].shared);
}
