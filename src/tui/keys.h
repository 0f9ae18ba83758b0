/* SPDX-License-Identifier: MIT */
/* The keys and events that a terminal reports. */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

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
    KEY_HANGUP,    /* the terminal hung up, or SIGTERM */
    KEY_MOUSE,     /* terminal_mouse() says where */
    KEY_F0         /* F1 to F10 follow */
};

/* The function key with a number from 1 to 10. */
#define KEY_F(number) (KEY_F0 + (number))

/* The key for Ctrl and a letter. */
#define KEY_CTRL(letter) ((letter)&31)

#endif
