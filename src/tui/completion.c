/* SPDX-License-Identifier: MIT */
#include "tui/completion.h"

#include <string.h>

#include "tui/commands.h"
#include "tui/file_name.h"
#include "tui/legal_moves.h"

enum { WORDS_MAX = RK_MOVES_MAX + COMMAND_COUNT };

struct words {
    char texts[WORDS_MAX][RK_SAN_MAX];
    size_t count;
};

static void add_word(struct words *words, const char *word)
{
    snprintf(words->texts[words->count++], RK_SAN_MAX, "%s", word);
}

static void add_commands(struct words *words)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        add_word(words, commands[i].name);
}

// ---- file names ------------------------------------------------------------------------------

static size_t shared_size(const struct file_names *names)
{
    size_t size = strlen(names->names[0]);
    for (size_t i = 1; i < names->count; i++) {
        size_t common = 0;
        while (common < size && names->names[0][common] == names->names[i][common])
            common++;
        size = common;
    }
    return size;
}

// A file name may be longer than the words above, and only its last part is listed.
static void complete_file(struct line_editor *editor, size_t at, FILE *out)
{
    struct file_names names;
    char line[LINE_EDITOR_SIZE];
    const char *typed = editor->text + at;
    if (!strcmp(typed, "~")) {
        line_editor_handle_key(editor, '/');
        return;
    }
    file_names_list(typed, &names);
    const size_t typed_size = strlen(typed + names.folder_size);
    const size_t shared = names.count ? shared_size(&names) : 0;
    if (shared > typed_size) {
        const int size = snprintf(line, sizeof line, "%s%.*s", editor->text,
                                  (int)(shared - typed_size), names.names[0] + typed_size);
        if (size < (int)sizeof line)
            line_editor_set(editor, line);
    } else if (names.count > 1) {
        for (size_t i = 0; i < names.count; i++)
            fprintf(out, "%s ", names.names[i]);
    }
    file_names_fini(&names);
}

// ---- the line --------------------------------------------------------------------------------

static void complete_command(const struct session *session, const struct command *command,
                             struct line_editor *editor, size_t at, FILE *out)
{
    struct words words = {.count = 0};
    switch (command->completes) {
    case COMPLETE_FILES:
        complete_file(editor, at, out);
        return;
    case COMPLETE_MOVES:
        words.count = legal_moves_list(session->game, words.texts);
        break;
    case COMPLETE_SIDES:
        add_word(&words, "white");
        add_word(&words, "black");
        break;
    case COMPLETE_THEMES:
        for (int i = 0; i < THEME_COUNT; i++)
            add_word(&words, themes[i].name);
        break;
    case COMPLETE_COMMANDS:
        add_commands(&words);
        break;
    case COMPLETE_NOTHING:
        return;
    }
    line_editor_complete_from(editor, at, words.texts[0], words.count, RK_SAN_MAX, out);
}

void completion_complete(const struct session *session, struct line_editor *editor, FILE *out)
{
    const char *argument;
    struct words words;
    const struct command *command = command_find(editor->text, &argument);
    const size_t at = (size_t)(argument - editor->text);
    // Without a blank behind it, a word may still become a longer one.
    if (command && at && strchr(" \t?", editor->text[at - 1])) {
        complete_command(session, command, editor, at, out);
        return;
    }
    words.count = legal_moves_list(session->game, words.texts);
    add_commands(&words);
    line_editor_complete(editor, words.texts[0], words.count, RK_SAN_MAX, out);
}
