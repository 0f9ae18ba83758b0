/* SPDX-License-Identifier: MIT */
#include "tui/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

enum { ESCAPE_WAIT = 40 }; /* milliseconds: what follows an escape sooner belongs to it */

static volatile sig_atomic_t resized, gone, interrupted, is_open;
static struct termios before;
static int put_back = KEY_NONE; /* a byte read too far */
static int other = -1;          /* a descriptor that is waited for, too */
static bool other_writing;

bool terminal_can_draw(int descriptor)
{
    const char *kind = getenv("TERM");
    return isatty(descriptor) && kind && *kind && strcmp(kind, "dumb") != 0;
}

// ---- signals ---------------------------------------------------------------------------------

static void note_signal(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else if (number == SIGINT)
        interrupted = 1;
    else
        gone = 1;
}

static void restore_mode(void)
{
    static const char leave[] = "\033[0m\033[?25h\033[?1049l";
    if (!is_open)
        return;
    is_open = 0;
    terminal_write(leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

// A bug must not leave a terminal in which nothing typed is seen.
static void restore_and_die(int number)
{
    restore_mode();
    raise(number);
}

static void handle(const int *signals, size_t count, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaction(signals[i], &action, NULL);
}

// Blocked but while waiting for a key, so that none arrives between looking and waiting.
static void block_signals(sigset_t *while_waiting)
{
    static const int noted[] = {SIGWINCH, SIGINT, SIGHUP, SIGTERM};
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        sigaddset(&blocked, noted[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, while_waiting);
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        sigdelset(while_waiting, noted[i]);
}

void terminal_catch_hangup(void)
{
    static const int ends[] = {SIGHUP, SIGTERM};
    handle(ends, sizeof ends / sizeof *ends, note_signal, 0);
}

bool terminal_hung_up(void)
{
    return gone;
}

// ---- the mode --------------------------------------------------------------------------------

static bool enter_raw_mode(void)
{
    static const char enter[] = "\033[?1049h\033[2J";
    if (tcgetattr(STDIN_FILENO, &before))
        return false;
    struct termios raw = before;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw))
        return false;
    is_open = 1;
    terminal_write(enter, sizeof enter - 1);
    return true;
}

bool terminal_open(void)
{
    static const int noted[] = {SIGWINCH, SIGINT, SIGHUP, SIGTERM};
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
    if (!enter_raw_mode())
        return false;
    handle(noted, sizeof noted / sizeof *noted, note_signal, 0);
    handle(fatal, sizeof fatal / sizeof *fatal, restore_and_die, (int)SA_RESETHAND);
    atexit(restore_mode);
    return true;
}

void terminal_close(void)
{
    restore_mode();
}

static int suspend(void)
{
    restore_mode();
    raise(SIGTSTP);
    enter_raw_mode();
    return KEY_REDRAW;
}

// ---- typing that is not seen -----------------------------------------------------------------

static const int hidden_from[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP};
enum { HIDDEN_FROM = sizeof hidden_from / sizeof *hidden_from };
static struct sigaction outside[HIDDEN_FROM]; /* what these do when typing is seen */

static void show_and_die(int number)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    raise(number);
}

bool terminal_disable_echo(void)
{
    if (tcgetattr(STDIN_FILENO, &before))
        return false;
    struct termios silent = before;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    for (size_t i = 0; i < HIDDEN_FROM; i++)
        sigaction(hidden_from[i], NULL, &outside[i]);
    handle(hidden_from, HIDDEN_FROM - 1, show_and_die, (int)SA_RESETHAND);
    handle(hidden_from + HIDDEN_FROM - 1, 1, SIG_IGN, 0);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    return true;
}

void terminal_restore_echo(void)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    for (size_t i = 0; i < HIDDEN_FROM; i++)
        sigaction(hidden_from[i], &outside[i], NULL);
}

// ---- keys ------------------------------------------------------------------------------------

void terminal_wait_for_descriptor(int descriptor, bool writing)
{
    other = descriptor < FD_SETSIZE ? descriptor : -1;
    other_writing = writing;
}

