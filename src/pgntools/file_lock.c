/* SPDX-License-Identifier: MIT */
#include "pgntools/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

enum { FILE_MODE = 0666 };

typedef int file_opener(const char *path); /* returns what open(2) does */

/* For writing if possible, because NFS demands it for an exclusive lock. */
static int open_existing(const char *path)
{
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    return file >= 0 ? file : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static int open_or_create(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
}

/* Whether the file still has this name: the previous holder of the lock may have replaced or
 * removed it. */
static bool has_name(int file, const char *path)
{
    struct stat opened, named;
    return !fstat(file, &opened) && !stat(path, &named) && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/* A file that cannot be opened is no error here: *out is then -1, and errno says why. */
static rk_err open_and_lock(const char *path, file_opener *open_file, int *out, rk_fault *fault)
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
                             error == EWOULDBLOCK ? "another program is writing this file"
                                                  : strerror(error));
        }
        if (has_name(file, path))
            return RK_OK;
        close(file);
    }
}

rk_err file_lock(const char *path, int *out, rk_fault *fault)
{
    return open_and_lock(path, open_existing, out, fault);
}

rk_err file_lock_create(const char *path, int *out, rk_fault *fault)
{
    const rk_err err = open_and_lock(path, open_or_create, out, fault);
    return err || *out >= 0 ? err : fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
}

void file_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}
