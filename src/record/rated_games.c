/* SPDX-License-Identifier: MIT */
#include "record/rated_games.h"

#include "ratings/rating_change.h"

bool rated_game_describe(const struct game_info *info, rk_winner winner, size_t plies,
                         int64_t ended_at, struct rated_game *out)
{
    static const double white_scores[] = {
        [RK_WHITE_WINS] = 1, [RK_BLACK_WINS] = 0, [RK_NOBODY_WINS] = 0.5};
    *out = (struct rated_game){.players = info->players,
                               .perf = game_settings_perf(&info->settings),
                               .white_score = white_scores[winner],
                               .plies = plies,
                               .ended_at = ended_at};
    return info->settings.rated && rated_game_counts(out);
}
