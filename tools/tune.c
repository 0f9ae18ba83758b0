/* SPDX-License-Identifier: MIT */
/* Fits the weights of the evaluation to the results of games: tune WEIGHTS POSITIONS [ROUNDS
 * [PULL]]
 *
 * POSITIONS has a FEN and the result of its game on each line (`FEN 1-0`, `FEN c9 "1/2-1/2";`,
 * `FEN [0.5]`), and perhaps the score a search found (`ce 35;`, of the side to move): then half of
 * what is aimed at is the chance that score promises. The evaluation itself, compiled with
 * EVALUATION_TRACE, says how often it gave each weight to each side; the loss is the squared
 * difference between the result and the logistic of the score, and Adam walks down its gradient.
 * PULL, in hundredths for a batch, is how strongly a weight is drawn back to where it began: few
 * games say much about a rare one. A tenth of the positions is left out to see whether what was
 * learnt holds elsewhere. WEIGHTS is rewritten in place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/evalinfo.h"
#include "engine/kingsafety.h"
#include "engine/material.h"
#include "rookery/fen.h"

enum {
    LINE_MAX_SIZE = 1024,
    BATCH = 16384,
    HELD_OUT = 10,
    BLOCK = 1024,
    ROUNDS = 60,
    PULL = 20,
    FIRST_DANGER = DANGER_ATTACKER
};

/* How often a weight was counts, to White and to Black. */
struct term {
    uint16_t weight;
    int8_t white, black;
};

struct sample {
    size_t begin, end;         /* of its terms */
    float result, target;      /* of the game, for White; what is aimed at */
    float middlegame, endgame; /* how much each half counts */
    int score;                 /* as the evaluation itself gave it */
    int found;                 /* by a search, for White */
    bool is_found;
};

struct data {
    struct term *terms;
    struct sample *samples;
    size_t term_count, term_max, count, max;
};

struct model {
    double value[WEIGHT_COUNT][2], start[WEIGHT_COUNT][2]; /* middlegame, endgame */
    double gradient[WEIGHT_COUNT][2];
    double mean[WEIGHT_COUNT][2], square[WEIGHT_COUNT][2]; /* Adam's */
    bool is_seen[WEIGHT_COUNT];
    double steepness;
    unsigned steps;
};

