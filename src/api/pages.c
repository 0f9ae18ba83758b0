/* SPDX-License-Identifier: MIT */
/* The pages of the web client, as they are without scripts: the home page, lists of games and
 * players, a profile, and a sentence about each of the others. See game_pages.c for games. */
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/names.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/page_parts.h"
#include "api/visible_games.h"
#include "http/exchange_query.h"
#include "http/html.h"
#include "http/page.h"
#include "ratings/leaderboard.h"
#include "ratings/ratings.h"
#include "rookery/roster.h"
#include "running/remote_games.h"
#include "running/results.h"
#include "running/tv.h"

enum {
    GAMES_MAX = 12, /* on a page */
    PLACES_MAX = 50,
    REFRESH = 10, /* seconds */
    PROFILE_GAMES_MAX = 16
};

void page_style(struct exchange *exchange)
{
    exchange_header(exchange, "Cache-Control", "max-age=3600");
    html_style(&exchange->body);
    exchange_respond(exchange, 200, "text/css; charset=utf-8", buffer_cstr(&exchange->body),
                     exchange->body.size);
}

// ---- pages that need scripts -----------------------------------------------------------------

static const struct static_page {
    const char *path, *title, *text;
} static_pages[] = {
#define ROW(path, title, text) {path, title, text},
#include "api/pages.def"
};

static bool is_page(const struct static_page *page, const char *path, size_t size)
{
    return strlen(page->path) == size && !strncmp(page->path, path, size);
}

/* Finds the page of the first `size` bytes of `path`; NULL if there is none. */
static const struct static_page *find_page(const char *path, size_t size)
{
    while (size > 1 && path[size - 1] == '/')
        size--;
    for (size_t i = 0; i < sizeof static_pages / sizeof *static_pages; i++)
        if (is_page(&static_pages[i], path, size))
            return &static_pages[i];
    return NULL;
}

/* The size of the first two segments of a path: "/admin/users" of "/admin/users/anna". */
static size_t section_size(const char *path)
{
    const size_t first = 1 + strcspn(path + 1, "/");
    return path[first] ? first + 1 + strcspn(path + first + 1, "/") : first;
}

/* What follows these is for the scripts; the others have fixed names. */
static const struct static_page *requested_page(const char *path)
{
    static const char *const with_rest[] = {"/analysis/", "/computer/", "/editor/", "/messages/",
                                            "/training/"};
    for (size_t i = 0; i < sizeof with_rest / sizeof *with_rest; i++)
        if (!strncmp(path, with_rest[i], strlen(with_rest[i])))
            return find_page(path, strlen(with_rest[i]));
    return find_page(path, section_size(path));
}

void page_static(struct exchange *exchange)
{
    const struct static_page *page = requested_page(exchange->request.path);
    if (!page) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
        return;
    }
    const struct page_head head = {.title = page_text(exchange, page->title),
                                   .description = page_text(exchange, page->text)};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n<p>%</p>\n<noscript><p>%</p></noscript>\n", head.title,
             head.description, page_text(exchange, "This page needs JavaScript."), NULL);
    page_send(exchange, &head);
}

// ---- the home page ---------------------------------------------------------------------------

static void add_heading(struct exchange *exchange, const char *english)
{
    html_add(&exchange->body, "<h2>%</h2>\n", page_text(exchange, english), NULL);
}

static void add_welcome(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    const char *url = exchange->server->config.public_url;
    html_add(page, "<p>%</p>\n<div class=\"p-columns\">\n<div>\n",
             page_text(exchange,
                       "Play chess against other people, with clocks, while others watch. Every "
                       "move is saved to disk before anyone sees it, and clocks stop while the "
                       "server is down. To play in the browser, switch on JavaScript."),
             NULL);
    add_heading(exchange, "Play from a terminal");
    html_add(page, "<p>%</p>\n",
             page_text(exchange,
                       "Use the program that serves this page, as a guest or with an account."),
             NULL);
    html_command(page, "rookery join % --seek 5+3", url);
    html_command(page, "rookery join % --name NAME --register", url);
    buffer_text(page, "</div>\n<div>\n");
    add_heading(exchange, "Play with a program");
    buffer_text(page, "<p>");
    html_add(page,
             page_text(exchange,
                       "Bots, boards and scripts for the HTTP API of Lichess work here unmodified: "
                       "point them at <code>%</code>. The operator of this server can create a "
                       "token for a bot. For your own account, create one yourself:"),
             url, NULL);
    buffer_text(page, "</p>\n");
    html_command(page, "curl -c jar -d name=NAME -d password=SECRET %/account/login", url);
    html_command(page, "curl -b jar -d scopes=board:play,challenge:write %/account/token", url);
    buffer_text(page, "</div>\n</div>\n");
}

