/* SPDX-License-Identifier: MIT */
#include "match/report_json.h"

#include "base/json.h"

/* Null where there are too few games; a number that is infinite is null, too. */
static void put_elo(struct json *json, const char *key, const struct score *score, struct elo elo)
{
    json_key(json, key);
    if (!score_has_enough_games(score)) {
        json_null_value(json);
        return;
    }
    json_begin_object(json);
    json_put_decimal(json, "value", elo.value, 1);
    json_put_decimal(json, "error", elo.error, 1);
    json_put_decimal(json, "low", elo.low, 1);
    json_put_decimal(json, "high", elo.high, 1);
    json_end_object(json);
}

static void put_engine(struct json *json, const struct report_subject *subject, unsigned index)
{
    const struct engine_config *engine = &subject->engines[index];
    const struct score *score = &subject->standings->scores[index];
    json_begin_object(json);
    json_put_text(json, "name", engine->name);
    json_put_text(json, "command", engine->command);
    json_put_integer(json, "games", (int64_t)score_games(score));
    json_put_integer(json, "wins", (int64_t)score->wins);
    json_put_integer(json, "draws", (int64_t)score->draws);
    json_put_integer(json, "losses", (int64_t)score->losses);
    json_put_decimal(json, "points", (double)score->wins + (double)score->draws / 2, 1);
    json_put_array(json, "pairs");
    for (size_t i = 0; i < SCORE_PAIR_COUNT; i++)
        json_number(json, (int64_t)score->pairs[i]);
    json_end_array(json);
    json_put_integer(json, "faults", (int64_t)subject->standings->faults[index]);
    put_elo(json, "elo", score, score_elo(score));
    put_elo(json, "normalised_elo", score, score_normalised_elo(score));
    json_key(json, "los");
    if (score_has_enough_games(score))
        json_decimal(json, score_superiority(score), 4);
    else
        json_null_value(json);
    json_end_object(json);
}

static void put_sprt(struct json *json, const struct sprt *sprt, const struct score *score)
{
    static const char *const verdicts[] = {[SPRT_CONTINUE] = "continue",
                                           [SPRT_ACCEPT_H0] = "accept_h0",
                                           [SPRT_ACCEPT_H1] = "accept_h1"};
    json_key(json, "sprt");
    if (!sprt) {
        json_null_value(json);
        return;
    }
    json_begin_object(json);
    json_put_text(json, "model", sprt->logistic ? "logistic" : "normalised");
    json_put_decimal(json, "elo0", sprt->elo0, 2);
    json_put_decimal(json, "elo1", sprt->elo1, 2);
    json_put_decimal(json, "alpha", sprt->alpha, 4);
    json_put_decimal(json, "beta", sprt->beta, 4);
    json_put_decimal(json, "llr", sprt_llr(sprt, score), 3);
    json_put_decimal(json, "lower", sprt_lower(sprt), 3);
    json_put_decimal(json, "upper", sprt_upper(sprt), 3);
    json_put_text(json, "verdict", verdicts[sprt_decide(sprt, score)]);
    json_end_object(json);
}

static void put_ends(struct json *json, const struct standings *standings)
{
    json_put_object(json, "ends");
    for (unsigned end = 0; end < GAME_END_COUNT; end++)
        json_put_integer(json, game_end_name((enum game_end)end), (int64_t)standings->ends[end]);
    json_end_object(json);
}

void report_json(const struct report_subject *subject, const struct report_summary *summary,
                 struct buffer *out)
{
    static const char *const statuses[] = {[MATCH_PLAYED] = "played",
                                           [MATCH_DECIDED] = "decided",
                                           [MATCH_STOPPED] = "interrupted",
                                           [MATCH_FAILED] = "failed"};
    const struct standings *standings = subject->standings;
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "status", statuses[summary->end]);
    json_put_text(&json, "variant", rk_variant_name(summary->variant));
    json_put_integer(&json, "games", (int64_t)standings->played);
    json_put_integer(&json, "scheduled", (int64_t)schedule_games(&standings->schedule));
    json_put_integer(&json, "repeated", (int64_t)standings->repeated);
    json_put_decimal(&json, "seconds", summary->seconds, 3);
    json_put_array(&json, "engines");
    for (unsigned i = 0; i < standings->schedule.engines; i++)
        put_engine(&json, subject, i);
    json_end_array(&json);
    put_ends(&json, standings);
    put_sprt(&json, subject->sprt, &standings->scores[0]);
    json_end_object(&json);
    buffer_put(out, '\n');
}
