/* SPDX-License-Identifier: MIT */
#include "review/file_identity.h"

#include <string.h>
#include <sys/stat.h>

/* FNV-1a. */
static void hash_bytes(uint64_t *hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ at[i]) * UINT64_C(1099511628211);
}

static void hash_number(uint64_t *hash, uint64_t number)
{
    hash_bytes(hash, &number, sizeof number);
}

static void hash_file(uint64_t *hash, const char *name)
{
    struct stat status;
    hash_bytes(hash, name, strlen(name) + 1);
    if (!strcmp(name, "-") || stat(name, &status))
        return;
    hash_number(hash, (uint64_t)status.st_size);
    hash_number(hash, (uint64_t)status.st_mtim.tv_sec);
    hash_number(hash, (uint64_t)status.st_mtim.tv_nsec);
}

uint64_t file_identity(const struct run_options *run, const struct report_options *report)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    hash_bytes(&hash, ROOKERY_VERSION, sizeof ROOKERY_VERSION);
    hash_number(&hash, report->format);
    hash_number(&hash, report->limits.nodes);
    hash_number(&hash, report->limits.depth);
    hash_number(&hash, (uint64_t)report->limits.move_time);
    hash_number(&hash, report->columns);
    hash_number(&hash, report->utf8);
    hash_number(&hash, report->colour);
    for (size_t i = 0; i < run->file_count; i++)
        hash_file(&hash, run->files[i]);
    return hash;
}
