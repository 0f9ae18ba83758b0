/* SPDX-License-Identifier: MIT */
#include "api/puzzle_json.h"

#include <string.h>

#include "ratings/ratings.h"
#include "record/game_info.h"
#include "record/game_settings.h"

static void put_words(struct json *json, const char *key, const char *words)
{
    json_put_array(json, key);
    while (*words) {
        const size_t size = strcspn(words, " ");
        if (size)
            json_text_bytes(json, words, size);
        words += size;
        words += *words == ' ';
    }
    json_end_array(json);
}

/* The position after the error, from which the puzzle starts. */
static void put_position(struct json *json, const struct puzzle_record *record)
{
    struct puzzle_line line;
    char fen[RK_FEN_MAX], error[RK_UCI_MAX];
    if (puzzle_record_replay(record, &line, NULL))
        return;
    rk_fen_write(&line.positions[1], RK_FEN_PLAIN, fen);
    rk_uci_write(&line.positions[0], line.moves[0], error);
    json_put_text(json, "fen", fen);
    json_put_text(json, "lastMove", error);
}

void puzzle_json_puzzle(struct json *json, const struct puzzle_record *record)
{
    const size_t error_size = strcspn(record->moves, " ");
    json_put_object(json, "puzzle");
    json_put_text(json, "id", record->id);
    json_put_text(json, "variant", rk_variant_name(record->variant));
    json_put_integer(json, "rating", rating_round(record->glicko.rating));
    json_put_integer(json, "plays", record->plays);
    put_position(json, record);
    json_put_text(json, "fenBefore", record->fen);
    put_words(json, "solution", record->moves + error_size);
    put_words(json, "themes", record->themes);
    if (record->ply)
        json_put_integer(json, "initialPly", record->ply - 1);
    json_end_object(json);
}

static void put_player(struct json *json, const struct game_info *info, rk_side side)
{
    const struct identity *who = &info->players[side];
    json_begin_object(json);
    json_put_text(json, "name", who->name);
    if (ratings_apply_to(who))
        json_put_text(json, "id", who->id);
    json_put_text(json, "color", side == RK_WHITE ? "white" : "black");
    if (info->ratings[side].points)
        json_put_integer(json, "rating", info->ratings[side].points);
    json_end_object(json);
}

static void put_own_game(struct json *json, const struct stored_puzzle *stored)
{
    struct game_info info;
    char clock[RK_CLOCK_TEXT_MAX];
    if (game_info_read(stored->record.game, stored->game_info, strlen(stored->game_info), &info,
                       NULL))
        return;
    json_put_object(json, "game");
    json_put_text(json, "id", info.id);
    json_put_object(json, "perf");
    json_put_text(json, "key", game_settings_perf_key(&info.settings));
    json_put_text(json, "name", game_settings_perf_name(&info.settings));
    json_end_object(json);
    json_put_bool(json, "rated", info.settings.rated);
    json_put_array(json, "players");
    put_player(json, &info, RK_WHITE);
    put_player(json, &info, RK_BLACK);
    json_end_array(json);
    json_put_text(json, "pgn", stored->record.pgn);
    game_settings_write_clock(&info.settings, clock);
    json_put_text(json, "clock", clock);
    json_end_object(json);
}

static void put_named_player(struct json *json, const char *name, const char *colour)
{
    json_begin_object(json);
    json_put_text(json, "name", *name ? name : "?");
    json_put_text(json, "color", colour);
    json_end_object(json);
}

static void put_imported_game(struct json *json, const struct puzzle_record *record)
{
    if (!*record->site && !*record->white && !*record->black)
        return;
    json_put_object(json, "game");
    if (*record->site)
        json_put_text(json, "site", record->site);
    json_put_array(json, "players");
    put_named_player(json, record->white, "white");
    put_named_player(json, record->black, "black");
    json_end_array(json);
    json_end_object(json);
}

void puzzle_json_write(struct json *json, const struct stored_puzzle *stored)
{
    if (*stored->game_info)
        put_own_game(json, stored);
    else
        put_imported_game(json, &stored->record);
    puzzle_json_puzzle(json, &stored->record);
}

void puzzle_json_glicko(struct json *json, const struct exchange *exchange)
{
    const struct identity *who = &exchange->caller.who;
    if (!ratings_apply_to(who))
        return;
    const struct rating rating = ratings_get(exchange->server, who, PERF_PUZZLE);
    const int64_t now = server_date(exchange->server);
    json_put_object(json, "glicko");
    json_put_decimal(json, "rating", rating.glicko.rating, 2);
    json_put_decimal(json, "deviation", rating_deviation(&rating, now), 2);
    if (rating_is_provisional(&rating, now))
        json_put_bool(json, "provisional", true);
    json_end_object(json);
}
