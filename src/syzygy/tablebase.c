/* SPDX-License-Identifier: MIT */
/* Probes Syzygy tables. Where a capture is best, a table may hold any value that compresses well;
 * tables ignore en passant; and a DTZ table covers only one side to move. So captures are tried
 * before the table, and where DTZ is missing, all moves. */
#include "rookery/tablebase.h"

#include <stdlib.h>

#include "rookery/moves.h"
#include "rules/bits.h"
#include "syzygy/files.h"

enum {
    FIFTY_MOVES = 100,             /* in plies */
    DTZ_MAX = 1 << 18,             /* larger than any DTZ, with a half-move clock added */
    CERTAIN_WIN_RANK = 2 * DTZ_MAX /* of wins that the fifty-move rule cannot spoil */
};

struct rk_tablebase {
    struct files *files;
    unsigned max_pieces;
};

rk_err rk_tablebase_open(const char *folders, rk_tablebase **out, rk_fault *fault)
{
    rk_tablebase *tablebase = calloc(1, sizeof *tablebase);
    if (!tablebase)
        return RK_NO_MEMORY;
    const rk_err err = files_open(folders, &tablebase->files, fault);
    if (err) {
        free(tablebase);
        return err;
    }
    tablebase->max_pieces = files_max_pieces(tablebase->files);
    *out = tablebase;
    return RK_OK;
}

void rk_tablebase_close(rk_tablebase *tablebase)
{
    if (tablebase)
        files_close(tablebase->files);
    free(tablebase);
}

unsigned rk_tablebase_men(const rk_tablebase *tablebase)
{
    return tablebase->max_pieces;
}

size_t rk_tablebase_count(const rk_tablebase *tablebase)
{
    return files_count(tablebase->files);
}

// ---- WDL -------------------------------------------------------------------------------------

/* `by_zeroing`: a capture or pawn move reaches the result. The DTZ table must not be probed then.
 */
struct wdl_result {
    int wdl;
    bool by_zeroing;
};

static bool can_probe(const rk_tablebase *tablebase, const rk_position *pos)
{
    const unsigned pieces = (unsigned)popcount(pos->by[0] | pos->by[1]);
    return pieces <= tablebase->max_pieces && !pos->castling &&
           (pos->variant == RK_STANDARD || pos->variant == RK_CHESS960);
}

static bool probe_table(rk_tablebase *tablebase, const rk_position *pos, int *out)
{
    if (popcount(pos->by[0] | pos->by[1]) == 2) {
        *out = RK_DRAW;
        return true;
    }
    return files_probe(tablebase->files, pos, TABLE_WDL, 0, out) == TABLE_FOUND;
}

/* Captures, and with `with_pawns` the other pawn moves too. */
static size_t list_zeroing(const rk_position *pos, bool with_pawns, rk_move *out)
{
    const uint64_t us = pos->by[pos->turn], them = pos->by[other((rk_side)pos->turn)];
    const uint64_t pawns = us & pos->of[RK_PAWN];
    if (with_pawns) {
        const size_t count = rk_moves_select(pos, pawns, ALL_SQUARES, out);
        return count + rk_moves_select(pos, us & ~pawns, them, out + count);
    }
    size_t count = rk_moves_select(pos, us, them, out);
    if (pos->en_passant < RK_SQUARE_COUNT)
        count += rk_moves_select(pos, pawns, bit(pos->en_passant), out + count);
    return count;
}

static rk_position play_move(const rk_position *pos, rk_move move)
{
    rk_position next = *pos;
    rk_undo undo;
    rk_position_apply(&next, move, &undo);
    return next;
}

/* The best result of the zeroing moves and the table. Each level of the recursion captures a piece.
 * False if a table is missing. */
