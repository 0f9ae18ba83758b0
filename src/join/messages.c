/* SPDX-License-Identifier: MIT */
#include "join/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join/commands.h"
#include "rookery/san.h"
#include "tui/report.h"
#include "tui/text_row.h"

static void copy(char *out, size_t size, const char *from)
{
    snprintf(out, size, "%s", from ? from : "");
}

// ---- the game on the board -------------------------------------------------------------------

static void write_clocks(const struct remote_game *game, char *out, size_t size)
{
    char *text = NULL;
    size_t length;
    out[0] = '\0';
    FILE *stream = game->left[0] == INT64_MAX ? NULL : open_memstream(&text, &length);
    if (!stream)
        return;
    fputs("  [", stream);
    text_row_put_time(game->left[RK_WHITE], stream);
    fputs(" - ", stream);
    text_row_put_time(game->left[RK_BLACK], stream);
    fputs("]", stream);
    fclose(stream);
    copy(out, size, text);
    free(text);
}

static void tell_move(struct online_session *visit, const char *text,
                      const struct remote_game *game, const char *clocks)
{
    const rk_position *pos = rk_game_position(game->game);
    const bool white = rk_position_turn(pos) == RK_BLACK;
    online_session_print(visit, "%u%s %s%s", pos->move_number - !white, white ? "." : "...", text,
                         clocks);
}

/* What was played before one came: a fast opponent's first move, or a game that is watched. */
static void tell_last_move(struct online_session *visit, const struct remote_game *game)
{
    const size_t count = rk_game_length(game->game);
    const rk_action *last = count ? rk_game_action(game->game, count - 1) : NULL;
    if (!last || last->kind != RK_ACT_MOVE)
        return;
    char san[RK_SAN_MAX], clocks[64];
    rk_san_write(rk_game_before(game->game, count - 1), last->move, san);
    write_clocks(game, clocks, sizeof clocks);
    tell_move(visit, san, game, clocks);
}

static void announce(struct online_session *visit, const struct remote_game *game)
{
    char title[400], status[400];
    copy(visit->announced, sizeof visit->announced, game->id);
    online_session_write_title(visit, title, sizeof title);
    online_session_write_status(visit, game->left_at, status, sizeof status);
    online_session_print(visit, "game %s: %s (White) - %s (Black)", title, game->names[RK_WHITE],
                         game->names[RK_BLACK]);
    if (game->you < 2)
        online_session_print(visit, "you are %s", report_sides[game->you]);
    tell_last_move(visit, game);
    online_session_print(visit, "%s", status);
}

static const char *deed_of(const char *what)
{
    static const char *const deeds[RK_ACTION_COUNT] = {
        [RK_ACT_RESIGN] = "resigns",
        [RK_ACT_OFFER_DRAW] = "offers a draw",
        [RK_ACT_ACCEPT_DRAW] = "accepts the draw",
        [RK_ACT_DECLINE_DRAW] = "declines the draw",
        [RK_ACT_WITHDRAW_DRAW] = "takes the offer of a draw back",
        [RK_ACT_CLAIM_DRAW] = "claims a draw",
        [RK_ACT_FLAG] = "has no time left",
        [RK_ACT_FORFEIT] = "has left the game",
        [RK_ACT_ADJUDICATE] = ": the game is decided",
        [RK_ACT_PAUSE] = ": the clocks stand still",
        [RK_ACT_RESUME] = ": the clocks run again",
        [RK_ACT_ADD_TIME] = "gets more time",
        [RK_ACT_START_CLOCK] = ": the clocks run from now on"};
    for (unsigned kind = 0; kind < RK_ACTION_COUNT; kind++)
        if (deeds[kind] && !strcmp(rk_action_name((rk_action_kind)kind), what))
            return deeds[kind];
    return what;
}

/* Whether it is an offer to us. */
static bool is_asked(const struct message_event *event, const struct remote_game *game)
{
    return game->you < 2 && !strcmp(event->what, rk_action_name(RK_ACT_OFFER_DRAW)) &&
           strcmp(event->by, rk_side_name((rk_side)game->you)) != 0;
}

