/* SPDX-License-Identifier: MIT */
#include "api/export_opening.h"

#include <string.h>

#include "archive/game_openings.h"
#include "record/game_import.h"
#include "rookery/opening.h"

/* The opening of the moves that may be shown. */
static rk_opening_line find_opening(const struct exported_game *exported)
{
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply;
    rk_opening_line line;
    rk_opening_line_begin(&line, rk_game_start(exported->game));
    while (line.is_searched && line.plies < RK_OPENING_PLIES_MAX && export_next_ply(&walk, &ply)) {
        rk_position position = *ply.before;
        rk_undo undo;
        rk_position_apply(&position, ply.action->move, &undo);
        rk_opening_line_add(&line, &position);
    }
    return line;
}

static bool has_imported_tag(const struct exported_game *exported, const char *name)
{
    const char *tag, *value;
    for (size_t at = 0; exported->head && import_tags_next(exported->head, &at, &tag, &value);)
        if (!strcmp(tag, name))
            return true;
    return false;
}

static void write_tag(const struct exported_game *exported, rk_pgn_writer *writer, const char *name,
                      const char *value)
{
    if (!has_imported_tag(exported, name))
        rk_pgn_write_tag(writer, (rk_pgn_text){name, strlen(name)},
                         (rk_pgn_text){value, strlen(value)});
}

void export_opening_tags(const struct exported_game *exported, rk_pgn_writer *writer)
{
    const rk_opening_line line = find_opening(exported);
    if (!line.ply)
        return;
    write_tag(exported, writer, "ECO", line.opening.eco);
    write_tag(exported, writer, "Opening", line.opening.name);
}

void export_opening_json(const struct exported_game *exported, struct json *json)
{
    const rk_opening_line line = find_opening(exported);
    if (!line.ply)
        return;
    json_put_object(json, "opening");
    json_put_text(json, "eco", line.opening.eco);
    json_put_text(json, "name", line.opening.name);
    json_put_integer(json, "ply", line.ply);
    json_end_object(json);
}

bool export_opening_matches(const struct exported_game *exported, const char *text)
{
    const rk_opening_line line = find_opening(exported);
    return game_opening_matches(&line, text);
}