static bool probe_wdl(rk_tablebase *tablebase, const rk_position *pos, bool with_pawns,
                      struct wdl_result *out) // NOLINT(misc-no-recursion)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = list_zeroing(pos, with_pawns, moves);
    int best = RK_LOSS, table_wdl;
    for (size_t i = 0; i < count; i++) {
        const rk_position next = play_move(pos, moves[i]);
        struct wdl_result theirs;
        if (!probe_wdl(tablebase, &next, false, &theirs))
            return false;
        if (-theirs.wdl > best)
            best = -theirs.wdl;
        if (best == RK_WIN) {
            *out = (struct wdl_result){RK_WIN, true};
            return true;
        }
    }
    // All legal moves have been tried. The table may be wrong: it ignores en passant.
    if (count && count == rk_moves_count(pos)) {
        *out = (struct wdl_result){best, true};
        return true;
    }
    if (!probe_table(tablebase, pos, &table_wdl))
        return false;
    const bool zeroing = best >= table_wdl;
    *out = (struct wdl_result){zeroing ? best : table_wdl, zeroing && best > RK_DRAW};
    return true;
}

bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out)
{
    struct wdl_result probed;
    if (!can_probe(tablebase, pos) || !probe_wdl(tablebase, pos, false, &probed))
        return false;
    *out = (rk_wdl)probed.wdl;
    return true;
}

// ---- DTZ -------------------------------------------------------------------------------------

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* The DTZ of a position whose next move is the zeroing one. */
static int dtz_before_zeroing(int wdl)
{
    const bool beyond_fifty = wdl == RK_CURSED_WIN || wdl == RK_BLESSED_LOSS;
    return sign_of(wdl) * (beyond_fifty ? FIFTY_MOVES + 1 : 1);
}

static bool is_zeroing(const rk_position *pos, rk_move move)
{
    const uint64_t captured = pos->by[other((rk_side)pos->turn)] & bit(rk_move_to(move));
    return captured || pos->of[RK_PAWN] & bit(rk_move_from(move));
}

static bool is_mate(const rk_position *pos)
{
    return rk_position_in_check(pos) && !rk_moves_any(pos);
}

static bool probe_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out);

/* The DTZ of a position if `move` is played. */
static bool dtz_of_move(rk_tablebase *tablebase, const rk_position *pos, rk_move move,
                        int *out) // NOLINT(misc-no-recursion)
{
    const rk_position next = play_move(pos, move);
    if (is_zeroing(pos, move)) {
        struct wdl_result probed;
        if (!probe_wdl(tablebase, &next, false, &probed))
            return false;
        *out = dtz_before_zeroing(-probed.wdl);
        return true;
    }
    if (is_mate(&next)) {
        *out = 1;
        return true;
    }
    int theirs;
    if (!probe_dtz(tablebase, &next, &theirs))
        return false;
    *out = -theirs - sign_of(theirs);
    return true;
}

/* For positions whose DTZ is not stored: the winner takes the shortest way, the loser the longest.
 * The positions after each move are in the table. */
static bool dtz_by_moves(rk_tablebase *tablebase, const rk_position *pos, int wdl,
                         int *out) // NOLINT(misc-no-recursion)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    int best = DTZ_MAX;
    for (size_t i = 0; i < count; i++) {
        int dtz;
        if (!dtz_of_move(tablebase, pos, moves[i], &dtz))
            return false;
        if (sign_of(dtz) == sign_of(wdl) && dtz < best)
            best = dtz;
    }
    *out = best == DTZ_MAX ? -1 : best; // no move: mated
    return true;
}

