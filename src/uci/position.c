/* SPDX-License-Identifier: MIT */
#include "uci/position.h"

#include <stdio.h>
#include <stdlib.h>

#include "rookery/fen.h"
#include "rookery/san.h"

enum { INITIAL_CAPACITY = 128 };

static bool append_position(struct uci_position *position, const rk_position *pos)
{
    if (!pos->halfmove_clock)
        position->count = 0;
    if (position->count == position->capacity) {
        const size_t capacity =
            position->capacity ? position->capacity * 2 : (size_t)INITIAL_CAPACITY;
        rk_position *grown = realloc(position->positions, capacity * sizeof *grown);
        if (!grown)
            return false;
        position->positions = grown;
        position->capacity = capacity;
    }
    position->positions[position->count++] = *pos;
    return true;
}

rk_err position_init(struct uci_position *position, rk_variant variant)
{
    const rk_position start = rk_position_start(variant);
    *position = (struct uci_position){.count = 0};
    return append_position(position, &start) ? RK_OK : RK_NO_MEMORY;
}

void position_fini(struct uci_position *position)
{
    free(position->positions);
    *position = (struct uci_position){.count = 0};
}

const rk_position *position_current(const struct uci_position *position)
{
    return &position->positions[position->count - 1];
}

/* Parses `startpos` or `fen FEN` and stops before the word `moves`. */
static bool parse_start(struct tokens *tokens, rk_variant variant, rk_position *out, char *error)
{
    rk_fault fault;
    if (token_skip(tokens, "startpos")) {
        *out = rk_position_start(variant);
        return true;
    }
    if (!token_skip(tokens, "fen")) {
        snprintf(error, TOKEN_ERROR_MAX, "usage: position startpos|fen FEN [moves MOVE...]");
        return false;
    }
    const struct token text = token_until(tokens, "moves");
    if (rk_fen_parse(text.text, text.size, variant, RK_FEN_FORGIVE_CASTLING, out, &fault))
        return token_error(error, "illegal FEN", text, fault.text);
    return true;
}

static bool parse_moves(struct uci_position *position, struct tokens tokens, char *error)
{
    struct token word;
    if (!token_skip(&tokens, "moves")) {
        if (token_next(&tokens, &word))
            return token_error(error, "unexpected argument", word, "expected 'moves'");
        return true;
    }
    while (token_next(&tokens, &word)) {
        rk_position pos = *position_current(position);
        rk_undo undo;
        rk_move move;
        rk_fault fault;
        if (rk_uci_parse(&pos, word.text, word.size, RK_NOTATION_PLAIN, &move, &fault))
            return token_error(error, "illegal move", word, fault.text);
        rk_position_apply(&pos, move, &undo);
        if (!append_position(position, &pos))
            return token_error(error, "move", word, rk_err_text(RK_NO_MEMORY));
    }
    return true;
}

bool position_parse(struct uci_position *position, rk_variant variant, struct tokens tokens,
                    char error[TOKEN_ERROR_MAX])
{
    struct uci_position next = {.count = 0};
    rk_position start;
    if (!parse_start(&tokens, variant, &start, error))
        return false;
    if (!append_position(&next, &start)) {
        snprintf(error, TOKEN_ERROR_MAX, "%s", rk_err_text(RK_NO_MEMORY));
        return false;
    }
    if (!parse_moves(&next, tokens, error)) {
        position_fini(&next);
        return false;
    }
    position_fini(position);
    *position = next;
    return true;
}
