/* SPDX-License-Identifier: MIT */
/* The pages of a game and of a challenge, as they are without scripts. */
#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/page_parts.h"
#include "api/visible_games.h"
#include "http/html.h"
#include "http/page.h"
#include "lobby/challenges.h"
#include "lobby/lobby_replica.h"
#include "record/game_status.h"
#include "rookery/roster.h"
#include "rookery/san.h"
#include "rounds/round_clock.h"
#include "running/running_games.h"

enum { REFRESH_CHALLENGE = 10, REFRESH_GAME = 5, SENTENCE_MAX = 200, TITLE_SIZE = 200 };

static const char no_game[] = "no such game";

// ---- a game -----------------------------------------------------------------------------------

static void add_moves(struct exchange *exchange, const rk_game *game)
{
    struct buffer *page = &exchange->body;
    bool open = false;
    html_add(page, "<h2>%</h2>\n<ol class=\"p-moves\" start=\"", page_text(exchange, "Moves"),
             NULL);
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
    buffer_text(page, open ? "</li>\n</ol>\n" : "</ol>\n");
    if (!open)
        html_add(page, "<p class=\"p-muted\">%</p>\n", page_text(exchange, "None so far."), NULL);
}

static const char *winner_text(const rk_game *game)
{
    switch (rk_game_winner(game)) {
    case RK_WHITE_WINS:
        return "White wins";
    case RK_BLACK_WINS:
        return "Black wins";
    default:
        return rk_game_status(game) == RK_ABORTED ? "Aborted" : "Draw";
    }
}

/* How a game ended: in English a sentence that names who did what, in other languages the result
 * and a word for its reason. */
static void write_result(const struct exchange *exchange, const rk_game *game, struct buffer *out)
{
    char sentence[SENTENCE_MAX];
    const char *word = game_end_word(game);
    if (exchange->language == PAGE_ENGLISH) {
        game_result_sentence(game, sentence, sizeof sentence);
        buffer_text(out, sentence);
        return;
    }
    buffer_text(out, page_text(exchange, winner_text(game)));
    if (word && strcmp(page_text(exchange, word), word) != 0) {
        buffer_text(out, ": ");
        buffer_text(out, page_text(exchange, word));
    }
}

static void add_turn(struct exchange *exchange, const rk_game *game)
{
    struct buffer *page = &exchange->body;
    const bool white = rk_position_turn(rk_game_position(game)) == RK_WHITE;
    const rk_side offer = rk_game_draw_offer(game);
    html_add(page, "<p class=\"p-status\">%",
             page_text(exchange, white ? "White to move" : "Black to move"), NULL);
    if (rk_position_in_check(rk_game_position(game)))
        html_add(page, ", %", page_text(exchange, "in check"), NULL);
    if (offer != RK_NO_SIDE)
        html_add(
            page, ". %",
            page_text(exchange, offer == RK_WHITE ? "White offers a draw" : "Black offers a draw"),
            NULL);
    buffer_text(page, ".</p>\n");
}

/* The result, or the side to move. */
static void add_status(struct exchange *exchange, const struct game_view *view)
{
    const rk_game *game = view->exported->game;
    struct buffer result = {0};
    if (!view->over) {
        add_turn(exchange, game);
        return;
    }
    write_result(exchange, game, &result);
    html_add(&exchange->body, "<p class=\"p-status\">% \u00b7 %</p>\n", rk_game_score(game),
             buffer_cstr(&result), NULL);
    buffer_fini(&result);
}

static void add_opening(struct buffer *page, const rk_game *game)
{
    const rk_opening_line line = rk_game_opening(game);
    if (line.ply)
        html_add(page, "<p class=\"p-muted\">% %</p>\n", line.opening.eco, line.opening.name, NULL);
}