static bool probe_dtz(rk_tablebase *tablebase, const rk_position *pos,
                      int *out) // NOLINT(misc-no-recursion)
{
    struct wdl_result probed;
    int dtz;
    if (!probe_wdl(tablebase, pos, true, &probed))
        return false;
    if (probed.wdl == RK_DRAW || probed.by_zeroing) {
        *out = dtz_before_zeroing(probed.wdl);
        return true;
    }
    switch (files_probe(tablebase->files, pos, TABLE_DTZ, probed.wdl, &dtz)) {
    case TABLE_FOUND:
        if (probed.wdl == RK_CURSED_WIN || probed.wdl == RK_BLESSED_LOSS)
            dtz += FIFTY_MOVES;
        *out = sign_of(probed.wdl) * dtz;
        return true;
    case TABLE_OTHER_SIDE:
        return dtz_by_moves(tablebase, pos, probed.wdl, out);
    case TABLE_CORRUPT:
    case TABLE_MISSING:
        break;
    }
    return false;
}

bool rk_tablebase_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out)
{
    int dtz;
    if (!can_probe(tablebase, pos) || !probe_dtz(tablebase, pos, &dtz))
        return false;
    *out = dtz;
    return true;
}

// ---- root moves ------------------------------------------------------------------------------

struct root_move {
    rk_move move;
    int dtz;
    int rank; /* the highest is the best */
};

/* Certain wins have the same rank. Other wins rank higher the sooner they come, and losses the
 * later they come, because the fifty-move rule may save the game. A stored DTZ may be one ply
 * short, so a win is certain only below 100 plies. After a repetition only the shortest way makes
 * progress for certain. */
static int rank_dtz(int dtz, int halfmove_clock, bool repeated)
{
    if (dtz > 0)
        return dtz + halfmove_clock < FIFTY_MOVES && !repeated
                   ? CERTAIN_WIN_RANK
                   : CERTAIN_WIN_RANK - (dtz + halfmove_clock);
    if (dtz < 0)
        return -2 * dtz + halfmove_clock < FIFTY_MOVES ? -CERTAIN_WIN_RANK
                                                       : -CERTAIN_WIN_RANK - dtz + halfmove_clock;
    return 0;
}

static bool rank_by_dtz(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                        struct root_move *root_move)
{
    if (!dtz_of_move(tablebase, pos, root_move->move, &root_move->dtz))
        return false;
    root_move->rank = rank_dtz(root_move->dtz, pos->halfmove_clock, repeated);
    return true;
}

static bool rank_by_wdl(rk_tablebase *tablebase, const rk_position *pos,
                        struct root_move *root_move)
{
    const rk_position next = play_move(pos, root_move->move);
    struct wdl_result probed;
    if (!probe_wdl(tablebase, &next, false, &probed))
        return false;
    root_move->dtz = is_mate(&next) ? 0 : dtz_before_zeroing(-probed.wdl);
    root_move->rank = -probed.wdl;
    return true;
}

static bool rank_moves(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                       struct root_move *list, size_t count)
{
    bool known = true;
    for (size_t i = 0; known && i < count; i++)
        known = rank_by_dtz(tablebase, pos, repeated, &list[i]);
    if (known)
        return true;
    known = true;
    for (size_t i = 0; known && i < count; i++)
        known = rank_by_wdl(tablebase, pos, &list[i]);
    return known;
}

/* The best rank first; within a rank, the shortest win or the longest loss. */
static int compare_root_moves(const void *a, const void *b)
{
    const struct root_move *one = a, *two = b;
    if (one->rank != two->rank)
        return one->rank > two->rank ? -1 : 1;
    if (one->dtz != two->dtz)
        return one->dtz < two->dtz ? -1 : 1;
    return (int)one->move - (int)two->move;
}

size_t rk_tablebase_root(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                         rk_move *out)
{
    rk_move moves[RK_MOVES_MAX];
    struct root_move list[RK_MOVES_MAX];
    if (!can_probe(tablebase, pos))
        return 0;
    const size_t count = rk_moves_list(pos, moves);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct root_move){.move = moves[i]};
    if (!rank_moves(tablebase, pos, repeated, list, count))
        return 0;
    qsort(list, count, sizeof *list, compare_root_moves);
    size_t best = 0;
    for (; best < count && list[best].rank == list[0].rank; best++)
        out[best] = list[best].move;
    return best;
}
