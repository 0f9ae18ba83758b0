/* SPDX-License-Identifier: MIT */
#include "bench/tactics.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "bench/suite_size.h"
#include "match/player.h"
#include "platform/progress.h"
#include "rookery/fen.h"
#include "rookery/pgn.h"
#include "rookery/san.h"

enum { LINE_SIZE = 4096, REASON_SIZE = 256, GRACE_MS = 2000 };

struct tactics {
    const struct tactics_options *options;
    struct player *player;
    struct tactics_score score;
    int64_t elapsed_ms;
    struct progress progress;
};

// ---- judging a move --------------------------------------------------------------------------

/* Takes the next readable move off a list. False at its end. */
static bool next_move(const rk_position *pos, rk_pgn_text *list, rk_move *out)
{
    while (list->size) {
        size_t size = 0;
        while (size < list->size && !strchr(" ,", list->at[size]))
            size++;
        const char *const text = list->at;
        const size_t skipped = size < list->size ? size + 1 : size;
        list->at += skipped;
        list->size -= skipped;
        if (size && !rk_san_parse(pos, text, size, RK_NOTATION_PLAIN, out, NULL))
            return true;
    }
    return false;
}

static bool names_move(const rk_epd *epd, const rk_epd_operation *operation, rk_move move)
{
    rk_pgn_text list = {operation->operand, operation->operand_size};
    rk_move named;
    while (next_move(&epd->position, &list, &named))
        if (named == move)
            return true;
    return false;
}

bool tactics_is_solved(const rk_epd *epd, rk_move move)
{
    const rk_epd_operation *const best = rk_epd_find(epd, "bm"), *avoid = rk_epd_find(epd, "am");
    return (best || avoid) && (!best || names_move(epd, best, move)) &&
           (!avoid || !names_move(epd, avoid, move));
}

/* Whether a list that is present names a legal move. Otherwise nothing could solve the position, or
 * anything could. */
static bool check_moves(const rk_epd *epd, const char *opcode, char *error, size_t error_size)
{
    const rk_epd_operation *const operation = rk_epd_find(epd, opcode);
    rk_move move;
    if (!operation)
        return true;
    rk_pgn_text list = {operation->operand, operation->operand_size};
    if (next_move(&epd->position, &list, &move))
        return true;
    snprintf(error, error_size, "%s: no legal move in \"%.*s\"", opcode,
             (int)operation->operand_size, operation->operand);
    return false;
}

/* Whether the position says which moves are best or bad. */
static bool check_position(const rk_epd *epd, char *error, size_t error_size)
{
    if (rk_epd_find(epd, "bm") || rk_epd_find(epd, "am"))
        return check_moves(epd, "bm", error, error_size) &&
               check_moves(epd, "am", error, error_size);
    snprintf(error, error_size, "no best move (bm) and no move to avoid (am)");
    return false;
}

// ---- testing an engine -----------------------------------------------------------------------

static void print_moves(const char *text, const rk_epd_operation *operation)
{
    if (operation)
        printf("%s %.*s, ", text, (int)operation->operand_size, operation->operand);
}

static void print_position(struct tactics *tactics, const rk_epd *epd, bool solved,
                           const char *played, int64_t elapsed_ms)
{
    const rk_epd_operation *id = rk_epd_find(epd, "id");
    if (solved && !tactics->options->show_solved)
        return;
    progress_clear(&tactics->progress);
    printf("%-6s %.*s: ", solved ? "solved" : "missed", id ? (int)id->operand_size : 1,
           id ? id->operand : "?");
    print_moves("expected", rk_epd_find(epd, "bm"));
    print_moves("to avoid", rk_epd_find(epd, "am"));
    printf("played %s (%lld ms)\n", played, (long long)elapsed_ms);
    fflush(stdout);
}

