/* SPDX-License-Identifier: MIT */
/* Describes positions for tools/compare, which compares the rules with those of another library.
 *
 * An input line has three fields, separated by tabs: a variant, a FEN, and texts to parse as moves,
 * separated by spaces. The output line has these fields: the FEN as we write it, whether the side
 * to move is in check, how the position ends the game ("-": it does not) and who wins, which sides
 * can win, the warnings as a number, the legal moves as UCI/SAN with `x` for captures and `+` for
 * checks, and for each text the UCI move it means, or `-`. A FEN we reject gives the line
 * `rejected`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

enum { LINE_SIZE = 65536 };

static void print_outcome(const rk_position *pos)
{
    static const char *const winners[] = {"white", "black", "draw"};
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end == RK_NOT_OVER)
        printf("\t-\t-");
    else
        printf("\t%s\t%s", rk_end_text(outcome.end), winners[outcome.winner]);
}

static void print_moves(const rk_position *pos)
{
    static rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    putchar('\t');
    for (size_t i = 0; i < count; i++) {
        char uci[RK_UCI_MAX], san[RK_SAN_MAX];
        rk_uci_write(pos, moves[i], uci);
        rk_san_write(pos, moves[i], san);
        printf("%s%s/%s/%s%s", i ? " " : "", uci, san, rk_move_is_capture(pos, moves[i]) ? "x" : "",
               rk_move_gives_check(pos, moves[i]) ? "+" : "");
    }
}

static void print_parsed(const rk_position *pos, char *texts)
{
    putchar('\t');
    for (char *text = strtok(texts, " "); text; text = strtok(NULL, " ")) {
        rk_move move;
        char uci[RK_UCI_MAX] = "-";
        if (!rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &move, NULL))
            rk_uci_write(pos, move, uci);
        printf("%s ", uci);
    }
}

static void describe(rk_variant variant, const char *fen, char *texts)
{
    rk_position pos;
    char written[RK_FEN_MAX];
    if (rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &pos, NULL)) {
        puts("rejected");
        return;
    }
    rk_fen_write(&pos, RK_FEN_PLAIN, written);
    printf("%s\t%d", written, rk_position_in_check(&pos));
    print_outcome(&pos);
    printf("\t%d%d\t%u", rk_position_can_win(&pos, RK_WHITE), rk_position_can_win(&pos, RK_BLACK),
           rk_position_warnings(&pos));
    print_moves(&pos);
    print_parsed(&pos, texts);
    putchar('\n');
}

/* Cuts the line at the next tab; returns the field before it. */
static char *next_field(char **line)
{
    char *field = *line;
    *line += strcspn(field, "\t\n");
    if (**line)
        *(*line)++ = '\0';
    return field;
}

int main(void)
{
    static char line[LINE_SIZE];
    setvbuf(stdout, NULL, _IOLBF, LINE_SIZE); // the other program waits for each answer
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line;
        const char *name = next_field(&rest), *fen = next_field(&rest);
        rk_variant variant;
        if (!rk_variant_from_name(name, &variant)) {
            fprintf(stderr, "describe: unknown variant: %s\n", name);
            return EXIT_FAILURE;
        }
        describe(variant, fen, next_field(&rest));
    }
    return EXIT_SUCCESS;
}
