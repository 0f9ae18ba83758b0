/* SPDX-License-Identifier: MIT */
#include "engine/bench.h"

#include <string.h>

#include "rookery/fen.h"

// Openings, middlegames, attacks, and endgames of every kind.
static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pp1p1ppp/2n1pn2/2p5/2PP4/2N1PN2/PP3PPP/R1BQKB1R b KQkq - 0 5",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "rnbq1rk1/pp2ppbp/2pp1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 7",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 w - - 0 14",
    "2rq1rk1/1b2bppp/p2p1n2/1p1Pp3/4P3/1B3N1P/PPPQ1PP1/R1B1R1K1 w - - 2 17",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/pp3ppp/2n1b3/q2p4/3P4/P1PB1N2/5PPP/R2Q1RK1 w - - 3 17",
    "r2qr1k1/1p1bbppp/p1np1n2/4p3/P3PP2/1NN1B3/1PP1B1PP/R2Q1R1K w - - 1 13",
    "3r1rk1/p1q2pbp/1np1p1p1/4P3/2P1N3/1P3Q1P/P4PP1/3RRBK1 b - - 0 22",
    "1r3rk1/5pbp/p2p2p1/q1pP4/2P1nB2/1P3N1P/P2Q1PP1/3RR1K1 w - - 4 21",
    "r1bqr1k1/pp1n1pbp/2p2np1/3pp3/1PP5/P1NPPN2/1B2BPPP/R2Q1RK1 b - - 0 11",
    "5rk1/1pp1q1pp/p1n1p3/3pPr2/3P1P2/2PQ1R2/PP4PP/5RK1 w - - 2 20",
    "2kr3r/pbpq1ppp/1pnb1n2/3p4/3P4/2NBPN2/PPQB1PPP/2KR3R w - - 6 12",
    "r4r1k/1bpq1p1n/p1np4/1p1Bb1BQ/P7/6R1/1P3PPP/1N2R1K1 w - - 0 1",
    "3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/pp2k1pp/2p1p3/3pP3/3P1P2/2P1K3/PP4PP/8 w - - 0 1",
    "4k3/1p3p2/p1p2p1p/2P2P2/1P1K2P1/P6P/8/8 w - - 0 40",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/1R4PK/r7/8 w - - 6 45",
    "3r2k1/5pp1/p3p2p/1p6/3P4/P3PK1P/1P3P2/2R5 w - - 0 30",
    "8/8/1p1k1p2/p1p2p1p/P1P2P1P/1P1K2P1/8/8 b - - 0 1",
    "6k1/5ppp/4b3/1p1pP3/1P1N1P2/6P1/5K1P/8 w - - 2 35",
    "2b3k1/5p2/1p2p1pp/p2pP3/P2P1PP1/1P1B3P/5K2/8 w - - 0 33",
    "8/1R3pk1/6p1/3r3p/5P1P/6PK/8/8 b - - 0 50",
    "4q1k1/5pp1/7p/p1p5/P1Pp4/3P2QP/5PPK/8 b - - 0 38",
    "8/8/4k3/3n1p2/3P1P2/4KN2/8/8 w - - 0 60",
    "2r3k1/1q3pp1/p3pn1p/1p1p4/3P1P2/PQR1P1P1/1P3N1P/6K1 w - - 0 27",
    "8/3k4/8/8/3PK3/8/8/8 w - - 0 1",
    "6k1/8/6K1/8/8/3BN3/8/8 w - - 0 1",
};

const char *bench_position(size_t index)
{
    return index < sizeof positions / sizeof *positions ? positions[index] : NULL;
}

uint64_t bench_search(rk_engine *engine, unsigned depth, const atomic_bool *stop)
{
    const rk_search_limits limits = {.depth = depth};
    uint64_t nodes = 0;
    const char *fen;
    for (size_t i = 0; (fen = bench_position(i)); i++) {
        rk_position pos;
        rk_search_result result;
        if (rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL))
            continue;
        // A stop that comes after this is not lost; one that came before has set the flag.
        rk_engine_announce(engine);
        if (stop && atomic_load(stop))
            break;
        rk_engine_forget(engine);
        rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
        nodes += result.nodes;
    }
    return nodes;
}
