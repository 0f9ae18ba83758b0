/* SPDX-License-Identifier: MIT */
/* Sockets that a service manager such as systemd opened for us (LISTEN_FDS). They stay open while
 * the server restarts, so new connections wait instead of failing. */
#ifndef NET_ACTIVATION_H
#define NET_ACTIVATION_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/err.h"

enum { ACTIVATED_MAX = 8 };

struct activation {
    struct activated_socket {
        int file;
        bool redirects; /* its name is "redirect" */
    } sockets[ACTIVATED_MAX];
    size_t count; /* 0: no socket was passed to this process */
};

/* The values of LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES; each may be NULL. */
struct activation_variables {
    const char *pid, *files, *names;
};

/* On failure `why` gets the error message. */
RK_MUST_USE rk_err activation_parse(const struct activation_variables *variables, long own_pid,
                                    struct activation *out, char *why, size_t why_size);

/* The same from the environment, which is cleared, so that child processes do not see it. */
RK_MUST_USE rk_err activation_take(struct activation *out, char *why, size_t why_size);

#endif
