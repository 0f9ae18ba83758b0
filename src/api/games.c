/* SPDX-License-Identifier: MIT */
/* The games API: export of one game, of many, and of a player's games. See current_games.c for
 * those being played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/names.h"
#include "api/api.h"
#include "api/export_format.h"
#include "api/export_opening.h"
#include "api/games.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "api/visible_games.h"
#include "archive/game_openings.h"
#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "core/timers.h"
#include "http/exchange.h"
#include "running/remote_games.h"
#include "running/running_games.h"

enum {
    PAGE_SIZE = 16,        /* games read at once; other requests are served between pages */
    IDS_MAX = 300,         /* in one request */
    REMOTE_MAX = 500,      /* of these, running games of other nodes */
    OWN_RUNNING_MAX = 100, /* of one player */
    QUEUED_MAX = 64 << 10, /* bytes queued for a slow client; then the export pauses */
    WAIT_MS = 50,
    BURST_GAMES = 300, /* sent as fast as the client reads; further ones at these rates a second */
    ANONYMOUS_RATE = 25,
    ACCOUNT_RATE = 30,
    OWN_RATE = 60,
    PERFS_MAX = 256,
    CANDIDATES_MAX = 500, /* ids read at once */
    LISTED_MAX = 50       /* games that a page shows at once; more are an export */
};

// ---- one game ---------------------------------------------------------------------------------

static void send_round(struct exchange *exchange, const struct round *round)
{
    struct export_format format = export_format_of(exchange, true, &exchange->body);
    export_format_respond(exchange, visible_game_from_round(round, exchange->caller.who.id,
                                                            export_format_write, &format));
}

static void on_running_game(void *context, struct round *round, const char *why)
{
    if (round)
        send_round(context, round);
    else
        exchange_refuse(context, REFUSED_BUSY, why);
}

static void on_game_read(void *context, struct store_job *row, enum store_outcome outcome)
{
    struct exchange *exchange = context;
    if (outcome != STORE_DONE) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    if (row && visible_game_is_running(row)) {
        rounds_open(exchange->server, visible_game_id(row), on_running_game, exchange);
        return;
    }
    struct export_format format = export_format_of(exchange, true, &exchange->body);
    export_format_respond(exchange, row && visible_game_from_row(exchange->server, row,
                                                                 exchange->caller.who.id,
                                                                 export_format_write, &format));
}

/* Whether a round in memory has all that is exported. A game of another node may have ended there a
 * moment ago, and only the store has the tags of an imported game and the review of a finished one.
 */
static bool can_export_round(struct server *server, const struct round *round)
{
    return round && round_info(round)->source != SOURCE_IMPORT && !round_is_over(round) &&
           shard_of_game_is_ours(server, round_info(round)->id);
}

void api_export_handler(struct exchange *exchange)
{
    char id[GAME_ID_SIZE + 1];
    const char *param = exchange->params[0];
    size_t size = strlen(param);
    if (size > 4 && !strcmp(param + size - 4, ".pgn"))
        size -= 4;
    if (!game_id_read(param, size, id)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "invalid game id");
        return;
    }
    const struct round *round = rounds_find(exchange->server, id);
    if (can_export_round(exchange->server, round))
        send_round(exchange, round);
    else
        stored_game_find(exchange->server, id, on_game_read, exchange);
}

// ---- many games: streamed page by page --------------------------------------------------------

/* Selects a player's games. */
struct game_filter {
    char account[IDENTITY_ID_MAX + 1], versus[IDENTITY_ID_MAX + 1]; /* "" for all */
    char opponent[IDENTITY_ID_MAX + 1]; /* a part of the opponent's id; "" for all */
    int64_t since, until;               /* inclusive */
    int side, rated, analysed;          /* -1: any */
    bool ongoing, finished, oldest_first;
    char perfs[PERFS_MAX];              /* ",blitz,rapid,"; "" for all */
    char result[8];                     /* "win", "draw" or "loss" of the account; "" for all */
    char opening[OPENING_TEXT_MAX + 1]; /* see export_opening_matches(); "" for all */
};

