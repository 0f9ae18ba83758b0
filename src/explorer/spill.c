/* SPDX-License-Identifier: MIT */
#include "explorer/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool spill_open(struct spill *spill, const char *path)
{
    static const char suffix[] = ".sort-XXXXXX";
    const size_t size = strlen(path) + sizeof suffix;
    char *name = malloc(size);
    *spill = (struct spill){.file = -1};
    if (!name)
        return false;
    snprintf(name, size, "%s%s", path, suffix);
    spill->file = mkstemp(name);
    if (spill->file >= 0)
        unlink(name);
    const int error = errno;
    free(name);
    errno = error;
    return spill->file >= 0;
}

void spill_close(struct spill *spill)
{
    if (spill->file >= 0)
        close(spill->file);
    spill->file = -1;
}

bool spill_append(struct spill *spill, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        const ssize_t written = pwrite(spill->file, at, size, (off_t)spill->size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written <= 0)
            continue;
        at += written;
        size -= (size_t)written;
        spill->size += (uint64_t)written;
    }
    return true;
}

bool spill_read(const struct spill *spill, uint64_t offset, void *out, size_t size)
{
    char *at = out;
    while (size) {
        const ssize_t got = pread(spill->file, at, size, (off_t)offset);
        if (got < 0 && errno != EINTR)
            return false;
        if (!got) {
            errno = EIO;
            return false;
        }
        if (got < 0)
            continue;
        at += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}
