/* SPDX-License-Identifier: MIT */
/* Writes the quiet positions of self-play games:
 *
 *     positions --records OUT FILE...   for tools/train/train.py
 *     positions --text OUT FILE...      for tools/tune: FEN c9 "1-0"; ce 35;
 *
 * A record has 104 bytes: twelve bitboards as the side to move sees the board (its pawns, knights,
 * bishops, rooks, queens and king, then the other side's; the first byte is its own first rank),
 * score (16 bits), result for the side to move (8: 0, 1, 2), number of pieces (8), number of the
 * game (32). The evaluation scales the network's score by the half-move clock; here that is taken
 * out of the score again. OUT "-" is standard output. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rookery/fen.h"
#include "selfplay/play.h"

enum { HALFMOVE_CLOCK_SCALE = 220 }; /* as in src/engine/evaluate.c */

struct record {
    uint64_t boards[12];
    int16_t score;
    uint8_t result, pieces;
    uint32_t game;
};

struct totals {
    uint64_t games, plies, positions;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "positions: %s: %s\n", what, why);
    exit(3);
}

static void write_record(FILE *out, const rk_position *pos, int score, unsigned result,
                         uint64_t game)
{
    const unsigned us = pos->turn;
    struct record record = {.game = (uint32_t)game};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = RK_PAWN; kind <= RK_KING; kind++) {
            const uint64_t set = pos->of[kind] & pos->by[side ? !us : us];
            record.boards[side * 6 + kind] = us == RK_WHITE ? set : __builtin_bswap64(set);
        }
    record.score =
        (int16_t)(score * HALFMOVE_CLOCK_SCALE / (HALFMOVE_CLOCK_SCALE - (int)pos->halfmove_clock));
    record.result = (uint8_t)(us == RK_WHITE ? result : 2 - result);
    record.pieces = (uint8_t)__builtin_popcountll(pos->by[RK_WHITE] | pos->by[RK_BLACK]);
    fwrite(&record, sizeof record, 1, out);
}

static void write_text(FILE *out, const rk_position *pos, int score, unsigned result)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    fprintf(out, "%s c9 \"%s\"; ce %d;\n", fen, results[result], score);
}

static void write_game(FILE *out, bool text, const struct selfplay_game *game,
                       struct totals *totals)
{
    rk_position pos = game->start;
    for (unsigned i = 0; i < game->count; i++) {
        rk_undo undo;
        if (selfplay_is_quiet(&pos, game->moves[i], game->scores[i])) {
            if (text)
                write_text(out, &pos, game->scores[i], game->result);
            else
                write_record(out, &pos, game->scores[i], game->result, totals->games);
            totals->positions++;
        }
        rk_position_apply(&pos, game->moves[i], &undo);
    }
    totals->games++;
    totals->plies += game->count;
}

static void write_file(FILE *out, bool text, const char *path, struct totals *totals)
{
    static struct selfplay_game game;
    struct game_reader reader;
    rk_fault fault;
    if (game_reader_open(&reader, path, &fault))
        fail(path, fault.text);
    while (game_reader_next(&reader, &game))
        write_game(out, text, &game, totals);
    if (game_reader_error(&reader, &fault))
        fail(path, fault.text);
    game_reader_close(&reader);
}

/* Opening the output would empty it. */
static void refuse_input_as_output(const char *out, char **inputs)
{
    struct stat output, input;
    if (stat(out, &output))
        return;
    for (; *inputs; inputs++)
        if (!stat(*inputs, &input) && input.st_dev == output.st_dev &&
            input.st_ino == output.st_ino) {
            fprintf(stderr, "positions: %s: also an input file: choose another output file\n", out);
            exit(2);
        }
}

int main(int argc, char **argv)
{
    struct totals totals = {0};
    const bool text = argc > 1 && !strcmp(argv[1], "--text");
    if (argc < 4 || (!text && strcmp(argv[1], "--records") != 0)) {
        fprintf(stderr, "usage: positions --records|--text OUT FILE...\n");
        return 2;
    }
    refuse_input_as_output(argv[2], argv + 3);
    FILE *const out = strcmp(argv[2], "-") != 0 ? fopen(argv[2], "wb") : stdout;
    if (!out)
        fail(argv[2], "cannot write");
    for (int i = 3; i < argc; i++)
        write_file(out, text, argv[i], &totals);
    if (fclose(out))
        fail(argv[2], "cannot write");
    fprintf(stderr, "%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " positions\n", totals.games,
            totals.plies, totals.positions);
    return 0;
}