/* A stream of games. It outlives its exchange while the store reads a page. */
struct listing {
    struct exchange *exchange; /* NULL: the client is gone */
    struct server *server;
    char viewer[IDENTITY_ID_MAX + 1];
    struct export_format format;
    struct buffer page;
    struct timer timer;
    bool is_reading;
    bool has_failed;          /* the rest cannot be read or sent */
    int64_t remaining;        /* games still to send */
    int64_t started_at, sent; /* for the rate */
    int64_t rate;             /* games a second */

    struct game_filter filter; /* for a player's games, which continue after `last_game` */
    int64_t last_at;
    char last_game[GAME_ID_SIZE + 1];

    bool imports; /* those of the viewer, which continue like a player's games */

    /* for games by id, which continue at `id_next`; otherwise NULL */
    char (*ids)[GAME_ID_SIZE + 1];
    size_t id_count, id_next;

    /* For a player's games of an opening, which are most often few of many: the ids are those of
     * the next games that may have it, and there are more. */
    struct opening_exclusion exclusion;
    bool has_candidates;
};

static void free_listing(struct listing *listing)
{
    buffer_fini(&listing->page);
    opening_exclusion_fini(&listing->exclusion);
    free(listing->ids);
    free(listing);
}

static void on_listing_gone(struct exchange *exchange)
{
    struct listing *listing = exchange->stream_data;
    timer_stop(&listing->server->timers, &listing->timer);
    listing->exchange = NULL;
    if (!listing->is_reading)
        free_listing(listing);
}

static void finish_listing(struct listing *listing)
{
    (listing->has_failed ? exchange_interrupt : exchange_finish)(listing->exchange);
    free_listing(listing);
}

static bool matches_perf(const struct game_filter *filter, const struct game_settings *settings)
{
    if (!*filter->perfs)
        return true;
    const char *key = game_settings_perf_key(settings);
    const size_t size = strlen(key);
    for (const char *at = filter->perfs; (at = strstr(at, key)); at++)
        if (at[-1] == ',' && at[size] == ',')
            return true;
    return false;
}

static bool matches_result(const struct game_filter *filter, const struct exported_game *exported)
{
    if (!*filter->result)
        return true;
    const rk_status status = rk_game_status(exported->game);
    const rk_winner winner = rk_game_winner(exported->game);
    if (!rk_status_is_over(status) || status == RK_ABORTED)
        return false;
    if (winner == RK_NOBODY_WINS)
        return !strcmp(filter->result, "draw");
    const rk_side side = game_info_side(exported->info, filter->account);
    const bool won = (winner == RK_WHITE_WINS) == (side == RK_WHITE);
    return !strcmp(filter->result, won ? "win" : "loss");
}

static void list_game(void *context, const struct exported_game *exported)
{
    struct listing *listing = context;
    const bool over = rk_status_is_over(rk_game_status(exported->game));
    if (!listing->remaining || !matches_perf(&listing->filter, &exported->info->settings) ||
        !matches_result(&listing->filter, exported))
        return;
    if (*listing->filter.opening && !export_opening_matches(exported, listing->filter.opening))
        return;
    if (!(over ? listing->filter.finished : listing->filter.ongoing))
        return;
    if (listing->filter.analysed >= 0 && (exported->review != NULL) != listing->filter.analysed)
        return;
    listing->remaining--;
    listing->sent++;
    export_format_write(&listing->format, exported);
    if (listing->format.as_json)
        buffer_put(&listing->page, '\n');
}

static void send_page(struct listing *listing)
{
    listing->has_failed |= listing->page.failed;
    if (listing->page.size && !listing->page.failed)
        exchange_send_text(listing->exchange, listing->page.bytes, listing->page.size);
    buffer_clear(&listing->page);
}

static void read_next_page(void *context);

/* Call after each read. False: the client is gone, and so is the listing. */
static bool resume_listing(struct listing *listing, bool is_read)
{
    listing->is_reading = false;
    listing->has_failed = !is_read;
    if (listing->exchange)
        return true;
    free_listing(listing);
    return false;
}

/* The next page begins after this game. */
static void set_last_game(struct listing *listing, const char *id, int64_t created_at)
{
    strncpy(listing->last_game, id, GAME_ID_SIZE);
    listing->last_at = created_at;
}

