/* SPDX-License-Identifier: MIT */
#include "accounts/notice.h"

#include <string.h>

enum { NOTICE_VERSION = 1, HEADER_SIZE = 2 };

void notice_write(const struct notice *notice, struct buffer *out)
{
    buffer_put(out, NOTICE_VERSION);
    buffer_put(out, (char)notice->kind);
    buffer_add(out, notice->subject, strlen(notice->subject) + 1);
    buffer_add(out, notice->payload, notice->payload_size);
}

rk_err notice_parse(const void *bytes, size_t size, struct notice *out)
{
    const char *at = bytes;
    if (size <= HEADER_SIZE || at[0] != NOTICE_VERSION || at[1] < 0 || at[1] >= NOTICE_KIND_COUNT)
        return RK_BAD_RECORD;
    const char *subject = at + HEADER_SIZE;
    const size_t length = strnlen(subject, size - HEADER_SIZE);
    if (length == size - HEADER_SIZE || length >= sizeof out->subject)
        return RK_BAD_RECORD;
    *out = (struct notice){.kind = (enum notice_kind)at[1],
                           .payload = subject + length + 1,
                           .payload_size = size - HEADER_SIZE - length - 1};
    memcpy(out->subject, subject, length);
    return RK_OK;
}