static void tell_event(struct online_session *visit, const struct message_event *event,
                       const struct remote_game *game)
{
    char result[REMOTE_GAME_REASON_MAX + 16], clocks[64];
    write_clocks(game, clocks, sizeof clocks);
    const char *deed = deed_of(event->what);
    const char *name = game->names[strcmp(event->by, "black") == 0 ? RK_BLACK : RK_WHITE];
    if (!strcmp(event->what, rk_action_name(RK_ACT_MOVE)))
        tell_move(visit, event->san ? event->san : event->move, game, clocks);
    else if (!strcmp(event->what, rk_action_name(RK_ACT_ABORT)))
        ; // the result says by whom or why
    else if (!strcmp(event->what, rk_action_name(RK_ACT_ADD_TIME)))
        online_session_print(visit, "%s %s%s", name, deed, clocks);
    else if (*deed == ':')
        online_session_print(visit, "%s", deed + 2);
    else
        online_session_print(visit, "%s %s%s", name, deed,
                             is_asked(event, game) ? ": accept or decline" : "");
    if (!game->over)
        return;
    online_session_write_result(game, result, sizeof result);
    online_session_print(visit, "result: %s", result);
    if (game->you < 2 && !visit->patient)
        online_session_print(visit, "rematch offers another game, seek looks for another opponent");
}

static void tell_presence(struct online_session *visit, const struct message_presence *presence,
                          const struct remote_game *game)
{
    const unsigned side = strcmp(presence->side, "black") == 0 ? RK_BLACK : RK_WHITE;
    if (game->over || side == game->you)
        return;
    if (presence->here)
        online_session_print(visit, "%s is here", game->names[side]);
    else if (!presence->claimable_in)
        online_session_print(visit, "%s is away; the game can be claimed now: claim",
                             game->names[side]);
    else if (presence->claimable_in != INTEGER_MISSING)
        online_session_print(visit, "%s is away; the game can be claimed in %lld s",
                             game->names[side], (long long)presence->claimable_in);
    else
        online_session_print(visit, "%s is away", game->names[side]);
}

static void tell_rematch(struct online_session *visit, const struct message_rematched *rematched,
                         const struct remote_game *game)
{
    if (rematched->next)
        online_session_print(visit, "the rematch has begun: %s", rematched->next);
    else if (game->rematch_by > 1)
        online_session_print(visit, "there will be no rematch");
    else if (game->rematch_by == game->you)
        online_session_print(visit, "you offer a rematch");
    else
        online_session_print(visit, "%s offers a rematch: accept or decline",
                             game->names[game->rematch_by]);
}

static void tell_of_game(struct online_session *visit, const struct message *message,
                         const struct remote_game *game)
{
    if (game->game && strcmp(visit->announced, game->id) != 0)
        announce(visit, game);
    switch (message->kind) {
    case KIND_OF_message_event:
        tell_event(visit, &message->as.message_event, game);
        break;
    case KIND_OF_message_chat:
        online_session_print(visit, "<%s> %s", message->as.message_chat.name,
                             message->as.message_chat.text);
        break;
    case KIND_OF_message_presence:
        tell_presence(visit, &message->as.message_presence, game);
        break;
    case KIND_OF_message_rematched:
        tell_rematch(visit, &message->as.message_rematched, game);
        break;
    default:
        break;
    }
}

// ---- the rest --------------------------------------------------------------------------------

static void begin_game(struct online_session *visit, const struct message_start *start)
{
    const struct remote_game *game = online_session_game(visit);
    const bool busy = visit->game[0] && strcmp(visit->game, start->game) != 0 &&
                      (!game || (!game->over && game->you < 2) || visit->wish.game);
    visit->finding[0] = visit->made[0] = '\0';
    if (busy)
        online_session_print(visit, "a game of yours goes on: watch %s", start->game);
    else if (strcmp(visit->game, start->game) != 0)
        online_session_show(visit, start->game);
}

