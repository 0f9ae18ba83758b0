/* SPDX-License-Identifier: MIT */
#include "pgntools/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/casefold.h"
#include "base/fault.h"
#include "pgntools/pgn_date.h"
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

enum { NUMBER_DIGITS_MAX = 9 };

void filter_init(struct filter *filter)
{
    *filter = (struct filter){.start = rk_position_start(RK_STANDARD)};
}

void filter_set_variant(struct filter *filter, rk_variant variant)
{
    filter->has_variant = true;
    filter->variant = variant;
    filter->start = rk_position_start(variant);
}

void filter_set_position(struct filter *filter, const rk_position *pos)
{
    filter->has_position = true;
    filter->position = *pos;
}

// ---- parsing ---------------------------------------------------------------------------------

static bool parse_number(const char **at, unsigned long *out)
{
    const size_t digits = strspn(*at, "0123456789");
    if (!digits || digits > NUMBER_DIGITS_MAX)
        return false;
    *out = strtoul(*at, NULL, 10);
    *at += digits;
    return true;
}

/* "2400" (and above), "2400-", "2400-2500". "-2500" would look like a negative number. */
static bool parse_range(const char *text, struct filter_range *out)
{
    const char *at = text;
    *out = (struct filter_range){.is_set = true, .max = ~0UL};
    if (!parse_number(&at, &out->min))
        return false;
    if (*at == '-' && *++at && !parse_number(&at, &out->max))
        return false;
    if (*at)
        *out = (struct filter_range){.is_set = true};
    return !*at && out->min <= out->max;
}

/* "2018", "2018.01..2019", "..2019". */
static bool parse_dates(const char *text, struct filter_range *out)
{
    const char *dots = strstr(text, "..");
    const size_t first = dots ? (size_t)(dots - text) : strlen(text);
    const char *last = dots ? dots + 2 : text;
    struct filter_range range = {.is_set = true, .max = ~0UL};
    if (!*text || !strcmp(text, ".."))
        return false;
    if (first)
        range.min = pgn_date_parse_strict(text, first, 0);
    if (*last)
        range.max = pgn_date_parse_strict(last, strlen(last), 99);
    *out = range;
    return (!first || range.min) && range.max && range.min <= range.max;
}

/* Returns 120 for "B20", ~0 for anything that is not an ECO code. */
static unsigned long parse_eco(const char *text, size_t size)
{
    if (size < 3 || text[0] < 'A' || text[0] > 'E' || text[1] < '0' || text[1] > '9' ||
        text[2] < '0' || text[2] > '9')
        return ~0UL;
    return (unsigned long)((text[0] - 'A') * 100 + (text[1] - '0') * 10 + text[2] - '0');
}

/* "B20" or "B20-B99". */
static bool parse_ecos(const char *text, struct filter_range *out)
{
    const size_t size = strlen(text);
    if (size != 3 && !(size == 7 && text[3] == '-'))
        return false;
    *out = (struct filter_range){true, parse_eco(text, 3), parse_eco(text + size - 3, 3)};
    return out->min <= out->max && out->max != ~0UL;
}

static bool parse_result(const char *text, struct filter *filter)
{
    filter->has_result = true;
    filter->result = game_result_parse((rk_pgn_text){text, strlen(text)});
    return filter->result != UNDECIDED || !strcmp(text, "*");
}

static bool parse_end(const char *text, struct filter *filter)
{
    static const char *const names[END_COUNT] = {"checkmate", "stalemate", "material", "other",
                                                 "none"};
    filter->has_end = true;
    for (unsigned end = 0; end < END_COUNT; end++)
        if (!strcmp(text, names[end])) {
            filter->end = end;
            return true;
        }
    return false;
}

/* "Nf3 pe5 Kg1": letters as in a FEN. */
static bool parse_pattern(const char *text, struct filter *filter)
{
    filter->has_pattern = true;
    const char *const first = text + strspn(text, " ,"), *at = first;
    while (*at) {
        rk_piece piece;
        if (!rk_piece_from_letter(at[0], &piece) || at[1] < 'a' || at[1] > 'h' || at[2] < '1' ||
            at[2] > '8' || (at[3] && !strchr(" ,", at[3])))
            return false;
        filter->pattern[piece.side][piece.kind] |= UINT64_C(1) << ((at[2] - '1') * 8 + at[1] - 'a');
        at += 3;
        at += strspn(at, " ,");
    }
    return at != first;
}

