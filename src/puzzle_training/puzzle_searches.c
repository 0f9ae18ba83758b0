/* SPDX-License-Identifier: MIT */
#include "puzzle_training/puzzle_searches.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "core/pending.h"
#include "puzzle_training/puzzle_row.h"
#include "puzzles/puzzle.h"
#include "record/stored_game.h"
#include "rookery/tree.h"

enum {
    PAUSE_MS = 1000,     /* between two games */
    IDLE_MS = 30000,     /* until the next look for a game */
    SETTLED_MS = 10000,  /* games that end at the same time may be written in another order */
    PLIES_MIN = 20,      /* a shorter game is not worth a search */
    PUZZLES_PER_GAME = 8 /* at most; more would look alike */
};

struct puzzle_searches {
    struct pending_list pending;
    struct timer timer;
};

/* A game in which puzzles are looked for. */
struct game_search {
    struct pending_request pending;
    char id[GAME_ID_SIZE + 1];
    int64_t ended_at;
    rk_tree *tree;
    struct puzzle_game_search search;
    struct puzzle_record found[PUZZLES_PER_GAME];
    size_t pgn_offsets[PUZZLES_PER_GAME]; /* of the moves up to the error, in `pgns` */
    struct buffer pgns;
    size_t found_count;
};

static void find_next_game(void *context);

static void schedule_next_game(struct server *server, int64_t ms)
{
    // Without memory for the timer the search rests until the next start.
    (void)timer_set(&server->timers, &server->puzzle_searches->timer, server->now + ms,
                    find_next_game, server);
}

static void release_search(struct pending_request *pending)
{
    struct game_search *search = (struct game_search *)pending;
    rk_tree_destroy(search->tree);
    buffer_fini(&search->pgns);
}

// ---- on the engine's thread ------------------------------------------------------------------

/* "e4 e5 Nf3": the first moves of the game, with a NUL. */
static void write_moves(const rk_tree *tree, size_t plies, struct buffer *out)
{
    rk_node node = RK_ROOT;
    for (size_t i = 0; i < plies; i++) {
        char san[RK_SAN_MAX];
        const rk_position *before = rk_tree_position(tree, node);
        node = rk_tree_child(tree, node);
        rk_san_write(before, rk_tree_move(tree, node), san);
        if (i)
            buffer_put(out, ' ');
        buffer_text(out, san);
    }
    buffer_put(out, '\0');
}

static void keep_puzzle(struct puzzle_game_search *found_in, const struct puzzle *puzzle)
{
    struct game_search *search = LIST_OWNER(found_in, struct game_search, search);
    if (search->found_count == PUZZLES_PER_GAME)
        return;
    const size_t i = search->found_count++;
    struct puzzle_record *record = &search->found[i];
    puzzle_record_make(puzzle, record);
    text_copy(record->game, sizeof record->game, search->id);
    search->pgn_offsets[i] = search->pgns.size;
    write_moves(search->tree, puzzle->game_ply, &search->pgns);
}

// ---- writing ---------------------------------------------------------------------------------

static void on_puzzles_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (server)
        schedule_next_game(server, outcome == STORE_DONE ? PAUSE_MS : IDLE_MS);
}

/* Stores what was found, and that this game is done. Ends the search. */
static void write_found(struct game_search *search)
{
    struct server *server = search->pending.server;
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < search->found_count && !search->pgns.failed; i++) {
        search->found[i].pgn = search->pgns.bytes + search->pgn_offsets[i];
        puzzle_add_row(job, &search->found[i], server_date(server));
    }
    store_call(job, STORE_SET_PUZZLE_SEARCH);
    store_bind_integer(job, search->ended_at);
    store_bind_text(job, search->id);
    store_write(server->store, job, on_puzzles_written, search);
}

static void on_searched(struct puzzle_game_search *searched)
{
    struct game_search *search = LIST_OWNER(searched, struct game_search, search);
    struct server *server = search->pending.server;
    if (server && searched->completed) {
        write_found(search);
        return;
    }
    pending_destroy(&search->pending);
    if (server)
        schedule_next_game(server, IDLE_MS); // the server stops, or out of memory
}

