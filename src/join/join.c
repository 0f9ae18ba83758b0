/* SPDX-License-Identifier: MIT */
#include "join/join.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/monotonic.h"
#include "join/line_mode.h"
#include "join/login.h"
#include "join/messages.h"
#include "join/screen_mode.h"
#include "platform/message.h"
#include "tui/terminal.h"

static enum join_result print_failure(const char *reason)
{
    message_print(stderr, "rookery join: %s", reason);
    return JOIN_FAILED;
}

static enum join_result run_session(struct online_session *session,
                                    const struct join_options *options)
{
    struct board_style style = board_style_for(stdout);
    if (options->letters)
        style.display.symbols = false;
    if (options->plain || !terminal_is_interactive())
        online_line_mode_run(session);
    else if (!online_screen_mode_run(session, &style))
        return print_failure("cannot use the terminal; try --plain");
    if (session->failed)
        return JOIN_FAILED;
    return session->scripted && session->refused ? JOIN_REFUSED : JOIN_OK;
}

static enum join_result connect_and_run(const struct join_options *options, const char *credentials)
{
    char error[300];
    struct online_session session = {.url = options->url_text,
                                     .start = options->start,
                                     .defaults = options->defaults,
                                     .print = online_line_mode_print};
    const struct client_setup setup = {.url = &options->url,
                                       .credentials = credentials,
                                       .seed = options->seed,
                                       .now = monotonic_ms(),
                                       .events = &messages_events,
                                       .context = &session};
    if (!client_create(&setup, &session.client, error, sizeof error))
        return print_failure(error);
    const enum join_result result = run_session(&session, options);
    client_destroy(session.client);
    return result;
}

enum join_result join_server(const struct join_options *options)
{
    char credentials[CREDENTIALS_MAX];
    char *password = options->name ? login_read_password(options->name, options->password_stdin,
                                                         options->register_account)
                                   : NULL;
    if (options->name && !password)
        return JOIN_FAILED;
    const struct login who = {.name = options->name,
                              .password = password,
                              .token = options->token,
                              .register_account = options->register_account};
    const bool logged_in = login_perform(&options->url, &who, credentials);
    free(password);
    return logged_in ? connect_and_run(options, credentials) : JOIN_FAILED;
}
