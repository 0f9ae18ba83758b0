/* SPDX-License-Identifier: MIT */
/* rookery pgn filter: the games that fit, copied as they stand. */
#include <inttypes.h>
#include <stdio.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgngame.h"
#include "cmd/pgnwanted.h"

struct filter {
    struct pgn_call *call;
    struct wanted wanted;
    bool inverted, only_count;
    unsigned long most;
    struct copier copier;
    struct tidings tidings;
};

struct sifted {
    struct spans spans;
    const struct filter *filter;
    struct game_tags tags;
    struct wanted_progress progress;
    bool judged, tags_fit; /* by its tags, the game at hand */
};

// ---- a piece ---------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct sifted *sifted = data;
    sifted->tags = (struct game_tags){0};
    sifted->progress = (struct wanted_progress){0};
    sifted->judged = false;
    return spans_begin_game(data, place);
}

static rk_pgn_next note_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_note(&((struct sifted *)data)->tags, name, value);
    return RK_PGN_ON;
}

// Moves are played only where they can still decide.
static rk_pgn_next judge_tags(void *data, const rk_position *start)
{
    struct sifted *sifted = data;
    (void)start;
    sifted->judged = true;
    sifted->tags_fit = wanted_tags(&sifted->filter->wanted, &sifted->tags);
    return sifted->tags_fit ? RK_PGN_ON : RK_PGN_SKIP;
}

static rk_pgn_next judge_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct sifted *sifted = data;
    const struct wanted *wanted = &sifted->filter->wanted;
    (void)san;
    wanted_position(wanted, before, &sifted->progress);
    wanted_move(wanted, before, move, &sifted->progress);
    return wanted_settled(wanted, &sifted->progress) ? RK_PGN_SKIP : RK_PGN_ON;
}

static rk_pgn_next judge_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct sifted *sifted = data;
    const struct wanted *wanted = &sifted->filter->wanted;
    // A start that is no position keeps the moves from beginning.
    if (!sifted->judged)
        judge_tags(data, NULL);
    if (last && sifted->tags_fit)
        wanted_position(wanted, last, &sifted->progress);
    const bool fits = sifted->tags_fit && wanted_result(wanted, &sifted->tags, result) &&
                      wanted_end(wanted, &sifted->progress);
    sifted->spans.wanted = fits != sifted->filter->inverted;
    return RK_PGN_ON;
}

static void sift_piece(const struct piece *piece, void *result, const void *data)
{
    struct sifted *sifted = result;
    sifted->filter = data;
    const bool moves = wanted_needs_moves(&sifted->filter->wanted);
    const rk_pgn_visitor visitor = {.data = sifted,
                                    .begin_game = begin_game,
                                    .tag = note_tag,
                                    .begin_moves = judge_tags,
                                    .move = moves ? judge_move : NULL,
                                    .begin_variation = harvest_skip_variation,
                                    .end_game = judge_game,
                                    .error = harvest_error};
    spans_begin(&sifted->spans, piece);
    harvest_read(&sifted->spans.harvest, piece, &visitor);
    spans_end(&sifted->spans);
}

// ---- all of them -----------------------------------------------------------------------------

static bool copy_fitting(const struct piece *piece, void *result, void *data)
{
    const struct sifted *sifted = result;
    struct filter *filter = data;
    const struct span *list = (const void *)sifted->spans.list.bytes;
    const size_t count = sifted->spans.list.size / sizeof *list;
    filter->copier.output = filter->call->output;
    tidings_add(&filter->tidings, piece, &sifted->spans.harvest, NULL);
    for (size_t i = 0; i < count && filter->copier.games < filter->most; i++)
        if (filter->only_count)
            filter->copier.games++;
        else
            copier_write(&filter->copier, piece, &list[i]);
    return !filter->tidings.failed && filter->copier.games < filter->most &&
           !output_problem(filter->call->output);
}

static bool end_filter(void *data)
{
    const struct filter *filter = data;
    char line[32];
    const int size = snprintf(line, sizeof line, "%" PRIu64 "\n", filter->copier.games);
    if (filter->only_count)
        output_write(filter->call->output, line, (size_t)size);
    return !filter->tidings.failed;
}

static int run_filter(struct filter *filter)
{
    const struct pool_job job = {.data = filter,
                                 .result_size = sizeof(struct sifted),
                                 .work = sift_piece,
                                 .finish = copy_fitting,
                                 .release = spans_free};
    const int status = pgn_run(filter->call, &job, end_filter);
    return tidings_status(&filter->tidings, status);
}

#define WORD(option, called, target, words)                                    \
    {                                                                          \
        .name = (option), .value = (called), .help = (words), .text = (target) \
    }

int pgn_filter(struct pgn_call *call)
{
    struct filter filter = {.call = call, .most = ~0UL};
    struct wanted_words words = {0};
    const struct option options[] = {
        WORD("--player", "NAME", &words.player, "one of the players"),
        WORD("--white", "NAME", &words.white, "who has White"),
        WORD("--black", "NAME", &words.black, "who has Black"),
        WORD("--elo", "MIN[-MAX]", &words.elo, "the rating of both players"),
        WORD("--any-elo", "MIN[-MAX]", &words.any_elo, "the rating of one of them"),
        WORD("--date", "FROM[..TO]", &words.date, "when: 2018, 2018.01..2018.06, ..1999.12.31"),
        WORD("--result", "RESULT", &words.result, "1-0, 0-1, 1/2-1/2 or *"),
        WORD("--eco", "CODE[-CODE]", &words.eco, "the opening: B20-B99"),
        WORD("--length", "MIN[-MAX]", &words.length, "how many moves it has"),
        WORD("--position", "FEN", &words.position, "reached: placement, turn and castling rights"),
        WORD("--pattern", "PIECES", &words.pattern, "reached: pieces on squares, \"Nf3 pe5 Kg1\""),
        WORD("--material", "PIECES", &words.material, "reached, by either side: KRPvKR, or QvRR"),
        WORD("--moves", "MOVES", &words.moves, "how it begins: \"e4 c5 Nf3\""),
        WORD("--variant", "NAME", &words.variant, "the variant it is played in"),
        {.name = "--not", .help = "the games that do not fit", .flag = &filter.inverted},
        {.name = "--count", .help = "only say how many there are", .flag = &filter.only_count},
        {.name = "--max",
         .value = "N",
         .help = "stop after so many",
         .number = &filter.most,
         .min = 1,
         .max = ~0UL},
    };
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    status = wanted_read(call, &words, &filter.wanted);
    return status ? status : run_filter(&filter);
}
