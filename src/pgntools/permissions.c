/* SPDX-License-Identifier: MIT */
#include "pgntools/permissions.h"

#include <sys/stat.h>

void permissions_copy(int descriptor, const char *replaced)
{
    struct stat status;
    if (!stat(replaced, &status) && S_ISREG(status.st_mode))
        (void)fchmod(descriptor, (status.st_mode & 0777) | S_IRUSR | S_IWUSR);
}
