/* SPDX-License-Identifier: MIT */
#include "explorer/game_export.h"

#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "explorer/game_opening.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"

enum { DATE_SIZE = 32, ECO_SIZE = 8 };

const char *game_result_text(const struct database_game *game)
{
    static const char *const results[] = {[DATABASE_WHITE] = "1-0",
                                          [DATABASE_BLACK] = "0-1",
                                          [DATABASE_DRAW] = "1/2-1/2",
                                          [DATABASE_UNKNOWN] = "*"};
    return results[game->result];
}

const char *game_winner(const struct database_game *game)
{
    return game->result == DATABASE_WHITE   ? "white"
           : game->result == DATABASE_BLACK ? "black"
                                            : NULL;
}

/* "2018.01.??" */
static void write_date(const struct database_game *game, char out[DATE_SIZE])
{
    const int written = game->year ? snprintf(out, DATE_SIZE, "%04u", game->year)
                                   : snprintf(out, DATE_SIZE, "????");
    size_t size = (size_t)written;
    size += (size_t)(game->month ? snprintf(out + size, DATE_SIZE - size, ".%02u", game->month)
                                 : snprintf(out + size, DATE_SIZE - size, ".??"));
    if (game->day)
        snprintf(out + size, DATE_SIZE - size, ".%02u", game->day);
    else
        snprintf(out + size, DATE_SIZE - size, ".??");
}

static bool write_eco(const struct database_game *game, char out[ECO_SIZE])
{
    const unsigned code = game->eco - 1U;
    if (!game->eco || code >= 500)
        return false;
    snprintf(out, ECO_SIZE, "%c%02u", (char)('A' + code / 100), code % 100);
    return true;
}

// ---- a line ----------------------------------------------------------------------------------

static void append_player(const struct database *database, uint32_t number, unsigned rating,
                          struct buffer *out)
{
    const rk_pgn_text name = database_name(database, number);
    if (name.size)
        printable_append(out, name.at, name.size);
    else
        buffer_put(out, '?');
    if (!rating)
        return;
    buffer_text(out, " (");
    buffer_integer(out, rating);
    buffer_put(out, ')');
}

void game_export_line(const struct database *database, uint32_t number, struct buffer *out)
{
    struct database_game game;
    char text[64], year[16] = "?", eco[ECO_SIZE] = "";
    database_game(database, number, &game);
    if (game.year)
        snprintf(year, sizeof year, "%u", game.year);
    write_eco(&game, eco);
    snprintf(text, sizeof text, "%9llu  %-7s %4s  %-3s  ", (unsigned long long)number + 1,
             game_result_text(&game), year, eco);
    buffer_text(out, text);
    append_player(database, game.white, game.white_rating, out);
    buffer_text(out, " - ");
    append_player(database, game.black, game.black_rating, out);
    buffer_put(out, '\n');
}

// ---- PGN -------------------------------------------------------------------------------------

static void put_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

static void write_rating(rk_pgn_writer *writer, const char *tag, unsigned rating)
{
    char text[16];
    if (!rating)
        return;
    snprintf(text, sizeof text, "%u", rating);
    rk_pgn_write_tag(writer, text_of(tag), text_of(text));
}

static rk_pgn_text name_or_unknown(const struct database *database, uint32_t number)
{
    const rk_pgn_text name = database_name(database, number);
    return name.size ? name : (rk_pgn_text){"?", 1};
}

static void write_start(rk_pgn_writer *writer, const struct database *database,
                        const struct database_game *game, const rk_position *start)
{
    char fen[RK_FEN_MAX];
    if (start->variant != RK_STANDARD)
        rk_pgn_write_tag(writer, text_of("Variant"),
                         text_of(rk_variant_name((rk_variant)start->variant)));
    if (game->start == NO_NAME || database_name(database, game->start).size == 0)
        return;
    rk_fen_write(start, RK_FEN_PLAIN, fen);
    rk_pgn_write_tag(writer, text_of("SetUp"), text_of("1"));
    rk_pgn_write_tag(writer, text_of("FEN"), text_of(fen));
}

