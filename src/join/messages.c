/* SPDX-License-Identifier: MIT */
#include "join/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "join/commands.h"
#include "rookery/san.h"
#include "tui/report.h"
#include "tui/text_row.h"

// ---- the game on the board -------------------------------------------------------------------

/* "  [4:59 - 5:03]"; "" without clocks. */
static void write_clocks(const struct remote_game *game, char *out, size_t size)
{
    char *text = NULL;
    size_t length;
    out[0] = '\0';
    FILE *stream = game->time_left[RK_WHITE] == INT64_MAX ? NULL : open_memstream(&text, &length);
    if (!stream)
        return;
    fputs("  [", stream);
    text_row_put_time(game->time_left[RK_WHITE], stream);
    fputs(" - ", stream);
    text_row_put_time(game->time_left[RK_BLACK], stream);
    fputs("]", stream);
    fclose(stream);
    text_copy(out, size, text);
    free(text);
}

/* Prints the last move of the game: "1... e5  [4:59 - 5:03]". */
static void print_move(struct online_session *session, const char *move,
                       const struct remote_game *game)
{
    char clocks[64];
    const rk_position *pos = rk_game_position(game->moves);
    const bool by_white = rk_position_turn(pos) == RK_BLACK;
    write_clocks(game, clocks, sizeof clocks);
    online_session_print(session, "%u%s %s%s", pos->move_number - !by_white, by_white ? "." : "...",
                         move, clocks);
}

/* A snapshot may already have moves: the opponent was fast, or we watch a running game. */
static void print_last_move(struct online_session *session, const struct remote_game *game)
{
    const size_t count = rk_game_length(game->moves);
    const rk_action *last = count ? rk_game_action(game->moves, count - 1) : NULL;
    if (!last || last->kind != RK_ACT_MOVE)
        return;
    char san[RK_SAN_MAX];
    rk_san_write(rk_game_position_before(game->moves, count - 1), last->move, san);
    print_move(session, san, game);
}

enum { RATED_NAME_SIZE = REMOTE_GAME_NAME_MAX + 16 };

/* "Anna (1737?)"; only the name if there is no rating. */
static const char *write_rated_name(const char *name, int64_t rating, bool provisional,
                                    char out[RATED_NAME_SIZE])
{
    if (rating == INTEGER_MISSING)
        snprintf(out, RATED_NAME_SIZE, "%s", name);
    else
        snprintf(out, RATED_NAME_SIZE, "%s (%lld%s)", name, (long long)rating,
                 provisional ? "?" : "");
    return out;
}

static void print_ratings(struct online_session *session, const struct remote_game *game)
{
    char names[2][RATED_NAME_SIZE];
    if (game->ratings[RK_WHITE] == INTEGER_MISSING && game->ratings[RK_BLACK] == INTEGER_MISSING)
        return;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        write_rated_name(game->names[side], game->ratings[side], game->provisional[side],
                         names[side]);
    online_session_print(session, "ratings: %s - %s", names[RK_WHITE], names[RK_BLACK]);
}

static void announce_game(struct online_session *session, const struct remote_game *game)
{
    char title[400], status[400];
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (side != game->you)
            word_list_add(&session->names, game->names[side]);
    text_copy(session->announced, sizeof session->announced, game->id);
    online_session_write_title(session, title, sizeof title);
    online_session_write_status(session, game->clocks_at, status, sizeof status);
    online_session_print(session, "game %s: %s (White) - %s (Black)", title, game->names[RK_WHITE],
                         game->names[RK_BLACK]);
    print_ratings(session, game);
    if (online_session_is_player(game))
        online_session_print(session, "you are %s", report_side_names[game->you]);
    print_last_move(session, game);
    online_session_print(session, "%s", status);
}

/* How an action other than a move is printed. */
struct action_text {
    const char *text;
    bool omits_name; /* without the name of the player */
};

