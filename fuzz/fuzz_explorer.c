/* SPDX-License-Identifier: MIT */
/* Opening databases: arbitrary bytes as a file, with the checksums that are verified at once
 * made right, so that the content may lie. It is either refused or answers every question within
 * its bounds. */
#include "explorer/game_export.h"
#include "explorer/query.h"

#include "fuzz.h"

enum { GAMES_CHECKED = 4, AT_CRC = HEADER_SIZE - 4, AT_SECTIONS = 64, SECTION_ROW = 20 };

static void repair_section(uint8_t *bytes, size_t size, enum section_id section)
{
    uint8_t *row = bytes + AT_SECTIONS + section * SECTION_ROW;
    const uint64_t offset = load_number(row, 8), section_size = load_number(row + 8, 8);
    if (offset >= HEADER_SIZE && offset <= size && section_size <= size - offset)
        store_number(row + 16, 4, format_checksum(bytes + offset, section_size));
}

static void repair_checksums(uint8_t *bytes, size_t size)
{
    repair_section(bytes, size, SECTION_BUCKETS);
    repair_section(bytes, size, SECTION_CHECKSUMS);
    store_number(bytes + AT_CRC, 4, format_checksum(bytes, AT_CRC));
}

static void check_query(const struct database *database, const rk_position *pos)
{
    static struct statistics found;
    struct buffer json = {.bytes = NULL};
    query_position(database, pos, NULL, &found);
    CHECK(found.move_count <= STATISTICS_MOVES_MAX);
    for (size_t i = 0; i < found.move_count; i++)
        CHECK(rk_moves_legal(pos, found.moves[i].move));
    query_write_json(database, pos, &found, NULL, &json);
    CHECK(!json.failed);
    buffer_fini(&json);
}

/* What looks at every game: once for each input. */
static void check_all_games(const struct database *database, const rk_position *pos)
{
    static struct statistics found;
    static struct breakdown breakdown;
    static const struct statistics_filter filter = {.since = 19000101, .max_rating = 3000};
    query_breakdown(database, pos, &filter, &found, &breakdown);
    CHECK(query_all_games(database, pos, NULL, 1, &found));
    CHECK(results_games(&found.results) <= database->header.game_count);
}

static void check_game(const struct database *database, uint32_t number)
{
    struct database_game game;
    struct buffer text = {.bytes = NULL};
    rk_position start;
    database_game(database, number, &game);
    game_export_pgn(database, number, &text);
    game_export_json(database, number, &text);
    game_export_line(database, number, &text);
    CHECK(!text.failed);
    buffer_fini(&text);
    if (game.start != NO_NAME && database_start(database, game.start, &start))
        check_query(database, &start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct database database;
    rk_fault fault;
    uint8_t *bytes = malloc(size + 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (size >= HEADER_SIZE)
        repair_checksums(bytes, size);
    poison(&fault, sizeof fault);
    const rk_err err = database_from_bytes(bytes, size, &database, &fault);
    CHECK(!err || err == RK_BAD_RECORD);
    if (!err) {
        const rk_position start = rk_position_start((rk_variant)database.header.variant);
        check_query(&database, &start);
        check_all_games(&database, &start);
        for (uint32_t i = 0; i <= database.header.game_count && i < GAMES_CHECKED; i++)
            check_game(&database, i);
        const rk_err verified = database_verify(&database, &fault);
        CHECK(!verified || verified == RK_BAD_RECORD);
    }
    free(bytes);
    return 0;
}
