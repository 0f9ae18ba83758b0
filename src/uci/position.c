/* SPDX-License-Identifier: MIT */
#include "uci/position.h"

#include <stdio.h>
#include <stdlib.h>

#include "rookery/fen.h"
#include "rookery/san.h"

enum { FIRST_CAPACITY = 128 };

static bool append(struct uci_position *game, const rk_position *pos)
{
    if (!pos->quiet_plies)
        game->count = 0;
    if (game->count == game->capacity) {
        const size_t capacity = game->capacity ? game->capacity * 2 : (size_t)FIRST_CAPACITY;
        rk_position *grown = realloc(game->positions, capacity * sizeof *grown);
        if (!grown)
            return false;
        game->positions = grown;
        game->capacity = capacity;
    }
    game->positions[game->count++] = *pos;
    return true;
}

rk_err position_init(struct uci_position *game, rk_variant variant)
{
    const rk_position start = rk_position_start(variant);
    *game = (struct uci_position){.count = 0};
    return append(game, &start) ? RK_OK : RK_NO_MEMORY;
}

void position_fini(struct uci_position *game)
{
    free(game->positions);
    *game = (struct uci_position){.count = 0};
}

const rk_position *position_current(const struct uci_position *game)
{
    return &game->positions[game->count - 1];
}

static bool complain(char *error, const char *what, struct token text, const char *why)
{
    char printable[TOKEN_PRINTABLE_MAX];
    snprintf(error, ERROR_TEXT_MAX, "%s \"%s\": %s", what, token_printable(text, printable), why);
    return false;
}

/* The start, up to the word `moves`, which is not read. */
static bool read_start(struct tokens *tokens, rk_variant variant, rk_position *out, char *error)
{
    struct tokens fen = *tokens;
    struct token word;
    rk_fault fault;
    if (token_skip(tokens, "startpos")) {
        *out = rk_position_start(variant);
        return true;
    }
    if (!token_skip(tokens, "fen")) {
        snprintf(error, ERROR_TEXT_MAX, "position takes: startpos or fen FEN, [moves MOVE...]");
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
        return complain(error, "illegal FEN", text, fault.text);
    return true;
}

static bool read_moves(struct uci_position *game, struct tokens tokens, char *error)
{
    struct token word;
    if (!token_skip(&tokens, "moves")) {
        if (token_next(&tokens, &word))
            return complain(error, "unknown word", word, "moves was expected");
        return true;
    }
    while (token_next(&tokens, &word)) {
        rk_position pos = *position_current(game);
        rk_memo undo;
        rk_move move;
        rk_fault fault;
        if (rk_uci_parse(&pos, word.text, word.size, &move, &fault))
            return complain(error, "illegal move", word, fault.text);
        rk_position_apply(&pos, move, &undo);
        if (!append(game, &pos))
            return complain(error, "move", word, rk_err_text(RK_NO_MEMORY));
    }
    return true;
}

bool position_set(struct uci_position *game, rk_variant variant, struct tokens tokens,
                  char error[ERROR_TEXT_MAX])
{
    struct uci_position next = {.count = 0};
    rk_position start;
    if (!read_start(&tokens, variant, &start, error))
        return false;
    if (!append(&next, &start)) {
        snprintf(error, ERROR_TEXT_MAX, "%s", rk_err_text(RK_NO_MEMORY));
        return false;
    }
    if (!read_moves(&next, tokens, error)) {
        position_fini(&next);
        return false;
    }
    position_fini(game);
    *game = next;
    return true;
}
