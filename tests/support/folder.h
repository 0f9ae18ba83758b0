/* SPDX-License-Identifier: MIT */
/* A temporary folder under /tmp. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

enum { FOLDER_PATH_SIZE = 64 };

struct folder {
    char path[FOLDER_PATH_SIZE];
};

struct folder folder_make(void);
void folder_remove(const struct folder *folder); /* with the files in it */

#endif
