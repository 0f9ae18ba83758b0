/* SPDX-License-Identifier: MIT */
#include "match/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/prng.h"
#include "rookery/book.h"
#include "rookery/epd.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/pgn.h"

enum { LINE_MAX_SIZE = 4096, CHESS960_COUNT = 960, BOOK_TRIES = 20 };

void openings_fini(struct openings *openings)
{
    free(openings->list);
    *openings = (struct openings){0};
}

rk_err openings_add(struct openings *openings, const struct opening *opening)
{
    if (openings->count == openings->capacity) {
        const size_t capacity = openings->capacity ? 2 * openings->capacity : 64;
        struct opening *list = capacity > OPENINGS_MAX
                                   ? NULL
                                   : realloc(openings->list, capacity * sizeof *openings->list);
        if (!list)
            return RK_NO_MEMORY;
        openings->list = list;
        openings->capacity = capacity;
    }
    openings->list[openings->count++] = *opening;
    return RK_OK;
}

rk_err openings_default(struct openings *openings, rk_variant variant)
{
    const unsigned count = variant == RK_CHESS960 ? CHESS960_COUNT : 1;
    for (unsigned number = 0; number < count; number++) {
        struct opening opening = {.start = rk_position_start(variant)};
        rk_err err = count > 1 ? rk_position_chess960(number, &opening.start) : RK_OK;
        if (!err)
            err = openings_add(openings, &opening);
        if (err)
            return err;
    }
    return RK_OK;
}

static rk_err opening_error(rk_err err, const char *what, uint64_t number, const char *error,
                            rk_fault *fault)
{
    if (fault) {
        fault->err = err;
        snprintf(fault->text, sizeof fault->text, "%s %llu: %.120s", what,
                 (unsigned long long)number, error);
    }
    return err;
}

static bool is_over(const rk_position *pos)
{
    return rk_position_outcome(pos).end != RK_NOT_OVER;
}

// ---- positions, one per line --------------------------------------------------------------------

static rk_err add_line(struct openings *openings, const char *line, size_t size, uint64_t number,
                       rk_variant variant, rk_fault *fault)
{
    rk_epd epd;
    rk_fault reason;
    const rk_err err = rk_epd_parse(line, size, variant, &epd, &reason);
    if (err)
        return opening_error(err, "line", number, reason.text, fault);
    if (is_over(&epd.position))
        return opening_error(RK_BAD_POSITION, "line", number, "the game is over in this position",
                             fault);
    return openings_add(openings, &(struct opening){.start = epd.position});
}

static rk_err load_positions(struct openings *openings, FILE *file, rk_variant variant,
                             rk_fault *fault)
{
    char line[LINE_MAX_SIZE];
    for (uint64_t number = 1; fgets(line, sizeof line, file); number++) {
        const size_t size = strcspn(line, "\r\n");
        if (!line[size] && !feof(file))
            return opening_error(RK_BAD_SYNTAX, "line", number, "line too long", fault);
        if (!size || line[0] == '#')
            continue;
        const rk_err err = add_line(openings, line, size, number, variant, fault);
        if (err)
            return err;
    }
    return ferror(file) ? fault_set(fault, RK_CANNOT_READ, 0, strerror(errno)) : RK_OK;
}

// ---- games --------------------------------------------------------------------------------------

struct pgn_import {
    struct openings *openings;
    const struct openings_request *request;
    FILE *file;
    struct opening opening;
    uint64_t game;
    bool usable;
    rk_err err;
    rk_fault *fault;
};

static size_t read_bytes(void *data, char *buffer, size_t size)
{
    struct pgn_import *import = data;
    const size_t count = fread(buffer, 1, size, import->file);
    return count || !ferror(import->file) ? count : SIZE_MAX;
}

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct pgn_import *import = data;
    import->game = place.game;
    import->usable = false;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    struct pgn_import *import = data;
    import->opening = (struct opening){.start = *start};
    if (start->variant == import->request->variant) {
        import->usable = true;
        return RK_PGN_CONTINUE;
    }
    import->err = opening_error(RK_AGAINST_VARIANT, "game", import->game,
                                "the game has a different variant", import->fault);
    return RK_PGN_STOP;
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct pgn_import *import = data;
    (void)san;
    rk_position after = *before;
    rk_undo memo;
    if (move == RK_NO_MOVE || import->opening.count >= import->request->plies ||
        import->opening.count >= OPENING_PLIES_MAX)
        return RK_PGN_SKIP;
    rk_position_apply(&after, move, &memo);
    if (is_over(&after))
        return RK_PGN_SKIP;
    import->opening.moves[import->opening.count++] = move;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct pgn_import *import = data;
    (void)last;
    (void)result;
    if (import->usable && !is_over(&import->opening.start))
        import->err = openings_add(import->openings, &import->opening);
    return import->err ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static rk_pgn_next report_error(void *data, const rk_pgn_error *error)
{
    struct pgn_import *import = data;
    import->usable = false;
    import->err = opening_error(error->fault.err, "line", error->place.line, error->fault.text,
                                import->fault);
    return RK_PGN_STOP;
}

