/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "engine/kernel.h"

#define ROW(name, is_supported) extern const struct kernel kernel_##name;
#include "engine/kernels.def"

const struct kernel *kernel_best(void)
{
#define ROW(name, is_supported) \
    if (is_supported)           \
        return &kernel_##name;
#include "engine/kernels.def"
}

const struct kernel *kernel_at(unsigned index, bool *exists)
{
    const struct kernel *const kernels[] = {
#define ROW(name, is_supported) (is_supported) ? &kernel_##name : NULL,
#include "engine/kernels.def"
    };
    enum {
#define ROW(name, is_supported) INDEX_##name,
#include "engine/kernels.def"
        COUNT
    };
    *exists = index < COUNT;
    return *exists ? kernels[index] : NULL;
}
