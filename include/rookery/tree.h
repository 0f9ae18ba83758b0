/* SPDX-License-Identifier: MIT */
/* A tree of variations, as on an analysis board: each node is a move and the
 * position behind it, with a comment and NAGs. Nodes are owned by the tree and
 * named by numbers, which stay valid until the node is deleted. The first child
 * is the main line. Nothing here recurses: a tree may be as deep as memory. */
#ifndef ROOKERY_TREE_H
#define ROOKERY_TREE_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

typedef struct rk_tree rk_tree;
typedef uint32_t rk_node;
enum {
    RK_ROOT = 0,            /* the start, without a move */
    RK_NO_NODE = 0x7fffffff /* where there is none; a tree has fewer */
};

enum { RK_NAGS_MAX = 8 };

/* RK_BAD_POSITION if the start cannot be played. The caller owns *out and ends
 * it with rk_tree_destroy(). */
RK_MUST_USE rk_err rk_tree_create(const rk_position *start, rk_tree **out);
void rk_tree_destroy(rk_tree *tree); /* NULL is allowed. */

/* Adds a move behind `parent`, as its last variation, or finds it there. An
 * illegal one is refused with the reason in words, if they are wanted. */
RK_MUST_USE rk_err rk_tree_add(rk_tree *tree, rk_node parent, rk_move move, rk_node *out,
                               rk_fault *fault);

/* Deletes a node, not the root, with all behind it. */
void rk_tree_delete(rk_tree *tree, rk_node node);

/* Moves a node one place forward among its siblings; makes the whole line to it
 * the main line. */
void rk_tree_promote(rk_tree *tree, rk_node node);
void rk_tree_promote_to_main(rk_tree *tree, rk_node node);

/* Replaces the comment by a copy of `size` bytes, 0 for none. What is asked for
 * ends in NUL, is never NULL, and is borrowed until the comment changes. */
RK_MUST_USE rk_err rk_tree_set_comment(rk_tree *tree, rk_node node, const char *text, size_t size);
const char *rk_tree_comment(const rk_tree *tree, rk_node node);

/* Adds a NAG (1 for "!"), once each; false if there is no room for more. `out`
 * of the second has room for RK_NAGS_MAX; returns their number. */
RK_MUST_USE bool rk_tree_add_nag(rk_tree *tree, rk_node node, uint8_t nag);
size_t rk_tree_nags(const rk_tree *tree, rk_node node, uint8_t *out);
void rk_tree_clear_nags(rk_tree *tree, rk_node node);

/* Borrowed: valid until the next add or delete. */
const rk_position *rk_tree_position(const rk_tree *tree, rk_node node);
rk_move rk_tree_move(const rk_tree *tree, rk_node node); /* RK_NO_MOVE at the root */

/* Around a node; RK_NO_NODE where there is none. */
rk_node rk_tree_parent(const rk_tree *tree, rk_node node);
rk_node rk_tree_child(const rk_tree *tree, rk_node node);   /* the main line's */
rk_node rk_tree_sibling(const rk_tree *tree, rk_node node); /* the next variation */

/* The node after `node` in a walk of the whole tree from the root on: a node,
 * then what is behind it, the main line first, then its next variation. */
rk_node rk_tree_next(const rk_tree *tree, rk_node node);

/* Plies from the root; nodes in all, the root included. */
size_t rk_tree_depth(const rk_tree *tree, rk_node node);
size_t rk_tree_count(const rk_tree *tree);

RK_END_C

#endif
