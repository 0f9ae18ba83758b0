/* SPDX-License-Identifier: MIT */
#include "rounds/attendance.h"

#include "rounds/absence.h"
#include "rounds/audience.h"
#include "rounds/roundtime.h"
#include "rounds/roundview.h"

enum {
    STREAM_MS = 1000, /* a stream that drops may be opened again */
    TOLD_MS = 1000,   /* so may a page */
    TICK_MS = 5000,   /* the countdown is told after so long, and then so often */
    OUTLAST_MS = 3000 /* by so much the clock must outlast the countdown, to be of interest */
};

static void tick_white(void *context);
static void tick_black(void *context);

static void set_ticker(struct round *round, unsigned side, int64_t at)
{
    (void)timer_set(&round->server->timers, &round->seats[side].ticker, at,
                    side == RK_WHITE ? tick_white : tick_black, round);
}

static void tell_gone(struct round *round, unsigned side, int64_t claimable_in)
{
    round->seats[side].told_gone = true;
    audience_tell(round, view_presence(round, side, claimable_in));
    if (claimable_in >= 0)
        audience_tell_streams(round, !side, view_gone_line(round, true, claimable_in));
}

/* Whether the clock lets it come to a claim at all. */
static bool is_of_interest(const struct round *round, unsigned side, int64_t claimable_in)
{
    return claimable_in >= 0 && round_left(round, side) > claimable_in + OUTLAST_MS;
}

static bool is_ever_claimed(const struct round *round)
{
    return round_is_clocked(round) && !(round->info.settings.rules & RULE_NO_CLAIM_WIN);
}

static void tick(struct round *round, unsigned side)
{
    struct seat *seat = &round->seats[side];
    if (round_is_present(round, side))
        return;
    const int64_t away = absence_of(round, side);
    const int64_t wait = absence_claimable_in(round, side);
    const bool counts = away >= TICK_MS && is_of_interest(round, side, wait);
    if (counts || !seat->told_gone)
        tell_gone(round, side, counts ? wait : -1);
    if ((counts && wait == 0) || !is_ever_claimed(round) || round_is_over(round))
        return; // that was said; or there is nothing to count
    set_ticker(round, side, seat->gone_since + (away / TICK_MS + 1) * TICK_MS);
}

static void tick_white(void *context)
{
    tick(context, RK_WHITE);
}

static void tick_black(void *context)
{
    tick(context, RK_BLACK);
}

void attendance_begin(struct round *round)
{
    for (unsigned side = 0; side < 2; side++) {
        struct seat *seat = &round->seats[side];
        const enum role role = round->info.players[side].role;
        const bool is_here = role == ROLE_ENGINE; // always
        *seat = (struct seat){.gone_since = round->server->now, .told_gone = !is_here};
        seat->lag = lag_make(role == ROLE_BOT || is_here ? 0 : lag_quota_of(&round->info.settings));
        if (!round_is_over(round) && !is_here)
            set_ticker(round, side, seat->gone_since + TICK_MS);
    }
}

void attendance_end(struct round *round)
{
    for (unsigned side = 0; side < 2; side++)
        timer_stop(&round->server->timers, &round->seats[side].ticker);
}

void attendance_come(struct round *round, unsigned side)
{
    struct seat *seat = &round->seats[side];
    seat->connections++;
    seat->left_on_purpose = false;
    timer_stop(&round->server->timers, &seat->ticker);
    if (!seat->told_gone)
        return;
    seat->told_gone = false;
    audience_tell(round, view_presence(round, side, -1));
    audience_tell_streams(round, !side, view_gone_line(round, false, -1));
}

void attendance_go(struct round *round, unsigned side, enum watcher_view view, bool on_purpose)
{
    struct seat *seat = &round->seats[side];
    if (--seat->connections > 0)
        return;
    const bool stream = view == VIEW_STREAM;
    seat->left_on_purpose = on_purpose;
    seat->gone_since = round->server->now + (stream ? STREAM_MS : 0);
    set_ticker(round, side, round->server->now + (stream ? STREAM_MS : TOLD_MS));
}

void attendance_renew(struct round *round, unsigned side)
{
    struct seat *seat = &round->seats[side];
    if (seat->connections || round_is_over(round) || round->info.players[side].role == ROLE_ENGINE)
        return;
    seat->gone_since = round->server->now;
    seat->left_on_purpose = false;
    set_ticker(round, side, seat->gone_since + TICK_MS);
}

void attendance_tell(struct round *round, struct watcher *watcher)
{
    const unsigned other = !watcher->side;
    const int64_t wait = absence_claimable_in(round, other);
    if (watcher->view != VIEW_STREAM || watcher->side > 1 || wait < 0)
        return;
    struct shared_buffer *line = view_gone_line(round, true, wait);
    if (line)
        watcher->send(watcher, line);
    shared_buffer_unref(line);
}
