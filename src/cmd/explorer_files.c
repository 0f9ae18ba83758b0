/* SPDX-License-Identifier: MIT */
#include "cmd/explorer_files.h"

#include <stdio.h>
#include <string.h>

#include "api/explorer_databases.h"
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
    int status = take_name(files, name, size, value);
    if (!status)
        status = explore_open("serve", path, &files->databases[at]);
    if (status)
        return status;
    files->named[at] =
        (struct named_database){.name = files->names[at], .database = &files->databases[at]};
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

void explorer_files_close(struct explorer_files *files)
{
    while (files->count)
        database_close(&files->databases[--files->count]);
}
