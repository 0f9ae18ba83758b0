/* SPDX-License-Identifier: MIT */
/* What an event of an archived game says, and the conditions of the explorer: a byte chooses what
 * the rest is. */
#include "archive/game_conditions.h"
#include "archive/game_record.h"

#include "fuzz.h"

static void parse_event(const char *text, size_t size)
{
    struct archived_game game;
    if (archived_game_parse((rk_pgn_text){text, size}, &game))
        CHECK(*game.id && strlen(game.id) <= GAME_ID_SIZE && speed_key(game.speed));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool (*const setters[])(struct game_conditions *, const char *) = {
        game_conditions_set_speeds, game_conditions_set_modes, game_conditions_set_ratings,
        game_conditions_set_since, game_conditions_set_until};
    enum { SETTERS = sizeof setters / sizeof *setters };
    if (!size)
        return 0;
    parse_event((const char *)data + 1, size - 1);
    char *text = malloc(size);
    CHECK(text);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    struct game_conditions conditions = {.speeds = 0};
    if (setters[*data % SETTERS](&conditions, text)) {
        const struct database database = {.header = {.game_count = 0}};
        const struct database_game game = {.year = 2018, .month = 5, .white_rating = 1500};
        statistics_filter_matches(game_conditions_filter(&conditions), &database, &game);
    }
    free(text);
    return 0;
}
