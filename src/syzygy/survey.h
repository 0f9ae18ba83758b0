/* SPDX-License-Identifier: MIT */
/* Lists the tables in some folders, including missing and unusable ones. */
#ifndef SYZYGY_SURVEY_H
#define SYZYGY_SURVEY_H

#include "syzygy/files.h"

enum { ENDGAME_NAME_SIZE = PIECES_MAX + 2, MEN_MIN = 3 };

/* One endgame, such as "KRPvKR". */
struct survey_ending {
    char name[ENDGAME_NAME_SIZE]; /* as the files are named, without their ending */
    unsigned men;
    bool found[TABLE_TYPES];
    struct file_state files[TABLE_TYPES]; /* those found; borrowed */
};

/* The endgames with a number of pieces, kings included. Files that cannot be used do not count. */
struct survey_men {
    unsigned endings; /* that exist */
    unsigned usable[TABLE_TYPES];
    unsigned complete; /* with both files */
};

typedef void survey_callback(void *context, const struct survey_ending *ending);

/* Opens every file and passes each endgame of `men` pieces, found or not, to the callback, which
 * may be NULL. */
struct survey_men survey_endings(struct files *files, unsigned men, survey_callback *callback,
                                 void *context);

#endif