static void add_links(struct exchange *exchange, const struct game_view *view)
{
    struct buffer *page = &exchange->body;
    const char *id = view->exported->info->id;
    html_add(page, "<p><a href=\"/game/export/%.pgn\">%</a></p>\n", id,
             page_text(exchange, "PGN of this game"), NULL);
    if (!view->over) {
        html_add(page, "<p>%</p>\n", page_text(exchange, "Watch it in a terminal:"), NULL);
        html_command(page, "rookery join % --watch %", exchange->server->config.public_url, id);
    }
}

/* What the address of the request asks for. */
enum view_of_game { VIEW_GAME, VIEW_FROM_BLACK, VIEW_REVIEW };

static enum view_of_game requested_view(const struct exchange *exchange)
{
    const char *end = strchr(exchange->request.path + 1, '/');
    const size_t size = end ? strcspn(end + 1, "/") : 0;
    if (size == 5 && !strncmp(end + 1, "black", size))
        return VIEW_FROM_BLACK;
    return size == 6 && !strncmp(end + 1, "review", size) ? VIEW_REVIEW : VIEW_GAME;
}

/* "5+3 Blitz, rated. White wins by checkmate." */
static void describe_game(const struct exchange *exchange, const struct game_view *view,
                          struct buffer *out)
{
    char clock[RK_CLOCK_TEXT_MAX];
    const struct game_settings *settings = &view->exported->info->settings;
    game_settings_write_clock(settings, clock);
    if (settings->clock.kind != RK_CLOCK_NONE) {
        buffer_text(out, clock);
        buffer_put(out, ' ');
    }
    buffer_text(out, page_text(exchange, game_settings_variant_name(settings)));
    buffer_text(out, ", ");
    buffer_text(out, page_text(exchange, settings->rated ? "rated" : "casual"));
    buffer_text(out, ". ");
    if (view->over)
        write_result(exchange, view->exported->game, out);
    else
        buffer_text(out, page_text(exchange, "Being played now"));
    buffer_put(out, '.');
}

static void add_game(struct exchange *exchange, const struct game_view *view, bool flipped)
{
    struct buffer *page = &exchange->body;
    const struct html_board board = {.position = rk_game_position(view->exported->game),
                                     .last = page_last_move(view->exported->game),
                                     .flipped = flipped,
                                     .language = exchange->language};
    buffer_text(page, "<p class=\"p-muted\">");
    page_add_settings(exchange, &view->exported->info->settings);
    buffer_text(page, "</p>\n<div class=\"p-game\">\n<div class=\"p-board-column\">\n");
    page_add_player(exchange, view, flipped ? RK_WHITE : RK_BLACK);
    html_board(page, &board);
    page_add_player(exchange, view, flipped ? RK_BLACK : RK_WHITE);
    buffer_text(page, "</div>\n<div>\n");
    add_status(exchange, view);
    add_opening(page, view->exported->game);
    add_moves(exchange, view->exported->game);
    add_links(exchange, view);
    buffer_text(page, "</div>\n</div>\n");
}

