/* SPDX-License-Identifier: MIT */
/* Why players report others: report_reasons.def. */
#ifndef MODERATION_REPORT_REASONS_H
#define MODERATION_REPORT_REASONS_H

#include <stdbool.h>

bool report_reason_is_known(const char *name);

/* For error messages: "cheat, abuse, ..." */
extern const char report_reasons_text[];

#endif
