/* SPDX-License-Identifier: MIT */
/* Rules of clocks: any text. What is read is written as something that reads as
 * the same, and gives a clock with time on it. */
#include "rookery/clock.h"

#include "fuzz.h"

static void check_same(const rk_time_control *a, const rk_time_control *b)
{
    CHECK(a->kind == b->kind && a->stage_count == b->stage_count);
    for (unsigned i = 0; i < 2U * RK_CLOCK_STAGES_MAX; i++) {
        const rk_clock_stage *one = &a->stages[i / RK_CLOCK_STAGES_MAX][i % RK_CLOCK_STAGES_MAX];
        const rk_clock_stage *two = &b->stages[i / RK_CLOCK_STAGES_MAX][i % RK_CLOCK_STAGES_MAX];
        CHECK(one->moves == two->moves && one->base == two->base && one->extra == two->extra);
    }
}

static void check_text(const rk_time_control *rule)
{
    char text[RK_CLOCK_TEXT_MAX];
    rk_time_control again;
    spoil(text, sizeof text);
    const size_t length = rk_time_control_write(rule, text);
    CHECK(length > 0 && length < RK_CLOCK_TEXT_MAX - 1 && strlen(text) == length);
    CHECK(!rk_time_control_parse(text, length, &again, NULL));
    check_same(rule, &again);
}

/* Moves that take no time lose none. */
static void check_clock(const rk_time_control *rule)
{
    rk_clock clock = rk_clock_make(rule);
    rk_clock_start(&clock, RK_WHITE, 0);
    for (int ply = 0; ply < 100; ply++) {
        CHECK(!rk_clock_flagged(&clock, RK_WHITE, 0) && !rk_clock_flagged(&clock, RK_BLACK, 0));
        rk_clock_press(&clock, 0, 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rk_time_control rule;
    rk_fault fault;
    spoil(&rule, sizeof rule);
    spoil(&fault, sizeof fault);
    const rk_err err = rk_time_control_parse((const char *)data, size, &rule, &fault);
    if (err) {
        CHECK(is_spoiled(&rule, sizeof rule));
        check_fault(&fault, err, size);
        return 0;
    }
    CHECK(is_spoiled(&fault, sizeof fault));
    check_text(&rule);
    check_clock(&rule);
    return 0;
}