static void send_game_page(struct exchange *exchange, const struct game_view *view)
{
    char path[GAME_ID_SIZE + 2];
    char heading[TITLE_SIZE];
    struct text title = text_in(heading, sizeof heading);
    struct buffer description = {0};
    const struct game_info *info = view->exported->info;
    const bool flipped = requested_view(exchange) == VIEW_FROM_BLACK ||
                         game_info_side(info, exchange->caller.who.id) == RK_BLACK;
    const bool reviews = requested_view(exchange) == VIEW_REVIEW && view->over;
    page_language_fill(&title, exchange->language, reviews ? "Review: % against %" : "% against %",
                       info->players[RK_WHITE].name, info->players[RK_BLACK].name, NULL);
    text_end(&title);
    describe_game(exchange, view, &description);
    snprintf(path, sizeof path, "/%s", info->id);
    const struct page_head head = {.title = heading,
                                   .description = buffer_cstr(&description),
                                   .path = path,
                                   .refresh = view->over ? 0 : REFRESH_GAME};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n", head.title, NULL);
    add_game(exchange, view, flipped);
    page_send(exchange, &head);
    buffer_fini(&description);
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

/* The id may be that of a challenge, which the owner of the lobby knows. */
static void redirect_to_challenge(struct exchange *exchange)
{
    char path[PATH_PARAM_SIZE + 4];
    snprintf(path, sizeof path, "/i/%s", exchange->params[0]);
    exchange_header(exchange, "Location", path);
    exchange_respond(exchange, 303, "text/plain", "", 0);
}

static void on_game_read(void *context, struct store_job *row, enum store_outcome outcome)
{
    struct exchange *exchange = context;
    if (outcome != STORE_DONE)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (!row && !lobby_is_local(exchange->server))
        redirect_to_challenge(exchange);
    else if (!row || !visible_game_from_row(exchange->server, row, exchange->caller.who.id,
                                            send_finished_game, exchange))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_game);
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

static void add_challenge(struct exchange *exchange, const struct challenge *challenge,
                          const char *from, bool is_open)
{
    struct buffer *page = &exchange->body;
    if (*challenge->name)
        html_add(page, "<p>%</p>\n", challenge->name, NULL);
    buffer_text(page, "<p>");
    page_add_settings(exchange, &challenge->settings);
    if (challenge->settings.side_choice != CHOOSE_RANDOM) {
        const bool white = challenge->settings.side_choice == CHOOSE_WHITE;
        buffer_text(page, "; ");
        html_add(page, page_text(exchange, white ? "% plays white" : "% plays black"), from, NULL);
    }
    html_add(page, ".</p>\n<p class=\"p-status\">%</p>\n",
             page_text(exchange, describe_status(challenge)), NULL);
    if (is_open) {
        html_add(page, "<h2>%</h2>\n", page_text(exchange, "Accept it in a terminal"), NULL);
        html_command(page, "rookery join % --accept %", exchange->server->config.public_url,
                     challenge->id);
        html_add(page, "<p class=\"p-muted\">%</p>\n",
                 page_text(exchange, "This page shows the game once it has started."), NULL);
    }
}

static void send_challenge_page(struct exchange *exchange, const struct challenge *challenge)
{
    char path[GAME_ID_SIZE + 4];
    char heading[TITLE_SIZE];
    struct text title = text_in(heading, sizeof heading);
    const char *from = *challenge->from.id ? challenge->from.name : page_text(exchange, "Someone");
    const bool is_open = challenge->status <= CHALLENGE_OFFLINE;
    if (*challenge->to.id)
        page_language_fill(&title, exchange->language, "% challenges % to a game", from,
                           challenge->to.name, NULL);
    else
        page_language_fill(&title, exchange->language, "% challenges you to a game", from, NULL);
    text_end(&title);
    snprintf(path, sizeof path, "/i/%s", challenge->id);
    const struct page_head head = {
        .title = heading,
        .description = page_text(exchange, "Open the link to play. No account is needed."),
        .path = path,
        .refresh = is_open ? REFRESH_CHALLENGE : 0};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n", head.title, NULL);
    add_challenge(exchange, challenge, from, is_open);
    page_send(exchange, &head);
}

// ---- the addresses ---------------------------------------------------------------------------

static void on_game_opened(void *context, struct round *round, const char *why)
{
    struct exchange *exchange = context;
    if (!round)
        exchange_refuse(exchange, REFUSED_BUSY, why);
    else if (round_may_watch(round, exchange->caller.who.id))
        send_running_game(exchange, round);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_game);
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
    if (!round && running_games_has(server, id)) {
        rounds_open(server, id, on_game_opened, exchange);
        return;
    }
    const struct challenge *challenge = challenge_find(server, id);
    if (!round && challenge && can_see(challenge, who)) {
        send_challenge_page(exchange, challenge);
        return;
    }
    if (round || challenge || strlen(id) != GAME_ID_SIZE) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_game);
        return;
    }
    stored_game_find(server, id, on_game_read, exchange);
}
