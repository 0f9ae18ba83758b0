/* SPDX-License-Identifier: MIT */
/* Replays a game given as moves in SAN.
 *
 *     replay [--variant NAME] [--fen FEN] e4 e5 Nf3 ...
 *     echo "1. e4 e5 2. Nf3" | replay
 *
 * Prints the FEN after every move, then the board and the state of the game.
 * Exit status: 0 success, 1 bad move or FEN, 2 bad usage. */
#include <stdio.h>
#include <string.h>

#include <rookery/fen.h>
#include <rookery/outcome.h>
#include <rookery/san.h>

static void print_board(const rk_position *pos)
{
    for (int rank = 7; rank >= 0; rank--) {
        printf("%d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            const rk_piece piece = rk_position_at(pos, rk_square_at(file, rank));
            printf(" %c", piece.kind == RK_NO_KIND ? '.' : rk_piece_letter(piece));
        }
        printf("\n");
    }
    printf("   a b c d e f g h\n");
}

static void print_result(const rk_position *pos)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end == RK_NOT_OVER)
        printf("%s to move\n", rk_side_name(rk_position_turn(pos)));
    else
        printf("%s: %s\n", results[outcome.winner], rk_end_text(outcome.end));
}

/* Strips the number from "12.Nf3" and "12...Nf6"; the rest may be empty. */
static const char *skip_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    const size_t dots = strspn(word + digits, ".");
    return dots ? word + digits + dots : word;
}

static bool is_result(const char *word)
{
    return strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 || strcmp(word, "1/2-1/2") == 0 ||
           strcmp(word, "*") == 0;
}

static bool play(rk_position *pos, const char *word)
{
    const char *text = skip_number(word);
    if (!*text || is_result(text))
        return true;

    rk_move move;
    rk_fault fault;
    if (rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &move, &fault)) {
        fprintf(stderr, "replay: move %u, \"%s\": %s\n", pos->move_number, text, fault.text);
        return false;
    }
    char san[RK_SAN_MAX], fen[RK_FEN_MAX];
    rk_san_write(pos, move, san); // before the move: SAN is relative to the position
    printf("%u%s %-7s ", pos->move_number, pos->turn == RK_WHITE ? "." : "...", san);

    rk_undo undo; // needed for rk_position_revert(), which this program does not call
    rk_position_apply(pos, move, &undo);
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    printf("%s\n", fen);
    return true;
}

static bool play_words_from(rk_position *pos, FILE *input)
{
    char word[64];
    while (fscanf(input, "%63s", word) == 1)
        if (!play(pos, word))
            return false;
    return true;
}

static bool set_up(const char *variant_name, const char *fen, rk_position *out)
{
    rk_variant variant;
    if (!rk_variant_from_name(variant_name, &variant)) {
        fprintf(stderr, "replay: unknown variant: %s\n", variant_name);
        return false;
    }
    if (!fen)
        fen = rk_variant_start(variant);
    rk_fault fault;
    if (rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, out, &fault)) {
        fprintf(stderr, "replay: invalid FEN at %zu: %s\n", fault.offset, fault.text);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *variant = "standard", *fen = NULL;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (at + 1 < argc && strcmp(argv[at], "--variant") == 0)
            variant = argv[at + 1];
        else if (at + 1 < argc && strcmp(argv[at], "--fen") == 0)
            fen = argv[at + 1];
        else {
            fprintf(stderr, "usage: replay [--variant NAME] [--fen FEN] [MOVE...]\n");
            return 2;
        }
    }

    rk_position pos;
    if (!set_up(variant, fen, &pos))
        return 1;
    bool done = true;
    if (at == argc)
        done = play_words_from(&pos, stdin);
    for (; at < argc && done; at++)
        done = play(&pos, argv[at]);
    print_board(&pos);
    print_result(&pos);
    return done ? 0 : 1;
}
