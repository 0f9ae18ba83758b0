/* SPDX-License-Identifier: MIT */
/* rookery opening: names the opening of a position, of moves or of games. */
#include "rookery/opening.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "pgntools/opening_names.h"

enum { TEXT_MAX = 8192 };

// ---- a position ------------------------------------------------------------------------------

static void print_position_json(const rk_opening *opening)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    json_key(&json, "opening");
    if (opening) {
        json_begin_object(&json);
        json_put_text(&json, "eco", opening->eco);
        json_put_text(&json, "name", opening->name);
        json_end_object(&json);
    } else {
        json_null_value(&json);
    }
    json_end_object(&json);
    puts(buffer_cstr(&out));
    buffer_fini(&out);
}

static int name_position(const char *fen, bool json)
{
    rk_position pos;
    rk_opening opening;
    const int status = command_parse_position("opening", fen, NULL, &pos);
    if (status)
        return status;
    const bool is_found = rk_opening_find(&pos, &opening);
    if (json)
        print_position_json(is_found ? &opening : NULL);
    else
        printf("%s %s\n", is_found ? opening.eco : "?", is_found ? opening.name : "unknown");
    return is_found ? EXIT_OK : EXIT_DATA_ERROR;
}

// ---- moves -----------------------------------------------------------------------------------

static int name_moves(const char *text, const struct opening_names_options *options)
{
    struct buffer out = {0};
    rk_pgn_error error;
    const rk_err err = opening_names_of_text(text, strlen(text), options, &out, &error);
    int status = EXIT_OK;
    if (err) {
        error.fault.offset = (size_t)error.place.offset;
        command_report_fault("opening", NULL, text, &error.fault);
        status = EXIT_DATA_ERROR;
    } else {
        fwrite(out.bytes, 1, out.size, stdout);
    }
    buffer_fini(&out);
    return status;
}

static int name_words(const struct pgn_arguments *arguments,
                      const struct opening_names_options *options)
{
    char text[TEXT_MAX];
    command_join_arguments((const char **)arguments->run.files, arguments->run.file_count, text,
                           sizeof text);
    if (!arguments->run.file_count)
        return command_refuse_usage("opening", "a FEN, moves or --pgn is required");
    if (strlen(text) == sizeof text - 1)
        return command_fail("opening", EXIT_USAGE, "the moves are too long: write them to a file");
    if (arguments->run.output_name)
        return command_fail("opening", EXIT_USAGE, "--output requires --pgn");
    const char *slash = strchr(text, '/');
    const bool is_fen = slash && slash < text + strcspn(text, " ");
    return is_fen ? name_position(text, options->json) : name_moves(text, options);
}

// ---- the command -----------------------------------------------------------------------------

int opening_command(int argc, char **argv)
{
    struct opening_names_options names = {.json = false};
    bool pgn = false;
    struct pgn_arguments arguments = {
        .command = "opening",
        .usage = "FEN, MOVES or --pgn [FILE...] [options]",
        .description =
            "Names the opening of a position (its FEN), of moves (1. e4 e5 2. Nf3) or of the "
            "games\n"
            "of PGN files, with its ECO code. Names belong to positions, so the order of moves\n"
            "does not matter; a game is named after its last position that has a name. Variants\n"
            "and games from other starting positions have no names.\n"
            "The exit status is 1 if a position has no name, or if a game has an error. Games "
            "with\n"
            "errors are reported with their file and line, and left out of the output."};
    const struct option options[] = {
        option_flag("--pgn", "the arguments are PGN files; a line for each game", &pgn),
        option_flag("--moves", "list every position of the game that has a name", &names.moves),
        option_flag("--json", "print JSON: an object, or one for each game", &names.json)};
    int status;
    if (pgn_arguments_parse(&arguments, argc, argv, options, sizeof options / sizeof *options,
                            &status)) {
        if (!command_has_openings("opening"))
            status = EXIT_SYSTEM_ERROR;
        else if (pgn)
            status = pgn_arguments_exit_status(opening_names_write(&arguments.run, &names));
        else
            status = name_words(&arguments, &names);
    }
    pgn_arguments_fini(&arguments);
    return status;
}
