/* SPDX-License-Identifier: MIT */
/* The inner loops of the network. kernel.c is compiled once for each instruction set; all of them
 * give the same result. */
#ifndef ENGINE_KERNEL_H
#define ENGINE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { KERNEL_ALIGNMENT = 64 }; /* of all arrays */

/* The rows of weights by which two sums differ. */
struct kernel_rows {
    const int16_t *added[32], *removed[32];
    unsigned added_count, removed_count;
};

struct kernel {
    const char *name;
    /* to = from + the rows that are added - those that are removed; `size` is a multiple of
     * NETWORK_HIDDEN_STEP. */
    void (*update)(int16_t *to, const int16_t *from, const struct kernel_rows *rows, unsigned size);
    /* The sum of weight * clamp(value, 0, NETWORK_ONE)^2. */
    int32_t (*output)(const int16_t *values, const int16_t *weights, unsigned size);
};

/* The fastest kernel that this processor supports. */
const struct kernel *kernel_best(void);

/* The kernel with an index, fastest first; NULL if this processor does not support it, or if there
 * are fewer. For tests. */
const struct kernel *kernel_at(unsigned index, bool *exists);

#endif
