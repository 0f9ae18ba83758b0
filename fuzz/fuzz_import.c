/* SPDX-License-Identifier: MIT */
/* PGN that somebody imports. A game that is accepted can be stored, read back and replayed to the
 * same end; one that is refused has a reason. */
#include "fuzz.h"

#include "base/utf8.h"
#include "record/game_import.h"
#include "record/game_status.h"
#include "record/replay.h"

enum { NOW = 1000000 };

static void check_accepted(struct imported_game *imported)
{
    struct buffer head = {0};
    struct game_info info;
    struct journal journal = {.events = NULL};
    struct fields *fields = NULL;
    rk_game *game = NULL;
    const char *name, *value;
    size_t at = 0, tags = 0;
    memcpy(imported->info.keys, (char[2][5]){"0000", "0000"}, sizeof imported->info.keys);
    imported_game_write_head(imported, &head);
    CHECK(!game_info_read("abcdefgh", head.bytes, head.size, &info, NULL));
    CHECK(info.source == SOURCE_IMPORT && !info.settings.rated);
    CHECK(!journal_decode(&journal, imported->log.bytes, imported->log.size, NULL));
    CHECK(!replay_game(&info, &journal, &game, NULL));
    CHECK(rk_status_is_over(rk_game_status(game)));
    CHECK(game_status_number(game) == imported->status);
    CHECK(rk_game_winner(game) == imported->winner);
    CHECK(!fields_parse(head.bytes, head.size, &fields, NULL));
    for (; import_tags_next(fields, &at, &name, &value); tags++)
        CHECK(utf8_is_valid(value, strlen(value)));
    CHECK(tags == imported->tag_count);
    fields_destroy(fields);
    rk_game_destroy(game);
    journal_fini(&journal);
    buffer_fini(&head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct import_result result;
    games_import((const char *)data, size, NOW, &result);
    CHECK(result.count <= IMPORT_GAMES_MAX && !result.no_memory);
    CHECK(!result.too_many || !result.count);
    for (size_t i = 0; i < result.count; i++)
        if (!*result.games[i].why)
            check_accepted(&result.games[i]);
    import_result_fini(&result);
    return 0;
}
