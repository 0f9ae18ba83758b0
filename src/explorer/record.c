/* SPDX-License-Identifier: MIT */
#include "explorer/record.h"

#include <string.h>

#include "base/utf8.h"

void record_add_text(struct buffer *out, rk_pgn_text text)
{
    const size_t size = text.size < NAME_SIZE_MAX ? text.size : NAME_SIZE_MAX;
    const char *const end = text.at + size;
    for (const char *at = text.at; at < end;) {
        const char *const start = at;
        const bool is_valid = utf8_size(at, (size_t)(end - at));
        if (utf8_is_control(utf8_next(&at, end)) && is_valid)
            buffer_put(out, ' ');
        else
            buffer_add(out, start, (size_t)(at - start));
    }
    buffer_put(out, '\0');
}

rk_pgn_text record_start_text(const rk_position *start, const rk_position *ordinary, char *text)
{
    size_t size = 0;
    if (start->variant == ordinary->variant && rk_position_same(start, ordinary) &&
        start->move_number == 1 && !start->halfmove_clock)
        return (rk_pgn_text){"", 0};
    if (start->variant != ordinary->variant) {
        static const char chess960[] = "chess960 ";
        size = sizeof chess960 - 1;
        memcpy(text, chess960, size);
    }
    size += rk_fen_write(start, RK_FEN_PLAIN, text + size);
    return (rk_pgn_text){text, size};
}

uint16_t record_eco(rk_pgn_text eco)
{
    if (eco.size < 3 || eco.at[0] < 'A' || eco.at[0] > 'E' || eco.at[1] < '0' || eco.at[1] > '9' ||
        eco.at[2] < '0' || eco.at[2] > '9')
        return 0;
    return (uint16_t)(1 + 100 * (eco.at[0] - 'A') + 10 * (eco.at[1] - '0') + eco.at[2] - '0');
}

void record_begin(struct buffer *out, rk_pgn_text start)
{
    record_add_text(out, start);
}

void record_add_move(struct buffer *out, rk_move move)
{
    if (!buffer_reserve(out, MOVE_SIZE))
        return;
    store_number((uint8_t *)out->bytes + out->size, MOVE_SIZE, move);
    out->size += MOVE_SIZE;
}

void record_end(struct buffer *out, const struct record *record)
{
    uint8_t row[GAME_SIZE];
    record_add_move(out, RK_NO_MOVE);
    database_row_store(&record->game, row);
    buffer_add(out, row, sizeof row);
    record_add_text(out, record->white);
    record_add_text(out, record->black);
    record_add_text(out, record->event);
}

void record_from_database(struct buffer *out, const struct database *database, uint64_t number)
{
    struct record record;
    database_game(database, number, &record.game);
    record_begin(out, record.game.start == NO_NAME ? (rk_pgn_text){"", 0}
                                                   : database_name(database, record.game.start));
    buffer_add(out, record.game.moves, (size_t)record.game.plies * MOVE_SIZE);
    record.white = database_name(database, record.game.white);
    record.black = database_name(database, record.game.black);
    record.event = database_name(database, record.game.event);
    record_end(out, &record);
}

static bool parse_text(const uint8_t **at, const uint8_t *end, rk_pgn_text *out)
{
    const uint8_t *nul = memchr(*at, '\0', (size_t)(end - *at));
    if (!nul)
        return false;
    *out = (rk_pgn_text){(const char *)*at, (size_t)(nul - *at)};
    *at = nul + 1;
    return true;
}

static bool parse_moves(const uint8_t **at, const uint8_t *end, struct record_parts *out)
{
    out->moves = *at;
    while (end - *at >= MOVE_SIZE && ((*at)[0] || (*at)[1]))
        *at += MOVE_SIZE;
    out->plies = (uint32_t)((*at - out->moves) / MOVE_SIZE);
    *at += MOVE_SIZE;
    return *at <= end;
}

bool record_parse(const uint8_t *bytes, size_t size, struct record_parts *out)
{
    const uint8_t *at = bytes, *const end = bytes + size;
    if (!parse_text(&at, end, &out->start) || !parse_moves(&at, end, out) || end - at < GAME_SIZE)
        return false;
    out->row = at;
    at += GAME_SIZE;
    return parse_text(&at, end, &out->white) && parse_text(&at, end, &out->black) &&
           parse_text(&at, end, &out->event);
}

int record_compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
    const int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : (a_size > b_size) - (a_size < b_size);
}
