/* SPDX-License-Identifier: MIT */
/* The permissions of an output file that replaces another one. */
#ifndef PGNTOOLS_PERMISSIONS_H
#define PGNTOOLS_PERMISSIONS_H

/* Gives an open file the permissions of the file it is going to replace, if there is one: a private
 * file stays private. The owner can always read and write it. */
void permissions_copy(int descriptor, const char *replaced);

#endif
