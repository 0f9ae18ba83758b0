/* SPDX-License-Identifier: MIT */
#include "client/remote_game.h"

#include <string.h>

#include "base/text.h"
#include "rookery/fen.h"
#include "rookery/san.h"

void remote_game_init(struct remote_game *remote, const char *id)
{
    *remote = (struct remote_game){.version = -1};
    text_copy(remote->id, sizeof remote->id, id);
}

void remote_game_fini(struct remote_game *remote)
{
    rk_game_destroy(remote->moves);
    remote->moves = NULL;
}

// ---- fields of messages ----------------------------------------------------------------------

/* RK_NO_SIDE for NULL, "spectator" and the like. */
static rk_side parse_side(const char *name)
{
    if (name && !strcmp(name, "white"))
        return RK_WHITE;
    return name && !strcmp(name, "black") ? RK_BLACK : RK_NO_SIDE;
}

static bool is_over(const char *status)
{
    return strcmp(status, "created") != 0 && strcmp(status, "started") != 0;
}

/* A duration as a point in time; a missing one is never reached. */
static int64_t deadline_after(int64_t now, int64_t number, int64_t unit)
{
    return number == INTEGER_MISSING ? INT64_MAX : now + number * unit;
}

static int64_t clock_or_none(int64_t milliseconds)
{
    return milliseconds == INTEGER_MISSING ? INT64_MAX : milliseconds;
}

// ---- snapshots -------------------------------------------------------------------------------

static bool play_move(rk_game *game, const char *uci, size_t size)
{
    const rk_position *pos = rk_game_position(game);
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos)};
    return !rk_uci_parse(pos, uci, size, RK_NOTATION_PLAIN, &action.move, NULL) &&
           !rk_game_play(game, action, NULL);
}

static bool play_moves(rk_game *game, const char *moves)
{
    while (*moves) {
        const size_t size = strcspn(moves, " ");
        if (!play_move(game, moves, size))
            return false;
        moves += size;
        moves += *moves == ' ';
    }
    return true;
}

/* NULL if the start or a move is invalid, or memory runs out. */
static rk_game *create_game(const struct message_game *snapshot)
{
    rk_game_setup setup = {.no_undo = false};
    rk_game *game = NULL;
    rk_variant variant;
    if (!rk_variant_from_name(snapshot->variant, &variant) ||
        rk_fen_parse(snapshot->start, strlen(snapshot->start), variant, RK_FEN_PLAIN, &setup.start,
                     NULL) ||
        rk_game_create(&setup, &game))
        return NULL;
    if (play_moves(game, snapshot->moves))
        return game;
    rk_game_destroy(game);
    return NULL;
}

static void set_players(struct remote_game *remote, const struct message_game *snapshot,
                        int64_t now)
{
    remote->you = parse_side(snapshot->you);
    text_copy(remote->names[RK_WHITE], sizeof remote->names[RK_WHITE], snapshot->white);
    text_copy(remote->names[RK_BLACK], sizeof remote->names[RK_BLACK], snapshot->black);
    remote->ratings[RK_WHITE] = snapshot->white_rating;
    remote->ratings[RK_BLACK] = snapshot->black_rating;
    remote->provisional[RK_WHITE] = snapshot->white_provisional;
    remote->provisional[RK_BLACK] = snapshot->black_provisional;
    remote->present[RK_WHITE] = snapshot->white_here;
    remote->present[RK_BLACK] = snapshot->black_here;
    remote->claimable_at = deadline_after(now, snapshot->claimable_in, 1000);
    remote->watchers = snapshot->watchers;
    // The field holds either the side that offers a rematch or the id of the new game.
    remote->rematch_offer = parse_side(snapshot->rematch);
    text_copy(remote->rematch_game, sizeof remote->rematch_game,
              remote->rematch_offer == RK_NO_SIDE ? snapshot->rematch : NULL);
}

static void set_clocks(struct remote_game *remote, int64_t white, int64_t black, bool running,
                       int64_t now)
{
    remote->time_left[RK_WHITE] = clock_or_none(white);
    remote->time_left[RK_BLACK] = clock_or_none(black);
    remote->clocks_at = now;
    remote->running = running;
}

static void set_status(struct remote_game *remote, const char *status, const char *winner,
                       const char *reason, const char *offer)
{
    text_copy(remote->status, sizeof remote->status, status);
    text_copy(remote->reason, sizeof remote->reason, reason);
    remote->over = is_over(status);
    const rk_side side = parse_side(winner);
    remote->winner = side == RK_WHITE   ? RK_WHITE_WINS
                     : side == RK_BLACK ? RK_BLACK_WINS
                                        : RK_NOBODY_WINS;
    remote->draw_offer = parse_side(offer);
}

static enum remote_game_change apply_snapshot(struct remote_game *remote,
                                              const struct message_game *snapshot, bool requested,
                                              int64_t now)
{
    if (snapshot->version < remote->version && !requested)
        return REMOTE_GAME_UNCHANGED;
    rk_game *game = create_game(snapshot);
    if (!game)
        return REMOTE_GAME_INVALID;
    rk_game_destroy(remote->moves);
    remote->moves = game;
    remote->version = snapshot->version;
    text_copy(remote->clock, sizeof remote->clock, snapshot->clock);
    text_copy(remote->speed, sizeof remote->speed, snapshot->speed);
    remote->rated = snapshot->rated;
    remote->hidden = snapshot->hidden;
    remote->can_claim = snapshot->claim;
    remote->can_abort = snapshot->abort;
    remote->deadline_at = deadline_after(now, snapshot->deadline_ms, 1);
    set_players(remote, snapshot, now);
    set_clocks(remote, snapshot->white_ms, snapshot->black_ms, snapshot->running, now);
    set_status(remote, snapshot->status, snapshot->winner, snapshot->reason, snapshot->offer);
    return REMOTE_GAME_CHANGED;
}

