/* SPDX-License-Identifier: MIT */
/* The HTML pages: the home page, a game, a challenge. They need no script and reload
 * themselves. */
#include <string.h>

#include "api/handlers.h"
#include "api/visible_games.h"
#include "http/exchange.h"
#include "http/html.h"
#include "lobby/challenges.h"
#include "rookery/roster.h"
#include "rookery/san.h"
#include "rounds/game_status.h"
#include "rounds/round_clock.h"

enum { GAMES_MAX = 24, REFRESH_HOME = 10, REFRESH_GAME = 5, TITLE_MAX = 128, SENTENCE_MAX = 200 };

static const char html_type[] = "text/html; charset=utf-8";

static void send_page(struct exchange *exchange, unsigned status)
{
    struct buffer *page = &exchange->body;
    html_end(page);
    exchange_respond(exchange, status, html_type, buffer_cstr(page), page->size);
}

static void send_not_found(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    buffer_clear(page);
    html_begin(page, "Not found \u2013 Rookery", 0);
    html_add(page,
             "<h1>Not found</h1>\n<p>There is no game or challenge at <code>%</code>. The address "
             "may be wrong, or the game may be private or expired.</p>\n"
             "<p><a href=\"/\">Running games</a></p>\n",
             exchange->request.path, NULL);
    send_page(exchange, 404);
}

void page_style(struct exchange *exchange)
{
    exchange_header(exchange, "Cache-Control", "max-age=3600");
    exchange_respond(exchange, 200, "text/css; charset=utf-8", html_style(), strlen(html_style()));
}

// ---- shared parts -----------------------------------------------------------------------------

/* "5+3 Blitz, casual", and the variant unless it is standard. */
static void add_settings(struct buffer *page, const struct game_settings *settings)
{
    char clock[RK_CLOCK_TEXT_MAX];
    game_settings_write_clock(settings, clock);
    const bool timed = settings->clock.kind != RK_CLOCK_NONE;
    html_add(page, "% ", timed ? clock : "no clock,", NULL);
    if (timed)
        html_add(page, "%, ", speed_name(game_settings_speed(settings)), NULL);
    html_add(page, "%", settings->rated ? "rated" : "casual", NULL);
    if (settings->variant != RK_STANDARD || settings->from_position)
        html_add(page, ", %", game_settings_variant_name(settings), NULL);
    buffer_text(page, settings->hidden ? ", private" : "");
}

