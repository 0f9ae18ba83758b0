/* SPDX-License-Identifier: MIT */
#include "archive/game_openings.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "archive/game_record.h"
#include "archive/own_games.h"
#include "base/casefold.h"
#include "explorer/game_opening.h"
#include "explorer/search.h"

bool game_opening_matches(const rk_opening_line *line, const char *text)
{
    return line->ply &&
           (casefold_contains(line->opening.name, strlen(line->opening.name), text, strlen(text)) ||
            !strncasecmp(line->opening.eco, text, strlen(text)));
}

// ---- on the worker thread --------------------------------------------------------------------

static bool is_name(const struct database *database, uint32_t number, const char *name)
{
    const rk_pgn_text text = database_name(database, number);
    return text.size == strlen(name) && !memcmp(text.at, name, text.size);
}

static void exclude_game(struct opening_exclusion *exclusion, const struct database *database,
                         uint32_t number)
{
    struct database_game game;
    struct archived_game archived;
    database_game(database, number, &game);
    if (!is_name(database, game.white, exclusion->player) &&
        !is_name(database, game.black, exclusion->player))
        return;
    const rk_opening_line line = game_opening(database, &game);
    if (!game_opening_matches(&line, exclusion->text) &&
        archived_game_parse(database_name(database, game.event), &archived))
        buffer_add(&exclusion->ids, archived.id, GAME_ID_SIZE);
}

/* False: what was found cannot be relied on. */
static bool exclude_games(struct opening_exclusion *exclusion, const struct database *database)
{
    struct filter filter;
    struct buffer found = {.bytes = NULL};
    rk_fault fault;
    filter_init(&filter);
    filter.player = exclusion->player;
    const struct search_options options = {.filter = &filter, .threads = 1};
    const bool complete = search_games(database, &options, &found);
    const uint32_t *numbers = (const void *)found.bytes;
    for (size_t i = 0; i < found.size / sizeof *numbers; i++)
        exclude_game(exclusion, database, numbers[i]);
    buffer_fini(&found);
    return complete && !exclusion->ids.failed && !database_damage(database, &fault);
}

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, GAME_ID_SIZE);
}

static void run_exclusion(struct work *work)
{
    struct opening_exclusion *exclusion = LIST_OWNER(work, struct opening_exclusion, work);
    struct buffer *ids = &exclusion->ids;
    bool reliable = true;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        for (size_t j = 0; j < exclusion->parts[i].count; j++)
            reliable = reliable && exclude_games(exclusion, exclusion->parts[i].databases[j]);
    if (!reliable)
        buffer_clear(ids);
    if (ids->size)
        qsort(ids->bytes, ids->size / GAME_ID_SIZE, GAME_ID_SIZE, compare_ids);
}

// ---- on the server's thread ------------------------------------------------------------------

static void release_parts(struct opening_exclusion *exclusion)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        archive_parts_release(&exclusion->parts[i]);
}

static void finish_exclusion(struct work *work)
{
    struct opening_exclusion *exclusion = LIST_OWNER(work, struct opening_exclusion, work);
    release_parts(exclusion);
    exclusion->done(exclusion);
}

bool opening_exclusion_start(struct opening_exclusion *exclusion, struct server *server)
{
    if (!own_games_exist(server))
        return false;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        if (game_record_variant((rk_variant)i) == (rk_variant)i)
            exclusion->parts[i] = archive_parts_hold(own_games_parts(server, (rk_variant)i));
    exclusion->work = (struct work){.run = run_exclusion, .done = finish_exclusion};
    if (server->env.queue_background(server->env.context, &exclusion->work))
        return true;
    release_parts(exclusion);
    return false;
}

void opening_exclusion_fini(struct opening_exclusion *exclusion)
{
    buffer_fini(&exclusion->ids);
}

bool opening_exclusion_has(const struct opening_exclusion *exclusion, const char *id)
{
    return exclusion->ids.size &&
           bsearch(id, exclusion->ids.bytes, exclusion->ids.size / GAME_ID_SIZE, GAME_ID_SIZE,
                   compare_ids);
}
