/* SPDX-License-Identifier: MIT */
/* Messages: the first byte selects the direction; the rest is either rejected with a reason
 * or a message that is the same after writing and reading it. */
#include "wire/message.h"

#include "fuzz.h"

static void check_written(enum message_direction direction, const struct message *message)
{
    struct buffer once = {0}, twice = {0};
    struct message again;
    message_write(message->kind, &message->as, &once);
    CHECK(!once.failed);
    CHECK(!message_read(direction, once.bytes, once.size, &again, NULL));
    CHECK(again.kind == message->kind);
    message_write(again.kind, &again.as, &twice);
    CHECK(twice.size == once.size && !memcmp(twice.bytes, once.bytes, once.size));
    message_fini(&again);
    buffer_fini(&once);
    buffer_fini(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const enum message_direction direction =
        take_byte(&in) == 'u' ? MESSAGE_TO_SERVER : MESSAGE_TO_CLIENT;
    struct message message;
    rk_fault fault;
    poison(&message, sizeof message);
    const rk_err err = message_read(direction, (const char *)in.data, in.size, &message, &fault);
    if (err) {
        CHECK(is_poisoned(&message, sizeof message));
        check_fault(&fault, err, in.size);
        return 0;
    }
    check_written(direction, &message);
    message_fini(&message);
    return 0;
}
