/* SPDX-License-Identifier: MIT */
#include "match/contestant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { CLOCK_TEXT_MAX = 128, DEPTH_MAX = 200 };
static const int64_t DAY = INT64_C(86400000);

static rk_err refuse(const char *word, const char *why, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_SYNTAX};
        snprintf(fault->text, sizeof fault->text, "%.60s: %s", word, why);
    }
    return RK_BAD_SYNTAX;
}

static bool read_count(const char *text, uint64_t most, uint64_t *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (errno || *end || !number || number > most)
        return false;
    *out = number;
    return true;
}

// ---- times --------------------------------------------------------------------------------------

/* Engines play in seconds, people in minutes: "40/60+0.5" is "40/60s+0.5" to a clock. */
static void write_in_seconds(const char *text, char *out, size_t size)
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

static rk_err read_clock(const char *word, const char *value, struct contestant *out,
                         rk_fault *fault)
{
    char text[CLOCK_TEXT_MAX];
    rk_clock_rule rule;
    static const char *const wanted =
        "this should be [MOVES/]SECONDS[+INCREMENT], as in 2+0.02 or 40/60";
    if (strlen(value) > CLOCK_TEXT_MAX / 4)
        return refuse(word, wanted, fault);
    write_in_seconds(value, text, sizeof text);
    if (rk_clock_rule_parse(text, strlen(text), &rule, NULL))
        return refuse(word, wanted, fault);
    out->clock = rule;
    out->thinks.timed = rule.kind != RK_CLOCK_NONE;
    out->thinks.move_time = 0;
    return RK_OK;
}

static rk_err read_move_time(const char *word, const char *value, struct contestant *out,
                             rk_fault *fault)
{
    char *end;
    const double seconds = strtod(value, &end);
    if (end == value || *end || !(seconds >= 0.001 && seconds <= 86400))
        return refuse(word, "seconds for a move should stand here", fault);
    const int64_t milliseconds = (int64_t)(seconds * 1000 + 0.5);
    out->thinks.move_time = milliseconds;
    out->thinks.timed = false;
    out->clock = (rk_clock_rule){.kind = RK_CLOCK_DAYS, .stage_count = 1};
    for (int side = 0; side < 2; side++)
        out->clock.stages[side][0].base = milliseconds;
    return RK_OK;
}

static int64_t odds_of(const rk_clock_rule *rule)
{
    return rule->kind == RK_CLOCK_DAYS ? DAY : 365 * DAY;
}

rk_err contestants_clock(const struct contestant *white, const struct contestant *black,
                         rk_clock_rule *out)
{
    const struct contestant *of[2] = {white, black};
    const rk_clock_rule *model = white->clock.kind == RK_CLOCK_NONE ? &black->clock : &white->clock;
    rk_clock_rule rule = *model;
    for (int side = 0; side < 2; side++) {
        const rk_clock_rule *own = &of[side]->clock;
        if (own->kind == RK_CLOCK_NONE)
            for (unsigned i = 0; i < rule.stage_count; i++)
                rule.stages[side][i].base = odds_of(model);
        else if (own->kind != rule.kind || own->stage_count != rule.stage_count)
            return RK_AGAINST_VARIANT;
        else
            memcpy(rule.stages[side], own->stages[side], sizeof rule.stages[side]);
    }
    *out = rule;
    return RK_OK;
}

// ---- words --------------------------------------------------------------------------------------

static rk_err read_protocol(const char *word, const char *value, struct contestant *out,
                            rk_fault *fault)
{
    if (!strcmp(value, "uci"))
        out->protocol = CONTESTANT_UCI;
    else if (!strcmp(value, "xboard"))
        out->protocol = CONTESTANT_XBOARD;
    else
        return refuse(word, "the protocols are uci and xboard", fault);
    return RK_OK;
}

static rk_err read_limit(const char *word, const char *value, struct contestant *out,
                         rk_fault *fault)
{
    uint64_t count;
    const bool is_depth = word[0] == 'd';
    if (!read_count(value, is_depth ? DEPTH_MAX : INT64_MAX, &count))
        return refuse(word, "a number from 1 on should stand here", fault);
    if (is_depth)
        out->thinks.depth = (unsigned)count;
    else
        out->thinks.nodes = count;
    return RK_OK;
}

static rk_err add_setting(const char *word, const char *setting, struct contestant *out,
                          rk_fault *fault)
{
    if (*setting == '=' || !*setting)
        return refuse(word, "the option has no name", fault);
    if (out->setting_count == CONTESTANT_SETTINGS_MAX)
        return refuse(word, "there are too many options", fault);
    out->settings[out->setting_count++] = setting;
    return RK_OK;
}

static const char *after(const char *word, const char *start)
{
    const size_t size = strlen(start);
    return strncmp(word, start, size) ? NULL : word + size;
}

rk_err contestant_read(const char *word, struct contestant *out, rk_fault *fault)
{
    const char *value;
    if ((value = after(word, "option.")))
        return add_setting(word, value, out, fault);
    if ((value = after(word, "tc=")))
        return read_clock(word, value, out, fault);
    if ((value = after(word, "st=")))
        return read_move_time(word, value, out, fault);
    if ((value = after(word, "proto=")))
        return read_protocol(word, value, out, fault);
    if ((value = after(word, "nodes=")) || (value = after(word, "depth=")))
        return read_limit(word, value, out, fault);
    const char **target = (value = after(word, "name="))  ? &out->name
                          : (value = after(word, "cmd=")) ? &out->command
                          : (value = after(word, "dir=")) ? &out->folder
                                                          : NULL;
    if (!target)
        return refuse(
            word, "an engine has cmd= name= dir= proto= tc= st= nodes= depth= option.NAME=", fault);
    if (!*value)
        return refuse(word, "something should stand behind the =", fault);
    *target = value;
    return RK_OK;
}
