/* SPDX-License-Identifier: MIT */
/* Runs an online session line by line: reads commands from standard input and prints events on
 * standard output. */
#ifndef JOIN_LINE_MODE_H
#define JOIN_LINE_MODE_H

#include "join/online_session.h"

/* Runs until the user quits, the client fails, or a script and its game have ended. */
void online_line_mode_run(struct online_session *session);

/* Prints a line on standard output; for session->print. */
void online_line_mode_print(void *context, const char *line);

#endif