/* The last results, for as long as it takes to write them. */
struct result_list {
    struct results_listener listener;
    const struct game_result *results[RESULTS_MAX];
    size_t count;
};

static void add_result(struct results_listener *listener, const struct game_result *result)
{
    struct result_list *list = LIST_OWNER(listener, struct result_list, listener);
    if (list->count < RESULTS_MAX)
        list->results[list->count++] = result;
}

static const char *score_of(rk_winner winner)
{
    return winner == RK_WHITE_WINS   ? "1\u20130"
           : winner == RK_BLACK_WINS ? "0\u20131"
                                     : "\u00bd\u2013\u00bd";
}

static void add_results(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    struct result_list list = {.listener = {.on_result = add_result}};
    results_listen(exchange->server, &list.listener);
    results_unlisten(&list.listener);
    if (!list.count)
        return;
    add_heading(exchange, "Just finished");
    buffer_text(page, "<ul class=\"p-results\">\n");
    for (size_t i = list.count; i-- > 0;)
        html_add(page, "<li><a href=\"/%\">% % %</a></li>\n", list.results[i]->info.id,
                 list.results[i]->info.players[RK_WHITE].name, score_of(list.results[i]->winner),
                 list.results[i]->info.players[RK_BLACK].name, NULL);
    buffer_text(page, "</ul>\n");
}

static void add_running_games(struct exchange *exchange)
{
    const struct round *rounds[GAMES_MAX];
    const size_t count = rounds_list(exchange->server, NULL, rounds, GAMES_MAX);
    add_heading(exchange, "Being played");
    page_add_games(exchange, rounds, count < GAMES_MAX ? count : GAMES_MAX, count);
}

static void send_home(void *context)
{
    struct exchange *exchange = context;
    struct server *server = exchange->server;
    struct buffer *page = &exchange->body;
    const char *description = "Play chess with friends and against the computer.";
    const struct page_head head = {
        .description = page_text(exchange, description), .path = "/", .refresh = REFRESH};
    page_begin(exchange, &head);
    html_add(page, "<h1>%</h1>\n", server->config.server_name, NULL);
    if (*server->config.motd)
        html_add(page, "<p class=\"p-status\">%</p>\n", server->config.motd, NULL);
    add_welcome(exchange);
    add_running_games(exchange);
    add_results(exchange);
    page_send(exchange, &head);
}

void page_home(struct exchange *exchange)
{
    remote_games_open_public(exchange->server, send_home, exchange);
}

// ---- lists of games and players --------------------------------------------------------------

static void send_watch(void *context)
{
    struct exchange *exchange = context;
    const struct round *rounds[GAMES_MAX];
    enum tv_channel channel = 0;
    const bool all = !*exchange->params[0];
    if (!all && !tv_channel_parse(exchange->params[0], &channel)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "there is no such channel");
        return;
    }
    const size_t count = all ? rounds_list(exchange->server, NULL, rounds, GAMES_MAX)
                             : tv_list(exchange->server, channel, rounds, GAMES_MAX);
    const struct page_head head = {.title = page_text(exchange, "Watch"),
                                   .description =
                                       page_text(exchange, "Games that are being played now."),
                                   .path = exchange->request.path,
                                   .refresh = REFRESH};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n", head.title, NULL);
    page_add_games(exchange, rounds, count < GAMES_MAX ? count : GAMES_MAX, count);
    page_send(exchange, &head);
}

void page_watch(struct exchange *exchange)
{
    remote_games_open_public(exchange->server, send_watch, exchange);
}

/* Adds nothing, and returns false, if nobody is on it. */
static bool add_leaderboard(struct exchange *exchange, enum perf perf, size_t max)
{
    struct buffer *page = &exchange->body;
    struct leader leaders[PLACES_MAX];
    const size_t count = leaderboard_list(exchange->server, perf, leaders, max);
    if (!count)
        return false;
    html_add(page, "<div>\n<h2><a href=\"/players/%\">%</a></h2>\n<ol>\n", perf_key(perf),
             page_text(exchange, perf_name(perf)), NULL);
    for (size_t i = 0; i < count; i++) {
        html_add(page, "<li><a href=\"/@/%\">%</a> ", leaders[i].who->name, leaders[i].who->name,
                 NULL);
        html_number(page, rating_points(leaders[i].rating));
        buffer_text(page, "</li>\n");
    }
    buffer_text(page, "</ol>\n</div>\n");
    return true;
}

