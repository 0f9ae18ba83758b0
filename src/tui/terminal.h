/* SPDX-License-Identifier: MIT */
/* The terminal in raw mode: reads keys, writes frames, and restores the terminal at exit. A process
 * has one terminal, so the module keeps its state in static variables. */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Keys and events. A value below 256 is a typed byte. */
enum terminal_key {
    KEY_ENTER = '\r',
    KEY_TAB = '\t',
    KEY_BACKSPACE = 127,
    KEY_NONE = 256, /* timeout, or the other descriptor is ready */
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_DELETE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_ESCAPE,
    KEY_INTERRUPT, /* Ctrl-C or SIGINT */
    KEY_REDRAW,    /* the window was resized, the process resumed, or Ctrl-L */
    KEY_HANGUP     /* the terminal hung up, or SIGTERM */
};

/* The key for Ctrl and a letter. */
#define KEY_CTRL(letter) ((letter)&31)

struct terminal_size {
    int rows, columns;
};

/* Whether standard input and output are terminals for a full screen. */
bool terminal_is_interactive(void);

/* Enters raw mode and the alternate screen; false if standard input is not a terminal. The terminal
 * is restored however the process ends, except by SIGKILL. */
bool terminal_open(void);

/* The same without the alternate screen, for a line that is edited below earlier output. */
bool terminal_open_inline(void);
void terminal_close(void);

/* Returns a key, or KEY_NONE after the timeout. A negative timeout waits forever. */
int terminal_read_key(int timeout_ms);

/* From now on terminal_read_key() also returns KEY_NONE when this descriptor is readable or, if
 * `writing`, writable. -1 for none. */
void terminal_wait_for_descriptor(int descriptor, bool writing);

struct terminal_size terminal_size(void);
void terminal_write(const char *bytes, size_t size);

/* Writes a whole frame, unless it is equal to the last one: the clocks are polled often but change
 * rarely. `last`, which the caller owns and frees, keeps that frame. After a resize the screen may
 * hold anything: terminal_clear_frame() clears it and forgets the last frame. */
void terminal_draw_frame(char **last, char *taken, size_t size);
void terminal_clear_frame(char **last);

/* Turns the echo of typed characters off, for a password, and on again. A signal that ends the
 * process restores it; suspending is disabled. Not in raw mode. False if there is no terminal. */
bool terminal_disable_echo(void);
void terminal_restore_echo(void);

/* Without raw mode: catches SIGHUP, SIGTERM and SIGINT (Ctrl-C), so that they interrupt the reading
 * of a line. terminal_hung_up() tells whether one arrived. */
void terminal_catch_hangup(void);
bool terminal_hung_up(void);

#endif