static void on_page_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct listing *listing = context;
    if (!resume_listing(listing, outcome == STORE_DONE))
        return;
    size_t rows = 0;
    while (outcome == STORE_DONE && store_next_row(job)) {
        rows++;
        if (!listing->ids)
            set_last_game(listing, store_get_text(job, 0), store_get_integer(job, 2));
        visible_game_from_row(listing->server, job, listing->viewer, list_game, listing);
    }
    send_page(listing);
    const bool has_more = listing->ids
                              ? listing->id_next < listing->id_count || listing->has_candidates
                              : rows == PAGE_SIZE;
    if (has_more && listing->remaining && !listing->has_failed)
        read_next_page(listing);
    else
        finish_listing(listing);
}

static void bind_optional(struct store_job *job, int value)
{
    if (value < 0)
        store_bind_null(job);
    else
        store_bind_integer(job, value);
}

static bool needs_reviews(const struct listing *listing)
{
    const struct export_flags *flags = &listing->format.flags;
    return flags->evaluations || flags->accuracy || listing->filter.analysed >= 0;
}

static void bind_filter(const struct listing *listing, struct store_job *job, int64_t max)
{
    const struct game_filter *filter = &listing->filter;
    store_bind_text(job, filter->account);
    store_bind_integer(job, listing->last_at);
    store_bind_integer(job, max);
    store_bind_integer(job, filter->oldest_first ? filter->until : filter->since);
    store_bind_text(job, *filter->versus ? filter->versus : NULL);
    bind_optional(job, filter->side);
    bind_optional(job, filter->rated);
    bind_optional(job, filter->ongoing ? -1 : 1);
    store_bind_text(job, listing->last_game);
    store_bind_text(job, *filter->opponent ? filter->opponent : NULL);
}

static void add_page_query(struct listing *listing, struct store_job *job)
{
    store_call(job,
               listing->filter.oldest_first ? STORE_GAMES_OLDEST_FIRST : STORE_GAMES_NEWEST_FIRST);
    bind_filter(listing, job, PAGE_SIZE);
    bind_optional(job, needs_reviews(listing) ? 1 : -1);
}

static void add_id_queries(struct listing *listing, struct store_job *job)
{
    for (size_t i = 0; i < PAGE_SIZE && listing->id_next < listing->id_count; i++) {
        store_call(job, needs_reviews(listing) ? STORE_REVIEWED_GAME : STORE_GAME);
        store_bind_text(job, listing->ids[listing->id_next++]);
    }
}

/* When the next page may be sent: after the burst, games go out at the caller's rate. */
static int64_t next_page_at(const struct listing *listing)
{
    const struct server *server = listing->server;
    const bool slow = exchange_queued(listing->exchange) > QUEUED_MAX;
    const int64_t at = slow ? server->now + WAIT_MS : server->now;
    if (listing->sent <= BURST_GAMES || server->config.unlimited)
        return at;
    const int64_t due =
        listing->started_at + (listing->sent - BURST_GAMES) * SECOND_MS / listing->rate;
    return due > at ? due : at;
}

static void add_imports_query(const struct listing *listing, struct store_job *job)
{
    store_call(job, STORE_IMPORTS);
    store_bind_text(job, listing->viewer);
    store_bind_integer(job, listing->last_at);
    store_bind_integer(job, PAGE_SIZE);
    store_bind_text(job, listing->last_game);
    bind_optional(job, needs_reviews(listing) ? 1 : -1);
}

static void on_candidates_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct listing *listing = context;
    size_t rows = 0;
    if (!resume_listing(listing, outcome == STORE_DONE))
        return;
    listing->id_count = listing->id_next = 0;
    for (; outcome == STORE_DONE && store_next_row(job); rows++) {
        const char *id = store_get_text(job, 0);
        set_last_game(listing, id, store_get_integer(job, 1));
        if (!opening_exclusion_has(&listing->exclusion, id))
            snprintf(listing->ids[listing->id_count++], GAME_ID_SIZE + 1, "%s", id);
    }
    listing->has_candidates = rows == CANDIDATES_MAX;
    if (listing->id_count || listing->has_candidates)
        read_next_page(listing);
    else
        finish_listing(listing);
}

static void read_candidates(struct listing *listing)
{
    struct store_job *job = store_job_create();
    store_call(job, listing->filter.oldest_first ? STORE_GAME_IDS_OLDEST_FIRST
                                                 : STORE_GAME_IDS_NEWEST_FIRST);
    bind_filter(listing, job, CANDIDATES_MAX);
    listing->is_reading = true;
    store_read(listing->server->store, job, on_candidates_read, listing);
}

