/* SPDX-License-Identifier: MIT */
/* A tree of variations, as on an analysis board. Each node is a move and the
 * position after it, with an optional comment and NAGs. The tree owns its nodes;
 * callers refer to them by number, which stays valid until the node is deleted.
 * The first child of a node continues the main line. No function recurses, so
 * depth is limited only by memory. */
#ifndef ROOKERY_TREE_H
#define ROOKERY_TREE_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* A tree. Create it with rk_tree_create(). */
typedef struct rk_tree rk_tree;

/* The number of a node. */
typedef uint32_t rk_node;
enum {
    RK_ROOT = 0,            /* the start position, without a move */
    RK_NO_NODE = 0x7fffffff /* no such node; a tree has fewer nodes than this */
};

enum { RK_NAGS_MAX = 8 }; /* NAGs of a node */

/* Creates a tree that contains only the root. Returns RK_BAD_POSITION if the start
 * cannot be played and RK_NO_MEMORY. The caller owns *out and destroys it with
 * rk_tree_destroy(). */
RK_MUST_USE rk_err rk_tree_create(const rk_position *start, rk_tree **out);

/* Destroys a tree. NULL is allowed. */
void rk_tree_destroy(rk_tree *tree);

/* Adds a move as the last child of `parent`, or finds the child that has it. RK_NO_MOVE
 * is a null move, which is illegal in check. If the move is illegal, returns the reason;
 * *fault, unless NULL, explains it. Returns RK_NO_MEMORY if memory runs out. */
RK_MUST_USE rk_err rk_tree_add(rk_tree *tree, rk_node parent, rk_move move, rk_node *out,
                               rk_fault *fault);

/* Deletes a node and all its descendants. The root cannot be deleted. */
void rk_tree_delete(rk_tree *tree, rk_node node);

/* Moves a node one place forward among its siblings. */
void rk_tree_promote(rk_tree *tree, rk_node node);

/* Makes the line from the root to this node the main line. */
void rk_tree_promote_to_main(rk_tree *tree, rk_node node);

/* Replaces the comment after the move with a copy of `size` bytes; 0 removes it. The
 * comment of the root is the one before all moves. Returns RK_NO_MEMORY on failure. */
RK_MUST_USE rk_err rk_tree_set_comment(rk_tree *tree, rk_node node, const char *text, size_t size);

/* Returns the comment, NUL-terminated and never NULL. Borrowed until it changes. */
const char *rk_tree_comment(const rk_tree *tree, rk_node node);

/* The same for a comment before the move, which PGN can express for the first move of a
 * variation. The root has none. */
RK_MUST_USE rk_err rk_tree_set_comment_before(rk_tree *tree, rk_node node, const char *text,
                                              size_t size);

/* Returns the comment before the move, NUL-terminated and never NULL. Borrowed until it changes. */
const char *rk_tree_comment_before(const rk_tree *tree, rk_node node);

/* Adds a NAG (1 for "!") unless the node has it. Returns false if the node has
 * RK_NAGS_MAX others already. */
RK_MUST_USE bool rk_tree_add_nag(rk_tree *tree, rk_node node, uint8_t nag);

/* Writes the NAGs of a node to `out`, which must have room for RK_NAGS_MAX, and
 * returns their number. */
size_t rk_tree_nags(const rk_tree *tree, rk_node node, uint8_t *out);

/* Removes all NAGs of a node. */
void rk_tree_clear_nags(rk_tree *tree, rk_node node);

/* Returns the position after the node's move. Borrowed until the next add or delete. */
const rk_position *rk_tree_position(const rk_tree *tree, rk_node node);

/* Returns the node's move; RK_NO_MOVE for the root and for a null move. */
rk_move rk_tree_move(const rk_tree *tree, rk_node node);

/* Returns the parent; RK_NO_NODE for the root. */
rk_node rk_tree_parent(const rk_tree *tree, rk_node node);

/* Returns the first child, which continues the main line; RK_NO_NODE for a leaf. */
rk_node rk_tree_child(const rk_tree *tree, rk_node node);

/* Returns the next sibling, which is the next variation; RK_NO_NODE for the last. */
rk_node rk_tree_sibling(const rk_tree *tree, rk_node node);

/* Returns the next node in a pre-order traversal of the whole tree, first children
 * first; RK_NO_NODE after the last. Start with RK_ROOT. */
rk_node rk_tree_next(const rk_tree *tree, rk_node node);

/* Returns the number of plies from the root to this node. */
size_t rk_tree_depth(const rk_tree *tree, rk_node node);

/* Returns the number of nodes, the root included. */
size_t rk_tree_count(const rk_tree *tree);

RK_END_C

#endif
