/* SPDX-License-Identifier: MIT */
/* What becomes of a command that writes files when a signal ends it. */
#ifndef CMD_INTERRUPT_H
#define CMD_INTERRUPT_H

/* From now on SIGINT, SIGTERM and SIGHUP remove unfinished output files, say so on standard error
 * and end the program with the status a shell gives to the signal, such as 130 for SIGINT; SIGPIPE
 * and SIGQUIT remove the files, too. Signals that are ignored stay so. `command` ("pgn check") is
 * borrowed. */
void interrupt_catch(const char *command);

#endif
