/* SPDX-License-Identifier: MIT */
/* The input thread. It handles `stop`, `ponderhit` and `quit` itself and leaves all other commands
 * to the engine thread (engine_thread.c). */
#include "uci/protocol.h"

#include <stdio.h>
#include <stdlib.h>

#include "uci/control.h"
#include "uci/engine_thread.h"

enum { STACK_BYTES = 16 << 20 };

struct uci {
    struct control control;
    struct uci_engine *engine;
    pthread_t thread;
    bool has_thread;
};

/* Ends the engine thread; stops a running search. */
static void close_uci(struct uci *uci)
{
    control_close(&uci->control);
    if (uci->has_thread)
        pthread_join(uci->thread, NULL);
    uci->has_thread = false;
}

static void report_unknown(struct uci *uci, struct token line)
{
    char printable[TOKEN_PRINTABLE_MAX], text[TOKEN_PRINTABLE_MAX + 32];
    if (!line.size)
        return;
    snprintf(text, sizeof text, "unknown command: %s", token_printable(line, printable));
    control_write_info(&uci->control, text);
}

static void post_command(struct uci *uci, enum command command, struct tokens arguments)
{
    switch (control_post(&uci->control, command, arguments)) {
    case CONTROL_POSTED:
        break;
    case CONTROL_IN_SEARCH:
        control_write(&uci->control, "readyok");
        break;
    case CONTROL_QUEUE_FULL:
        control_write_info(&uci->control,
                           "command queue full until the search ends: command ignored");
        break;
    }
}

bool uci_is_command(const char *line, size_t size)
{
    struct tokens tokens = tokens_init(line, size);
    return command_parse(&tokens) != COMMAND_COUNT;
}

bool uci_handle_line(struct uci *uci, const char *line, size_t size)
{
    if (!uci->has_thread)
        return false;
    if (size > UCI_LINE_MAX) {
        control_write_info(&uci->control, "line too long: ignored");
        return true;
    }
    const struct tokens tokens = tokens_init(line, size);
    struct tokens arguments = tokens;
    const enum command command = command_parse(&arguments);
    switch (command) {
    case COMMAND_COUNT:
        report_unknown(uci, token_rest(tokens));
        return true;
    case COMMAND_STOP:
        control_stop(&uci->control);
        return true;
    case COMMAND_PONDERHIT:
        control_ponderhit(&uci->control);
        return true;
    case COMMAND_QUIT:
        close_uci(uci);
        return false;
    default:
        post_command(uci, command, arguments);
        return true;
    }
}

void uci_finish(struct uci *uci, int64_t grace_ms)
{
    control_drain(&uci->control, grace_ms);
    close_uci(uci);
}

static rk_err start_thread(struct uci *uci)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    uci->has_thread = !pthread_create(&uci->thread, &attributes, uci_engine_run, uci->engine);
    pthread_attr_destroy(&attributes);
    return uci->has_thread ? RK_OK : RK_NO_MEMORY;
}

rk_err uci_create(const struct uci_host *host, struct uci **out)
{
    struct uci *uci = calloc(1, sizeof *uci);
    if (!uci)
        return RK_NO_MEMORY;
    control_init(&uci->control, host);
    rk_err err = uci_engine_create(&uci->control, &uci->engine);
    if (!err)
        err = start_thread(uci);
    if (err)
        uci_destroy(uci);
    else
        *out = uci;
    return err;
}

void uci_destroy(struct uci *uci)
{
    if (!uci)
        return;
    control_mute(&uci->control);
    close_uci(uci);
    uci_engine_destroy(uci->engine);
    control_fini(&uci->control);
    free(uci);
}
