/* SPDX-License-Identifier: MIT */
/* An engine with its options, its position and what it was told: obeys the commands
 * that come one after another, on one thread. Others may only stop it. */
#ifndef UCI_ENGINE_H
#define UCI_ENGINE_H

#include "rookery/engine.h"
#include "uci/token.h"

enum command {
#define ROW(command, name, when) command,
#include "uci/commands.def"
    COMMAND_COUNT
};

struct mind;

struct mind_host {
    void *context;
    void (*say)(void *context, const char *line);
    int64_t (*now)(void *context);
    uint64_t seed;
    unsigned hash_max, threads_max;
    /* It is about to think long: from now on it may be stopped, `engine` (NULL: it only counts)
     * by its own functions. False: it must not begin. Every true is followed by an end. */
    bool (*begin)(void *context, rk_engine *engine, bool has_end, bool ponders);
    void (*end)(void *context);
    bool (*is_stopped)(void *context);
};

RK_MUST_USE rk_err mind_create(const struct mind_host *host, struct mind **out);
void mind_destroy(struct mind *mind); /* NULL is allowed */

/* Obeys a command of the table that is in order, or `isready`, with the words behind it. */
void mind_obey(struct mind *mind, enum command command, struct tokens tokens);

#endif
