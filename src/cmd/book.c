/* SPDX-License-Identifier: MIT */
/* rookery book: opening books in Polyglot's format, made from games and looked into. */
#include "rookery/book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgngame.h"
#include "cmd/suggest.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum {
    PLIES = 30,
    LEAST_GAMES = 3,
    PLIES_MAX = 1000,
    GAMES_MAX = 1000000,
    MOVES_SHOWN = 64,
    FEN_FIELDS_MAX = 7
};

// ---- make: a piece ---------------------------------------------------------------------------

/* A move that was played, and what came of it. */
struct played {
    rk_position before;
    rk_move move;
    unsigned points; /* for who played it */
};

struct make {
    struct pgn_call *call;
    unsigned long plies, least_games;
    rk_book_maker *maker;
    struct tidings tidings;
    size_t entries;
};

struct gathered {
    struct harvest harvest; /* its output: struct played */
    const struct make *make;
    struct game_tags tags;
    size_t game_start; /* in the output */
    unsigned long plies;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct gathered *gathered = data;
    gathered->tags = (struct game_tags){0};
    gathered->plies = 0;
    gathered->game_start = gathered->harvest.out.size;
    return harvest_begin_game(data, place);
}

static rk_pgn_next note_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_note(&((struct gathered *)data)->tags, name, value);
    return RK_PGN_ON;
}

static rk_pgn_next note_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct gathered *gathered = data;
    const bool known = before->variant == RK_STANDARD || before->variant == RK_CHESS960;
    (void)san;
    if (!known || move == RK_NO_MOVE || gathered->plies++ >= gathered->make->plies)
        return RK_PGN_SKIP;
    const struct played played = {.before = *before, .move = move};
    buffer_add(&gathered->harvest.out, &played, sizeof played);
    return RK_PGN_ON;
}

/* A game without a result is as good as drawn: files of openings have none. */
static unsigned points_of(enum game_result result, uint8_t mover)
{
    if (result != WHITE_WON && result != BLACK_WON)
        return 1;
    return (result == WHITE_WON) == (mover == RK_WHITE) ? 2 : 0;
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct gathered *gathered = data;
    struct buffer *out = &gathered->harvest.out;
    const enum game_result result =
        game_result_of(text.size ? text : gathered->tags.of[TAG_RESULT]);
    (void)last;
    for (size_t at = gathered->game_start; at < out->size; at += sizeof(struct played)) {
        struct played *played = (void *)(out->bytes + at);
        played->points = points_of(result, played->before.turn);
    }
    return RK_PGN_ON;
}

static void gather_piece(const struct piece *piece, void *result, const void *data)
{
    struct gathered *gathered = result;
    const rk_pgn_visitor visitor = {.data = gathered,
                                    .begin_game = begin_game,
                                    .tag = note_tag,
                                    .move = note_move,
                                    .begin_variation = harvest_skip_variation,
                                    .end_game = end_game,
                                    .error = harvest_error};
    harvest_begin(&gathered->harvest);
    gathered->make = data;
    harvest_read(&gathered->harvest, piece, &visitor);
}

// ---- make: all of them -----------------------------------------------------------------------

static bool add_piece(const struct piece *piece, void *result, void *data)
{
    const struct gathered *gathered = result;
    const struct buffer *out = &gathered->harvest.out;
    struct make *make = data;
    tidings_add(&make->tidings, piece, &gathered->harvest, NULL);
    make->tidings.failed = make->tidings.failed || out->failed;
    for (size_t at = 0; at < out->size && !make->tidings.failed; at += sizeof(struct played)) {
        const struct played *played = (const void *)(out->bytes + at);
        make->tidings.failed =
            rk_book_maker_add(make->maker, &played->before, played->move, played->points) != RK_OK;
    }
    return !make->tidings.failed;
}

static bool write_book(void *data)
{
    struct make *make = data;
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (make->tidings.failed ||
        rk_book_maker_write(make->maker, (unsigned)make->least_games, &bytes, &size))
        return false;
    output_write(make->call->output, (const char *)bytes, size);
    make->entries = size / 16;
    free(bytes);
    return true;
}

static int run_make(struct make *make)
{
    const struct pool_job job = {.data = make,
                                 .result_size = sizeof(struct gathered),
                                 .work = gather_piece,
                                 .finish = add_piece,
                                 .release = harvest_free};
    if (rk_book_maker_create(&make->maker))
        return pgn_failed(make->call, "the book", rk_err_text(RK_NO_MEMORY));
    const int status = pgn_run(make->call, &job, write_book);
    rk_book_maker_destroy(make->maker);
    if (status == EXIT_OK)
        printf("games %" PRIu64 " entries %zu\n", make->tidings.games, make->entries);
    return tidings_status(&make->tidings, status);
}

