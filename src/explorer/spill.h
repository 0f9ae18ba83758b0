/* SPDX-License-Identifier: MIT */
/* Disk space for data that does not fit into memory: an unnamed file in the folder of the database
 * being built. The system removes it when the program ends, even after a crash. */
#ifndef EXPLORER_SPILL_H
#define EXPLORER_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spill {
    int file;
    uint64_t size;
};

/* Creates the file in the folder of `path`. Returns false if that fails; errno says why. */
bool spill_open(struct spill *spill, const char *path);
void spill_close(struct spill *spill);

/* Appends bytes, and reads them. Return false if that fails; errno says why. */
bool spill_append(struct spill *spill, const void *bytes, size_t size);
bool spill_read(const struct spill *spill, uint64_t offset, void *out, size_t size);

#endif
