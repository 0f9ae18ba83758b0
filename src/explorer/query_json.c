/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/json.h"
#include "base/minmax.h"
#include "explorer/game_export.h"
#include "explorer/query.h"
#include "rookery/moves.h"
#include "rookery/opening.h"
#include "rookery/san.h"

static void put_month(struct json *json, const struct database_game *game)
{
    char month[16];
    if (!game->year)
        return;
    json_put_integer(json, "year", game->year);
    if (!game->month)
        return;
    snprintf(month, sizeof month, "%04u-%02u", game->year, game->month);
    json_put_text(json, "month", month);
}

static void write_number(struct json *json, const struct database *database, uint32_t number)
{
    char id[16];
    (void)database;
    snprintf(id, sizeof id, "%llu", (unsigned long long)number + 1);
    json_put_text(json, "id", id);
}

static void put_game(struct json *json, const struct query_answer *answer,
                     struct game_reference reference, bool with_move)
{
    const struct database *database = answer->databases[reference.source];
    struct database_game game;
    char uci[RK_UCI_MAX];
    database_game(database, reference.game, &game);
    json_begin_object(json);
    if (with_move && reference.ply < game.plies &&
        rk_moves_legal(answer->pos, database_move(&game, reference.ply))) {
        rk_uci_write(answer->pos, database_move(&game, reference.ply), uci);
        json_put_text(json, "uci", uci);
    }
    (answer->write_id ? answer->write_id : write_number)(json, database, reference.game);
    json_put_text(json, "winner", game_winner(&game));
    game_json_player(json, database, "white", game.white, game.white_rating);
    game_json_player(json, database, "black", game.black, game.black_rating);
    put_month(json, &game);
    json_end_object(json);
}

static void put_opening(struct json *json, const rk_position *pos)
{
    rk_opening opening;
    json_key(json, "opening");
    if (!rk_opening_find(pos, &opening)) {
        json_null_value(json);
        return;
    }
    json_begin_object(json);
    json_put_text(json, "eco", opening.eco);
    json_put_text(json, "name", opening.name);
    json_end_object(json);
}

static void put_results(struct json *json, const struct results *results)
{
    json_put_integer(json, "white", (int64_t)results->white);
    json_put_integer(json, "draws", (int64_t)results->draws);
    json_put_integer(json, "black", (int64_t)results->black);
}

/* The average rating of the players, or of one player's opponents. */
static void put_average(struct json *json, const struct query_answer *answer,
                        const struct results *results)
{
    if (!answer->of_player)
        json_put_integer(json, "averageRating", results_average(results));
    else if (rk_position_turn(answer->pos) == answer->player_side)
        json_put_integer(json, "averageOpponentRating", results_opponent_average(results));
    else
        json_put_integer(json, "averageOpponentRating", results_average(results));
}

static void put_opening_after(struct json *json, const rk_position *pos, rk_move move)
{
    rk_position after = *pos;
    rk_undo undo;
    rk_position_apply(&after, move, &undo);
    put_opening(json, &after);
}

static void put_move(struct json *json, const struct query_answer *answer,
                     const struct move_statistics *move)
{
    char uci[RK_UCI_MAX], san[RK_SAN_MAX];
    rk_uci_write(answer->pos, move->move, uci);
    rk_san_write(answer->pos, move->move, san);
    json_begin_object(json);
    json_put_text(json, "uci", uci);
    json_put_text(json, "san", san);
    put_average(json, answer, &move->results);
    json_put_integer(json, "performance", results_performance(&move->results));
    put_results(json, &move->results);
    json_key(json, "game");
    if (results_games(&move->results) == 1)
        put_game(json, answer, move->game, false);
    else
        json_null_value(json);
    put_opening_after(json, answer->pos, move->move);
    json_end_object(json);
}

static void put_games(struct json *json, const struct query_answer *answer, const char *key,
                      const struct game_reference *games, size_t count)
{
    json_put_array(json, key);
    for (size_t i = 0; i < count; i++)
        put_game(json, answer, games[i], true);
    json_end_array(json);
}

/* Rows that have games; `step` is the distance between them. */
static void put_rows(struct json *json, const char *key, const char *name,
                     const struct results *rows, size_t count, int step)
{
    json_put_array(json, key);
    for (size_t i = 0; i < count; i++) {
        if (!results_games(&rows[i]))
            continue;
        json_begin_object(json);
        json_put_integer(json, name, (int64_t)i * step);
        put_results(json, &rows[i]);
        json_end_object(json);
    }
    json_end_array(json);
}

void query_write_answer(const struct query_answer *answer, struct buffer *out)
{
    struct json json = json_in(out);
    const struct statistics *statistics = answer->statistics;
    const struct breakdown *breakdown = answer->breakdown;
    json_begin_object(&json);
    put_opening(&json, answer->pos);
    if (answer->of_player)
        json_put_integer(&json, "queuePosition", 0); // this server answers at once
    put_results(&json, &statistics->results);
    json_put_array(&json, "moves");
    for (size_t i = 0; i < min_size(statistics->move_count, answer->moves_max); i++)
        put_move(&json, answer, &statistics->moves[i]);
    json_end_array(&json);
    put_games(&json, answer, "topGames", statistics->top,
              min_size(statistics->top_count, answer->top_max));
    put_games(&json, answer, "recentGames", statistics->recent,
              min_size(statistics->recent_count, answer->recent_max));
    if (breakdown) {
        put_rows(&json, "years", "year", breakdown->years, YEARS_MAX, 1);
        put_rows(&json, "ratings", "rating", breakdown->bands, BANDS_MAX, BAND_SIZE);
    }
    json_end_object(&json);
}

void query_write_json(const struct database *database, const rk_position *pos,
                      const struct statistics *statistics, const struct breakdown *breakdown,
                      struct buffer *out)
{
    const struct query_answer answer = {.databases = &database,
                                        .pos = pos,
                                        .statistics = statistics,
                                        .breakdown = breakdown,
                                        .moves_max = SIZE_MAX,
                                        .top_max = SIZE_MAX,
                                        .recent_max = SIZE_MAX};
    query_write_answer(&answer, out);
}