/* With kings, as in "KRPvKR", the text lists everything on the board. Without kings, as in "QvRR",
 * pawns are compared only if it names some. */
static bool parse_material(const char *text, struct filter *filter)
{
    unsigned named = 0;
    rk_side side = RK_WHITE;
    for (const char *at = text; *at; at++) {
        rk_piece piece;
        if (*at == 'v' && side == RK_WHITE) {
            side = RK_BLACK;
            continue;
        }
        if (!rk_piece_from_letter(*at, &piece) || filter->material[side][piece.kind] > 64)
            return false;
        filter->material[side][piece.kind]++;
        named |= 1U << piece.kind;
    }
    filter->has_material = true;
    filter->material_kinds = (1U << RK_KIND_COUNT) - 1;
    if (!(named >> RK_KING & 1))
        filter->material_kinds &= ~(1U << RK_KING | (named & 1U << RK_PAWN ? 0 : 1U << RK_PAWN));
    return side == RK_BLACK && named;
}

/* "e4 c5 Nf3", with or without move numbers. */
static rk_err parse_moves(const char *text, struct filter *filter, rk_fault *fault)
{
    rk_position pos = filter->start;
    filter->move_count = 0;
    for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        const size_t offset = (size_t)(at - text), digits = strspn(at, "0123456789");
        if (digits && at[digits] == '.') {
            at += digits + strspn(at + digits, ".");
            continue;
        }
        const size_t size = strcspn(at, " ");
        rk_move move;
        rk_undo undo;
        if (filter->move_count == FILTER_MOVES_MAX)
            return fault_set(fault, RK_BAD_SYNTAX, offset, "more than 200 moves");
        const rk_err err = rk_san_parse(&pos, at, size, RK_NOTATION_PLAIN, &move, fault);
        if (err) {
            if (fault)
                fault->offset += offset;
            return err;
        }
        filter->moves[filter->move_count++] = move;
        rk_position_apply(&pos, move, &undo);
        at += size;
    }
    return RK_OK;
}

static bool parse_value(struct filter *filter, enum filter_condition condition, const char *text)
{
    switch (condition) {
    case FILTER_PLAYER:
        filter->player = text;
        return true;
    case FILTER_WHITE:
        filter->white = text;
        return true;
    case FILTER_BLACK:
        filter->black = text;
        return true;
    case FILTER_ELO:
        return parse_range(text, &filter->elo);
    case FILTER_ANY_ELO:
        return parse_range(text, &filter->any_elo);
    case FILTER_LENGTH:
        return parse_range(text, &filter->length);
    case FILTER_DATE:
        return parse_dates(text, &filter->date);
    case FILTER_RESULT:
        return parse_result(text, filter);
    case FILTER_ECO:
        return parse_ecos(text, &filter->eco);
    case FILTER_END:
        return parse_end(text, filter);
    case FILTER_PATTERN:
        return parse_pattern(text, filter);
    case FILTER_MATERIAL:
        return parse_material(text, filter);
    default:
        return false;
    }
}

/* Whether a range that was refused has two good ends in the wrong order. */
static bool is_reversed(const struct filter *filter, enum filter_condition condition)
{
    const struct filter_range *range = condition == FILTER_ELO       ? &filter->elo
                                       : condition == FILTER_ANY_ELO ? &filter->any_elo
                                       : condition == FILTER_LENGTH  ? &filter->length
                                       : condition == FILTER_DATE    ? &filter->date
                                       : condition == FILTER_ECO     ? &filter->eco
                                                                     : NULL;
    return range && range->min > range->max && range->max && range->min != ~0UL;
}

