/* SPDX-License-Identifier: MIT */
#include "accounts/ban_message.h"

#include <stdio.h>

#include "base/utc.h"

void ban_message(int64_t until, const char *reason, char out[BAN_MESSAGE_SIZE])
{
    char time[UTC_SIZE];
    if (until)
        snprintf(out, BAN_MESSAGE_SIZE, "this account is banned until %s UTC%s%s",
                 utc_write(until, time), *reason ? ": " : "", reason);
    else
        snprintf(out, BAN_MESSAGE_SIZE, "this account is banned%s%s", *reason ? ": " : "", reason);
}
