/* SPDX-License-Identifier: MIT */
#include "match/engine_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"

enum { CLOCK_TEXT_MAX = 128, DEPTH_MAX = 200 };

static rk_err argument_error(const char *argument, const char *error, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_SYNTAX};
        snprintf(fault->text, sizeof fault->text, "%.60s: %s", argument, error);
    }
    return RK_BAD_SYNTAX;
}

static bool read_count(const char *text, uint64_t max, uint64_t *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (errno || *end || !number || number > max)
        return false;
    *out = number;
    return true;
}

// ---- times --------------------------------------------------------------------------------------

/* Match time controls are in seconds, but rk_time_control_parse() reads minutes unless there is an
 * "s": turns "40/60+0.5" into "40/60s+0.5". */
static void mark_seconds(const char *text, char *out, size_t size)
{
    struct text seconds = text_in(out, size);
    bool in_base = true;
    for (const char *at = text; *at; at++) {
        text_put(&seconds, *at);
        const bool digit = (*at >= '0' && *at <= '9') || *at == '.';
        const bool ends = (at[1] < '0' || at[1] > '9') && at[1] != '.';
        if (in_base && digit && ends && at[1] != '/' && at[1] != 's') {
            text_put(&seconds, 's');
            in_base = false;
        }
        in_base |= *at == ',';
    }
    text_end(&seconds);
}

static rk_err read_clock(const char *argument, const char *value, struct engine_config *out,
                         rk_fault *fault)
{
    char text[CLOCK_TEXT_MAX];
    rk_time_control rule;
    static const char *const expected =
        "invalid time control: expected [MOVES/]SECONDS[+INCREMENT], such as 2+0.02 or 40/60";
    if (strlen(value) > CLOCK_TEXT_MAX / 4)
        return argument_error(argument, expected, fault);
    mark_seconds(value, text, sizeof text);
    if (rk_time_control_parse(text, strlen(text), &rule, NULL))
        return argument_error(argument, expected, fault);
    out->clock = rule;
    out->limits.timed = rule.kind != RK_CLOCK_NONE;
    out->limits.move_time = 0;
    out->limit_arguments[0] = argument;
    return RK_OK;
}

static rk_err read_move_time(const char *argument, const char *value, struct engine_config *out,
                             rk_fault *fault)
{
    char *end;
    const double seconds = strtod(value, &end);
    if (end == value || *end || !(seconds >= 0.001 && seconds <= 86400))
        return argument_error(argument, "expected seconds per move, from 0.001 to 86400", fault);
    const int64_t milliseconds = (int64_t)(seconds * 1000 + 0.5);
    out->limits.move_time = milliseconds;
    out->limits.timed = false;
    out->limit_arguments[0] = argument;
    out->clock = (rk_time_control){.kind = RK_CLOCK_DAYS, .stage_count = 1};
    for (int side = 0; side < 2; side++)
        out->clock.stages[side][0].base = milliseconds;
    return RK_OK;
}

/* The time of a side that plays without a clock against one that has one. */
static int64_t unlimited_base(const rk_time_control *rule)
{
    return rule->kind == RK_CLOCK_DAYS ? DAY_MS : 365 * DAY_MS;
}

rk_err engine_config_clock(const struct engine_config *white, const struct engine_config *black,
                           rk_time_control *out)
{
    const struct engine_config *of[2] = {white, black};
    const rk_time_control *model =
        white->clock.kind == RK_CLOCK_NONE ? &black->clock : &white->clock;
    rk_time_control rule = *model;
    for (int side = 0; side < 2; side++) {
        const rk_time_control *own = &of[side]->clock;
        if (own->kind == RK_CLOCK_NONE)
            for (unsigned i = 0; i < rule.stage_count; i++)
                rule.stages[side][i].base = unlimited_base(model);
        else if (own->kind != rule.kind || own->stage_count != rule.stage_count)
            return RK_AGAINST_VARIANT;
        else
            memcpy(rule.stages[side], own->stages[side], sizeof rule.stages[side]);
    }
    *out = rule;
    return RK_OK;
}

// ---- arguments ----------------------------------------------------------------------------------

static rk_err read_protocol(const char *argument, const char *value, struct engine_config *out,
                            rk_fault *fault)
{
    if (!strcmp(value, "uci"))
        out->protocol = PROTOCOL_UCI;
    else if (!strcmp(value, "xboard"))
        out->protocol = PROTOCOL_XBOARD;
    else
        return argument_error(argument, "unknown protocol: use uci or xboard", fault);
    return RK_OK;
}

static rk_err read_limit(const char *argument, const char *value, struct engine_config *out,
                         rk_fault *fault)
{
    uint64_t count;
    const bool is_depth = argument[0] == 'd';
    if (!read_count(value, is_depth ? DEPTH_MAX : INT64_MAX, &count))
        return argument_error(argument, "expected a number of at least 1", fault);
    if (is_depth)
        out->limits.depth = (unsigned)count;
    else
        out->limits.nodes = count;
    out->limit_arguments[is_depth ? 2 : 1] = argument;
    return RK_OK;
}

static rk_err add_option(const char *argument, const char *option, struct engine_config *out,
                         rk_fault *fault)
{
    if (*option == '=' || !*option)
        return argument_error(argument, "the option needs a name", fault);
    if (out->option_count == ENGINE_OPTIONS_MAX)
        return argument_error(argument, "too many options", fault);
    out->options[out->option_count++] = option;
    return RK_OK;
}

static const char *skip_prefix(const char *argument, const char *prefix)
{
    const size_t size = strlen(prefix);
    return strncmp(argument, prefix, size) ? NULL : argument + size;
}

rk_err engine_config_parse(const char *argument, struct engine_config *out, rk_fault *fault)
{
    const char *value;
    if (!strcmp(argument, "ponder")) {
        out->ponder = true;
        return RK_OK;
    }
    if ((value = skip_prefix(argument, "option.")))
        return add_option(argument, value, out, fault);
    if ((value = skip_prefix(argument, "tc=")))
        return read_clock(argument, value, out, fault);
    if ((value = skip_prefix(argument, "st=")))
        return read_move_time(argument, value, out, fault);
    if ((value = skip_prefix(argument, "proto=")))
        return read_protocol(argument, value, out, fault);
    if ((value = skip_prefix(argument, "nodes=")) || (value = skip_prefix(argument, "depth=")))
        return read_limit(argument, value, out, fault);
    const char **target = (value = skip_prefix(argument, "name="))  ? &out->name
                          : (value = skip_prefix(argument, "cmd=")) ? &out->command
                          : (value = skip_prefix(argument, "dir=")) ? &out->folder
                          : (value = skip_prefix(argument, "log=")) ? &out->log
                                                                    : NULL;
    if (!target)
        return argument_error(
            argument,
            "unknown setting: use cmd= name= dir= proto= tc= st= nodes= depth= ponder log= "
            "option.NAME=",
            fault);
    if (!*value)
        return argument_error(argument, "missing value after the =", fault);
    *target = value;
    return RK_OK;
}
