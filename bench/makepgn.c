/* SPDX-License-Identifier: MIT */
/* Writes a PGN file of generated games that looks like one from a database:
 *     makepgn GAMES [SEED [openings]]
 * Moves are random, but prefer captures, castling and saving attacked pieces. The same seed gives
 * the same file. With `openings` the games share openings as those of a database do: each position
 * has its own order of preferred moves, whatever led to it, and most games follow the first ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/pgn.h"

// ---- moves -----------------------------------------------------------------------------------

static int piece_value(rk_kind kind)
{
    static const int values[] = {
        [RK_PAWN] = 10, [RK_KNIGHT] = 30, [RK_BISHOP] = 31, [RK_ROOK] = 50, [RK_QUEEN] = 90};
    return kind < sizeof values / sizeof *values ? values[kind] : 0;
}

static int rate_move(const rk_position *pos, rk_move move, struct prng *prng)
{
    const rk_square from = rk_move_from(move), to = rk_move_to(move);
    const rk_side us = rk_position_turn(pos), them = rk_side_other(us);
    const int mover = piece_value(rk_position_at(pos, from).kind);
    int rating = (int)prng_below(prng, 25);
    if (rk_move_type(move) == RK_CASTLING)
        return rating + 20;
    if (rk_move_promotion(move) != RK_NO_KIND)
        rating += piece_value(rk_move_promotion(move)) - 10;
    if (rk_position_at(pos, to).kind != RK_NO_KIND)
        rating += piece_value(rk_position_at(pos, to).kind);
    if (rk_position_attackers(pos, to, them))
        rating -= mover;
    if (rk_position_attackers(pos, from, them))
        rating += mover / 2;
    if (!mover) // prefer moves of other pieces to moves of the king
        rating -= 10;
    return rating;
}

static rk_move choose_move(const rk_position *pos, const rk_move *moves, size_t count,
                           struct prng *prng)
{
    rk_move best = moves[0];
    int best_rating = -1000;
    for (size_t i = 0; i < count; i++) {
        const int rating = rate_move(pos, moves[i], prng);
        if (rating > best_rating) {
            best_rating = rating;
            best = moves[i];
        }
    }
    return best;
}

// ---- games -----------------------------------------------------------------------------------

/* In percent, how often a preferred move is played rather than one of the next. Chosen so that
 * 1741 games follow about as many different lines as those of the tournaments in
 * `tournament.pgn`, at any depth. */
enum { PLIES_MAX = 160, OPENING_PLIES = 40, EARLY_PLIES = 8, EARLY_CHOICE = 62, LATE_CHOICE = 86 };

static int compare_ratings(const void *a, const void *b)
{
    const int *left = a, *right = b;
    return *right - *left;
}

/* Plays the first moves of a position's own order most often. */
static rk_move choose_opening_move(const rk_position *pos, const rk_move *moves, size_t count,
                                   unsigned ply, struct prng *prng)
{
    struct prng own = {pos->key};
    int order[RK_MOVES_MAX]; // a rating, and the index of the move below it
    size_t rank = 0;
    for (size_t i = 0; i < count; i++)
        order[i] = (rate_move(pos, moves[i], &own) + 1000) * RK_MOVES_MAX + (int)i;
    qsort(order, count, sizeof *order, compare_ratings);
    const unsigned choice = ply < EARLY_PLIES ? EARLY_CHOICE : LATE_CHOICE;
    while (rank + 1 < count && prng_below(prng, 100) >= choice)
        rank++;
    return moves[order[rank] % RK_MOVES_MAX];
}

struct game {
    rk_move moves[PLIES_MAX];
    unsigned plies;
    const char *result;
};

