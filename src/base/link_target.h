/* SPDX-License-Identifier: MIT */
/* A file that is replaced by renaming another one: if its name is a symbolic link, the file it
 * leads to must be replaced, and not the link. */
#ifndef BASE_LINK_TARGET_H
#define BASE_LINK_TARGET_H

/* Returns the file that a symbolic link leads to, and a copy of any other name, such as that of a
 * link to nowhere. The caller frees it. NULL if memory runs out. */
char *link_target(const char *name);

#endif
