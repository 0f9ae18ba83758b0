/* SPDX-License-Identifier: MIT */
/* Time controls: any text. A parsed time control is written as text that parses to the
 * same one, and gives a clock on which no flag has fallen. */
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

static void check_text(const rk_time_control *control)
{
    char text[RK_CLOCK_TEXT_MAX];
    rk_time_control again;
    poison(text, sizeof text);
    const size_t length = rk_time_control_write(control, text);
    CHECK(length > 0 && length < RK_CLOCK_TEXT_MAX - 1 && strlen(text) == length);
    CHECK(!rk_time_control_parse(text, length, &again, NULL));
    check_same(control, &again);
}

/* Checks that no flag falls if the moves take no time. */
static void check_clock(const rk_time_control *control)
{
    rk_clock clock = rk_clock_make(control);
    rk_clock_start(&clock, RK_WHITE, 0);
    for (int ply = 0; ply < 100; ply++) {
        CHECK(!rk_clock_flagged(&clock, RK_WHITE, 0) && !rk_clock_flagged(&clock, RK_BLACK, 0));
        rk_clock_press(&clock, 0, 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rk_time_control control;
    rk_fault fault;
    poison(&control, sizeof control);
    poison(&fault, sizeof fault);
    const rk_err err = rk_time_control_parse((const char *)data, size, &control, &fault);
    if (err) {
        CHECK(is_poisoned(&control, sizeof control));
        check_fault(&fault, err, size);
        return 0;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    check_text(&control);
    check_clock(&control);
    return 0;
}
