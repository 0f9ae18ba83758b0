/* SPDX-License-Identifier: MIT */
/* Log entries: any bytes are either rejected or concatenated events that encode to the
 * same bytes. */
#include "wire/event.h"

#include "fuzz.h"

static bool is_complete(const struct event *event)
{
    return strnlen(event->request, sizeof event->request) <= EVENT_REQUEST_MAX &&
           strnlen(event->name, sizeof event->name) <= EVENT_NAME_MAX &&
           (event->kind != EVENT_CHAT ||
            strnlen(event->text, EVENT_TEXT_MAX + 1) <= EVENT_TEXT_MAX);
}

static void check_encodes_to(const struct event *event, const uint8_t *bytes, size_t size)
{
    struct buffer out = {0};
    event_encode(event, &out);
    CHECK(!out.failed && out.size == size && !memcmp(out.bytes, bytes, size));
    buffer_fini(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        struct event event;
        char text[EVENT_TEXT_MAX + 1];
        rk_fault fault;
        size_t used = 0;
        poison(&event, sizeof event);
        const rk_err err = event_decode(data + at, size - at, &event, text, &used, &fault);
        if (err) {
            CHECK(err == RK_BAD_RECORD && is_poisoned(&event, sizeof event) && !used);
            check_fault(&fault, err, size - at);
            break;
        }
        CHECK(used && used <= size - at && is_complete(&event));
        CHECK(event.action.kind < RK_ACTION_COUNT && event.action.winner <= RK_NOBODY_WINS);
        check_encodes_to(&event, data + at, used);
        at += used;
    }
    return 0;
}
