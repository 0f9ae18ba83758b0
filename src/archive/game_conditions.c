/* SPDX-License-Identifier: MIT */
#include "archive/game_conditions.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "archive/game_record.h"

/* Where the groups of ratings begin, as at Lichess. */
static const unsigned group_starts[] = {0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500};
enum { GROUP_COUNT = sizeof group_starts / sizeof *group_starts };

// ---- parsing ---------------------------------------------------------------------------------

/* Returns the index of a word in `words`; -1 if it is not among them. */
static int find_word(const char *word, size_t size, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == size && !memcmp(words[i], word, size))
            return (int)i;
    return -1;
}

/* Sets the bits of the words in a list with commas. */
static bool parse_set(const char *list, const char *const *words, size_t count, unsigned *out)
{
    *out = 0;
    for (const char *at = list; *at;) {
        const size_t size = strcspn(at, ",");
        const int found = find_word(at, size, words, count);
        if (found < 0)
            return false;
        *out |= 1U << found;
        at += size;
        at += *at == ',';
    }
    return true;
}

bool game_conditions_set_speeds(struct game_conditions *conditions, const char *list)
{
    static const char *const words[] = {
#define ROW(speed, key, name, below) [speed] = (key),
#include "record/speeds.def"
    };
    return parse_set(list, words, sizeof words / sizeof *words, &conditions->speeds);
}

bool game_conditions_set_modes(struct game_conditions *conditions, const char *list)
{
    static const char *const words[] = {"casual", "rated"};
    return parse_set(list, words, sizeof words / sizeof *words, &conditions->modes);
}

bool game_conditions_set_ratings(struct game_conditions *conditions, const char *list)
{
    static const char *const words[GROUP_COUNT] = {"0",    "1000", "1200", "1400", "1600",
                                                   "1800", "2000", "2200", "2500"};
    return parse_set(list, words, GROUP_COUNT, &conditions->rating_groups);
}

static bool is_digits(const char *text, size_t size)
{
    return strspn(text, "0123456789") >= size;
}

bool game_month_parse(const char *text, unsigned *year, unsigned *month)
{
    const size_t size = strlen(text);
    *month = 0;
    if ((size != 4 && size != 7) || !is_digits(text, 4))
        return false;
    *year = (unsigned)strtoul(text, NULL, 10);
    if (size == 4)
        return true;
    if (text[4] != '-' || !is_digits(text + 5, 2))
        return false;
    *month = (unsigned)strtoul(text + 5, NULL, 10);
    return *month >= 1 && *month <= 12;
}

bool game_conditions_set_since(struct game_conditions *conditions, const char *text)
{
    unsigned year, month;
    if (!game_month_parse(text, &year, &month))
        return false;
    conditions->filter.since = year * 10000 + month * 100;
    return true;
}

bool game_conditions_set_until(struct game_conditions *conditions, const char *text)
{
    unsigned year, month;
    if (!game_month_parse(text, &year, &month))
        return false;
    conditions->filter.until = year * 10000 + (month ? month : 99) * 100 + 99;
    return true;
}

bool game_conditions_dates_are_ordered(const struct game_conditions *conditions)
{
    const struct statistics_filter *filter = &conditions->filter;
    return !filter->until || filter->since <= filter->until;
}

// ---- comparing -------------------------------------------------------------------------------

static unsigned group_of(unsigned rating)
{
    unsigned group = 0;
    while (group + 1 < GROUP_COUNT && rating >= group_starts[group + 1])
        group++;
    return group;
}

static bool has_player(const struct game_conditions *conditions, const struct database *database,
                       const struct database_game *game)
{
    const rk_pgn_text name =
        database_name(database, conditions->side == RK_WHITE ? game->white : game->black);
    return name.size == strlen(conditions->player) &&
           !strncasecmp(name.at, conditions->player, name.size);
}

static bool has_event(const struct game_conditions *conditions, const struct database *database,
                      const struct database_game *game)
{
    struct archived_game archived;
    if (!archived_game_parse(database_name(database, game->event), &archived))
        return false;
    const unsigned mode = archived.rated ? MODE_RATED : MODE_CASUAL;
    return (!conditions->speeds || conditions->speeds & 1U << archived.speed) &&
           (!conditions->modes || conditions->modes & mode);
}

static bool accepts_game(const void *context, const struct database *database,
                         const struct database_game *game)
{
    const struct game_conditions *conditions = context;
    if (conditions->rating_groups &&
        !(conditions->rating_groups & 1U << group_of(database_game_rating(game))))
        return false;
    return (!*conditions->player || has_player(conditions, database, game)) &&
           ((!conditions->speeds && !conditions->modes) || has_event(conditions, database, game));
}

const struct statistics_filter *game_conditions_filter(struct game_conditions *conditions)
{
    const bool needs_more =
        conditions->speeds || conditions->modes || conditions->rating_groups || *conditions->player;
    conditions->filter.accepts = needs_more ? accepts_game : NULL;
    conditions->filter.context = needs_more ? conditions : NULL;
    return &conditions->filter;
}