static void write_tags(rk_pgn_writer *writer, const struct database *database,
                       const struct database_game *game, const rk_position *start)
{
    char date[DATE_SIZE], eco[ECO_SIZE];
    const rk_opening_line line = game_opening(database, game);
    write_date(game, date);
    rk_pgn_write_tag(writer, text_of("Event"), name_or_unknown(database, game->event));
    rk_pgn_write_tag(writer, text_of("Date"), text_of(date));
    rk_pgn_write_tag(writer, text_of("White"), name_or_unknown(database, game->white));
    rk_pgn_write_tag(writer, text_of("Black"), name_or_unknown(database, game->black));
    rk_pgn_write_tag(writer, text_of("Result"), text_of(game_result_text(game)));
    write_rating(writer, "WhiteElo", game->white_rating);
    write_rating(writer, "BlackElo", game->black_rating);
    if (write_eco(game, eco))
        rk_pgn_write_tag(writer, text_of("ECO"), text_of(eco));
    if (line.ply)
        rk_pgn_write_tag(writer, text_of("Opening"), text_of(line.opening.name));
    write_start(writer, database, game, start);
}

void game_export_pgn(const struct database *database, uint32_t number, struct buffer *out)
{
    struct database_game game;
    rk_position pos;
    rk_pgn_writer writer;
    database_game(database, number, &game);
    if (!database_start(database, game.start, &pos))
        return;
    rk_pgn_writer_init(&writer, put_bytes, out);
    write_tags(&writer, database, &game, &pos);
    for (uint32_t ply = 0; ply < game.plies; ply++) {
        const rk_move move = database_move(&game, ply);
        rk_undo undo;
        if (!rk_moves_legal(&pos, move))
            break;
        rk_pgn_write_move(&writer, &pos, move);
        rk_position_apply(&pos, move, &undo);
    }
    rk_pgn_write_end(&writer, text_of(game_result_text(&game)));
}

// ---- JSON ------------------------------------------------------------------------------------

static void put_name(struct json *json, const struct database *database, const char *key,
                     uint32_t name)
{
    const rk_pgn_text text = database_name(database, name);
    json_put_pgn_text(json, key, text.at, text.size);
}

void game_json_player(struct json *json, const struct database *database, const char *side,
                      uint32_t name, unsigned rating)
{
    json_put_object(json, side);
    put_name(json, database, "name", name);
    json_put_integer(json, "rating", rating);
    json_end_object(json);
}

static void put_moves(struct json *json, const struct database_game *game, rk_position pos)
{
    json_put_array(json, "moves");
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        const rk_move move = database_move(game, ply);
        char uci[RK_UCI_MAX];
        rk_undo undo;
        if (!rk_moves_legal(&pos, move))
            break;
        rk_uci_write(&pos, move, uci);
        json_text(json, uci);
        rk_position_apply(&pos, move, &undo);
    }
    json_end_array(json);
}

static void put_opening(struct json *json, const rk_opening_line *line)
{
    if (!line->ply) {
        json_put_text(json, "opening", NULL);
        return;
    }
    json_put_object(json, "opening");
    json_put_text(json, "eco", line->opening.eco);
    json_put_text(json, "name", line->opening.name);
    json_put_integer(json, "ply", line->ply);
    json_end_object(json);
}

void game_export_json(const struct database *database, uint32_t number, struct buffer *out)
{
    struct json json = json_in(out);
    struct database_game game;
    rk_position start;
    char text[RK_FEN_MAX];
    database_game(database, number, &game);
    json_begin_object(&json);
    snprintf(text, sizeof text, "%llu", (unsigned long long)number + 1);
    json_put_text(&json, "id", text);
    game_json_player(&json, database, "white", game.white, game.white_rating);
    game_json_player(&json, database, "black", game.black, game.black_rating);
    put_name(&json, database, "event", game.event);
    write_date(&game, text);
    json_put_text(&json, "date", text);
    json_put_text(&json, "eco", write_eco(&game, text) ? text : NULL);
    const rk_opening_line line = game_opening(database, &game);
    put_opening(&json, &line);
    json_put_text(&json, "result", game_result_text(&game));
    if (database_start(database, game.start, &start)) {
        rk_fen_write(&start, RK_FEN_PLAIN, text);
        json_put_text(&json, "start", game.start == NO_NAME ? NULL : text);
        put_moves(&json, &game, start);
    }
    json_end_object(&json);
}
