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

#include "platform/tty.h"

enum { ESCAPE_TIMEOUT = 40 }; /* milliseconds; a later byte is not part of the escape sequence */

static volatile sig_atomic_t resized, hung_up, interrupted, stopped, continued, is_open;
static struct termios before;
static bool wants_mouse;
static struct mouse_event last_mouse;
static int pushed_back = KEY_NONE; /* a byte read too far */
static int other_descriptor = -1;  /* also waited for */
static bool other_writing;
static bool is_inline; /* without the alternate screen */

bool terminal_is_interactive(void)
{
    return isatty(STDIN_FILENO) && tty_can_draw(STDOUT_FILENO);
}

// ---- signals ---------------------------------------------------------------------------------

static const int recorded_signals[] = {SIGWINCH, SIGINT, SIGHUP, SIGTERM, SIGTSTP, SIGCONT};
enum { RECORDED_COUNT = sizeof recorded_signals / sizeof *recorded_signals };

static void record_signal(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else if (number == SIGTSTP)
        stopped = 1;
    else if (number == SIGCONT)
        continued = 1;
    else if (number == SIGINT)
        interrupted = 1;
    else
        hung_up = 1;
}

static void restore_mode(void)
{
    static const char leave[] = "\033[?1006l\033[?1000l\033[0m\033[?25h\033[?1049l";
    if (!is_open)
        return;
    is_open = 0;
    if (!is_inline)
        terminal_write(leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

// A crash must not leave the terminal without echo.
static void restore_and_die(int number)
{
    restore_mode();
    raise(number);
}

static void set_handler(const int *signals, size_t count, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaction(signals[i], &action, NULL);
}

// Signals are blocked except while waiting for a key, so that none is lost between the check and
// the wait.
static void block_signals(sigset_t *while_waiting)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < RECORDED_COUNT; i++)
        sigaddset(&blocked, recorded_signals[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, while_waiting);
    for (size_t i = 0; i < RECORDED_COUNT; i++)
        sigdelset(while_waiting, recorded_signals[i]);
}

void terminal_catch_hangup(void)
{
    static const int ends[] = {SIGHUP, SIGTERM, SIGINT};
    set_handler(ends, sizeof ends / sizeof *ends, record_signal, 0);
}

bool terminal_hung_up(void)
{
    return hung_up || interrupted;
}

// ---- raw mode --------------------------------------------------------------------------------

static bool enter_raw_mode(void)
{
    static const char enter[] = "\033[?1049h\033[2J", mouse[] = "\033[?1000h\033[?1006h";
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
    if (!is_inline)
        terminal_write(enter, sizeof enter - 1);
    if (wants_mouse)
        terminal_write(mouse, sizeof mouse - 1);
    return true;
}

static bool open_raw_mode(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
    if (!enter_raw_mode())
        return false;
    set_handler(recorded_signals, RECORDED_COUNT, record_signal, 0);
    set_handler(fatal, sizeof fatal / sizeof *fatal, restore_and_die, (int)SA_RESETHAND);
    atexit(restore_mode);
    return true;
}

bool terminal_open(bool mouse)
{
    is_inline = false;
    wants_mouse = mouse;
    return open_raw_mode();
}

bool terminal_open_inline(void)
{
    is_inline = true;
    wants_mouse = false;
    return open_raw_mode();
}

void terminal_close(void)
{
    restore_mode();
}

// Stops as if there were no handler, so that the shell sees it, and comes back when continued.
static int suspend_terminal(void)
{
    static const int stop[] = {SIGTSTP};
    restore_mode();
    set_handler(stop, 1, SIG_DFL, 0);
    raise(SIGTSTP);
    set_handler(stop, 1, record_signal, 0);
    continued = 0;
    enter_raw_mode();
    return KEY_REDRAW;
}

// After SIGSTOP, which cannot be handled, the shell has set the terminal to its own mode.
static int resume_terminal(void)
{
    continued = 0;
    if (is_open)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    enter_raw_mode();
    return KEY_REDRAW;
}

// ---- echo ------------------------------------------------------------------------------------

static const int echo_signals[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP};
enum { ECHO_SIGNAL_COUNT = sizeof echo_signals / sizeof *echo_signals };
static struct sigaction saved_actions[ECHO_SIGNAL_COUNT];

static void restore_echo_and_die(int number)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    raise(number);
}

