/* SPDX-License-Identifier: MIT */
#include "analysis/review_copies.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/copies.h"

enum { FOREIGN_MAX = 10000 }; /* more are not shown */

/* A review of another node. */
struct foreign_review {
    char game[GAME_ID_SIZE + 1];
    char account[REVIEW_ACCOUNT_SIZE];
    unsigned node;  /* its place among the copies */
    bool confirmed; /* seen in that node's current full update */
    size_t place, plies, known;
    struct review_score *scores; /* plies + 1 */
};

/* A change of a review of this node. */
struct told_change {
    struct list node;
    struct review_change change;
};

struct review_copies {
    struct copies *copies;
    const struct review_source *source; /* NULL: there is no queue yet, or no longer */
    struct list changes;                /* struct told_change, to be told */
    struct map foreign;                 /* struct foreign_review, by game */
};

// ---- what happens here -----------------------------------------------------------------------

/* If memory runs out, the other nodes get it with the next full update. */
void review_copies_tell(struct server *server, const struct review_change *change)
{
    struct told_change *told = server->review_copies ? malloc(sizeof *told) : NULL;
    if (!told)
        return;
    told->change = *change;
    list_add(&server->review_copies->changes, &told->node);
}

static bool take_change(struct server *server, struct buffer *out)
{
    struct list *changes = &server->review_copies->changes;
    if (list_is_empty(changes))
        return false;
    struct told_change *told = LIST_OWNER(changes->next, struct told_change, node);
    review_change_write(&told->change, out);
    list_remove(&told->node);
    free(told);
    return true;
}

static void drop_changes(struct review_copies *copies)
{
    while (!list_is_empty(&copies->changes)) {
        struct told_change *told = LIST_OWNER(copies->changes.next, struct told_change, node);
        list_remove(&told->node);
        free(told);
    }
}

static bool write_next(struct server *server, size_t *at, struct buffer *out)
{
    if (!*at)
        drop_changes(server->review_copies);
    const struct review_source *source = server->review_copies->source;
    return source && source->write_next(server, at, out);
}

// ---- what happens elsewhere ------------------------------------------------------------------

static void notify_queue(struct server *server, const char *game,
                         const struct review_status *status, size_t ply)
{
    const struct review_source *source = server->review_copies->source;
    if (source)
        source->changed(server, game, status, ply);
}

static struct review_status status_of(const struct foreign_review *review)
{
    return (struct review_status){.state = review->place ? REVIEW_WAITING : REVIEW_RUNNING,
                                  .place = review->place,
                                  .done = review->known ? review->known - 1 : 0,
                                  .plies = review->plies,
                                  .scores = review->scores};
}

static void drop_foreign(struct review_copies *copies, struct foreign_review *review)
{
    map_remove(&copies->foreign, review->game);
    free(review->scores);
    free(review);
}

static void end_foreign(struct server *server, struct foreign_review *review,
                        enum review_state state)
{
    char game[GAME_ID_SIZE + 1];
    memcpy(game, review->game, sizeof game);
    drop_foreign(server->review_copies, review);
    notify_queue(server, game, &(struct review_status){.state = state}, SIZE_MAX);
}

/* NULL if there are too many, or out of memory. */
static struct foreign_review *add_foreign(struct review_copies *copies,
                                          const struct review_change *change)
{
    struct foreign_review *review =
        copies->foreign.count < FOREIGN_MAX ? calloc(1, sizeof *review) : NULL;
    if (!review)
        return NULL;
    memcpy(review->game, change->game, sizeof review->game);
    review->plies = change->plies;
    review->scores = calloc(change->plies + 1, sizeof *review->scores);
    if (review->scores && map_put(&copies->foreign, review->game, review))
        return review;
    free(review->scores);
    free(review);
    return NULL;
}

