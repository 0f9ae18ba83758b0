/* SPDX-License-Identifier: MIT */
/* The terms of a game before it begins: variant, start, clock, and what players
 * may agree on. A value. */
#ifndef ROUNDS_TERMS_H
#define ROUNDS_TERMS_H

#include "rookery/clock.h"
#include "rookery/fen.h"
#include "rookery/position.h"
#include "wire/fields.h"
#include "wire/json.h"

enum wish { WISH_RANDOM, WISH_WHITE, WISH_BLACK };

enum speed {
#define ROW(speed, key, name, below) speed,
#include "rounds/speeds.def"
};

/* What may be agreed, as the API names it. */
enum {
    RULE_NO_ABORT = 1 << 0,
    RULE_NO_REMATCH = 1 << 1,
    RULE_NO_GIVE_TIME = 1 << 2,
    RULE_NO_CLAIM_WIN = 1 << 3,
    RULE_NO_EARLY_DRAW = 1 << 4
};

struct terms {
    rk_variant variant;
    bool from_position; /* not the variant's own start */
    rk_position start;
    rk_clock_rule clock;
    bool rated, hidden;
    enum wish wish; /* of whoever proposes them */
    unsigned rules;
};

/* What somebody asked for, as texts; NULL is not said. */
struct terms_wanted {
    const char *variant, *fen, *side, *rules;
    const char *clock;              /* as rk_clock_rule_parse() reads it; or the three below */
    int64_t limit, increment, days; /* seconds, seconds, days; -1: not said */
    bool rated, hidden;
};

/* Checks them by the limits of online play: times, starts that are over, rated games
 * from a position. Chess960 without a FEN gets one of its 960 starts, picked by
 * `chance`. False with `why` in words and in `where` the field as the API calls it. */
bool terms_make(const struct terms_wanted *wanted, uint64_t chance, struct terms *out, char *why,
                size_t why_size, const char **where);

enum speed terms_speed(const struct terms *terms);
int64_t terms_estimate(
    const struct terms *terms); /* seconds: base + 40 increments; INT64_MAX without a clock */
const char *speed_key(enum speed speed);  /* "ultraBullet" */
const char *speed_name(enum speed speed); /* "UltraBullet" */
const char *terms_perf_key(const struct terms *terms);
const char *terms_perf_name(const struct terms *terms);
const char *terms_variant_key(const struct terms *terms);  /* "kingOfTheHill", "fromPosition" */
const char *terms_variant_name(const struct terms *terms); /* "King of the Hill" */
const char *wish_name(enum wish wish);

/* Parts of the API's objects: `"variant":{...}`, `"timeControl":{...}`, `"perf":{...}`, and
 * `"speed"`, `"rated"`. */
void terms_write_variant(const struct terms *terms, struct json *json);
void terms_write_time_control(const struct terms *terms, struct json *json);
void terms_write_perf(const struct terms *terms, struct json *json);
void terms_write_rules(const struct terms *terms, struct json *json); /* if there are any */
/* For keeping: fields that terms_read() reads back. */
void terms_write(const struct terms *terms, struct json *json);
RK_MUST_USE rk_err terms_read(const struct fields *fields, struct terms *out, rk_fault *fault);

#endif
