/* SPDX-License-Identifier: MIT */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static rk_err report_error(const char *folder, const char *file, int lock, char *error,
                           size_t error_size)
{
    const int code = errno;
    struct flock holder = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if ((code == EACCES || code == EAGAIN) && !fcntl(lock, F_GETLK, &holder) &&
        holder.l_type != F_UNLCK)
        snprintf(error, error_size, "another server is using %s: process %ld", folder,
                 (long)holder.l_pid);
    else
        snprintf(error, error_size, "%s: %s", file, strerror(code));
    return RK_CANNOT_OPEN;
}

rk_err lock_acquire(const char *folder, int *out, char *error, size_t error_size)
{
    char file[PATH_SIZE];
    struct flock request = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int size = snprintf(file, sizeof file, "%s/lock", folder);
    if (size < 0 || size >= PATH_SIZE) {
        snprintf(error, error_size, "path too long: %s", folder);
        return RK_CANNOT_OPEN;
    }
    const int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0 && !fcntl(lock, F_SETLK, &request)) {
        *out = lock;
        return RK_OK;
    }
    const rk_err err = report_error(folder, file, lock, error, error_size);
    lock_release(lock);
    return err;
}

rk_err lock_database(const char *file, int *out, char *error, size_t error_size)
{
    const int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0 && !flock(lock, LOCK_EX | LOCK_NB)) {
        *out = lock;
        return RK_OK;
    }
    if (lock >= 0 && errno == EWOULDBLOCK)
        snprintf(error, error_size, "another server is using %s", file);
    else
        snprintf(error, error_size, "%s: %s", file, strerror(errno));
    lock_release(lock);
    return RK_CANNOT_OPEN;
}

void lock_release(int lock)
{
    if (lock >= 0)
        close(lock);
}
