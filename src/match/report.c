/* SPDX-License-Identifier: MIT */
#include "match/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "rookery/roster.h"

enum { LINE_MAX_SIZE = 512 };

__attribute__((format(printf, 2, 3))) static void say(struct buffer *out, const char *format, ...)
{
    char line[LINE_MAX_SIZE];
    va_list words;
    va_start(words, format);
    vsnprintf(line, sizeof line, format, words);
    va_end(words);
    buffer_text(out, line);
}

void report_elo(struct elo elo, char *out)
{
    elo.value += 0.0; // of the two zeros, the positive one
    if (isinf(elo.value))
        snprintf(out, REPORT_ELO_MAX, "%s", elo.value > 0 ? "+inf" : "-inf");
    else if (isinf(elo.error) || isnan(elo.error))
        snprintf(out, REPORT_ELO_MAX, "%+.1f +- inf", elo.value);
    else
        snprintf(out, REPORT_ELO_MAX, "%+.1f +- %.1f", elo.value, elo.error);
}

static void report_pair(const struct report_subject *subject, struct buffer *out)
{
    const struct standings *standings = subject->standings;
    const struct score *score = &standings->scores[0];
    char elo[REPORT_ELO_MAX], normalised[REPORT_ELO_MAX];
    report_elo(score_elo(score), elo);
    report_elo(score_normalised_elo(score), normalised);
    say(out, "%s against %s: %lu won, %lu drawn, %lu lost of %lu: %.1f %%\n",
        subject->contestants[0].name, subject->contestants[1].name, score->wins, score->draws,
        score->losses, score_games(score), 100 * score_share(score));
    say(out, "Elo %s, normalised %s, better with %.1f %%, draws %.1f %%\n", elo, normalised,
        100 * score_superiority(score), 100 * score_draw_ratio(score));
    say(out,
        "pairs with 0 to 2 points: %lu %lu %lu %lu %lu; lost by time, crash or bad move: "
        "%lu, %lu\n",
        score->pairs[0], score->pairs[1], score->pairs[2], score->pairs[3], score->pairs[4],
        standings->faults[0], standings->faults[1]);
}

/* The engines, the best first; those with the same share in the order they were entered. */
static void rank(const struct standings *standings, unsigned *order)
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
    rank(standings, order);
    say(out, "%4s %-24s %18s %6s %7s %6s %6s %6s %6s\n", "rank", "engine", "Elo", "games", "score",
        "won", "drawn", "lost", "faults");
    for (unsigned i = 0; i < standings->schedule.engines; i++) {
        const struct score *score = &standings->scores[order[i]];
        report_elo(score_elo(score), elo);
        say(out, "%4u %-24.24s %18s %6lu %5.1f %% %6lu %6lu %6lu %6lu\n", i + 1,
            subject->contestants[order[i]].name, elo, score_games(score), 100 * score_share(score),
            score->wins, score->draws, score->losses, standings->faults[order[i]]);
    }
}

static void report_test(const struct sprt *sprt, const struct score *score, struct buffer *out)
{
    static const char *const words[] = {[SPRT_GOES_ON] = "goes on",
                                        [SPRT_ACCEPTS_0] = "elo0 is accepted",
                                        [SPRT_ACCEPTS_1] = "elo1 is accepted"};
    say(out, "SPRT of %s Elo %g against %g: LLR %.2f within %.2f and %.2f: %s\n",
        sprt->logistic ? "logistic" : "normalised", sprt->elo0, sprt->elo1, sprt_ratio(sprt, score),
        sprt_lower(sprt), sprt_upper(sprt), words[sprt_judge(sprt, score)]);
}

void report_standings(const struct report_subject *subject, struct buffer *out)
{
    if (subject->standings->schedule.engines == 2)
        report_pair(subject, out);
    else
        report_table(subject, out);
    if (subject->sprt)
        report_test(subject->sprt, &subject->standings->scores[0], out);
}

void report_game(const struct report_subject *subject, const struct runner_game *game,
                 struct buffer *out)
{
    say(out, "game %lu of %lu: %s - %s %s (%s)\n", game->number + 1,
        schedule_games(&subject->standings->schedule),
        subject->contestants[game->pairing.white].name,
        subject->contestants[game->pairing.black].name, rk_game_score(game->result->game),
        game->result->reason);
}
