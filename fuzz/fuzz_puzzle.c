/* SPDX-License-Identifier: MIT */
/* Lines of files with puzzles: any bytes are either rejected with a reason or a puzzle whose line
 * can be replayed, whose solution solves it, and whose texts are within their limits. */
#include "puzzle_training/puzzle_parse.h"

#include "fuzz.h"

static void check_solution(const struct puzzle_record *record)
{
    char moves[RECORD_MOVES_SIZE] = "";
    struct puzzle_line line;
    CHECK(!puzzle_record_replay(record, &line, NULL));
    CHECK(line.count >= 2 && line.count <= RECORD_PLIES_MAX && line.count % 2 == 0);
    size_t size = 0;
    for (size_t ply = 1; ply < line.count; ply += 2) {
        if (size)
            moves[size++] = ' ';
        size += rk_uci_write(&line.positions[ply], line.moves[ply], moves + size);
    }
    CHECK(puzzle_line_judge(&line, moves) == ATTEMPT_SOLVED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct puzzle_record record;
    rk_fault fault;
    const rk_err err = puzzle_parse((const char *)data, size, &record, &fault);
    if (err) {
        CHECK(*fault.text);
        return 0;
    }
    CHECK(puzzle_id_is_valid(record.id));
    CHECK(record.variant == RK_STANDARD || record.variant == RK_CHESS960);
    CHECK(record.glicko.rating >= 400 && record.glicko.rating <= RECORD_RATING_MAX);
    CHECK(!*record.site || !strncmp(record.site, "http", 4));
    check_solution(&record);
    return 0;
}