static const char *wish_in_words(const char *side, bool ours)
{
    if (!strcmp(side, "random"))
        return "";
    const bool white = !strcmp(side, "white");
    return white == ours ? ", you are White" : ", you are Black";
}

/* "Anna challenges you: 5+3 standard (X7GA5QkF): accept or decline" */
static void say_challenge(struct online_session *visit, const char *who, const char *does,
                          const struct message_challenged *challenged, const char *end)
{
    const bool ours = !*end;
    online_session_print(visit, "%s %s: %s %s%s%s (%s)%s", who, does,
                         online_session_clock_text(challenged->clock), challenged->variant,
                         challenged->rated ? " rated" : "", wish_in_words(challenged->side, ours),
                         challenged->challenge, end);
    if (challenged->message && !ours)
        online_session_print(visit, "%s says: %s", who, challenged->message);
}

/* What became of a challenge. */
static void tell_answer(struct online_session *visit, const struct message_challenged *challenged,
                        bool ours)
{
    const char *by = ours && challenged->to ? challenged->to : "";
    online_session_print(visit, "challenge %s is %s%s%s%s%s", challenged->challenge,
                         !strcmp(challenged->state, "canceled") ? "taken back" : challenged->state,
                         *by ? " by " : "", by, challenged->reason ? ": " : "",
                         challenged->reason ? challenged->reason : "");
}

static void tell_challenge(struct online_session *visit,
                           const struct message_challenged *challenged)
{
    const char *from = challenged->from ? challenged->from : "somebody";
    const bool ours = challenged->from && !strcmp(from, client_name(visit->client));
    if (challenged->rematch_of)
        return; // told as a rematch
    const bool open =
        !strcmp(challenged->state, "created") || !strcmp(challenged->state, "offline");
    if (!open)
        tell_answer(visit, challenged, ours);
    else if (ours && challenged->to)
        say_challenge(visit, "you challenge", challenged->to, challenged, "");
    else if (!ours)
        say_challenge(visit, from, "challenges you", challenged, ": accept or decline");
    if (open && !ours)
        copy(visit->challenge, sizeof visit->challenge, challenged->challenge);
    else if (!open && !strcmp(visit->challenge, challenged->challenge))
        visit->challenge[0] = '\0';
    if (!open && ours)
        visit->finding[0] = '\0';
}

static void take_ack(struct online_session *visit, const struct message_ack *ack)
{
    if (ack->version != INTEGER_MISSING && ack->game && !strcmp(ack->game, visit->game))
        visit->acked = ack->version;
    if (strcmp(ack->id, visit->finding) != 0 || !ack->made)
        return;
    copy(visit->made, sizeof visit->made, ack->made);
    if (visit->finds == KIND_OF_message_seek)
        online_session_print(visit, "looking for an opponent; cancel ends it");
    else if (visit->finds == KIND_OF_message_challenge && visit->invites)
        online_session_print(
            visit, "whoever comes plays: %s/%s, or rookery join %s --accept %s; cancel ends it",
            visit->url, ack->made, visit->url, ack->made);
    else if (visit->finds == KIND_OF_message_challenge)
        online_session_print(visit, "waiting for an answer; cancel takes the challenge back");
}

static void take_refusal(struct online_session *visit, const struct message_refused *refused)
{
    const char *id = refused->id ? refused->id : "";
    // What is no challenge may be a seek.
    if (visit->accept_id[0] && !strcmp(id, visit->accept_id) &&
        !strcmp(refused->why, "not-found")) {
        visit->accept_id[0] = '\0';
        commands_join(visit, visit->accepting);
        return;
    }
    if (id[0] && !strcmp(id, visit->finding))
        visit->finding[0] = '\0';
    if (refused->game && !id[0] && !strcmp(refused->game, visit->game) &&
        !online_session_game(visit)) {
        client_unwatch(visit->client, visit->game);
        visit->game[0] = '\0';
    }
    visit->refused = true;
    if (refused->wait != INTEGER_MISSING)
        online_session_print(visit, "refused: %s (%s, again in %lld s)", refused->text,
                             refused->limit ? refused->limit : "a limit", (long long)refused->wait);
    else
        online_session_print(visit, "refused: %s", refused->text);
}

