/* SPDX-License-Identifier: MIT */
#include "archive/game_search.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive/game_record.h"
#include "base/json.h"
#include "explorer/game_export.h"
#include "explorer/game_opening.h"
#include "explorer/search.h"
#include "record/game_settings.h"

/* A game that was found. Sorts by time: the date of the game, then when it ended. */
struct hit {
    uint64_t time;
    uint32_t part, number;
};

static struct archived_game archived_of(const struct database *database,
                                        const struct database_game *game)
{
    struct archived_game archived = {.id = ""};
    if (!archived_game_parse(database_name(database, game->event), &archived))
        *archived.id = '\0';
    return archived;
}

static uint64_t time_of(const struct game_search *search, const struct database *database,
                        uint32_t number)
{
    struct database_game game;
    database_game(database, number, &game);
    return search->is_own ? (uint64_t)archived_of(database, &game).ended_at
                          : database_game_date(&game);
}

static int compare_hits(const void *a, const void *b)
{
    const struct hit *left = a, *right = b;
    if (left->time != right->time)
        return left->time > right->time ? -1 : 1;
    if (left->part != right->part)
        return left->part < right->part ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

/* Appends the hits (struct hit) of one part. */
static bool search_part(const struct game_search *search, uint32_t part, struct buffer *hits)
{
    const struct database *database = search->parts->databases[part];
    const struct search_options options = {
        .filter = search->filter, .opponent = search->opponent, .threads = 1};
    struct buffer found = {.bytes = NULL};
    const bool complete = search_games(database, &options, &found);
    const uint32_t *numbers = (const void *)found.bytes;
    for (size_t i = 0; i < found.size / sizeof *numbers; i++) {
        const struct hit hit = {time_of(search, database, numbers[i]), part, numbers[i]};
        buffer_add(hits, &hit, sizeof hit);
    }
    buffer_fini(&found);
    return complete && !hits->failed;
}

// ---- JSON ------------------------------------------------------------------------------------

void game_search_put_own(struct json *json, const struct database *database,
                         const struct database_game *game, bool with_time)
{
    const struct archived_game archived = archived_of(database, game);
    json_put_text(json, "id", archived.id);
    json_put_text(json, "speed", speed_key(archived.speed));
    json_put_text(json, "mode", archived.rated ? "rated" : "casual");
    if (with_time)
        json_put_integer(json, "lastMoveAt", archived.ended_at);
}

static void put_file_id(struct json *json, const struct database *database, uint32_t number,
                        const struct database_game *game)
{
    const rk_pgn_text event = database_name(database, game->event);
    char id[16];
    snprintf(id, sizeof id, "%llu", (unsigned long long)number + 1);
    json_put_text(json, "id", id);
    if (event.size) {
        json_key(json, "event");
        json_text_bytes(json, event.at, event.size);
    }
}

static void put_date(struct json *json, const struct database_game *game)
{
    char date[32];
    if (!game->year)
        return;
    int size = snprintf(date, sizeof date, "%04u", game->year);
    if (game->month)
        size += snprintf(date + size, sizeof date - (size_t)size, "-%02u", game->month);
    if (game->month && game->day)
        snprintf(date + size, sizeof date - (size_t)size, "-%02u", game->day);
    json_put_text(json, "date", date);
}

static void put_opening(struct json *json, const struct database *database,
                        const struct database_game *game)
{
    const rk_opening_line line = game_opening(database, game);
    if (!line.ply)
        return;
    json_put_object(json, "opening");
    json_put_text(json, "eco", line.opening.eco);
    json_put_text(json, "name", line.opening.name);
    json_end_object(json);
}

/* Chess960 is part of standard chess. */
static void put_variant(struct json *json, const struct database *database)
{
    const rk_variant variant = (rk_variant)database->header.variant;
    const struct game_settings settings = {.variant = variant, .start = rk_position_start(variant)};
    json_put_text(json, "variant", game_settings_variant_key(&settings));
}

static void put_game(struct json *json, const struct game_search *search, const struct hit *hit)
{
    const struct database *database = search->parts->databases[hit->part];
    struct database_game game;
    database_game(database, hit->number, &game);
    json_begin_object(json);
    if (search->is_own)
        game_search_put_own(json, database, &game, true);
    else
        put_file_id(json, database, hit->number, &game);
    game_json_player(json, database, "white", game.white, game.white_rating);
    game_json_player(json, database, "black", game.black, game.black_rating);
    put_variant(json, database);
    json_put_text(json, "result", game_result_text(&game));
    put_date(json, &game);
    json_put_integer(json, "plies", game.plies);
    put_opening(json, database, &game);
    json_end_object(json);
}

bool game_search_write(const struct game_search *search, struct buffer *out)
{
    struct buffer hits = {.bytes = NULL};
    bool complete = true;
    for (size_t i = 0; i < search->parts->count && complete; i++)
        complete = search_part(search, (uint32_t)i, &hits);
    struct hit *list = (void *)hits.bytes;
    const size_t count = hits.size / sizeof *list;
    const size_t pages = (count + search->page_size - 1) / search->page_size;
    struct json json = json_in(out);
    if (count)
        qsort(list, count, sizeof *list, compare_hits);
    json_begin_object(&json);
    json_put_array(&json, "games");
    for (size_t i = (search->page - 1) * search->page_size;
         i < count && i < search->page * search->page_size; i++)
        put_game(&json, search, &list[i]);
    json_end_array(&json);
    json_put_integer(&json, "total", (int64_t)count);
    json_put_integer(&json, "page", (int64_t)search->page);
    json_put_integer(&json, "pages", (int64_t)pages);
    json_end_object(&json);
    buffer_fini(&hits);
    return complete;
}