static void read_next_page(void *context)
{
    struct listing *listing = context;
    struct server *server = listing->server;
    if (listing->has_candidates && listing->id_next == listing->id_count) {
        read_candidates(listing);
        return;
    }
    const int64_t at = next_page_at(listing);
    if (at > server->now &&
        timer_set(&server->timers, &listing->timer, at, read_next_page, listing))
        return;
    struct store_job *job = store_job_create();
    if (listing->ids)
        add_id_queries(listing, job);
    else if (listing->imports)
        add_imports_query(listing, job);
    else
        add_page_query(listing, job);
    listing->is_reading = true;
    store_read(server->store, job, on_page_read, listing);
}

// All running games of the player are in memory by now, and there are few.
static void list_running(struct listing *listing)
{
    const struct round *rounds[OWN_RUNNING_MAX];
    const struct game_filter *filter = &listing->filter;
    const size_t found = rounds_list(listing->server, filter->account, rounds, OWN_RUNNING_MAX);
    for (size_t i = 0; i < found && i < OWN_RUNNING_MAX; i++) {
        const struct game_info *info = round_info(rounds[i]);
        const rk_side side = game_info_side(info, filter->account);
        if ((filter->side >= 0 && side != (rk_side)filter->side) ||
            (filter->rated >= 0 && info->settings.rated != filter->rated) ||
            info->created_at < filter->since || info->created_at > filter->until ||
            (*filter->versus && game_info_side(info, filter->versus) == RK_NO_SIDE) ||
            !strstr(info->players[side == RK_WHITE ? RK_BLACK : RK_WHITE].id, filter->opponent))
            continue;
        visible_game_from_round(rounds[i], listing->viewer, list_game, listing);
    }
    send_page(listing);
    finish_listing(listing);
}

static void on_openings_known(struct opening_exclusion *exclusion)
{
    struct listing *listing = LIST_OWNER(exclusion, struct listing, exclusion);
    if (resume_listing(listing, true))
        read_next_page(listing);
}

/* Whether it asks for games of an opening, and the databases are searched for them first. */
static bool start_exclusion(struct listing *listing)
{
    struct opening_exclusion *exclusion = &listing->exclusion;
    if (!*listing->filter.opening)
        return false;
    listing->ids = calloc(CANDIDATES_MAX, sizeof *listing->ids);
    exclusion->done = on_openings_known;
    snprintf(exclusion->text, sizeof exclusion->text, "%s", listing->filter.opening);
    listing->is_reading = listing->has_candidates =
        listing->ids && opening_exclusion_start(exclusion, listing->server);
    if (listing->is_reading)
        return true;
    free(listing->ids);
    listing->ids = NULL;
    return false;
}

static struct listing *create_listing(struct exchange *exchange)
{
    struct listing *listing = calloc(1, sizeof *listing);
    if (!listing)
        return NULL;
    listing->exchange = exchange;
    listing->server = exchange->server;
    listing->remaining = INT64_MAX;
    listing->filter.analysed = -1;
    listing->started_at = exchange->server->now;
    listing->rate = *exchange->caller.who.id ? ACCOUNT_RATE : ANONYMOUS_RATE;
    listing->format = export_format_of(exchange, false, &listing->page);
    snprintf(listing->viewer, sizeof listing->viewer, "%s", exchange->caller.who.id);
    return listing;
}

static void start_listing(struct listing *listing)
{
    struct exchange *exchange = listing->exchange;
    exchange->stream_data = listing;
    exchange->gone = on_listing_gone;
    exchange_stream(exchange, export_format_type(&listing->format), 0);
    if (!listing->remaining)
        finish_listing(listing);
    else if (!listing->ids && !listing->filter.finished)
        list_running(listing);
    else if (!start_exclusion(listing))
        read_next_page(listing);
}

// ---- a player's games -------------------------------------------------------------------------

static bool are_perfs(const char *list)
{
    for (; *(list += strspn(list, ",")); list += strcspn(list, ",")) {
        char key[PERFS_MAX];
        enum perf perf;
        snprintf(key, sizeof key, "%.*s", (int)strcspn(list, ","), list);
        if (!perf_from_key(key, &perf))
            return false;
    }
    return true;
}