// ---- events ----------------------------------------------------------------------------------

/* REMOTE_GAME_CHANGED if this version is the next one. */
static enum remote_game_change compare_version(const struct remote_game *remote, int64_t version)
{
    if (remote->version < 0)
        return REMOTE_GAME_GAP;
    if (version <= remote->version)
        return REMOTE_GAME_UNCHANGED;
    return version == remote->version + 1 ? REMOTE_GAME_CHANGED : REMOTE_GAME_GAP;
}

static enum remote_game_change apply_event(struct remote_game *remote,
                                           const struct message_event *event, int64_t now)
{
    const enum remote_game_change change = compare_version(remote, event->version);
    if (change != REMOTE_GAME_CHANGED)
        return change;
    const bool is_move = !strcmp(event->what, rk_action_name(RK_ACT_MOVE));
    if (is_move && (!event->move || !play_move(remote->moves, event->move, strlen(event->move))))
        return REMOTE_GAME_INVALID;
    const rk_status status = rk_game_status(remote->moves);
    remote->version = event->version;
    remote->can_claim = event->claim;
    remote->can_abort = !is_over(event->status) && (status == RK_CREATED || status == RK_OPENED);
    if (is_move)
        remote->deadline_at = INT64_MAX;
    set_clocks(remote, event->white_ms, event->black_ms, event->running, now);
    set_status(remote, event->status, event->winner, event->reason, event->offer);
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change apply_version(struct remote_game *remote, int64_t version)
{
    const enum remote_game_change change = compare_version(remote, version);
    if (change == REMOTE_GAME_CHANGED)
        remote->version = version;
    return change;
}

/* After a snapshot the server sends the earlier chat lines with their old versions. */
static enum remote_game_change apply_chat(struct remote_game *remote, int64_t version)
{
    const enum remote_game_change change = apply_version(remote, version);
    if (change == REMOTE_GAME_GAP || version <= remote->chat_version)
        return change;
    remote->chat_version = version;
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change apply_presence(struct remote_game *remote,
                                              const struct message_presence *presence, int64_t now)
{
    const rk_side side = parse_side(presence->side);
    if (side == RK_NO_SIDE)
        return REMOTE_GAME_INVALID;
    const int64_t claimable_at = deadline_after(now, presence->claimable_in, 1000);
    const bool is_opponent = side != remote->you;
    if (remote->present[side] == presence->here &&
        (!is_opponent || remote->claimable_at == claimable_at))
        return REMOTE_GAME_UNCHANGED;
    remote->present[side] = presence->here;
    if (is_opponent)
        remote->claimable_at = claimable_at;
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change apply_rematch(struct remote_game *remote,
                                             const struct message_rematched *rematched)
{
    remote->rematch_offer = parse_side(rematched->by);
    text_copy(remote->rematch_game, sizeof remote->rematch_game, rematched->next);
    return REMOTE_GAME_CHANGED;
}

enum remote_game_change remote_game_apply(struct remote_game *remote, const struct message *message,
                                          bool requested, int64_t now)
{
    switch (message->kind) {
    case KIND_OF_message_game:
        return apply_snapshot(remote, &message->as.message_game, requested, now);
    case KIND_OF_message_event:
        return apply_event(remote, &message->as.message_event, now);
    case KIND_OF_message_chat:
        return apply_chat(remote, message->as.message_chat.version);
    case KIND_OF_message_skip:
        return apply_version(remote, message->as.message_skip.version);
    case KIND_OF_message_presence:
        return apply_presence(remote, &message->as.message_presence, now);
    case KIND_OF_message_crowd:
        remote->watchers = message->as.message_crowd.watchers;
        return REMOTE_GAME_CHANGED;
    case KIND_OF_message_rematched:
        return apply_rematch(remote, &message->as.message_rematched);
    default:
        return REMOTE_GAME_UNCHANGED;
    }
}

const char *remote_game_id_in(const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_game:
        return message->as.message_game.game;
    case KIND_OF_message_event:
        return message->as.message_event.game;
    case KIND_OF_message_chat:
        return message->as.message_chat.game;
    case KIND_OF_message_skip:
        return message->as.message_skip.game;
    case KIND_OF_message_presence:
        return message->as.message_presence.game;
    case KIND_OF_message_crowd:
        return message->as.message_crowd.game;
    case KIND_OF_message_rematched:
        return message->as.message_rematched.game;
    default:
        return NULL;
    }
}

int64_t remote_game_time_left(const struct remote_game *remote, rk_side side, int64_t now)
{
    const int64_t left = remote->time_left[side];
    const bool is_running = remote->running && !remote->over && left != INT64_MAX &&
                            rk_position_turn(rk_game_position(remote->moves)) == side;
    if (!is_running)
        return left;
    return now - remote->clocks_at < left ? left - (now - remote->clocks_at) : 0;
}
