/* SPDX-License-Identifier: MIT */
#include "match/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "rookery/roster.h"

enum { LINE_MAX_SIZE = 512 };

const char report_repeated_advice[] = "use --openings with enough positions for different games";

__attribute__((format(printf, 2, 3))) static void append_line(struct buffer *out,
                                                              const char *format, ...)
{
    char line[LINE_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    buffer_text(out, line);
}

void report_elo(struct elo elo, char *out)
{
    elo.value += 0.0; // turns -0.0 into +0.0
    if (isinf(elo.value))
        snprintf(out, REPORT_ELO_MAX, elo.value > 0 ? "at least %+.1f" : "at most %+.1f",
                 elo.value > 0 ? elo.low : elo.high);
    else
        snprintf(out, REPORT_ELO_MAX, "%+.1f +- %.1f", elo.value, elo.error);
}

static void report_strength(const struct score *score, struct buffer *out)
{
    char elo[REPORT_ELO_MAX], normalised[REPORT_ELO_MAX];
    if (!score_has_enough_games(score)) {
        append_line(out, "Elo unknown: too few games (%lu of at least %d pairs), draws %.1f %%\n",
                    score_pairs(score), SCORE_PAIRS_MIN, 100 * score_draw_ratio(score));
        return;
    }
    report_elo(score_elo(score), elo);
    report_elo(score_normalised_elo(score), normalised);
    append_line(out, "Elo %s, normalised Elo %s, LOS %.1f %%, draws %.1f %%\n", elo, normalised,
                100 * score_superiority(score), 100 * score_draw_ratio(score));
}

static void report_pair(const struct report_subject *subject, struct buffer *out)
{
    const struct standings *standings = subject->standings;
    const struct score *score = &standings->scores[0];
    append_line(out, "%s vs %s: %lu wins, %lu draws, %lu losses in %lu games (%.1f %%)\n",
                subject->engines[0].name, subject->engines[1].name, score->wins, score->draws,
                score->losses, score_games(score), 100 * score_share(score));
    report_strength(score, out);
    append_line(
        out,
        "pairs with 0, 0.5, 1, 1.5, 2 points: %lu %lu %lu %lu %lu; lost on time, by crash or "
        "illegal move: %lu, %lu\n",
        score->pairs[0], score->pairs[1], score->pairs[2], score->pairs[3], score->pairs[4],
        standings->faults[0], standings->faults[1]);
}

/* Sorts the engines by score, the best first; ties keep the order of the command line. */
static void rank_engines(const struct standings *standings, unsigned *order)
{
    for (unsigned i = 0; i < standings->schedule.engines; i++) {
        unsigned at = i;
        for (; at &&
               score_share(&standings->scores[order[at - 1]]) < score_share(&standings->scores[i]);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void report_table(const struct report_subject *subject, struct buffer *out)
{
    const struct standings *standings = subject->standings;
    unsigned order[SCHEDULE_ENGINES_MAX];
    char elo[REPORT_ELO_MAX];
    rank_engines(standings, order);
    append_line(out, "%4s %-24s %18s %6s %7s %6s %6s %6s %6s\n", "rank", "engine", "Elo", "games",
                "score", "wins", "draws", "losses", "faults");
    for (unsigned i = 0; i < standings->schedule.engines; i++) {
        const struct score *score = &standings->scores[order[i]];
        if (score_has_enough_games(score))
            report_elo(score_elo(score), elo);
        else
            snprintf(elo, sizeof elo, "too few games");
        append_line(out, "%4u %-24.24s %18s %6lu %5.1f %% %6lu %6lu %6lu %6lu\n", i + 1,
                    subject->engines[order[i]].name, elo, score_games(score),
                    100 * score_share(score), score->wins, score->draws, score->losses,
                    standings->faults[order[i]]);
    }
}

static void report_sprt(const struct sprt *sprt, const struct score *score, struct buffer *out)
{
    static const char *const verdicts[] = {[SPRT_CONTINUE] = "continue",
                                           [SPRT_ACCEPT_H0] = "H0 accepted",
                                           [SPRT_ACCEPT_H1] = "H1 accepted"};
    append_line(out, "SPRT of %s Elo %g vs %g: LLR %.2f (%.2f, %.2f): %s\n",
                sprt->logistic ? "logistic" : "normalised", sprt->elo0, sprt->elo1,
                sprt_llr(sprt, score), sprt_lower(sprt), sprt_upper(sprt),
                verdicts[sprt_decide(sprt, score)]);
}

static void report_repeated(const struct standings *standings, struct buffer *out)
{
    if (standings->repeated)
        append_line(out, "%lu of %lu games %s an earlier one move for move: %s\n",
                    standings->repeated, standings->played,
                    standings->repeated == 1 ? "repeats" : "repeat", report_repeated_advice);
}

void report_standings(const struct report_subject *subject, struct buffer *out)
{
    if (subject->standings->schedule.engines == 2)
        report_pair(subject, out);
    else
        report_table(subject, out);
    report_repeated(subject->standings, out);
    if (subject->sprt)
        report_sprt(subject->sprt, &subject->standings->scores[0], out);
}

void report_game(const struct report_subject *subject, const struct runner_game *game,
                 struct buffer *out)
{
    append_line(out, "game %lu of %lu: %s - %s %s (%s)\n", game->number + 1,
                schedule_games(&subject->standings->schedule),
                subject->engines[game->pairing.white].name,
                subject->engines[game->pairing.black].name, rk_game_score(game->result->game),
                game->result->reason);
}