static void give_up(const char *what)
{
    fprintf(stderr, "tune: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *grow(void *array, size_t count, size_t *max, size_t size)
{
    if (count < *max)
        return array;
    *max = *max ? *max * 2 : 1024;
    void *wider = realloc(array, *max * size);
    if (!wider)
        give_up("out of memory");
    return wider;
}

// ---- positions -------------------------------------------------------------------------------

/* The result that stands behind the FEN; -1 if there is none. */
static double result_in(const char *text)
{
    static const struct {
        const char *word;
        double result;
    } words[] = {{"1/2", 0.5}, {"1-0", 1}, {"0-1", 0}, {"0.5", 0.5}, {"1.0", 1}, {"0.0", 0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i].word))
            return words[i].result;
    return -1;
}

/* The length of the FEN a line begins with: six fields, or four where no counter_moves follow. */
static size_t fen_size(const char *line)
{
    size_t at = 0, four = 0;
    for (unsigned field = 1; field <= 6; field++) {
        const size_t word = strcspn(line + at, " \t\r\n");
        if (field > 4 && (!word || strspn(line + at, "0123456789") != word))
            return four;
        at += word;
        if (field == 4)
            four = at;
        if (field < 6)
            at += strspn(line + at, " \t");
    }
    return at;
}

static void add_terms(struct data *data, const struct trace *trace)
{
    for (unsigned weight = 0; weight < WEIGHT_COUNT; weight++) {
        int white = trace->counts[RK_WHITE][weight], black = trace->counts[RK_BLACK][weight];
        if (weight < FIRST_DANGER) { // only the difference counts
            white -= black;
            black = 0;
        }
        if (!white && !black)
            continue;
        data->terms = grow(data->terms, data->term_count, &data->term_max, sizeof *data->terms);
        data->terms[data->term_count++] =
            (struct term){(uint16_t)weight, (int8_t)white, (int8_t)black};
    }
}

static bool add_line(struct data *data, const char *line)
{
    rk_position pos;
    rk_fault fault;
    struct trace trace;
    const size_t size = fen_size(line);
    const double result = size ? result_in(line + size) : -1;
    if (result < 0 || rk_fen_parse(line, size, RK_STANDARD, RK_FEN_PLAIN, &pos, &fault))
        return false;
    const int score = evaluation_trace(&pos, &trace);
    if (trace.is_known_endgame)
        return true;
    const double persistent = 1 - (pos.halfmove_clock < 100 ? pos.halfmove_clock : 100) / 220.0;
    const double late = (double)(PHASE_MAX - trace.phase) / PHASE_MAX;
    data->samples = grow(data->samples, data->count, &data->max, sizeof *data->samples);
    struct sample *sample = &data->samples[data->count++];
    sample->begin = data->term_count;
    add_terms(data, &trace);
    sample->end = data->term_count;
    sample->result = (float)result;
    sample->score = score;
    const char *found = strstr(line + size, "ce ");
    sample->is_found = found;
    sample->found = found ? atoi(found + 3) * (pos.turn == RK_WHITE ? 1 : -1) : 0;
    sample->middlegame = (float)(persistent * (1 - late));
    sample->endgame = (float)(persistent * late * trace.scale / SCALE_NORMAL);
    return true;
}

static void read_positions(struct data *data, const char *name)
{
    char line[LINE_MAX_SIZE];
    size_t refused = 0;
    FILE *file = fopen(name, "r");
    if (!file)
        give_up("no such file of positions");
    while (fgets(line, sizeof line, file))
        refused += add_line(data, line) ? 0 : 1;
    fclose(file);
    printf("%zu positions, %zu terms, %zu lines refused\n", data->count, data->term_count, refused);
    if (data->count < HELD_OUT * BLOCK)
        give_up("too few positions");
}

// ---- the model -------------------------------------------------------------------------------

/* The score of a sample for White, and what of each king's danger counts. */
struct view {
    double score, danger[2];
};

static double clipped(double danger)
{
    return danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
}

static struct view look(const struct model *model, const struct data *data,
                        const struct sample *sample)
{
    double half[2] = {0, 0}, danger[2] = {0, 0};
    for (size_t i = sample->begin; i < sample->end; i++) {
        const struct term *term = &data->terms[i];
        const double *value = model->value[term->weight];
        if (term->weight < FIRST_DANGER) {
            half[0] += value[0] * term->white;
            half[1] += value[1] * term->white;
        } else {
            danger[RK_WHITE] += value[0] * term->white;
            danger[RK_BLACK] += value[0] * term->black;
        }
    }
    const double white = clipped(danger[RK_WHITE]), black = clipped(danger[RK_BLACK]);
    half[0] += (black * black - white * white) / DANGER_SQUARED;
    half[1] += (black - white) / DANGER_ENDGAME;
    return (struct view){half[0] * sample->middlegame + half[1] * sample->endgame,
                         {danger[RK_WHITE], danger[RK_BLACK]}};
}

/* The counts and the evaluation have to agree, but for what it rounds. */
static void check(const struct model *model, const struct data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (fabs(look(model, data, &data->samples[i]).score - data->samples[i].score) > 3)
            give_up("the evaluation gives something without counting it");
}

static double expected(const struct model *model, double score)
{
    return 1 / (1 + exp(-model->steepness * score));
}

// Whole games, or nearly: positions of one game are too much alike.
static bool is_held_out(size_t sample)
{
    return sample / BLOCK % HELD_OUT == 0;
}

static void set_targets(const struct model *model, struct data *data)
{
    for (size_t i = 0; i < data->count; i++) {
        struct sample *sample = &data->samples[i];
        sample->target = sample->result;
        if (sample->is_found)
            sample->target = (float)(sample->result + expected(model, sample->found)) / 2;
    }
}

static double loss(const struct model *model, const struct data *data, bool held_out)
{
    double sum = 0;
    size_t seen = 0;
    for (size_t i = 0; i < data->count; i++) {
        if (is_held_out(i) != held_out)
            continue;
        const struct sample *sample = &data->samples[i];
        const double off = expected(model, look(model, data, sample).score) - sample->result;
        sum += off * off;
        seen++;
    }
    return sum / (double)seen;
}

/* The steepness of the logistic that suits the weights as they are: so that they keep
 * their unit, it stays. */
static void fit_steepness(struct model *model, const struct data *data)
{
    double low = 0.0005, high = 0.02;
    while (high - low > 0.00002) {
        const double third = (high - low) / 3;
        model->steepness = low + third;
        const double left = loss(model, data, false);
        model->steepness = high - third;
        if (left < loss(model, data, false))
            high -= third;
        else
            low += third;
    }
    model->steepness = (low + high) / 2;
}

// ---- the descent -----------------------------------------------------------------------------

/* How the score changes with the danger of a side's king, for that side. */
static double slope_of_danger(const struct sample *sample, double danger)
{
    if (danger <= 0 || danger >= DANGER_MAX)
        return 0;
    return -2 * danger / DANGER_SQUARED * sample->middlegame - sample->endgame / DANGER_ENDGAME;
}

static void add_gradient(struct model *model, const struct data *data, const struct sample *sample)
{
    const struct view view = look(model, data, sample);
    const double chance = expected(model, view.score);
    const double slope = (chance - sample->target) * chance * (1 - chance);
    const double white = slope_of_danger(sample, view.danger[RK_WHITE]);
    const double black = slope_of_danger(sample, view.danger[RK_BLACK]);
    for (size_t i = sample->begin; i < sample->end; i++) {
        const struct term *term = &data->terms[i];
        double *gradient = model->gradient[term->weight];
        if (term->weight < FIRST_DANGER) {
            gradient[0] += slope * sample->middlegame * term->white;
            gradient[1] += slope * sample->endgame * term->white;
        } else {
            gradient[0] += slope * (white * term->white - black * term->black);
        }
        model->is_seen[term->weight] = true;
    }
}

/* One step of Adam. What nothing speaks for stays near where it began. */
static void step(struct model *model, double rate, double pull)
{
    const double keep = 0.9, keep_square = 0.999;
    model->steps++;
    const double warm = 1 - pow(keep, model->steps),
                 warm_square = 1 - pow(keep_square, model->steps);
    for (unsigned weight = 0; weight < WEIGHT_COUNT; weight++) {
        for (unsigned half = 0; model->is_seen[weight] && half < 2; half++) {
            double *mean = &model->mean[weight][half], *square = &model->square[weight][half];
            double *value = &model->value[weight][half];
            const double gradient =
                model->gradient[weight][half] + pull * (*value - model->start[weight][half]);
            *mean = keep * *mean + (1 - keep) * gradient;
            *square = keep_square * *square + (1 - keep_square) * gradient * gradient;
            *value -= rate * (*mean / warm) / (sqrt(*square / warm_square) + 1e-12);
            model->gradient[weight][half] = 0;
        }
    }
}

static void descend(struct model *model, const struct data *data, double rate, double pull)
{
    size_t taken = 0;
    for (size_t i = 0; i < data->count; i++) {
        const size_t at = i * 7919 % data->count; // neighbours are of one game
        if (is_held_out(at))
            continue;
        add_gradient(model, data, &data->samples[at]);
        if (++taken % BATCH == 0)
            step(model, rate, pull);
    }
}

// ---- the table -------------------------------------------------------------------------------

static char *read_whole(const char *name)
{
    FILE *file = fopen(name, "r");
    size_t size = 0, max = 0;
    char *text = grow(NULL, 0, &max, 1);
    if (!file)
        give_up("no such file of weights");
    for (int c; (c = fgetc(file)) != EOF;) {
        text[size++] = (char)c;
        text = grow(text, size, &max, 1);
    }
    text[size] = '\0';
    fclose(file);
    return text;
}

/* Replaces the pairs of the table in their order, and nothing else. */
static void write_weights(const struct model *model, const char *name)
{
    char *text = read_whole(name);
    FILE *file = fopen(name, "w");
    const char *from = text;
    unsigned weight = 0;
    if (!file)
        give_up("cannot write the weights");
    for (const char *pair; (pair = strstr(from, "PAIR(")) && weight < WEIGHT_COUNT; weight++) {
        fwrite(from, 1, (size_t)(pair - from), file);
        fprintf(file, "PAIR(%ld, %ld)", lround(model->value[weight][0]),
                lround(model->value[weight][1]));
        from = strchr(pair, ')') + 1;
    }
    fputs(from, file);
    if (weight != WEIGHT_COUNT || fclose(file))
        give_up("the table of weights is not the one this was built with");
    free(text);
}

int main(int argc, char **argv)
{
    static struct model model;
    static struct data data;
    if (argc < 3)
        give_up("usage: tune WEIGHTS POSITIONS [ROUNDS [PULL]]");
    const int rounds = argc > 3 ? atoi(argv[3]) : ROUNDS;
    const double pull = (argc > 4 ? atof(argv[4]) : PULL) / 100;
    read_positions(&data, argv[2]);
    for (unsigned weight = 0; weight < WEIGHT_COUNT; weight++) {
        model.value[weight][0] = model.start[weight][0] = middlegame_score(weights[weight]);
        model.value[weight][1] = model.start[weight][1] = endgame_score(weights[weight]);
    }
    check(&model, &data);
    fit_steepness(&model, &data);
    set_targets(&model, &data);
    printf("steepness %.5f; loss %.6f, held out %.6f\n", model.steepness,
           loss(&model, &data, false), loss(&model, &data, true));
    for (int round = 0; round < rounds; round++) {
        descend(&model, &data, round < rounds * 2 / 3 ? 1.0 : 0.25, pull);
        if (round % 10 == 9 || round == rounds - 1)
            printf("round %d: loss %.6f, held out %.6f\n", round + 1, loss(&model, &data, false),
                   loss(&model, &data, true));
        fflush(stdout);
    }
    write_weights(&model, argv[1]);
    free(data.terms);
    free(data.samples);
    return EXIT_SUCCESS;
}
