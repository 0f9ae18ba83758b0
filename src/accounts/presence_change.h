/* SPDX-License-Identifier: MIT */
/* The message with which a node notifies the others that a user has come online, gone offline or
 * become away. */
#ifndef ACCOUNTS_PRESENCE_CHANGE_H
#define ACCOUNTS_PRESENCE_CHANGE_H

#include "accounts/presence_internal.h"
#include "base/buffer.h"
#include "base/byte_reader.h"

void presence_change_write(const struct presence_change *change, struct buffer *out);
/* If it cannot be read, the reader fails. */
void presence_change_read(struct byte_reader *in, struct presence_change *out);

#endif