/* Whether there is one. */
static bool wait_for_byte(int milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    sigset_t while_waiting;
    fd_set input, output;
    FD_ZERO(&input);
    FD_ZERO(&output);
    FD_SET(STDIN_FILENO, &input);
    if (other >= 0) {
        FD_SET(other, &input);
        if (other_writing)
            FD_SET(other, &output);
    }
    block_signals(&while_waiting);
    int ready = 0;
    if (!gone && !interrupted && !resized)
        ready = pselect((other > STDIN_FILENO ? other : STDIN_FILENO) + 1, &input, &output, NULL,
                        milliseconds < 0 ? NULL : &time, &while_waiting);
    pthread_sigmask(SIG_SETMASK, &while_waiting, NULL);
    return ready > 0 && FD_ISSET(STDIN_FILENO, &input);
}

static int noted_signal(void)
{
    if (gone)
        return KEY_HANGUP;
    if (interrupted) {
        interrupted = 0;
        return KEY_INTERRUPT;
    }
    if (resized) {
        resized = 0;
        return KEY_REDRAW;
    }
    return KEY_NONE;
}

static int read_byte(int milliseconds)
{
    unsigned char byte;
    if (put_back != KEY_NONE) {
        const int first = put_back;
        put_back = KEY_NONE;
        return first;
    }
    const bool ready = wait_for_byte(milliseconds);
    if (gone)
        return KEY_HANGUP;
    if (!ready)
        return noted_signal();
    const ssize_t size = read(STDIN_FILENO, &byte, 1);
    if (size < 0 && errno == EINTR)
        return noted_signal();
    return size == 1 ? byte : KEY_HANGUP;
}

static int key_of_number(int number)
{
    static const int keys[] = {
        [1] = KEY_HOME,      [3] = KEY_DELETE, [4] = KEY_END, [5] = KEY_PAGE_UP,
        [6] = KEY_PAGE_DOWN, [7] = KEY_HOME,   [8] = KEY_END};
    const bool known = number > 0 && number < (int)(sizeof keys / sizeof *keys) && keys[number];
    return known ? keys[number] : KEY_NONE;
}

static int key_of_letter(int letter)
{
    switch (letter) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_HOME;
    case 'F':
        return KEY_END;
    default:
        return KEY_NONE;
    }
}

// What comes behind ESC: "[A", "OA", "[3~", "[1;5C". An unknown sequence is read to its end.
static int read_sequence(void)
{
    int byte = read_byte(ESCAPE_WAIT), number = 0;
    if (byte != '[' && byte != 'O') {
        put_back = byte;
        return KEY_ESCAPE;
    }
    for (byte = read_byte(ESCAPE_WAIT); byte < '@'; byte = read_byte(ESCAPE_WAIT))
        number = byte >= '0' && byte <= '9' && number < 100 ? 10 * number + byte - '0' : number;
    if (byte >= KEY_NONE)
        return byte;
    return byte == '~' ? key_of_number(number) : key_of_letter(byte);
}

int terminal_read_key(int milliseconds)
{
    const int byte = read_byte(milliseconds);
    switch (byte) {
    case '\033':
        return read_sequence();
    case '\n':
        return KEY_ENTER;
    case '\b':
        return KEY_BACKSPACE;
    case KEY_CTRL('C'):
        return KEY_INTERRUPT;
    case KEY_CTRL('L'):
        return KEY_REDRAW;
    case KEY_CTRL('Z'):
        return suspend();
    default:
        return byte;
    }
}

// ---- the screen ------------------------------------------------------------------------------

struct terminal_size terminal_size(void)
{
    struct winsize size = {.ws_row = 0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
        return (struct terminal_size){24, 80};
    return (struct terminal_size){size.ws_row, size.ws_col};
}

void terminal_write(const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
}

void terminal_draw_frame(char **shown, char *taken, size_t size)
{
    if (!*shown || strcmp(*shown, taken) != 0)
        terminal_write(taken, size);
    free(*shown);
    *shown = taken;
}

void terminal_clear_frame(char **shown)
{
    static const char clear[] = "\033[0m\033[2J";
    free(*shown);
    *shown = NULL;
    terminal_write(clear, sizeof clear - 1);
}
