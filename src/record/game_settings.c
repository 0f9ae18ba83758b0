/* SPDX-License-Identifier: MIT */
#include "record/game_settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "rookery/outcome.h"

enum {
    START_MIN = 3 * SECOND_MS, /* a clock starts with at least this */
    ESTIMATED_MOVES = 40,
    RATED_VARIANT_MIN = 30 /* seconds of estimated time */
};

// ---- names of the API ------------------------------------------------------------------------

static const struct {
    const char *key, *name, *short_name;
    enum perf perf; /* of standard chess: its speed instead */
} variants[RK_VARIANT_COUNT] = {
    [RK_STANDARD] = {"standard", "Standard", "Std", PERF_COUNT},
    [RK_CHESS960] = {"chess960", "Chess960", "960", PERF_CHESS960},
    [RK_THREE_CHECK] = {"threeCheck", "Three-check", "3check", PERF_THREE_CHECK},
    [RK_KING_OF_THE_HILL] = {"kingOfTheHill", "King of the Hill", "KotH", PERF_KING_OF_THE_HILL},
    [RK_ATOMIC] = {"atomic", "Atomic", "Atom", PERF_ATOMIC},
    [RK_ANTICHESS] = {"antichess", "Antichess", "Anti", PERF_ANTICHESS},
    [RK_CRAZYHOUSE] = {"crazyhouse", "Crazyhouse", "Crazy", PERF_CRAZYHOUSE},
    [RK_HORDE] = {"horde", "Horde", "Horde", PERF_HORDE},
    [RK_RACING_KINGS] = {"racingKings", "Racing Kings", "Racing", PERF_RACING_KINGS},
    [RK_AMAZON_CHESS] = {"amazon", "Amazon", "Amazon", PERF_AMAZON},
};

static const struct {
    const char *key, *name;
    int64_t below;
} speeds[] = {
#define ROW(speed, key, name, below) [speed] = {key, name, below},
#include "record/speeds.def"
};

_Static_assert((int)PERF_ULTRABULLET == (int)SPEED_ULTRABULLET &&
                   (int)PERF_CORRESPONDENCE == (int)SPEED_CORRESPONDENCE,
               "a speed is a perf with the same number");

const int64_t clock_days[CLOCK_DAYS_COUNT] = {1, 2, 3, 5, 7, 10, 14};

static const char *const side_choices[] = {
    [CHOOSE_RANDOM] = "random", [CHOOSE_WHITE] = "white", [CHOOSE_BLACK] = "black"};

static const struct {
    unsigned rule;
    const char *name;
} rules[] = {{RULE_NO_ABORT, "noAbort"},
             {RULE_NO_REMATCH, "noRematch"},
             {RULE_NO_GIVE_TIME, "noGiveTime"},
             {RULE_NO_CLAIM_WIN, "noClaimWin"},
             {RULE_NO_EARLY_DRAW, "noEarlyDraw"}};
enum { RULE_COUNT = sizeof rules / sizeof *rules };

const char *speed_key(enum speed speed)
{
    return speeds[speed].key;
}

const char *speed_name(enum speed speed)
{
    return speeds[speed].name;
}

const char *side_choice_name(enum side_choice choice)
{
    return side_choices[choice];
}

static bool parse_side_choice(const char *name, enum side_choice *out)
{
    for (enum side_choice choice = CHOOSE_RANDOM; choice <= CHOOSE_BLACK; choice++)
        if (!strcasecmp(name, side_choices[choice])) {
            *out = choice;
            return true;
        }
    return false;
}

// The API calls chess from another start a variant ("fromPosition"), but not other variants.
static bool is_chess_from_position(const struct game_settings *settings)
{
    return settings->from_position && settings->variant == RK_STANDARD;
}

const char *game_settings_variant_key(const struct game_settings *settings)
{
    return is_chess_from_position(settings) ? "fromPosition" : variants[settings->variant].key;
}

const char *game_settings_variant_name(const struct game_settings *settings)
{
    return is_chess_from_position(settings) ? "From Position" : variants[settings->variant].name;
}

enum perf game_settings_perf(const struct game_settings *settings)
{
    return settings->variant == RK_STANDARD ? (enum perf)game_settings_speed(settings)
                                            : variants[settings->variant].perf;
}

const char *game_settings_perf_key(const struct game_settings *settings)
{
    return perf_key(game_settings_perf(settings));
}