void page_players(struct exchange *exchange)
{
    enum perf perf = 0;
    const bool all = !*exchange->params[0];
    if (!all && !perf_from_key(exchange->params[0], &perf)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "there is no such leaderboard");
        return;
    }
    const struct page_head head = {.title = page_text(exchange, all ? "Players" : perf_name(perf)),
                                   .description =
                                       page_text(exchange, "The best players of this server."),
                                   .path = exchange->request.path};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n<div class=\"p-columns\">\n", head.title, NULL);
    bool any = false;
    for (unsigned i = 0; i < PERF_COUNT; i++)
        if (all || i == perf)
            any |= add_leaderboard(exchange, (enum perf)i, all ? 10 : PLACES_MAX);
    buffer_text(&exchange->body, "</div>\n");
    if (!any)
        html_add(&exchange->body, "<p>%</p>\n", page_text(exchange, "Nobody has a rating yet."),
                 NULL);
    page_send(exchange, &head);
}

// ---- a profile -------------------------------------------------------------------------------

static void add_ratings(struct exchange *exchange, const struct identity *who)
{
    struct buffer *page = &exchange->body;
    const int64_t now = server_date(exchange->server);
    add_heading(exchange, "Ratings");
    buffer_text(page, "<ul>\n");
    for (unsigned i = 0; i < PERF_COUNT; i++) {
        const struct rating rating = ratings_get(exchange->server, who, (enum perf)i);
        if (!rating.games)
            continue;
        html_add(page, "<li>%: ", page_text(exchange, perf_name((enum perf)i)), NULL);
        html_number(page, rating_points(&rating));
        buffer_text(page, rating_is_provisional(&rating, now) ? "?, " : ", ");
        html_number(page, rating.games);
        html_add(page, " %</li>\n", page_text(exchange, rating.games == 1 ? "game" : "games"),
                 NULL);
    }
    buffer_text(page, "</ul>\n");
}

static struct page_head profile_head(const struct exchange *exchange)
{
    const struct identity *who = exchange->data;
    return (struct page_head){.title = who->name,
                              .description = page_text(exchange, "Ratings and games."),
                              .path = exchange->request.path};
}

static void add_profile_game(void *context, const struct exported_game *exported)
{
    struct exchange *exchange = context;
    struct buffer *page = &exchange->body;
    const struct game_info *info = exported->info;
    html_add(page, "<li><a href=\"/%\">% % %</a> ", info->id, info->players[RK_WHITE].name,
             rk_game_score(exported->game), info->players[RK_BLACK].name, NULL);
    page_add_settings(exchange, &info->settings);
    buffer_text(page, "</li>\n");
}

static void on_profile_games_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    const struct identity *who = exchange->data;
    const struct page_head head = profile_head(exchange);
    struct buffer *page = &exchange->body;
    page_begin(exchange, &head);
    html_add(page, "<h1>%</h1>\n", who->name, NULL);
    add_ratings(exchange, who);
    add_heading(exchange, "Games");
    buffer_text(page, "<ul class=\"p-results\">\n");
    while (store_next_row(job))
        visible_game_from_row(exchange->server, job, exchange->caller.who.id, add_profile_game,
                              exchange);
    html_add(page, "</ul>\n<p><a href=\"/api/games/user/%\">%</a></p>\n", who->name,
             page_text(exchange, "All games as PGN"), NULL);
    page_send(exchange, &head);
}

static void read_profile_games(void *context)
{
    struct exchange *exchange = context;
    const struct identity *who = exchange->data;
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAMES_NEWEST_FIRST);
    store_bind_text(job, who->id);
    store_bind_integer(job, INT64_MAX);
    store_bind_integer(job, PROFILE_GAMES_MAX);
    store_bind_integer(job, 0);
    for (int i = 0; i < 4; i++)
        store_bind_null(job);
    store_bind_text(job, "");
    store_bind_null(job);
    store_bind_null(job); // without reviews
    exchange_read(exchange, job, on_profile_games_read);
}

static void on_profile_found(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    struct identity *who = account ? calloc(1, sizeof *who) : NULL;
    if (!account) {
        api_refuse_lookup(exchange, refusal, "no such player");
    } else if (!who) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    } else {
        *who = account->who;
        exchange->data = who;
        remote_games_open_of_account(exchange->server, who->id, read_profile_games, exchange);
    }
}

void page_profile(struct exchange *exchange)
{
    account_find(exchange->server, exchange->params[0], on_profile_found, exchange);
}
