/* SPDX-License-Identifier: MIT */
/* rookery show: a position with its status and legal moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/show_json.h"
#include "cmd/show_svg.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"
#include "rookery/svg.h"
#include "tui/board.h"
#include "tui/report.h"

enum { LINE_WIDTH = 78, FEN_FIELDS_MAX = 7 };

static void print_status(const rk_position *pos)
{
    static const char *const winners[] = {"White wins", "Black wins", "draw"};
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end != RK_NOT_OVER) {
        printf("status: %s, %s\n", rk_end_text(outcome.end), winners[outcome.winner]);
        return;
    }
    printf("status: %s to move%s\n", report_side_names[rk_position_turn(pos)],
           rk_position_in_check(pos) ? ", in check" : "");
    if (rk_position_fifty_moves(pos))
        puts("        a draw by the fifty-move rule can be claimed");
}

static void print_checkers(const rk_position *pos)
{
    const uint64_t checkers = rk_position_checkers(pos);
    if (!checkers)
        return;
    fputs("checks:", stdout);
    for (int square = 0; square < RK_SQUARE_COUNT; square++)
        if (checkers >> square & 1)
            printf(" the %s on %c%d", rk_kind_name(rk_position_at(pos, (rk_square)square).kind),
                   'a' + (square & 7), 1 + (square >> 3));
    putchar('\n');
}

static void print_notes(const rk_position *pos)
{
    for (unsigned notes = rk_position_warnings(pos); notes; notes &= notes - 1)
        printf("note: %s\n", rk_position_warning_text(notes & -notes));
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void print_moves(const rk_position *pos)
{
    static rk_move moves[RK_MOVES_MAX];
    static char texts[RK_MOVES_MAX][RK_SAN_MAX];
    const size_t count = rk_moves_list(pos, moves);
    for (size_t i = 0; i < count; i++)
        rk_san_write(pos, moves[i], texts[i]);
    qsort(texts, count, sizeof *texts, compare_texts);
    int column = printf("moves: %zu", count);
    for (size_t i = 0; i < count; i++) {
        if (column + 1 + (int)strlen(texts[i]) > LINE_WIDTH)
            column = printf("\n      ") - 1;
        column += printf(" %s", texts[i]);
    }
    putchar('\n');
}

static uint64_t squares_in_check(const rk_position *pos)
{
    const uint64_t king = pos->of[RK_KING] & pos->by[pos->turn];
    return rk_position_in_check(pos) ? king | rk_position_checkers(pos) : 0;
}

static void print_position(const rk_position *pos, bool flipped, bool plain)
{
    struct board_style style =
        plain ? (struct board_style){.flipped = false} : board_style_for(stdout);
    style.flipped = flipped;
    style.check = squares_in_check(pos);
    board_draw(pos, &style, stdout);
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    printf("\nfen: %s\nvariant: %s\n", fen, rk_variant_name((rk_variant)pos->variant));
    print_status(pos);
    print_checkers(pos);
    print_notes(pos);
    print_moves(pos);
}

int show_command(int argc, char **argv)
{
    const char *variant = NULL, *fields[FEN_FIELDS_MAX] = {NULL};
    bool plain = false, json = false, svg = false;
    struct show_svg picture = {0};
    const struct option options[] = {
        {.name = "--variant",
         .value = "NAME",
         .help = "variant (default: standard)",
         .text = &variant,
         .choices = command_variant_names},
        {.name = "--flip", .help = "show the board from Black's side", .flag = &picture.flipped},
        {.name = "--plain", .help = "letters and no colours, even on a terminal", .flag = &plain},
        {.name = "--json", .help = "print a JSON object instead", .flag = &json},
        {.name = "--svg", .help = "write the board as an SVG picture instead", .flag = &svg},
        {.name = "--output",
         .value = "FILE",
         .help = "(-o) write the picture to FILE (default: standard output)",
         .text = &picture.output},
        option_number("--size", "N", "width of the picture in pixels (default: 400)", &picture.size,
                      RK_SVG_SIZE_MIN, RK_SVG_SIZE_MAX),
        option_text("--last-move", "MOVE", "highlight a move: e2e4 or N@f3", &picture.last_move),
        option_text("--arrows", "LIST", "arrows and circles: e2e4,Rd1d8,Bd5 (colours: G R Y B)",
                    &picture.arrows),
        option_text("--marks", "LIST", "dots on squares: e4,d5", &picture.marks),
        option_text("--colours", "LIST", "LIGHT,DARK[,FRAME] in hexadecimal: eef0e3,86a386",
                    &picture.colours),
        option_flag("--no-coordinates", "leave out the frame with the coordinates",
                    &picture.no_coordinates),
    };
    struct command_line line = {
        .command = "show",
        .usage = "[FEN] [options]",
        .description =
            "Shows a position with its status, the pieces that give check and the legal moves.\n"
            "Without a FEN it shows the starting position. With --svg it writes a picture.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = fields,
        .arguments_max = FEN_FIELDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (json && svg)
        return command_fail("show", EXIT_USAGE, "--json cannot be used with --svg");
    if (!svg && show_svg_option(&picture))
        return command_fail("show", EXIT_USAGE, "%s needs --svg", show_svg_option(&picture));
    char joined[RK_FEN_MAX];
    command_join_arguments(fields, line.argument_count, joined, sizeof joined);
    rk_position pos;
    const int status =
        command_parse_position("show", line.argument_count ? joined : NULL, variant, &pos);
    if (status || svg || json)
        return status ? status : svg ? show_svg_write(&picture, &pos) : show_json_write(&pos);
    print_position(&pos, picture.flipped, plain);
    return EXIT_OK;
}