static void apply_state(struct server *server, unsigned place, const struct review_change *change)
{
    struct review_copies *copies = server->review_copies;
    struct foreign_review *review = map_get(&copies->foreign, change->game);
    if (review && review->plies != change->plies) {
        drop_foreign(copies, review);
        review = NULL;
    }
    if (!review && !(review = add_foreign(copies, change)))
        return;
    review->node = place;
    review->confirmed = true;
    review->place = change->place;
    memcpy(review->account, change->account, sizeof review->account);
    const struct review_status status = status_of(review);
    notify_queue(server, review->game, &status, SIZE_MAX);
}

static void apply_score(struct server *server, const struct review_change *change)
{
    struct foreign_review *review = map_get(&server->review_copies->foreign, change->game);
    if (!review || change->ply > review->plies)
        return;
    struct review_score *score = &review->scores[change->ply];
    review->known += !score->is_known;
    *score =
        (struct review_score){.is_known = true, .is_mate = change->is_mate, .score = change->score};
    const struct review_status status = status_of(review);
    notify_queue(server, review->game, &status, change->ply);
}

static void apply_change(struct server *server, unsigned place, struct byte_reader *in)
{
    struct review_change change;
    review_change_read(in, &change);
    if (in->failed)
        return;
    struct foreign_review *review = map_get(&server->review_copies->foreign, change.game);
    if (change.kind == REVIEW_CHANGE_STATE)
        apply_state(server, place, &change);
    else if (change.kind == REVIEW_CHANGE_SCORE)
        apply_score(server, &change);
    else if (review && review->node == place)
        end_foreign(server, review, change.has_failed ? REVIEW_FAILED : REVIEW_DONE);
}

static void begin_node(struct server *server, unsigned place)
{
    size_t at = 0;
    for (struct foreign_review *review; (review = map_next(&server->review_copies->foreign, &at));)
        if (review->node == place)
            review->confirmed = false;
}

static void end_node(struct server *server, unsigned place)
{
    size_t at = 0;
    for (struct foreign_review *review; (review = map_next(&server->review_copies->foreign, &at));)
        if (review->node == place && !review->confirmed)
            end_foreign(server, review, REVIEW_NONE);
}

struct review_status review_copies_find(const struct server *server, const char *game)
{
    const struct foreign_review *review =
        server->review_copies ? map_get(&server->review_copies->foreign, game) : NULL;
    return review ? status_of(review) : (struct review_status){.state = REVIEW_NONE};
}

size_t review_copies_count(const struct server *server, const char *account)
{
    size_t count = 0, at = 0;
    if (!server->review_copies)
        return 0;
    for (const struct foreign_review *review;
         (review = map_next(&server->review_copies->foreign, &at));)
        count += !strcmp(review->account, account);
    return count;
}

void review_copies_drop(struct server *server, const char *game)
{
    struct review_copies *copies = server->review_copies;
    struct foreign_review *review = copies ? map_get(&copies->foreign, game) : NULL;
    if (review)
        drop_foreign(copies, review);
}

// ---- the module ------------------------------------------------------------------------------

static const struct copied_state state = {.subject = "reviews",
                                          .take_change = take_change,
                                          .next = write_next,
                                          .apply = apply_change,
                                          .begin = begin_node,
                                          .end = end_node};

void review_copies_set_source(struct server *server, const struct review_source *source)
{
    if (server->review_copies)
        server->review_copies->source = source;
}

rk_err review_copies_create(struct server *server)
{
    if (!bus_stats(server->bus).has_link)
        return RK_OK;
    struct review_copies *copies = calloc(1, sizeof *copies);
    if (!copies)
        return RK_NO_MEMORY;
    server->review_copies = copies;
    list_init(&copies->changes);
    map_init(&copies->foreign, server_random(server));
    return copies_create(server, &state, &copies->copies);
}

void review_copies_destroy(struct server *server)
{
    struct review_copies *copies = server->review_copies;
    if (!copies)
        return;
    size_t at = 0;
    copies_destroy(copies->copies);
    drop_changes(copies);
    for (struct foreign_review *review; (review = map_next(&copies->foreign, &at));)
        drop_foreign(copies, review);
    map_fini(&copies->foreign);
    free(copies);
    server->review_copies = NULL;
}
