// SPDX-License-Identifier: MIT
// A C++ program that uses the library: the headers must declare the functions as extern "C".
#include <cstdio>
#include <cstring>

#include <rookery/rookery.h>

int main()
{
    const char fen[] = "8/8/8/8/8/8/p6k/K7 w - - 0 1";
    rk_position pos;
    rk_move moves[RK_MOVES_MAX];
    if (rk_fen_parse(fen, std::strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, nullptr))
        return 1;
    for (size_t i = 0; i < rk_moves_list(&pos, moves); i++) {
        char san[RK_SAN_MAX];
        rk_san_write(&pos, moves[i], san);
        std::puts(san);
    }
}
