/* SPDX-License-Identifier: MIT */
#include "support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/board.h"

struct folder folder_make(void)
{
    struct folder folder = {"/tmp/rookery-test-XXXXXX"};
    if (!mkdtemp(folder.path))
        fail_msg("cannot create a folder in /tmp");
    return folder;
}

void folder_remove(const struct folder *folder)
{
    DIR *files = opendir(folder->path);
    for (struct dirent *file; files && (file = readdir(files));) {
        char path[FOLDER_PATH_SIZE + sizeof file->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", folder->path, file->d_name);
        if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
            unlink(path);
    }
    if (files)
        closedir(files);
    rmdir(folder->path);
}