static rk_move last_move(const rk_game *game)
{
    for (size_t i = rk_game_length(game); i-- > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            return rk_game_action(game, i)->move;
    return RK_NO_MOVE;
}

/* What a page shows of a game. */
struct game_view {
    const struct exported_game *exported;
    int64_t left[2]; /* INT64_MAX without a clock */
    bool over;
};

static void add_player(struct buffer *page, const struct game_view *view, rk_side side)
{
    const rk_game *game = view->exported->game;
    const bool turn = !view->over && rk_position_turn(rk_game_position(game)) == side;
    html_add(page, "<div class=\"side%\"><span class=\"player\">%", turn ? " turn" : "",
             view->exported->info->players[side].name, NULL);
    html_add(page, "<span class=\"visually-hidden\"> (%%)</span></span>",
             side == RK_WHITE ? "White" : "Black", turn ? ", to move" : "", NULL);
    html_side_extras(page, rk_game_position(game), side);
    if (view->left[side] != INT64_MAX) {
        buffer_text(page, "<span class=\"clock\">");
        html_clock(page, view->left[side]);
        buffer_text(page, "</span>");
    }
    buffer_text(page, "</div>\n");
}

// ---- the home page ----------------------------------------------------------------------------

static void add_card(struct buffer *page, const struct round *round)
{
    const struct exported_game exported = {.info = round_info(round), .game = round_game(round)};
    const struct game_view view = {
        .exported = &exported,
        .left = {round_clock_left(round, RK_WHITE), round_clock_left(round, RK_BLACK)}};
    const struct html_board board = {.position = rk_game_position(exported.game),
                                     .last = last_move(exported.game),
                                     .small = true};
    html_add(page, "<li><a href=\"/%\">\n", exported.info->id, NULL);
    add_player(page, &view, RK_BLACK);
    html_board(page, &board);
    add_player(page, &view, RK_WHITE);
    buffer_text(page, "<p class=\"settings\">");
    add_settings(page, &exported.info->settings);
    if (round_spectator_count(round)) {
        buffer_text(page, " \u00b7 ");
        html_number(page, (int64_t)round_spectator_count(round));
        buffer_text(page, " watching");
    }
    buffer_text(page, "</p></a></li>\n");
}

static void add_games(struct buffer *page, struct server *server)
{
    const struct round *rounds[GAMES_MAX];
    const size_t count = rounds_list(server, NULL, rounds, GAMES_MAX);
    const size_t shown = count < GAMES_MAX ? count : GAMES_MAX;
    buffer_text(page, "<h2>Running games</h2>\n");
    if (!count) {
        buffer_text(page, "<p class=\"muted\">None at the moment. This page reloads every ten "
                          "seconds.</p>\n");
        return;
    }
    buffer_text(page, "<ul class=\"games\">\n");
    for (size_t i = 0; i < shown; i++)
        add_card(page, rounds[i]);
    buffer_text(page, "</ul>\n");
    if (count > shown) {
        buffer_text(page, "<p class=\"muted\">And ");
        html_number(page, (int64_t)(count - shown));
        buffer_text(page, " more.</p>\n");
    }
}

static void add_welcome(struct buffer *page, const char *url)
{
    buffer_text(
        page,
        "<h1>A chess server</h1>\n"
        "<p>Play chess against other people, with clocks, while others watch. Every move is "
        "saved to disk before anyone sees it, and clocks stop while the server is down. There is "
        "no board for the browser yet.</p>\n"
        "<div class=\"columns\">\n<div>\n<h2>Play from a terminal</h2>\n"
        "<p>Use the program that serves this page, as a guest or with an account.</p>\n");
    html_command(page, "rookery join % --seek 5+3", url);
    html_command(page, "rookery join % --name NAME --register", url);
    html_add(
        page,
        "</div>\n<div>\n<h2>Play with a program</h2>\n"
        "<p>Bots, boards and scripts for the HTTP API of Lichess work here unmodified: point "
        "them at <code>%</code>. The operator of this server can create a token for a bot. For "
        "your own account, create one yourself:</p>\n",
        url, NULL);
    html_command(page, "curl -c jar -d name=NAME -d password=SECRET %/account/login", url);
    html_command(page, "curl -b jar -d scopes=board:play,challenge:write %/account/token", url);
    buffer_text(page, "</div>\n</div>\n");
}

void page_home(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    html_begin(page, "Rookery \u2013 a chess server", REFRESH_HOME);
    add_welcome(page, exchange->server->config.public_url);
    add_games(page, exchange->server);
    send_page(exchange, 200);
}

// ---- a game -----------------------------------------------------------------------------------

static void add_moves(struct buffer *page, const rk_game *game)
{
    bool open = false;
    buffer_text(page, "<h2>Moves</h2>\n<ol class=\"moves\" start=\"");
    html_number(page, rk_game_start(game)->move_number);
    buffer_text(page, "\">\n");
    for (size_t i = 0; i < rk_game_length(game); i++) {
        if (rk_game_action(game, i)->kind != RK_ACT_MOVE)
            continue;
        const rk_position *before = rk_game_position_before(game, i);
        const bool white = rk_position_turn(before) == RK_WHITE;
        char san[RK_SAN_MAX];
        rk_san_write(before, rk_game_action(game, i)->move, san);
        if (white || !open)
            buffer_text(page, open ? "</li>\n<li>" : "<li>");
        if (!white && !open)
            buffer_text(page, "<span>\u2026</span> ");
        html_add(page, "<span>%</span> ", san, NULL);
        open = true;
    }
    buffer_text(page, open ? "</li>\n</ol>\n" : "</ol>\n<p class=\"muted\">None so far.</p>\n");
}

/* The result, or the side to move. */
static void add_status(struct buffer *page, const struct game_view *view)
{
    const rk_game *game = view->exported->game;
    char sentence[SENTENCE_MAX];
    if (view->over) {
        game_result_sentence(game, sentence, sizeof sentence);
        html_add(page, "<p class=\"status\">% \u00b7 %</p>\n", rk_game_score(game), sentence, NULL);
        return;
    }
    const bool white = rk_position_turn(rk_game_position(game)) == RK_WHITE;
    const rk_side offer = rk_game_draw_offer(game);
    html_add(page, "<p class=\"status\">%%", white ? "White to move" : "Black to move",
             rk_position_in_check(rk_game_position(game)) ? ", in check" : "", NULL);
    if (offer != RK_NO_SIDE)
        html_add(page, ". % offers a draw", offer == RK_WHITE ? "White" : "Black", NULL);
    buffer_text(page, ".</p>\n");
}

static void add_links(struct buffer *page, const struct exchange *exchange,
                      const struct game_view *view)
{
    const char *id = view->exported->info->id;
    html_add(page, "<p><a href=\"/game/export/%.pgn\">PGN of this game</a></p>\n", id, NULL);
    if (!view->over) {
        buffer_text(page, "<p>Watch it in a terminal:</p>\n");
        html_command(page, "rookery join % --watch %", exchange->server->config.public_url, id);
    }
}

static void send_game_page(struct exchange *exchange, const struct game_view *view)
{
    struct buffer *page = &exchange->body;
    const struct game_info *info = view->exported->info;
    const bool flipped = game_info_side(info, exchange->caller.who.id) == RK_BLACK;
    const struct html_board board = {.position = rk_game_position(view->exported->game),
                                     .last = last_move(view->exported->game),
                                     .flipped = flipped};
    struct buffer title = {0};
    buffer_text(&title, info->players[RK_WHITE].name);
    buffer_text(&title, " \u2013 ");
    buffer_text(&title, info->players[RK_BLACK].name);
    html_begin(page, buffer_cstr(&title), view->over ? 0 : REFRESH_GAME);
    html_add(page, "<h1>%</h1>\n<p class=\"muted\">", buffer_cstr(&title), NULL);
    buffer_fini(&title);
    add_settings(page, &info->settings);
    buffer_text(page, "</p>\n<div class=\"game\">\n<div class=\"board-column\">\n");
    add_player(page, view, flipped ? RK_WHITE : RK_BLACK);
    html_board(page, &board);
    add_player(page, view, flipped ? RK_BLACK : RK_WHITE);
    buffer_text(page, "</div>\n<div>\n");
    add_status(page, view);
    add_moves(page, view->exported->game);
    add_links(page, exchange, view);
    buffer_text(page, "</div>\n</div>\n");
    send_page(exchange, 200);
}

static void send_running_game(struct exchange *exchange, const struct round *round)
{
    const struct exported_game exported = {.info = round_info(round),
                                           .game = round_game(round),
                                           .journal = round_journal(round),
                                           .rating = round_rating(round)};
    const struct game_view view = {
        .exported = &exported,
        .left = {round_clock_left(round, RK_WHITE), round_clock_left(round, RK_BLACK)},
        .over = round_is_over(round)};
    send_game_page(exchange, &view);
}

/* Takes the clocks from the last action in the log. */
static void send_finished_game(void *context, const struct exported_game *exported)
{
    struct game_view view = {.exported = exported, .left = {INT64_MAX, INT64_MAX}, .over = true};
    for (size_t i = 0; i < exported->journal->count; i++) {
        const struct event *event = &exported->journal->events[i];
        if (event->kind == EVENT_ACTION)
            memcpy(view.left, event->left, sizeof view.left);
    }
    send_game_page(context, &view);
}

static void on_game_read(void *context, struct store_job *row, enum store_outcome outcome)
{
    struct exchange *exchange = context;
    if (outcome != STORE_DONE)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (!row || !visible_game_from_row(exchange->server, row, exchange->caller.who.id,
                                            send_finished_game, exchange))
        send_not_found(exchange);
}

// ---- a challenge -----------------------------------------------------------------------------

static const char *describe_status(const struct challenge *challenge)
{
    switch (challenge->status) {
    case CHALLENGE_CREATED:
    case CHALLENGE_OFFLINE:
        return "The challenge is open.";
    case CHALLENGE_CANCELED:
        return "The challenge was cancelled.";
    case CHALLENGE_DECLINED:
        return "The challenge was declined.";
    case CHALLENGE_ACCEPTED:
        return "The challenge was accepted.";
    }
    return "";
}

static bool can_see(const struct challenge *challenge, const char *who)
{
    return !*challenge->to.id || (*who && challenge_involves(challenge, who));
}

static void send_challenge_page(struct exchange *exchange, const struct challenge *challenge)
{
    struct buffer *page = &exchange->body;
    const char *from = *challenge->from.id ? challenge->from.name : "Someone";
    const bool is_open = challenge->status <= CHALLENGE_OFFLINE;
    html_begin(page, "Challenge \u2013 Rookery", is_open ? REFRESH_HOME : 0);
    html_add(page, "<h1>% challenges % to a game</h1>\n", from,
             *challenge->to.id ? challenge->to.name : "you", NULL);
    if (*challenge->name)
        html_add(page, "<p>%</p>\n", challenge->name, NULL);
    buffer_text(page, "<p>");
    add_settings(page, &challenge->settings);
    if (challenge->settings.side_choice != CHOOSE_RANDOM)
        html_add(page, "; % plays %", from, side_choice_name(challenge->settings.side_choice),
                 NULL);
    html_add(page, ".</p>\n<p class=\"status\">%</p>\n", describe_status(challenge), NULL);
    if (is_open) {
        buffer_text(page, "<h2>Accept it in a terminal</h2>\n");
        html_command(page, "rookery join % --accept %", exchange->server->config.public_url,
                     challenge->id);
        buffer_text(page, "<p class=\"muted\">This page shows the game once it has started."
                          "</p>\n");
    }
    send_page(exchange, 200);
}

void page_game(struct exchange *exchange)
{
    struct server *server = exchange->server;
    const char *id = exchange->params[0], *who = exchange->caller.who.id;
    const struct round *round = rounds_find(server, id);
    if (round && round_may_watch(round, who)) {
        send_running_game(exchange, round);
        return;
    }
    const struct challenge *challenge = challenge_find(server, id);
    if (!round && challenge && can_see(challenge, who)) {
        send_challenge_page(exchange, challenge);
        return;
    }
    if (round || challenge || strlen(id) != GAME_ID_SIZE) {
        send_not_found(exchange);
        return;
    }
    stored_game_find(server, id, on_game_read, exchange);
}
