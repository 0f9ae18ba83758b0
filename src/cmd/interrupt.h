/* SPDX-License-Identifier: MIT */
/* Removes unfinished output files when a signal ends a command. */
#ifndef CMD_INTERRUPT_H
#define CMD_INTERRUPT_H

#include "platform/progress.h"

/* From now on SIGINT, SIGTERM and SIGHUP remove unfinished output files, say so on standard error
 * and end the program with the status a shell gives to the signal, such as 130 for SIGINT; SIGPIPE
 * and SIGQUIT remove the files, too. Signals that are ignored stay so. `command` ("pgn check") is
 * borrowed, and so is the progress that may be on the screen. */
void interrupt_catch(const char *command, const struct progress *progress);

#endif
