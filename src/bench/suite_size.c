/* SPDX-License-Identifier: MIT */
#include "bench/suite_size.h"

#include <stdlib.h>

bool suite_has_position(const char *line)
{
    return *line && *line != '\r' && *line != '\n' && *line != '#';
}

uint64_t suite_size(FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    uint64_t count = 0;
    const long start = ftell(file);
    if (start < 0)
        return 0;
    while (getline(&line, &capacity, file) >= 0)
        count += suite_has_position(line);
    free(line);
    clearerr(file); // the caller fails where this did, and reports it
    return fseek(file, start, SEEK_SET) ? 0 : count;
}