rk_err filter_parse(struct filter *filter, enum filter_condition condition, const char *text,
                    rk_fault *fault)
{
    static const char *const expected[FILTER_CONDITION_COUNT] = {
        [FILTER_ELO] = "expected MIN or MIN-MAX",
        [FILTER_ANY_ELO] = "expected MIN or MIN-MAX",
        [FILTER_LENGTH] = "expected MIN or MIN-MAX",
        [FILTER_DATE] = "expected a date or FROM..TO, such as 2018.01..2019",
        [FILTER_RESULT] = "expected 1-0, 0-1, 1/2-1/2 or *",
        [FILTER_ECO] = "expected a code or a range, such as B20-B99",
        [FILTER_END] = "expected checkmate, stalemate, material, other or none",
        [FILTER_PATTERN] = "expected pieces on squares, such as Nf3 pe5",
        [FILTER_MATERIAL] = "expected material such as KRPvKR or QvRR",
    };
    if (condition == FILTER_MOVES)
        return parse_moves(text, filter, fault);
    if (parse_value(filter, condition, text))
        return RK_OK;
    if (is_reversed(filter, condition))
        return fault_set(fault, RK_BAD_SYNTAX, 0,
                         "the range is reversed: it ends before it begins");
    return fault_set(fault, RK_BAD_SYNTAX, 0, expected[condition]);
}

// ---- tags ------------------------------------------------------------------------------------

static bool name_contains(rk_pgn_text tag, const char *part)
{
    char name[256];
    if (!part)
        return true;
    return casefold_contains(name, rk_pgn_unescape(tag, name, sizeof name), part, strlen(part));
}

static bool in_range(const struct filter_range *range, unsigned long number)
{
    return !range->is_set || (number >= range->min && number <= range->max);
}

static bool matches_elo(const struct filter *filter, const rk_pgn_text *tags)
{
    const unsigned long white = pgn_text_number(tags[TAG_WHITE_ELO]);
    const unsigned long black = pgn_text_number(tags[TAG_BLACK_ELO]);
    const bool both = !filter->elo.is_set || (white && black && in_range(&filter->elo, white) &&
                                              in_range(&filter->elo, black));
    return both && (!filter->any_elo.is_set || (white && in_range(&filter->any_elo, white)) ||
                    (black && in_range(&filter->any_elo, black)));
}

// A date with an unknown day or month matches if some day in it does.
static bool matches_date(const struct filter_range *range, rk_pgn_text date)
{
    char text[16] = {0};
    const size_t size = rk_pgn_unescape(date, text, sizeof text - 1);
    return !range->is_set ||
           (pgn_date_parse(text, size, 99) >= range->min &&
            pgn_date_parse(text, size, 0) <= range->max && pgn_date_parse(text, size, 1));
}

bool filter_knows_eco(const struct game_tags *tags)
{
    const rk_pgn_text eco = tags->value[TAG_ECO];
    return parse_eco(eco.at, eco.size) != ~0UL;
}

bool filter_matches_tags(const struct filter *filter, const struct game_tags *all)
{
    const rk_pgn_text *tags = all->value;
    return name_contains(tags[TAG_WHITE], filter->white) &&
           name_contains(tags[TAG_BLACK], filter->black) &&
           (name_contains(tags[TAG_WHITE], filter->player) ||
            name_contains(tags[TAG_BLACK], filter->player)) &&
           matches_elo(filter, tags) && matches_date(&filter->date, tags[TAG_DATE]) &&
           (!filter_knows_eco(all) ||
            in_range(&filter->eco, parse_eco(tags[TAG_ECO].at, tags[TAG_ECO].size))) &&
           (!filter->has_variant || filter->variant == game_tags_variant(all));
}

bool filter_matches_result(const struct filter *filter, const struct game_tags *tags,
                           rk_pgn_text result)
{
    return !filter->has_result || filter->result == game_result_find(tags, result);
}

// ---- moves -----------------------------------------------------------------------------------

bool filter_needs_moves(const struct filter *filter)
{
    return filter->has_position || filter->has_pattern || filter->has_material ||
           filter->move_count || filter->length.is_set || filter->has_end || filter->eco.is_set;
}

struct filter_progress filter_begin(const struct filter *filter, bool knows_eco)
{
    return (struct filter_progress){.seeks_opening = filter->eco.is_set && !knows_eco};
}

