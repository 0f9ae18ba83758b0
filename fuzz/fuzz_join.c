/* SPDX-License-Identifier: MIT */
/* A session of rookery join: any mix of typed lines and messages of a server. A line that starts
 * with '{' is a message, '-' breaks and '+' restores the connection; other lines are typed, with
 * Tab before Enter. Printed lines must not control the terminal, and everything that is sent is a
 * JSON object. */
#include "join/commands.h"
#include "join/completion.h"
#include "join/messages.h"
#include "support/fake_client.h"
#include "tui/text_row.h"

#include "fuzz.h"

static void check_line(void *context, const char *line)
{
    (void)context;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    CHECK(out);
    text_row_put(line, strlen(line), out);
    fclose(out);
    CHECK(size < 1024);
    for (size_t i = 0; i < size; i++)
        CHECK((unsigned char)text[i] >= ' ' && text[i] != 0x7f);
    free(text);
}

static void check_sent(struct client *client)
{
    const char *text = buffer_cstr(&client->sent);
    CHECK(!client->sent.size || (text[0] == '{' && text[client->sent.size - 1] == '\n' &&
                                 text[client->sent.size - 2] == '}'));
    buffer_clear(&client->sent);
}

static void check_session(const struct online_session *session)
{
    char text[400];
    const struct remote_game *game = online_session_game(session);
    online_session_write_title(session, text, sizeof text);
    online_session_write_status(session, 0, text, sizeof text);
    CHECK(!game || (game->you <= RK_NO_SIDE && game->draw_offer <= RK_NO_SIDE));
}

static void complete_line(struct online_session *session, const char *line)
{
    struct line_editor editor = {.size = 0};
    line_editor_set(&editor, line);
    const size_t size = editor.size;
    online_completion_complete(session, &editor);
    CHECK(editor.size >= size && editor.cursor == editor.size && !editor.text[editor.size]);
    CHECK(!strncmp(editor.text, line, size));
}

static void run_line(struct online_session *session, const char *line, size_t size)
{
    struct client *client = session->client;
    if (line[0] == '{') {
        fake_client_receive(client, &messages_events, session, line, size);
    } else if (line[0] == '-' || line[0] == '+') {
        client->state = line[0] == '-' ? CLIENT_DISCONNECTED : CLIENT_READY;
        messages_events.state(session, client->state, line + 1);
    } else {
        complete_line(session, line);
        commands_can_run(session, line);
        commands_may_save(line);
        commands_run(session, line);
    }
    check_sent(client);
    check_session(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct client client;
    struct online_session session = {
        .client = &client, .url = "localhost", .print = check_line, .start = {.seek = "5+3"}};
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    fake_client_init(&client, "Anna");
    for (char *line = text; line < text + size;) {
        const size_t length = strcspn(line, "\n");
        line[length] = '\0';
        run_line(&session, line, length);
        line += length + 1;
    }
    fake_client_fini(&client);
    free(text);
    return 0;
}