/* Lets the engine search the position; false if it does not answer. */
static bool test_position(struct tactics *tactics, const rk_epd *epd)
{
    char fen[RK_FEN_MAX], san[RK_SAN_MAX] = "nothing";
    const rk_position *pos = &epd->position;
    const int64_t time = (int64_t)tactics->options->time_ms;
    struct external_reply reply;
    rk_move move;
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    const struct search_request request = {
        .fen = fen, .moves = "", .limits = {.move_time = time}, .timeout = time + GRACE_MS};
    if (!player_new_game(tactics->player, (rk_variant)pos->variant, 0) ||
        player_search(tactics->player, &request, &reply) != EXTERNAL_REPLIED)
        return false;
    const bool legal =
        !rk_uci_parse(pos, reply.best, strlen(reply.best), RK_NOTATION_PLAIN, &move, NULL);
    if (legal)
        rk_san_write(pos, move, san);
    const bool solved = legal && tactics_is_solved(epd, move);
    tactics->score.positions++;
    tactics->score.solved += solved;
    tactics->elapsed_ms += reply.elapsed;
    print_position(tactics, epd, solved, san, reply.elapsed);
    return true;
}

static enum tactics_status test_line(struct tactics *tactics, const char *line, size_t size,
                                     char *error, size_t error_size)
{
    rk_epd epd;
    rk_fault fault;
    if (rk_epd_parse(line, size, RK_STANDARD, &epd, &fault)) {
        snprintf(error, error_size, "%s", fault.text);
        return TACTICS_BAD_FILE;
    }
    if (!check_position(&epd, error, error_size))
        return TACTICS_BAD_FILE;
    if (test_position(tactics, &epd))
        return TACTICS_OK;
    snprintf(error, error_size, "the engine does not answer");
    return TACTICS_FAILED;
}

static enum tactics_status test_lines(struct tactics *tactics, FILE *file, char *error,
                                      size_t error_size)
{
    char line[LINE_SIZE], reason[REASON_SIZE];
    for (unsigned long number = 1; fgets(line, sizeof line, file); number++) {
        if (!suite_has_position(line))
            continue;
        const enum tactics_status status =
            test_line(tactics, line, strcspn(line, "\r\n"), reason, sizeof reason);
        if (status) {
            snprintf(error, error_size, "%s, line %lu: %s", tactics->options->file, number, reason);
            return status;
        }
        progress_update(&tactics->progress, tactics->score.positions);
    }
    if (!ferror(file))
        return TACTICS_OK;
    snprintf(error, error_size, "%s: %s", tactics->options->file, strerror(errno));
    return TACTICS_FAILED;
}

static enum tactics_status test_file(struct tactics *tactics, FILE *file, char *error,
                                     size_t error_size)
{
    const struct tactics_options *options = tactics->options;
    const struct tactics_score *score = &tactics->score;
    const struct progress_options progress = {.label = "tactics",
                                              .unit = "positions",
                                              .total = suite_size(file),
                                              .quiet = options->quiet};
    progress_start(&tactics->progress, &progress);
    const enum tactics_status status = test_lines(tactics, file, error, error_size);
    progress_end(&tactics->progress);
    if (status)
        return status;
    if (!score->positions) {
        snprintf(error, error_size, "%s: no positions could be read", options->file);
        return TACTICS_BAD_FILE;
    }
    printf("%lu of %lu solved (%.1f %%), %lu ms each, %.1f s in total\n", score->solved,
           score->positions, 100 * (double)score->solved / (double)score->positions,
           options->time_ms, (double)tactics->elapsed_ms / 1000);
    return TACTICS_OK;
}

enum tactics_status tactics_run(const struct tactics_options *options, struct tactics_score *out,
                                char *error, size_t error_size)
{
    struct tactics tactics = {.options = options};
    char hash[32];
    struct engine_config config = {.command = options->engine ? options->engine : "self",
                                   .options = {hash},
                                   .option_count = 1};
    FILE *file = fopen(options->file, "re");
    if (!file) {
        snprintf(error, error_size, "%s: %s", options->file, strerror(errno));
        return TACTICS_FAILED;
    }
    snprintf(hash, sizeof hash, "Hash=%lu", options->hash_mib);
    signal(SIGPIPE, SIG_IGN);
    enum tactics_status status = TACTICS_FAILED;
    if (!player_start(&config, monotonic_callback, NULL, &tactics.player, error, error_size))
        status = test_file(&tactics, file, error, error_size);
    player_stop(tactics.player);
    fclose(file);
    *out = tactics.score;
    return status;
}
