/* SPDX-License-Identifier: MIT */
#include "rounds/player_presence.h"

#include "rounds/absence.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/round_json.h"
#include "rounds/round_messages.h"
#include "rounds/round_updates.h"
#include "rounds/watchers.h"

enum {
    STREAM_GRACE_MS = 1000, /* a dropped stream may be reopened */
    SOCKET_GRACE_MS = 1000, /* a page may be reloaded */
    COUNTDOWN_MS = 5000,    /* the countdown is announced after this time, then at this interval */
    CLOCK_MARGIN_MS =
        3000 /* with less than this left on the clock, the flag falls before a claim helps */
};

static void on_white_timer(void *context);
static void on_black_timer(void *context);

static void set_presence_timer(struct round *round, rk_side side, int64_t at)
{
    (void)timer_set(&round->server->timers, &round->presence[side].timer, at,
                    side == RK_WHITE ? on_white_timer : on_black_timer, round);
}

static void announce_absence(struct round *round, rk_side side, int64_t claimable_in)
{
    round->presence[side].absence_announced = true;
    watchers_send_message(round, round_message_presence(round, side, claimable_in));
    if (claimable_in >= 0)
        watchers_send_line(round, rk_side_other(side),
                           round_json_gone_line(round, true, claimable_in));
}

/* Whether the absence can be claimed before the flag falls. */
static bool can_be_claimed(const struct round *round, rk_side side, int64_t claimable_in)
{
    return claimable_in >= 0 && round_clock_left(round, side) > claimable_in + CLOCK_MARGIN_MS;
}

static bool allows_claims(const struct round *round)
{
    return round_has_clock(round) && !(round->info.settings.rules & RULE_NO_CLAIM_WIN);
}

static void on_presence_timer(struct round *round, rk_side side)
{
    const struct player_presence *presence = &round->presence[side];
    if (round_is_present(round, side))
        return;
    const int64_t away = absence_duration(round, side);
    const int64_t wait = absence_claimable_in(round, side);
    const bool counting = away >= COUNTDOWN_MS && can_be_claimed(round, side, wait);
    if (counting || !presence->absence_announced)
        announce_absence(round, side, counting ? wait : -1);
    if ((counting && wait == 0) || !allows_claims(round) || round_is_over(round))
        return; // nothing more to announce
    set_presence_timer(round, side,
                       presence->away_since + (away / COUNTDOWN_MS + 1) * COUNTDOWN_MS);
}

static void on_white_timer(void *context)
{
    on_presence_timer(context, RK_WHITE);
}

static void on_black_timer(void *context)
{
    on_presence_timer(context, RK_BLACK);
}

void player_presence_init(struct round *round)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const bool is_engine = round->info.players[side].role == ROLE_ENGINE;
        round->presence[side] = (struct player_presence){.away_since = round->server->now,
                                                         .absence_announced = !is_engine};
        if (!round_is_over(round) && !is_engine)
            set_presence_timer(round, side, round->server->now + COUNTDOWN_MS);
    }
}

void player_presence_stop(struct round *round)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        timer_stop(&round->server->timers, &round->presence[side].timer);
}

void player_presence_join(struct round *round, rk_side side)
{
    struct player_presence *presence = &round->presence[side];
    presence->connections++;
    presence->left_on_purpose = false;
    timer_stop(&round->server->timers, &presence->timer);
    if (!presence->absence_announced)
        return;
    presence->absence_announced = false;
    updates_send(round, round->journal.count);
    watchers_send_message(round, round_message_presence(round, side, -1));
    watchers_send_line(round, rk_side_other(side), round_json_gone_line(round, false, -1));
}

void player_presence_leave(struct round *round, rk_side side, enum watcher_view view,
                           bool on_purpose)
{
    struct player_presence *presence = &round->presence[side];
    if (--presence->connections > 0)
        return;
    const bool stream = view == VIEW_STREAM;
    presence->left_on_purpose = on_purpose;
    presence->away_since = round->server->now + (stream ? STREAM_GRACE_MS : 0);
    set_presence_timer(round, side,
                       round->server->now + (stream ? STREAM_GRACE_MS : SOCKET_GRACE_MS));
    updates_send(round, round->journal.count);
}

void player_presence_copy(struct round *round, rk_side side, bool is_present, int64_t away_since,
                          bool left_on_purpose)
{
    struct player_presence *presence = &round->presence[side];
    const bool was_present = presence->connections > 0;
    if (is_present && !was_present)
        player_presence_join(round, side);
    if (is_present || round->info.players[side].role == ROLE_ENGINE)
        return;
    presence->connections = 0;
    presence->away_since = away_since;
    presence->left_on_purpose = left_on_purpose;
    if (was_present && !round_is_over(round))
        set_presence_timer(round, side, round->server->now + SOCKET_GRACE_MS);
}

void player_presence_recount(struct round *round, rk_side side, unsigned connections)
{
    struct player_presence *presence = &round->presence[side];
    if (presence->connections > 0 && !connections) {
        presence->away_since = round->server->now;
        presence->left_on_purpose = false;
        set_presence_timer(round, side, round->server->now + SOCKET_GRACE_MS);
    }
    presence->connections = connections;
}

void player_presence_renew(struct round *round, rk_side side)
{
    struct player_presence *presence = &round->presence[side];
    if (presence->connections || round_is_over(round) ||
        round->info.players[side].role == ROLE_ENGINE)
        return;
    presence->away_since = round->server->now;
    presence->left_on_purpose = false;
    set_presence_timer(round, side, presence->away_since + COUNTDOWN_MS);
}

void player_presence_send(struct round *round, struct watcher *watcher)
{
    if (watcher->view != VIEW_STREAM || watcher->side == RK_NO_SIDE)
        return;
    const int64_t wait = absence_claimable_in(round, rk_side_other(watcher->side));
    if (wait >= 0)
        watcher_send(watcher, round_json_gone_line(round, true, wait));
}