const char *game_settings_perf_name(const struct game_settings *settings)
{
    return perf_name(game_settings_perf(settings));
}

// ---- clocks ----------------------------------------------------------------------------------

bool game_settings_has_clock(const struct game_settings *settings)
{
    return settings->clock.kind != RK_CLOCK_NONE && settings->clock.kind != RK_CLOCK_DAYS;
}

static int64_t stage_estimate(const rk_clock_stage *stage)
{
    return (stage->base + ESTIMATED_MOVES * stage->extra) / SECOND_MS;
}

/* A first stage as the players chose it: 0+1 and 0+2 are stored with the three seconds that they
 * start with. */
static rk_clock_stage chosen_stage(const rk_time_control *rule, rk_side side)
{
    rk_clock_stage stage = rule->stages[side][0];
    if (rule->kind == RK_CLOCK_FISCHER && stage.base == START_MIN && stage.extra &&
        stage.extra < START_MIN)
        stage.base = 0;
    return stage;
}

void game_settings_write_clock(const struct game_settings *settings, char out[RK_CLOCK_TEXT_MAX])
{
    rk_time_control chosen = settings->clock;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        chosen.stages[side][0] = chosen_stage(&settings->clock, side);
    rk_time_control_write(&chosen, out);
}

/* The stage that gives a clock its name and speed: the first one of the side with more time. */
static rk_clock_stage leading_stage(const rk_time_control *rule)
{
    const rk_clock_stage *white = rule->stages[RK_WHITE], *black = rule->stages[RK_BLACK];
    return chosen_stage(rule, stage_estimate(black) > stage_estimate(white) ? RK_BLACK : RK_WHITE);
}

int64_t game_settings_estimate(const struct game_settings *settings)
{
    if (!game_settings_has_clock(settings))
        return INT64_MAX;
    const rk_clock_stage stage = leading_stage(&settings->clock);
    return stage_estimate(&stage);
}

enum speed game_settings_speed(const struct game_settings *settings)
{
    if (!game_settings_has_clock(settings))
        return SPEED_CORRESPONDENCE;
    const int64_t estimate = game_settings_estimate(settings);
    enum speed speed = SPEED_ULTRABULLET;
    while (estimate >= speeds[speed].below)
        speed++;
    return speed;
}

// ---- checking a request ----------------------------------------------------------------------

/* A request that is being checked, the settings so far, and the first error. */
struct check {
    const struct game_settings_request *request;
    struct game_settings settings;
    char *why;
    size_t why_size;
    const char *where;
};

__attribute__((format(printf, 3, 4))) static bool
refuse_field(struct check *check, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (check->why_size)
        vsnprintf(check->why, check->why_size, format, arguments);
    va_end(arguments);
    check->where = where;
    return false;
}

static bool is_given(const char *text)
{
    return text && *text;
}

static bool is_one_of_960(const rk_position *start)
{
    rk_position usual;
    for (unsigned number = 0; !rk_position_chess960(number, &usual); number++)
        if (rk_position_same(start, &usual))
            return true;
    return false;
}

static bool is_usual_start(const rk_position *start)
{
    if (start->variant == RK_CHESS960)
        return is_one_of_960(start);
    const rk_position usual = rk_position_start((rk_variant)start->variant);
    return rk_position_same(start, &usual);
}

static bool read_fen(struct check *check, const char *fen)
{
    struct game_settings *settings = &check->settings;
    const size_t size = strlen(fen);
    rk_fault fault = {.text = ""};
    if (size > FEN_SIZE_MAX)
        return refuse_field(check, "fen", "a FEN must have at most %d characters", FEN_SIZE_MAX);
    if (rk_fen_parse(fen, size, settings->variant, RK_FEN_PLAIN, &settings->start, &fault))
        return refuse_field(check, "fen", "invalid FEN: %s", fault.text);
    const rk_outcome outcome = rk_position_outcome(&settings->start);
    if (outcome.end != RK_NOT_OVER)
        return refuse_field(check, "fen", "the game would be over at the start: %s",
                            rk_end_text(outcome.end));
    if (rk_position_fifty_moves(&settings->start))
        return refuse_field(check, "fen",
                            "the game would be drawn at the start by the fifty-move rule");
    char written[RK_FEN_MAX];
    if (rk_fen_write(&settings->start, RK_FEN_PLAIN, written) > FEN_SIZE_MAX)
        return refuse_field(check, "fen", "a FEN must have at most %d characters", FEN_SIZE_MAX);
    settings->from_position = !is_usual_start(&settings->start);
    if (!settings->from_position) { // ignore the counters
        settings->start.halfmove_clock = 0;
        settings->start.move_number = 1;
    }
    return true;
}