static void tell_seek(struct online_session *visit, const struct message_found *found)
{
    const bool yours = found->yours || !strcmp(found->name, client_name(visit->client));
    online_session_print(visit, "seek %s: %s, %s %s%s%s%s", found->seek, found->name,
                         online_session_clock_text(found->clock), found->variant,
                         found->rated ? " rated" : "", wish_in_words(found->side, yours),
                         yours ? " (yours)" : "");
}

static void on_message(void *context, const struct message *message, const struct remote_game *game)
{
    struct online_session *visit = context;
    const struct message_running *running = &message->as.message_running;
    switch (message->kind) {
    case KIND_OF_message_start:
        begin_game(visit, &message->as.message_start);
        return;
    case KIND_OF_message_ack:
        take_ack(visit, &message->as.message_ack);
        return;
    case KIND_OF_message_refused:
        take_refusal(visit, &message->as.message_refused);
        return;
    case KIND_OF_message_challenged:
        tell_challenge(visit, &message->as.message_challenged);
        return;
    case KIND_OF_message_found:
        tell_seek(visit, &message->as.message_found);
        return;
    case KIND_OF_message_lost:
        online_session_print(visit, "seek %s is gone", message->as.message_lost.seek);
        return;
    case KIND_OF_message_running:
        online_session_print(visit, "game %s: %s - %s, %s %s, %lld half-moves, %lld watch",
                             running->game, running->white, running->black, running->variant,
                             online_session_clock_text(running->clock), (long long)running->plies,
                             (long long)running->watchers);
        return;
    case KIND_OF_message_running_end:
        visit->listing = false;
        online_session_print(visit, "games that go on: %lld",
                             (long long)message->as.message_running_end.count);
        return;
    case KIND_OF_message_notice:
        online_session_print(visit, "%s", message->as.message_notice.text);
        return;
    default:
        if (game && !strcmp(game->id, visit->game))
            tell_of_game(visit, message, game);
    }
}

static void begin_visit(struct online_session *visit)
{
    const struct online_goals *wish = &visit->wish;
    if (wish->game)
        online_session_show(visit, wish->game);
    if (wish->seek)
        commands_seek(visit, wish->seek);
    if (wish->accept)
        commands_accept(visit, wish->accept);
    if (wish->challenge)
        commands_challenge(visit, wish->challenge);
    if (wish->invite)
        commands_invite(visit, wish->invite);
    if (wish->computer)
        commands_computer(visit, wish->computer);
}

/* We say who we are; to be told that we are nobody is a refusal. */
static bool is_known(struct online_session *visit)
{
    if (strcmp(client_name(visit->client), "Anonymous") != 0)
        return true;
    online_session_print(visit, "the server does not know this token, or the session has ended");
    visit->failed = true;
    return false;
}

static void on_state(void *context, enum client_state state, const char *words)
{
    struct online_session *visit = context;
    if (state == CLIENT_READY && is_known(visit)) {
        online_session_print(visit, visit->greeted ? "connected again as %s" : "connected as %s",
                             client_name(visit->client));
        visit->away = false;
        if (!visit->greeted)
            begin_visit(visit);
        visit->greeted = true;
    } else if (state == CLIENT_DISCONNECTED) {
        if (!visit->away)
            online_session_print(visit, "the connection is lost (%s); trying again", words);
        visit->away = true;
        visit->listing = false;
        visit->made[0] = '\0';
    } else if (state == CLIENT_FAILED) {
        online_session_print(visit, "%s", words);
        visit->failed = true;
    }
}

static void on_lost(void *context, const char *id)
{
    struct online_session *visit = context;
    if (!strcmp(id, visit->finding))
        visit->finding[0] = '\0';
    online_session_print(visit,
                         "nobody knows what came of the last order: look, and give it again");
}

const struct client_events messages_events = {
    .state = on_state, .message = on_message, .lost = on_lost};
