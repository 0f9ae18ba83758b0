/* SPDX-License-Identifier: MIT */
/* Moves as text: what must hold of every writer and its reader. */
#ifndef FUZZ_MOVES_H
#define FUZZ_MOVES_H

#include "rookery/san.h"

#include "fuzz.h"

typedef rk_err move_reader(const rk_position *pos, const char *text, size_t size, rk_move *out,
                           rk_fault *fault);

/* The text a writer gave for `move` means `move` to a reader. */
static inline void check_reads(move_reader *read, const rk_position *pos, const char *text,
                               size_t length, rk_move move)
{
    CHECK(length > 0 && strlen(text) == length);
    rk_move again = RK_NO_MOVE;
    rk_fault fault = {.text = ""};
    const rk_err err = read(pos, text, length, &again, &fault);
    if (err || again != move)
        fprintf(stderr, "written \"%s\": %s\n", text, fault.text);
    CHECK(!err && again == move);
}

/* A legal move in all its spellings. */
static inline void check_spellings(const rk_position *pos, rk_move move)
{
    char san[RK_SAN_MAX], lan[RK_SAN_MAX], uci[RK_UCI_MAX];
    check_reads(rk_san_parse, pos, san, rk_san_write(pos, move, san), move);
    check_reads(rk_san_parse, pos, lan, rk_lan_write(pos, move, lan), move);
    const size_t uci_length = rk_uci_write(pos, move, uci);
    check_reads(rk_uci_parse, pos, uci, uci_length, move);
    check_reads(rk_san_parse, pos, uci, uci_length, move);
}

/* Any text: either a legal move, or a fault and nothing else. */
static inline void check_any_text(move_reader *read, const rk_position *pos, struct input text)
{
    rk_move move = 0xa5a5;
    rk_fault fault;
    spoil(&fault, sizeof fault);
    const rk_err err = read(pos, (const char *)text.data, text.size, &move, &fault);
    if (err) {
        CHECK(move == 0xa5a5);
        check_fault(&fault, err, text.size);
        CHECK(read(pos, (const char *)text.data, text.size, &move, NULL) == err);
        return;
    }
    CHECK(is_spoiled(&fault, sizeof fault));
    CHECK(rk_moves_legal(pos, move));
    check_spellings(pos, move);
}

#endif