static void visit_opening(const rk_position *pos, struct filter_progress *progress)
{
    if (progress->plies)
        rk_opening_line_add(&progress->opening, pos);
    else
        rk_opening_line_begin(&progress->opening, pos);
}

static bool matches_position(const rk_position *expected, const rk_position *pos)
{
    return expected->by[RK_WHITE] == pos->by[RK_WHITE] &&
           expected->by[RK_BLACK] == pos->by[RK_BLACK] && expected->turn == pos->turn &&
           expected->castling == pos->castling && !memcmp(expected->of, pos->of, sizeof pos->of);
}

static bool matches_pattern(const struct filter *filter, const rk_position *pos)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            if (filter->pattern[side][kind] & ~(pos->of[kind] & pos->by[side]))
                return false;
    return true;
}

static unsigned count_squares(uint64_t squares)
{
    unsigned count = 0;
    for (; squares; squares &= squares - 1)
        count++;
    return count;
}

/* Whether `us` has the material that the filter lists first. */
static bool matches_material(const struct filter *filter, const rk_position *pos, rk_side us)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(filter->material_kinds >> kind & 1))
            continue;
        for (unsigned side = 0; side < 2; side++)
            if (count_squares(pos->of[kind] & pos->by[side ^ us]) != filter->material[side][kind])
                return false;
    }
    return true;
}

void filter_visit_position(const struct filter *filter, const rk_position *pos,
                           struct filter_progress *progress)
{
    if (progress->seeks_opening)
        visit_opening(pos, progress);
    if (filter->has_position && !progress->position)
        progress->position = matches_position(&filter->position, pos);
    if (filter->has_pattern && !progress->pattern)
        progress->pattern = matches_pattern(filter, pos);
    if (filter->has_material && !progress->material)
        progress->material =
            matches_material(filter, pos, RK_WHITE) || matches_material(filter, pos, RK_BLACK);
}

void filter_visit_move(const struct filter *filter, const rk_position *before, rk_move move,
                       struct filter_progress *progress)
{
    if (filter->move_count && !progress->plies && !rk_position_same(before, &filter->start))
        progress->other_moves = true;
    if (progress->plies < filter->move_count && filter->moves[progress->plies] != move)
        progress->other_moves = true;
    progress->plies++;
}

static enum filter_end end_of(const rk_position *last)
{
    switch (rk_position_outcome(last).end) {
    case RK_NOT_OVER:
        return END_NONE;
    case RK_CHECKMATE:
        return END_CHECKMATE;
    case RK_STALEMATE:
        return END_STALEMATE;
    case RK_INSUFFICIENT_MATERIAL:
        return END_MATERIAL;
    default:
        return END_OTHER;
    }
}

void filter_visit_end(const struct filter *filter, const rk_position *last,
                      struct filter_progress *progress)
{
    progress->end = filter->has_end && end_of(last) == filter->end;
}

static bool conditions_met(const struct filter *filter, const struct filter_progress *progress)
{
    return filter->has_position <= progress->position && filter->has_pattern <= progress->pattern &&
           filter->has_material <= progress->material && !progress->other_moves &&
           progress->plies >= filter->move_count;
}

static bool matches_opening(const struct filter *filter, const struct filter_progress *progress)
{
    const rk_opening_line *line = &progress->opening;
    return !progress->seeks_opening ||
           (line->ply && in_range(&filter->eco, parse_eco(line->opening.eco, 3)));
}

bool filter_matches_moves(const struct filter *filter, const struct filter_progress *progress)
{
    return conditions_met(filter, progress) && filter->has_end <= progress->end &&
           in_range(&filter->length, (progress->plies + 1) / 2) &&
           matches_opening(filter, progress);
}

bool filter_is_decided(const struct filter *filter, const struct filter_progress *progress)
{
    const bool may_be_named = progress->seeks_opening && progress->plies <= RK_OPENING_PLIES_MAX;
    return progress->other_moves || (conditions_met(filter, progress) && !filter->length.is_set &&
                                     !filter->has_end && !may_be_named);
}
