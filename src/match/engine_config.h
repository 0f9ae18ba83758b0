/* SPDX-License-Identifier: MIT */
/* The configuration of an engine in a match: its command, protocol, limits and UCI options, parsed
 * from arguments such as "tc=2+0.02" or "option.Hash=16". */
#ifndef MATCH_ENGINE_CONFIG_H
#define MATCH_ENGINE_CONFIG_H

#include <stddef.h>
#include <stdio.h>

#include "match/referee.h"
#include "rookery/clock.h"
#include "rookery/err.h"

enum {
    ENGINE_OPTIONS_MAX = 64,
    ENGINE_LIMIT_KINDS = 3 /* time, nodes, depth */
};

/* PROTOCOL_RANDOM is not a program: it plays random legal moves. */
enum engine_protocol { PROTOCOL_UCI, PROTOCOL_XBOARD, PROTOCOL_RANDOM };

/* Texts are borrowed from the parsed arguments. All zeros but `command` is an engine without
 * limits. */
struct engine_config {
    const char *command;             /* "self" is this program */
    const char *name, *folder, *log; /* NULL: not given; log: a file */
    enum engine_protocol protocol;
    const char *options[ENGINE_OPTIONS_MAX + 1]; /* "Hash=16", ended by NULL */
    size_t option_count;
    rk_time_control clock; /* RK_CLOCK_NONE for none; `st` gives a fixed time per move */
    struct engine_limits limits;
    const char *limit_arguments[ENGINE_LIMIT_KINDS]; /* as they were typed; NULL: not given */
    bool ponder;
    FILE *log_file; /* the open log, borrowed; NULL: none */
};

/* Parses one argument into `out`. On RK_BAD_SYNTAX `out` is unchanged and the fault says why. */
RK_MUST_USE rk_err engine_config_parse(const char *argument, struct engine_config *out,
                                       rk_fault *fault);

/* The clock of a game between two engines. If only one of them has a clock, the other gets a day
 * per move. RK_AGAINST_VARIANT if their time controls cannot be combined. */
RK_MUST_USE rk_err engine_config_clock(const struct engine_config *white,
                                       const struct engine_config *black, rk_time_control *out);

#endif