bool terminal_disable_echo(void)
{
    if (tcgetattr(STDIN_FILENO, &before))
        return false;
    struct termios no_echo = before;
    no_echo.c_lflag &= ~(tcflag_t)ECHO;
    for (size_t i = 0; i < ECHO_SIGNAL_COUNT; i++)
        sigaction(echo_signals[i], NULL, &saved_actions[i]);
    set_handler(echo_signals, ECHO_SIGNAL_COUNT - 1, restore_echo_and_die, (int)SA_RESETHAND);
    set_handler(echo_signals + ECHO_SIGNAL_COUNT - 1, 1, SIG_IGN, 0);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &no_echo);
    return true;
}

void terminal_restore_echo(void)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    for (size_t i = 0; i < ECHO_SIGNAL_COUNT; i++)
        sigaction(echo_signals[i], &saved_actions[i], NULL);
}

// ---- keys ------------------------------------------------------------------------------------

void terminal_wait_for_descriptor(int descriptor, bool writing)
{
    other_descriptor = descriptor < FD_SETSIZE ? descriptor : -1;
    other_writing = writing;
}

static bool wait_for_byte(int timeout_ms)
{
    const struct timespec time = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    sigset_t while_waiting;
    fd_set input, output;
    FD_ZERO(&input);
    FD_ZERO(&output);
    FD_SET(STDIN_FILENO, &input);
    if (other_descriptor >= 0) {
        FD_SET(other_descriptor, &input);
        if (other_writing)
            FD_SET(other_descriptor, &output);
    }
    block_signals(&while_waiting);
    int ready = 0;
    if (!hung_up && !interrupted && !resized && !stopped && !continued)
        ready = pselect((other_descriptor > STDIN_FILENO ? other_descriptor : STDIN_FILENO) + 1,
                        &input, &output, NULL, timeout_ms < 0 ? NULL : &time, &while_waiting);
    pthread_sigmask(SIG_SETMASK, &while_waiting, NULL);
    return ready > 0 && FD_ISSET(STDIN_FILENO, &input);
}

static int recorded_signal(void)
{
    if (hung_up)
        return KEY_HANGUP;
    if (interrupted) {
        interrupted = 0;
        return KEY_INTERRUPT;
    }
    if (stopped) {
        stopped = 0;
        return suspend_terminal();
    }
    if (continued)
        return resume_terminal();
    if (resized) {
        resized = 0;
        return KEY_REDRAW;
    }
    return KEY_NONE;
}

static int read_byte(int timeout_ms)
{
    unsigned char byte;
    if (pushed_back != KEY_NONE) {
        const int first = pushed_back;
        pushed_back = KEY_NONE;
        return first;
    }
    const bool ready = wait_for_byte(timeout_ms);
    if (hung_up)
        return KEY_HANGUP;
    if (!ready)
        return recorded_signal();
    const ssize_t size = read(STDIN_FILENO, &byte, 1);
    if (size < 0 && errno == EINTR)
        return recorded_signal();
    return size == 1 ? byte : KEY_HANGUP;
}

// Reads the rest of an escape sequence. Esc alone is a key; bytes that follow it too late are typed
// characters.
static int read_sequence(void)
{
    char bytes[KEY_SEQUENCE_MAX];
    size_t size = 0;
    int byte = read_byte(ESCAPE_TIMEOUT);
    if (byte != '[' && byte != 'O') {
        pushed_back = byte;
        return KEY_ESCAPE;
    }
    for (; byte < KEY_NONE && size < KEY_SEQUENCE_MAX; byte = read_byte(ESCAPE_TIMEOUT)) {
        bytes[size++] = (char)byte;
        if (key_sequence_is_complete(bytes, size))
            return key_sequence_parse(bytes, size, &last_mouse);
    }
    return byte >= KEY_NONE ? byte : KEY_NONE;
}

struct mouse_event terminal_mouse(void)
{
    return last_mouse;
}

int terminal_read_key(int timeout_ms)
{
    const int byte = read_byte(timeout_ms);
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
        return suspend_terminal();
    default:
        return byte;
    }
}

// ---- output ----------------------------------------------------------------------------------

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
