/* SPDX-License-Identifier: MIT */
#include "pgntools/chunk_result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"

static bool is_utf8_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

struct game_error game_error_make(uint64_t line, rk_pgn_text token, const char *error)
{
    enum { SHOWN_MAX = 40 };
    struct game_error made = {.line = line};
    struct buffer shown = {0};
    size_t size = token.size < SHOWN_MAX ? token.size : SHOWN_MAX;
    while (size > SHOWN_MAX - 4 && size < token.size && is_utf8_continuation(token.at[size]))
        size--;
    printable_append(&shown, token.at, size);
    snprintf(made.text, sizeof made.text, "%s%s: %s", buffer_cstr(&shown),
             size < token.size ? "..." : "", error);
    buffer_fini(&shown);
    return made;
}

// ---- the result of a chunk -------------------------------------------------------------------

void chunk_result_reset(struct chunk_result *result)
{
    buffer_rewind(&result->out);
    buffer_rewind(&result->errors);
    result->games = 0;
    result->variation_depth = 0;
}

static void add_error(struct chunk_result *result, struct game_error error)
{
    error.game = result->games;
    buffer_add(&result->errors, &error, sizeof error);
}

static struct game_error error_from_reader(const rk_pgn_error *error)
{
    const char *text = *error->fault.text ? error->fault.text : rk_err_text(error->fault.err);
    return game_error_make(error->place.line, error->token, text);
}

void chunk_result_add_error(struct chunk_result *result, const rk_pgn_error *error)
{
    add_error(result, error_from_reader(error));
}

// A game that is cut off is alone in its chunk, and other errors in it are consequences of the cut.
static void replace_errors_of_cut_off_game(struct chunk_result *result, const struct chunk *chunk)
{
    buffer_rewind(&result->errors);
    add_error(result, game_error_make(chunk->start.line + 1, (rk_pgn_text){"[", 1},
                                      "the game is longer than 8 MiB; the rest of it is skipped"));
}

void chunk_result_read(struct chunk_result *result, const struct chunk *chunk,
                       const rk_pgn_visitor *visitor)
{
    rk_pgn_place before = chunk->start;
    before.game = 0;
    rk_pgn_read_text(chunk->text, chunk->size, before, visitor);
    if (chunk->has_cut_off_game && result->games)
        replace_errors_of_cut_off_game(result, chunk);
    result->out_of_memory = result->out.failed || result->errors.failed;
}

void chunk_result_fini(void *data)
{
    struct chunk_result *result = data;
    buffer_fini(&result->out);
    buffer_fini(&result->errors);
}

rk_pgn_next chunk_result_begin_game(void *data, rk_pgn_place place)
{
    struct chunk_result *result = data;
    (void)place;
    result->games++;
    result->variation_depth = 0;
    return RK_PGN_CONTINUE;
}

rk_pgn_next chunk_result_begin_variation(void *data)
{
    ((struct chunk_result *)data)->variation_depth++;
    return RK_PGN_CONTINUE;
}

rk_pgn_next chunk_result_skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

void chunk_result_end_variation(void *data)
{
    ((struct chunk_result *)data)->variation_depth--;
}

rk_pgn_next chunk_result_error(void *data, const rk_pgn_error *error)
{
    chunk_result_add_error(data, error);
    return RK_PGN_CONTINUE;
}

rk_pgn_next chunk_result_warning(void *data, const rk_pgn_error *error)
{
    struct game_error warning = error_from_reader(error);
    warning.is_warning = true;
    add_error(data, warning);
    return RK_PGN_CONTINUE;
}

// ---- totals ----------------------------------------------------------------------------------

void totals_add(struct totals *totals, const struct chunk *chunk, const struct chunk_result *result,
                struct buffer *lines)
{
    if (chunk->is_first)
        totals->file_games = 0;
    const struct game_error *errors = (const void *)result->errors.bytes;
    const size_t count = result->errors.size / sizeof *errors;
    for (size_t i = 0; i < count; i++) {
        char place[64];
        snprintf(place, sizeof place, ":%" PRIu64 ": game %" PRIu64 ": ", errors[i].line,
                 totals->file_games + errors[i].game);
        totals->errors += !errors[i].is_warning;
        printable_append(lines, chunk->file, strlen(chunk->file));
        buffer_text(lines, place);
        buffer_text(lines, errors[i].is_warning ? "warning: " : "");
        buffer_text(lines, errors[i].text);
        buffer_put(lines, '\n');
    }
    totals->games += result->games;
    totals->file_games += result->games;
    totals->out_of_memory = totals->out_of_memory || result->out_of_memory || lines->failed;
}
