/* SPDX-License-Identifier: MIT */
/* Only builds for tuning have code here. */
#include "engine/parameters.h"

#ifdef SEARCH_TUNING
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(name, value, min, max) int name = (value);
#include "engine/parameters.def"

static void set_parameter(const char *name, int number)
{
#define ROW(row, value, min, max)                                         \
    if (!strcmp(name, #row)) {                                            \
        (row) = number < (min) ? (min) : number > (max) ? (max) : number; \
        return;                                                           \
    }
#include "engine/parameters.def"
    fprintf(stderr, "unknown parameter: %s\n", name);
    exit(2);
}

__attribute__((constructor)) static void read_parameters(void)
{
    const char *text = getenv("ROOKERY_PARAMETERS");
    char name[64];
    int number, size;
    while (text && sscanf(text, " %63[A-Z_]=%d%n", name, &number, &size) == 2) {
        set_parameter(name, number);
        text += size;
    }
}
#endif
