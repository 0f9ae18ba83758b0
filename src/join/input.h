/* SPDX-License-Identifier: MIT */
/* The line that a user types at a terminal, with history and completion. */
#ifndef JOIN_INPUT_H
#define JOIN_INPUT_H

#include "join/online_session.h"
#include "tui/history.h"
#include "tui/line_editor.h"

/* Initialize with zeros. */
struct online_input {
    struct line_editor editor;
    struct history history;
};

void online_input_open(struct online_input *input); /* reads the history */
void online_input_close(struct online_input *input);

/* Handles a key of terminal.h: edits the line, completes it, runs it, or quits. */
void online_input_handle_key(struct online_input *input, struct online_session *session, int key);

#endif
