/* SPDX-License-Identifier: MIT */
#include "review/time_trouble.h"

#include <string.h>

enum { SHARE = 20, MS_MAX = 5 * 60 * 1000, MS_MIN = 5 * 1000 };

static int64_t clock_of(const rk_tree *tree, rk_node node)
{
    const char *comment = rk_tree_comment(tree, node);
    const rk_pgn_annotations found =
        rk_pgn_annotations_read((rk_pgn_text){comment, strlen(comment)});
    return found.found & RK_PGN_CLOCK ? found.clock_ms : -1;
}

static int64_t limit_for(int64_t longest)
{
    const int64_t share = longest / SHARE;
    return share > MS_MAX ? MS_MAX : share < MS_MIN ? MS_MIN : share;
}

void time_trouble_mark(struct review *review, const rk_tree *tree)
{
    int64_t longest = 0;
    rk_node node = RK_ROOT;
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        node = rk_tree_child(tree, node);
        const int64_t clock = review->moves[ply].clock_ms = clock_of(tree, node);
        longest = clock > longest ? clock : longest;
    }
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        const int64_t clock = review->moves[ply].clock_ms;
        review->moves[ply].in_time_trouble = clock >= 0 && clock < limit_for(longest);
    }
}