static struct action_text find_action_text(const char *action)
{
    static const struct action_text texts[RK_ACTION_COUNT] = {
        [RK_ACT_RESIGN] = {"resigns", false},
        [RK_ACT_OFFER_DRAW] = {"offers a draw", false},
        [RK_ACT_ACCEPT_DRAW] = {"accepts the draw", false},
        [RK_ACT_DECLINE_DRAW] = {"declines the draw", false},
        [RK_ACT_WITHDRAW_DRAW] = {"withdraws the draw offer", false},
        [RK_ACT_CLAIM_DRAW] = {"claims a draw", false},
        [RK_ACT_FLAG] = {"has no time left", false},
        [RK_ACT_FORFEIT] = {"has left the game", false},
        [RK_ACT_ADJUDICATE] = {"the game is adjudicated", true},
        [RK_ACT_PAUSE] = {"the clocks are stopped", true},
        [RK_ACT_RESUME] = {"the clocks run again", true},
        [RK_ACT_ADD_TIME] = {"gets more time", false},
        [RK_ACT_START_CLOCK] = {"the clocks are running", true}};
    for (unsigned kind = 0; kind < RK_ACTION_COUNT; kind++)
        if (texts[kind].text && !strcmp(rk_action_name((rk_action_kind)kind), action))
            return texts[kind];
    return (struct action_text){action, false};
}

static bool is_action(const struct message_event *event, rk_action_kind kind)
{
    return !strcmp(event->what, rk_action_name(kind));
}

static bool is_draw_offer_to_us(const struct message_event *event, const struct remote_game *game)
{
    return online_session_is_player(game) && is_action(event, RK_ACT_OFFER_DRAW) &&
           strcmp(event->by, rk_side_name(game->you)) != 0;
}

static void print_action(struct online_session *session, const struct message_event *event,
                         const struct remote_game *game)
{
    char clocks[64];
    const struct action_text action = find_action_text(event->what);
    const char *name = game->names[strcmp(event->by, "black") == 0 ? RK_BLACK : RK_WHITE];
    const char *suffix = is_draw_offer_to_us(event, game) ? ": accept or decline" : "";
    write_clocks(game, clocks, sizeof clocks);
    if (action.omits_name)
        online_session_print(session, "%s", action.text);
    else
        online_session_print(session, "%s %s%s", name, action.text,
                             is_action(event, RK_ACT_ADD_TIME) ? clocks : suffix);
}

static void print_event(struct online_session *session, const struct message_event *event,
                        const struct remote_game *game)
{
    char result[REMOTE_GAME_REASON_MAX + 16];
    if (is_action(event, RK_ACT_MOVE))
        print_move(session, event->san ? event->san : event->move, game);
    else if (!is_action(event, RK_ACT_ABORT)) // the result line says who aborted the game
        print_action(session, event, game);
    if (!game->over)
        return;
    online_session_write_result(game, result, sizeof result);
    online_session_print(session, "result: %s", result);
    if (event->white_diff != INTEGER_MISSING)
        online_session_print(session, "rating: %s %+lld, %s %+lld", game->names[RK_WHITE],
                             (long long)event->white_diff, game->names[RK_BLACK],
                             (long long)event->black_diff);
    if (online_session_is_player(game) && !session->scripted)
        online_session_print(session,
                             "type rematch to play again, or seek to find another opponent");
}

static void print_presence(struct online_session *session, const struct message_presence *presence,
                           const struct remote_game *game)
{
    const rk_side side = strcmp(presence->side, "black") == 0 ? RK_BLACK : RK_WHITE;
    const char *name = game->names[side];
    if (game->over || side == game->you)
        return;
    if (presence->here)
        online_session_print(session, "%s is here", name);
    else if (!presence->claimable_in)
        online_session_print(session, "%s has left; the game can be claimed now: claim", name);
    else if (presence->claimable_in != INTEGER_MISSING)
        online_session_print(session, "%s has left; the game can be claimed in %lld s", name,
                             (long long)presence->claimable_in);
    else
        online_session_print(session, "%s has left", name);
}

static void print_rematch(struct online_session *session, const struct message_rematched *rematched,
                          const struct remote_game *game)
{
    if (rematched->next)
        online_session_print(session, "the rematch has started: %s", rematched->next);
    else if (game->rematch_offer == RK_NO_SIDE)
        online_session_print(session, "there will be no rematch");
    else if (game->rematch_offer == game->you)
        online_session_print(session, "you offer a rematch");
    else
        online_session_print(session, "%s offers a rematch: accept or decline",
                             game->names[game->rematch_offer]);
}

static void print_game_message(struct online_session *session, const struct message *message,
                               const struct remote_game *game)
{
    if (game->moves && strcmp(session->announced, game->id) != 0)
        announce_game(session, game);
    switch (message->kind) {
    case KIND_OF_message_event:
        print_event(session, &message->as.message_event, game);
        break;
    case KIND_OF_message_chat:
        word_list_add(&session->names, message->as.message_chat.name);
        online_session_print(session, "<%s> %s", message->as.message_chat.name,
                             message->as.message_chat.text);
        break;
    case KIND_OF_message_presence:
        print_presence(session, &message->as.message_presence, game);
        break;
    case KIND_OF_message_rematched:
        print_rematch(session, &message->as.message_rematched, game);
        break;
    default:
        break;
    }
}

