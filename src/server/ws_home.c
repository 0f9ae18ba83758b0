/* SPDX-License-Identifier: MIT */
#include "server/ws_home.h"

#include "server/ws_output.h"

enum { PLACES = 10 };

// ---- leaderboards ----------------------------------------------------------------------------

static void send_place(struct ws_session *session, enum perf perf, size_t place,
                       const struct leader *leader)
{
    ws_send_message(
        session, KIND_OF_message_place,
        &(struct message_place){.perf = perf_key(perf),
                                .place = (int64_t)place,
                                .name = leader->who->name,
                                .title = identity_title(leader->who),
                                .rating = rating_points(leader->rating),
                                .progress = rating_progress(leader->rating),
                                .online = presence_is_online(session->server, leader->who->id)});
}

static void send_places(struct ws_session *session, enum perf perf)
{
    struct leader leaders[PLACES];
    const size_t count = leaderboard_list(session->server, perf, leaders, PLACES);
    for (size_t i = 0; i < count; i++)
        send_place(session, perf, i + 1, &leaders[i]);
    ws_send_message(session, KIND_OF_message_places,
                    &(struct message_places){.perf = perf_key(perf), .count = (int64_t)count});
}

static void on_leaderboard_changed(struct leaderboard_listener *listener, enum perf perf)
{
    send_places(LIST_OWNER(listener, struct ws_session, leaderboard), perf);
}

void ws_handle_leaderboard(struct ws_session *session, const struct message_leaderboard *message)
{
    enum perf perf;
    if (!perf_from_key(message->perf, &perf)) {
        ws_send_refused(session, NULL, NULL, REFUSED_NOT_FOUND, "no such kind of rating");
        return;
    }
    const unsigned others = session->leaderboard.perfs & ~(1U << perf);
    if (session->leaderboard.perfs)
        leaderboard_unlisten(&session->leaderboard);
    session->leaderboard = (struct leaderboard_listener){
        .perfs = others | (unsigned)message->on << perf, .on_changed = on_leaderboard_changed};
    if (session->leaderboard.perfs)
        leaderboard_listen(session->server, &session->leaderboard);
    if (message->on)
        send_places(session, perf);
}

// ---- results ---------------------------------------------------------------------------------

static int64_t rating_field(struct shown_rating rating)
{
    return rating.points ? rating.points : INTEGER_MISSING;
}

static int64_t diff_field(const struct game_result *result, rk_side side)
{
    return result->rating.changed ? rating_result_diff(&result->rating, side) : INTEGER_MISSING;
}

static void on_result(struct results_listener *listener, const struct game_result *result)
{
    static const char *const winners[] = {
        [RK_WHITE_WINS] = "white", [RK_BLACK_WINS] = "black", [RK_NOBODY_WINS] = NULL};
    const struct game_info *info = &result->info;
    const struct game_settings *settings = &info->settings;
    char clock[RK_CLOCK_TEXT_MAX];
    game_settings_write_clock(settings, clock);
    ws_send_message(
        LIST_OWNER(listener, struct ws_session, results), KIND_OF_message_game_result,
        &(struct message_game_result){.game = info->id,
                                      .white = info->players[RK_WHITE].name,
                                      .black = info->players[RK_BLACK].name,
                                      .white_rating = rating_field(info->ratings[RK_WHITE]),
                                      .black_rating = rating_field(info->ratings[RK_BLACK]),
                                      .white_diff = diff_field(result, RK_WHITE),
                                      .black_diff = diff_field(result, RK_BLACK),
                                      .status = result->status,
                                      .winner = winners[result->winner],
                                      .variant = game_settings_variant_key(settings),
                                      .speed = speed_key(game_settings_speed(settings)),
                                      .clock = clock,
                                      .rated = settings->rated,
                                      .date = result->ended_at});
}

void ws_handle_results(struct ws_session *session, const struct message_results *message)
{
    if (session->follows_results)
        results_unlisten(&session->results);
    session->follows_results = message->on;
    session->results = (struct results_listener){.on_result = on_result};
    if (message->on)
        results_listen(session->server, &session->results);
}

// ---- TV --------------------------------------------------------------------------------------

static void send_featured(struct ws_session *session, enum tv_channel channel)
{
    const struct tv_feature *feature = tv_feature(session->server, channel);
    const bool has_game = *feature->game;
    ws_send_message(
        session, KIND_OF_message_featured,
        &(struct message_featured){.channel = tv_channel_key(channel),
                                   .game = has_game ? feature->game : NULL,
                                   .orientation = has_game ? rk_side_name(feature->side) : NULL});
}

static void on_featured(struct tv_listener *listener, enum tv_channel channel,
                        const struct round *round)
{
    (void)round;
    send_featured(LIST_OWNER(listener, struct ws_session, tv), channel);
}

void ws_handle_tv(struct ws_session *session, const struct message_tv *message)
{
    enum tv_channel channel;
    if (!tv_channel_parse(message->channel, &channel)) {
        ws_send_refused(session, NULL, NULL, REFUSED_NOT_FOUND, "no such TV channel");
        return;
    }
    const unsigned channels = session->tv.channels & ~(1U << channel);
    tv_leave(&session->tv);
    session->tv = (struct tv_listener){.channels = channels | (unsigned)message->on << channel,
                                       .featured = on_featured};
    if (session->tv.channels)
        tv_listen(session->server, &session->tv);
    if (message->on)
        send_featured(session, channel);
}

void ws_leave_home(struct ws_session *session)
{
    if (session->leaderboard.perfs)
        leaderboard_unlisten(&session->leaderboard);
    if (session->follows_results)
        results_unlisten(&session->results);
    session->leaderboard.perfs = 0;
    session->follows_results = false;
    tv_leave(&session->tv);
}