static int book_make(int argc, char **argv)
{
    static const char about[] =
        "Makes an opening book in Polyglot's format of the games of PGN files. A move weighs\n"
        "two for each game it won and one for each that was drawn or has no result. Memory\n"
        "grows with the number of different moves. The last line is `games N entries N`.";
    struct pgn_call call = {.command = "book make",
                            .usage = "-o BOOK [options] [FILE...]",
                            .description = about,
                            .argc = argc,
                            .argv = argv,
                            .threads = pgn_processors()};
    struct make make = {.call = &call, .plies = PLIES, .least_games = LEAST_GAMES};
    const struct option options[] = {
        {.name = "--plies",
         .value = "N",
         .help = "so many moves of both sides together of each game, 30 if not given",
         .number = &make.plies,
         .min = 1,
         .max = PLIES_MAX},
        {.name = "--least-games",
         .value = "N",
         .help = "leave out moves of fewer games, 3 if not given",
         .number = &make.least_games,
         .min = 1,
         .max = GAMES_MAX},
    };
    int status;
    call.files = calloc((size_t)argc, sizeof *call.files);
    if (!call.files)
        return pgn_failed(&call, "the call", rk_err_text(RK_NO_MEMORY));
    if (pgn_options(&call, options, sizeof options / sizeof *options, &status)) {
        if (call.output_name && strcmp(call.output_name, "-") != 0) {
            status = run_make(&make);
        } else {
            fputs("rookery book make: where the book is to be written is missing: -o BOOK\n",
                  stderr);
            status = EXIT_USAGE;
        }
    }
    free(call.files);
    return status;
}

// ---- probe -----------------------------------------------------------------------------------

static int print_moves(const rk_book *book, const rk_position *pos)
{
    rk_book_move moves[MOVES_SHOWN];
    const size_t count = rk_book_moves(book, pos, moves, MOVES_SHOWN);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += moves[i].weight;
    printf("key %016" PRIx64 " moves %zu\n", rk_book_key(pos), count);
    for (size_t i = 0; i < count; i++) {
        char uci[RK_UCI_MAX], san[RK_SAN_MAX];
        rk_uci_write(pos, moves[i].move, uci);
        rk_san_write(pos, moves[i].move, san);
        printf("%-5s %-7s weight %5u %5.1f%% learn %" PRIu32 "\n", uci, san, moves[i].weight,
               sum > 0 ? 100 * moves[i].weight / sum : 0, moves[i].learn);
    }
    return count ? EXIT_OK : EXIT_DATA_ERROR;
}

static int probe_file(const char *name, const rk_position *pos)
{
    rk_book *book = NULL;
    rk_fault fault;
    const rk_err err = rk_book_open(name, &book, &fault);
    if (err) {
        fprintf(stderr, "rookery book probe: %s: %s\n", name, fault.text);
        return rk_err_class_of(err) == RK_WORLD_FAILED ? EXIT_SYSTEM_ERROR : EXIT_DATA_ERROR;
    }
    const int status = print_moves(book, pos);
    rk_book_close(book);
    return status;
}

static int book_probe(int argc, char **argv)
{
    const char *variant = NULL, *words[1 + FEN_FIELDS_MAX] = {NULL};
    const struct option options[] = {
        {.name = "--variant", .value = "NAME", .help = "standard, or chess960", .text = &variant}};
    struct command_line line = {
        .command = "book probe",
        .usage = "BOOK FEN|startpos [--variant NAME]",
        .description =
            "Names the moves a book knows for a position, the heaviest first: what they weigh,\n"
            "how often they would be picked, and what was learnt. The exit status is 1 if there\n"
            "are none.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = words,
        .arguments_max = 1 + FEN_FIELDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (line.argument_count < 2) {
        fputs("rookery book probe: a book and a position are wanted\n"
              "try: rookery book probe --help\n",
              stderr);
        return EXIT_USAGE;
    }
    char fen[RK_FEN_MAX];
    command_join_arguments(words + 1, line.argument_count - 1, fen, sizeof fen);
    rk_position pos;
    const int status = command_parse_position(
        "book probe", strcmp(fen, "startpos") != 0 ? fen : NULL, variant, &pos);
    return status ? status : probe_file(words[0], &pos);
}

// ---- the door --------------------------------------------------------------------------------

int book_command(int argc, char **argv)
{
    static const char *const names[] = {"make", "probe"};
    if (argc < 2) {
        fputs("rookery book: a subcommand is missing\ntry: rookery book --help\n", stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        puts("usage: rookery book SUBCOMMAND ...\n\n"
             "  make     make an opening book from files of games\n"
             "  probe    say what a book knows of a position\n\n"
             "`rookery book SUBCOMMAND --help` says more.");
        return EXIT_OK;
    }
    if (!strcmp(argv[1], names[0]))
        return book_make(argc - 1, argv + 1);
    if (!strcmp(argv[1], names[1]))
        return book_probe(argc - 1, argv + 1);
    fprintf(stderr, "rookery book: there is no subcommand %s; did you mean %s?\n", argv[1],
            suggest_name(argv[1], names, 2));
    return EXIT_USAGE;
}
