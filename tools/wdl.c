/* SPDX-License-Identifier: MIT */
/* Fits the chances to win, draw and lose to games with the scores of the engine, as `rookery match`
 * writes them:
 *
 *     wdl ROWS GAMES.pgn
 *
 * A position counts with the score of its move, `{+0.35/17 ...}`, for the side to move; mates and
 * scores beyond SCORE_LIMIT are left out. The likelihood of the results is maximised by Adam. Every
 * fifth game is held out: the fit is judged by those games. ROWS, src/engine/wdl.def, is rewritten.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/wdl.h"
#include "rookery/pgn.h"

enum {
    SCORE_LIMIT = 1500,
    STEPS = 2000,
    HELD_OUT = 5,
    BINS = 10,
    GAME_PLIES_MAX = 2000,
    WIN = 0,
    DRAW = 1,
    LOSS = 2
};

/* A position of a game. */
struct sample {
    short score, material;
    char result; /* for the side to move: WIN, DRAW or LOSS */
    bool held_out;
};

struct model {
    double even[WDL_ROWS], width[WDL_ROWS];
};

struct data {
    struct sample *samples;
    size_t count, max;
    size_t game_begin;          /* the first sample of the current game */
    char turns[GAME_PLIES_MAX]; /* the sides to move in its samples */
    int material; /* of the position before the last move; -1: it has a comment already */
    char turn;
    size_t games[3]; /* won, drawn and lost by White */
};

static void fail(const char *what)
{
    fprintf(stderr, "wdl: %s\n", what);
    exit(EXIT_FAILURE);
}

// ---- reading games ---------------------------------------------------------------------------