// ---- reading ---------------------------------------------------------------------------------

static rk_err make_tree(const rk_game *game, rk_tree **out)
{
    rk_node node = RK_ROOT;
    rk_err err = rk_tree_create(rk_game_start(game), out);
    for (size_t i = 0; !err && i < rk_game_length(game); i++)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            err = rk_tree_add(*out, node, rk_game_action(game, i)->move, &node, NULL);
    return err;
}

static bool start_search(struct game_search *search, struct store_job *job)
{
    const struct server *server = search->pending.server;
    struct stored_game stored;
    rk_fault fault;
    const rk_err err = stored_game_read(job, &stored, &fault);
    if (err) {
        log_line(server->log, LOG_WARNING, "no puzzles from game %s: %s", search->id,
                 err == RK_BAD_RECORD ? fault.text : rk_err_text(err));
        return false;
    }
    const bool has_tree = !make_tree(stored.game, &search->tree);
    stored_game_fini(&stored);
    search->search = (struct puzzle_game_search){
        .game = search->tree, .found = keep_puzzle, .done = on_searched};
    return has_tree && server->env.find_puzzles(server->env.context, &search->search);
}

static void on_game(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct game_search *search = context;
    struct server *server = search->pending.server;
    if (server && outcome == STORE_DONE) {
        if (!start_search(search, job))
            write_found(search); // it cannot be searched: leave it out
        return;
    }
    pending_destroy(&search->pending);
    if (server)
        schedule_next_game(server, IDLE_MS);
}

/* Reads the game that was found. */
static void on_next_game(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct game_search *search = context;
    struct server *server = search->pending.server;
    if (server && outcome == STORE_DONE && store_next_row(job)) {
        search->ended_at = store_get_integer(job, 0);
        text_copy(search->id, sizeof search->id, store_get_text(job, 1));
        store_read(server->store, stored_game_query(search->id), on_game, search);
        return;
    }
    pending_destroy(&search->pending);
    if (server)
        schedule_next_game(server, IDLE_MS);
}

static void on_place(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct game_search *search = context;
    struct server *server = search->pending.server;
    if (!server || outcome != STORE_DONE || !store_next_row(job)) {
        on_next_game(search, job, STORE_FAILED);
        return;
    }
    struct store_job *next = store_job_create();
    store_call(next, STORE_NEXT_PUZZLE_GAME);
    store_bind_integer(next, store_get_integer(job, 0));
    store_bind_text(next, store_get_text(job, 1));
    store_bind_integer(next, server_date(server) - SETTLED_MS);
    store_bind_integer(next, PLIES_MIN);
    store_read(server->store, next, on_next_game, search);
}

static void find_next_game(void *context)
{
    struct server *server = context;
    struct game_search *search = pending_create(&server->puzzle_searches->pending, sizeof *search);
    if (!search) {
        schedule_next_game(server, IDLE_MS);
        return;
    }
    search->pending.release = release_search;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PUZZLE_SEARCH);
    store_read(server->store, job, on_place, search);
}

// ---- the module ------------------------------------------------------------------------------

rk_err puzzle_searches_create(struct server *server)
{
    struct puzzle_searches *searches = calloc(1, sizeof *searches);
    if (!searches)
        return RK_NO_MEMORY;
    pending_list_init(&searches->pending, server);
    server->puzzle_searches = searches;
    if (server->config.find_puzzles && server->env.find_puzzles)
        schedule_next_game(server, PAUSE_MS);
    return RK_OK;
}

void puzzle_searches_destroy(struct server *server)
{
    struct puzzle_searches *searches = server->puzzle_searches;
    if (!searches)
        return;
    timer_stop(&server->timers, &searches->timer);
    pending_cancel_all(&searches->pending);
    free(searches);
    server->puzzle_searches = NULL;
}
