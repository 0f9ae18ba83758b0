/* SPDX-License-Identifier: MIT */
#include "http/tar.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 512, NAME_SIZE = 100 };

/* One block: texts with a NUL, and numbers in octal. */
struct header {
    char name[NAME_SIZE], mode[8], owner[8], group[8], size[12], time[12], sum[8], type;
    char link[NAME_SIZE], magic[8], owner_name[32], group_name[32], device[16], prefix[155];
    char unused[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

static void add_zeros(struct buffer *out, size_t size)
{
    static const char zeros[BLOCK];
    buffer_add(out, zeros, size);
}

/* The sum of the header's bytes, with blanks instead of the sum itself. */
static void set_sum(struct header *header)
{
    unsigned sum = 0;
    memset(header->sum, ' ', sizeof header->sum);
    for (size_t i = 0; i < sizeof *header; i++)
        sum += ((const unsigned char *)header)[i];
    snprintf(header->sum, sizeof header->sum - 1, "%06o", sum & 0777777);
}

void tar_add(struct buffer *out, const char *name, const char *bytes, size_t size, int64_t at)
{
    struct header header = {.mode = "0000644", .owner = "0000000", .group = "0000000", .type = '0'};
    assert(strlen(name) < NAME_SIZE);
    snprintf(header.name, sizeof header.name, "%s", name);
    snprintf(header.size, sizeof header.size, "%011llo",
             (unsigned long long)size & 077777777777ULL);
    snprintf(header.time, sizeof header.time, "%011llo",
             (unsigned long long)(at / 1000) & 077777777777ULL);
    memcpy(header.magic, "ustar\00000", sizeof header.magic);
    set_sum(&header);
    buffer_add(out, &header, sizeof header);
    buffer_add(out, bytes, size);
    if (size % BLOCK)
        add_zeros(out, BLOCK - size % BLOCK);
}

void tar_end(struct buffer *out)
{
    add_zeros(out, BLOCK);
    add_zeros(out, BLOCK);
}
