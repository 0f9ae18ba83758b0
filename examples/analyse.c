/* SPDX-License-Identifier: MIT */
/* Analyses a position and prints the engine's best line at each depth.
 *
 *     analyse [--depth N] [--time MS] [--book FILE] [--tables FOLDERS] FEN
 *
 * With a Polyglot book it also prints the book moves; with Syzygy tables, their result.
 * Exit status: 0 success, 1 bad FEN or file or no legal move, 2 bad usage. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rookery/book.h>
#include <rookery/engine.h>
#include <rookery/fen.h>
#include <rookery/san.h>
#include <rookery/tablebase.h>

/* The engine does not read the system clock; the caller provides one. */
static int64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void print_score(int score)
{
    if (score > RK_MATE_IN_MAX)
        printf("mate in %d", (RK_MATE - score + 1) / 2);
    else if (score < -RK_MATE_IN_MAX)
        printf("mated in %d", (RK_MATE + score) / 2);
    else
        printf("%+.2f", score / 100.0);
}

/* The engine calls this with every line it finds; the line is borrowed for the call. */
static void print_line(void *context, const rk_search_line *line)
{
    rk_position pos = *(const rk_position *)context;
    if (!line->move_count || line->bound != RK_EXACT)
        return;
    printf("depth %u, ", line->depth);
    print_score(line->score);
    printf(":");
    for (size_t i = 0; i < line->move_count; i++) {
        char san[RK_SAN_MAX];
        rk_undo undo;
        rk_san_write(&pos, line->moves[i], san);
        printf(" %s", san);
        rk_position_apply(&pos, line->moves[i], &undo);
    }
    printf("\n");
}

static bool search(const rk_position *pos, const rk_search_limits *limits)
{
    const rk_engine_options options = {.hash_mib = 16, .threads = 1, .now = now};
    rk_engine *engine;
    rk_search_result result;
    char san[RK_SAN_MAX];
    if (rk_engine_create(&options, &engine)) {
        fprintf(stderr, "analyse: not enough memory\n");
        return false;
    }
    // The engine searches the last position; the game that led to it would come before it.
    rk_engine_search(engine, pos, 1, limits, print_line, (void *)pos, &result);
    rk_engine_destroy(engine);
    if (result.best == RK_NO_MOVE) {
        fprintf(stderr, "analyse: no legal moves: the game is over\n");
        return false;
    }
    rk_san_write(pos, result.best, san);
    printf("best: %s\n", san);
    return true;
}

static bool print_book_moves(const rk_position *pos, const char *path)
{
    enum { MOVES_MAX = 8 };
    rk_book *book;
    rk_book_move moves[MOVES_MAX];
    rk_fault fault = {.text = ""};
    if (rk_book_open(path, &book, &fault)) {
        fprintf(stderr, "analyse: %s: %s\n", path, fault.text);
        return false;
    }
    const size_t count = rk_book_moves(book, pos, moves, MOVES_MAX);
    printf("book:");
    for (size_t i = 0; i < count; i++) {
        char san[RK_SAN_MAX];
        rk_san_write(pos, moves[i].move, san);
        printf(" %s (%u)", san, (unsigned)moves[i].weight);
    }
    printf(count ? "\n" : " no moves\n");
    rk_book_close(book);
    return true;
}

static bool print_table_result(const rk_position *pos, const char *folders)
{
    static const char *const results[] = {"lost", "lost, but a draw by the fifty-move rule",
                                          "drawn", "won, but a draw by the fifty-move rule", "won"};
    rk_tablebase *tables;
    rk_fault fault = {.text = ""};
    rk_wdl wdl;
    if (rk_tablebase_open(folders, &tables, &fault)) {
        fprintf(stderr, "analyse: %s: %s\n", folders, fault.text);
        return false;
    }
    const bool found = rk_tablebase_wdl(tables, pos, &wdl);
    printf("tables: %s\n", found ? results[wdl - RK_LOSS] : "not found");
    rk_tablebase_close(tables);
    return true;
}

/* Parses a positive number. */
static bool parse_number(const char *text, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return !*end && *out > 0 && *out < 1000000000;
}

static int print_usage(void)
{
    fprintf(stderr,
            "usage: analyse [--depth N] [--time MS] [--book FILE] [--tables FOLDERS] FEN\n");
    return 2;
}

int main(int argc, char **argv)
{
    rk_search_limits limits = {.depth = 0};
    long number;
    const char *book = NULL, *tables = NULL;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--depth") == 0 && parse_number(argv[at + 1], &number))
            limits.depth = (unsigned)number;
        else if (strcmp(argv[at], "--time") == 0 && parse_number(argv[at + 1], &number))
            limits.move_time = number;
        else if (strcmp(argv[at], "--book") == 0)
            book = argv[at + 1];
        else if (strcmp(argv[at], "--tables") == 0)
            tables = argv[at + 1];
        else
            return print_usage();
    }
    if (at + 1 != argc)
        return print_usage();
    if (!limits.depth && !limits.move_time)
        limits.move_time = 1000; // without a limit the search would not stop

    rk_position pos;
    rk_fault fault;
    if (rk_fen_parse(argv[at], strlen(argv[at]), RK_STANDARD, RK_FEN_PLAIN, &pos, &fault)) {
        fprintf(stderr, "analyse: invalid FEN at %zu: %s\n", fault.offset, fault.text);
        return 1;
    }
    if ((book && !print_book_moves(&pos, book)) || (tables && !print_table_result(&pos, tables)))
        return 1;
    return search(&pos, &limits) ? 0 : 1;
}
