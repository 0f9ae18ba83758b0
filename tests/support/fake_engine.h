/* SPDX-License-Identifier: MIT */
/* An engine for tests of the code that drives engines: plays random legal moves, or misbehaves as
 * its arguments say; in UCI or in the xboard protocol. A test program becomes one when it is
 * started with the argument "engine", so that no other program is needed. */
#ifndef SUPPORT_FAKE_ENGINE_H
#define SUPPORT_FAKE_ENGINE_H

/* Arguments after "engine":
 *   seed=N   of its random moves
 *   losing   reports a score of -9.00 with each move
 *   winning  reports a score of +9.00
 *   equal    reports a score of 0.00
 *   slow=N   takes N milliseconds for a move
 *   old      supports version 1 of the xboard protocol only
 *   complains  writes a line to its standard error with each move
 *   castles  castles when it can, written as O-O
 *   hang=N crash=N illegal=N resign=N: at its Nth move, counted from 1
 * Returns the exit status, or -1 if the first argument is not "engine". */
int fake_engine_main(int argc, char **argv);

/* The command that starts this program as an engine with these arguments. Borrowed until the next
 * call with the same `slot`, 0 to 3. */
const char *fake_engine_command(int slot, const char *arguments);

#endif
