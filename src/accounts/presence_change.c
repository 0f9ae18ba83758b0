/* SPDX-License-Identifier: MIT */
#include "accounts/presence_change.h"

#include <string.h>

void presence_change_write(const struct presence_change *change, struct buffer *out)
{
    buffer_varint(out, change->online);
    buffer_varint(out, change->away);
    buffer_counted(out, change->who.id, strlen(change->who.id));
    buffer_counted(out, change->who.name, strlen(change->who.name));
    buffer_varint(out, change->who.role);
}

void presence_change_read(struct byte_reader *in, struct presence_change *out)
{
    *out = (struct presence_change){.online = byte_reader_bool(in)};
    out->away = byte_reader_bool(in);
    byte_reader_text(in, out->who.id, sizeof out->who.id);
    byte_reader_text(in, out->who.name, sizeof out->who.name);
    out->who.role = (enum role)byte_reader_number(in, ROLE_GUEST);
    if (!*out->who.id)
        in->failed = true;
}