static rk_err load_games(struct openings *openings, FILE *file,
                         const struct openings_request *request, rk_fault *fault)
{
    struct pgn_import import = {
        .openings = openings, .request = request, .file = file, .fault = fault};
    const rk_pgn_visitor visitor = {.data = &import,
                                    .begin_game = begin_game,
                                    .begin_moves = begin_moves,
                                    .move = add_move,
                                    .begin_variation = skip_variation,
                                    .end_game = end_game,
                                    .error = report_error};
    const rk_err err = rk_pgn_read(read_bytes, &import, &visitor);
    return import.err ? import.err : err;
}

// ---- a book -------------------------------------------------------------------------------------

static struct opening draw_line(const rk_book *book, const struct openings_request *request,
                                struct prng *prng)
{
    struct opening opening = {.start = rk_position_start(request->variant)};
    rk_position pos = opening.start;
    while (opening.count < request->plies && opening.count < OPENING_PLIES_MAX) {
        const rk_move move = rk_book_pick(book, &pos, prng_next(prng));
        rk_undo memo;
        if (move == RK_NO_MOVE)
            break;
        rk_position_apply(&pos, move, &memo);
        if (is_over(&pos))
            break;
        opening.moves[opening.count++] = move;
    }
    return opening;
}

static bool is_duplicate(const struct openings *openings, const struct opening *opening)
{
    for (size_t i = 0; i < openings->count; i++)
        if (openings->list[i].count == opening->count &&
            !memcmp(openings->list[i].moves, opening->moves, opening->count * sizeof(rk_move)))
            return true;
    return false;
}

static rk_err load_book(struct openings *openings, const struct openings_request *request,
                        rk_fault *fault)
{
    rk_book *book;
    struct prng prng = {request->seed};
    rk_err err = rk_book_open(request->path, &book, fault);
    if (err)
        return err;
    for (size_t i = 0; i < request->book_lines && !err; i++) {
        struct opening opening = draw_line(book, request, &prng);
        for (int try = 0; try < BOOK_TRIES && is_duplicate(openings, &opening); try++)
            opening = draw_line(book, request, &prng);
        err = openings_add(openings, &opening);
    }
    rk_book_close(book);
    return err;
}

// ---- any file -----------------------------------------------------------------------------------

static bool has_suffix(const char *path, const char *suffix)
{
    const size_t size = strlen(path), suffix_size = strlen(suffix);
    return size >= suffix_size && !strcmp(path + size - suffix_size, suffix);
}

rk_err openings_load(struct openings *openings, const struct openings_request *request,
                     rk_fault *fault)
{
    if (fault)
        *fault = (rk_fault){.text = ""};
    const size_t before = openings->count;
    if (has_suffix(request->path, ".bin"))
        return load_book(openings, request, fault);
    FILE *file = fopen(request->path, "rb");
    if (!file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    const rk_err err = has_suffix(request->path, ".pgn")
                           ? load_games(openings, file, request, fault)
                           : load_positions(openings, file, request->variant, fault);
    fclose(file);
    if (!err && openings->count == before)
        return opening_error(RK_BAD_SYNTAX, "line", 1, "the file has no openings", fault);
    return err;
}

void openings_shuffle(struct openings *openings, uint64_t seed)
{
    struct prng prng = {seed};
    for (size_t i = openings->count; i > 1; i--) {
        const size_t other = prng_next(&prng) % i;
        const struct opening last = openings->list[i - 1];
        openings->list[i - 1] = openings->list[other];
        openings->list[other] = last;
    }
}

uint64_t openings_checksum(const struct openings *openings)
{
    uint64_t sum = openings->count;
    for (size_t i = 0; i < openings->count; i++) {
        const struct opening *opening = &openings->list[i];
        sum = sum * 0x100000001b3 ^ opening->start.key;
        for (unsigned ply = 0; ply < opening->count; ply++)
            sum = sum * 0x100000001b3 ^ opening->moves[ply];
    }
    return sum;
}
