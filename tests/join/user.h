/* SPDX-License-Identifier: MIT */
/* A user of rookery join for tests: an online session with a fake client, whose output is recorded.
 */
#ifndef JOIN_USER_H
#define JOIN_USER_H

#include "join/commands.h"
#include "join/messages.h"
#include "support/board.h"
#include "support/fake_client.h"

#define STANDARD_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

struct user {
    struct client client;
    struct online_session session;
    struct buffer output; /* lines printed since the last user_expect() */
};

static inline void user_record_line(void *context, const char *line)
{
    struct user *user = context;
    buffer_text(&user->output, line);
    buffer_put(&user->output, '\n');
}

static inline void user_init(struct user *user)
{
    *user = (struct user){.output = {0}};
    fake_client_init(&user->client, "Anna");
    user->session = (struct online_session){
        .client = &user->client, .url = "localhost", .print = user_record_line, .context = user};
}

static inline void user_fini(struct user *user)
{
    fake_client_fini(&user->client);
    buffer_fini(&user->output);
}

static inline void user_receive(struct user *user, const char *json)
{
    if (!fake_client_receive(&user->client, &messages_events, &user->session, json, strlen(json)))
        fail_msg("invalid message: %s", json);
}

/* The connection changes its state. */
static inline void user_set_state(struct user *user, enum client_state state, const char *text)
{
    user->client.state = state;
    messages_events.state(&user->session, state, text);
}

/* Compares and clears the printed lines. */
static inline void user_expect(struct user *user, const char *lines)
{
    assert_string_equal(buffer_cstr(&user->output), lines);
    buffer_clear(&user->output);
}

/* Compares and clears the sent messages, one per line. */
static inline void user_expect_sent(struct user *user, const char *messages)
{
    assert_string_equal(buffer_cstr(&user->client.sent), messages);
    buffer_clear(&user->client.sent);
}

/* Runs a line that must not be refused, and compares what it sends. */
static inline void user_type(struct user *user, const char *line, const char *messages)
{
    user->session.refused = false;
    commands_run(&user->session, line);
    if (user->session.refused)
        fail_msg("%s: refused: %s", line, buffer_cstr(&user->output));
    user_expect_sent(user, messages);
}

/* Runs a line that must be refused for this reason, and sends nothing. */
static inline void user_type_refused(struct user *user, const char *line, const char *reason)
{
    user->session.refused = false;
    commands_run(&user->session, line);
    assert_true(user->session.refused);
    assert_string_equal(buffer_cstr(&user->output), reason);
    buffer_clear(&user->output);
    user_expect_sent(user, "");
}

/* A snapshot of game "g"; `fields` are more fields, each after a comma. */
#define SNAPSHOT(you, moves, fields)                                                             \
    "{\"t\":\"game\",\"game\":\"g\",\"version\":0,\"you\":\"" you "\",\"white\":\"Anna\","       \
    "\"black\":\"Ben\",\"variant\":\"standard\",\"clock\":\"5+3\",\"speed\":\"blitz\","          \
    "\"rated\":false,\"hidden\":false,\"start\":\"" STANDARD_START "\",\"moves\":\"" moves "\"," \
    "\"fen\":\"" STANDARD_START "\",\"turn\":\"white\",\"running\":false,\"claim\":false,"       \
    "\"abort\":true,\"white_here\":true,\"black_here\":true,\"watchers\":0" fields "}"
#define STARTED ",\"status\":\"started\""
#define OVER    ",\"status\":\"resign\",\"winner\":\"white\",\"reason\":\"Black resigned\""

/* Puts game "g" on the board, and discards what that prints and sends. */
static inline void user_show_game(struct user *user, const char *snapshot)
{
    online_session_show(&user->session, "g");
    user_receive(user, snapshot);
    buffer_clear(&user->output);
    buffer_clear(&user->client.sent);
}

#endif
