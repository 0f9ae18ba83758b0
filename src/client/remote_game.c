/* SPDX-License-Identifier: MIT */
#include "client/remote_game.h"

#include <string.h>

#include "base/text.h"
#include "rookery/fen.h"
#include "rookery/san.h"

void remote_game_init(struct remote_game *mirror, const char *id)
{
    *mirror = (struct remote_game){.version = -1};
    struct text text = text_in(mirror->id, sizeof mirror->id);
    text_add(&text, id);
    text_end(&text);
}

void remote_game_fini(struct remote_game *mirror)
{
    rk_game_destroy(mirror->game);
    mirror->game = NULL;
}

// ---- words -----------------------------------------------------------------------------------

static void copy(char *out, size_t size, const char *from)
{
    struct text text = text_in(out, size);
    text_add(&text, from ? from : "");
    text_end(&text);
}

static unsigned side_of(const char *name)
{
    return !name ? 2 : !strcmp(name, "white") ? RK_WHITE : !strcmp(name, "black") ? RK_BLACK : 2;
}

static bool is_over(const char *status)
{
    return strcmp(status, "created") != 0 && strcmp(status, "started") != 0;
}

static int64_t from_now(int64_t now, int64_t number, int64_t unit)
{
    return number == INTEGER_MISSING ? INT64_MAX : now + number * unit;
}

static int64_t number_or(int64_t number, int64_t otherwise)
{
    return number == INTEGER_MISSING ? otherwise : number;
}

// ---- snapshots -------------------------------------------------------------------------------

static bool play_move(rk_game *game, const char *uci, size_t size)
{
    const rk_position *pos = rk_game_position(game);
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos)};
    return !rk_uci_parse(pos, uci, size, &action.move, NULL) && !rk_game_play(game, action, NULL);
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

/* NULL if the start or a move of it cannot be, or memory has run out. */
static rk_game *make_game(const struct message_game *snapshot)
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

static void set_players(struct remote_game *mirror, const struct message_game *snapshot,
                        int64_t now)
{
    mirror->you = side_of(snapshot->you);
    copy(mirror->names[RK_WHITE], sizeof mirror->names[RK_WHITE], snapshot->white);
    copy(mirror->names[RK_BLACK], sizeof mirror->names[RK_BLACK], snapshot->black);
    mirror->here[RK_WHITE] = snapshot->white_here;
    mirror->here[RK_BLACK] = snapshot->black_here;
    mirror->claimable_at = from_now(now, snapshot->claimable_in, 1000);
    mirror->watchers = snapshot->watchers;
    const unsigned offered_by = side_of(snapshot->rematch);
    mirror->rematch_by = offered_by;
    copy(mirror->next, sizeof mirror->next, offered_by == 2 ? snapshot->rematch : NULL);
}

static void set_clocks(struct remote_game *mirror, int64_t white, int64_t black, bool running,
                       int64_t now)
{
    mirror->left[RK_WHITE] = number_or(white, INT64_MAX);
    mirror->left[RK_BLACK] = number_or(black, INT64_MAX);
    mirror->left_at = now;
    mirror->running = running;
}

static void set_status(struct remote_game *mirror, const char *status, const char *winner,
                       const char *reason, const char *offer)
{
    copy(mirror->status, sizeof mirror->status, status);
    copy(mirror->reason, sizeof mirror->reason, reason);
    mirror->over = is_over(status);
    mirror->winner = (rk_winner)side_of(winner);
    mirror->offer = (rk_winner)side_of(offer);
}

static enum remote_game_change take_snapshot(struct remote_game *mirror,
                                             const struct message_game *snapshot, bool wanted,
                                             int64_t now)
{
    if (snapshot->version < mirror->version && !wanted)
        return REMOTE_GAME_UNCHANGED;
    rk_game *game = make_game(snapshot);
    if (!game)
        return REMOTE_GAME_INVALID;
    rk_game_destroy(mirror->game);
    mirror->game = game;
    mirror->version = snapshot->version;
    copy(mirror->clock, sizeof mirror->clock, snapshot->clock);
    copy(mirror->speed, sizeof mirror->speed, snapshot->speed);
    mirror->rated = snapshot->rated;
    mirror->hidden = snapshot->hidden;
    mirror->can_claim = snapshot->claim;
    mirror->can_abort = snapshot->abort;
    mirror->deadline_at = from_now(now, snapshot->deadline_ms, 1);
    set_players(mirror, snapshot, now);
    set_clocks(mirror, snapshot->white_ms, snapshot->black_ms, snapshot->running, now);
    set_status(mirror, snapshot->status, snapshot->winner, snapshot->reason, snapshot->offer);
    return REMOTE_GAME_CHANGED;
}