// ---- challenges, seeks and the lobby ---------------------------------------------------------

/* Shows a game of ours that starts, unless another one is being played or was asked for. */
static void handle_start(struct online_session *session, const struct message_start *start)
{
    const struct remote_game *game = online_session_game(session);
    const bool same = !strcmp(session->game, start->game);
    const bool playing = !game || (!game->over && online_session_is_player(game));
    session->search_request[0] = session->search_id[0] = '\0';
    offers_remove_challenge(&session->offers, start->game); // it has the id of its challenge
    if (session->game[0] && !same && (playing || session->start.game))
        online_session_print(session, "another game of yours is running: watch %s", start->game);
    else if (!same)
        online_session_show(session, start->game);
}

/* `side` is the side the challenger or seeker wants. */
static const char *side_text(const char *side, bool ours)
{
    if (!strcmp(side, "random"))
        return "";
    const bool white = !strcmp(side, "white");
    return white == ours ? ", you are White" : ", you are Black";
}

/* "5+3 atomic rated private from a position, you are White" */
static void write_terms(const struct message_challenged *challenged, bool ours,
                        char out[OFFERS_TERMS_SIZE])
{
    snprintf(out, OFFERS_TERMS_SIZE, "%s %s%s%s%s%s", online_session_clock_text(challenged->clock),
             online_session_variant_text(challenged->variant), challenged->rated ? " rated" : "",
             challenged->hidden ? " private" : "", challenged->fen ? " from a position" : "",
             side_text(challenged->side, ours));
}

/* "Anna challenges you: 5+3 standard (X7GA5QkF): accept or decline" */
static void print_open_challenge(struct online_session *session,
                                 const struct message_challenged *challenged)
{
    char terms[OFFERS_TERMS_SIZE], name[RATED_NAME_SIZE];
    const char *from = challenged->from ? challenged->from : "somebody";
    write_rated_name(from, challenged->from_rating, challenged->from_provisional, name);
    write_terms(challenged, false, terms);
    const unsigned number =
        offers_add_challenge(&session->offers, challenged->challenge, from, terms)->number;
    if (session->offers.challenge_count == 1)
        online_session_print(session, "%s challenges you: %s (%s): accept or decline", name, terms,
                             challenged->challenge);
    else
        online_session_print(session, "%s challenges you: %s (%s): accept %u or decline %u", name,
                             terms, challenged->challenge, number, number);
    if (challenged->message)
        online_session_print(session, "%s says: %s", from, challenged->message);
}

static void print_own_challenge(struct online_session *session,
                                const struct message_challenged *challenged)
{
    char terms[OFFERS_TERMS_SIZE], name[RATED_NAME_SIZE];
    write_terms(challenged, true, terms);
    write_rated_name(challenged->to, challenged->to_rating, challenged->to_provisional, name);
    online_session_print(session, "you challenge %s: %s (%s)", name, terms, challenged->challenge);
}

/* "challenge X7GA5QkF declined by Ben: not now" */
static void print_closed_challenge(struct online_session *session,
                                   const struct message_challenged *challenged, bool ours)
{
    const char *by = ours && challenged->to ? challenged->to : "";
    online_session_print(session, "challenge %s %s%s%s%s%s", challenged->challenge,
                         !strcmp(challenged->state, "canceled") ? "cancelled" : challenged->state,
                         *by ? " by " : "", by, challenged->reason ? ": " : "",
                         challenged->reason ? challenged->reason : "");
}

static void handle_challenge(struct online_session *session,
                             const struct message_challenged *challenged)
{
    const bool ours = challenged->from && !strcmp(challenged->from, client_name(session->client));
    const bool open =
        !strcmp(challenged->state, "created") || !strcmp(challenged->state, "offline");
    if (challenged->rematch_of)
        return; // a rematched message follows
    word_list_add(&session->names, ours ? challenged->to : challenged->from);
    if (!open) {
        if (strcmp(challenged->state, "accepted") != 0) // the start of its game is printed
            print_closed_challenge(session, challenged, ours);
        offers_remove_challenge(&session->offers, challenged->challenge);
    } else if (!ours) {
        print_open_challenge(session, challenged);
    } else if (challenged->to) {
        print_own_challenge(session, challenged);
    }
    if (!open && ours)
        session->search_request[0] = '\0';
}

