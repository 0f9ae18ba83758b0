/* SPDX-License-Identifier: MIT */
#include "join/commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/suggest.h"
#include "base/text.h"
#include "join/handlers.h"
#include "tui/typed_move.h"

enum { LINE_MAX_SIZE = 1024 };

static const struct online_command commands[] = {
#define ROW(name, argument, completes, handler, help) {name, argument, completes, handler, help},
#include "join/commands.def"
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct {
    const char *alias, *name;
} aliases[] = {{"?", "help"}, {"q", "quit"}, {"exit", "quit"}};

void online_session_refuse_not_connected(struct online_session *session)
{
    online_session_refuse(session, "not connected to the server");
}

const struct online_command *online_command_find(const char *line)
{
    const char *name = line;
    size_t size = strcspn(line, " ");
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strlen(aliases[i].alias) == size && !strncasecmp(aliases[i].alias, line, size)) {
            name = aliases[i].name;
            size = strlen(name);
        }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strlen(commands[i].name) == size && !strncasecmp(commands[i].name, name, size))
            return &commands[i];
    return NULL;
}

const struct online_command *online_command_at(size_t index)
{
    return index < COMMAND_COUNT ? &commands[index] : NULL;
}

// ---- help and quit ---------------------------------------------------------------------------

static void explain_command(struct online_session *session, const struct online_command *command)
{
    online_session_print(session, "%s%s%s: %s", command->name, *command->argument ? " " : "",
                         command->argument, command->help);
}

static void list_commands(struct online_session *session)
{
    char names[512];
    struct text text = text_in(names, sizeof names);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        text_add(&text, i ? ", " : "");
        text_add(&text, commands[i].name);
    }
    text_end(&text);
    online_session_print(session, "type a move, such as Nf3 or g1f3, or a command: %s", names);
    online_session_print(session, "help COMMAND explains a command");
}

static void refuse_unknown(struct online_session *session, const char *line)
{
    char word[LINE_MAX_SIZE], hint[SUGGEST_TEXT_MAX];
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    text_copy(word, strcspn(line, " ") + 1, line);
    suggest_text(word, names, COMMAND_COUNT, hint);
    online_session_refuse(session, "unknown command: %.80s%s", word,
                          *hint ? hint : "; type help for the commands");
}

void run_help(struct online_session *session, const char *argument)
{
    const struct online_command *command = *argument ? online_command_find(argument) : NULL;
    if (command)
        explain_command(session, command);
    else if (*argument)
        refuse_unknown(session, argument);
    else
        list_commands(session);
}

void run_quit(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = online_session_game(session);
    const bool is_playing = online_session_is_player(game) && !game->over;
    if (is_playing && !session->scripted && !session->quit_warned) {
        session->quit_warned = true;
        online_session_print(session, "your game is still running; type quit again to leave it");
        return;
    }
    if (session->game[0])
        client_unwatch(session->client, session->game);
    session->quit = true;
}

// ---- lines -----------------------------------------------------------------------------------

static void trim_line(const char *line, char out[LINE_MAX_SIZE])
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    snprintf(out, LINE_MAX_SIZE, "%.*s", (int)length, line);
}

/* Whether the line is a command directly followed by its argument: "time20". */
static bool starts_with_command(const char *text)
{
    char word[LINE_MAX_SIZE];
    size_t size = 0;
    while (ascii_lower(text[size]) >= 'a' && ascii_lower(text[size]) <= 'z')
        size++;
    text_copy(word, size + 1, text);
    return online_command_find(word);
}

/* Whether the line is probably a mistyped move: Nf9 and e2 e5 are, resing and hello are not. */
static bool looks_like_move(const char *text)
{
    text = typed_move_skip_number(text);
    if (!strncasecmp(text, "o-o", 3) || !strncmp(text, "0-0", 3))
        return true;
    for (const char *c = text; *c && *c != ' '; c++)
        if (ascii_lower(*c) >= 'a' && ascii_lower(*c) <= 'h' && c[1] >= '0' && c[1] <= '9')
            return strlen(text) < 10 && !starts_with_command(text);
    return false;
}

static void run_command(struct online_session *session, const struct online_command *command,
                        const char *line)
{
    const char *argument = line + strcspn(line, " ");
    argument += strspn(argument, " ");
    if (*argument && !*command->argument)
        online_session_refuse(session, "%s takes no argument", command->name);
    else
        command->run(session, argument);
}

void commands_run(struct online_session *session, const char *line)
{
    char text[LINE_MAX_SIZE];
    trim_line(line, text);
    const struct online_command *command = online_command_find(text);
    if (!command || command->run != run_quit)
        session->quit_warned = false;
    if (command)
        run_command(session, command, text);
    else if (looks_like_move(text))
        run_move(session, text);
    else if (*text)
        refuse_unknown(session, text);
}

bool commands_may_save(const char *line)
{
    char text[LINE_MAX_SIZE];
    trim_line(line, text);
    const struct online_command *command = online_command_find(text);
    return command && command->run != run_say;
}

bool commands_can_run(const struct online_session *session, const char *line)
{
    char text[LINE_MAX_SIZE];
    const struct remote_game *game = online_session_game(session);
    trim_line(line, text);
    const struct online_command *command = online_command_find(text);
    const bool ends_search = command && (command->run == run_quit || command->run == run_cancel);
    if (client_state(session->client) != CLIENT_READY || client_pending_count(session->client) ||
        (session->search_request[0] && !ends_search) ||
        (session->game[0] && (!game || game->version < session->acked_version)))
        return false;
    const bool is_move = !command && looks_like_move(text);
    return !is_move || !online_session_is_player(game) || game->over ||
           rk_position_turn(rk_game_position(game->moves)) == game->you;
}
