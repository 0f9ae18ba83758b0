/* SPDX-License-Identifier: MIT */
#include "rookery/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "game/legality.h"

struct node {
    rk_position position;
    rk_move move;
    bool used;
    uint8_t nag_count;
    uint8_t nags[RK_NAGS_MAX];
    rk_node parent, child, sibling; /* `sibling` also links the free list */
    char *comment, *comment_before; /* owned; NULL for none */
};

struct rk_tree {
    struct node *nodes;
    rk_node length, capacity, free_list;
    size_t count;
};

static struct node *node_at(const rk_tree *tree, rk_node node)
{
    assert(node < tree->length && tree->nodes[node].used);
    return &tree->nodes[node];
}

// ---- memory ----------------------------------------------------------------------------------

static rk_err grow_tree(rk_tree *tree)
{
    const size_t capacity = tree->capacity ? 2 * (size_t)tree->capacity : 64;
    if (capacity >= RK_NO_NODE)
        return RK_NO_MEMORY;
    struct node *nodes = realloc(tree->nodes, capacity * sizeof *nodes);
    if (!nodes)
        return RK_NO_MEMORY;
    tree->nodes = nodes;
    tree->capacity = (rk_node)capacity;
    return RK_OK;
}

/* Returns a free node without allocating it; RK_NO_NODE if out of memory. */
static rk_node find_free(rk_tree *tree)
{
    if (tree->free_list != RK_NO_NODE)
        return tree->free_list;
    if (tree->length == tree->capacity && grow_tree(tree))
        return RK_NO_NODE;
    return tree->length;
}

static struct node *allocate_node(rk_tree *tree, rk_node index)
{
    struct node *node = &tree->nodes[index];
    if (index == tree->free_list)
        tree->free_list = node->sibling;
    else
        tree->length++;
    tree->count++;
    *node = (struct node){
        .used = true, .parent = RK_NO_NODE, .child = RK_NO_NODE, .sibling = RK_NO_NODE};
    return node;
}

static void free_node(rk_tree *tree, rk_node index)
{
    struct node *node = node_at(tree, index);
    free(node->comment);
    free(node->comment_before);
    node->comment = node->comment_before = NULL;
    node->used = false;
    node->sibling = tree->free_list;
    tree->free_list = index;
    tree->count--;
}

rk_err rk_tree_create(const rk_position *start, rk_tree **out)
{
    rk_position root_position = *start;
    if (rk_position_validate(&root_position))
        return RK_BAD_POSITION;
    rk_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return RK_NO_MEMORY;
    tree->free_list = RK_NO_NODE;
    const rk_node root = find_free(tree);
    if (root == RK_NO_NODE) {
        rk_tree_destroy(tree);
        return RK_NO_MEMORY;
    }
    allocate_node(tree, root)->position = root_position;
    *out = tree;
    return RK_OK;
}

void rk_tree_destroy(rk_tree *tree)
{
    if (!tree)
        return;
    for (rk_node node = 0; node < tree->length; node++) {
        free(tree->nodes[node].comment);
        free(tree->nodes[node].comment_before);
    }
    free(tree->nodes);
    free(tree);
}

// ---- links -----------------------------------------------------------------------------------

/* Returns the link that points to a node, in its parent or its previous sibling. */
static rk_node *link_to(const rk_tree *tree, rk_node node)
{
    rk_node *link = &node_at(tree, node_at(tree, node)->parent)->child;
    while (*link != node)
        link = &node_at(tree, *link)->sibling;
    return link;
}

static rk_node *last_link(const rk_tree *tree, rk_node parent)
{
    rk_node *link = &node_at(tree, parent)->child;
    while (*link != RK_NO_NODE)
        link = &node_at(tree, *link)->sibling;
    return link;
}

static rk_node find_child(const rk_tree *tree, rk_node parent, rk_move move)
{
    rk_node child = node_at(tree, parent)->child;
    while (child != RK_NO_NODE && node_at(tree, child)->move != move)
        child = node_at(tree, child)->sibling;
    return child;
}

static rk_err pass_on(rk_position *pos, rk_fault *fault)
{
    rk_position after = *pos;
    rk_undo undo;
    rk_position_pass(&after, &undo);
    if (rk_position_validate(&after))
        return fault_set(fault, RK_KING_IN_CHECK, 0, "a side in check cannot pass");
    *pos = after;
    return RK_OK;
}

static rk_err play_on(rk_position *pos, rk_move move, rk_fault *fault)
{
    if (move == RK_NO_MOVE)
        return pass_on(pos, fault);
    const rk_err err = legality_check(pos, move, fault);
    rk_undo undo;
    if (!err)
        rk_position_apply(pos, move, &undo);
    return err;
}

rk_err rk_tree_add(rk_tree *tree, rk_node parent, rk_move move, rk_node *out, rk_fault *fault)
{
    const rk_node known = find_child(tree, parent, move);
    if (known != RK_NO_NODE) {
        *out = known;
        return RK_OK;
    }
    rk_position after = node_at(tree, parent)->position;
    const rk_err err = play_on(&after, move, fault);
    if (err)
        return err;
    const rk_node added = find_free(tree);
    if (added == RK_NO_NODE)
        return fault_set_default(fault, RK_NO_MEMORY);
    struct node *node = allocate_node(tree, added);
    node->parent = parent;
    node->move = move;
    node->position = after;
    *last_link(tree, parent) = added;
    *out = added;
    return RK_OK;
}

