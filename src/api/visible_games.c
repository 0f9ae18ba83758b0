/* SPDX-License-Identifier: MIT */
#include "api/visible_games.h"

#include "core/pending.h"
#include "record/game_moves.h"
#include "record/replay.h"
#include "wire/stored_review.h"

/* The columns that every row of a game starts with. */
enum column {
    COLUMN_ID,
    COLUMN_HEAD,
    COLUMN_CREATED_AT,
    COLUMN_ENDED_AT,
    COLUMN_LOG = 7,
    COLUMN_RATINGS,
    COLUMN_REVIEW = 12 /* not in STORE_GAME */
};

static bool is_player_of(const struct game_info *info, const char *viewer)
{
    return *viewer && game_info_side(info, viewer) != RK_NO_SIDE;
}

static bool visit_if_allowed(const struct exported_game *exported, const char *viewer,
                             visible_game_visitor *visit_game, void *context)
{
    const bool is_player = is_player_of(exported->info, viewer);
    if (exported->info->settings.hidden && !is_player)
        return false;
    struct exported_game shown = *exported;
    shown.plies = export_visible_plies(exported->game, is_player);
    visit_game(context, &shown);
    return true;
}

bool visible_game_from_round(const struct round *round, const char *viewer,
                             visible_game_visitor *visit_game, void *context)
{
    const struct exported_game exported = {.info = round_info(round),
                                           .game = round_game(round),
                                           .journal = round_journal(round),
                                           .rating = round_rating(round)};
    return visit_if_allowed(&exported, viewer, visit_game, context);
}

static rk_err read_log(const struct store_job *job, const struct game_info *info,
                       struct journal *journal, rk_game **out, rk_fault *fault)
{
    size_t size;
    const void *bytes = store_get_bytes(job, COLUMN_LOG, &size);
    const rk_err err = journal_decode(journal, bytes, size, fault);
    return err ? err : replay_game(info, journal, out, fault);
}

const char *visible_game_review(const struct store_job *job, size_t *out_size)
{
    const char *report = store_get_bytes(job, COLUMN_REVIEW, out_size);
    return store_is_null(job, COLUMN_REVIEW) ? NULL : report;
}

/* Returns NULL if the game has no review, or a damaged one, which is logged. */
static struct stored_review *read_review(const struct server *server, const struct store_job *job,
                                         const rk_game *game)
{
    size_t size;
    const char *json = visible_game_review(job, &size);
    struct stored_review *review;
    rk_fault fault = {.text = ""};
    if (!json)
        return NULL;
    if (!stored_review_parse(json, size, game_plies(game), &review, &fault))
        return review;
    log_line(server->log, LOG_ERROR, "the stored review of game %s is damaged: %s",
             store_get_text(job, COLUMN_ID), fault.text);
    return NULL;
}

static bool visit_finished(struct server *server, const struct store_job *job, const char *viewer,
                           visible_game_visitor *visit_game, void *context)
{
    const char *id = store_get_text(job, COLUMN_ID);
    size_t size;
    const char *json = store_get_bytes(job, COLUMN_HEAD, &size);
    struct game_info info;
    struct journal journal = {0};
    rk_game *game = NULL;
    rk_fault fault = {.text = ""};
    rk_err err = game_info_read(id, json, size, &info, &fault);
    if (!err)
        err = read_log(job, &info, &journal, &game, &fault);
    bool seen = false;
    if (err) {
        log_line(server->log, LOG_ERROR, "game %s cannot be read from the store: %s", id,
                 *fault.text ? fault.text : rk_err_text(err));
    } else {
        struct fields *head = NULL;
        if (info.source == SOURCE_IMPORT && fields_parse(json, size, &head, NULL))
            head = NULL; // it is shown without its own tags
        const struct rating_result rating = rating_result_from_row(job, COLUMN_RATINGS);
        struct stored_review *review = read_review(server, job, game);
        const struct exported_game exported = {.info = &info,
                                               .game = game,
                                               .journal = &journal,
                                               .rating = &rating,
                                               .head = head,
                                               .review = review};
        seen = visit_if_allowed(&exported, viewer, visit_game, context);
        stored_review_destroy(review);
        fields_destroy(head);
    }
    rk_game_destroy(game);
    journal_fini(&journal);
    return seen;
}

bool visible_game_is_running(const struct store_job *row)
{
    return store_is_null(row, COLUMN_ENDED_AT);
}

const char *visible_game_id(const struct store_job *row)
{
    return store_get_text(row, COLUMN_ID);
}

bool visible_game_from_row(struct server *server, struct store_job *job, const char *viewer,
                           visible_game_visitor *visit_game, void *context)
{
    if (!visible_game_is_running(job))
        return visit_finished(server, job, viewer, visit_game, context);
    const struct round *round = rounds_find(server, store_get_text(job, COLUMN_ID));
    return round && visible_game_from_round(round, viewer, visit_game, context);
}

struct game_search {
    struct pending_request pending;
    stored_game_found *then;
    void *context;
};

static void on_search_done(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct game_search *game_search = context;
    if (game_search->pending.server)
        game_search->then(game_search->context,
                          outcome == STORE_DONE && store_next_row(job) ? job : NULL, outcome);
    pending_destroy(&game_search->pending);
}

void stored_game_find(struct server *server, const char *id, stored_game_found *then, void *context)
{
    struct game_search *game_search = pending_create(&server->pending, sizeof *game_search);
    if (!game_search) {
        then(context, NULL, STORE_FAILED);
        return;
    }
    game_search->then = then;
    game_search->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_REVIEWED_GAME);
    store_bind_text(job, id);
    store_read(server->store, job, on_search_done, game_search);
}
