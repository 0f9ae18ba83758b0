/* SPDX-License-Identifier: MIT */
/* rookery tables: which endgame tables there are, and what they say about a position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "platform/message.h"
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/san.h"
#include "syzygy/endgame_json.h"
#include "syzygy/survey.h"

enum {
    FOLDERS_MAX = 64,
    PATHS_MAX = 8192,
    LINE_WIDTH = 78,
    MEN_SHOWN_MIN = 5,
    CATEGORY_WIDTH = 12
};

#define MISNAMED_TEXT "not the name of an endgame, such as KRPvKR"

static const char *const type_names[TABLE_TYPES] = {[TABLE_WDL] = "WDL", [TABLE_DTZ] = "DTZ"};
static const char *const suffixes[TABLE_TYPES] = {[TABLE_WDL] = ".rtbw", [TABLE_DTZ] = ".rtbz"};

/* All endgames, found or not. */
struct inventory {
    const struct files *names; /* of what was found; borrowed */
    struct survey_men men[PIECES_MAX + 1];
    struct buffer endings; /* struct survey_ending */
    uint64_t bytes;
    unsigned files, broken;
    unsigned men_max; /* of the files found */
};

static void add_ending(void *context, const struct survey_ending *ending)
{
    struct inventory *inventory = context;
    buffer_add(&inventory->endings, ending, sizeof *ending);
    for (unsigned type = 0; type < TABLE_TYPES; type++) {
        if (!ending->found[type])
            continue;
        inventory->files++;
        inventory->bytes += ending->files[type].size;
        inventory->broken += ending->files[type].problem != NULL;
        inventory->men_max = ending->men;
    }
}

static size_t ending_count(const struct inventory *inventory)
{
    return inventory->endings.size / sizeof(struct survey_ending);
}

static const struct survey_ending *ending_at(const struct inventory *inventory, size_t index)
{
    return (const struct survey_ending *)(const void *)inventory->endings.bytes + index;
}

static unsigned shown_men_max(const struct inventory *inventory)
{
    return inventory->men_max > MEN_SHOWN_MIN ? inventory->men_max : MEN_SHOWN_MIN;
}

static bool is_complete(const struct survey_ending *ending)
{
    return ending->found[TABLE_WDL] && !ending->files[TABLE_WDL].problem &&
           ending->found[TABLE_DTZ] && !ending->files[TABLE_DTZ].problem;
}

// ---- as text ---------------------------------------------------------------------------------

/* The files that are missing, of the endgames with `men` pieces of which others were found. */
static void print_missing(const struct inventory *inventory, unsigned men)
{
    int column = printf("missing, %u men:", men);
    for (size_t i = 0; i < ending_count(inventory); i++) {
        const struct survey_ending *ending = ending_at(inventory, i);
        for (unsigned type = 0; ending->men == men && type < TABLE_TYPES; type++) {
            if (ending->found[type])
                continue;
            if (column + 1 + (int)strlen(ending->name) + 5 > LINE_WIDTH)
                column = printf("\n ") - 1;
            column += printf(" %s%s", ending->name, suffixes[type]);
        }
    }
    putchar('\n');
}

static void print_broken(const struct inventory *inventory)
{
    for (size_t i = 0; i < ending_count(inventory); i++)
        for (unsigned type = 0; type < TABLE_TYPES; type++) {
            const struct file_state *file = &ending_at(inventory, i)->files[type];
            if (ending_at(inventory, i)->found[type] && file->problem)
                message_print(stdout, "broken: %s: %s", file->path, file->problem);
        }
    for (size_t i = 0; i < files_misnamed_count(inventory->names); i++)
        message_print(stdout, "broken: %s: " MISNAMED_TEXT, files_misnamed(inventory->names, i));
}