/* Frees leaves until the node itself is a leaf. This needs no stack at any depth. */
void rk_tree_delete(rk_tree *tree, rk_node deleted)
{
    assert(deleted != RK_ROOT);
    *link_to(tree, deleted) = node_at(tree, deleted)->sibling;
    node_at(tree, deleted)->sibling = RK_NO_NODE;
    for (rk_node at = deleted; at != RK_NO_NODE;) {
        struct node *node = node_at(tree, at);
        if (node->child != RK_NO_NODE) {
            at = node->child;
            continue;
        }
        const rk_node parent = at == deleted ? RK_NO_NODE : node->parent;
        if (parent != RK_NO_NODE)
            node_at(tree, parent)->child = node->sibling;
        free_node(tree, at);
        at = parent;
    }
}

void rk_tree_promote(rk_tree *tree, rk_node promoted)
{
    struct node *node = node_at(tree, promoted);
    if (promoted == RK_ROOT || node_at(tree, node->parent)->child == promoted)
        return;
    rk_node *link = &node_at(tree, node->parent)->child;
    while (node_at(tree, *link)->sibling != promoted)
        link = &node_at(tree, *link)->sibling;
    struct node *before = node_at(tree, *link);
    const rk_node passed = *link;
    *link = promoted;
    before->sibling = node->sibling;
    node->sibling = passed;
}

void rk_tree_promote_to_main(rk_tree *tree, rk_node promoted)
{
    for (rk_node at = promoted; at != RK_ROOT; at = node_at(tree, at)->parent) {
        struct node *node = node_at(tree, at), *parent = node_at(tree, node->parent);
        if (parent->child == at)
            continue;
        *link_to(tree, at) = node->sibling;
        node->sibling = parent->child;
        parent->child = at;
    }
}

// ---- comments and NAGs -----------------------------------------------------------------------

static rk_err replace_comment(char **comment, const char *text, size_t size)
{
    char *copy = NULL;
    if (size) {
        copy = malloc(size + 1);
        if (!copy)
            return RK_NO_MEMORY;
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    free(*comment);
    *comment = copy;
    return RK_OK;
}

rk_err rk_tree_set_comment(rk_tree *tree, rk_node node, const char *text, size_t size)
{
    return replace_comment(&node_at(tree, node)->comment, text, size);
}

rk_err rk_tree_set_comment_before(rk_tree *tree, rk_node node, const char *text, size_t size)
{
    assert(node != RK_ROOT);
    return replace_comment(&node_at(tree, node)->comment_before, text, size);
}

const char *rk_tree_comment(const rk_tree *tree, rk_node node)
{
    const char *comment = node_at(tree, node)->comment;
    return comment ? comment : "";
}

const char *rk_tree_comment_before(const rk_tree *tree, rk_node node)
{
    const char *comment = node_at(tree, node)->comment_before;
    return comment ? comment : "";
}

bool rk_tree_add_nag(rk_tree *tree, rk_node annotated, uint8_t nag)
{
    struct node *node = node_at(tree, annotated);
    if (node->nag_count && memchr(node->nags, nag, node->nag_count))
        return true;
    if (node->nag_count == RK_NAGS_MAX)
        return false;
    node->nags[node->nag_count++] = nag;
    return true;
}

size_t rk_tree_nags(const rk_tree *tree, rk_node annotated, uint8_t *out)
{
    const struct node *node = node_at(tree, annotated);
    memcpy(out, node->nags, node->nag_count);
    return node->nag_count;
}

void rk_tree_clear_nags(rk_tree *tree, rk_node node)
{
    node_at(tree, node)->nag_count = 0;
}

// ---- queries ---------------------------------------------------------------------------------

const rk_position *rk_tree_position(const rk_tree *tree, rk_node node)
{
    return &node_at(tree, node)->position;
}

rk_move rk_tree_move(const rk_tree *tree, rk_node node)
{
    return node_at(tree, node)->move;
}

rk_node rk_tree_parent(const rk_tree *tree, rk_node node)
{
    return node_at(tree, node)->parent;
}

rk_node rk_tree_child(const rk_tree *tree, rk_node node)
{
    return node_at(tree, node)->child;
}

rk_node rk_tree_sibling(const rk_tree *tree, rk_node node)
{
    return node_at(tree, node)->sibling;
}

rk_node rk_tree_next(const rk_tree *tree, rk_node node)
{
    if (node_at(tree, node)->child != RK_NO_NODE)
        return node_at(tree, node)->child;
    while (node != RK_NO_NODE && node_at(tree, node)->sibling == RK_NO_NODE)
        node = node_at(tree, node)->parent;
    return node == RK_NO_NODE ? RK_NO_NODE : node_at(tree, node)->sibling;
}

size_t rk_tree_depth(const rk_tree *tree, rk_node node)
{
    size_t depth = 0;
    while ((node = node_at(tree, node)->parent) != RK_NO_NODE)
        depth++;
    return depth;
}

size_t rk_tree_count(const rk_tree *tree)
{
    return tree->count;
}