static bool read_start(struct check *check, uint64_t chance)
{
    struct game_settings *settings = &check->settings;
    const char *name = check->request->variant, *fen = check->request->fen;
    settings->variant = RK_STANDARD;
    if (is_given(name) && !rk_variant_from_name(name, &settings->variant))
        return refuse_field(check, "variant", "unknown variant");
    if (is_given(fen) && strcmp(fen, "startpos") != 0)
        return read_fen(check, fen);
    if (is_given(name) && !strcasecmp(name, "fromPosition"))
        return refuse_field(check, "fen", "a game from a position needs its FEN");
    if (settings->variant == RK_CHESS960)
        return !rk_position_chess960((unsigned)(chance % 960), &settings->start);
    settings->start = rk_position_start(settings->variant);
    return true;
}

static bool is_allowed_limit(int64_t seconds)
{
    static const int64_t short_ones[] = {0, 15, 30, 45, 90};
    for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++)
        if (seconds == short_ones[i])
            return true;
    return seconds > 0 && seconds % 60 == 0 && seconds <= CLOCK_LIMIT_MAX_MS / SECOND_MS;
}

static bool is_allowed_days(int64_t days)
{
    for (size_t i = 0; i < CLOCK_DAYS_COUNT; i++)
        if (days == clock_days[i])
            return true;
    return false;
}

static void fill_clock(rk_time_control *rule, rk_clock_kind kind, int64_t base, int64_t extra)
{
    memset(rule, 0, sizeof *rule);
    rule->kind = kind;
    rule->stage_count = kind != RK_CLOCK_NONE;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        rule->stages[side][0] = (rk_clock_stage){.base = base, .extra = extra};
}

static bool read_seconds(struct check *check, int64_t limit, int64_t increment)
{
    if (limit < 0)
        return refuse_field(check, "clock.limit", "an increment needs a clock limit");
    if (!is_allowed_limit(limit))
        return refuse_field(check, "clock.limit",
                            "a clock limit must be 0, 15, 30, 45, 60 or 90 seconds, or whole "
                            "minutes up to 180");
    if (increment > CLOCK_INCREMENT_MAX_MS / SECOND_MS)
        return refuse_field(check, "clock.increment", "an increment must be 0 to 180 seconds");
    if (!limit && increment <= 0)
        return refuse_field(check, "clock.limit", "a clock needs a limit or an increment");
    fill_clock(&check->settings.clock, RK_CLOCK_FISCHER, limit * SECOND_MS,
               increment < 0 ? 0 : increment * SECOND_MS);
    return true;
}

static bool read_days(struct check *check, int64_t days)
{
    if (!is_allowed_days(days))
        return refuse_field(check, "days", "days per move must be 1, 2, 3, 5, 7, 10 or 14");
    fill_clock(&check->settings.clock, RK_CLOCK_DAYS, days * DAY_MS, 0);
    return true;
}

/* A stage of a clock given as text. */
static bool check_stage(struct check *check, const rk_clock_stage *stage)
{
    if (check->settings.clock.kind == RK_CLOCK_DAYS)
        return is_allowed_days(stage->base / DAY_MS) ||
               refuse_field(check, "clock", "days per move must be 1, 2, 3, 5, 7, 10 or 14");
    if (stage->base > CLOCK_LIMIT_MAX_MS)
        return refuse_field(check, "clock", "a clock stage must have at most 180 minutes");
    if (stage->extra > CLOCK_INCREMENT_MAX_MS)
        return refuse_field(check, "clock", "an increment or delay must be at most 180 seconds");
    return true;
}

static bool read_clock_text(struct check *check, const char *text)
{
    rk_time_control *rule = &check->settings.clock;
    const size_t size = strlen(text);
    rk_fault fault = {.text = ""};
    if (size >= RK_CLOCK_TEXT_MAX)
        return refuse_field(check, "clock", "the time control is too long");
    if (rk_time_control_parse(text, size, rule, &fault))
        return refuse_field(check, "clock", "invalid time control: %s", fault.text);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        for (unsigned i = 0; i < rule->stage_count; i++)
            if (!check_stage(check, &rule->stages[side][i]))
                return false;
    return true;
}

