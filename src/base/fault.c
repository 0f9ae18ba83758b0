/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include "base/text.h"

rk_err fault_set(rk_fault *fault, rk_err err, size_t offset, const char *words)
{
    if (!fault)
        return err;
    *fault = (rk_fault){.err = err, .offset = offset};
    struct text text = text_in(fault->text, sizeof fault->text);
    text_add(&text, words);
    text_end(&text);
    return err;
}
