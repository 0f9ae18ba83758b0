/* SPDX-License-Identifier: MIT */
#include "analysis/review_replication.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/replication.h"

enum { REMOTE_MAX = 10000 }; /* more are not shown */

/* A review of another node. */
struct remote_review {
    char game[GAME_ID_SIZE + 1];
    char account[REVIEW_ACCOUNT_SIZE];
    unsigned peer;  /* the index of its node */
    bool confirmed; /* seen in the node's current snapshot */
    size_t place, plies, known;
    struct review_score *scores; /* plies + 1 */
};

/* A change of a review of this node. */
struct queued_change {
    struct list node;
    struct review_change change;
};

struct review_replication {
    struct replication *replication;
    const struct review_source *source; /* NULL: there is no queue yet, or no longer */
    struct list changes;                /* struct queued_change, to be published */
    struct map remote;                  /* struct remote_review, by game */
};

// ---- local reviews ---------------------------------------------------------------------------

/* If memory runs out, the other nodes get it with the next snapshot. */
void review_replication_publish(struct server *server, const struct review_change *change)
{
    struct queued_change *queued = server->review_replication ? malloc(sizeof *queued) : NULL;
    if (!queued)
        return;
    queued->change = *change;
    list_add(&server->review_replication->changes, &queued->node);
}

static bool take_change(struct server *server, struct buffer *out)
{
    struct list *changes = &server->review_replication->changes;
    if (list_is_empty(changes))
        return false;
    struct queued_change *queued = LIST_OWNER(changes->next, struct queued_change, node);
    review_change_write(&queued->change, out);
    list_remove(&queued->node);
    free(queued);
    return true;
}

static void drop_changes(struct review_replication *replication)
{
    while (!list_is_empty(&replication->changes)) {
        struct queued_change *queued =
            LIST_OWNER(replication->changes.next, struct queued_change, node);
        list_remove(&queued->node);
        free(queued);
    }
}

static bool write_next(struct server *server, size_t *at, struct buffer *out)
{
    if (!*at)
        drop_changes(server->review_replication);
    const struct review_source *source = server->review_replication->source;
    return source && source->write_next(server, at, out);
}

// ---- reviews of other nodes ------------------------------------------------------------------

static void notify_queue(struct server *server, const char *game,
                         const struct review_status *status, size_t ply)
{
    const struct review_source *source = server->review_replication->source;
    if (source)
        source->changed(server, game, status, ply);
}

static struct review_status status_of(const struct remote_review *review)
{
    return (struct review_status){.state = review->place ? REVIEW_WAITING : REVIEW_RUNNING,
                                  .place = review->place,
                                  .done = review->known ? review->known - 1 : 0,
                                  .plies = review->plies,
                                  .scores = review->scores};
}

static void drop_remote(struct review_replication *replication, struct remote_review *review)
{
    map_remove(&replication->remote, review->game);
    free(review->scores);
    free(review);
}

static void end_remote(struct server *server, struct remote_review *review, enum review_state state)
{
    char game[GAME_ID_SIZE + 1];
    memcpy(game, review->game, sizeof game);
    drop_remote(server->review_replication, review);
    notify_queue(server, game, &(struct review_status){.state = state}, SIZE_MAX);
}

/* NULL if there are too many, or out of memory. */
static struct remote_review *add_remote(struct review_replication *replication,
                                        const struct review_change *change)
{
    struct remote_review *review =
        replication->remote.count < REMOTE_MAX ? calloc(1, sizeof *review) : NULL;
    if (!review)
        return NULL;
    memcpy(review->game, change->game, sizeof review->game);
    review->plies = change->plies;
    review->scores = calloc(change->plies + 1, sizeof *review->scores);
    if (review->scores && map_put(&replication->remote, review->game, review))
        return review;
    free(review->scores);
    free(review);
    return NULL;
}

