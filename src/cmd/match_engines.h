/* SPDX-License-Identifier: MIT */
/* The engines on the command line of `rookery match`: --engine COMMAND SETTING..., and --each
 * SETTING... for all of them. */
#ifndef CMD_MATCH_ENGINES_H
#define CMD_MATCH_ENGINES_H

#include "match/session.h"

/* Moves the engine arguments from argv to the session and leaves the others in argv and *argc. On
 * failure prints the error and returns false. Texts are borrowed from argv. */
bool match_engines_parse(struct match_session *session, int *argc, char **argv);

#endif
