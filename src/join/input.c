/* SPDX-License-Identifier: MIT */
#include "join/input.h"

#include <string.h>

#include "join/commands.h"
#include "join/completion.h"
#include "tui/terminal.h"

void online_input_open(struct online_input *input)
{
    history_open(&input->history, "join-history", &input->editor);
}

void online_input_close(struct online_input *input)
{
    history_close(&input->history);
}

static void run_typed_line(struct online_input *input, struct online_session *session)
{
    char text[LINE_EDITOR_SIZE];
    memcpy(text, input->editor.text, sizeof text);
    line_editor_finish(&input->editor);
    if (commands_may_save(text))
        history_append(&input->history, text);
    commands_run(session, text);
}

void online_input_handle_key(struct online_input *input, struct online_session *session, int key)
{
    if (key == KEY_HANGUP)
        session->quit = true;
    else if (key == KEY_ENTER)
        run_typed_line(input, session);
    else if (key == KEY_TAB)
        online_completion_complete(session, &input->editor);
    else if (key == KEY_INTERRUPT || (key == KEY_CTRL('D') && !input->editor.size))
        commands_run(session, "quit");
    else if (key == KEY_ESCAPE)
        line_editor_set(&input->editor, "");
    else
        line_editor_handle_key(&input->editor, key);
}