static void play_game(struct game *game, bool openings, struct prng *prng)
{
    rk_position pos = rk_position_start(RK_STANDARD);
    const unsigned plies = 30 + prng_below(prng, 70) + prng_below(prng, 60);
    for (game->plies = 0; game->plies < plies; game->plies++) {
        rk_move moves[RK_MOVES_MAX];
        rk_undo undo;
        const size_t count = rk_moves_list(&pos, moves);
        if (!count)
            break;
        game->moves[game->plies] = openings && game->plies < OPENING_PLIES
                                       ? choose_opening_move(&pos, moves, count, game->plies, prng)
                                       : choose_move(&pos, moves, count, prng);
        rk_position_apply(&pos, game->moves[game->plies], &undo);
    }
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    const rk_outcome outcome = rk_position_outcome(&pos);
    game->result = results[outcome.end == RK_NOT_OVER ? prng_below(prng, 3) : outcome.winner];
}

static rk_pgn_text text(const char *string)
{
    return (rk_pgn_text){string, strlen(string)};
}

static void write_name(rk_pgn_writer *writer, const char *tag, struct prng *prng)
{
    static const char *const starts[] = {"Ander",  "Berg", "Castel", "Dum",  "Fedor", "Gris",
                                         "Hernan", "Iva",  "Kov",    "Lund", "Mar",   "Petro"};
    static const char *const ends[] = {"sson", "mann",  "lano", "itru",  "ov",    "chuk",
                                       "dez",  "nenko", "alev", "qvist", "tinez", "sian"};
    char name[64];
    snprintf(name, sizeof name, "%s%s, %c%c", starts[prng_below(prng, 12)],
             ends[prng_below(prng, 12)], (int)('A' + prng_below(prng, 26)),
             (int)('a' + prng_below(prng, 26)));
    rk_pgn_write_tag(writer, text(tag), text(name));
}

static void write_number(rk_pgn_writer *writer, const char *tag, unsigned number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%u", number);
    rk_pgn_write_tag(writer, text(tag), text(digits));
}

static void write_tags(rk_pgn_writer *writer, unsigned number, const char *result,
                       struct prng *prng)
{
    char date[32], site[32], event[32];
    const unsigned year = 1990 + prng_below(prng, 34), town = 1 + prng_below(prng, 99);
    snprintf(date, sizeof date, "%u.%02u.%02u", year, 1 + prng_below(prng, 12),
             1 + prng_below(prng, 28));
    snprintf(site, sizeof site, "Rook Town %u", town);
    snprintf(event, sizeof event, "Rook Town %u Open %u", town, year);
    rk_pgn_write_tag(writer, text("Event"), text(event));
    rk_pgn_write_tag(writer, text("Site"), text(site));
    rk_pgn_write_tag(writer, text("Date"), text(date));
    write_number(writer, "Round", 1 + number % 9);
    write_name(writer, "White", prng);
    write_name(writer, "Black", prng);
    rk_pgn_write_tag(writer, text("Result"), text(result));
    write_number(writer, "WhiteElo", 1800 + prng_below(prng, 900));
    write_number(writer, "BlackElo", 1800 + prng_below(prng, 900));
}

static void write_game(rk_pgn_writer *writer, const struct game *game)
{
    rk_position pos = rk_position_start(RK_STANDARD);
    rk_undo undo;
    for (unsigned i = 0; i < game->plies; i++) {
        rk_pgn_write_move(writer, &pos, game->moves[i]);
        rk_position_apply(&pos, game->moves[i], &undo);
    }
    rk_pgn_write_end(writer, text(game->result));
}

static void write_bytes(void *data, const char *bytes, size_t size)
{
    fwrite(bytes, 1, size, data);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4 || (argc == 4 && strcmp(argv[3], "openings") != 0)) {
        fputs("usage: makepgn GAMES [SEED [openings]]\n", stderr);
        return 2;
    }
    const unsigned long games = strtoul(argv[1], NULL, 10);
    struct prng prng = {argc > 2 ? strtoul(argv[2], NULL, 10) : 1};
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, write_bytes, stdout);
    for (unsigned number = 0; number < games; number++) {
        struct game game;
        play_game(&game, argc == 4, &prng);
        write_tags(&writer, number, game.result, &prng);
        write_game(&writer, &game);
    }
    return fflush(stdout) ? 1 : 0;
}
