/* SPDX-License-Identifier: MIT */
/* Asking Syzygy tables. They do not know everything: a position in which a capture is best may
 * stand in them with any value that compresses well, en passant they have never heard of, and
 * distances are kept for one side to move only. So captures are tried first, and where distances
 * are missing, all moves. */
#include "rookery/tablebase.h"

#include <stdlib.h>

#include "rookery/moves.h"
#include "rules/bits.h"
#include "syzygy/files.h"

enum {
    FIFTY_MOVES = 100,       /* in plies */
    CERTAIN_WIN_RANK = 1000, /* rank of a sure win at the root */
    DTZ_MAX = 1 << 16        /* more than any distance */
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

// ---- results ---------------------------------------------------------------------------------

/* A result, and whether it is reached by a move that zeroes the count of fifty, so that the
 * table of distances need not and cannot be asked. */
struct probe_result {
    int result;
    bool is_zeroing_best;
};

static bool can_probe(const rk_tablebase *tablebase, const rk_position *pos)
{
    const unsigned pieces = (unsigned)count(pos->by[0] | pos->by[1]);
    return pieces <= tablebase->max_pieces && !pos->castling &&
           (pos->variant == RK_STANDARD || pos->variant == RK_CHESS960);
}

static bool probe_table(rk_tablebase *tablebase, const rk_position *pos, int *out)
{
    if (count(pos->by[0] | pos->by[1]) == 2) {
        *out = RK_DRAW;
        return true;
    }
    const struct table *table = files_find_table(tablebase->files, pos, TABLE_WDL);
    return table &&
           table_probe(files_index_tables(tablebase->files), table, pos, 0, out) == TABLE_FOUND;
}

/* Captures, and if they are wanted the other moves of pawns. */
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
    rk_memo undo;
    rk_position_apply(&next, move, &undo);
    return next;
}

/* The best of what zeroing moves lead to and what the table says. It recurses by captures, of
 * which there are fewer than men. False if a table is missing. */
static bool probe_wdl(rk_tablebase *tablebase, const rk_position *pos, bool with_pawns,
                      struct probe_result *out) // NOLINT(misc-no-recursion)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = list_zeroing(pos, with_pawns, moves);
    int best = RK_LOSS, said;
    for (size_t i = 0; i < count; i++) {
        const rk_position next = play_move(pos, moves[i]);
        struct probe_result theirs;
        if (!probe_wdl(tablebase, &next, false, &theirs))
            return false;
        if (-theirs.result > best)
            best = -theirs.result;
        if (best == RK_WIN) {
            *out = (struct probe_result){RK_WIN, true};
            return true;
        }
    }
    // Where all moves have been tried, the table may not even know that they are there.
    if (count && count == rk_moves_count(pos)) {
        *out = (struct probe_result){best, true};
        return true;
    }
    if (!probe_table(tablebase, pos, &said))
        return false;
    const bool zeroing = best >= said;
    *out = (struct probe_result){zeroing ? best : said, zeroing && best > RK_DRAW};
    return true;
}

bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out)
{
    struct probe_result probe_result;
    if (!can_probe(tablebase, pos) || !probe_wdl(tablebase, pos, false, &probe_result))
        return false;
    *out = (rk_wdl)probe_result.result;
    return true;
}

