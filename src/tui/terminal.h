/* SPDX-License-Identifier: MIT */
/* The terminal in raw mode: keys in, bytes out, and the way back to how it was.
 * A process has one: what is kept here are signals and the mode to restore. */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* What a person or the system can do to us. Below 256 it is a byte typed. */
enum terminal_key {
    KEY_ENTER = '\r',
    KEY_TAB = '\t',
    KEY_BACKSPACE = 127,
    KEY_NONE = 256, /* nothing happened in the time given */
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
    KEY_INTERRUPT, /* Ctrl-C, or a signal of that meaning */
    KEY_REDRAW,    /* another size, back from being suspended, or Ctrl-L */
    KEY_HANGUP     /* the terminal hung up, or we are told to end */
};

/* The key Ctrl and a letter make. */
#define KEY_CTRL(letter) ((letter)&31)

struct terminal_size {
    int rows, columns;
};

/* Whether this is a terminal, of a kind that can be drawn on and not only written to. */
bool terminal_can_draw(int descriptor);

/* Enters raw mode and the second screen; false if this is no terminal. However
 * the process ends, but for SIGKILL, the terminal is restored. */
bool terminal_open(void);
void terminal_close(void);

/* Waits so many milliseconds, forever if negative. */
int terminal_read_key(int milliseconds);

/* From now on the wait for a key ends with KEY_NONE also when this descriptor can be
 * read or, if wanted, written; -1: none. */
void terminal_wait_for_descriptor(int descriptor, bool writing);

struct terminal_size terminal_size(void);
void terminal_write(const char *bytes, size_t size);

/* Writes a whole frame, unless it is what is shown: a clock is looked at often, but changes seldom.
 * `shown`, the caller's, keeps what that is, to be ended by free(). After a change of size nothing
 * of it can be relied on: it is forgotten, and the screen cleared. */
void terminal_draw_frame(char **shown, char *taken, size_t size);
void terminal_clear_frame(char **shown);

/* What is typed is not seen until it is shown again, also if the process is ended meanwhile; it
 * cannot be suspended. Without raw mode. False if there is no terminal. */
bool terminal_disable_echo(void);
void terminal_restore_echo(void);

/* Catches hangups and requests to end without raw mode, so that reading a line
 * is cut short; terminal_hung_up() tells. */
void terminal_catch_hangup(void);
bool terminal_hung_up(void);

#endif