static bool read_perfs(const struct form *form, struct game_filter *filter)
{
    const char *perfs = form_text(form, "perfType");
    if (!perfs || !*perfs)
        return true;
    const size_t size = strlen(perfs);
    if (size + 3 > sizeof filter->perfs || !are_perfs(perfs))
        return false;
    filter->perfs[0] = filter->perfs[size + 1] = ',';
    memcpy(filter->perfs + 1, perfs, size);
    return true;
}

static bool read_side(const struct form *form, struct game_filter *filter)
{
    const char *side = form_text(form, "color");
    filter->side = -1;
    if (!side || !*side)
        return true;
    filter->side = !strcmp(side, "white") ? RK_WHITE : !strcmp(side, "black") ? RK_BLACK : -1;
    return filter->side >= 0;
}

// This may be a part of a name, so it is not checked like a name.
static bool read_opponent(const struct form *form, struct game_filter *filter)
{
    const char *part = form_text(form, "opponent");
    const size_t size = part ? strlen(part) : 0;
    if (size >= sizeof filter->opponent)
        return false;
    for (size_t i = 0; i < size; i++)
        filter->opponent[i] =
            part[i] >= 'A' && part[i] <= 'Z' ? (char)(part[i] + 'a' - 'A') : part[i];
    return true;
}

static bool read_result(const struct form *form, struct game_filter *filter)
{
    const char *result = form_text(form, "result");
    if (!result || !*result)
        return true;
    if (strcmp(result, "win") != 0 && strcmp(result, "draw") != 0 && strcmp(result, "loss") != 0)
        return false;
    snprintf(filter->result, sizeof filter->result, "%s", result);
    return true;
}

static bool read_opening(const struct form *form, struct game_filter *filter)
{
    const char *opening = form_text_or_empty(form, "openingName");
    snprintf(filter->opening, sizeof filter->opening, "%s", opening);
    return strlen(opening) <= OPENING_TEXT_MAX;
}

/* A field with a value that is not allowed, and what is. */
struct bad_field {
    const char *name, *allowed;
};

static const struct bad_field no_bad_field = {NULL, NULL};

static struct bad_field read_filter(const struct form *form, struct game_filter *out)
{
    static const char time[] = "must be milliseconds since 1970";
    const char *sort = form_text(form, "sort"), *versus = form_text(form, "vs");
    out->until = INT64_MAX - 1;
    out->rated = form_text(form, "rated") ? form_bool(form, "rated", false) : -1;
    out->analysed = form_text(form, "analysed") ? form_bool(form, "analysed", false) : -1;
    out->ongoing = form_bool(form, "ongoing", false);
    out->finished = form_bool(form, "finished", true);
    out->oldest_first = sort && !strcmp(sort, "dateAsc");
    if (sort && *sort && !out->oldest_first && strcmp(sort, "dateDesc") != 0)
        return (struct bad_field){"sort", "must be dateAsc or dateDesc"};
    if (versus && *versus && !name_to_id(versus, out->versus))
        return (struct bad_field){"vs", "must be the name of a player"};
    if (!read_opponent(form, out))
        return (struct bad_field){"opponent", "must have at most 31 letters of a name"};
    if (!form_integer(form, "since", 0, INT64_MAX - 1, &out->since))
        return (struct bad_field){"since", time};
    if (!form_integer(form, "until", 0, INT64_MAX - 1, &out->until))
        return (struct bad_field){"until", time};
    if (!read_side(form, out))
        return (struct bad_field){"color", "must be white or black"};
    if (!read_result(form, out))
        return (struct bad_field){"result", "must be win, draw or loss"};
    if (!read_opening(form, out))
        return (struct bad_field){"openingName", "a name or message is missing or too long"};
    if (!read_perfs(form, out))
        return (struct bad_field){"perfType", "must be keys such as blitz,chess960: see perfs of "
                                              "/api/server"};
    return no_bad_field;
}

/* Sets where the first page starts: at the end of the requested time range. */
static void set_first_page(struct listing *listing)
{
    const struct game_filter *filter = &listing->filter;
    listing->last_at = filter->oldest_first ? filter->since : filter->until + 1;
}

