/* SPDX-License-Identifier: MIT */
/* The state file of a match: two bytes for the size of the PGN file, then any bytes. Arguments
 * point into the text, games that are written again are parsed to the same, and a game whose PGN
 * was cut off is dropped. */
#include "match/state.h"

#include "fuzz.h"

static char *copy_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static void check_arguments(const struct state *state, size_t size)
{
    for (size_t i = 0; i < state->argument_count; i++) {
        CHECK(state->arguments[i] > state->text);
        CHECK(state->arguments[i] + strlen(state->arguments[i]) < state->text + size);
    }
}

static void check_pgn(struct state *state, uint64_t pgn_size)
{
    uint64_t from = UINT64_MAX;
    const enum state_pgn pgn = state_check_pgn(state, pgn_size, &from);
    if (pgn != STATE_PGN_TRUNCATED)
        return;
    CHECK(from <= pgn_size);
    const size_t size = state->size;
    state_drop_last(state);
    CHECK(state->size < size);
}

static void write_again(const struct state *state, FILE *out)
{
    fprintf(out, "rookery match 1\nopenings %zu 0\n", state->opening_count);
    for (size_t i = 0; i < state->game_count; i++)
        CHECK(!state_append(out, &state->games[i])); // in memory: writing cannot fail
}

static void check_again(const struct state *state)
{
    char *text = NULL;
    size_t size = 0;
    struct state again;
    FILE *out = open_memstream(&text, &size);
    CHECK(out);
    write_again(state, out);
    fclose(out);
    CHECK(!state_parse(text, &again, NULL));
    CHECK(again.size == size && again.game_count == state->game_count);
    for (size_t i = 0; i < state->game_count; i++) {
        const struct state_game *a = &state->games[i], *b = &again.games[i];
        CHECK(a->number == b->number && a->winner == b->winner && a->fault == b->fault);
        CHECK(a->pgn_size == b->pgn_size && (!a->pgn_size || a->pgn_from == b->pgn_from));
    }
    state_fini(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const uint64_t pgn_size = take_uint16(&in);
    struct state state;
    rk_fault fault;
    poison(&state, sizeof state);
    const rk_err err = state_parse(copy_text(in.data, in.size), &state, &fault);
    if (err) {
        CHECK(err == RK_BAD_RECORD && is_poisoned(&state, sizeof state));
        check_fault(&fault, err, in.size);
        return 0;
    }
    CHECK(state.size <= in.size && state.opening_count);
    check_arguments(&state, in.size);
    check_again(&state);
    check_pgn(&state, pgn_size);
    state_fini(&state);
    return 0;
}
