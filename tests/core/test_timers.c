/* SPDX-License-Identifier: MIT */
#include "core/timers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 200 };

struct alarm {
    struct timer timer;
    struct timers *timers;
    int64_t *last;
    int fired;
};

static void ring(void *context)
{
    struct alarm *alarm = context;
    assert_true(alarm->timer.at >= *alarm->last);
    *alarm->last = alarm->timer.at;
    alarm->fired++;
}

static void timers_fire_in_order_and_once(void **state)
{
    (void)state;
    struct timers timers;
    struct alarm alarms[MANY] = {0};
    int64_t last = 0;
    timers_init(&timers);
    assert_int_equal(timers_next(&timers), INT64_MAX);
    for (int i = 0; i < MANY; i++) {
        alarms[i].last = &last;
        assert_true(timer_set(&timers, &alarms[i].timer, (i * 7919) % 1000, ring, &alarms[i]));
    }
    timers_run(&timers, 499);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(alarms[i].fired, (i * 7919) % 1000 < 500);
    timers_run(&timers, 1000);
    timers_run(&timers, 2000);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(alarms[i].fired, 1);
    timers_fini(&timers);
}

static void a_stopped_or_moved_timer_does_not_fire_at_its_old_time(void **state)
{
    (void)state;
    struct timers timers;
    struct alarm alarms[MANY] = {0};
    int64_t last = 0;
    timers_init(&timers);
    for (int i = 0; i < MANY; i++) {
        alarms[i].last = &last;
        assert_true(timer_set(&timers, &alarms[i].timer, i, ring, &alarms[i]));
    }
    for (int i = 0; i < MANY; i += 2)
        timer_stop(&timers, &alarms[i].timer);
    for (int i = 1; i < MANY; i += 4)
        assert_true(timer_set(&timers, &alarms[i].timer, i + 1000, ring, &alarms[i]));
    timers_run(&timers, 999);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(alarms[i].fired, i % 4 == 3);
    assert_int_equal(timers_next(&timers), 1001);
    timers_fini(&timers);
    assert_false(timer_is_set(&alarms[1].timer));
}

static void set_again(void *context)
{
    struct alarm *alarm = context;
    alarm->fired++;
    timer_set(alarm->timers, &alarm->timer, 5, set_again, alarm);
}

static void a_timer_that_sets_itself_to_the_past_does_not_loop_forever(void **state)
{
    (void)state;
    struct timers timers;
    timers_init(&timers);
    struct alarm alarm = {.timers = &timers};
    timer_set(&timers, &alarm.timer, 5, set_again, &alarm);
    timers_run(&timers, 10);
    assert_int_equal(alarm.fired, 1);
    timers_run(&timers, 10);
    assert_int_equal(alarm.fired, 2);
    timers_fini(&timers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_fire_in_order_and_once),
        cmocka_unit_test(a_stopped_or_moved_timer_does_not_fire_at_its_old_time),
        cmocka_unit_test(a_timer_that_sets_itself_to_the_past_does_not_loop_forever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
