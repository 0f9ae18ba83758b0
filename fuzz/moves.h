/* SPDX-License-Identifier: MIT */
/* Moves as text: the invariants of the writers and parsers. */
#ifndef FUZZ_MOVES_H
#define FUZZ_MOVES_H

#include "rookery/san.h"

#include "fuzz.h"

typedef rk_err move_parser(const rk_position *pos, const char *text, size_t size,
                           rk_notation_option option, rk_move *out, rk_fault *fault);

/* Checks that the text written for `move` parses to `move`. */
static inline void check_parses(move_parser *parse, const rk_position *pos, const char *text,
                                size_t length, rk_move move)
{
    CHECK(length > 0 && strlen(text) == length);
    rk_move again = RK_NO_MOVE;
    rk_fault fault = {.text = ""};
    const rk_err err = parse(pos, text, length, RK_NOTATION_PLAIN, &again, &fault);
    if (err || again != move)
        fprintf(stderr, "cannot parse \"%s\": %s\n", text, fault.text);
    CHECK(!err && again == move);
}

/* Checks a legal move in all notations. */
static inline void check_notations(const rk_position *pos, rk_move move)
{
    char san[RK_SAN_MAX], lan[RK_SAN_MAX], uci[RK_UCI_MAX];
    check_parses(rk_san_parse, pos, san, rk_san_write(pos, move, san), move);
    check_parses(rk_san_parse, pos, lan, rk_lan_write(pos, move, lan), move);
    const size_t uci_length = rk_uci_write(pos, move, uci);
    check_parses(rk_uci_parse, pos, uci, uci_length, move);
    check_parses(rk_san_parse, pos, uci, uci_length, move);
}

/* Checks that a null move is written as one and read again. */
static inline void check_null_move(const rk_position *pos)
{
    char san[RK_SAN_MAX], uci[RK_UCI_MAX];
    const size_t san_length = rk_san_write(pos, RK_NO_MOVE, san);
    const size_t uci_length = rk_uci_write(pos, RK_NO_MOVE, uci);
    rk_move san_move = 1, uci_move = 1;
    CHECK(!rk_san_parse(pos, san, san_length, RK_NOTATION_NULL_MOVES, &san_move, NULL));
    CHECK(!rk_uci_parse(pos, uci, uci_length, RK_NOTATION_NULL_MOVES, &uci_move, NULL));
    CHECK(san_move == RK_NO_MOVE && uci_move == RK_NO_MOVE);
    CHECK(!rk_position_in_check(pos));
}

/* Checks that any text is either a legal move or rejected with a fault. */
static inline void check_text(move_parser *parse, const rk_position *pos, struct input text,
                              rk_notation_option option)
{
    rk_move move = 0xa5a5;
    rk_fault fault;
    poison(&fault, sizeof fault);
    const rk_err err = parse(pos, (const char *)text.data, text.size, option, &move, &fault);
    if (err) {
        CHECK(move == 0xa5a5);
        check_fault(&fault, err, text.size);
        CHECK(parse(pos, (const char *)text.data, text.size, option, &move, NULL) == err);
        return;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    if (option & RK_NOTATION_NULL_MOVES && move == RK_NO_MOVE) {
        check_null_move(pos);
        return;
    }
    CHECK(rk_moves_legal(pos, move));
    check_notations(pos, move);
}

/* The same for both sets of options. */
static inline void check_any_text(move_parser *parse, const rk_position *pos, struct input text)
{
    check_text(parse, pos, text, RK_NOTATION_PLAIN);
    check_text(parse, pos, text, RK_NOTATION_NULL_MOVES);
}

#endif
