/* SPDX-License-Identifier: MIT */
#include "cmd/benchtactics.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "match/player.h"
#include "platform/monotonic.h"
#include "rookery/epd.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum { LINE_MAX_SIZE = 4096, WHY_MAX = 256, GRACE = 2000, TIME_DEFAULT = 1000, HASH_DEFAULT = 16 };

struct tactics {
    const char *file, *engine;
    unsigned long time, hash, least;
    bool all;
    struct player *player;
    unsigned long positions, solved;
    int64_t spent;
};

/* Whether a move is one of those an operand names: "Nf3 Qxh7+". */
static bool is_among(const rk_position *pos, rk_move move, const rk_epd_operation *names)
{
    const char *at = names->operand, *end = at + names->operand_size;
    while (at < end) {
        size_t size = 0;
        while (at + size < end && at[size] != ' ')
            size++;
        rk_move named;
        if (size && !rk_san_parse(pos, at, size, &named, NULL) && named == move)
            return true;
        at += size + 1;
    }
    return false;
}

static void show_position(const struct tactics *tactics, const rk_epd *epd, bool solved,
                          const char *answer, int64_t took)
{
    const rk_epd_operation *id = rk_epd_find(epd, "id"), *best = rk_epd_find(epd, "bm");
    if (!tactics->all && solved)
        return;
    printf("%-6s %.*s: %.*s wanted, %s played (%lld ms)\n", solved ? "solved" : "missed",
           id ? (int)id->operand_size : 1, id ? id->operand : "?", (int)best->operand_size,
           best->operand, answer, (long long)took);
    fflush(stdout);
}

static bool ask(struct tactics *tactics, const rk_epd *epd)
{
    char fen[RK_FEN_MAX], san[RK_SAN_MAX] = "nothing";
    const rk_position *pos = &epd->position;
    struct external_reply answer;
    rk_move move;
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    const struct search_request question = {.fen = fen,
                                              .moves = "",
                                              .limits = {.move_time = (int64_t)tactics->time},
                                              .timeout = (int64_t)tactics->time + GRACE};
    if (!player_new_game(tactics->player, (rk_variant)pos->variant) ||
        player_search(tactics->player, &question, &answer) != EXTERNAL_REPLIED)
        return false;
    const bool legal = !rk_uci_parse(pos, answer.best, strlen(answer.best), &move, NULL);
    if (legal)
        rk_san_write(pos, move, san);
    const bool solved = legal && is_among(pos, move, rk_epd_find(epd, "bm"));
    tactics->positions++;
    tactics->solved += solved;
    tactics->spent += answer.elapsed;
    show_position(tactics, epd, solved, san, answer.elapsed);
    return true;
}

static int ask_line(struct tactics *tactics, const char *line, size_t size, unsigned long number)
{
    rk_epd epd;
    rk_fault fault = {.text = "it has no best move (bm)"};
    if (rk_epd_parse(line, size, RK_STANDARD, &epd, &fault) || !rk_epd_find(&epd, "bm")) {
        fprintf(stderr, "rookery bench: %s, line %lu: %s\n", tactics->file, number, fault.text);
        return EXIT_DATA_ERROR;
    }
    if (ask(tactics, &epd))
        return EXIT_OK;
    fprintf(stderr, "rookery bench: %s, line %lu: the engine does not answer\n", tactics->file,
            number);
    return EXIT_SYSTEM_ERROR;
}

static int ask_file(struct tactics *tactics, FILE *file)
{
    char line[LINE_MAX_SIZE];
    for (unsigned long number = 1; fgets(line, sizeof line, file); number++) {
        const size_t size = strcspn(line, "\r\n");
        const int status = size && line[0] != '#' ? ask_line(tactics, line, size, number) : EXIT_OK;
        if (status)
            return status;
    }
    if (ferror(file) || !tactics->positions) {
        fprintf(stderr, "rookery bench: %s: no positions could be read\n", tactics->file);
        return EXIT_SYSTEM_ERROR;
    }
    printf("%lu of %lu solved (%.1f %%) within %lu ms each; %.1f s in all\n", tactics->solved,
           tactics->positions, 100 * (double)tactics->solved / (double)tactics->positions,
           tactics->time, (double)tactics->spent / 1000);
    return tactics->solved < tactics->least ? EXIT_DATA_ERROR : EXIT_OK;
}

static int run_suite(struct tactics *tactics)
{
    char why[WHY_MAX] = "", hash[32];
    const char *command = !tactics->engine || !strcmp(tactics->engine, "self")
                              ? "/proc/self/exe uci"
                              : tactics->engine;
    struct engine_config contestant = {.command = command, .options = {hash}, .option_count = 1};
    FILE *file = fopen(tactics->file, "re");
    if (!file) {
        fprintf(stderr, "rookery bench: %s: %s\n", tactics->file, strerror(errno));
        return EXIT_SYSTEM_ERROR;
    }
    snprintf(hash, sizeof hash, "Hash=%lu", tactics->hash);
    signal(SIGPIPE, SIG_IGN);
    int status = EXIT_SYSTEM_ERROR;
    if (player_start(&contestant, monotonic_callback, NULL, &tactics->player, why, sizeof why))
        fprintf(stderr, "rookery bench: %s\n", why);
    else
        status = ask_file(tactics, file);
    player_stop(tactics->player);
    fclose(file);
    return status;
}

int tactics_bench(int argc, char **argv)
{
    struct tactics tactics = {.time = TIME_DEFAULT, .hash = HASH_DEFAULT};
    const struct option options[] = {
        {"--time", "MS", "milliseconds for each (1000)", .number = &tactics.time, .min = 1,
         .max = 3600000},
        {"--engine", "COMMAND", "ask this UCI engine, not our own", .text = &tactics.engine},
        {"--hash", "MB", "its hash table (16)", .number = &tactics.hash, .min = 1,
         .max = RK_HASH_MAX},
        {"--least", "N", "exit with 1 if fewer are solved", .number = &tactics.least, .max = ~0UL},
        {"--all", NULL, "show what was solved too", .flag = &tactics.all}};
    struct command_line line = {
        .command = "bench tactics",
        .usage = "FILE [options]",
        .description =
            "Asks an engine for the best move of each position of an EPD file, and says how "
            "many it found.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &tactics.file,
        .arguments_max = 1};
    const enum options_result read = options_parse(&line, argc, argv);
    if (read != OPTIONS_OK)
        return read == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!line.argument_count) {
        fputs("rookery bench tactics: which file? try: rookery bench tactics FILE\n", stderr);
        return EXIT_USAGE;
    }
    return run_suite(&tactics);
}
