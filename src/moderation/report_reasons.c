/* SPDX-License-Identifier: MIT */
#include "moderation/report_reasons.h"

#include <stddef.h>
#include <string.h>

bool report_reason_is_known(const char *name)
{
    static const char *const names[] = {
#define ROW(name) name,
#include "moderation/report_reasons.def"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

const char report_reasons_text[] = "must be one of:"
#define ROW(name) " " name
#include "moderation/report_reasons.def"
    ;
