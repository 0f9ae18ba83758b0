/* SPDX-License-Identifier: MIT */
#include "net/activation.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_FILE = 3 };

static bool parse_number(const char *text, long *out)
{
    char *end;
    if (*text < '0' || *text > '9' || strlen(text) > 9)
        return false;
    *out = strtol(text, &end, 10);
    return !*end;
}

/* Names are separated by colons, in the order of the sockets. */
static bool next_is_redirect(const char **names)
{
    static const char redirect[] = "redirect";
    if (!*names)
        return false;
    const size_t size = strcspn(*names, ":");
    const bool matches = size == sizeof redirect - 1 && !memcmp(*names, redirect, size);
    *names = (*names)[size] ? *names + size + 1 : NULL;
    return matches;
}

rk_err activation_parse(const struct activation_variables *variables, long own_pid,
                        struct activation *out, char *why, size_t why_size)
{
    const char *pid = variables->pid, *files = variables->files, *names = variables->names;
    struct activation parsed = {.count = 0};
    long number;
    if (!pid || !files || !parse_number(pid, &number) || number != own_pid) {
        *out = parsed; // the sockets are for another process, if there are any
        return RK_OK;
    }
    if (!parse_number(files, &number) || number > ACTIVATED_MAX) {
        snprintf(why, why_size, "LISTEN_FDS must be a number from 0 to %d, not %.20s",
                 ACTIVATED_MAX, files);
        return RK_BAD_SYNTAX;
    }
    for (; parsed.count < (size_t)number; parsed.count++)
        parsed.sockets[parsed.count] = (struct activated_socket){
            .file = FIRST_FILE + (int)parsed.count, .redirects = next_is_redirect(&names)};
    *out = parsed;
    return RK_OK;
}

rk_err activation_take(struct activation *out, char *why, size_t why_size)
{
    const struct activation_variables variables = {getenv("LISTEN_PID"), getenv("LISTEN_FDS"),
                                                   getenv("LISTEN_FDNAMES")};
    const rk_err err = activation_parse(&variables, (long)getpid(), out, why, why_size);
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    for (size_t i = 0; !err && i < out->count; i++)
        fcntl(out->sockets[i].file, F_SETFD, FD_CLOEXEC);
    return err;
}
