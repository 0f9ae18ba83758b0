/* SPDX-License-Identifier: MIT */
#include "support/opening_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/pgn.h"

static void put_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

static void write_tags(rk_pgn_writer *writer, const char *result, struct prng *prng)
{
    static const char *const names[] = {"Anders, A", "Berg, B",  "Cruz, C", "D\xc3\xbcrr, D",
                                        "Eng, E",    "Fox \\ F", "Gil, G",  "H \"Hope\" H"};
    char text[64];
    rk_pgn_write_tag(writer, text_of("Event"), text_of("Test Open"));
    snprintf(text, sizeof text, "%u.%02u.%02u", 1990 + prng_below(prng, 30),
             1 + prng_below(prng, 12), 1 + prng_below(prng, 28));
    rk_pgn_write_tag(writer, text_of("Date"), text_of(text));
    rk_pgn_write_tag(writer, text_of("White"), text_of(names[prng_below(prng, 8)]));
    rk_pgn_write_tag(writer, text_of("Black"), text_of(names[prng_below(prng, 8)]));
    rk_pgn_write_tag(writer, text_of("Result"), text_of(result));
    if (prng_below(prng, 10)) {
        snprintf(text, sizeof text, "%u", 1500 + prng_below(prng, 1300));
        rk_pgn_write_tag(writer, text_of("WhiteElo"), text_of(text));
    }
    snprintf(text, sizeof text, "%u", 1500 + prng_below(prng, 1300));
    rk_pgn_write_tag(writer, text_of("BlackElo"), text_of(text));
}

/* Few of the legal moves, always the same in a position, so that games share positions. */
static rk_move choose_move(const rk_position *pos, struct prng *prng)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    struct prng own = {pos->key & 0xffff};
    const unsigned rank = prng_below(prng, 3) + (prng_below(prng, 8) ? 0 : prng_below(prng, 20));
    size_t choice = 0;
    for (unsigned i = 0; i <= rank; i++)
        choice = prng_next(&own) % (count ? count : 1);
    return count ? moves[choice] : RK_NO_MOVE;
}

static void write_game(rk_pgn_writer *writer, struct prng *prng)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "*"};
    const char *result = results[prng_below(prng, 7)];
    rk_position pos = rk_position_start(RK_STANDARD);
    const unsigned plies = prng_below(prng, 70);
    rk_move move;
    rk_undo undo;
    write_tags(writer, result, prng);
    for (unsigned i = 0; i < plies && (move = choose_move(&pos, prng)) != RK_NO_MOVE; i++) {
        rk_pgn_write_move(writer, &pos, move);
        rk_position_apply(&pos, move, &undo);
    }
    rk_pgn_write_end(writer, text_of(result));
}

void opening_games_write(struct buffer *out, unsigned games, uint64_t seed)
{
    struct prng prng = {seed};
    rk_pgn_writer *writer = malloc(sizeof *writer);
    rk_pgn_writer_init(writer, put_bytes, out);
    for (unsigned i = 0; writer && i < games; i++)
        write_game(writer, &prng);
    free(writer);
}
