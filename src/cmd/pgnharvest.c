/* SPDX-License-Identifier: MIT */
#include "cmd/pgnharvest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"

bool text_is(rk_pgn_text text, const char *word)
{
    return text.size == strlen(word) && !memcmp(text.at, word, text.size);
}

void harvest_begin(struct harvest *harvest)
{
    buffer_rewind(&harvest->out);
    buffer_rewind(&harvest->faults);
    harvest->games = 0;
    harvest->depth = 0;
}

struct pgn_fault pgn_fault_of(uint64_t line, rk_pgn_text token, const char *why)
{
    enum { SHOWN = 40 };
    struct pgn_fault fault = {.line = line};
    char shown[SHOWN + 1];
    const size_t size = token.size < SHOWN ? token.size : SHOWN;
    // A terminal is not to be driven by what a file contains.
    for (size_t i = 0; i < size; i++)
        shown[i] = (unsigned char)token.at[i] < ' ' || token.at[i] == 127 ? ' ' : token.at[i];
    shown[size] = '\0';
    snprintf(fault.text, sizeof fault.text, "%s%s: %s", shown, token.size > SHOWN ? "..." : "",
             why);
    return fault;
}

static void add_fault(struct harvest *harvest, uint64_t line, rk_pgn_text token, const char *why)
{
    struct pgn_fault fault = pgn_fault_of(line, token, why);
    fault.game = harvest->games;
    buffer_add(&harvest->faults, &fault, sizeof fault);
}

void harvest_fault(struct harvest *harvest, const rk_pgn_error *error)
{
    const char *why = *error->fault.text ? error->fault.text : rk_err_text(error->fault.err);
    add_fault(harvest, error->place.line, error->token, why);
}

// A piece is cut short when there is but one game in it: whatever else is wrong with it follows.
static void add_long_game(struct harvest *harvest, const struct piece *piece)
{
    buffer_rewind(&harvest->faults);
    add_fault(harvest, piece->start.line + 1, (rk_pgn_text){"[", 1},
              "this game is longer than 8 MiB, and its rest is left out");
}

void harvest_read(struct harvest *harvest, const struct piece *piece, const rk_pgn_visitor *visitor)
{
    rk_pgn_place before = piece->start;
    before.game = 0;
    rk_pgn_read_text(piece->text, piece->size, before, visitor);
    if (piece->cut_short && harvest->games)
        add_long_game(harvest, piece);
    harvest->failed = harvest->out.failed || harvest->faults.failed;
}

void harvest_free(void *data)
{
    struct harvest *harvest = data;
    buffer_fini(&harvest->out);
    buffer_fini(&harvest->faults);
}

void tidings_add(struct tidings *tidings, const struct piece *piece, const struct harvest *harvest,
                 struct buffer *out)
{
    if (piece->file_begins)
        tidings->file_games = 0;
    const struct pgn_fault *faults = (const void *)harvest->faults.bytes;
    const size_t count = harvest->faults.size / sizeof *faults;
    for (size_t i = 0; i < count; i++) {
        char line[RK_FAULT_TEXT_MAX + 128];
        snprintf(line, sizeof line, ":%" PRIu64 ": game %" PRIu64 ": %s\n", faults[i].line,
                 tidings->file_games + faults[i].game, faults[i].text);
        if (out) {
            buffer_text(out, piece->name);
            buffer_text(out, line);
        } else {
            fprintf(stderr, "%s%s", piece->name, line);
        }
    }
    tidings->faults += count;
    tidings->games += harvest->games;
    tidings->file_games += harvest->games;
    tidings->failed = tidings->failed || harvest->failed;
}

int tidings_status(const struct tidings *tidings, int status)
{
    return status || !tidings->faults ? status : EXIT_DATA_ERROR;
}

rk_pgn_next harvest_begin_game(void *data, rk_pgn_place place)
{
    struct harvest *harvest = data;
    (void)place;
    harvest->games++;
    harvest->depth = 0;
    return RK_PGN_ON;
}

rk_pgn_next harvest_begin_variation(void *data)
{
    ((struct harvest *)data)->depth++;
    return RK_PGN_ON;
}

rk_pgn_next harvest_skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

void harvest_end_variation(void *data)
{
    ((struct harvest *)data)->depth--;
}

rk_pgn_next harvest_error(void *data, const rk_pgn_error *error)
{
    harvest_fault(data, error);
    return RK_PGN_ON;
}