// A game needs at least three seconds: a base of 0 is raised to that, a smaller one is refused.
static bool raise_first_stages(struct check *check)
{
    rk_time_control *rule = &check->settings.clock;
    for (rk_side side = RK_WHITE; side <= RK_BLACK && game_settings_has_clock(&check->settings);
         side++) {
        rk_clock_stage *stage = &rule->stages[side][0];
        if (!stage->base && stage->extra < START_MIN)
            stage->base = START_MIN;
        if (stage->base && stage->base < START_MIN)
            return refuse_field(check, "clock", "a clock must start with at least three seconds");
    }
    return true;
}

static bool read_clock(struct check *check)
{
    const struct game_settings_request *request = check->request;
    const bool seconds = request->limit >= 0 || request->increment >= 0;
    const bool days = request->days >= 0, text = is_given(request->clock);
    if (seconds + days + text > 1)
        return refuse_field(check, "clock", "give one time control: a clock or days per move");
    fill_clock(&check->settings.clock, RK_CLOCK_NONE, 0, 0);
    if (days)
        return read_days(check, request->days);
    if (seconds && !read_seconds(check, request->limit, request->increment))
        return false;
    if (text && !read_clock_text(check, request->clock))
        return false;
    return raise_first_stages(check);
}

static bool read_side(struct check *check)
{
    const char *side = check->request->side;
    if (!is_given(side))
        return true;
    return parse_side_choice(side, &check->settings.side_choice) ||
           refuse_field(check, "color", "a side must be white, black or random");
}

static unsigned find_rule(const char *name, size_t size)
{
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (strlen(rules[i].name) == size && !strncasecmp(rules[i].name, name, size))
            return rules[i].rule;
    return 0;
}

static bool read_rules(struct check *check)
{
    const char *at = check->request->rules ? check->request->rules : "";
    while (*(at += strspn(at, ", "))) {
        const size_t size = strcspn(at, ", ");
        const unsigned rule = find_rule(at, size);
        if (!rule)
            return refuse_field(check, "rules",
                                "the rules are noAbort, noRematch, noGiveTime, "
                                "noClaimWin and noEarlyDraw");
        check->settings.rules |= rule;
        at += size;
    }
    return true;
}

static bool check_rated(struct check *check)
{
    const struct game_settings *settings = &check->settings;
    const rk_clock_kind kind = settings->clock.kind;
    if (!settings->rated)
        return true;
    if (settings->from_position)
        return refuse_field(check, "rated", "a game from a position cannot be rated");
    if (kind == RK_CLOCK_NONE)
        return refuse_field(check, "rated", "a game without a clock cannot be rated");
    if ((kind != RK_CLOCK_FISCHER && kind != RK_CLOCK_DAYS) || settings->clock.stage_count > 1)
        return refuse_field(check, "rated",
                            "a rated game needs minutes and an increment, or days per move");
    if (rk_time_control_has_odds(&settings->clock))
        return refuse_field(check, "rated", "a game with time odds cannot be rated");
    if (settings->variant != RK_STANDARD && game_settings_estimate(settings) < RATED_VARIANT_MIN)
        return refuse_field(check, "rated",
                            "this time control is too fast for a rated variant game");
    return true;
}

bool game_settings_make(const struct game_settings_request *request, uint64_t chance,
                        struct game_settings *out, char *why, size_t why_size, const char **where)
{
    struct check check = {.request = request, .why = why, .why_size = why_size};
    check.settings.rated = request->rated;
    check.settings.hidden = request->hidden;
    if (!read_start(&check, chance) || !read_clock(&check) || !read_side(&check) ||
        !read_rules(&check) || !check_rated(&check)) {
        *where = check.where;
        return false;
    }
    *out = check.settings;
    return true;
}

// ---- the API's JSON --------------------------------------------------------------------------

void game_settings_write_variant(const struct game_settings *settings, struct json *json)
{
    json_put_object(json, "variant");
    json_put_text(json, "key", game_settings_variant_key(settings));
    json_put_text(json, "name", game_settings_variant_name(settings));
    json_put_text(json, "short",
                  is_chess_from_position(settings) ? "FEN"
                                                   : variants[settings->variant].short_name);
    json_end_object(json);
}

static void write_clock(const struct game_settings *settings, struct json *json)
{
    const rk_clock_stage stage = leading_stage(&settings->clock);
    char text[RK_CLOCK_TEXT_MAX];
    game_settings_write_clock(settings, text);
    json_put_text(json, "type", "clock");
    json_put_integer(json, "limit", stage.base / SECOND_MS);
    json_put_integer(json, "increment", stage.extra / SECOND_MS);
    json_put_text(json, "show", text);
}