static void print_seek(struct online_session *session, const struct message_found *found)
{
    const bool ours = found->yours || !strcmp(found->name, client_name(session->client));
    if (!ours) {
        offers_add_seek(&session->offers, found->seek, found->name);
        word_list_add(&session->names, found->name);
    }
    char name[RATED_NAME_SIZE];
    write_rated_name(found->name, found->rating, found->provisional, name);
    online_session_print(session, "seek %s: %s, %s %s%s%s%s%s%s", found->seek, name,
                         online_session_clock_text(found->clock),
                         online_session_variant_text(found->variant), found->rated ? " rated" : "",
                         side_text(found->side, ours), found->rating_range ? ", for ratings " : "",
                         found->rating_range ? found->rating_range : "", ours ? " (yours)" : "");
}

static void print_running_game(struct online_session *session,
                               const struct message_running *running)
{
    word_list_add(&session->games, running->game);
    word_list_add(&session->names, running->white);
    word_list_add(&session->names, running->black);
    char white[RATED_NAME_SIZE], black[RATED_NAME_SIZE];
    write_rated_name(running->white, running->white_rating, running->white_provisional, white);
    write_rated_name(running->black, running->black_rating, running->black_provisional, black);
    online_session_print(session, "game %s: %s - %s, %s %s, %lld plies, %lld watching",
                         running->game, white, black, online_session_variant_text(running->variant),
                         online_session_clock_text(running->clock), (long long)running->plies,
                         (long long)running->watchers);
}

// ---- answers ---------------------------------------------------------------------------------

static void print_search(struct online_session *session)
{
    if (session->search_kind == KIND_OF_message_seek) {
        online_session_print(session, "looking for an opponent; type cancel to stop");
    } else if (session->search_kind == KIND_OF_message_pool) {
        online_session_print(session, "waiting in the pool %s; type cancel to leave it",
                             session->search_id);
    } else if (session->search_kind == KIND_OF_message_challenge && session->is_invitation) {
        online_session_print(session, "share this link: %s/%s", session->url, session->search_id);
        online_session_print(session, "or this command: rookery join %s --accept %s", session->url,
                             session->search_id);
        online_session_print(session, "type cancel to withdraw the invitation");
    } else if (session->search_kind == KIND_OF_message_challenge) {
        online_session_print(session,
                             "waiting for an answer; type cancel to withdraw the challenge");
    }
}

static void handle_ack(struct online_session *session, const struct message_ack *ack)
{
    if (ack->version != INTEGER_MISSING && ack->game && !strcmp(ack->game, session->game))
        session->acked_version = ack->version;
    if (strcmp(ack->id, session->search_request) != 0 || !ack->made)
        return;
    text_copy(session->search_id, sizeof session->search_id, ack->made);
    print_search(session);
}

static void print_refusal(struct online_session *session, const struct message_refused *refused)
{
    if (refused->wait_ms != INTEGER_MISSING)
        online_session_print(session, "refused: %s (%s, try again in %u s)", refused->text,
                             refused->limit ? refused->limit : "rate limit",
                             ms_to_seconds(refused->wait_ms));
    else
        online_session_print(session, "refused: %s", refused->text);
}

static void handle_refusal(struct online_session *session, const struct message_refused *refused)
{
    const char *id = refused->id ? refused->id : "";
    // If there is no challenge with the accepted id, it may be that of a seek.
    if (session->accept_request[0] && !strcmp(id, session->accept_request) &&
        !strcmp(refused->why, "not-found")) {
        session->accept_request[0] = '\0';
        offers_remove_challenge(&session->offers, session->accepted);
        commands_join_seek(session, session->accepted);
        return;
    }
    if (id[0] && !strcmp(id, session->search_request))
        session->search_request[0] = '\0';
    // The game we asked to watch does not exist.
    if (refused->game && !id[0] && !strcmp(refused->game, session->game) &&
        !online_session_game(session)) {
        client_unwatch(session->client, session->game);
        session->game[0] = '\0';
    }
    session->refused = true;
    print_refusal(session, refused);
}

static void handle_unpooled(struct online_session *session, const struct message_unpooled *message)
{
    if (session->search_kind == KIND_OF_message_pool)
        session->search_id[0] = session->search_request[0] = '\0';
    if (message->text)
        online_session_print(session, "you are no longer in the pool %s: %s", message->pool,
                             message->text);
}

