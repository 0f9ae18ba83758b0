/* SPDX-License-Identifier: MIT */
/* Writes the table declared in engine/kpk.h as C, to standard output: all positions of
 * king and pawn against king, solved from the end. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/kpk.h"
#include "rules/slow_attacks.h"

static uint64_t won[KPK_WORDS];

static bool is_won(int king, int pawn, int lone_king, bool white_to_move)
{
    const unsigned index = kpk_index(king, pawn, lone_king, white_to_move);
    return won[index / 64] >> index % 64 & 1;
}

static bool is_sound(int king, int pawn, int lone_king)
{
    return king != pawn && lone_king != pawn && king != lone_king &&
           !(slow_step_attacks(king) & bit(lone_king));
}

// A new queen that is not taken wins; a rook does where a queen would stalemate.
static bool pushing_wins(int king, int pawn, int lone_king)
{
    const int to = pawn + 8;
    if (to == king || to == lone_king)
        return false;
    if (to >= 56)
        return !(slow_step_attacks(lone_king) & bit(to)) || slow_step_attacks(king) & bit(to);
    if (is_won(king, to, lone_king, false))
        return true;
    const int two = to + 8;
    return pawn < 16 && two != king && two != lone_king && is_won(king, two, lone_king, false);
}

static bool white_wins(int king, int pawn, int lone_king)
{
    if (pawn_attacks(RK_WHITE, bit(pawn)) & bit(lone_king))
        return false; // no position: Black has left his king in check
    if (pushing_wins(king, pawn, lone_king))
        return true;
    for (uint64_t set = slow_step_attacks(king) & ~slow_step_attacks(lone_king) & ~bit(pawn); set;
         set = rest(set))
        if (is_won(first(set), pawn, lone_king, false))
            return true;
    return false;
}

static bool black_loses(int king, int pawn, int lone_king)
{
    const uint64_t attacked = slow_step_attacks(king) | pawn_attacks(RK_WHITE, bit(pawn));
    const uint64_t moves = slow_step_attacks(lone_king) & ~attacked;
    for (uint64_t set = moves; set; set = rest(set))
        if (first(set) == pawn || !is_won(king, pawn, first(set), true))
            return false;
    return moves || pawn_attacks(RK_WHITE, bit(pawn)) & bit(lone_king);
}

/* Marks what is won by what was marked before; true if there was anything new. */
static bool go_back_a_move(int pawn)
{
    bool found = false;
    for (int king = 0; king < 64; king++) {
        for (int lone_king = 0; lone_king < 64; lone_king++) {
            for (int white = 0; is_sound(king, pawn, lone_king) && white < 2; white++) {
                const unsigned index = kpk_index(king, pawn, lone_king, white);
                if (is_won(king, pawn, lone_king, white) ||
                    !(white ? white_wins : black_loses)(king, pawn, lone_king))
                    continue;
                won[index / 64] |= bit((int)(index % 64));
                found = true;
            }
        }
    }
    return found;
}

int main(void)
{
    bool found = true;
    while (found) {
        found = false;
        for (int pawn = 8; pawn < 56; pawn++)
            if (!(pawn & 4))
                found |= go_back_a_move(pawn);
    }
    printf("/* Made by tools/kpk.c. */\n#include \"engine/kpk.h\"\n\n"
           "const uint64_t kpk_wins[KPK_WORDS] = {");
    for (unsigned i = 0; i < KPK_WORDS; i++)
        printf("%s0x%llx,", i % 4 ? " " : "\n    ", (unsigned long long)won[i]);
    puts("\n};");
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
