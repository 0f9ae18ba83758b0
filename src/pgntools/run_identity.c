/* SPDX-License-Identifier: MIT */
#include "pgntools/run_identity.h"

#include <string.h>
#include <sys/stat.h>

#include "base/fnv.h"

static void hash_file(uint64_t *hash, const char *name)
{
    struct stat status;
    *hash = fnv_add(*hash, name, strlen(name) + 1);
    if (!strcmp(name, "-") || stat(name, &status))
        return;
    run_identity_add(hash, (uint64_t)status.st_size);
    run_identity_add(hash, (uint64_t)status.st_mtim.tv_sec);
    run_identity_add(hash, (uint64_t)status.st_mtim.tv_nsec);
}

uint64_t run_identity(const struct run_options *run, const char *command)
{
    uint64_t hash = fnv_hash(ROOKERY_VERSION, sizeof ROOKERY_VERSION);
    hash = fnv_add(hash, command, strlen(command) + 1);
    for (size_t i = 0; i < run->file_count; i++)
        hash_file(&hash, run->files[i]);
    return hash;
}

void run_identity_add(uint64_t *identity, uint64_t option)
{
    *identity = fnv_add(*identity, &option, sizeof option);
}