// ---- what happens ----------------------------------------------------------------------------

/* Whether an entry of the log is the next one. */
static enum remote_game_change place(const struct remote_game *mirror, int64_t version)
{
    if (mirror->version < 0)
        return REMOTE_GAME_GAP;
    if (version <= mirror->version)
        return REMOTE_GAME_UNCHANGED;
    return version == mirror->version + 1 ? REMOTE_GAME_CHANGED : REMOTE_GAME_GAP;
}

static enum remote_game_change take_event(struct remote_game *mirror,
                                          const struct message_event *event, int64_t now)
{
    const enum remote_game_change change = place(mirror, event->version);
    if (change != REMOTE_GAME_CHANGED)
        return change;
    const bool moves = !strcmp(event->what, rk_action_name(RK_ACT_MOVE));
    if (moves && (!event->move || !play_move(mirror->game, event->move, strlen(event->move))))
        return REMOTE_GAME_INVALID;
    const rk_status status = rk_game_status(mirror->game);
    mirror->version = event->version;
    mirror->can_claim = event->claim;
    mirror->can_abort = !is_over(event->status) && (status == RK_CREATED || status == RK_OPENED);
    if (moves)
        mirror->deadline_at = INT64_MAX;
    set_clocks(mirror, event->white_ms, event->black_ms, event->running, now);
    set_status(mirror, event->status, event->winner, event->reason, event->offer);
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change take_number(struct remote_game *mirror, int64_t version)
{
    const enum remote_game_change change = place(mirror, version);
    if (change == REMOTE_GAME_CHANGED)
        mirror->version = version;
    return change;
}

/* What was said before a snapshot comes behind it, under its old numbers. */
static enum remote_game_change take_chat(struct remote_game *mirror, int64_t version)
{
    const enum remote_game_change change = take_number(mirror, version);
    if (change == REMOTE_GAME_GAP || version <= mirror->said)
        return change;
    mirror->said = version;
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change take_presence(struct remote_game *mirror,
                                             const struct message_presence *presence, int64_t now)
{
    const unsigned side = side_of(presence->side);
    if (side > RK_BLACK)
        return REMOTE_GAME_INVALID;
    const int64_t claimable_at = from_now(now, presence->claimable_in, 1000);
    const bool counts = side != mirror->you;
    if (mirror->here[side] == presence->here && (!counts || mirror->claimable_at == claimable_at))
        return REMOTE_GAME_UNCHANGED;
    mirror->here[side] = presence->here;
    if (counts)
        mirror->claimable_at = claimable_at;
    return REMOTE_GAME_CHANGED;
}

static enum remote_game_change take_rematch(struct remote_game *mirror,
                                            const struct message_rematched *rematched)
{
    mirror->rematch_by = side_of(rematched->by);
    copy(mirror->next, sizeof mirror->next, rematched->next);
    return REMOTE_GAME_CHANGED;
}

enum remote_game_change remote_game_apply(struct remote_game *mirror, const struct message *message,
                                          bool wanted, int64_t now)
{
    switch (message->kind) {
    case KIND_OF_message_game:
        return take_snapshot(mirror, &message->as.message_game, wanted, now);
    case KIND_OF_message_event:
        return take_event(mirror, &message->as.message_event, now);
    case KIND_OF_message_chat:
        return take_chat(mirror, message->as.message_chat.version);
    case KIND_OF_message_skip:
        return take_number(mirror, message->as.message_skip.version);
    case KIND_OF_message_presence:
        return take_presence(mirror, &message->as.message_presence, now);
    case KIND_OF_message_crowd:
        mirror->watchers = message->as.message_crowd.watchers;
        return REMOTE_GAME_CHANGED;
    case KIND_OF_message_rematched:
        return take_rematch(mirror, &message->as.message_rematched);
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

int64_t remote_game_time_left(const struct remote_game *mirror, unsigned side, int64_t now)
{
    const int64_t left = mirror->left[side];
    const bool runs = mirror->running && !mirror->over && left != INT64_MAX &&
                      rk_position_turn(rk_game_position(mirror->game)) == (rk_side)side;
    if (!runs)
        return left;
    return now - mirror->left_at < left ? left - (now - mirror->left_at) : 0;
}
