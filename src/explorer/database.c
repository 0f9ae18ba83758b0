/* SPDX-License-Identifier: MIT */
#include "explorer/database.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/mapped_file.h"
#include "explorer/block_checksums.h"
#include "rookery/fen.h"

// ---- opening ---------------------------------------------------------------------------------

static rk_err check_section(const struct database *database, enum section_id id, rk_fault *fault)
{
    const struct section *section = &database->header.sections[id];
    char text[RK_FAULT_TEXT_MAX];
    if (format_checksum(database->section[id], section->size) == section->crc)
        return RK_OK;
    snprintf(text, sizeof text, "corrupt: the checksum of the section of %s is wrong",
             format_section_name(id));
    return fault_set(fault, RK_BAD_RECORD, (size_t)section->offset, text);
}

rk_err database_from_bytes(const uint8_t *bytes, size_t size, struct database *out, rk_fault *fault)
{
    struct database database = {.file = NULL};
    rk_err err = format_header_read(bytes, size, &database.header, fault);
    if (err)
        return err;
    for (int i = 0; i < SECTION_COUNT; i++)
        database.section[i] = bytes + database.header.sections[i].offset;
    err = check_section(&database, SECTION_BUCKETS, fault);
    if (!err)
        err = check_section(&database, SECTION_CHECKSUMS, fault);
    if (!err)
        *out = database;
    return err;
}

rk_err explorer_open(const char *path, struct database *out, rk_fault *fault)
{
    struct mapped_file *file = NULL;
    rk_err err = mapped_file_open(path, &file, fault);
    if (err)
        return err;
    const uint8_t *bytes = mapped_file_bytes(file);
    err = database_from_bytes(bytes, mapped_file_size(file), out, fault);
    if (!err && !(out->checksums = block_checksums_create(bytes, &out->header)))
        err = fault_set_default(fault, RK_NO_MEMORY);
    if (err)
        mapped_file_close(file);
    else
        out->file = file;
    return err;
}

bool database_may_replace(const char *path)
{
    uint8_t bytes[8];
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return true;
    const bool is_regular = !fstat(file, &status) && S_ISREG(status.st_mode);
    const ssize_t size = is_regular ? read(file, bytes, sizeof bytes) : -1;
    close(file);
    return !size || (size > 0 && format_is_database(bytes, (uint64_t)size));
}

void database_close(struct database *database)
{
    mapped_file_close(database->file);
    block_checksums_destroy(database->checksums);
    *database = (struct database){.file = NULL};
}

rk_err database_damage(const struct database *database, rk_fault *fault)
{
    if (database->file && mapped_file_has_changed(database->file))
        return fault_set(fault, RK_BAD_RECORD, 0, "the file was changed while it was in use");
    if (!block_checksums_failed(database->checksums))
        return RK_OK;
    return fault_set(fault, RK_BAD_RECORD, 0, "corrupt: the checksum of a block is wrong");
}

bool database_verify_bytes(const struct database *database, const uint8_t *at, uint64_t size)
{
    return !database->checksums || block_checksums_verify(database->checksums, at, size);
}

// ---- names and games -------------------------------------------------------------------------

rk_pgn_text database_name(const struct database *database, uint32_t number)
{
    const struct section *section = &database->header.sections[SECTION_NAMES];
    const uint8_t *offsets = database->section[SECTION_NAMES];
    if (number >= database->header.name_count)
        return (rk_pgn_text){"", 0};
    if (!database_verify_bytes(database, offsets + 4 * (size_t)number, 8))
        return (rk_pgn_text){"", 0};
    const uint64_t texts = 4 * (database->header.name_count + 1);
    const uint64_t begin = load_number(offsets + 4 * (size_t)number, 4);
    const uint64_t end = load_number(offsets + 4 * (size_t)number + 4, 4);
    if (begin > end || end > section->size - texts ||
        !database_verify_bytes(database, offsets + texts + begin, end - begin))
        return (rk_pgn_text){"", 0};
    return (rk_pgn_text){(const char *)offsets + texts + begin, (size_t)(end - begin)};
}

/* A row of the section of games: 39 bits offset of the moves, 1 bit "has a start"; three names of
 * 24 bits; two ratings of 12 bits; 12 bits year, 4 month, 5 day, 2 result, 9 ECO; 24 bits
 * material. */
enum {
    AT_OFFSET = 0,
    AT_WHITE = 5,
    AT_BLACK = 8,
    AT_EVENT = 11,
    AT_RATINGS = 14,
    AT_DATE = 17,
    AT_MATERIAL = 21,
    OFFSET_BITS = 39,
    START_SIZE = 4
};

/* Beyond every end if the row is damaged. */
static uint64_t moves_offset(const struct database *database, uint64_t number, bool *has_start)
{
    if (number >= database->header.game_count)
        return database->header.sections[SECTION_MOVES].size;
    const uint8_t *row = database->section[SECTION_GAMES] + number * GAME_SIZE;
    if (!database_verify_bytes(database, row, GAME_SIZE))
        return UINT64_MAX;
    const uint64_t word = load_number(row + AT_OFFSET, 5);
    *has_start = word >> OFFSET_BITS & 1;
    return word & ((UINT64_C(1) << OFFSET_BITS) - 1);
}