void game_settings_write_time_control(const struct game_settings *settings, struct json *json)
{
    json_put_object(json, "timeControl");
    if (settings->clock.kind == RK_CLOCK_DAYS) {
        json_put_text(json, "type", "correspondence");
        json_put_integer(json, "daysPerTurn", leading_stage(&settings->clock).base / DAY_MS);
    } else if (settings->clock.kind == RK_CLOCK_NONE) {
        json_put_text(json, "type", "unlimited");
    } else {
        write_clock(settings, json);
    }
    json_end_object(json);
}

void game_settings_write_perf(const struct game_settings *settings, struct json *json)
{
    json_put_object(json, "perf");
    json_put_text(json, "icon", "");
    json_put_text(json, "name", game_settings_perf_name(settings));
    json_end_object(json);
}

void game_settings_write_rules(const struct game_settings *settings, struct json *json)
{
    if (!settings->rules)
        return;
    json_put_array(json, "rules");
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (settings->rules & rules[i].rule)
            json_text(json, rules[i].name);
    json_end_array(json);
}

bool game_settings_allow_bot(const struct game_settings *settings)
{
    return game_settings_speed(settings) != SPEED_ULTRABULLET;
}

bool game_settings_allow_board(const struct game_settings *settings, bool challenged)
{
    return game_settings_speed(settings) >= (challenged ? SPEED_BLITZ : SPEED_RAPID);
}

void game_settings_write_compat(const struct game_settings *settings, bool challenged,
                                struct json *json)
{
    json_put_object(json, "compat");
    json_put_bool(json, "bot", game_settings_allow_bot(settings));
    json_put_bool(json, "board", game_settings_allow_board(settings, challenged));
    json_end_object(json);
}

// ---- the stored form -------------------------------------------------------------------------

void game_settings_write(const struct game_settings *settings, struct json *json)
{
    char fen[RK_FEN_MAX], clock[RK_CLOCK_TEXT_MAX];
    rk_fen_write(&settings->start, RK_FEN_PLAIN, fen);
    rk_time_control_write(&settings->clock, clock);
    json_put_object(json, "terms");
    json_put_text(json, "variant", rk_variant_name(settings->variant));
    json_put_text(json, "start", fen);
    json_put_bool(json, "fromPosition", settings->from_position);
    json_put_text(json, "clock", clock);
    json_put_bool(json, "rated", settings->rated);
    json_put_bool(json, "hidden", settings->hidden);
    json_put_text(json, "wish", side_choice_name(settings->side_choice));
    json_put_integer(json, "rules", settings->rules);
    json_end_object(json);
}

static rk_err fail_read(rk_fault *fault, const char *what, const char *detail)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_RECORD};
        struct text text = text_in(fault->text, sizeof fault->text);
        text_add(&text, what);
        text_add(&text, ": ");
        text_add(&text, detail);
        text_end(&text);
    }
    return RK_BAD_RECORD;
}

rk_err game_settings_read(const struct fields *fields, struct game_settings *out, rk_fault *fault)
{
    const char *variant = fields_text(fields, "terms.variant", "");
    const char *start = fields_text(fields, "terms.start", "");
    const char *clock = fields_text(fields, "terms.clock", "");
    const char *choice = fields_text(fields, "terms.wish", "");
    rk_fault inner = {.text = ""};
    struct game_settings settings = {.rated = fields_bool(fields, "terms.rated", false)};
    if (!rk_variant_from_name(variant, &settings.variant))
        return fail_read(fault, "unknown variant", variant);
    if (rk_fen_parse(start, strlen(start), settings.variant, RK_FEN_PLAIN, &settings.start, &inner))
        return fail_read(fault, "invalid start", inner.text);
    if (rk_time_control_parse(clock, strlen(clock), &settings.clock, &inner))
        return fail_read(fault, "invalid clock", inner.text);
    if (!parse_side_choice(choice, &settings.side_choice))
        return fail_read(fault, "unknown side", choice);
    settings.from_position = fields_bool(fields, "terms.fromPosition", false);
    settings.hidden = fields_bool(fields, "terms.hidden", false);
    settings.rules = (unsigned)fields_integer(fields, "terms.rules", 0);
    *out = settings;
    return RK_OK;
}