static void print_inventory(const struct inventory *inventory)
{
    printf("%u files, %.1f MiB\n\n", inventory->files, (double)inventory->bytes / (1 << 20));
    printf("men  endings  %5s  %5s\n", type_names[TABLE_WDL], type_names[TABLE_DTZ]);
    for (unsigned men = MEN_MIN; men <= shown_men_max(inventory); men++) {
        const struct survey_men *row = &inventory->men[men];
        printf("%3u  %7u  %5u  %5u%s\n", men, row->endings, row->usable[TABLE_WDL],
               row->usable[TABLE_DTZ], row->complete == row->endings ? "  complete" : "");
    }
    for (unsigned men = MEN_MIN; men <= shown_men_max(inventory); men++) {
        const struct survey_men *row = &inventory->men[men];
        const unsigned usable = row->usable[TABLE_WDL] + row->usable[TABLE_DTZ];
        if (usable && row->complete < row->endings)
            print_missing(inventory, men);
    }
    print_broken(inventory);
}

// ---- as JSON ---------------------------------------------------------------------------------

static void put_men(struct json *json, const struct inventory *inventory, unsigned men)
{
    const struct survey_men *row = &inventory->men[men];
    json_begin_object(json);
    json_put_integer(json, "men", men);
    json_put_integer(json, "endings", row->endings);
    json_put_integer(json, "wdl", row->usable[TABLE_WDL]);
    json_put_integer(json, "dtz", row->usable[TABLE_DTZ]);
    json_put_bool(json, "complete", row->complete == row->endings);
    json_put_array(json, "incomplete");
    for (size_t i = 0; i < ending_count(inventory); i++)
        if (ending_at(inventory, i)->men == men && !is_complete(ending_at(inventory, i)))
            json_text(json, ending_at(inventory, i)->name);
    json_end_array(json);
    json_end_object(json);
}

static void put_file(struct json *json, const struct survey_ending *ending, enum table_type type)
{
    json_begin_object(json);
    json_put_text(json, "ending", ending->name);
    json_put_text(json, "type", type == TABLE_WDL ? "wdl" : "dtz");
    json_put_text(json, "path", ending->files[type].path);
    json_put_integer(json, "size", (int64_t)ending->files[type].size);
    json_put_text(json, "problem", ending->files[type].problem);
    json_end_object(json);
}

static void put_misnamed_file(struct json *json, const char *path)
{
    json_begin_object(json);
    json_put_text(json, "ending", NULL);
    json_put_text(json, "path", path);
    json_put_text(json, "problem", MISNAMED_TEXT);
    json_end_object(json);
}

static void print_inventory_json(const struct inventory *inventory)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    json_put_integer(&json, "broken", inventory->broken);
    json_put_array(&json, "men");
    for (unsigned men = MEN_MIN; men <= shown_men_max(inventory); men++)
        put_men(&json, inventory, men);
    json_end_array(&json);
    json_put_array(&json, "files");
    for (size_t i = 0; i < ending_count(inventory); i++)
        for (unsigned type = 0; type < TABLE_TYPES; type++)
            if (ending_at(inventory, i)->found[type])
                put_file(&json, ending_at(inventory, i), (enum table_type)type);
    for (size_t i = 0; i < files_misnamed_count(inventory->names); i++)
        put_misnamed_file(&json, files_misnamed(inventory->names, i));
    json_end_array(&json);
    json_end_object(&json);
    puts(buffer_cstr(&out));
    buffer_fini(&out);
}

