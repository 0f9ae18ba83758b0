/* SPDX-License-Identifier: MIT */
/* Texel tuning: fits the weights of the evaluation to game results.
 *
 *     tune WEIGHTS POSITIONS [EPOCHS [DECAY]]
 *
 * Each line of POSITIONS has a FEN and the result of its game (`FEN 1-0`, `FEN c9 "1/2-1/2";`,
 * `FEN [0.5]`), and optionally the score of a search for the side to move (`ce 35;`). With a score
 * the target is the mean of the result and the winning probability of the score. The evaluation is
 * compiled with EVALUATION_TRACE and records how often each weight counts for each side. The loss
 * is the squared difference between the target and the logistic function of the score; Adam
 * minimises it. DECAY, in hundredths per batch, is L2 regularisation towards the initial weights: a
 * rare weight has too few games to be fitted freely. A tenth of the positions is held out for
 * validation. WEIGHTS is rewritten in place. */
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
    EPOCHS = 60,
    DECAY = 20,
    FIRST_DANGER = DANGER_ATTACKER
};

/* How often a weight counts for White and for Black. */
struct term {
    uint16_t weight;
    int8_t white, black;
};

struct sample {
    size_t begin, end;         /* of its terms */
    float result, target;      /* of the game, for White; to fit */
    float middlegame, endgame; /* factors of the two parts of the score */
    int score;                 /* as evaluated, for White */
    int search_score;          /* for White */
    bool has_search_score;
};

struct data {
    struct term *terms;
    struct sample *samples;
    size_t term_count, term_max, count, max;
};

struct model {
    double value[WEIGHT_COUNT][2], start[WEIGHT_COUNT][2]; /* middlegame, endgame */
    double gradient[WEIGHT_COUNT][2];
    double mean[WEIGHT_COUNT][2], square[WEIGHT_COUNT][2]; /* moments of Adam */
    bool is_seen[WEIGHT_COUNT];
    double steepness;
    unsigned steps;
};