static void locate_moves(const struct database *database, uint64_t number,
                         struct database_game *out)
{
    bool has_start = false, unused;
    uint64_t begin = moves_offset(database, number, &has_start);
    const uint64_t end = moves_offset(database, number + 1, &unused);
    const uint8_t *moves = database->section[SECTION_MOVES];
    out->moves = moves;
    if (begin > end || end > database->header.sections[SECTION_MOVES].size ||
        !database_verify_bytes(database, moves + begin, end - begin))
        return;
    if (has_start && end - begin >= START_SIZE) {
        out->start = (uint32_t)load_number(moves + begin, START_SIZE);
        begin += START_SIZE;
    }
    out->moves = moves + begin;
    const uint64_t plies = (end - begin) / MOVE_SIZE;
    out->plies = plies > UINT32_MAX ? UINT32_MAX : (uint32_t)plies;
}

void database_game(const struct database *database, uint64_t number, struct database_game *out)
{
    *out = (struct database_game){.start = NO_NAME, .result = DATABASE_UNKNOWN};
    locate_moves(database, number, out);
    if (number >= database->header.game_count)
        return;
    const uint8_t *row = database->section[SECTION_GAMES] + number * GAME_SIZE;
    if (!database_verify_bytes(database, row, GAME_SIZE))
        return;
    out->white = (uint32_t)load_number(row + AT_WHITE, 3);
    out->black = (uint32_t)load_number(row + AT_BLACK, 3);
    out->event = (uint32_t)load_number(row + AT_EVENT, 3);
    const uint64_t ratings = load_number(row + AT_RATINGS, 3), date = load_number(row + AT_DATE, 4);
    out->white_rating = ratings & 4095;
    out->black_rating = (uint16_t)(ratings >> 12);
    out->year = date & 4095;
    out->month = date >> 12 & 15;
    out->day = date >> 16 & 31;
    out->result = date >> 21 & 3;
    out->eco = (uint16_t)(date >> 23);
    out->material = (uint32_t)load_number(row + AT_MATERIAL, 3);
}

void database_row_store(const struct database_game *game, uint8_t row[GAME_SIZE])
{
    memset(row, 0, AT_RATINGS);
    store_number(row + AT_RATINGS, 3, game->white_rating | (uint64_t)game->black_rating << 12);
    store_number(row + AT_DATE, 4,
                 (uint64_t)game->year | (uint64_t)game->month << 12 | (uint64_t)game->day << 16 |
                     (uint64_t)game->result << 21 | (uint64_t)game->eco << 23);
    store_number(row + AT_MATERIAL, 3, game->material);
}

void database_row_complete(const struct database_game *game, uint64_t offset,
                           uint8_t row[GAME_SIZE])
{
    const uint64_t has_start = game->start != NO_NAME;
    store_number(row + AT_OFFSET, 5, offset | has_start << OFFSET_BITS);
    store_number(row + AT_WHITE, 3, game->white);
    store_number(row + AT_BLACK, 3, game->black);
    store_number(row + AT_EVENT, 3, game->event);
}

bool database_start(const struct database *database, uint32_t start, rk_position *out)
{
    static const char chess960[] = "chess960 ";
    rk_variant variant = (rk_variant)database->header.variant;
    if (start == NO_NAME) {
        *out = rk_position_start(variant);
        return true;
    }
    rk_pgn_text text = database_name(database, start);
    if (text.size >= sizeof chess960 && !memcmp(text.at, chess960, sizeof chess960 - 1)) {
        text.at += sizeof chess960 - 1;
        text.size -= sizeof chess960 - 1;
        variant = RK_CHESS960;
    }
    return !rk_fen_parse(text.at, text.size, variant, RK_FEN_PLAIN, out, NULL);
}

uint32_t database_game_date(const struct database_game *game)
{
    return game->year ? game->year * 10000U + game->month * 100U + game->day : 0;
}

unsigned database_game_rating(const struct database_game *game)
{
    if (game->white_rating && game->black_rating)
        return (game->white_rating + game->black_rating) / 2U;
    return game->white_rating ? game->white_rating : game->black_rating;
}

// ---- verification ----------------------------------------------------------------------------

static bool has_valid_names(const struct database *database, const struct database_game *game)
{
    const uint64_t count = database->header.name_count;
    return game->white < count && game->black < count && game->event < count &&
           (game->start == NO_NAME || game->start < count);
}

static rk_err check_games(const struct database *database, rk_fault *fault)
{
    uint64_t moves = 0;
    for (uint64_t i = 0; i < database->header.game_count; i++) {
        struct database_game game;
        database_game(database, i, &game);
        moves += game.plies;
        if (!has_valid_names(database, &game)) {
            char text[RK_FAULT_TEXT_MAX];
            snprintf(text, sizeof text, "corrupt: game %llu has a name that does not exist",
                     (unsigned long long)i + 1);
            return fault_set(fault, RK_BAD_RECORD, 0, text);
        }
    }
    return moves == database->header.move_count
               ? RK_OK
               : fault_set(fault, RK_BAD_RECORD, 0, "corrupt: the number of moves is wrong");
}

rk_err database_verify(const struct database *database, rk_fault *fault)
{
    for (enum section_id i = 0; i < SECTION_COUNT; i++) {
        const rk_err err = check_section(database, i, fault);
        if (err)
            return err;
    }
    return check_games(database, fault);
}
