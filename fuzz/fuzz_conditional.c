/* SPDX-License-Identifier: MIT */
/* Conditional moves from the start position: either rejected with a reason, or lines that parse to
 * themselves. */
#include "rounds/conditional_moves.h"

#include "fuzz.h"
#include "rookery/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_info info = {.id = ""};
    const rk_position start = rk_position_start(RK_STANDARD);
    struct buffer once = {0}, twice = {0};
    rk_fault fault;
    const rk_err err =
        conditional_moves_parse(&info, &start, (const char *)data, size, &once, &fault);
    if (err) {
        CHECK(!once.size);
        CHECK(fault.err == err && *fault.text);
    } else {
        CHECK(!once.failed && once.size <= CONDITIONAL_TEXT_MAX);
        CHECK(!conditional_moves_parse(&info, &start, once.size ? once.bytes : "", once.size,
                                       &twice, NULL));
        CHECK(twice.size == once.size &&
              (!once.size || !memcmp(once.bytes, twice.bytes, once.size)));
    }
    buffer_fini(&once);
    buffer_fini(&twice);
    return 0;
}