static int list_tables(const char *folders, bool json)
{
    struct files *files = NULL;
    struct inventory inventory = {.files = 0};
    rk_fault fault;
    if (files_open(folders, &files, &fault))
        return command_fail("tables", EXIT_SYSTEM_ERROR, "%s", fault.text);
    inventory.names = files;
    inventory.files = inventory.broken = (unsigned)files_misnamed_count(files);
    for (unsigned men = MEN_MIN; men <= PIECES_MAX; men++)
        inventory.men[men] = survey_endings(files, men, add_ending, &inventory);
    if (inventory.endings.failed)
        return command_fail("tables", EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    if (json)
        print_inventory_json(&inventory);
    else
        print_inventory(&inventory);
    buffer_fini(&inventory.endings);
    files_close(files);
    return inventory.broken ? EXIT_DATA_ERROR : EXIT_OK;
}

// ---- a position ------------------------------------------------------------------------------

/* A move's value is the opponent's; people want to know their own. */
static struct endgame_value swap_sides(struct endgame_value value)
{
    value.wdl = (rk_wdl) - (int)value.wdl;
    value.dtz = -value.dtz;
    return value;
}

static void print_value(const struct endgame_value *value, const rk_position *pos)
{
    const char *category = endgame_category(value, pos);
    fputs(category, stdout);
    if (value->known && value->wdl != RK_DRAW && value->dtz)
        printf("%*s  DTZ %4d", CATEGORY_WIDTH - (int)strlen(category), "", value->dtz);
}

static void print_endgame(const struct endgame *endgame)
{
    print_value(&endgame->value, &endgame->position);
    putchar('\n');
    for (size_t i = 0; i < endgame->count; i++) {
        const struct endgame_move *move = &endgame->moves[i];
        const struct endgame_value value = swap_sides(move->value);
        char san[RK_SAN_MAX];
        rk_san_write(&endgame->position, move->move, san);
        printf("  %-8s", san);
        print_value(&value, &move->after);
        puts(rk_position_outcome(&move->after).end == RK_CHECKMATE ? ", checkmate"
             : move->zeroing                                       ? ", zeroing"
                                                                   : "");
    }
}

static int print_probed(rk_tablebase *tablebase, const rk_position *pos, bool json)
{
    struct endgame endgame;
    struct buffer out = {0};
    struct json writer = json_in(&out);
    endgame_probe(tablebase, pos, &endgame);
    if (!endgame.value.known)
        return command_fail("tables", EXIT_DATA_ERROR, "the tables do not have this position");
    if (json) {
        endgame_json_write(&endgame, &writer);
        puts(buffer_cstr(&out));
    } else {
        print_endgame(&endgame);
    }
    buffer_fini(&out);
    endgame_fini(&endgame);
    return EXIT_OK;
}

static int probe_position(const char *folders, const char *fen, bool json)
{
    rk_tablebase *tablebase = NULL;
    rk_position pos;
    rk_fault fault;
    const int status = command_parse_position("tables", fen, NULL, &pos);
    if (status)
        return status;
    if (rk_tablebase_open(folders, &tablebase, &fault))
        return command_fail("tables", EXIT_SYSTEM_ERROR, "%s", fault.text);
    const int result = print_probed(tablebase, &pos, json);
    rk_tablebase_close(tablebase);
    return result;
}

// ---- the command -----------------------------------------------------------------------------

static bool join_folders(const char *const *folders, size_t count, char out[PATHS_MAX])
{
    size_t size = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && size < PATHS_MAX; i++)
        size += (size_t)snprintf(out + size, PATHS_MAX - size, i ? ":%s" : "%s", folders[i]);
    return size < PATHS_MAX;
}

int tables_command(int argc, char **argv)
{
    const char *fen = NULL, *folders[FOLDERS_MAX] = {"."};
    bool json = false;
    char joined[PATHS_MAX];
    const struct option options[] = {
        option_text("--probe", "FEN", "the result of a position and of each move", &fen),
        option_flag("--json", "print a JSON object", &json)};
    struct command_line line = {
        .command = "tables",
        .usage = "[FOLDER...] [options]",
        .description =
            "Lists the Syzygy endgame tables in folders (default: the current folder): for each\n"
            "number of pieces, how many endings have a WDL file (results) and a DTZ file\n"
            "(distances), what is missing, and which files are broken. With --probe it shows the\n"
            "result of a position and the number of plies to the next capture or pawn move.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = folders,
        .arguments_max = FOLDERS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!join_folders(folders, line.argument_count ? line.argument_count : 1, joined))
        return command_fail("tables", EXIT_USAGE, "the names of the folders are too long");
    return fen ? probe_position(joined, fen, json) : list_tables(joined, json);
}
