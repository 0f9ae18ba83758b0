/* SPDX-License-Identifier: MIT */
/* Where a position stands in a Syzygy table: the squares of its men become one number.
 *
 * Men are numbered in groups, one after the other. The leading group is freed of the board's
 * symmetries: without pawns its first man comes into the triangle a1-d1-d4; with pawns the pawn
 * nearest to the edge comes to the files a to d, and each of these files has a table of its
 * own. Every other group, of men that are alike, is a choice of squares out of those still free.
 * The numbers of the groups are the digits of the index, in an order each table chooses. */
#ifndef SYZYGY_INDEX_H
#define SYZYGY_INDEX_H

#include <stddef.h>

#include "rookery/position.h"

enum { PIECES_MAX = 7, FILES = 4 };

/* What stands on the board, the side named first being 0: "KRPvKR". */
struct signature {
    uint8_t of[2][RK_KING]; /* pawns to queens; each side has a king too */
    uint8_t piece_count;
    uint8_t pawns[2];      /* of the leading side, of the other */
    uint8_t leader;        /* the side whose pawns lead */
    bool has_pawns;        /* of either side */
    bool has_unique_piece; /* some man besides the kings is the only one of its kind */
    bool is_symmetric;     /* both sides have the same */
};

/* Reads "KRPvKR"; false if that is no signature with 3 to PIECES_MAX men. */
RK_MUST_USE bool signature_parse(const char *name, size_t size, struct signature *out);

/* The same number for an signature with its sides exchanged. */
uint64_t signature_key(const uint8_t of[2][RK_KING]);

/* Men on squares. A man is its kind from 1 (pawn) to 6 (king), 8 more for the second side. */
struct piece_list {
    uint8_t piece[PIECES_MAX], square[PIECES_MAX];
};

/* How a table numbers its positions. */
struct piece_groups {
    uint8_t piece[PIECES_MAX];
    uint8_t length[PIECES_MAX];  /* of each group, in men */
    uint64_t factor[PIECES_MAX]; /* what one expand_symbol of the group's number is worth */
    uint8_t count;               /* of groups */
    uint64_t size;               /* positions in the table */
};

/* Constants of the tables: the same for all tables. */
struct index_tables {
    uint32_t binomial[PIECES_MAX][RK_SQUARE_COUNT + 1]; /* [k][n]: ways to take k of n */
    uint16_t kings[10][RK_SQUARE_COUNT];                /* the first in the triangle, the second */
    uint8_t pawn_rank[RK_SQUARE_COUNT];                 /* the highest leads */
    uint32_t lead_start[PIECES_MAX][RK_SQUARE_COUNT]; /* by pawns in the group and the first one */
    uint32_t lead_size[PIECES_MAX][FILES];
};

void index_tables_init(struct index_tables *out);

/* `groups->piece` is filled, `order` read from the file: the places of the leading group and of
 * the other side's pawns among the digits. False if these cannot be. */
RK_MUST_USE bool piece_groups_init(const struct index_tables *tables,
                                   const struct signature *signature, unsigned file,
                                   const uint8_t order[2], struct piece_groups *groups);

/* Brings the pawn that leads to the front of the first `count` squares; returns its table. */
unsigned index_lead_pawn(const struct index_tables *tables, uint8_t *squares, size_t count);

/* The index of men, which are those of the signature, pawns that lead in front and the leader
 * first of all; the men are moved about. Less than groups->size. */
uint64_t index_position(const struct index_tables *tables, const struct signature *signature,
                        const struct piece_groups *groups, struct piece_list *pieces);

#endif
