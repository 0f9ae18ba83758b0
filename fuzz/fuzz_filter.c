/* SPDX-License-Identifier: MIT */
/* Filters: a byte for the condition, a byte for the variant, a line with its text, then PGN. */
#include "pgntools/filter.h"

#include "fuzz.h"

/* The state of the filter in the current game. */
struct game_state {
    const struct filter *filter;
    struct game_tags tags;
    struct filter_progress progress;
    bool decided, matched; /* decided: later moves must not change `matched` */
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct game_state *state = data;
    (void)place;
    state->tags = (struct game_tags){0};
    state->decided = false;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_set(&((struct game_state *)data)->tags, name, value);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    struct game_state *state = data;
    (void)start;
    state->progress = filter_begin(state->filter, filter_knows_eco(&state->tags));
    return RK_PGN_CONTINUE;
}

/* Checks that moves after a decision do not change it. */
static void check_decision(struct game_state *state)
{
    const bool matches = filter_matches_moves(state->filter, &state->progress);
    CHECK(!state->decided || matches == state->matched);
    state->decided = state->decided || filter_is_decided(state->filter, &state->progress);
    state->matched = matches;
}

static rk_pgn_next see_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct game_state *state = data;
    (void)san;
    filter_visit_position(state->filter, before, &state->progress);
    filter_visit_move(state->filter, before, move, &state->progress);
    check_decision(state);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct game_state *state = data;
    if (last) {
        filter_visit_position(state->filter, last, &state->progress);
        check_decision(state);
    }
    filter_matches_tags(state->filter, &state->tags);
    filter_matches_result(state->filter, &state->tags, result);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

static void filter_games(const struct filter *filter, const char *text, size_t size)
{
    struct game_state state = {.filter = filter};
    const rk_pgn_visitor visitor = {.data = &state,
                                    .begin_game = begin_game,
                                    .begin_moves = begin_moves,
                                    .tag = set_tag,
                                    .move = see_move,
                                    .begin_variation = skip_variation,
                                    .end_game = end_game};
    rk_pgn_read_text(text, size, (rk_pgn_place){0, 0, 0}, &visitor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct filter filter;
    rk_fault fault;
    const enum filter_condition condition = take_byte(&in) % FILTER_CONDITION_COUNT;
    filter_init(&filter);
    filter_set_variant(&filter, take_variant(&in));
    char *text = malloc(in.size + 1);
    memcpy(text, in.data, in.size);
    text[in.size] = '\0';
    const size_t length = strcspn(text, "\n");
    const size_t rest = length < in.size ? length + 1 : in.size;
    text[length] = '\0';
    const rk_err err = filter_parse(&filter, condition, text, &fault);
    if (err)
        check_fault(&fault, err, length);
    else
        filter_games(&filter, text + rest, in.size - rest);
    free(text);
    return 0;
}
