/* SPDX-License-Identifier: MIT */
#include "store/data_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/lock.h"

rk_err data_folder_default(char out[DATA_FOLDER_SIZE])
{
    const char *data_home = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int size = -1;
    if (data_home && *data_home == '/')
        size = snprintf(out, DATA_FOLDER_SIZE, "%s/rookery", data_home);
    else if (home && *home)
        size = snprintf(out, DATA_FOLDER_SIZE, "%s/.local/share/rookery", home);
    return size > 0 && size < DATA_FOLDER_SIZE ? RK_OK : RK_CANNOT_OPEN;
}

static rk_err create_folder(const char *path, mode_t mode, char *error, size_t error_size)
{
    if (!mkdir(path, mode) || errno == EEXIST)
        return RK_OK;
    snprintf(error, error_size, "cannot create the folder %s: %s", path, strerror(errno));
    return RK_CANNOT_OPEN;
}

static rk_err create_with_parents(const char *path, char *error, size_t error_size)
{
    char parent[DATA_FOLDER_SIZE];
    snprintf(parent, sizeof parent, "%s", path);
    for (char *slash = parent + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        const rk_err err = create_folder(parent, 0755, error, error_size);
        if (err)
            return err;
    }
    return create_folder(path, 0700, error, error_size);
}

rk_err data_folder_open(const char *path, int *lock, char *error, size_t error_size)
{
    const rk_err err = create_with_parents(path, error, error_size);
    // Two servers on the same games would overwrite each other's moves.
    return err ? err : lock_acquire(path, lock, error, error_size);
}