static void apply_state(struct server *server, unsigned peer, const struct review_change *change)
{
    struct review_replication *replication = server->review_replication;
    struct remote_review *review = map_get(&replication->remote, change->game);
    if (review && review->plies != change->plies) {
        drop_remote(replication, review);
        review = NULL;
    }
    if (!review && !(review = add_remote(replication, change)))
        return;
    review->peer = peer;
    review->confirmed = true;
    review->place = change->place;
    memcpy(review->account, change->account, sizeof review->account);
    const struct review_status status = status_of(review);
    notify_queue(server, review->game, &status, SIZE_MAX);
}

static void apply_score(struct server *server, const struct review_change *change)
{
    struct remote_review *review = map_get(&server->review_replication->remote, change->game);
    if (!review || change->ply > review->plies)
        return;
    struct review_score *score = &review->scores[change->ply];
    review->known += !score->is_known;
    *score =
        (struct review_score){.is_known = true, .is_mate = change->is_mate, .score = change->score};
    const struct review_status status = status_of(review);
    notify_queue(server, review->game, &status, change->ply);
}

static void apply_change(struct server *server, unsigned peer, struct byte_reader *in)
{
    struct review_change change;
    review_change_read(in, &change);
    if (in->failed)
        return;
    struct remote_review *review = map_get(&server->review_replication->remote, change.game);
    if (change.kind == REVIEW_CHANGE_STATE)
        apply_state(server, peer, &change);
    else if (change.kind == REVIEW_CHANGE_SCORE)
        apply_score(server, &change);
    else if (review && review->peer == peer)
        end_remote(server, review, change.has_failed ? REVIEW_FAILED : REVIEW_DONE);
}

static void begin_node(struct server *server, unsigned peer)
{
    size_t at = 0;
    for (struct remote_review *review;
         (review = map_next(&server->review_replication->remote, &at));)
        if (review->peer == peer)
            review->confirmed = false;
}

static void end_node(struct server *server, unsigned peer)
{
    size_t at = 0;
    for (struct remote_review *review;
         (review = map_next(&server->review_replication->remote, &at));)
        if (review->peer == peer && !review->confirmed)
            end_remote(server, review, REVIEW_NONE);
}

struct review_status review_replication_find(const struct server *server, const char *game)
{
    const struct remote_review *review =
        server->review_replication ? map_get(&server->review_replication->remote, game) : NULL;
    return review ? status_of(review) : (struct review_status){.state = REVIEW_NONE};
}

size_t review_replication_count(const struct server *server, const char *account)
{
    size_t count = 0, at = 0;
    if (!server->review_replication)
        return 0;
    for (const struct remote_review *review;
         (review = map_next(&server->review_replication->remote, &at));)
        count += !strcmp(review->account, account);
    return count;
}

void review_replication_drop(struct server *server, const char *game)
{
    struct review_replication *replication = server->review_replication;
    struct remote_review *review = replication ? map_get(&replication->remote, game) : NULL;
    if (review)
        drop_remote(replication, review);
}

// ---- the module ------------------------------------------------------------------------------

static const struct replicated_state state = {.subject = "reviews",
                                              .take_change = take_change,
                                              .next = write_next,
                                              .apply = apply_change,
                                              .begin = begin_node,
                                              .end = end_node};

void review_replication_set_source(struct server *server, const struct review_source *source)
{
    if (server->review_replication)
        server->review_replication->source = source;
}

rk_err review_replication_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK;
    struct review_replication *replication = calloc(1, sizeof *replication);
    if (!replication)
        return RK_NO_MEMORY;
    server->review_replication = replication;
    list_init(&replication->changes);
    map_init(&replication->remote, server_random(server));
    return replication_create(server, &state, &replication->replication);
}

void review_replication_destroy(struct server *server)
{
    struct review_replication *replication = server->review_replication;
    if (!replication)
        return;
    size_t at = 0;
    replication_destroy(replication->replication);
    drop_changes(replication);
    for (struct remote_review *review; (review = map_next(&replication->remote, &at));)
        drop_remote(replication, review);
    map_fini(&replication->remote);
    free(replication);
    server->review_replication = NULL;
}
