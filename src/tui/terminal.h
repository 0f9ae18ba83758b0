/* SPDX-License-Identifier: MIT */
/* The terminal in raw mode: reads keys, writes frames, and restores the terminal at exit. A process
 * has one terminal, so the module keeps its state in static variables. */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/key_sequence.h"
#include "tui/keys.h"

struct terminal_size {
    int rows, columns;
};

/* Whether standard input and output are terminals for a full screen. */
bool terminal_is_interactive(void);

/* Enters raw mode and the alternate screen and, if asked to, lets the terminal report the mouse;
 * false if standard input is not a terminal. The terminal is restored however the process ends,
 * except by SIGKILL, and while it is stopped by SIGTSTP. */
bool terminal_open(bool mouse);

/* The same without the alternate screen and the mouse, for a line that is edited below earlier
 * output. */
bool terminal_open_inline(void);
void terminal_close(void);

/* Returns a key, or KEY_NONE after the timeout. A negative timeout waits forever. */
int terminal_read_key(int timeout_ms);

/* The last event of the mouse. */
struct mouse_event terminal_mouse(void);

/* From now on terminal_read_key() also returns KEY_NONE when this descriptor is readable or, if
 * `writing`, writable. -1 for none. */
void terminal_wait_for_descriptor(int descriptor, bool writing);

struct terminal_size terminal_size(void);
void terminal_write(const char *bytes, size_t size);

/* Turns the echo of typed characters off, for a password, and on again. A signal that ends the
 * process restores it; suspending is disabled. Not in raw mode. False if there is no terminal. */
bool terminal_disable_echo(void);
void terminal_restore_echo(void);

/* Without raw mode: catches SIGHUP, SIGTERM and SIGINT (Ctrl-C), so that they interrupt the reading
 * of a line. terminal_hung_up() tells whether one arrived. */
void terminal_catch_hangup(void);
bool terminal_hung_up(void);

#endif