static void fail(const char *what)
{
    fprintf(stderr, "tune: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *grow(void *array, size_t count, size_t *max, size_t size)
{
    if (count < *max)
        return array;
    *max = *max ? *max * 2 : 1024;
    void *grown = realloc(array, *max * size);
    if (!grown)
        fail("out of memory");
    return grown;
}

// ---- positions -------------------------------------------------------------------------------

/* Finds the result after the FEN; -1 if there is none. */
static double find_result(const char *text)
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

/* The length of the FEN at the start of a line: six fields, or four without move counters. */
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
        if (weight < FIRST_DANGER) { // only the difference matters
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
    const double result = size ? find_result(line + size) : -1;
    if (result < 0 || rk_fen_parse(line, size, RK_STANDARD, RK_FEN_PLAIN, &pos, &fault))
        return false;
    const int score = evaluation_trace(&pos, &trace);
    if (trace.is_known_endgame)
        return true;
    const double clock_scale = 1 - (pos.halfmove_clock < 100 ? pos.halfmove_clock : 100) / 220.0;
    const double endgame_share = (double)(PHASE_MAX - trace.phase) / PHASE_MAX;
    data->samples = grow(data->samples, data->count, &data->max, sizeof *data->samples);
    struct sample *sample = &data->samples[data->count++];
    sample->begin = data->term_count;
    add_terms(data, &trace);
    sample->end = data->term_count;
    sample->result = (float)result;
    sample->score = score;
    const char *found = strstr(line + size, "ce ");
    sample->has_search_score = found;
    sample->search_score = found ? atoi(found + 3) * (pos.turn == RK_WHITE ? 1 : -1) : 0;
    sample->middlegame = (float)(clock_scale * (1 - endgame_share));
    sample->endgame = (float)(clock_scale * endgame_share * trace.scale / SCALE_NORMAL);
    return true;
}

static void read_positions(struct data *data, const char *name)
{
    char line[LINE_MAX_SIZE];
    size_t rejected = 0;
    FILE *file = fopen(name, "r");
    if (!file)
        fail("cannot open the positions");
    while (fgets(line, sizeof line, file))
        rejected += add_line(data, line) ? 0 : 1;
    fclose(file);
    printf("%zu positions, %zu terms, %zu lines rejected\n", data->count, data->term_count,
           rejected);
    if (data->count < HELD_OUT * BLOCK)
        fail("too few positions");
}

// ---- the model -------------------------------------------------------------------------------

/* The score of a sample for White, and the danger of each king. */
struct prediction {
    double score, danger[2];
};

static double clamp_danger(double danger)
{
    return danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
}

static struct prediction predict(const struct model *model, const struct data *data,
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
    const double white = clamp_danger(danger[RK_WHITE]), black = clamp_danger(danger[RK_BLACK]);
    half[0] += (black * black - white * white) / DANGER_SQUARED;
    half[1] += (black - white) / DANGER_ENDGAME;
    return (struct prediction){half[0] * sample->middlegame + half[1] * sample->endgame,
                               {danger[RK_WHITE], danger[RK_BLACK]}};
}

/* The traced weights must add up to the evaluation, except for rounding. */
static void check_trace(const struct model *model, const struct data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (fabs(predict(model, data, &data->samples[i]).score - data->samples[i].score) > 3)
            fail("the trace does not match the evaluation");
}

static double win_probability(const struct model *model, double score)
{
    return 1 / (1 + exp(-model->steepness * score));
}

// Blocks, so that positions of one game, which are similar, stay together.
static bool is_held_out(size_t sample)
{
    return sample / BLOCK % HELD_OUT == 0;
}

static void set_targets(const struct model *model, struct data *data)
{
    for (size_t i = 0; i < data->count; i++) {
        struct sample *sample = &data->samples[i];
        sample->target = sample->result;
        if (sample->has_search_score)
            sample->target =
                (float)(sample->result + win_probability(model, sample->search_score)) / 2;
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
        const double error =
            win_probability(model, predict(model, data, sample).score) - sample->result;
        sum += error * error;
        seen++;
    }
    return sum / (double)seen;
}

/* Fits the steepness of the logistic function to the initial weights. It stays fixed, so that the
 * weights keep their unit. */
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

// ---- gradient descent ------------------------------------------------------------------------

/* The derivative of a side's score by the danger of its king. */
static double danger_slope(const struct sample *sample, double danger)
{
    if (danger <= 0 || danger >= DANGER_MAX)
        return 0;
    return -2 * danger / DANGER_SQUARED * sample->middlegame - sample->endgame / DANGER_ENDGAME;
}

static void add_gradient(struct model *model, const struct data *data, const struct sample *sample)
{
    const struct prediction prediction = predict(model, data, sample);
    const double probability = win_probability(model, prediction.score);
    const double slope = (probability - sample->target) * probability * (1 - probability);
    const double white = danger_slope(sample, prediction.danger[RK_WHITE]);
    const double black = danger_slope(sample, prediction.danger[RK_BLACK]);
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

/* One step of Adam, with weight decay towards the initial values. */
static void update_weights(struct model *model, double rate, double decay)
{
    const double beta1 = 0.9, beta2 = 0.999;
    model->steps++;
    const double bias1 = 1 - pow(beta1, model->steps), bias2 = 1 - pow(beta2, model->steps);
    for (unsigned weight = 0; weight < WEIGHT_COUNT; weight++) {
        for (unsigned half = 0; model->is_seen[weight] && half < 2; half++) {
            double *mean = &model->mean[weight][half], *square = &model->square[weight][half];
            double *value = &model->value[weight][half];
            const double gradient =
                model->gradient[weight][half] + decay * (*value - model->start[weight][half]);
            *mean = beta1 * *mean + (1 - beta1) * gradient;
            *square = beta2 * *square + (1 - beta2) * gradient * gradient;
            *value -= rate * (*mean / bias1) / (sqrt(*square / bias2) + 1e-12);
            model->gradient[weight][half] = 0;
        }
    }
}

static void run_epoch(struct model *model, const struct data *data, double rate, double decay)
{
    size_t taken = 0;
    for (size_t i = 0; i < data->count; i++) {
        const size_t at = i * 7919 % data->count; // not in order: neighbours are of one game
        if (is_held_out(at))
            continue;
        add_gradient(model, data, &data->samples[at]);
        if (++taken % BATCH == 0)
            update_weights(model, rate, decay);
    }
}

// ---- weights file ----------------------------------------------------------------------------

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    size_t size = 0, max = 0;
    char *text = grow(NULL, 0, &max, 1);
    if (!file)
        fail("cannot open the weights");
    for (int c; (c = fgetc(file)) != EOF;) {
        text[size++] = (char)c;
        text = grow(text, size, &max, 1);
    }
    text[size] = '\0';
    fclose(file);
    return text;
}

/* Replaces the numbers of the table and keeps everything else. */
static void write_weights(const struct model *model, const char *name)
{
    char *text = read_file(name);
    FILE *file = fopen(name, "w");
    const char *from = text;
    unsigned weight = 0;
    if (!file)
        fail("cannot write the weights");
    for (const char *pair; (pair = strstr(from, "PAIR(")) && weight < WEIGHT_COUNT; weight++) {
        fwrite(from, 1, (size_t)(pair - from), file);
        fprintf(file, "PAIR(%ld, %ld)", lround(model->value[weight][0]),
                lround(model->value[weight][1]));
        from = strchr(pair, ')') + 1;
    }
    fputs(from, file);
    if (weight != WEIGHT_COUNT || fclose(file))
        fail("the weights file does not match this program");
    free(text);
}

int main(int argc, char **argv)
{
    static struct model model;
    static struct data data;
    if (argc < 3)
        fail("usage: tune WEIGHTS POSITIONS [EPOCHS [DECAY]]");
    const int epochs = argc > 3 ? atoi(argv[3]) : EPOCHS;
    const double decay = (argc > 4 ? atof(argv[4]) : DECAY) / 100;
    read_positions(&data, argv[2]);
    for (unsigned weight = 0; weight < WEIGHT_COUNT; weight++) {
        model.value[weight][0] = model.start[weight][0] = middlegame_score(weights[weight]);
        model.value[weight][1] = model.start[weight][1] = endgame_score(weights[weight]);
    }
    check_trace(&model, &data);
    fit_steepness(&model, &data);
    set_targets(&model, &data);
    printf("steepness %.5f; loss %.6f, held out %.6f\n", model.steepness,
           loss(&model, &data, false), loss(&model, &data, true));
    for (int epoch = 0; epoch < epochs; epoch++) {
        run_epoch(&model, &data, epoch < epochs * 2 / 3 ? 1.0 : 0.25, decay);
        if (epoch % 10 == 9 || epoch == epochs - 1)
            printf("epoch %d: loss %.6f, held out %.6f\n", epoch + 1, loss(&model, &data, false),
                   loss(&model, &data, true));
        fflush(stdout);
    }
    write_weights(&model, argv[1]);
    free(data.terms);
    free(data.samples);
    return EXIT_SUCCESS;
}
