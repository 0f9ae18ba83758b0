/* SPDX-License-Identifier: MIT */
#include "uci/situation.h"

#include <stdio.h>
#include <stdlib.h>

#include "rookery/fen.h"
#include "rookery/san.h"

enum { FIRST_CAPACITY = 128 };

static bool append(struct situation *situation, const rk_position *pos)
{
    if (!pos->quiet_plies)
        situation->count = 0;
    if (situation->count == situation->capacity) {
        const size_t capacity =
            situation->capacity ? situation->capacity * 2 : (size_t)FIRST_CAPACITY;
        rk_position *grown = realloc(situation->positions, capacity * sizeof *grown);
        if (!grown)
            return false;
        situation->positions = grown;
        situation->capacity = capacity;
    }
    situation->positions[situation->count++] = *pos;
    return true;
}

rk_err situation_init(struct situation *situation, rk_variant variant)
{
    const rk_position start = rk_position_start(variant);
    *situation = (struct situation){.count = 0};
    return append(situation, &start) ? RK_OK : RK_NO_MEMORY;
}

void situation_fini(struct situation *situation)
{
    free(situation->positions);
    *situation = (struct situation){.count = 0};
}

const rk_position *situation_position(const struct situation *situation)
{
    return &situation->positions[situation->count - 1];
}

static bool complain(char *complaint, const char *what, struct token text, const char *why)
{
    char shown[TOKEN_SHOWN_MAX];
    snprintf(complaint, COMPLAINT_MAX, "%s \"%s\": %s", what, token_show(text, shown), why);
    return false;
}

/* The start, up to the word `moves`, which is not read. */
static bool read_start(struct tokens *tokens, rk_variant variant, rk_position *out, char *complaint)
{
    struct tokens fen = *tokens;
    struct token word;
    rk_fault fault;
    if (token_skip(tokens, "startpos")) {
        *out = rk_position_start(variant);
        return true;
    }
    if (!token_skip(tokens, "fen")) {
        snprintf(complaint, COMPLAINT_MAX, "position takes: startpos or fen FEN, [moves MOVE...]");
        return false;
    }
    fen = *tokens;
    while (token_next(tokens, &word))
        if (token_is(word, "moves")) {
            tokens->at = fen.end = word.text;
            break;
        }
    const struct token text = token_rest(fen);
    if (rk_fen_parse(text.text, text.size, variant, RK_FEN_FORGIVE_CASTLING, out, &fault))
        return complain(complaint, "illegal FEN", text, fault.text);
    return true;
}

static bool read_moves(struct situation *situation, struct tokens tokens, char *complaint)
{
    struct token word;
    if (!token_skip(&tokens, "moves")) {
        if (token_next(&tokens, &word))
            return complain(complaint, "unknown word", word, "moves was expected");
        return true;
    }
    while (token_next(&tokens, &word)) {
        rk_position pos = *situation_position(situation);
        rk_memo undo;
        rk_move move;
        rk_fault fault;
        if (rk_uci_parse(&pos, word.text, word.size, &move, &fault))
            return complain(complaint, "illegal move", word, fault.text);
        rk_position_apply(&pos, move, &undo);
        if (!append(situation, &pos))
            return complain(complaint, "move", word, rk_err_text(RK_NO_MEMORY));
    }
    return true;
}

bool situation_set(struct situation *situation, rk_variant variant, struct tokens tokens,
                   char complaint[COMPLAINT_MAX])
{
    struct situation next = {.count = 0};
    rk_position start;
    if (!read_start(&tokens, variant, &start, complaint))
        return false;
    if (!append(&next, &start)) {
        snprintf(complaint, COMPLAINT_MAX, "%s", rk_err_text(RK_NO_MEMORY));
        return false;
    }
    if (!read_moves(&next, tokens, complaint)) {
        situation_fini(&next);
        return false;
    }
    situation_fini(situation);
    *situation = next;
    return true;
}
