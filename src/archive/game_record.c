/* SPDX-License-Identifier: MIT */
#include "archive/game_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "explorer/material.h"
#include "explorer/record.h"
#include "record/game_moves.h"
#include "rookery/opening.h"

enum { EVENT_SIZE = 80 };

bool game_belongs_in_archive(const struct game_info *info, const rk_game *game)
{
    return !info->settings.hidden && info->source != SOURCE_IMPORT &&
           rk_game_status(game) != RK_ABORTED && game_plies(game) > 0;
}

rk_variant game_record_variant(rk_variant variant)
{
    return variant == RK_CHESS960 ? RK_STANDARD : variant;
}

// ---- writing ---------------------------------------------------------------------------------

static void set_date(struct database_game *game, int64_t milliseconds)
{
    const time_t seconds = (time_t)(milliseconds / 1000);
    struct tm date;
    if (!gmtime_r(&seconds, &date) || date.tm_year < 0)
        return;
    game->year = (uint16_t)(date.tm_year + 1900);
    game->month = (uint8_t)(date.tm_mon + 1);
    game->day = (uint8_t)date.tm_mday;
}

static uint16_t rating_of(struct shown_rating rating)
{
    return rating.points > 0 && rating.points <= RATING_MAX ? (uint16_t)rating.points : 0;
}

static uint8_t result_of(const rk_game *game)
{
    switch (rk_game_winner(game)) {
    case RK_WHITE_WINS:
        return DATABASE_WHITE;
    case RK_BLACK_WINS:
        return DATABASE_BLACK;
    case RK_NOBODY_WINS:
        break;
    }
    return DATABASE_DRAW;
}

/* Appends the moves, and returns the opening. */
static rk_opening_line append_moves(struct buffer *out, const rk_game *game)
{
    rk_opening_line line;
    rk_opening_line_begin(&line, rk_game_start(game));
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        record_add_move(out, action->move);
        if (!line.is_searched || line.plies >= RK_OPENING_PLIES_MAX)
            continue;
        rk_position after = *rk_game_position_before(game, i);
        rk_undo undo;
        rk_position_apply(&after, action->move, &undo);
        rk_opening_line_add(&line, &after);
    }
    return line;
}

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

void game_record_append(struct buffer *out, const struct game_info *info, const rk_game *game,
                        int64_t ended_at)
{
    static const char no_length[LENGTH_SIZE];
    const rk_position ordinary = rk_position_start(game_record_variant(info->settings.variant));
    const size_t begin = out->size;
    char start[RECORD_START_MAX], event[EVENT_SIZE];
    snprintf(event, sizeof event, "/%s %s %s %lld", info->id,
             speed_key(game_settings_speed(&info->settings)),
             info->settings.rated ? "rated" : "casual", (long long)ended_at);
    buffer_add(out, no_length, LENGTH_SIZE);
    record_begin(out, record_start_text(rk_game_start(game), &ordinary, start));
    const rk_opening_line line = append_moves(out, game);
    struct record record = {.white = text_of(info->players[RK_WHITE].name),
                            .black = text_of(info->players[RK_BLACK].name),
                            .event = text_of(event),
                            .game = {.start = NO_NAME,
                                     .white_rating = rating_of(info->ratings[RK_WHITE]),
                                     .black_rating = rating_of(info->ratings[RK_BLACK]),
                                     .result = result_of(game),
                                     .eco = line.ply ? record_eco(text_of(line.opening.eco)) : 0,
                                     .material = material_of(rk_game_position(game))}};
    set_date(&record.game, info->created_at);
    record_end(out, &record);
    if (!out->failed)
        store_number((uint8_t *)out->bytes + begin, LENGTH_SIZE, out->size - begin - LENGTH_SIZE);
}

// ---- reading ---------------------------------------------------------------------------------

static bool parse_speed(const char *key, enum speed *out)
{
    static const enum speed speeds[] = {
#define ROW(speed, key, name, below) speed,
#include "record/speeds.def"
    };
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (!strcmp(speed_key(speeds[i]), key)) {
            *out = speeds[i];
            return true;
        }
    return false;
}

/* Takes the word before the next blank, which it replaces by a NUL. NULL if there is no blank. */
static const char *take_word(char **at)
{
    char *word = *at, *blank = strchr(word, ' ');
    if (!blank)
        return NULL;
    *blank = '\0';
    *at = blank + 1;
    return word;
}

bool archived_game_parse(rk_pgn_text event, struct archived_game *out)
{
    char text[EVENT_SIZE], *at = text, *end;
    if (event.size >= sizeof text || !event.size || *event.at != '/')
        return false;
    memcpy(text, event.at, event.size);
    text[event.size] = '\0';
    const char *id = take_word(&at), *speed = id ? take_word(&at) : NULL;
    const char *mode = speed ? take_word(&at) : NULL;
    if (!mode || strlen(id) != GAME_ID_SIZE + 1 || !parse_speed(speed, &out->speed))
        return false;
    memcpy(out->id, id + 1, GAME_ID_SIZE + 1);
    out->rated = !strcmp(mode, "rated");
    out->ended_at = strtoll(at, &end, 10);
    return end != at && !*end;
}

/* Names are sorted by their bytes; an event of the game is the only one that starts with its id. */
bool archived_game_exists(const struct database *database, const char *id)
{
    char prefix[GAME_ID_SIZE + 3];
    const size_t size = (size_t)snprintf(prefix, sizeof prefix, "/%s ", id);
    uint32_t low = 0, high = (uint32_t)database->header.name_count;
    if (size >= sizeof prefix)
        return false;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const rk_pgn_text name = database_name(database, middle);
        const size_t common = name.size < size ? name.size : size;
        int order = common ? memcmp(name.at, prefix, common) : 0;
        if (!order && name.size >= size)
            return true;
        if (order < 0 || (!order && name.size < size))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