// ---- callbacks -------------------------------------------------------------------------------

static void print_restart(struct online_session *session,
                          const struct message_restart_planned *message)
{
    if (message->left_ms == INTEGER_MISSING)
        online_session_print(session, "the planned restart was cancelled");
    else
        online_session_print(session, "the server restarts in %u s; your games are safe",
                             ms_to_seconds(message->left_ms));
}
static void on_server_message(void *context, const struct message *message,
                              const struct remote_game *game)
{
    struct online_session *session = context;
    switch (message->kind) {
    case KIND_OF_message_start:
        handle_start(session, &message->as.message_start);
        return;
    case KIND_OF_message_ack:
        handle_ack(session, &message->as.message_ack);
        return;
    case KIND_OF_message_refused:
        handle_refusal(session, &message->as.message_refused);
        return;
    case KIND_OF_message_challenged:
        handle_challenge(session, &message->as.message_challenged);
        return;
    case KIND_OF_message_found:
        print_seek(session, &message->as.message_found);
        return;
    case KIND_OF_message_pool_count:
        if (message->as.message_pool_count.waiting)
            online_session_print(session, "pool %s: %d waiting",
                                 message->as.message_pool_count.pool,
                                 (int)message->as.message_pool_count.waiting);
        return;
    case KIND_OF_message_unpooled:
        handle_unpooled(session, &message->as.message_unpooled);
        return;
    case KIND_OF_message_lost:
        offers_remove_seek(&session->offers, message->as.message_lost.seek);
        online_session_print(session, "seek %s is gone", message->as.message_lost.seek);
        return;
    case KIND_OF_message_running:
        print_running_game(session, &message->as.message_running);
        return;
    case KIND_OF_message_running_end:
        session->listing_games = false;
        online_session_print(session, "running games: %lld",
                             (long long)message->as.message_running_end.count);
        return;
    case KIND_OF_message_notice:
        online_session_print(session, "%s", message->as.message_notice.text);
        return;
    case KIND_OF_message_announcement:
        if (message->as.message_announcement.text)
            online_session_print(session, "announcement: %s",
                                 message->as.message_announcement.text);
        return;
    case KIND_OF_message_restart_planned:
        print_restart(session, &message->as.message_restart_planned);
        return;
    default:
        if (game && !strcmp(game->id, session->game))
            print_game_message(session, message, game);
    }
}

static void send_start_requests(struct online_session *session)
{
    const struct start_requests *start = &session->start;
    if (start->game)
        online_session_show(session, start->game);
    if (start->seek)
        commands_seek(session, start->seek);
    if (start->accept)
        commands_accept(session, start->accept);
    if (start->challenge)
        commands_challenge(session, start->challenge);
    if (start->invite)
        commands_invite(session, start->invite);
    if (start->computer)
        commands_computer(session, start->computer);
}

/* We always log in, so the server calls us Anonymous only if it does not accept our credentials. */
static bool is_logged_in(struct online_session *session)
{
    if (strcmp(client_name(session->client), "Anonymous") != 0)
        return true;
    online_session_print(session,
                         "the server does not accept this token, or the session has expired");
    session->failed = true;
    return false;
}

static void on_state(void *context, enum client_state state, const char *text)
{
    struct online_session *session = context;
    if (state == CLIENT_READY && is_logged_in(session)) {
        online_session_print(session,
                             session->was_connected ? "reconnected as %s" : "connected as %s",
                             client_name(session->client));
        session->disconnected = false;
        if (!session->was_connected)
            send_start_requests(session);
        session->was_connected = true;
    } else if (state == CLIENT_DISCONNECTED) {
        if (!session->disconnected)
            online_session_print(session, "connection lost (%s); reconnecting", text);
        session->disconnected = true;
        session->listing_games = false;
        session->search_id[0] = '\0';
        // The server sends what is still open after reconnecting.
        session->offers = (struct offers){.challenge_count = 0};
    } else if (state == CLIENT_FAILED) {
        online_session_print(session, "%s", text);
        session->failed = true;
    }
}

static void on_request_lost(void *context, const char *id)
{
    struct online_session *session = context;
    if (!strcmp(id, session->search_request))
        session->search_request[0] = '\0';
    online_session_print(session, "the answer to your last command was lost: "
                                  "check whether it worked, and repeat it if not");
}

const struct client_events messages_events = {
    .state = on_state, .message = on_server_message, .lost = on_request_lost};
