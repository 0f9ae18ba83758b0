/* SPDX-License-Identifier: MIT */
/* Maps a position to its index in a Syzygy table.
 *
 * The pieces are indexed in groups. The leading group is normalised by the symmetries of the board:
 * without pawns its first piece is moved into the triangle a1-d1-d4; with pawns the pawn nearest to
 * the edge is moved to the files a to d, each of which has a table of its own. Each other group, of
 * identical pieces, is a combination of the squares still free. The indexes of the groups are the
 * digits of the index, in an order that each table chooses. */
#ifndef SYZYGY_INDEX_H
#define SYZYGY_INDEX_H

#include <stddef.h>

#include "rookery/position.h"

enum { PIECES_MAX = 7, FILES = 4 };

/* A material signature such as "KRPvKR"; the side named first is 0. */
struct signature {
    uint8_t of[2][RK_KING]; /* pawns to queens; the kings are not counted */
    uint8_t piece_count;
    uint8_t pawns[2];      /* of the leading side and the other one */
    uint8_t leader;        /* the side whose pawns lead */
    bool has_pawns;        /* of either side */
    bool has_unique_piece; /* a piece besides the kings that is the only one of its kind */
    bool is_symmetric;     /* both sides have the same pieces */
};

/* Parses "KRPvKR"; false if it is not a signature of 3 to PIECES_MAX pieces. */
RK_MUST_USE bool signature_parse(const char *name, size_t size, struct signature *out);

/* The same for both orders of the sides. */
uint64_t signature_key(const uint8_t of[2][RK_KING]);

/* A piece is its kind from 1 (pawn) to 6 (king), plus 8 for the second side. */
struct piece_list {
    uint8_t piece[PIECES_MAX], square[PIECES_MAX];
};

/* How a table indexes its positions. */
struct piece_groups {
    uint8_t piece[PIECES_MAX];
    uint8_t length[PIECES_MAX];  /* of each group, in pieces */
    uint64_t factor[PIECES_MAX]; /* the place value of each group in the index */
    uint8_t count;               /* of groups */
    uint64_t size;               /* positions in the table */
};

/* Lookup tables, the same for all Syzygy tables. */
struct index_tables {
    uint32_t binomial[PIECES_MAX][RK_SQUARE_COUNT + 1]; /* [k][n]: n choose k */
    uint16_t kings[10][RK_SQUARE_COUNT]; /* by the first in the triangle and the second */
    uint8_t pawn_rank[RK_SQUARE_COUNT];  /* the pawn with the highest rank leads */
    uint32_t lead_start[PIECES_MAX]
                       [RK_SQUARE_COUNT]; /* by the number of pawns and the leading one */
    uint32_t lead_size[PIECES_MAX][FILES];
};

void index_tables_init(struct index_tables *out);

/* The caller fills `groups->piece` and reads `order` from the file: the digits of the leading group
 * and of the pawns of the other side. False if the file is corrupt. */
RK_MUST_USE bool piece_groups_init(const struct index_tables *tables,
                                   const struct signature *signature, unsigned file,
                                   const uint8_t order[2], struct piece_groups *groups);

/* Moves the leading pawn to the front of `squares`. Returns its file, mirrored to a to d. */
unsigned index_lead_pawn(const struct index_tables *tables, uint8_t *squares, size_t count);

/* The index of a position, less than groups->size. The leading pawns come first in `pieces`, the
 * leading one at the front. Reorders `pieces`. */
uint64_t index_position(const struct index_tables *tables, const struct signature *signature,
                        const struct piece_groups *groups, struct piece_list *pieces);

#endif
