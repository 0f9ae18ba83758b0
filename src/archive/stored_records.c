/* SPDX-License-Identifier: MIT */
#include "archive/stored_records.h"

#include <stdio.h>
#include <string.h>

#include "explorer/record.h"
#include "record/replay.h"

/* Columns of STORE_GAME. */
enum { COLUMN_ID, COLUMN_HEAD, COLUMN_ENDED_AT = 3, COLUMN_LOG = 7 };

/* A copied row: this header, then the head of the game and its log. */
struct row {
    char id[GAME_ID_SIZE + 1];
    int64_t ended_at;
    size_t head_size, log_size;
};

void stored_records_copy_row(const struct store_job *job, struct buffer *rows)
{
    struct row row = {.ended_at = store_get_integer(job, COLUMN_ENDED_AT)};
    const void *head = store_get_bytes(job, COLUMN_HEAD, &row.head_size);
    const void *log = store_get_bytes(job, COLUMN_LOG, &row.log_size);
    snprintf(row.id, sizeof row.id, "%s", store_get_text(job, COLUMN_ID));
    buffer_add(rows, &row, sizeof row);
    buffer_add(rows, head, row.head_size);
    buffer_add(rows, log, row.log_size);
}

static void convert_row(const struct row *row, const char *head, const char *log,
                        struct buffer records[RK_VARIANT_COUNT])
{
    struct game_info info;
    struct journal journal = {0};
    rk_game *game = NULL;
    if (!game_info_read(row->id, head, row->head_size, &info, NULL) &&
        !journal_decode(&journal, log, row->log_size, NULL) &&
        !replay_game(&info, &journal, &game, NULL) && game_belongs_in_archive(&info, game))
        game_record_append(&records[game_record_variant(info.settings.variant)], &info, game,
                           row->ended_at);
    rk_game_destroy(game);
    journal_fini(&journal);
}

bool stored_records_convert(const struct buffer *rows, struct buffer records[RK_VARIANT_COUNT])
{
    bool failed = rows->failed;
    for (size_t at = 0; at < rows->size;) {
        struct row row;
        memcpy(&row, rows->bytes + at, sizeof row);
        const char *head = rows->bytes + at + sizeof row;
        convert_row(&row, head, head + row.head_size, records);
        at += sizeof row + row.head_size + row.log_size;
    }
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        failed = failed || records[i].failed;
    return !failed;
}

size_t stored_record_id(const uint8_t *record, char id[GAME_ID_SIZE + 1])
{
    const size_t size = (size_t)load_number(record, LENGTH_SIZE);
    struct record_parts parts;
    struct archived_game game;
    *id = '\0';
    if (record_parse(record + LENGTH_SIZE, size, &parts) && archived_game_parse(parts.event, &game))
        memcpy(id, game.id, GAME_ID_SIZE + 1);
    return LENGTH_SIZE + size;
}
