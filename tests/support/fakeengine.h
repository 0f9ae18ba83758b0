/* SPDX-License-Identifier: MIT */
/* An engine for tests that are about who drives it: it plays legal moves by chance, or
 * misbehaves as it is told; in UCI or, spoken to in it, in the xboard protocol. A test program
 * becomes one when it is started with the word "engine", so that nothing else has to be built or
 * found. */
#ifndef SUPPORT_FAKEENGINE_H
#define SUPPORT_FAKEENGINE_H

/* Words behind "engine":
 *   seed=N   of its chance
 *   lazy     gives a score of -9.00 with each move
 *   proud    gives a score of +9.00
 *   level    gives a score of 0.00
 *   slow=N   thinks so many milliseconds
 *   old      knows of the xboard protocol what there was before its second version
 *   wordy    castles when it can, in words
 *   hang=N crash=N illegal=N resign=N: in its Nth move of the process, from 1
 * Returns the exit status, or -1 if the first word is not "engine". */
int fakeengine(int argc, char **argv);

/* The command that starts this very program as one, with these words. Borrowed until the
 * next call with the same `slot`, 0 to 3. */
const char *fakeengine_command(int slot, const char *words);

#endif