static void on_account_found(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    if (!account) {
        api_refuse_lookup(exchange, refusal, "no such user");
        return;
    }
    struct listing *listing = create_listing(exchange);
    if (!listing) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    struct bad_field bad = read_filter(exchange->form, &listing->filter);
    if (!bad.name && !form_integer(exchange->form, "max", 1, INT64_MAX, &listing->remaining))
        bad = (struct bad_field){"max", "must be a number from 1"};
    if (bad.name) {
        free_listing(listing);
        exchange_refuse_field(exchange, bad.name, bad.allowed);
        return;
    }
    if (!strcmp(account->who.id, exchange->caller.who.id))
        listing->rate = OWN_RATE;
    snprintf(listing->filter.account, sizeof listing->filter.account, "%s", account->who.id);
    snprintf(listing->exclusion.player, sizeof listing->exclusion.player, "%s", account->who.name);
    set_first_page(listing);
    start_listing(listing);
}

static bool may_export(struct exchange *exchange)
{
    return exchange_check_rate(exchange, LIMIT_EXPORT) && exchange_may_export(exchange);
}

/* A page with a user's latest games does not count as an export: a whole club may share one
 * address. */
static bool may_list(struct exchange *exchange)
{
    int64_t max = INT64_MAX;
    if (!form_integer(exchange->form, "max", 1, INT64_MAX, &max) || max > LISTED_MAX)
        return may_export(exchange);
    return exchange_check_rate(exchange, LIMIT_LISTING) && exchange_may_export(exchange);
}

static void find_account(void *context)
{
    struct exchange *exchange = context;
    account_find(exchange->server, exchange->params[0], on_account_found, exchange);
}

void api_user_games_handler(struct exchange *exchange)
{
    char id[IDENTITY_ID_MAX + 1];
    const bool has_running =
        !form_bool(exchange->form, "finished", true) || form_bool(exchange->form, "ongoing", false);
    if (!may_list(exchange))
        return;
    if (has_running && name_to_id(exchange->params[0], id))
        remote_games_open_of_account(exchange->server, id, find_account, exchange);
    else
        find_account(exchange);
}

// ---- games by id -----------------------------------------------------------------------------

static void on_games_opened(void *context)
{
    struct exchange *exchange = context;
    struct listing *listing = create_listing(exchange);
    if (!listing) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    listing->ids = exchange->data;
    exchange->data = NULL;
    while (*listing->ids[listing->id_count])
        listing->id_count++;
    listing->filter.ongoing = listing->filter.finished = true;
    start_listing(listing);
}

void games_send(struct exchange *exchange, char (*taken_ids)[GAME_ID_SIZE + 1])
{
    const char *running[REMOTE_MAX];
    size_t count = 0;
    exchange->data = taken_ids;
    for (size_t i = 0; *taken_ids[i] && count < REMOTE_MAX; i++)
        if (running_games_has(exchange->server, taken_ids[i]))
            running[count++] = taken_ids[i];
    remote_games_open_listed(exchange->server, running, count, on_games_opened, exchange);
}

/* False: too many. */
static bool read_ids(const struct request *request, char (*out)[GAME_ID_SIZE + 1])
{
    char id[GAME_ID_SIZE + 1];
    size_t count = 0;
    struct id_list list = id_list_of(request->body, request->body_size);
    while (id_list_next_game(&list, id)) {
        if (count == IDS_MAX)
            return false;
        memcpy(out[count++], id, sizeof id);
    }
    return true;
}

void api_games_by_ids_handler(struct exchange *exchange)
{
    if (!may_export(exchange))
        return;
    char(*ids)[GAME_ID_SIZE + 1] = calloc(IDS_MAX + 1, sizeof *ids);
    if (!ids) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    if (read_ids(&exchange->request, ids)) {
        games_send(exchange, ids);
        return;
    }
    free(ids);
    exchange_refuse(exchange, REFUSED_TOO_LARGE, "too many games: at most 300 in one request");
}

// ---- the caller's imports --------------------------------------------------------------------

void api_imports_handler(struct exchange *exchange)
{
    if (!may_export(exchange))
        return;
    struct listing *listing = create_listing(exchange);
    if (!listing) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    listing->imports = listing->filter.finished = true;
    listing->rate = OWN_RATE;
    listing->last_at = INT64_MAX;
    start_listing(listing);
}
