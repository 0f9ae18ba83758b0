/* SPDX-License-Identifier: MIT */
/* Reads networks from files. Separate from network.c, which is also compiled for the browser. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fault.h"
#include "engine/network.h"

/* Reads at most `capacity` bytes. False on a read error. */
static bool read_bytes(FILE *file, unsigned char *bytes, size_t capacity, size_t *size)
{
    *size = fread(bytes, 1, capacity, file);
    return !ferror(file);
}

static rk_err read_network(FILE *file, rk_network **out, rk_fault *fault)
{
    // One byte more than the largest network: a larger file is refused, not cut off.
    const size_t capacity = 2 * network_word_count(NETWORK_HIDDEN_MAX, NETWORK_BUCKETS_MAX) + 1;
    unsigned char *const bytes = malloc(capacity);
    size_t size;
    if (!bytes)
        return fault_set_default(fault, RK_NO_MEMORY);
    const rk_err err = read_bytes(file, bytes, capacity, &size)
                           ? rk_network_from_bytes(bytes, size, out, fault)
                           : fault_set(fault, RK_CANNOT_READ, 0, strerror(errno));
    free(bytes);
    return err;
}

/* O_NONBLOCK, so that opening a FIFO without a writer does not block. */
static FILE *open_file(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *const file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (descriptor >= 0 && !file)
        close(descriptor);
    return file;
}

rk_err rk_network_open(const char *path, rk_network **out, rk_fault *fault)
{
    FILE *const file = open_file(path);
    if (!file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    const rk_err err = read_network(file, out, fault);
    fclose(file);
    return err;
}
