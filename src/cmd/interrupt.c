/* SPDX-License-Identifier: MIT */
#include "cmd/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "pgntools/temporary_file.h"

enum { MESSAGE_MAX = 160, STATUS_BASE = 128 /* of a shell */ };

static const char *caught_command;
static const struct progress *shown_progress;

static const struct caught_signal {
    int number;
    const char *description; /* NULL: the signal's default action says enough */
} caught_signals[] = {{SIGINT, "interrupted"},
                      {SIGTERM, "terminated"},
                      {SIGHUP, "the terminal was closed"},
                      {SIGPIPE, NULL},
                      {SIGQUIT, NULL}};
enum { SIGNAL_COUNT = sizeof caught_signals / sizeof *caught_signals };

static void report_signal(const char *description, bool files_removed)
{
    char message[MESSAGE_MAX];
    struct text text = text_in(message, sizeof message);
    text_add(&text, shown_progress->is_drawn ? "\r\033[Krookery " : "rookery ");
    text_add(&text, caught_command);
    text_add(&text, ": ");
    text_add(&text, description);
    text_add(&text, files_removed ? "; no output file was written\n" : "\n");
    const size_t size = text_end(&text);
    if (write(STDERR_FILENO, message, size) < 0)
        return; // the message cannot be written
}

// Calls only what is safe in a signal handler; text_add() and the like only copy bytes.
static void end_program(int number)
{
    const bool files_removed = temporary_files_remove();
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        if (caught_signals[i].number == number && caught_signals[i].description) {
            report_signal(caught_signals[i].description, files_removed);
            _exit(STATUS_BASE + number);
        }
    signal(number, SIG_DFL);
    raise(number);
}

void interrupt_catch(const char *command, const struct progress *progress)
{
    struct sigaction action = {.sa_handler = end_program}, before;
    caught_command = command;
    shown_progress = progress;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        if (!sigaction(caught_signals[i].number, NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(caught_signals[i].number, &action, NULL);
    // Then write() fails with an error message where a limit on the size of files ends the program.
    signal(SIGXFSZ, SIG_IGN);
}
