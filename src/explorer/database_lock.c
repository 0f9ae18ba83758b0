/* SPDX-License-Identifier: MIT */
#include "explorer/database_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

/* For writing if possible, because NFS demands it for an exclusive lock. */
static int open_file(const char *path)
{
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    return file >= 0 ? file : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Whether the file still has this name: whoever had the lock may have replaced it meanwhile. */
static bool has_name(int file, const char *path)
{
    struct stat opened, named;
    return !fstat(file, &opened) && !stat(path, &named) && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

rk_err database_lock(const char *path, int *out, rk_fault *fault)
{
    for (;;) {
        const int file = open_file(path);
        *out = file;
        if (file < 0)
            return RK_OK;
        if (flock(file, LOCK_EX | LOCK_NB)) {
            const int error = errno;
            close(file);
            *out = -1;
            return fault_set(fault, RK_CANNOT_OPEN, 0,
                             error == EWOULDBLOCK ? "another program is writing this database"
                                                  : strerror(error));
        }
        if (has_name(file, path))
            return RK_OK;
        close(file);
    }
}

void database_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}