// ---- distances -------------------------------------------------------------------------------

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* What the distance is where the next move zeroes. */
static int dtz_before_zeroing(int result)
{
    const bool beyond_fifty = result == RK_CURSED_WIN || result == RK_BLESSED_LOSS;
    return sign_of(result) * (beyond_fifty ? FIFTY_MOVES + 1 : 1);
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

/* The distance by a move, counted from before it. */
static bool dtz_of_move(rk_tablebase *tablebase, const rk_position *pos, rk_move move,
                        int *out) // NOLINT(misc-no-recursion)
{
    const rk_position next = play_move(pos, move);
    if (is_zeroing(pos, move)) {
        struct probe_result probe_result;
        if (!probe_wdl(tablebase, &next, false, &probe_result))
            return false;
        *out = dtz_before_zeroing(-probe_result.result);
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

/* Where the table has the distances of the other side to move: the winner's shortest way, or the
 * loser's longest, by what the moves lead to. Their positions are in it. */
static bool dtz_by_moves(rk_tablebase *tablebase, const rk_position *pos, int result,
                         int *out) // NOLINT(misc-no-recursion)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    int best = DTZ_MAX;
    for (size_t i = 0; i < count; i++) {
        int distance;
        if (!dtz_of_move(tablebase, pos, moves[i], &distance))
            return false;
        if (sign_of(distance) == sign_of(result) && distance < best)
            best = distance;
    }
    *out = best == DTZ_MAX ? -1 : best; // no move: a mate
    return true;
}

static bool probe_dtz(rk_tablebase *tablebase, const rk_position *pos,
                      int *out) // NOLINT(misc-no-recursion)
{
    struct probe_result probe_result;
    int distance;
    if (!probe_wdl(tablebase, pos, true, &probe_result))
        return false;
    if (probe_result.result == RK_DRAW || probe_result.is_zeroing_best) {
        *out = dtz_before_zeroing(probe_result.result);
        return true;
    }
    const struct table *table = files_find_table(tablebase->files, pos, TABLE_DTZ);
    if (!table)
        return false;
    switch (table_probe(files_index_tables(tablebase->files), table, pos, probe_result.result,
                        &distance)) {
    case TABLE_FOUND:
        if (probe_result.result == RK_CURSED_WIN || probe_result.result == RK_BLESSED_LOSS)
            distance += FIFTY_MOVES;
        *out = sign_of(probe_result.result) * distance;
        return true;
    case TABLE_OTHER_SIDE:
        return dtz_by_moves(tablebase, pos, probe_result.result, out);
    case TABLE_CORRUPT:
        break;
    }
    return false;
}

bool rk_tablebase_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out)
{
    int distance;
    if (!can_probe(tablebase, pos) || !probe_dtz(tablebase, pos, &distance))
        return false;
    *out = distance;
    return true;
}

// ---- the root --------------------------------------------------------------------------------

struct root_move {
    rk_move move;
    int distance;
    int rank; /* the highest are the best */
};

/* Wins that are sure, whatever is played next, are worth the same. Others are worth more the
 * sooner they come; losses, the later, where the fifty moves may save the game. A stored
 * distance may be one ply short, hence not 100. Once a position has been repeated, only the
 * shortest way is sure to make progress. */
static int rank_of(int distance, int quiet_plies, bool repeated)
{
    if (distance > 0)
        return distance + quiet_plies < FIFTY_MOVES && !repeated
                   ? CERTAIN_WIN_RANK
                   : CERTAIN_WIN_RANK - (distance + quiet_plies);
    if (distance < 0)
        return -2 * distance + quiet_plies < FIFTY_MOVES
                   ? -CERTAIN_WIN_RANK
                   : -CERTAIN_WIN_RANK - distance + quiet_plies;
    return 0;
}

static bool rank_by_dtz(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                        struct root_move *root_move)
{
    if (!dtz_of_move(tablebase, pos, root_move->move, &root_move->distance))
        return false;
    root_move->rank = rank_of(root_move->distance, pos->quiet_plies, repeated);
    return true;
}

static bool rank_by_wdl(rk_tablebase *tablebase, const rk_position *pos,
                        struct root_move *root_move)
{
    const rk_position next = play_move(pos, root_move->move);
    struct probe_result probe_result;
    if (!probe_wdl(tablebase, &next, false, &probe_result))
        return false;
    root_move->distance = is_mate(&next) ? 0 : dtz_before_zeroing(-probe_result.result);
    root_move->rank = -probe_result.result;
    return true;
}

static bool rank_all(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
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

/* The best rank first; of a rank, the shortest way to win, the longest to lose. */
static int compare_root_moves(const void *a, const void *b)
{
    const struct root_move *one = a, *two = b;
    if (one->rank != two->rank)
        return one->rank > two->rank ? -1 : 1;
    if (one->distance != two->distance)
        return one->distance < two->distance ? -1 : 1;
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
    if (!rank_all(tablebase, pos, repeated, list, count))
        return 0;
    qsort(list, count, sizeof *list, compare_root_moves);
    size_t best = 0;
    for (; best < count && list[best].rank == list[0].rank; best++)
        out[best] = list[best].move;
    return best;
}
