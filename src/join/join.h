/* SPDX-License-Identifier: MIT */
/* Plays on a server from the terminal: the whole of `rookery join` after its options are parsed. */
#ifndef JOIN_JOIN_H
#define JOIN_JOIN_H

#include "client/url.h"
#include "join/online_session.h"

struct join_options {
    const char *url_text; /* as the user typed it */
    struct url url;
    const char *name, *token; /* at most one; neither: a guest */
    bool register_account, password_stdin;
    struct start_requests start;
    struct game_defaults defaults;
    bool letters; /* draw pieces as letters */
    bool plain;   /* line by line, even on a terminal */
    uint64_t seed;
};

enum join_result {
    JOIN_OK,
    JOIN_REFUSED, /* a line of a script was refused */
    JOIN_FAILED   /* not logged in, not connected, or no usable terminal */
};

/* Runs until the user quits. Errors are printed on standard error. */
enum join_result join_server(const struct join_options *options);

#endif
