/* SPDX-License-Identifier: MIT */
#include "join/completion.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "join/handlers.h"
#include "tui/legal_moves.h"

enum { WORDS_MAX = RK_MOVES_MAX + 512, WORD_SIZE = WORD_LIST_SIZE + 1, PRINTED_MAX = 900 };

struct words {
    char texts[WORDS_MAX][WORD_SIZE];
    size_t count;
};

static void add_word(struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (!strcmp(words->texts[i], word))
            return;
    if (words->count < WORDS_MAX)
        text_copy(words->texts[words->count++], WORD_SIZE, word);
}

static void add_term(void *context, const char *word)
{
    add_word(context, word);
}

// ---- candidates ------------------------------------------------------------------------------

static void add_moves(const struct online_session *session, struct words *words)
{
    const struct remote_game *game = online_session_game(session);
    char moves[RK_MOVES_MAX][RK_SAN_MAX];
    if (!online_session_is_player(game) || game->over ||
        rk_position_turn(rk_game_position(game->moves)) != game->you)
        return;
    const size_t count = legal_moves_list(game->moves, moves);
    for (size_t i = 0; i < count; i++)
        add_word(words, moves[i]);
}

/* A command with an argument is followed by a blank. */
static void add_commands(struct words *words, bool with_blanks)
{
    char text[WORD_SIZE];
    const struct online_command *command;
    for (size_t i = 0; (command = online_command_at(i)); i++) {
        snprintf(text, sizeof text, "%s%s", command->name,
                 with_blanks && *command->argument ? " " : "");
        add_word(words, text);
    }
}

static void add_names(const struct online_session *session, struct words *words)
{
    for (size_t i = session->names.count; i-- > 0;)
        if (strcmp(session->names.words[i], client_name(session->client)) != 0)
            add_word(words, session->names.words[i]);
}

static void add_challengers(const struct online_session *session, struct words *words)
{
    const struct remote_game *game = online_session_game(session);
    for (size_t i = 0; i < session->offers.challenge_count; i++)
        add_word(words, session->offers.challenges[i].from);
    if (online_session_is_player(game) && online_session_has_draw_offer(game))
        add_word(words, "draw");
    if (online_session_is_player(game) && online_session_has_rematch_offer(game))
        add_word(words, "rematch");
}

static void add_seeks(const struct online_session *session, struct words *words)
{
    for (size_t i = 0; i < session->offers.seek_count; i++) {
        add_word(words, session->offers.seeks[i].name);
        add_word(words, session->offers.seeks[i].id);
    }
}

static void add_reasons(struct words *words)
{
    const char *reason;
    for (size_t i = 0; (reason = decline_reason_at(i)); i++)
        add_word(words, reason);
}

static void add_levels(struct words *words)
{
    for (char level[] = "1"; *level <= '8'; ++*level)
        add_word(words, level);
}

static void add_pools(struct words *words)
{
#define ROW(clock) add_word(words, clock);
#include "wire/pools.def"
}

static void add_arguments(const struct online_session *session, enum completion_kind kind,
                          bool is_first, struct words *words)
{
    switch (kind) {
    case COMPLETE_NOTHING:
        return;
    case COMPLETE_OFFERS:
        add_challengers(session, words);
        add_seeks(session, words);
        return;
    case COMPLETE_ANSWER:
        if (is_first)
            add_challengers(session, words);
        add_reasons(words);
        return;
    case COMPLETE_CLAIM:
        add_word(words, "draw");
        add_moves(session, words);
        return;
    case COMPLETE_NAME:
    case COMPLETE_LEVEL:
    case COMPLETE_TERMS:
        if (is_first && kind == COMPLETE_NAME)
            add_names(session, words);
        else if (is_first && kind == COMPLETE_LEVEL)
            add_levels(words);
        else
            terms_list_words(add_term, words);
        return;
    case COMPLETE_POOL:
        if (is_first)
            add_pools(words);
        return;
    case COMPLETE_SWITCH:
        add_word(words, "on");
        add_word(words, "off");
        return;
    case COMPLETE_GAMES:
        for (size_t i = 0; i < session->games.count; i++)
            add_word(words, session->games.words[i]);
        return;
    case COMPLETE_COMMANDS:
        add_commands(words, false);
        return;
    }
}

// ---- the line --------------------------------------------------------------------------------

static void list_candidates(const struct online_session *session, const char *line, size_t at,
                            struct words *words)
{
    const size_t start = strspn(line, " "), end = start + strcspn(line + start, " ");
    const size_t first = end + strspn(line + end, " ");
    const struct online_command *command = online_command_find(line + start);
    words->count = 0;
    if (at == start) {
        add_moves(session, words);
        add_commands(words, true);
    } else if (command) {
        add_arguments(session, command->completes, at == first, words);
    }
}

/* Prints the candidates, on several lines if they are long. */
static void print_candidates(struct online_session *session, const char *text)
{
    while (*text) {
        size_t size = strlen(text);
        if (size > PRINTED_MAX) {
            size = PRINTED_MAX;
            while (text[size - 1] != ' ')
                size--;
        }
        online_session_print(session, "%.*s", (int)size, text);
        text += size;
    }
}

void online_completion_complete(struct online_session *session, struct line_editor *editor)
{
    char *text = NULL;
    size_t size;
    struct words *words = malloc(sizeof *words);
    FILE *out = words ? open_memstream(&text, &size) : NULL;
    if (out) {
        const char *blank = strrchr(editor->text, ' ');
        const size_t at = blank ? (size_t)(blank - editor->text) + 1 : 0;
        list_candidates(session, editor->text, at, words);
        line_editor_complete_from(editor, at, words->texts[0], words->count, WORD_SIZE, out);
        fclose(out);
        print_candidates(session, text);
    }
    free(text);
    free(words);
}