static rk_pgn_next begin_game(void *context, rk_pgn_place place)
{
    struct data *data = context;
    (void)place;
    data->game_begin = data->count;
    data->material = -1;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next read_move(void *context, const rk_position *before, rk_move move,
                             rk_pgn_text san)
{
    struct data *data = context;
    (void)move;
    (void)san;
    data->material = wdl_material(before);
    data->turn = (char)rk_position_turn(before);
    return RK_PGN_CONTINUE;
}

/* The score at the start of a comment in centipawns; false if there is none, or it is a mate. */
static bool read_score(rk_pgn_text text, int *out)
{
    char number[16] = "";
    size_t size = 0;
    while (size < text.size && size + 1 < sizeof number && text.at[size] != '/')
        size++;
    memcpy(number, text.at, size);
    char *end;
    const double score = strtod(number, &end);
    *out = (int)lround(score * 100);
    return size && size < text.size && text.at[size] == '/' && !*end &&
           fabs(score) * 100 <= SCORE_LIMIT;
}

static void add_sample(struct data *data, int score)
{
    if (data->count == data->max) {
        data->max = data->max ? data->max * 2 : 1024;
        data->samples = realloc(data->samples, data->max * sizeof *data->samples);
        if (!data->samples)
            fail("out of memory");
    }
    const size_t index = data->count - data->game_begin;
    if (index == GAME_PLIES_MAX)
        return;
    data->turns[index] = data->turn;
    data->samples[data->count++] =
        (struct sample){.score = (short)score, .material = (short)data->material};
}

static rk_pgn_next read_comment(void *context, rk_pgn_text text)
{
    struct data *data = context;
    int score;
    if (data->material >= 0 && read_score(text, &score))
        add_sample(data, score);
    data->material = -1;
    return RK_PGN_CONTINUE;
}

/* WIN, DRAW or LOSS for White; -1 if unknown. */
static int read_result(rk_pgn_text result)
{
    static const char *const texts[] = {[WIN] = "1-0", [DRAW] = "1/2-1/2", [LOSS] = "0-1"};
    for (int i = WIN; i <= LOSS; i++)
        if (result.size == strlen(texts[i]) && !memcmp(result.at, texts[i], result.size))
            return i;
    return -1;
}

static rk_pgn_next end_game(void *context, const rk_position *last, rk_pgn_text result)
{
    struct data *data = context;
    (void)last;
    const int for_white = read_result(result);
    if (for_white < 0) {
        data->count = data->game_begin;
        return RK_PGN_CONTINUE;
    }
    const size_t games = data->games[WIN] + data->games[DRAW] + data->games[LOSS];
    for (size_t i = data->game_begin; i < data->count; i++) {
        struct sample *sample = &data->samples[i];
        const bool white = data->turns[i - data->game_begin] == RK_WHITE;
        sample->result = (char)(white ? for_white : LOSS - for_white);
        sample->held_out = games % HELD_OUT == 0;
    }
    data->games[for_white]++;
    return RK_PGN_CONTINUE;
}

static size_t read_bytes(void *context, char *buffer, size_t size)
{
    const size_t got = fread(buffer, 1, size, context);
    return ferror((FILE *)context) ? SIZE_MAX : got;
}

static void read_games(struct data *data, const char *path)
{
    const rk_pgn_visitor visitor = {.data = data,
                                    .begin_game = begin_game,
                                    .move = read_move,
                                    .comment = read_comment,
                                    .end_game = end_game};
    FILE *file = fopen(path, "r");
    if (!file || rk_pgn_read(read_bytes, file, &visitor))
        fail("cannot read the games");
    fclose(file);
    if (!data->count)
        fail("no game has scores and a result");
    printf("%zu positions; White won %zu games, drew %zu, lost %zu\n", data->count,
           data->games[WIN], data->games[DRAW], data->games[LOSS]);
}

// ---- the model -------------------------------------------------------------------------------

/* Where a sample is between the rows, and what they say there. */
struct point {
    int row;
    double above; /* the share of the next row */
    double even, width, chances[3];
};

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static struct point predict(const struct model *model, const struct sample *sample)
{
    struct point point = {.row = sample->material / WDL_STEP};
    point.row = point.row < WDL_ROWS - 1 ? point.row : WDL_ROWS - 2;
    point.above = (double)(sample->material - point.row * WDL_STEP) / WDL_STEP;
    point.even =
        model->even[point.row] * (1 - point.above) + model->even[point.row + 1] * point.above;
    point.width =
        model->width[point.row] * (1 - point.above) + model->width[point.row + 1] * point.above;
    point.chances[WIN] = logistic((sample->score - point.even) / point.width);
    point.chances[LOSS] = logistic((-sample->score - point.even) / point.width);
    point.chances[DRAW] = fmax(1 - point.chances[WIN] - point.chances[LOSS], 1e-6);
    return point;
}

/* The mean of -log(chance of the result). */
static double loss(const struct model *model, const struct data *data, bool held_out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < data->count; i++) {
        const struct sample *sample = &data->samples[i];
        if (sample->held_out != held_out)
            continue;
        sum -= log(fmax(predict(model, sample).chances[(int)sample->result], 1e-6));
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* Adds the derivatives of the loss of a sample by `even` and `width` of its two rows. */
static void add_gradient(const struct model *model, const struct sample *sample,
                         struct model *gradient)
{
    const struct point point = predict(model, sample);
    const double win = point.chances[WIN], lose = point.chances[LOSS], width = point.width;
    const double win_slope = -win * (1 - win) / width, lose_slope = -lose * (1 - lose) / width;
    const double win_by_width = win_slope * (sample->score - point.even) / width;
    const double lose_by_width = lose_slope * (-sample->score - point.even) / width;
    const double by_even[] = {win_slope, -win_slope - lose_slope, lose_slope};
    const double by_width[] = {win_by_width, -win_by_width - lose_by_width, lose_by_width};
    const int result = sample->result;
    const double factor = -1 / fmax(point.chances[result], 1e-6);
    for (int next = 0; next <= 1; next++) {
        const double share = next ? point.above : 1 - point.above;
        gradient->even[point.row + next] += factor * by_even[result] * share;
        gradient->width[point.row + next] += factor * by_width[result] * share;
    }
}

/* One step of Adam for a parameter; its moments are `mean` and `square`. */
static double adam_step(double gradient, double *mean, double *square, int step, double rate)
{
    *mean = 0.9 * *mean + 0.1 * gradient;
    *square = 0.999 * *square + 0.001 * gradient * gradient;
    const double corrected = *mean / (1 - pow(0.9, step));
    return -rate * corrected / (sqrt(*square / (1 - pow(0.999, step))) + 1e-12);
}

/* `even` stays positive, so that the chances to win and to lose never exceed one together. */
static void fit(struct model *model, const struct data *data)
{
    static struct model mean, square;
    for (int step = 1; step <= STEPS; step++) {
        struct model gradient = {{0}, {0}};
        const double rate = 2.0 * (STEPS - step) / STEPS;
        for (size_t i = 0; i < data->count; i++)
            if (!data->samples[i].held_out)
                add_gradient(model, &data->samples[i], &gradient);
        for (int row = 0; row < WDL_ROWS; row++) {
            model->even[row] += adam_step(gradient.even[row] / (double)data->count, &mean.even[row],
                                          &square.even[row], step, rate);
            model->width[row] += adam_step(gradient.width[row] / (double)data->count,
                                           &mean.width[row], &square.width[row], step, rate);
            model->even[row] = fmax(model->even[row], 1);
            model->width[row] = fmax(model->width[row], 5);
        }
    }
}

// ---- judging and writing ---------------------------------------------------------------------

/* Compares predicted and actual frequencies of a result in the games that were held out. */
static void print_calibration(const struct model *model, const struct data *data, int result)
{
    static const char *const names[] = {"win", "draw", "loss"};
    double predicted[BINS] = {0};
    size_t count[BINS] = {0}, actual[BINS] = {0};
    for (size_t i = 0; i < data->count; i++) {
        const struct sample *sample = &data->samples[i];
        if (!sample->held_out)
            continue;
        const double chance = predict(model, sample).chances[result];
        const int bin = chance < 1 ? (int)(chance * BINS) : BINS - 1;
        predicted[bin] += chance;
        count[bin]++;
        actual[bin] += sample->result == result;
    }
    printf("\n%s     positions  predicted  actual\n", names[result]);
    for (int bin = 0; bin < BINS; bin++)
        if (count[bin])
            printf("%2d-%3d %%  %9zu  %7.1f %%  %5.1f %%\n", bin * 10, bin * 10 + 10, count[bin],
                   100 * predicted[bin] / (double)count[bin],
                   100 * (double)actual[bin] / (double)count[bin]);
}

static void write_rows(const struct model *model, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        fail("cannot write the rows");
    fputs("/* SPDX-License-Identifier: MIT */\n"
          "/* The chances to win, draw and lose: see wdl.c. Written by tools/wdl.\n"
          " *  material  even  width */\n",
          file);
    for (int row = 0; row < WDL_ROWS; row++)
        fprintf(file, "ROW(%d,%*s%ld,%*s%ld)\n", row * WDL_STEP, row ? 7 : 8, "",
                lround(model->even[row]), model->even[row] < 99.5 ? 3 : 2, "",
                lround(model->width[row]));
    fputs("#undef ROW\n", file);
    if (fclose(file))
        fail("cannot write the rows");
}

int main(int argc, char **argv)
{
    static struct data data;
    struct model model = {
#define ROW(material, even_value, width_value) .even[(material) / WDL_STEP] = even_value,
#include "engine/wdl.def"
#define ROW(material, even_value, width_value) .width[(material) / WDL_STEP] = width_value,
#include "engine/wdl.def"
    };
    if (argc != 3)
        fail("usage: wdl ROWS GAMES.pgn");
    read_games(&data, argv[2]);
    printf("rows of this build: loss %.4f, held out %.4f\n", loss(&model, &data, false),
           loss(&model, &data, true));
    fit(&model, &data);
    printf("fitted rows: loss %.4f, held out %.4f\n", loss(&model, &data, false),
           loss(&model, &data, true));
    for (int result = WIN; result <= LOSS; result++)
        print_calibration(&model, &data, result);
    write_rows(&model, argv[1]);
    free(data.samples);
    return EXIT_SUCCESS;
}
