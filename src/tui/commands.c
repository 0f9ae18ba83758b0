/* SPDX-License-Identifier: MIT */
/* Runs a line: a command of the table, or one or several moves. */
#include "tui/commands.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/suggest.h"
#include "base/text.h"
#include "rookery/moves.h"
#include "tui/report.h"
#include "tui/typed_move.h"

const struct command commands[COMMAND_COUNT] = {
#define ROW(name, aliases, argument, completes, handler, help, details) \
    {name, aliases, argument, completes, handler, help, details},
#include "tui/commands.def"
};

static const char blanks[] = " \t\r\n";

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, blanks);
}

// ---- finding a command -----------------------------------------------------------------------

static bool is_word(const char *word, size_t size, const char *name, size_t name_size)
{
    if (size != name_size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (ascii_lower(word[i]) != name[i])
            return false;
    return true;
}

static bool is_alias(const char *word, size_t size, const char *aliases)
{
    while (*aliases) {
        const size_t alias_size = strcspn(aliases, " ");
        if (is_word(word, size, aliases, alias_size))
            return true;
        aliases += alias_size + strspn(aliases + alias_size, " ");
    }
    return false;
}

static const struct command *find_word(const char *word, size_t size)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (is_word(word, size, commands[i].name, strlen(commands[i].name)) ||
            is_alias(word, size, commands[i].aliases))
            return &commands[i];
    return NULL;
}

/* A question mark needs no blank before the command to explain: "?undo". */
static size_t word_size(const char *line)
{
    const size_t size = strcspn(line, blanks);
    return *line == '?' && size > 1 && find_word(line + 1, size - 1) ? 1 : size;
}

const struct command *command_find(const char *line, const char **argument)
{
    const size_t size = word_size(line);
    *argument = skip_blanks(line + size);
    return find_word(line, size);
}

static const char *suggest_command(const char *line, char out[SUGGEST_TEXT_MAX])
{
    const char *names[COMMAND_COUNT];
    char word[SUGGEST_TEXT_MAX];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    snprintf(word, sizeof word, "%.*s", (int)word_size(line), line);
    return suggest_text(word, names, COMMAND_COUNT, out);
}

// ---- help ------------------------------------------------------------------------------------

static void print_row(const struct command *command, FILE *out)
{
    fprintf(out, "%-9s %-9s  %s\n", command->name, command->argument, command->help);
}

static enum session_result explain_command(const char *name, FILE *out)
{
    const char *rest;
    char hint[SUGGEST_TEXT_MAX];
    const struct command *command = command_find(name, &rest);
    if (!command || *rest) {
        fprintf(out, "%s: unknown command%s\n", name, suggest_command(name, hint));
        return SESSION_REFUSED;
    }
    fprintf(out, "%s%s%s: %s\n", command->name, *command->argument ? " " : "", command->argument,
            command->help);
    if (*command->details)
        fprintf(out, "%s\n", command->details);
    if (*command->aliases)
        fprintf(out, "other names: %s\n", command->aliases);
    return SESSION_OK;
}

