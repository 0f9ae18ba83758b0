/* SPDX-License-Identifier: MIT */
/* The settings of a game: variant, start position, clock, rated or not, and special rules. */
#ifndef RECORD_GAME_SETTINGS_H
#define RECORD_GAME_SETTINGS_H

#include "base/json.h"
#include "base/milliseconds.h"
#include "ratings/perf.h"
#include "rookery/clock.h"
#include "rookery/fen.h"
#include "rookery/position.h"
#include "wire/fields.h"

enum side_choice { CHOOSE_RANDOM, CHOOSE_WHITE, CHOOSE_BLACK };

enum speed {
#define ROW(speed, key, name, below) speed,
#include "record/speeds.def"
};

/* What a request may ask for. */
enum {
    CLOCK_LIMIT_MAX_MS = 180 * MINUTE_MS,
    CLOCK_INCREMENT_MAX_MS = 180 * SECOND_MS,
    CLOCK_DAYS_COUNT = 7,
    FEN_SIZE_MAX = 128 /* the longest that fits a message of the protocol */
};
extern const int64_t clock_days[CLOCK_DAYS_COUNT]; /* per move of correspondence games */

/* Special rules of a game; the API calls them noAbort and so on. */
enum {
    RULE_NO_ABORT = 1 << 0,
    RULE_NO_REMATCH = 1 << 1,
    RULE_NO_GIVE_TIME = 1 << 2,
    RULE_NO_CLAIM_WIN = 1 << 3,
    RULE_NO_EARLY_DRAW = 1 << 4
};

struct game_settings {
    rk_variant variant;
    bool from_position; /* not from the usual start of the variant */
    rk_position start;
    rk_time_control clock;
    bool rated, hidden;
    enum side_choice side_choice; /* of the player who proposes the game */
    unsigned rules;
};

/* Settings as a client sends them; NULL: not given. */
struct game_settings_request {
    const char *variant, *fen, *side, *rules;
    const char *clock;              /* as rk_time_control_parse() reads it; or the next three */
    int64_t limit, increment, days; /* seconds, seconds, days; -1: not given */
    bool rated, hidden;
};

/* Checks a request: the clock must be in range, the start must not be over, and so on. Chess960
 * without a FEN gets one of its 960 starts, chosen by `chance`. On failure returns false, `why` has
 * the reason in words and *where the API's name of the wrong field. */
bool game_settings_make(const struct game_settings_request *request, uint64_t chance,
                        struct game_settings *out, char *why, size_t why_size, const char **where);

/* Whether it is played with a clock of minutes, not with days per move or without a limit. */
bool game_settings_has_clock(const struct game_settings *settings);
enum speed game_settings_speed(const struct game_settings *settings);
/* Seconds: base + 40 increments; INT64_MAX without a clock. */
int64_t game_settings_estimate(const struct game_settings *settings);

/* The time control as the players chose it: "0+1", although its clocks start with three seconds. */
void game_settings_write_clock(const struct game_settings *settings, char out[RK_CLOCK_TEXT_MAX]);

const char *speed_key(enum speed speed);  /* "ultraBullet" */
const char *speed_name(enum speed speed); /* "UltraBullet" */
/* What such a game is rated in. */
enum perf game_settings_perf(const struct game_settings *settings);
const char *game_settings_perf_key(const struct game_settings *settings);
const char *game_settings_perf_name(const struct game_settings *settings);
/* "kingOfTheHill", "fromPosition"; "King of the Hill", "From Position". */
const char *game_settings_variant_key(const struct game_settings *settings);
const char *game_settings_variant_name(const struct game_settings *settings);
const char *side_choice_name(enum side_choice choice);

/* Members of the API's objects: `"variant":{...}`, `"timeControl":{...}`, `"perf":{...}`, and
 * `"rules":[...]` if there are any. */
void game_settings_write_variant(const struct game_settings *settings, struct json *json);
void game_settings_write_time_control(const struct game_settings *settings, struct json *json);
void game_settings_write_perf(const struct game_settings *settings, struct json *json);
void game_settings_write_rules(const struct game_settings *settings, struct json *json);

/* Whether the bot and board APIs can play such a game; `challenged`: it comes from a challenge. The
 * last writes `"compat":{...}`. */
bool game_settings_allow_bot(const struct game_settings *settings);
bool game_settings_allow_board(const struct game_settings *settings, bool challenged);
void game_settings_write_compat(const struct game_settings *settings, bool challenged,
                                struct json *json);

/* For the store: fields that game_settings_read() reads back. */
void game_settings_write(const struct game_settings *settings, struct json *json);
RK_MUST_USE rk_err game_settings_read(const struct fields *fields, struct game_settings *out,
                                      rk_fault *fault);

#endif
