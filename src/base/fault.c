/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include "base/text.h"

rk_err fault_set(rk_fault *fault, rk_err err, size_t offset, const char *message)
{
    if (!fault)
        return err;
    *fault = (rk_fault){.err = err, .offset = offset};
    struct text text = text_in(fault->text, sizeof fault->text);
    text_add(&text, message);
    text_end(&text);
    return err;
}

rk_err fault_set_default(rk_fault *fault, rk_err err)
{
    return fault_set(fault, err, 0, rk_err_text(err));
}