enum session_result command_help(struct session *session, const char *argument, FILE *out)
{
    (void)session;
    if (*argument)
        return explain_command(argument, out);
    fputs("moves: e4, Nf3, exd5, O-O, e8=Q, N@f3 or e2e4\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        print_row(&commands[i], out);
    return SESSION_OK;
}

// ---- moves -----------------------------------------------------------------------------------

static enum session_result refuse_move(const char *line, const rk_fault *fault, rk_err err,
                                       FILE *out)
{
    char hint[SUGGEST_TEXT_MAX];
    if (rk_err_class_of(err) != RK_SYNTAX)
        fprintf(out, "%s: %s\n", line, fault->text);
    else if (*suggest_command(line, hint))
        fprintf(out, "%s: unknown command%s\n", line, hint);
    else
        fprintf(out, "%s: %s; try help\n", line, fault->text);
    return SESSION_REFUSED;
}

/* For a text that is no move, the game knows more reasons: that it is over, or which square does
 * not exist. */
static enum session_result refuse_text(struct session *session, const char *line, FILE *out)
{
    rk_fault fault;
    const rk_err err =
        rk_game_play_san(session->game, line, strlen(line), session->stamp.now, &fault);
    assert(err);
    return refuse_move(line, &fault, err, out);
}

static enum session_result ask_promotion(struct session *session, rk_move move, FILE *out)
{
    char kinds[32];
    struct text text = text_in(kinds, sizeof kinds);
    report_kinds(rk_variant_promotions((rk_variant)session->setup.start.variant), &text);
    text_end(&text);
    session->promotion_from = rk_move_from(move);
    session->promotion_to = rk_move_to(move);
    fprintf(out, "promote to %s?\n", kinds);
    return SESSION_ASKS;
}

/* Reads "q", "=Q" or "queen" as the answer to the question above. False if it is not an answer. */
static bool read_promotion(const struct session *session, const char *line, rk_move *out)
{
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(session->game);
    const size_t count = rk_moves_list(pos, moves);
    line += *line == '=';
    for (size_t i = 0; i < count; i++) {
        const rk_kind kind = rk_move_promotion(moves[i]);
        if (kind == RK_NO_KIND || rk_move_from(moves[i]) != session->promotion_from ||
            rk_move_to(moves[i]) != session->promotion_to)
            continue;
        const char letter = ascii_lower(rk_piece_letter((rk_piece){kind, RK_WHITE}));
        const char *name = rk_kind_name(kind);
        if (is_word(line, strlen(line), &letter, 1) ||
            is_word(line, strlen(line), name, strlen(name))) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}

static enum session_result play_move(struct session *session, rk_move move, const char *line,
                                     FILE *out)
{
    rk_fault fault;
    const rk_action action = {.kind = RK_ACT_MOVE,
                              .by = session_side_to_move(session),
                              .move = move,
                              .at = session->stamp.now};
    const rk_err err = rk_game_play(session->game, action, &fault);
    if (err)
        return refuse_move(line, &fault, err, out);
    session->changed = true;
    session_print_last_action(session, out);
    return SESSION_OK;
}

// ---- several moves in a line -----------------------------------------------------------------

enum { SEQUENCE_MAX = 512, WORD_MAX = 32 };

struct sequence {
    char words[SEQUENCE_MAX][WORD_MAX];
    size_t count;
};

/* Splits a line into moves, without their numbers. False if there is only one or too many. */
static bool split_moves(const char *line, struct sequence *out)
{
    out->count = 0;
    for (line = skip_blanks(line); *line; line = skip_blanks(line)) {
        line = typed_move_skip_number(line);
        const size_t size = strcspn(line, blanks);
        if (!size)
            continue;
        if (size >= WORD_MAX || out->count == SEQUENCE_MAX)
            return false;
        memcpy(out->words[out->count], line, size);
        out->words[out->count++][size] = '\0';
        line += size;
    }
    return out->count > 1;
}

/* Finds the moves one after another, without playing them; false if one is refused. */
static bool parse_sequence(struct session *session, const struct sequence *sequence,
                           rk_move moves[SEQUENCE_MAX], FILE *out)
{
    rk_position pos = *rk_game_position(session->game);
    for (size_t i = 0; i < sequence->count; i++) {
        rk_fault fault;
        rk_undo undo;
        const rk_err err = typed_move_parse(&pos, sequence->words[i], &moves[i], &fault);
        if (err) {
            fprintf(out, "%s: %s; none of the moves was played\n", sequence->words[i], fault.text);
            return false;
        }
        rk_position_apply(&pos, moves[i], &undo);
    }
    return true;
}

static enum session_result play_sequence(struct session *session, const struct sequence *sequence,
                                         FILE *out)
{
    rk_move moves[SEQUENCE_MAX];
    if (session->opponent)
        return session_refuse(out, "one move at a time: the engine answers each of them");
    if (!parse_sequence(session, sequence, moves, out))
        return SESSION_REFUSED;
    for (size_t i = 0; i < sequence->count; i++)
        if (play_move(session, moves[i], sequence->words[i], out) != SESSION_OK)
            return SESSION_OK; // the game ended on the way, and the reason was printed
    return SESSION_OK;
}

/* "e2 e5" is one move of the piece on e2, although it is illegal. */
static bool is_piece_and_target(const rk_position *pos, const struct sequence *sequence)
{
    const char *from = sequence->words[0];
    if (sequence->count != 2 || strlen(from) != 2 || strlen(sequence->words[1]) != 2 ||
        from[0] < 'a' || from[0] > 'h' || from[1] < '1' || from[1] > '8')
        return false;
    const int square = (from[1] - '1') * 8 + from[0] - 'a';
    return pos->by[pos->turn] >> square & 1;
}

/* Whether the first word is a move, legal or not. */
static bool starts_with_move(const struct session *session, const struct sequence *sequence)
{
    rk_move move;
    const rk_position *pos = rk_game_position(session->game);
    const rk_err err = typed_move_parse(pos, sequence->words[0], &move, NULL);
    return !err || (rk_err_class_of(err) != RK_SYNTAX && !is_piece_and_target(pos, sequence));
}

static enum session_result play_line(struct session *session, const char *line, FILE *out)
{
    rk_fault fault;
    rk_move move;
    struct sequence sequence;
    const rk_position *pos = rk_game_position(session->game);
    if (session_opponent_to_move(session))
        return session_refuse_opponent_turn(out);
    const rk_err err = typed_move_parse(pos, line, &move, &fault);
    if (!err)
        return play_move(session, move, line, out);
    if (session_is_over(session))
        return refuse_text(session, line, out);
    if (session->asks && typed_move_lacks_promotion(pos, line, &move))
        return ask_promotion(session, move, out);
    if (split_moves(line, &sequence) && starts_with_move(session, &sequence))
        return play_sequence(session, &sequence, out);
    return rk_err_class_of(err) == RK_SYNTAX ? refuse_text(session, line, out)
                                             : refuse_move(line, &fault, err, out);
}

// ---- lines -----------------------------------------------------------------------------------

// Answers repeat what was typed, and control characters must not reach the terminal.
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = *text == '\t' ? ' ' : '?';
}

static void trim_line(char *text)
{
    size_t size = strlen(text);
    while (size && strchr(blanks, text[size - 1]))
        text[--size] = '\0';
    const size_t blank = strspn(text, blanks);
    memmove(text, text + blank, size - blank + 1);
}

static enum session_result run_trimmed_line(struct session *session, const char *line, FILE *out)
{
    const char *argument;
    rk_move move;
    const bool asked = session->promotion_from != RK_NO_SQUARE;
    if (asked && read_promotion(session, line, &move)) {
        session->promotion_from = RK_NO_SQUARE;
        return play_move(session, move, line, out);
    }
    session->promotion_from = RK_NO_SQUARE;
    const struct command *command = command_find(line, &argument);
    if (!command)
        return play_line(session, line, out);
    if (!*argument || *command->argument)
        return command->run(session, argument, out);
    fprintf(out, "%s takes no argument\n", command->name);
    return SESSION_REFUSED;
}

enum session_result session_run_line(struct session *session, const char *line, int64_t now,
                                     FILE *out)
{
    char *text = strdup(line);
    if (!text)
        return session_refuse(out, rk_err_text(RK_NO_MEMORY));
    session_set_now(session, now);
    trim_line(text);
    make_printable(text);
    const enum session_result result = *text ? run_trimmed_line(session, text, out) : SESSION_OK;
    free(text);
    session_report_change(session, out);
    return result;
}

bool session_line_discards_game(const struct session *session, const char *line)
{
    const char *argument;
    const struct command *command = command_find(skip_blanks(line), &argument);
    return command && session_is_unfinished(session) &&
           ((command->run == command_new && !*argument) ||
            (command->run == command_load && *argument));
}
