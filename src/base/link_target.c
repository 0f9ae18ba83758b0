/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE // realpath() NOLINT(bugprone-reserved-identifier)
#include "base/link_target.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *link_target(const char *name)
{
    struct stat status;
    const bool is_link = !lstat(name, &status) && S_ISLNK(status.st_mode);
    char *target = is_link ? realpath(name, NULL) : NULL;
    return target ? target : strdup(name);
}
